"""A channel that hangs, or waits for a rate limit, delays no other one; and nobody waits for a table.

Here discord.py's own client talks to a small server, which can keep it waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest

from bot import catch_up
from bot.discord import panels
from bot.discord.reply import Reply
from bot.games import Agreement
from bot.store import NewChallenge, Person, Place, Player
from tests.bot.conftest import error_log
from tests.support.discord_http import EDIT, GUILD, PEOPLE, Fault, Table, table

__all__ = ["error_log", "table"]

SLOW = tuple(range(100, 101 + catch_up.AT_ONCE))
"""Channels that keep the bot waiting: more than are looked at together."""

FREE = 200
SOON = 5
"""Seconds after which a test gives up what should not have been waited for."""


@asynccontextmanager
async def hanging(table: Table, *channels: int) -> AsyncIterator[None]:
    """These channels give no answer."""
    held = [table.server.fail(rf"^\w+ /channels/{one}(/|$)", held=True, times=99) for one in channels]
    yield
    for one in held:
        one.released.set()
        one.times = 0
    await table.quiet()


@asynccontextmanager
async def limited(table: Table, *channels: int) -> AsyncIterator[None]:
    """These channels ask to wait, and discord.py waits: for as long as this lasts."""
    gate, real = asyncio.Event(), table.quick.sleep

    async def sleep(seconds: float) -> None:
        if seconds:
            await gate.wait()
        await real(seconds)

    table.quick.sleep = sleep  # type: ignore[method-assign]
    for one in channels:
        for method in ("GET", "POST", "PATCH"):
            table.server.fail(rf"^{method} /channels/{one}(/|$)", 429)
    yield
    gate.set()
    await table.quiet()


waits = pytest.mark.parametrize("wait", [hanging, limited], ids=["hangs", "rate limit"])
Wait = Callable[..., Any]


async def reached(fault: Fault) -> None:
    await asyncio.wait_for(fault.reached.wait(), SOON)


async def begun(table: Table, *channels: int) -> list[int]:
    """Matches before their second trick, with live panels, whose next leader is seat 0."""
    found = []
    for channel in channels:
        match_id = await table.begin(channel)
        await table.click(match_id, "DQ")
        await table.click(match_id, "DK")
        found.append(match_id)
    return found


@waits
async def test_channels_that_keep_the_start_waiting_delay_no_other_match(
    wait: Wait, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than are looked at together, and all of them before the one that can be told at once."""
    monkeypatch.setattr(catch_up, "PATIENCE", 0.01)
    *slow, free = await begun(table, *SLOW, FREE)
    for match_id in (*slow, free):
        await table.act(match_id, "SA")
    async with wait(table, *SLOW):
        told = table.server.watch(f"^PATCH /channels/{FREE}/")
        assert table.client._catch_up is not None
        await asyncio.wait_for(table.client._catch_up.start(), SOON)
        await reached(told)
        await asyncio.wait_for(table.quiet(free), SOON)
        assert await table.is_right(free)
        stale = [table.server.table(channel) for channel in SLOW]
        assert all("Trick 3" not in one for one in stale)
        assert any(one in table.publisher._runs for one in slow), "they still wait"
    for match_id in slow:
        assert await table.is_right(match_id)


@waits
async def test_a_channel_that_keeps_the_bot_waiting_delays_no_other_table_panel_or_act(
    wait: Wait, table: Table
) -> None:
    slow, free = await begun(table, SLOW[0], FREE)
    async with wait(table, SLOW[0]):
        for match_id in (slow, free):
            panel = table.server.watch("^PATCH /webhooks/")
            answers = len(table.server.answers)
            await asyncio.wait_for(table.click(match_id, "SA", waits=False), SOON)
            assert len(table.server.answers) == answers + 1, "whoever acted is answered"
            await reached(panel)
        await asyncio.wait_for(table.quiet(free), SOON)
        assert await table.is_right(free)
        assert slow in table.publisher._runs
        await asyncio.wait_for(table.click(slow, "ST", waits=False), SOON)
        await asyncio.wait_for(table.click(free, "ST"), SOON)
        assert await table.is_right(free)
        assert slow in table.publisher._runs
    assert await table.is_right(slow)


