"""Where a match can be, and what becomes of it when its place is gone, closed or lost for a while."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult
from simcord.backend import serializers
from simcord.gateway import FakeGateway

from bot.catch_up import CatchUp
from bridgette import How
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club
from .scene import Scene, plain_deal, public, rows, start

NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12


def thread(world: World, parent: ChannelHandle, kind: int, *members: str) -> ChannelHandle:
    """A thread that a member has opened, with the bot and these people in it."""
    backend = world.env.backend
    made = backend.create_thread(parent.id, "game", world["carol"].id, type=kind)
    for user_id in (backend.bot_user.id, *(world[name].id for name in members)):
        backend.add_thread_member(made.id, user_id)
    return ChannelHandle(world.env, world.guild, made)


def forum_post(world: World) -> ChannelHandle:
    """A post in a forum: a thread whose parent takes no messages."""
    return thread(world, world.guild.create_forum_channel("games"), PUBLIC_THREAD)


PLACES: dict[str, Callable[[World], ChannelHandle]] = {
    "text": lambda world: world.channel,
    "announcement": lambda world: world.guild.create_news_channel("news"),
    "voice chat": lambda world: world.guild.create_voice_channel("talk"),
    "stage chat": lambda world: world.guild.create_stage_channel("stage"),
    "public thread": lambda world: thread(world, world.channel, PUBLIC_THREAD),
    "private thread": lambda world: thread(world, world.channel, PRIVATE_THREAD, "alice", "bob", "carol"),
    "forum post": forum_post,
}


@pytest.mark.parametrize("place", PLACES)
async def test_a_match_is_begun_and_goes_on(place: str, new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        await world.settle()
        scene = await start(world, channel=PLACES[place](world))
        await scene.open_panels()
        await scene.discard(0)
        await scene.discard(1)
        await scene.press(0, Verb.CALL, "1S")
        await scene.press(1, Verb.CALL, "Pass")
        await world.restart()
        await scene.press(1, Verb.PLAY, "DQ")
        assert "♦︎Q" in scene.table().text
        await scene.until(lambda match: len(match.deals) == 2)
        await scene.tell()
        assert " · totals: " in world.reads(world["carol"], scene.channel)
        await world["bob"].slash(scene.channel, "bridgette resign")
        world.assert_answered(await world.press(world["bob"], "Resign the match", channel=scene.channel))
        assert world.find(world["carol"], "Rematch", channel=scene.channel)
        assert len(rows(world)["results"]) == 1


async def test_a_busy_announcement_channel_is_asked_for_a_thread_of_its_kind(world: Club) -> None:
    """The request alone: SimCord tells of such a thread in a way that discord.py cannot read."""
    news = world.guild.create_news_channel("news")
    await start(world, channel=news)
    world.assert_answered(await world["carol"].slash(news, "bridgette challenge"))
    world.env.inject_error("POST", f"/channels/{news.id}/threads", status=403, code=50013)
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", channel=news))
    (asked,) = [one for one in world.env.http_requests if one.path == f"/channels/{news.id}/threads"]
    assert asked.json["type"] == NEWS_THREAD


# ------------------------------------------------------------------------ the place is gone


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match before its first lead, in which bob (seat 1) leads."""
    async with new_world(below=plain_deal()) as world:
        yield await begun(world)


async def begun(world: World, channel: ChannelHandle | None = None) -> Scene:
    scene = await start(world, channel=channel)
    await scene.to_play()
    await scene.show()
    return scene


async def is_void(scene: Scene, since: int) -> None:
    """Void, counted nowhere, its players free at once, and nothing more is sent there."""
    world = scene.world
    ended = (await scene.match()).ended
    assert ended is not None
    assert ended.how is How.VOID
    stored = rows(world)
    assert not stored["results"]
    assert not stored["standings"]
    assert scene.core.games.held == ()
    assert (await scene.core.games.of_player(scene.players[0].id, scene.world.guild.id)).games == []
    await world.advance(20 * 60)
    await world.restart()
    sent = [one.path for one in world.env.http_requests[since:] if str(scene.channel.id) in one.path]
    assert not sent, "nothing is sent there"
    webhooks = [one.path for one in world.env.http_requests[since:] if one.path.startswith("/webhooks/")]
    assert not webhooks, "nor to panels"


async def test_the_channel_is_deleted(scene: Scene) -> None:
    world = scene.world
    world.assert_answered(await world["carol"].slash(world.channels["lounge"], "bridgette challenge"))
    since = len(world.env.http_requests)
    world.env.backend.delete_channel(scene.channel.id)
    world.env.backend.delete_channel(world.channels["lounge"].id)
    await world.settle()
    assert {row[10] for row in rows(world)["challenges"]} == {"accepted", "expired"}
    await is_void(scene, since)
    assert not [one for one in world.env.http_requests[since:] if str(world.channels["lounge"].id) in one.path]
    elsewhere = world.guild.create_text_channel("elsewhere")
    again = await start(world, channel=elsewhere)
    assert again.tables()
    board = world.assert_answered(await world["alice"].slash(elsewhere, "bridgette stats"))
    assert "has not finished a match" in world.answer(board)


