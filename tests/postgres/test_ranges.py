"""Processes that share the bot by ranges of shards: one holds each, others stand by, who lost one writes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.store import Plan, RangeLost, Ranges, Store
from tests.support.databases import Databases, beside

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLAN = Plan(4, 2)

pytestmark = pytest.mark.usefixtures("postgres")


class Member:
    """One of the processes, as far as the database can tell."""

    def __init__(self, store: Store, ranges: Ranges) -> None:
        self.store, self.ranges = store, ranges
        self.losses = 0
        ranges.session.on_lost = self._lost

    def _lost(self) -> None:
        self.losses += 1

    async def take(self) -> bool:
        return await self.ranges.take(NOW)

    async def write(self) -> None:
        await self.store.meta.set("written", "something")

    @property
    def held(self) -> set[int]:
        return set(self.ranges.held)


class Bot:
    """A database, and processes that share it."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url, self._stack = url, stack

    async def member(self, plan: Plan = PLAN, most: int = 1) -> Member:
        store = await Store.open(self.url)
        ranges = store.share(await store.plans.add(plan), most)
        self._stack.push_async_callback(store.close)
        self._stack.push_async_callback(ranges.session.close)
        await ranges.stand_by()
        return Member(store, ranges)

    def rows(self, statement: str = "SELECT * FROM shard_lease ORDER BY range") -> list[dict[str, Any]]:
        with beside(self.url) as connection:
            return connection.rows(statement)

    def change(self, statement: str) -> None:
        with beside(self.url) as connection:
            connection.execute(statement)


@pytest.fixture
async def bot(databases: Databases) -> AsyncIterator[Bot]:
    async with AsyncExitStack() as stack:
        yield Bot(databases(), stack)


async def until(condition: Any) -> None:
    """Wait for what is to become true."""
    async with asyncio.timeout(20):
        while not (found := condition()) or (asyncio.iscoroutine(found) and not await found):
            await asyncio.sleep(0.02)


async def test_each_range_has_one_holder_and_more_stand_by(bot: Bot) -> None:
    members = [await bot.member() for _ in range(5)]
    for _ in range(3):
        await asyncio.gather(*(one.take() for one in members if not one.held))
    assert sorted(sorted(one.held) for one in members) == [[], [], [], [0], [1]]
    (first,) = (one for one in members if one.held == {0})
    (second,) = (one for one in members if one.held == {1})
    assert first.ranges.shards == [0, 1]
    assert second.ranges.shards == [2, 3]
    _, standing_by = await first.store.plans.holders(PLAN)
    assert standing_by == 3
    await first.write()
    await second.write()
    for one in members:
        if not one.held:
            with pytest.raises(RangeLost):
                await one.write()
