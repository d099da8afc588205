"""Several processes on one database at the same moment: one migrates, one holds the lease, an end is an end."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.clock import Clock
from bot.daily import DailyTry
from bot.store import (
    Conflict,
    Ending,
    LeaseHeld,
    LeaseLost,
    NewAct,
    NewChallenge,
    NewDeal,
    NewMatch,
    NewShuffle,
    Person,
    Place,
    Player,
    Store,
    StoreUnavailable,
    TriedAlready,
    matches,
    migrate,
    schema,
)
from bot.store.locks import Lock
from tests.reliability.test_lease import ROOT, a_process, hear, say, tell
from tests.support.databases import Databases, beside

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLAYERS = (Player.of(Person(1, "Ann")), Player.of(Person(2, "Bob")))
NEW = NewMatch(Place(1, 2), 6, "chance", PLAYERS, 0, "deck")
VOID = Ending("void", None, None, (0, 0), 0)
ROUNDS, RIVALS = 6, 5

OPENS = """
import asyncio, sys
from bot.store import Store

async def main():
    sys.stdin.readline()
    store = await Store.open(sys.argv[1])
    print("new" if store.is_new else "old", flush=True)
    await store.close()

asyncio.run(main())
"""

pytestmark = pytest.mark.usefixtures("postgres")


@pytest.fixture
async def stores(databases: Databases) -> AsyncIterator[tuple[Store, Store]]:
    """Two processes' stores, as far as the database can tell."""
    one, two = await Store.open(databases()), await Store.open(databases())
    yield one, two
    await one.close()
    await two.close()


def test_of_many_that_migrate_at_once_one_makes_the_schema(databases: Databases) -> None:
    command = [sys.executable, "-c", OPENS, databases()]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    running = [subprocess.Popen(command, cwd=ROOT, **pipes) for _ in range(RIVALS)]
    for one in running:
        say(one, "go")
    said = sorted(hear(one) for one in running)
    assert [one.wait(60) for one in running] == [0] * RIVALS
    assert said == ["new"] + ["old"] * (RIVALS - 1)
    with beside(databases()) as connection:
        assert connection.rows("SELECT version_num FROM alembic_version") == [{"version_num": migrate.HEAD}]
    for one in running:
        for pipe in (one.stdin, one.stdout):
            assert pipe is not None
            pipe.close()


@pytest.mark.parametrize("before", ["free", "of a dead process"])
def test_of_many_that_take_the_lease_at_once_one_has_it(databases: Databases, before: str) -> None:
    with ExitStack() as stack:
        rivals = [stack.enter_context(a_process(databases())) for _ in range(RIVALS)]
        for one in rivals:
            assert tell(one, "renew") in ("done", "LeaseLost")  # and so it is open
        for _ in range(ROUNDS):
            with beside(databases()) as connection:
                connection.execute("DELETE FROM lease")
            if before == "of a dead process":
                with a_process(databases()) as gone:
                    assert tell(gone, "take") == "done"
            for one in rivals:
                say(one, "take")
            said = sorted(hear(one) for one in rivals)
            assert said == ["LeaseHeld"] * (RIVALS - 1) + ["done"]


async def waiting(url: str) -> int:
    """How many statements wait for somebody's lock."""
    with beside(url) as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        found: int = connection.execute(query).fetchone()[0]
        return found


async def until_they_wait(url: str, *tasks: asyncio.Task[Any]) -> None:
    while await waiting(url) < len(tasks):
        assert not any(task.done() for task in tasks), "it does not wait"
        await asyncio.sleep(0)


