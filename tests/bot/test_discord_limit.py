"""Discord's limit of the whole bot, as discord.py's own client meets it at a server that counts."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.discord.budget import LIMIT, Budget
from tests.support.discord_http import CHANNELS, POST, Limited, Table, always_room, serving, table

__all__ = ["table"]

MANY = 130
"""Posts at once, each in a channel of its own."""


async def post_many(found: Table) -> list[Any]:
    """Whatever became of each."""
    channels = [found.client.get_partial_messageable(number) for number in range(100, 100 + MANY)]
    return await asyncio.gather(*(channel.send("x") for channel in channels), return_exceptions=True)


async def test_no_request_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port_factory: Any
) -> None:
    server, budget = Limited(), Budget()
    async with serving(server, budget, tmp_path, monkeypatch, unused_tcp_port_factory()) as found:
        posted = await post_many(found)
    assert not [one for one in posted if isinstance(one, BaseException)]
    assert len(server.asked(POST)) == MANY
    assert (server.refused, budget.refusals) == (0, {})
    assert server.most < LIMIT


async def test_without_the_budget_they_would_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port_factory: Any
) -> None:
    """The counter-proof; and whatever is refused is counted, what the library repeats by itself too."""
    server, budget = Limited(), always_room()
    async with serving(server, budget, tmp_path, monkeypatch, unused_tcp_port_factory()) as found:
        await post_many(found)
    assert server.refused > 0
    assert budget.refusals == {"global": server.refused}


async def test_answers_wait_for_no_turn(table: Table) -> None:
    """While nothing else goes out, whoever clicks is answered."""
    match_id = await table.begin(CHANNELS[0])
    budget, posts = table.client.app.core.budget, len(table.server.asked(POST))
    moment = budget.now()
    budget.now = lambda: moment
    budget.refused({"X-RateLimit-Global": "true", "Retry-After": "0.1"})
    waiting = asyncio.ensure_future(table.client.get_partial_messageable(CHANNELS[1]).send("x"))
    while not budget.waiting:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    await asyncio.wait_for(table.click(match_id, "DQ", waits=False), 20)
    assert len(table.server.answers) == 1
    assert len(table.server.asked(POST)) == posts
    assert budget.waiting >= 1
    budget.now = count(moment + 10, step=10.0).__next__
    await waiting
    await table.quiet()
    table.publisher.publish_soon(match_id)
    await table.quiet()
    assert await table.is_right(match_id)


async def test_what_the_library_repeats_asks_for_a_turn_each_time(table: Table) -> None:
    budget = table.client.app.core.budget
    asked: list[None] = []
    turn = budget.turn

    async def counted() -> None:
        asked.append(None)
        await turn()

    budget.turn = counted  # type: ignore[method-assign]
    table.server.fail(POST, 429, 2)
    table.server.fail(POST, 500)
    await table.client.get_partial_messageable(CHANNELS[1]).send("x")
    assert len(asked) == 4
    assert budget.refusals == {"unknown": 2}
