"""What Discord refused comes by itself later, and at once when the bot may; and who waits for it knows why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot import scene as scenes
from tests.bot.conftest import Club, error_log, new_world
from tests.bot.scene import Scene, under_way
from tests.bot.test_places import PUBLIC_THREAD, thread
from tests.reliability import several
from tests.reliability.several import ROUND, shows_the_last_state, to
from tests.support.verbs import Verb
from tests.support.wire import Payload
from tests.support.world import World

__all__ = ["error_log", "new_world"]

MINUTE = 60
CODES = {50013: 403, 50001: 403, 50083: 400}
NO_TABLE = "The table could not be posted in this channel"
LIKELY = NO_TABLE + "; I probably lack the permission “Send Messages”"


# ------------------------------------------------------------------------ tried again


class Three:
    """Three matches whose channels refuse everything: one owes a table, one a result, one a notice."""

    def __init__(self, world: Club, table: Scene, result: Scene, notice: Scene) -> None:
        self.world, self.table, self.result, self.notice = world, table, result, notice

    @property
    def all(self) -> list[Scene]:
        return [self.table, self.result, self.notice]

    async def go_wrong(self) -> None:
        """What is owed comes up, and is refused."""
        world = self.world
        await self.table.press(1, Verb.PLAY, "DQ")
        await self.result.until(under_way)
        world.assert_answered(await world["carol"].slash(self.result.channel, "bridgette resign"))
        world.assert_answered(await world.press(world["carol"], "Resign the match", channel=self.result.channel))
        await self.notice.act(1, (await self.notice.match()).deals[-1].legal_cards(1)[0])
        self.notice.core.panels._live.pop((self.notice.id, 0), None)
        await self.notice.tell()
        assert not await self.is_told()

    async def is_told(self) -> bool:
        return self.has_result() and await shows_the_last_state(self.table) and len(self.notice.notices(0)) == 1

    def has_result(self) -> bool:
        return any(one.button("Rematch") for one in self.world.sees(self.world["carol"], self.result.channel))

    def tries(self, since: int) -> list[int]:
        """Requests to each channel since then."""
        return [len(to(self.world, scene, since)) for scene in self.all]


async def three(world: Club) -> Three:
    return Three(world, *await several.in_play(world, 3))


@pytest.mark.parametrize("code", CODES)
async def test_what_a_place_refused_is_tried_again_with_pauses_up_to_an_hour(code: int, new_world: Any) -> None:
    """A table, a result and a notice, each once a pause; when the place takes it again, they come by themselves."""
    async with several.world_of(new_world, 3) as world:
        owed = await three(world)
        world.env.inject_error("*", "/channels/*/messages*", status=CODES[code], code=code, times=None)
        await owed.go_wrong()
        tries = []
        for _ in range(12):
            since = len(world.env.http_requests)
            await world.advance(15 * MINUTE)
            tries.append(owed.tries(since))
        for counts in zip(*tries, strict=True):
            at = [quarter for quarter, count in enumerate(counts) if count]
            assert max(counts) <= 3, "one attempt: an edit, the post in its place, a notice"
            pauses = [later - earlier for earlier, later in pairwise(at)]
            assert at[0] in (1, 2), "half an hour after the first"
            assert len(pauses) >= 2
            assert set(pauses) <= {4, 5}, "then an hour each time, and no longer"
        assert not await owed.is_told()
        world.env.backend.faults.clear()
        await world.advance(65 * MINUTE)
        assert await owed.is_told()
        since = len(world.env.http_requests)
        await world.advance(4 * MINUTE)
        assert owed.tries(since) == [0, 0, 0], "and not again"


def deny(world: World, channel: ChannelHandle, *names: str) -> None:
    """Take permissions from the bot in a channel."""
    bits = discord.Permissions(**dict.fromkeys(names, True)).value
    bot = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(channel.id, Overwrite(bot, OverwriteType.MEMBER, deny=bits))


def allow(world: World, channel: ChannelHandle) -> None:
    """Give them back."""
    world.env.backend.delete_overwrite(channel.id, world.env.backend.bot_user.id)


async def by_channel_update(world: Club) -> None:
    """Its overwrites change, one channel's alone."""
    for channel in world.channels.values():
        world.env.backend.announce_channel_update(channel.id)


async def by_role_update(world: Club) -> None:
    world.env.backend.edit_role(world.guild.id, world.guild.default_role.id, {"mentionable": True})


async def by_member_update(world: Club) -> None:
    """The bot's own roles change, and no role itself."""
    await world.own_member_update()


CHANGES = {one.__name__: one for one in (by_channel_update, by_role_update, by_member_update)}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("change", CHANGES)
async def test_what_a_place_refused_comes_at_once_when_permissions_change(
    change: str, code: int, new_world: Any
) -> None:
    """No time passes: the table, the result and the notice come with the event."""
    async with several.world_of(new_world, 3) as world:
        owed = await three(world)
        world.env.inject_error("*", "/channels/*/messages*", status=CODES[code], code=code, times=None)
        await owed.go_wrong()
        world.env.backend.faults.clear()
        await world.settle()
        assert not await owed.is_told()
        await CHANGES[change](world)
        await world.settle()
        assert await owed.is_told()
        since = len(world.env.http_requests)
        await CHANGES[change](world)
        await world.settle()
        assert owed.tries(since) == [0, 0, 0], "a change with nothing owed sends nothing"


