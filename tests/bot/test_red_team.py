"""What was found by trying to lose, or to block, a match by its clock; and to have a text say what is not so."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from bot.clock import Clock, Stage
from bot.games.asides import OfferStop
from bot.ids import ComponentId
from bot.preferences import ServerSettings
from bot.screens.message import PHONE, Button, width
from bot.store import StoreUnavailable
from bot.store.clocks import Clocks
from bot.store.matches import Matches
from bot.texts import ENGLISH

from .conftest import ErrorLog, NewWorld
from .house import managers, open_panel, stored
from .scene import Scene, core_of, enabled, plain_deals, start
from .test_clocks import (
    FIVE,
    HALF,
    WHOLE,
    changed,
    chosen,
    clock_of,
    countdowns,
    moment,
    named_rows,
    restarted_after,
    run_out,
    running,
    under_way,
)
from .test_direct_notices import asks_for, letters
from .test_places import Invitation

ACTION_ROW = 1


@pytest.fixture
async def scene(new_world: NewWorld) -> AsyncIterator[Scene]:
    """A match on a server with a clock of five minutes, in the exchange of the first deal."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        await chosen(world)
        yield await start(world)


def spoil_clock(scene: Scene) -> None:
    """The row of the match's clock is damaged."""
    client: Any = scene.world.client
    path = client._settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE clocks SET stage = 'nonsense' WHERE match_id = ?", (scene.id,))


# ---------------------------------------------------------------------- lost, or stuck


async def test_a_late_reminder_leaves_half_of_the_clock_after_a_restart_too(scene: Scene) -> None:
    """What Discord does not answer is asked again a minute later: that pause is no half time."""
    world: Any = scene.world
    await under_way(scene)
    world.env.inject_error("GET", "/guilds/*/members/*", status=500, times=None)
    await world.advance(WHOLE - 20)
    await world.restart(crash=True)
    world.env.backend.faults.clear()
    await world.advance(70)
    clock = await clock_of(scene)
    assert clock.stage is Stage.REMINDED
    assert (clock.due - running(world)) / 1000 > HALF - 75, "a warning comes before any loss"


async def test_whose_account_discord_does_not_know_is_absent(scene: Scene) -> None:
    """Of such a one Discord says that there is no such user, and not that this is no member; and so for ever."""
    world = scene.world
    await under_way(scene)
    world.env.inject_error("GET", "/guilds/*/members/*", status=404, code=10013, times=None)
    await world.advance(HALF + 5)
    assert enabled(scene.table(), "claim")


async def test_what_stands_before_discord_makes_no_match_void(scene: Scene) -> None:
    """A page that is not found, without Discord's own code, says nothing of the channel."""
    world = scene.world
    await under_way(scene)
    world.env.inject_error("GET", f"/channels/{scene.channel.id}", status=404, code=0, times=None)
    await world.advance(HALF + 5)
    assert (await scene.stored()).ended is None
    world.env.backend.faults.clear()
    await world.advance(70)
    assert (await clock_of(scene)).stage is Stage.REMINDED