@pytest.mark.parametrize("whole", [False, True], ids=["thread", "its parent"])
async def test_the_thread_is_deleted(whole: bool, new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        parent = world.guild.create_text_channel("parent")
        scene = await begun(world, thread(world, parent, PUBLIC_THREAD))
        since = len(world.env.http_requests)
        world.env.backend.delete_channel(parent.id if whole else scene.channel.id)
        await world.settle()
        await is_void(scene, since)


async def test_a_place_found_to_be_unknown(scene: Scene) -> None:
    """Of a channel that was deleted while the bot was off no event comes: the first request tells."""
    world = scene.world
    await world.client.close()
    world.env.backend.delete_channel(scene.channel.id)
    await world.restart()
    ended = (await scene.match()).ended
    assert ended is not None
    assert ended.how is How.VOID
    since = len(world.env.http_requests)
    await is_void(scene, since)


async def is_suspended(scene: Scene, since: int) -> None:
    """Neither void nor going on: nothing is sent there, also not by another start, and nobody has won or lost."""
    world = scene.world
    await world.advance(20 * 60)
    await world.restart()
    assert (await scene.match()).ended is None
    assert await scene.core.store.matches.open_places() == [], "it waits"
    sent = [one.path for one in world.env.http_requests[since:] if str(scene.channel.id) in one.path]
    assert not sent, "nothing is sent there"


class Invitation:
    """The bot is removed from its server, and invited again."""

    def __init__(self, world: Any) -> None:
        self.world, backend = world, world.env.backend
        self.guild = backend.get_guild(world.guild.id)
        self.channels, self.messages = dict(backend.channels), dict(backend.messages)

    def remove(self) -> None:
        self.world.env.backend.remove_guild(self.guild.id)

    def restore(self) -> None:
        """Put the server back; of this no event comes."""
        backend = self.world.env.backend
        backend.guilds[self.guild.id] = self.guild
        backend.channels.update(self.channels)
        backend.messages.update(self.messages)

    async def invite(self) -> None:
        self.restore()
        backend = self.world.env.backend
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, self.guild))
        await self.world.settle()


@pytest.mark.parametrize("is_off", [False, True], ids=["is there", "is off"])
async def test_the_bot_is_removed_and_invited_again(scene: Scene, is_off: bool) -> None:
    """Of a removal while the bot is off no event comes: its absence proves nothing, so the server is asked for."""
    world, invitation = scene.world, Invitation(scene.world)
    await scene.plays("DQ")  # saved just before, and not told
    since = len(world.env.http_requests)
    if is_off:
        await world.client.close()
    invitation.remove()
    if is_off:
        await world.restart()
    await world.settle()
    await is_suspended(scene, since)
    await invitation.invite()
    assert "♦︎Q" in scene.table().text, "it goes on where it was"
    await scene.open_panels()
    await scene.press(0, Verb.PLAY, "DA")
    assert (await scene.match()).deals[-1].play.won == (1, 0)  # type: ignore[union-attr]


async def test_a_server_left_for_thirty_days_by_discords_own_clock(scene: Scene) -> None:
    """A jump of the host's clock ends no match; a month at Discord does."""
    world, invitation = scene.world, Invitation(scene.world)
    invitation.remove()
    await world.settle()
    core = scene.core
    month = timedelta(days=31)
    jumped = replace(core, clock=lambda: world.now() + month)
    catch_up = CatchUp(jumped)
    await catch_up.go_round()
    assert (await scene.match()).ended is None, "the host's clock is a month ahead"
    core.latency.heard(world.now() + timedelta(days=29), world.now())
    await catch_up.go_round()
    assert (await scene.match()).ended is None
    core.latency.heard(world.now() + month, world.now())
    await catch_up.go_round()
    ended = (await scene.match()).ended
    assert ended is not None
    assert ended.how is How.VOID
    assert not rows(world)["results"]


@pytest.mark.parametrize("code", [500, 401])
async def test_a_server_that_is_missing_at_the_start_is_no_removal(scene: Scene, code: int) -> None:
    """READY without a server, as a start with a wrong token brings, and Discord does not say that it was left."""
    world, invitation = scene.world, Invitation(scene.world)
    await world.client.close()
    invitation.remove()
    world.env.inject_error("GET", f"/guilds/{world.guild.id}", status=code, times=None)
    await world.restart()
    assert (await scene.match()).ended is None
    assert len(await scene.core.store.matches.open_places()) == 1, "not even suspended"


# ----------------------------------------------------------------- lost for a while, or closed


async def test_an_outage_of_the_server_ends_nothing(scene: Scene) -> None:
    world = scene.world
    async with world.outage():
        await scene.plays("DQ")  # saved just before, and not told
        await world.advance(10 * 60)
        assert (await scene.match()).ended is None
    await world.settle()
    assert (await scene.match()).ended is None
    await scene.open_panels()
    await scene.press(0, Verb.PLAY, "DK")
    assert "♦︎K" in scene.table().text