class Held:
    """Keeps a transaction of a store open in its middle: where it writes the match's clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.goes_on = asyncio.Event(), asyncio.Event()
        self._put = matches.put_clock
        monkeypatch.setattr(matches, "put_clock", self)

    async def __call__(self, *arguments: Any) -> None:
        await self._put(*arguments)
        self.reached.set()
        await self.goes_on.wait()


async def test_an_end_waits_for_an_act_that_is_on_its_way(
    stores: tuple[Store, Store], databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = stores
    match_id = (await one.matches.begin(None, NEW, NOW)).id
    held = Held(monkeypatch)
    clock = Clock.start(timedelta(hours=1), 0)
    act = asyncio.create_task(one.matches.append(match_id, [NewAct(1, 0, 0, "call", "1S")], NOW, clock=clock))
    await held.reached.wait()
    end = asyncio.create_task(two.matches.end(match_id, VOID, NOW))
    await until_they_wait(databases(), end)
    held.goes_on.set()
    await act
    await end
    with pytest.raises(Conflict):
        await one.matches.append(match_id, [NewAct(2, 0, 1, "call", "Pass")], NOW)
    stored = await two.matches.load(match_id)
    assert stored is not None
    assert ([one.number for one in stored.acts], stored.match.ended_how) == ([1], "void")


async def test_an_act_waits_for_an_end_that_is_on_its_way_and_then_is_none(
    stores: tuple[Store, Store], databases: Databases
) -> None:
    one, two = stores
    match_id = (await one.matches.begin(None, NEW, NOW)).id
    with beside(databases()) as connection:
        connection.execute("UPDATE matches SET ended_how = 'void', ended_at = 0")
        act = asyncio.create_task(one.matches.append(match_id, [NewAct(1, 0, 0, "call", "1S")], NOW))
        await until_they_wait(databases(), act)
    with pytest.raises(Conflict):
        await act
    stored = await two.matches.load(match_id)
    assert stored is not None
    assert stored.acts == []


async def test_a_day_is_not_opened_while_a_try_of_it_begins(stores: tuple[Store, Store], databases: Databases) -> None:
    """Else its secret could be shown to whoever is playing it."""
    one, two = stores
    day = "2026-03-01"
    await one.dailies.make_day(day, NewShuffle("bridgette-1", "c0" * 32, "5e" * 32))
    new = NewMatch(Place(None, None), 1, "daily", PLAYERS, 0, "deck", day, None, DailyTry(day, 1, None))
    with beside(databases()) as connection:
        connection.execute("SELECT day FROM days FOR UPDATE")
        begins = asyncio.create_task(one.matches.begin(None, new, NOW))
        await until_they_wait(databases(), begins)
        opens = asyncio.create_task(two.dailies.open_day(day, NOW))
        await until_they_wait(databases(), begins, opens)
    outcomes = await asyncio.gather(begins, opens, return_exceptions=True)
    assert not (isinstance(outcomes[0], Conflict | TriedAlready) and outcomes[1] is False)
    if outcomes[1] is True:
        assert isinstance(outcomes[0], Conflict), "the day was opened while a try had begun"


async def test_tries_of_a_day_begin_one_after_the_other(stores: tuple[Store, Store], databases: Databases) -> None:
    """So that of two starts of one person the second finds the first."""
    day = "2026-03-01"
    await stores[0].dailies.make_day(day, NewShuffle("bridgette-1", "c0" * 32, "5e" * 32))
    new = NewMatch(Place(None, None), 1, "daily", PLAYERS, 0, "deck", day, None, DailyTry(day, 1, None))
    with beside(databases()) as connection:
        connection.execute("SELECT day FROM days FOR NO KEY UPDATE")  # which keeps nobody from referring to it
        begins = asyncio.create_task(stores[0].matches.begin(None, new, NOW))
        await until_they_wait(databases(), begins)
    await begins
    with pytest.raises(TriedAlready):
        await stores[1].matches.begin(None, new, NOW)


async def test_a_refusal_quotes_nothing_that_is_stored(stores: tuple[Store, Store]) -> None:
    """The server's details quote the whole row, and the driver the value: a deck would be in the log."""
    one, _ = stores
    match_id = (await one.matches.begin(None, NEW, NOW)).id
    async with one._database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE acts ADD CONSTRAINT sober CHECK (value <> 'secret card')")
    for act in (NewAct(1, 0, 0, "call", "secret card"), NewAct(1, 2**70, 0, "call", "secret card")):
        with pytest.raises((Conflict, StoreUnavailable)) as found:
            await one.matches.append(match_id, [act], NOW)
        told: BaseException | None = found.value
        while told is not None:
            assert "secret" not in str(told)
            assert str(2**70) not in str(told)
            told = told.__cause__ or (None if told.__suppress_context__ else told.__context__)


