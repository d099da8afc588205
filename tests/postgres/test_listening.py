"""A process that is to take over: it listens as long as it is connected, and only then the old one lets go."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.host.shards import Shared
from bot.store import Plan, Store
from bot.tenure import SharedTenure
from tests.postgres.test_ranges import NOW, Bot, bot, until

__all__ = ["bot"]

pytestmark = pytest.mark.usefixtures("postgres")


class Client:
    """What a bot's client has that its tenure asks, without Discord."""

    def __init__(self) -> None:
        self.budget = SimpleNamespace(divide=lambda *_: None)
        self.http = SimpleNamespace(get_bot_gateway=self._gateway)
        self.gate = SimpleNamespace(listen=lambda: None, lately=lambda: ())
        self.is_connected = False
        self.has_taken_over = asyncio.Event()

    async def _gateway(self) -> tuple[int, str, dict[str, int]]:
        return 1, "", {"max_concurrency": 1, "remaining": 1000, "reset_after": 0}

    async def take_over(self, _taken: Any) -> None:
        self.has_taken_over.set()

    def lost(self, error: object = None) -> None:
        raise AssertionError(error)


async def test_who_has_lost_its_connection_does_not_listen(bot: Bot) -> None:
    old = await bot.member(Plan(1, 1))
    assert await old.take()
    store = await Store.open(bot.url)
    client, tenure = Client(), SharedTenure(Shared(None, 1, 60.0))
    beginning = asyncio.ensure_future(tenure.begin(client, store, lambda: NOW))  # type: ignore[arg-type]
    await until(old.ranges.announce)
    await beginning
    tenure.opened(client, lambda: NOW)  # type: ignore[arg-type]
    assert tenure.others_answer

    async def looks() -> int:
        """How often it has said in the database whether it listens."""
        return int(bot.rows("SELECT heir_until FROM shard_lease")[0]["heir_until"])

    async def goes_on() -> None:
        before = await looks()

        async def is_later() -> bool:
            return await looks() > before

        for _ in range(2):  # the first may have been under way
            await until(is_later)
            before = await looks()

    await goes_on()
    assert not await old.ranges.is_heard(), "it is not connected yet"
    tenure.is_ready()
    client.is_connected = True
    await until(old.ranges.is_heard)
    client.is_connected = False
    await goes_on()
    assert not await old.ranges.is_heard(), "it is not connected any more"
    client.is_connected = True
    await until(old.ranges.is_heard)
    await old.ranges.drop()
    await asyncio.wait_for(client.has_taken_over.wait(), 20)
    assert not tenure.others_answer
    await tenure.hand_over()
    await store.close()