async def test_clocks_that_go_off_during_an_act_are_off(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of a match in memory is what its rows say, though an act of it was just being saved."""
    world = scene.world
    await run_out(scene)
    core, real, changing = core_of(world), Matches.append, list[asyncio.Task[None]]()

    async def slow(*arguments: Any, **options: Any) -> None:
        await real(*arguments, **options)
        changing.append(asyncio.create_task(core.servers.changed(world.guild.id)))
        for _ in range(100_000):  # until the rows have changed, and a little longer
            await asyncio.sleep(0)
            if named_rows(world, "clocks")[0]["seconds"] is None:
                break
        for _ in range(50):
            await asyncio.sleep(0)

    monkeypatch.setattr(Matches, "append", slow)
    with world.env._bot_scope():
        await core.store.servers.set(world.guild.id, ServerSettings(clock=None))
        await core.games.do(scene.id, OfferStop(0), world.now())
        await asyncio.gather(*changing)
    await world.settle()
    assert (await clock_of(scene)).length is None
    assert not enabled(scene.table(), "claim")


async def test_one_damaged_clock_keeps_no_other_match_from_going_on(new_world: NewWorld, error_log: ErrorLog) -> None:
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        await chosen(world)
        one = await start(world)
        two = await start(world, "carol", "dave", channel=world.channels["lounge"])
        await under_way(two)
        spoil_clock(one)
        invitation = Invitation(world)
        invitation.remove()
        await world.settle()
        assert (await clock_of(two)).stopped_at is not None
        await invitation.invite()
        assert (await clock_of(two)).stopped_at is None
        await changed(world, None)
        assert (await clock_of(two)).length is None
        assert all("damaged match" in line for line in error_log.take())


async def test_what_is_put_off_is_not_the_clock_of_the_next_decision(scene: Scene) -> None:
    await under_way(scene)
    core, before = core_of(scene.world), await clock_of(scene)
    clocks: Clocks = core.store.clocks
    month = running(scene.world) + 30 * 24 * 3600 * 1000
    await clocks.put_off(scene.id, running(scene.world), month)
    assert await clocks.next(running(scene.world)) == before.next_at


def test_a_clock_that_was_put_off_is_reminded_as_late_as_it_is() -> None:
    clock = Clock.start(FIVE, 0)
    late = clock.later(WHOLE * 1000 - 70_000, timedelta(minutes=1)).reminded(WHOLE * 1000 - 10_000)
    assert late.due == WHOLE * 1000 - 10_000 + HALF * 1000


# ---------------------------------------------------------------------- texts that say what is not so


async def test_a_notice_tells_the_new_moment_after_a_time_out(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    until = world.now() + timedelta(seconds=3 * WHOLE)
    world.env.backend.guilds[world.guild.id].members[scene.players[seat].id].timed_out_until = until.isoformat()
    await world.advance(WHOLE + 2)
    (notice,) = scene.notices(seat)
    assert countdowns(notice) == countdowns(scene.table()) != []
    assert countdowns(notice)[0] > moment(world)


async def test_a_notice_tells_the_new_moment_after_downtime(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    await world.advance(HALF + 5)
    await restarted_after(scene, 3600)
    await world.advance(1)
    (notice,) = scene.notices(seat)
    assert countdowns(notice) == pytest.approx(countdowns(scene.table()), abs=1)
    assert countdowns(notice)[0] > moment(world)


async def test_the_table_tells_the_new_moment_when_the_bot_is_back_on_a_server(scene: Scene) -> None:
    world = scene.world
    await under_way(scene)
    await scene.tell()
    await world.advance(20)
    invitation = Invitation(world)
    invitation.remove()
    await world.settle()
    await world.advance(10 * WHOLE)
    await invitation.invite()
    (due,) = countdowns(scene.table())
    assert due == pytest.approx(moment(world) + ((await clock_of(scene)).due - running(world)) / 1000, abs=5)


# ---------------------------------------------------------------------- messages


async def test_a_reminder_by_direct_message_is_another_one_than_that_of_the_turn(new_world: NewWorld) -> None:
    """Discord takes two messages with one nonce within a few minutes for one."""
    async with new_world(below=plain_deals()) as world:
        await chosen(world, timedelta(hours=1))
        scene = await start(world)
        await asks_for(world, "bob")
        await world.advance(16 * 60)
        await scene.to_play()
        await scene.tell()
        before = len(letters(world))
        await world.advance(31 * 60)
        assert len(letters(world)) == before + 1
        sent = [one.json or {} for one in world.env.http_requests if one.method == "POST"]
        nonces = [nonce for nonce in (str(one.get("nonce", "")) for one in sent) if nonce.startswith("d")]
        assert len(set(nonces)) == len(nonces) == before + 1


async def test_a_choice_that_is_stored_is_not_said_to_have_failed(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever becomes of the clocks of open matches just now."""
    world = scene.world
    managers(world, "carol")
    panel = await open_panel(world, "carol")

    async def fails(*_: Any) -> None:
        raise StoreUnavailable("The database cannot be used now.")

    monkeypatch.setattr(Clocks, "change_in", fails)
    (off,) = [one for one in panel.buttons if one.label == ENGLISH("settings-clock-none")]
    await world["carol"].click(panel.handle, custom_id=off.custom_id)
    assert (await stored(world)).clock is None
    assert ENGLISH("settings-clock-off") in world.look(panel).text


# ---------------------------------------------------------------------- screens


async def test_the_buttons_of_table_and_notice_fit_a_phone(scene: Scene) -> None:
    """With a clock that has run out and a proposal to stop, too."""
    seat = await run_out(scene)
    await scene.do(OfferStop(1 - seat))
    await scene.tell()
    (notice,) = scene.notices(seat)
    assert len(enabled(scene.table(), "claim", "more", "agree", "drop")) == 4
    for message in (scene.table(), notice):
        rows = [
            tuple(Button(one["label"], ComponentId("any")) for one in row) for row in button_rows(message.components)
        ]
        assert rows
        assert all(width(row) <= PHONE for row in rows), rows


def button_rows(parts: Any) -> list[Any]:
    """The rows of buttons among these components, as Discord has them."""
    found = []
    for part in parts:
        inner = part.get("components", [])
        found += [inner] if part["type"] == ACTION_ROW else button_rows(inner)
    return found
