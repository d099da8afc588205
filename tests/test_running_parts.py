"""The running time of several processes, and what is kept of games while others commit in them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games.memory import Memory
from bot.running import KEY, RunningTime
from bot.store import Store
from bot.store.lease import Lease

WALL = datetime(2026, 3, 1, 12, tzinfo=UTC)
PART = "0/2/4"


class Part(Lease):
    """The lease of a process that serves a part of the servers."""

    is_shared = True
    parts = (PART,)


@pytest.fixture
async def store(tmp_path: Any) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path / 'x.db'}")
    store.lease = Part(store._database)
    yield store
    await store.close()


async def test_who_heard_nothing_for_long_gives_its_clocks_back_what_they_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady, given, doubts = [0.0], [], []
    give_back = store.clocks.give_back

    async def note(lost: int, part: str, key: str, until: str) -> None:
        given.append((lost, part))
        await give_back(lost, part, key, until)

    monkeypatch.setattr(store.clocks, "give_back", note)
    running = RunningTime(lambda: steady[0])
    await running.resume(store)
    await running.beat(store, WALL)
    assert await store.meta.get(f"{KEY} {PART}") == await store.meta.get(KEY)
    later = WALL + timedelta(seconds=200)
    moment = (await store.meta.get(KEY) or "").split()[1]
    await store.meta.set(KEY, f"200000 {int(moment) + 200000}")  # by the beats of the others
    steady[0] = 200.0
    await running.beat(store, later, lambda: doubts.append(True))
    assert given == [(200000, PART)]
    assert doubts == [True]
    assert running.now == 200000
    await running.beat(store, later, lambda: doubts.append(True))
    assert given == [(200000, PART)], "once"


def game(number: int) -> Any:
    return SimpleNamespace(id=1, number=number, is_open=True, place=SimpleNamespace(guild_id=7))


def test_what_was_read_before_somebody_else_committed_is_not_trusted() -> None:
    memory = Memory(lambda _: True)
    before = memory.doubts
    memory.doubt(1)  # the news of it come while it is read
    memory.keep(game(3), before)
    assert memory.current(1) is None
    memory.keep(game(4), memory.doubts)
    assert memory.current(1).number == 4  # type: ignore[union-attr]


def test_what_is_only_seen_stays_known_and_is_never_the_truth() -> None:
    memory = Memory(lambda _: False)
    assert not memory.keep(game(3), memory.doubts)
    memory.doubt(1)
    assert memory.current(1) is None
    assert memory.last_seen(1).number == 3  # type: ignore[union-attr]
    assert memory.keep(game(4), memory.doubts)
