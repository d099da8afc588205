"""Real processes that think, and a bot's side of a match against the house, with no Discord around it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from bot.games import Agreement, Game, GameManager, Move
from bot.games.decks import SHUFFLE
from bot.games.elsewhere import Elsewhere
from bot.games.house import House
from bot.games.thinker import Thinker
from bot.store import NewChallenge, Person, Place, Player, Store
from bridgette import Format
from tests.game import playouts

from .databases import beside

ROOT = Path(__file__).resolve().parents[2]
ANN = Person(2**62 + 1, "Ann")
LONG = 60.0
"""Seconds after which a test gives up waiting, whatever else this machine does."""


class Process:
    """A process that thinks. ``log``: what it has said so far."""

    def __init__(self, running: subprocess.Popen[bytes], file: Path) -> None:
        self._running, self._file = running, file
        self.pid = running.pid

    @property
    def log(self) -> str:
        return self._file.read_text("utf-8")

    @property
    def is_alive(self) -> bool:
        return self._running.poll() is None

    @property
    def children(self) -> list[int]:
        """Those that work things out."""
        found = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(pid) for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def hold(self) -> None:
        """Let it come to no end of what it works out from now on."""
        for pid in self.children:
            os.kill(pid, signal.SIGSTOP)

    def go_on(self) -> None:
        for pid in self.children:
            os.kill(pid, signal.SIGCONT)

    def tell(self, number: signal.Signals) -> None:
        self._running.send_signal(number)

    def ended(self) -> int:
        """Its exit code, once it has ended by itself."""
        return self._running.wait(LONG)


@contextmanager
def a_thinker(url: str, folder: Path, *arguments: str, level: str = "INFO", wait: bool = True) -> Iterator[Process]:
    """``python -m bot think``, ready to take jobs, in a group of processes that is gone at the end."""
    file = folder / f"thinker-{time.monotonic_ns()}.log"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    environment |= {"DATABASE_URL": url, "LOG_LEVEL": level, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "bot", "think", *arguments]
    with file.open("wb") as output:
        running = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output, start_new_session=True
        )
    found = Process(running, file)
    try:
        if wait:
            deadline = time.monotonic() + LONG
            while "thinking threads" not in found.log:
                assert found.is_alive, found.log
                assert time.monotonic() < deadline, found.log
                time.sleep(0.05)
        yield found
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


@dataclass
class Bot:
    """A match against the house, begun, as the bot has it."""

    store: Store
    games: GameManager
    house: House
    elsewhere: Elsewhere
    id: int

    async def game(self) -> Game:
        """The match by its rows."""
        await self.games.let_go([self.id])
        return await self.games.find(self.id)

    async def play(self, done: Callable[[Game], bool], seed: int = 1) -> Game:
        """Let Ann act by chance, always the same, and the house reply, until that is so."""
        while True:
            await self.house.settled(self.id, LONG)
            game = await self.games.find(self.id)
            if not game.is_open or done(game):
                return game
            rng = Random(f"{seed}/{len(game.match.deals)}/{game.match.deals[-1].step_of(0)}")
            seat, action = playouts.action(rng, game.match.deals[-1], Random(seed).choice(playouts.TEMPERS))
            assert seat == 0, "the house was to act, and has not"
            await self.games.do(self.id, Move(0, action), datetime.now(UTC), decision=game.decisions[0])


@asynccontextmanager
async def a_bot(
    url: str, *, strength: str = "club", seed: int = 1, deals: int = 1, solo: bool = False
) -> AsyncIterator[Bot]:
    """A bot that has the lease, with a match whose decks and chance are those of the seed; the house waits still."""
    store = await Store.open(url)
    thinker, tasks = Thinker(apart=False), set[asyncio.Task[None]]()
    try:
        await store.lease.take(datetime.now(UTC))
        secret = Random(f"{seed}/secret").randbytes(32)
        games = GameManager(store, secret=lambda: secret)

        def spawn(work: Any, _what: str) -> asyncio.Task[None]:
            task = asyncio.create_task(work)
            tasks.add(task)
            return task

        elsewhere = Elsewhere(store, games, thinker.form)
        house = House(store, games, thinker, spawn, lambda: datetime.now(UTC), elsewhere)
        match_id = await begin(store, games, strength, deals, solo=solo)
        games.followers.add(house)
        yield Bot(store, games, house, elsewhere, match_id)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        thinker.stop()
        await store.close()


async def begin(
    store: Store, games: GameManager, strength: str, deals: int = 1, *, solo: bool = False, channel: int = 2000
) -> int:
    """Begin a match against the house; its number."""
    now = datetime.now(UTC)
    place = Place(None, None) if solo else Place(1000, channel)
    new = NewChallenge(1000, channel, ANN, None, strength=strength)
    challenge = await store.challenges.add(new, now, now.replace(year=now.year + 1), games.new_shuffle())
    players = Player.of(ANN), Player.house(strength)
    agreed = Agreement(players, place, Format(deals), SHUFFLE, challenge_id=challenge.id, public="7")
    return (await games.begin(agreed, now)).id


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait until that is so."""
    deadline = time.monotonic() + LONG
    while not await condition():
        assert time.monotonic() < deadline, "it did not come to that"
        await asyncio.sleep(0.02)


def jobs(url: str) -> list[dict[str, Any]]:
    """The jobs that stand in the queue, in their order."""
    with beside(url) as connection:
        return connection.rows("SELECT * FROM procrastinate.procrastinate_jobs ORDER BY id")


async def until_job(url: str, *states: str) -> None:
    """Wait until the queue's jobs are in these states."""

    async def are() -> bool:
        return [one["status"] for one in jobs(url)] == list(states)

    await until(are)


def everything_queued(url: str) -> str:
    """All that stands in the queue's schema."""
    with beside(url) as connection:
        names = connection.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'procrastinate'")
        rows = [connection.rows(f"SELECT * FROM procrastinate.{one['tablename']}") for one in names]
    return re.sub(r"'beat': [^)]*\)", "", str(rows))