@waits
async def test_first_panels_come_without_the_table_that_keeps_them_waiting(
    wait: Wait, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a moment, both of them; and once the table stands, no second ones."""
    monkeypatch.setattr(panels, "FOR_TABLE", 0.05)
    core, channel = table.client.app.core, SLOW[0]
    players = (Player.of(Person(PEOPLE[0], "alice")), Player.of(Person(PEOPLE[1], "bob")))
    async with wait(table, channel):
        core.panels.remember(Reply(table.interaction(0, "b1:hand:0:0:", channel), core.sender))
        game = await core.games.begin(Agreement(players, Place(GUILD, channel)), table.now)
        core.panels.expect(Reply(table.interaction(1, "b1:hand:0:0:", channel), core.sender), game, 1)
        core.panels.answered(game)
        await reached(table.server.watch("^POST /webhooks/"))
        await reached(table.server.watch("^POST /webhooks/"))
        assert str(table.server.asked("^POST /webhooks/")).count("to discard") == 2
        assert game.shown.table is None, "it still waits"
    await table.quiet()
    assert "Up-card" in table.server.table(channel)
    assert len(table.server.asked("^POST /webhooks/")) == 2


@waits
async def test_the_opponents_panel_does_not_wait_for_the_table(wait: Wait, table: Table) -> None:
    """The panel of the very match whose table waits shows the card."""
    (match_id,) = await begun(table, SLOW[0])
    async with wait(table, SLOW[0]):
        edited = len(table.server.asked(EDIT))
        panel = table.server.watch("^PATCH /webhooks/")
        await asyncio.wait_for(table.click(match_id, "SA", waits=False), SOON)
        await reached(panel)
        assert "♠︎A" in str(table.server.asked("^PATCH /webhooks/")[-1])
        assert match_id in table.publisher._runs
        assert len(table.server.asked(EDIT)) <= edited + 1
    assert await table.is_right(match_id)


@waits
async def test_a_channel_that_keeps_the_bot_waiting_delays_no_other_reminder_or_expiry(
    wait: Wait, table: Table
) -> None:
    """Rounds go on: challenges of other channels expire, and other players are told that it is their turn."""
    slow, free = await begun(table, SLOW[0], FREE)
    challenges = table.client.app.core.store.challenges
    for number, channel in enumerate((SLOW[0], FREE)):
        message = 5000 + number
        table.server.messages[message] = {"id": message, "channel": channel, "components": []}
        made = await challenges.add(
            NewChallenge(GUILD, channel, Person(99, "x"), None), table.now, table.now + timedelta(minutes=3)
        )
        await challenges.set_message(made.id, message)
    async with wait(table, SLOW[0]):
        table.now += timedelta(minutes=6)
        reminder = table.server.watch(f"^POST /channels/{FREE}/messages$")
        expiry = table.server.watch(f"^PATCH /channels/{FREE}/messages/5001$")
        await asyncio.wait_for(table.go_round(), SOON)
        await reached(reminder)
        await reached(expiry)
        assert f"<@{PEOPLE[0]}>" in str(table.server.asked(f"^POST /channels/{FREE}/messages$")[-1])
        await asyncio.wait_for(table.quiet(free), SOON)
        assert "expired" in str(table.server.messages[5001])
        assert slow in table.publisher._runs
        table.now += timedelta(minutes=1)
        await asyncio.wait_for(table.go_round(), SOON)
        assert len(table.server.asked(r"/messages/5000$")) <= 1, "what waits is not asked once more"
    assert "expired" in str(table.server.messages[5000])
    assert len(table.server.asked(f"^POST /channels/{SLOW[0]}/messages$")) >= 1


@pytest.mark.parametrize("outage", [True, False], ids=["an outage", "no outage"])
async def test_an_unknown_channel_is_not_believed_when_an_outage_began_on_the_way(outage: bool, table: Table) -> None:
    """The edit was sent before the server was lost, and the answer that its channel is unknown comes after."""
    one, other = await begun(table, SLOW[0], FREE)
    edit = table.server.fail(f"^(PATCH|POST) /channels/{SLOW[0]}/", 404, 2, arrives=False, held=True, code=10003)
    await table.click(one, "SA", waits=False)
    await reached(edit)
    guild = table.client.get_guild(GUILD)
    assert guild is not None
    guild.unavailable = outage
    edit.released.set()
    await table.quiet()
    assert (await table.game(one)).is_open is outage, "with the server there it is believed"
    guild.unavailable = False
    if outage:
        await table.client.on_guild_available(guild)
        await table.client.app.access_changed(GUILD)
        await table.quiet()
        assert await table.is_right(one)
        await table.click(one, "ST")
        assert await table.is_right(one)
    await table.click(other, "SA")
    assert await table.is_right(other)
