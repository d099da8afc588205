"""One process serves a database: another is refused, takes over when it may, and who lost the lease writes nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.store import (
    Ending,
    LeaseHeld,
    LeaseLost,
    NewAct,
    NewChallenge,
    NewMatch,
    Person,
    Place,
    Player,
    Store,
    Table,
    Told,
    is_running,
    process,
)
from bot.store.lease import LIFE
from bot.store.process import Process, is_alive, this_process

ROOT = Path(__file__).resolve().parents[2]

HOLDER = """
import asyncio, sys
from datetime import UTC, datetime
from bot.store import Store, StoreError

async def main():
    store = await Store.open(sys.argv[1])
    for line in sys.stdin:
        now = datetime.now(UTC)
        try:
            if line == "take\\n":
                await store.lease.take(now)
            if line == "renew\\n":
                await store.lease.renew(now)
            if line == "drop\\n":
                await store.lease.drop()
            if line.startswith("write "):
                await store.meta.set("written by", line[6:-1])
        except StoreError as error:
            print(type(error).__name__, flush=True)
        else:
            print("done", flush=True)
    await store.close()

asyncio.run(main())
"""

IN_A_CONTAINER = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--uts"]


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'a.db'}"


@pytest.fixture
async def store(url: str) -> Any:
    store = await Store.open(url)
    yield store
    await store.close()


@contextmanager
def a_process(url: str, *prefix: str) -> Iterator[subprocess.Popen[str]]:
    """A process with the database open; it does what it is told."""
    command = [*prefix, sys.executable, "-c", HOLDER, url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


@contextmanager
def another_process(url: str) -> Iterator[subprocess.Popen[str]]:
    """A living process that holds the lease."""
    with a_process(url) as other:
        assert tell(other, "take") == "done"
        yield other


def say(other: subprocess.Popen[str], word: str) -> None:
    assert other.stdin is not None
    other.stdin.write(word + "\n")
    other.stdin.flush()


def hear(other: subprocess.Popen[str]) -> str:
    assert other.stdout is not None
    return other.stdout.readline().strip()


def tell(other: subprocess.Popen[str], word: str) -> str:
    say(other, word)
    return hear(other)


def row(url: str) -> tuple[Any, ...] | None:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        found: tuple[Any, ...] | None = connection.execute(
            "SELECT holder, host, pid, born, beat, until FROM lease"
        ).fetchone()
        return found


def change(url: str, **values: object) -> None:
    """Change the lease's row behind everybody's back."""
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
        for name, value in values.items():
            connection.execute(f"UPDATE lease SET {name} = ?", (value,))


def on_another_machine(url: str, until: datetime | None = None) -> None:
    """Make the lease that of a process elsewhere."""
    change(url, host="elsewhere", **({} if until is None else {"until": int(until.timestamp() * 1000)}))


def written(url: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        return connection.execute("SELECT value FROM meta WHERE key = 'written by'").fetchall()


async def held_by(store: Store) -> LeaseHeld:
    with pytest.raises(LeaseHeld) as caught:
        await store.lease.take(now())
    return caught.value


# Taking


async def test_a_living_process_keeps_its_database_whatever_the_clocks_say(url: str, store: Store) -> None:
    with another_process(url) as other:
        before = row(url)
        for jump in (timedelta(0), 2 * LIFE, timedelta(hours=-1), timedelta(days=30), timedelta(days=-30)):
            with pytest.raises(LeaseHeld, match="Another process of the bot is running with this database"):
                await store.lease.take(now() + jump)
        assert is_running(url, now())
        assert row(url) == before, "asking changed nothing"
        assert tell(other, "renew") == "done"
        assert row(url) != before
        await held_by(store)


async def test_what_a_holder_renews_is_not_abandoned(url: str, store: Store) -> None:
    with another_process(url) as other:
        seen = await held_by(store)
        assert tell(other, "renew") == "done"
        with pytest.raises(LeaseHeld) as caught:
            await store.lease.take(now() + timedelta(days=30), abandoned=seen.held)
        assert caught.value.held == replace(seen.held, beat=seen.held.beat + 1)
        assert tell(other, "write other") == "done"


@pytest.mark.parametrize("until", [timedelta(days=-30), timedelta(0), timedelta(days=30)])
async def test_what_stays_the_same_for_as_long_as_a_lease_lasts_is_taken_whatever_the_clocks_say(
    until: timedelta, url: str, store: Store
) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
        on_another_machine(url, now() + until)
        seen = await held_by(store)
        # Here the caller waits, by a clock that nobody sets.
        await store.lease.take(now(), abandoned=seen.held)
        assert store.lease.covers(1)


async def test_a_lease_that_was_given_up_is_free_at_once(url: str, store: Store) -> None:
    with another_process(url) as other:
        assert tell(other, "drop") == "done"
        assert row(url) is None
        assert not is_running(url, now())
        await store.lease.take(now())
        assert tell(other, "write other") == "LeaseLost", "who gave it up writes nothing more"
        await store.lease.drop()
        assert row(url) is None


async def test_a_process_killed_on_this_machine_is_followed_at_once(url: str, store: Store) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
        assert row(url) is not None
        assert not is_running(url, now())
        await store.lease.take(now())


async def test_a_killed_process_that_nobody_has_asked_after_is_dead_all_the_same(url: str, store: Store) -> None:
    with another_process(url) as other:
        other.kill()
        await asyncio.to_thread(os.waitid, os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
        os.kill(other.pid, 0)  # the system still knows it
        assert not is_running(url, now())
        await store.lease.take(now())


async def test_a_number_that_was_given_again_is_another_process(url: str, store: Store) -> None:
    """This very process has the number that stands in the lease, and was born at another moment."""
    await store.lease.take(now())
    born = this_process().born
    change(url, born=born.rpartition(" ")[0] + " 1", holder="somebody")
    other = await Store.open(url)
    assert not is_running(url, now())
    await other.lease.take(now())
    await other.close()


@pytest.mark.parametrize(
    ("where", "is_known"),
    [
        ({}, True),
        ({"host": "elsewhere"}, False),
        ({"born": "another-start pid:[1] 5"}, False),
        ({"born": ""}, False),
    ],
)
def test_only_here_is_it_known_whether_a_process_lives(where: dict[str, Any], is_known: bool) -> None:
    me = this_process()
    assert is_alive(replace(me, **where)) is (True if is_known else None)


def test_where_the_system_does_not_say_nothing_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    me = this_process()
    monkeypatch.setattr(process, "PROC", tmp_path)
    assert this_process() == Process(me.host, me.pid, "")
    assert is_alive(me) is None
    assert is_alive(this_process()) is None


async def test_elsewhere_the_lease_must_be_watched(url: str, store: Store) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
        on_another_machine(url)
        seen = await held_by(store)
        assert seen.until <= now() + LIFE
        with pytest.raises(LeaseHeld):
            await store.lease.take(seen.until + timedelta(days=1))
        with pytest.raises(LeaseHeld):
            await store.lease.take(now(), abandoned=replace(seen.held, holder="another"))
        await store.lease.take(now(), abandoned=seen.held)


async def test_a_container_with_the_same_host_name_and_number_is_another(url: str, store: Store) -> None:
    """As this process would see a container whose first process is number 1 of its own, as everywhere."""
    me = this_process()
    start, _namespace, moment = me.born.split(" ")
    await store.lease.take(now())
    change(url, holder="somebody", born=f"{start} pid:[1] {moment}")
    other = await Store.open(url)
    seen = await held_by(other)
    assert is_running(url, now())
    await other.lease.take(now(), abandoned=seen.held)
    await other.close()


def can_make_containers() -> bool:
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*IN_A_CONTAINER, "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not can_make_containers(), reason="no namespaces of processes can be made here")
def test_of_two_real_containers_one_serves(url: str) -> None:
    with a_process(url, *IN_A_CONTAINER) as one, a_process(url, *IN_A_CONTAINER) as two:
        assert tell(one, "take") == "done"
        assert row(url)[2] == 1  # type: ignore[index]
        assert tell(two, "take") == "LeaseHeld"
        assert tell(two, "write two") == "done", "as a command of the host, which takes no lease"
        assert tell(one, "write one") == "done"
        assert tell(one, "renew") == "done"
        assert tell(one, "drop") == "done"
        assert tell(two, "take") == "done"
        assert tell(one, "write one") == "LeaseLost"


async def test_of_many_that_start_together_one_serves(url: str) -> None:
    stores = [await Store.open(url) for _ in range(5)]
    outcomes = await asyncio.gather(*(store.lease.take(now()) for store in stores), return_exceptions=True)
    assert sorted(type(one).__name__ for one in outcomes) == ["LeaseHeld"] * 4 + ["bool"]
    assert [store.lease.covers(1) for store in stores].count(True) == 1
    for store in stores:
        await store.close()


async def test_of_many_that_saw_the_same_abandoned_lease_one_takes_it(url: str) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
    on_another_machine(url)
    stores = [await Store.open(url) for _ in range(5)]
    seen = (await held_by(stores[0])).held
    tries = (store.lease.take(now(), abandoned=seen) for store in stores)
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(one).__name__ for one in outcomes) == ["LeaseHeld"] * 4 + ["bool"]
    for store in stores:
        await store.close()


async def test_a_process_serves_every_server_and_private_matches_while_it_has_the_lease(url: str, store: Store) -> None:
    assert not store.lease.covers(1)
    await store.lease.take(now())
    assert store.lease.covers(1)
    assert store.lease.covers(None)
    change(url, holder="another")
    with pytest.raises(LeaseLost):
        await store.lease.renew(now())
    assert not store.lease.covers(1)


# Losing it


def test_a_process_that_slept_past_its_lease_wakes_up_and_can_write_nothing(url: str) -> None:
    with another_process(url) as sleeper, a_process(url) as heir:
        assert tell(sleeper, "write sleeper") == "done"
        os.kill(sleeper.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, sleeper.pid, os.WSTOPPED | os.WNOWAIT)
        say(sleeper, "write too late")
        say(sleeper, "write again")
        say(sleeper, "renew")
        assert tell(heir, "take") == "LeaseHeld", "it lives"
        take_as_abandoned(url)
        os.kill(sleeper.pid, signal.SIGCONT)
        assert [hear(sleeper) for _ in range(3)] == ["LeaseLost"] * 3
        assert written(url) == [("heir",)]
        taken = row(url)
        assert tell(sleeper, "drop") == "done"
        assert row(url) == taken, "what another holds stays"


def take_as_abandoned(url: str) -> None:
    """What a third process does that has waited for as long as a lease lasts."""

    async def take() -> None:
        store = await Store.open(url)
        await store.lease.take(now(), abandoned=(await held_by(store)).held)
        await store.meta.set("written by", "heir")
        await store.close()

    asyncio.run(take())


PEOPLE = (Player.of(Person(1, "Ann")), Player.of(Person(2, "Bob")))
WRITES: dict[str, Callable[[Store], Awaitable[object]]] = {
    "begin": lambda store: store.matches.begin(None, NewMatch(Place(1, 9), 6, "chance", PEOPLE, 0, "deck"), now()),
    "append": lambda store: store.matches.append(1, [NewAct(1, 0, 0, "call", "1S")], now()),
    "end": lambda store: store.matches.end(1, Ending("void", None, None, (0, 0), 0), now()),
    "suspend": lambda store: store.matches.suspend(1, now(), 0),
    "resume": lambda store: store.matches.resume(1, 0),
    "table": lambda store: store.matches.set_table(1, Table(5, 0, now(), 0)),
    "told": lambda store: store.matches.note_told([Told(1, 0, 0)]),
    "result": lambda store: store.matches.set_result_message(1, 5),
    "deal": lambda store: store.matches.set_deal_message(1, 0, 5),
    "notice": lambda store: store.matches.set_notice(1, 0, 0, 5, now()),
    "no notice": lambda store: store.matches.drop_notice(1, 0),
    "challenge": lambda store: store.challenges.add(NewChallenge(1, 2, Person(1, "Ann"), None), now(), now()),
    "its message": lambda store: store.challenges.set_message(1, 5),
    "its end": lambda store: store.challenges.close(1, "expired"),
    "its sight": lambda store: store.challenges.note_shown(1, "expired"),
    "name": lambda store: store.members.see(1, 1, "Anna", now()),
    "meta": lambda store: store.meta.set("written by", "loser"),
    "sums": lambda store: store.standings.rebuild(),
    "renewal": lambda store: store.lease.renew(now()),
}


@pytest.mark.parametrize("write", WRITES)
async def test_nothing_at_all_is_written_without_the_lease_and_all_of_it_with(
    write: str, url: str, store: Store
) -> None:
    await store.challenges.add(NewChallenge(1, 2, Person(1, "Ann"), None), now(), now() + LIFE)
    await store.matches.begin(None, NewMatch(Place(1, 2), 6, "chance", PEOPLE, 0, "deck"), now())
    await store.lease.take(now())
    mine = row(url)
    assert mine is not None
    change(url, holder="another")
    before = contents(url)
    with pytest.raises(LeaseLost, match=r"^Another process .* must stop\.$"):
        await WRITES[write](store)
    assert contents(url) == before
    change(url, holder=mine[0])
    await WRITES[write](store)


async def test_reading_goes_on_without_the_lease(url: str, store: Store) -> None:
    await store.lease.take(now())
    change(url, holder="another")
    assert await store.matches.open_ids() == []


async def test_commands_of_the_host_write_beside_the_bot(url: str, store: Store) -> None:
    with another_process(url) as other:
        await store.meta.set("written by", "host")
        assert tell(other, "write other") == "done"


def contents(url: str) -> list[str]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        return list(connection.iterdump())


# Whether somebody may still write


def test_a_process_here_is_running_however_old_its_lease(url: str) -> None:
    with another_process(url) as other:
        change(url, until=0)
        assert is_running(url, now())
        os.kill(other.pid, signal.SIGSTOP)
        assert is_running(url, now())
        other.kill()
        other.wait()
        change(url, until=2**52)
        assert not is_running(url, now())


def test_a_process_elsewhere_is_running_until_its_lease_is_over(url: str) -> None:
    with another_process(url):
        pass
    on_another_machine(url)
    assert is_running(url, now())
    on_another_machine(url, until=now())
    assert not is_running(url, now())
