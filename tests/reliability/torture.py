"""Kill the process that plays a match, again and again, and compare with the same match played undisturbed.

``python -m tests.reliability.torture --kills 500`` prints the figures; ``make torture`` runs it. After every kill the
files are copied as they lie there and read: every row of the database must be as it was after one of the acts of the
undisturbed match, none before the last that was told as saved.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import multiprocessing
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.host.export import export
from bot.store import Store
from tests.reliability import driver
from tests.support.databases import Databases, beside, until_alone, watching

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["pytest", "alembic.command", "alembic.autogenerate", "tests.reliability.driver"])
TABLES = (
    "challenges",
    "matches",
    "seats",
    "members",
    "deals",
    "acts",
    "deal_results",
    "results",
    "standings",
    "notices",
)
NUMBERED = ("id", "match_id", "challenge_id")
"""There is one match here, and one challenge."""

MOST_TOLD, LONGEST_DELAY = 20, 0.02
"""A kill by the clock comes so many saved acts, and seconds, after the start of the work."""

Rows = dict[str, list[tuple[Any, ...]]]
NOTHING: Rows = {}


def rows_of(url: str) -> Rows:
    """Every row of a match's tables; ``NOTHING`` before the schema is made."""
    with beside(url) as connection:
        if connection.is_file:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
        if not connection.is_made():
            assert not connection.tables(), "a half-made schema"
            return NOTHING
        return {
            name: sorted((alike(row) for row in connection.rows(f"SELECT * FROM {name}")), key=repr) for name in TABLES
        }


def alike(row: dict[str, Any]) -> tuple[Any, ...]:
    """A row by its values. A server does not take a number back that was given to a row that came to nothing."""
    return tuple(1 if name in NUMBERED and value is not None else value for name, value in row.items())


def record_of(url: str) -> str:
    """The records of all matches, as a host exports them."""
    text = io.StringIO()
    asyncio.run(export(url, lambda line: bool(text.write(line + "\n"))))
    return text.getvalue()


@dataclass(frozen=True)
class Undisturbed:
    """A match played without a kill: the rows after each change, in order, and what was told with each."""

    states: list[Rows]
    told: list[str]
    record: str


def undisturbed(seed: int, url: str) -> Undisturbed:
    """Play the match of a seed in this process."""
    states: list[Rows] = [NOTHING]
    told = ["nothing"]

    async def run() -> None:
        store = await Store.open(url)
        states.append(rows_of(url))
        told.append("ready")
        await driver.play(store, seed, told.append, lambda: states.append(rows_of(url)))
        await store.close()

    asyncio.run(run())
    assert len(states) == len(told) == len(set(map(repr, states))), "each change shows"
    return Undisturbed(states, told, record_of(url))


@dataclass
class Figures:
    """What was tried and survived."""

    kills: int = 0
    by_statement: int = 0
    by_clock: int = 0
    matches: int = 0
    acts: int = 0
    places: set[str] = field(default_factory=set)
    """The acts in which a kill left the state before the act."""

    def add(self, other: Figures) -> None:
        self.kills += other.kills
        self.by_statement += other.by_statement
        self.by_clock += other.by_clock
        self.matches += other.matches
        self.acts += other.acts
        self.places |= other.places

    def __str__(self) -> str:
        return (
            f"{self.kills} kills survived ({self.by_statement} between two SQL statements, {self.by_clock} by the "
            f"clock) in {self.matches} matches of {self.acts} saved changes; every final record equal byte for byte"
        )


class _Enough(Exception):
    pass