async def test_a_lease_changes_hands_only_between_writes_and_is_renewed_beside_them(
    stores: tuple[Store, Store], databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is being written when another process takes over is whole before that one reads anything."""
    one, two = stores
    await one.lease.take(NOW)
    with pytest.raises(LeaseHeld) as found:
        await two.lease.take(NOW)
    match_id = (await one.matches.begin(None, NEW, NOW)).id
    held = Held(monkeypatch)
    clock = Clock.start(timedelta(hours=1), 0)
    act = asyncio.create_task(one.matches.append(match_id, [NewAct(1, 0, 0, "call", "1S")], NOW, clock=clock))
    await held.reached.wait()
    takes = asyncio.create_task(two.lease.take(NOW, abandoned=found.value.held))
    await until_they_wait(databases(), takes)
    held.goes_on.set()
    await act
    await takes
    with pytest.raises(LeaseLost):
        await one.matches.append(match_id, [NewAct(2, 0, 1, "call", "Pass")], NOW)
    stored = await two.matches.load(match_id)
    assert stored is not None
    assert [act.number for act in stored.acts] == [1]


async def test_a_lease_is_renewed_while_acts_are_on_their_way(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a busy bot would lose it."""
    store = stores[0]
    await store.lease.take(NOW)
    match_id = (await store.matches.begin(None, NEW, NOW)).id
    held = Held(monkeypatch)
    clock = Clock.start(timedelta(hours=1), 0)
    act = asyncio.create_task(store.matches.append(match_id, [NewAct(1, 0, 0, "call", "1S")], NOW, clock=clock))
    await held.reached.wait()
    await store.lease.renew(NOW)
    held.goes_on.set()
    await act


ALONE: dict[Lock, Callable[[Store], Coroutine[Any, Any, object]]] = {
    Lock.PING: lambda store: store.challenges.add(
        NewChallenge(1, 2, Person(1, "Ann"), Person(2, "Bob")), NOW, NOW + timedelta(hours=1)
    ),
    Lock.SOLO: lambda store: store.solos.offer(1, "novice", 6, NOW),
    Lock.PERSON: lambda store: store.persons.change(1, is_challengeable=False),
}


@pytest.mark.parametrize("lock", ALONE)
async def test_what_has_no_row_yet_is_done_one_after_the_other(
    stores: tuple[Store, Store], databases: Databases, lock: Lock
) -> None:
    with beside(databases()) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(?, ?)", lock.numbers(1))
        waits = asyncio.create_task(ALONE[lock](stores[0]))
        await until_they_wait(databases(), waits)
    await waits


async def test_watchers_of_a_match_come_one_after_the_other(stores: tuple[Store, Store], databases: Databases) -> None:
    match_id = (await stores[0].matches.begin(None, NEW, NOW)).id
    with beside(databases()) as connection:
        connection.execute("SELECT id FROM matches FOR KEY SHARE")
        waits = asyncio.create_task(stores[0].watchers.follow(match_id, 7, 0, 1))
        await until_they_wait(databases(), waits)
    assert await waits == "now"


async def test_a_server_s_clocks_are_changed_after_the_act_that_is_on_its_way(
    stores: tuple[Store, Store], databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the clock of that act would undo the change, or the change the act's."""
    one, two = stores
    match_id = (await one.matches.begin(None, NEW, NOW)).id
    held = Held(monkeypatch)
    clock = Clock.start(timedelta(hours=1), 0)
    act = asyncio.create_task(one.matches.append(match_id, [NewAct(1, 0, 0, "call", "1S")], NOW, clock=clock))
    await held.reached.wait()
    changes = asyncio.create_task(two.clocks.change_in(1, lambda clock: clock.stopped(5)))
    await until_they_wait(databases(), changes)
    held.goes_on.set()
    await act
    assert await changes == [match_id]
    stored = await two.matches.load(match_id)
    assert stored is not None
    assert stored.clock is not None
    assert stored.clock.stopped_at == 5


async def test_what_is_read_is_of_one_moment(stores: tuple[Store, Store]) -> None:
    """A match that is loaded while an act goes on and a deal begins is as it was before, or after."""
    one, two = stores
    match_id = (await one.matches.begin(None, NEW, NOW)).id
    async with two._database.read() as connection:
        deals = sa.select(sa.func.count()).select_from(schema.deals)
        acts = sa.select(sa.func.count()).select_from(schema.acts)
        before = await connection.scalar(deals)
        await one.matches.append(match_id, [NewAct(1, 0, 0, "call", "1S")], NOW, next_deal=NewDeal(0, "deck"))
        assert (before, await connection.scalar(acts)) == (1, 0)
    async with two._database.read() as connection:
        assert (await connection.scalar(deals), await connection.scalar(acts)) == (2, 1)


async def test_two_ends_at_once_are_one(stores: tuple[Store, Store]) -> None:
    """Neither waits for the other's row while it holds its own."""
    for _ in range(ROUNDS * 5):
        match_id = (await stores[0].matches.begin(None, NEW, NOW)).id
        act, ending = NewAct(1, 0, 0, "resign", ""), Ending("resigned", 0, 1, (0, 0), 0)
        both = (store.matches.append(match_id, [act], NOW, ending=ending) for store in stores)
        found = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(one).__name__ for one in found) == ["Conflict", "NoneType"]


async def test_a_name_with_a_sign_that_it_cannot_keep_is_kept_without(stores: tuple[Store, Store]) -> None:
    odd = (Player.of(Person(1, "A\0nn")), Player.of(Person(2, "\0")))
    match_id = (await stores[0].matches.begin(None, replace(NEW, players=odd), NOW)).id
    stored = await stores[1].matches.load(match_id)
    assert stored is not None
    assert [player.name for player in stored.match.players] == ["Ann", ""]
    await stores[0].persons.block(1, 2, "B\0ob", NOW)
    assert [one.name for one in await stores[1].persons.blocked_by(1)] == ["Bob"]


async def test_ids_that_no_column_holds_are_of_no_match(stores: tuple[Store, Store]) -> None:
    """As they come in forged buttons."""
    for match_id in (2**31, 2**40, 2**63 - 1):
        assert await stores[0].matches.load(match_id) is None
        assert await stores[0].challenges.get(match_id) is None