async def test_a_start_while_the_server_has_an_outage(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """READY names the server as unavailable, and it does not come: no removal."""
    world, backend = scene.world, scene.world.env.backend
    await world.client.close()
    feed = FakeGateway.feed

    def without_servers(gateway: FakeGateway, event: str, payload: Any) -> None:
        if event == "READY":
            payload = payload | {"guilds": [{"id": str(world.guild.id), "unavailable": True}]}
        if event != "GUILD_CREATE":
            feed(gateway, event, payload)

    with monkeypatch.context() as patched:
        patched.setattr(FakeGateway, "feed", without_servers)
        await world.restart()
    known = world.client.get_guild(world.guild.id)
    assert known is not None
    assert known.unavailable
    assert (await scene.match()).ended is None
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(world.guild.id)))
    await world.settle()
    await scene.press(1, Verb.PLAY, "DQ")
    assert "♦︎Q" in scene.table().text


@pytest.mark.parametrize("code", [50083, 50001, 50013], ids=["archived or locked", "no access", "no permission"])
async def test_a_place_that_is_closed_for_a_while(code: int, new_world: Any) -> None:
    """Acts are saved and panels show them; the table is right again with the first act after."""
    async with new_world(below=plain_deal()) as world:
        scene = await begun(world, thread(world, world.channel, PUBLIC_THREAD))
        path = f"/channels/{scene.channel.id}/messages*"
        world.env.inject_error("*", path, status=400 if code == 50083 else 403, code=code, times=None)
        await scene.press(1, Verb.PLAY, "DQ")
        assert "♦︎Q" in scene.panel(0).text
        assert "♦︎Q" not in scene.table().text
        await world.advance(10 * 60)
        assert (await scene.match()).ended is None
        world.env.backend.faults.clear()
        await scene.open_panels()
        await scene.press(0, Verb.PLAY, "DK")
        assert "♦︎K" in scene.table().text
        assert len(scene.tables()) == 1


async def test_the_table_is_deleted_in_the_middle(scene: Scene) -> None:
    world, old = scene.world, scene.table()
    world.env.backend.delete_message(scene.channel.id, old.id)
    await world.settle()
    await scene.press(1, Verb.PLAY, "DQ")
    new = scene.table()
    assert new.id != old.id
    await scene.press(0, Verb.PLAY, "DK")
    assert scene.table().id == new.id, "the new one's id is kept, and it is edited"
    assert "♦︎K" in scene.table().text


# ------------------------------------------------------------------------ missing permissions


def without(permission: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """What Discord sends when the bot lacks a permission where the interaction is."""
    bit = discord.Permissions(**{permission: True}).value

    def change(payload: dict[str, Any]) -> dict[str, Any]:
        return payload | {"app_permissions": str(int(payload["app_permissions"]) & ~bit)}

    return change


NAMES = {"view_channel": "View Channel", "send_messages": "Send Messages", "attach_files": "Attach Files"}


def is_told(world: World, result: InteractionResult, name: str) -> None:
    world.assert_answered(result, contains=f"I lack the permission “{name}”")
    assert result.ephemeral
    assert world.answer(result).strip().count("\n") == 0, "one sentence"


@pytest.mark.parametrize("permission", NAMES)
async def test_a_missing_permission_is_named_before_a_match_begins(permission: str, world: Club) -> None:
    alice, bob = world["alice"], world["bob"]
    result = await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    offer = world.find(bob, "Accept")
    before = public(world)
    with world.rewriting(without(permission)):
        is_told(world, await world.press(bob, "Accept", on=offer), NAMES[permission])
        is_told(world, await alice.slash(world.channel, "bridgette challenge"), NAMES[permission])
    world.assert_answered(result)
    assert not rows(world)["matches"]
    assert public(world) == before, "the challenge stays open"
    assert world.look(offer).button("Accept")
    world.assert_answered(await world.press(bob, "Accept", on=offer), contains="accepted")


async def test_a_missing_permission_is_named_on_joining_for_a_rematch_and_for_a_table(world: Club) -> None:
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge"))
    with world.rewriting(without("send_messages")):
        is_told(world, await world.press(world["carol"], "Join"), "Send Messages")
    world.assert_answered(await world.press(world["alice"], "Withdraw"))
    scene = await start(world)
    with world.rewriting(without("send_messages")):
        is_told(world, await world["alice"].slash(scene.channel, "bridgette table"), "Send Messages")
    await scene.until(lambda match: match.is_under_way)
    await scene.resign(world["alice"])
    await scene.tell()
    with world.rewriting(without("attach_files")):
        is_told(world, await world.press(world["bob"], "Rematch"), "Attach Files")


async def test_a_missing_permission_in_a_thread(world: Club) -> None:
    where = thread(world, world.channel, PUBLIC_THREAD)
    with world.rewriting(without("send_messages_in_threads")):
        is_told(world, await world["alice"].slash(where, "bridgette challenge"), "Send Messages in Threads")
    with world.rewriting(without("send_messages")):
        world.assert_answered(await world["alice"].slash(where, "bridgette challenge"), contains="alice")