async def test_a_change_that_does_not_help_leaves_the_pauses_as_long_as_they_were(new_world: Any) -> None:
    """Many changes on a server must not become many refused requests an hour."""
    async with several.world_of(new_world, 3) as world:
        owed = await three(world)
        world.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)
        await owed.go_wrong()
        for _ in range(3):
            await by_role_update(world)
            await world.settle()
        since = len(world.env.http_requests)
        await world.advance(25 * MINUTE)
        assert owed.tries(since) == [0, 0, 0]
        world.env.backend.faults.clear()
        await world.advance(10 * MINUTE)
        assert await owed.is_told()


async def test_a_thread_that_is_unlocked_is_caught_up_with_at_once(new_world: Any) -> None:
    """Thread update: the codes of a locked or archived one are injected."""
    async with several.world_of(new_world, 2) as world:
        (other,) = await several.in_play(world, 1)
        where = thread(world, world.channels["lounge"], PUBLIC_THREAD, "carol", "dave")
        await world.settle()
        scene = await scenes.start(world, "carol", "dave", where)
        await scene.to_play()
        await scene.show()
        world.env.backend.edit_channel(where.id, {}, thread_metadata={"locked": True})
        world.env.inject_error("*", f"/channels/{where.id}/messages*", status=400, code=50083, times=None)
        await scene.press(1, Verb.PLAY, str((await scene.match()).deals[-1].legal_cards(1)[0]))
        await other.press(1, Verb.PLAY, "DQ")
        assert await shows_the_last_state(other)
        assert not await shows_the_last_state(scene)
        world.env.backend.faults.clear()
        world.env.backend.edit_channel(where.id, {}, thread_metadata={"locked": False})
        await world.settle()
        assert await shows_the_last_state(scene)


# ------------------------------------------------------------------------ a match without its table


def unaware(payload: Payload) -> Payload:
    """A click that was made just before the bot lost a permission."""
    return payload | {"app_permissions": str(discord.Permissions.all().value)}


async def without_table(world: Club, *denied: str) -> tuple[Scene, Any]:
    """A match that begins while the bot loses its permissions, and the message of its challenge."""
    alice, bob, where = world["alice"], world["bob"], world.channel
    world.assert_answered(await alice.slash(where, "bridgette challenge", opponent=bob))
    offer = world.find(bob, "Accept")
    deny(world, where, *denied)
    await world.settle()
    with world.rewriting(unaware):
        world.assert_answered(await world.press(bob, "Accept", on=offer))
    game = await scenes.core_of(world).games.in_channel(where.id)
    assert game is not None
    return Scene(world, game.id, (alice, bob), where), offer


@pytest.mark.parametrize("way", ["as soon as the bot may post", "with the next act"])
async def test_both_players_are_told_of_a_table_that_is_missing_and_no_longer_once_it_stands(
    way: str, new_world: Any
) -> None:
    """By the message of the challenge, each one's panel and ``hand``, with the permission that is probably missing."""
    async with several.world_of(new_world, 2) as world:
        scene, offer = await without_table(world, "send_messages")
        other = await scenes.start(world, "carol", "dave", world.channels["lounge"])
        assert LIKELY in world.look(offer).text, "both can read that"
        assert "accepted" in world.look(offer).text
        assert LIKELY in scene.panel(1).text, "bob has a panel"
        hand = world.assert_answered(await world["alice"].slash(scene.channel, "bridgette hand"))
        assert LIKELY in world.answer(hand)
        assert hand.ephemeral
        elsewhere = world.assert_answered(await world["bob"].slash(world.channels["attic"], "bridgette hand"))
        assert LIKELY in world.answer(elsewhere)
        world.assert_answered(await world["bob"].slash(scene.channel, "bridgette hand"), contains=LIKELY)
        await world.advance(2 * ROUND)
        assert LIKELY in world.look(offer).text
        assert not scene.tables()
        assert NO_TABLE not in world.reads(world["carol"], other.channel)
        asked = world.assert_answered(await world["alice"].slash(scene.channel, "bridgette table"))
        assert "Send Messages" in world.answer(asked)

        if way == "as soon as the bot may post":
            allow(world, scene.channel)
            await world.settle()
        else:
            world.env.backend.get_channel(scene.channel.id).overwrites.clear()  # no event of it comes
            await scene.exchange()
            await scene.tell()
        assert await shows_the_last_state(scene)
        for seat in (0, 1):
            assert NO_TABLE not in scene.panel(seat).text, "the panels of both are as usual again"
            hand = world.assert_answered(await scene.players[seat].slash(scene.channel, "bridgette hand"))
            assert NO_TABLE not in world.answer(hand)
        await world.advance(2 * ROUND)
        assert NO_TABLE not in world.look(offer).text, "nor does the challenge say so any more"
        assert "accepted" in world.look(offer).text
        assert not world.look(offer).buttons
        edits = len(world.env.http_requests)
        await world.advance(2 * ROUND)
        assert not [one for one in to(world, scene, edits) if one.path.endswith(str(offer.id))], "once"