class Victim:
    """One match that is played by processes which are killed."""

    def __init__(self, seed: int, databases: Databases) -> None:
        self.seed = seed
        self.url = databases("tortured.db")
        self.wanted = undisturbed(seed, databases("undisturbed.db"))
        self.at = 0
        """Which of the undisturbed match's states the database is in."""
        self.figures = Figures()
        self._copy = databases("copy.db") if self.url.startswith("sqlite") else None

    @property
    def is_over(self) -> bool:
        return self.at == len(self.wanted.states) - 1

    def play_to(self, state: int) -> None:
        """Play in this process, undisturbed, until the database is in that state."""

        async def run() -> None:
            def tell(what: str) -> None:
                if what == self.wanted.told[state]:
                    raise _Enough

            store = await Store.open(self.url)
            with contextlib.suppress(_Enough):
                await driver.play(store, self.seed, tell)
            await store.close()

        asyncio.run(run())
        self._look([], is_killed=False, jump=True)
        assert self.at == state

    def run(
        self, *, die_at: int | None = None, writes_only: bool = False, after: tuple[int, float] | None = None
    ) -> bool:
        """Start a process and look at what it leaves; whether it was killed.

        ``after``: so many words, and then seconds, pass before it is killed from outside.
        """
        hears, says = PROCESSES.Pipe(duplex=False)
        arguments = (self.url, self.seed, says, die_at, writes_only)
        process = PROCESSES.Process(target=driver.forked, args=arguments)
        process.start()
        says.close()
        told = []
        with hears, contextlib.suppress(EOFError):
            while True:
                told.append(hears.recv())
                if after is not None and len(told) > after[0]:
                    time.sleep(after[1])
                    process.kill()
        process.join()
        assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
        is_killed = process.exitcode != 0
        process.close()
        self._look(told, is_killed=is_killed)
        return is_killed

    def _look(self, told: list[str], *, is_killed: bool, jump: bool = False) -> None:
        found = self._rows()
        states = self.wanted.states
        assert found in states, f"a state between two acts, after {told[-1:]}"
        now = states.index(found)
        assert now >= self.at, "something saved was lost"
        # "ready" is told before the database is opened, all else after it is saved.
        known = [self.wanted.told.index(word) for word in told if word != "ready"]
        assert known == sorted(set(known)), "an act was done twice"
        assert known == list(range(known[0], known[0] + len(known))) if known else True
        assert now >= max(known, default=0), "what was told as saved is not there"
        assert jump or now <= max(known, default=max(self.at, 1)) + 1, "more was saved than one act that was not told"
        if known:
            assert known[0] == max(self.at, 1) + 1, "an act was done twice, or left out"
        self.at = now
        if is_killed:
            self.figures.kills += 1
            self.figures.places.add(f"{self.seed}/{now}")

    def _rows(self) -> Rows:
        """What the process has left behind."""
        if self._copy is None:
            with watching(self.url) as connection:
                # The server may still be at work for a process that is no more.
                until_alone(connection)
            return rows_of(self.url)
        kept, copy = (Path(url.removeprefix("sqlite:///")) for url in (self.url, self._copy))
        if not kept.exists():
            return NOTHING
        for suffix in ("", "-wal"):
            beside_it, copied = kept.with_name(kept.name + suffix), copy.with_name(copy.name + suffix)
            copied.unlink(missing_ok=True)
            if beside_it.exists():
                shutil.copy(beside_it, copied)
        return rows_of(self._copy)

    def finish(self) -> Figures:
        """Play to the end undisturbed, and compare all that there is."""
        if not self.is_over:
            assert not self.run()
        assert self.is_over
        assert record_of(self.url) == self.wanted.record, "the record differs"
        assert rows_of(self.url) == self.wanted.states[-1]
        with beside(self.url) as connection:
            assert connection.execute("SELECT count(*) FROM results").fetchone() == (1,)
            numbers = [number for (number,) in connection.execute("SELECT number FROM acts ORDER BY number")]
            assert numbers == list(range(1, len(numbers) + 1))
        self.figures.matches += 1
        self.figures.acts += len(self.wanted.states) - 1
        return self.figures


def at_random(seed: int, databases: Databases, kills: int) -> Figures:
    """Kill before a random statement or at a random moment, until the match is over or enough was done."""
    victim, rng = Victim(seed, databases), Random(f"torture/{seed}")
    victim.run(die_at=rng.randint(1, 80))
    victim.figures.by_statement += 1
    while victim.figures.kills < kills and not victim.is_over:
        if rng.random() < 0.5:
            # An empty database is made by some 80 statements; a later start asks some 10 before its first act.
            if victim.run(die_at=rng.randint(1, 80 if victim.at < 2 else 50)):
                victim.figures.by_statement += 1
        elif victim.run(after=(rng.randrange(MOST_TOLD), rng.uniform(0, LONGEST_DELAY))):
            victim.figures.by_clock += 1
    return victim.finish()


def everywhere(seed: int, databases: Databases, kills: int, last: int | None = None) -> Figures:
    """Kill before every single statement of every transaction that writes, one after the other.

    ``last``: only in so many changes at the end of the match.
    """
    victim, count = Victim(seed, databases), 1
    if last is not None:
        victim.play_to(len(victim.wanted.states) - 1 - last)
    victim.run(die_at=1, writes_only=True)
    victim.figures.by_statement += 1
    while victim.figures.kills < kills and not victim.is_over:
        before = victim.at
        count += 1
        if not victim.run(die_at=count, writes_only=True):
            break
        victim.figures.by_statement += 1
        if victim.at > before:
            count = 1
    return victim.finish()


def databases_in(folder: str, seed: int) -> Databases:
    """Files in a folder of their own."""
    own = Path(folder) / str(seed)
    own.mkdir()
    return Databases(own)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500, help="at least so many")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun, total, seed = time.monotonic(), Figures(), options.seed
    with tempfile.TemporaryDirectory() as name:
        total.add(everywhere(seed, databases_in(name, seed), options.kills // 2))
        print(total, flush=True)
        while total.kills < options.kills:
            seed += 1
            total.add(at_random(seed, databases_in(name, seed), options.kills - total.kills))
            print(total, flush=True)
    print(f"{total}, in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