async def test_a_table_that_is_missing_for_no_known_reason_is_told_without_one(new_world: Any) -> None:
    """Discord refuses, and all permissions are there as far as is known."""
    async with several.world_of(new_world, 2) as world:
        world.env.inject_error("POST", "/channels/*/messages", status=403, code=50001, times=None)
        one, two = await several.begin(world, 2)
        for scene in (one, two):
            (offer,) = [seen for seen in world.sees(scene.players[0], scene.channel) if "accepted" in seen.text]
            assert NO_TABLE in offer.text
            for seat in (0, 1):
                world.assert_answered(
                    await scene.players[seat].slash(scene.channel, "bridgette hand"), contains=NO_TABLE
                )
            assert "permission" not in offer.text + scene.panel(0).text + scene.panel(1).text
        world.env.backend.faults.clear()
        await by_role_update(world)
        await world.settle()
        for scene in (one, two):
            assert await shows_the_last_state(scene)
            for seat in (0, 1):
                assert NO_TABLE not in scene.panel(seat).text


@pytest.mark.parametrize("known", [True, False], ids=["known", "not known"])
async def test_the_table_command_says_that_it_could_not_post_and_the_likely_permission_where_one_is_known(
    known: bool, new_world: Any
) -> None:
    """Also where the command itself came with all permissions; and it says nothing of the kind where it could."""
    async with several.world_of(new_world, 2) as world:
        one, other = await several.in_play(world, 2)
        old = one.table()
        if known:
            deny(world, one.channel, "send_messages")
            await world.settle()
        else:
            world.env.inject_error("*", f"/channels/{one.channel.id}/messages*", status=503, times=None)
        with world.rewriting(unaware):
            result = world.assert_answered(await world["alice"].slash(one.channel, "bridgette table"))
        wanted = LIKELY + "." if known else "Discord did not take the table just now. Please try again in a moment."
        assert wanted in world.answer(result)
        assert one.table().id == old.id
        fine = world.assert_answered(await world["carol"].slash(other.channel, "bridgette table"))
        assert "could not" not in world.answer(fine)
        assert "did not take" not in world.answer(fine)
        world.env.backend.faults.clear()
        allow(world, one.channel)
        await world.settle()
        again = world.assert_answered(await world["alice"].slash(one.channel, "bridgette table"))
        assert "could not" not in world.answer(again)
        assert one.table().id != old.id


# ------------------------------------------------------------------------ a server without the bot


ELSEWHERE = "999999999999999999"


def on_another_server(payload: Payload) -> Payload:
    """As it comes from a server on which the bot is not, by somebody who has installed it for themselves."""
    return payload | {"guild_id": ELSEWHERE}


Asking = Callable[[Club], Awaitable[InteractionResult]]


async def challenge(world: Club) -> InteractionResult:
    return await world["alice"].slash(world.channel, "bridgette challenge")


async def challenge_somebody(world: Club) -> InteractionResult:
    return await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])


async def accept(world: Club) -> InteractionResult:
    return await world.press(world["dave"], "Join", channel=world.channels["lounge"])


async def rematch(world: Club) -> InteractionResult:
    return await world.press(world["erin"], "Rematch", channel=world.channels["attic"])


async def in_a_thread(world: Club) -> InteractionResult:
    return await world.press(world["grace"], "Play in a new thread", channel=world.channels["cellar"])


ASKINGS: dict[str, Asking] = {
    one.__name__: one for one in (challenge, challenge_somebody, accept, rematch, in_a_thread)
}


@pytest.mark.parametrize("asking", ASKINGS)
async def test_on_a_server_without_the_bot_itself_no_match_begins(asking: str, new_world: Any) -> None:
    """Said in private, in one sentence; nothing is changed, and where the bot is the same works."""
    async with several.world_of(new_world, 5) as world:
        world.assert_answered(await world["carol"].slash(world.channels["lounge"], "bridgette challenge"))
        over = await scenes.start(world, "erin", "frank", world.channels["attic"])
        await over.until(under_way)
        await over.resign(world["frank"])
        await over.tell()
        await scenes.start(world, "ivan", "judy", world.channels["cellar"])
        world.assert_answered(await world["grace"].slash(world.channels["cellar"], "bridgette challenge"))
        kept, shown = scenes.rows(world), [scenes.public(world, channel) for channel in world.channels.values()]
        with world.rewriting(on_another_server):
            result = await ASKINGS[asking](world)
        world.assert_answered(result, contains="I am not on this server myself, so no match can be played here.")
        assert result.ephemeral
        assert scenes.rows(world) == kept
        assert [scenes.public(world, channel) for channel in world.channels.values()] == shown
        assert not world.channels["cellar"].threads
        again = world.assert_answered(await ASKINGS[asking](world))
        assert "I am not on this server" not in world.answer(again)
        assert scenes.rows(world) != kept
