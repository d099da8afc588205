"""After the commit nobody is ever told that nothing has changed, whatever fails; and what was committed is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.games.acts import LAST_TRICK
from bot.store.challenges import Challenges
from bot.store.database import Database
from bot.store.matches import Matches
from tests.bot import scene as scenes
from tests.bot.conftest import Club, ErrorLog, error_log, new_world
from tests.bot.scene import Scene, enabled
from tests.reliability import several
from tests.reliability.several import FAILS, ROUND, UNCHANGED, failing, shows_the_last_state
from tests.reliability.test_database_hurts import NOT_SAVED, pragma_everywhere
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "new_world"]

SAVED = "It was saved, but I could not show it."


# ------------------------------------------------------------------------ what may fail after a commit


class Trouble:
    """What goes wrong from the commit on, until it is over. Of Discord nothing is asked before it."""

    def __init__(self, world: World, patch: pytest.MonkeyPatch, *what: str) -> None:
        self.world, self.what, self.is_on = world, what, False
        self._patch = patch
        if "channel" in what:
            world.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
        if "answers" in what:
            world.env.inject_error("*", "/interactions/*", status=503, times=None)
            world.env.inject_error("*", "/webhooks/*", status=503, times=None)

    async def begin(self) -> None:
        if self.is_on:
            return
        self.is_on = True
        if "writes" in self.what:
            await pragma_everywhere(scenes.core_of(self.world).store, "PRAGMA query_only=ON")
        if "store" in self.what:

            def refuse(*_: object, **__: object) -> Any:
                raise FAILS

            self._patch.setattr(Database, "read", refuse)
            self._patch.setattr(Database, "write", refuse)

    async def end(self) -> None:
        self._patch.undo()
        if "writes" in self.what:
            await pragma_everywhere(scenes.core_of(self.world).store, "PRAGMA query_only=OFF")
        self.world.env.backend.faults.clear()


@asynccontextmanager
async def trouble_after(world: World, owner: Any, name: str, *what: str) -> AsyncIterator[Trouble]:
    """All this fails as soon as a method of the store has committed, and no longer than this lasts."""
    real: Callable[..., Awaitable[Any]] = getattr(owner, name)
    with pytest.MonkeyPatch.context() as patch, pytest.MonkeyPatch.context() as within:
        trouble = Trouble(world, within, *what)

        async def method(*arguments: Any, **options: Any) -> Any:
            result = await real(*arguments, **options)
            await trouble.begin()
            return result

        patch.setattr(owner, name, method)
        yield trouble
        assert trouble.is_on
        await trouble.end()


TROUBLES = {
    "writes": ("writes",),
    "the whole store": ("store",),
    "the channel": ("channel",),
    "the answers": ("answers",),
    "writes and the channel": ("writes", "channel"),
    "the store and the answers": ("store", "answers"),
    "everything": ("store", "channel", "answers"),
}
troubles = pytest.mark.parametrize("what", TROUBLES)


def nobody_is_told_that_nothing_has_changed(world: World, *results: InteractionResult) -> None:
    assert UNCHANGED not in several.all_read(world)
    for result in results:
        assert UNCHANGED not in world.answer(result)


async def catch_up(world: World, error_log: ErrorLog) -> None:
    """The next round, and the one after it for what was tried again too early; what was logged meanwhile is no bug."""
    await world.advance(2 * ROUND)
    for line in error_log.take():
        assert "bug work" not in line
        assert "nothing has changed" not in line


# ------------------------------------------------------------------------ a match begun


@troubles
async def test_a_match_that_has_begun_is_never_told_as_unchanged_and_is_shown_by_the_next_round(
    what: str, new_world: Any, error_log: ErrorLog
) -> None:
    """Whatever fails right after ``begin``; another match goes on beside it."""
    async with several.world_of(new_world, 2) as world:
        (other,) = await several.in_play(world, 1)
        carol, dave, where = world["carol"], world["dave"], world.channels["lounge"]
        world.assert_answered(await carol.slash(where, "bridgette challenge", opponent=dave))
        offer = world.find(dave, "Accept", channel=where)
        async with trouble_after(world, Matches, "begin", *TROUBLES[what]):
            result = await world.press(dave, "Accept", on=offer)
            if "answers" in TROUBLES[what]:
                world.excuse(result)
            else:
                world.assert_answered(result)
            nobody_is_told_that_nothing_has_changed(world, result)
        await catch_up(world, error_log)
        game = await other.core.games.in_channel(where.id)
        assert game is not None
        scene = Scene(world, game.id, (carol, dave), where)
        assert await shows_the_last_state(scene)
        assert not world.look(offer).button("Accept"), "the challenge has no buttons any more"
        assert "accepted" in world.look(offer).text
        assert "could not be posted" not in world.look(offer).text, "the table stands"
        assert len(world.pinged(carol)) >= 1, "she is told that her match has begun"
        for member in (carol, dave):
            hand = await member.slash(where, "bridgette hand")
            world.assert_answered(hand, contains="Pick")
        nobody_is_told_that_nothing_has_changed(world)
        await other.press(1, Verb.PLAY, "DQ")
        assert await shows_the_last_state(other)


@pytest.mark.parametrize("name", ["note_shown", "set_table", "set_notice", "note_told"])
async def test_one_write_that_fails_after_a_match_has_begun_harms_nothing(
    name: str, new_world: Any, error_log: ErrorLog
) -> None:
    """The store fails once, in each of the places that come after the commit."""
    async with several.world_of(new_world, 2) as world:
        await several.in_play(world, 1)
        owner = Challenges if name == "note_shown" else Matches
        with failing(owner, name) as failed:
            scene = await scenes.start(world, "carol", "dave", world.channels["lounge"])
            await catch_up(world, error_log)
            assert len(failed) == 1
        assert await shows_the_last_state(scene)
        assert len(scene.notices(0)) == 1
        nobody_is_told_that_nothing_has_changed(world)
        since = len(world.env.http_requests)
        await world.restart(crash=True)
        assert not several.to(world, scene, since), "by then all of it is noted"


# ------------------------------------------------------------------------ a challenge posted


async def test_a_challenge_whose_message_is_not_noted_works_and_expires_all_the_same(
    new_world: Any, error_log: ErrorLog
) -> None:
    """``set_message`` fails: the buttons work at once, and expiry takes them off."""
    async with several.world_of(new_world, 2) as world:
        one, two, three = (world.channels[name] for name in several.CHANNELS[:3])
        with failing(Challenges, "set_message", times=None) as failed:
            for who, channel in (("alice", one), ("carol", two), ("erin", three)):
                result = await world[who].slash(channel, "bridgette challenge")
                world.assert_answered(result, contains="is looking for somebody")
            assert len(failed) == 3
            nobody_is_told_that_nothing_has_changed(world)
            world.assert_answered(await world.press(world["alice"], "Withdraw", channel=one), contains="withdrew")
            world.assert_answered(await world.press(world["bob"], "Join", channel=two), contains="accepted")
            nobody_is_told_that_nothing_has_changed(world)
        assert world.find(world["bob"], "My hand", channel=two)
        offer = world.find(world["bob"], "Join", channel=three)
        await world.advance(16 * 60)
        error_log.take()
        assert not world.look(offer).buttons
        assert "expired" in world.look(offer).text


async def test_a_challenge_that_was_made_is_never_told_as_unchanged(new_world: Any, error_log: ErrorLog) -> None:
    """The whole store fails once it is committed, and takes its buttons' clicks only afterwards."""
    async with several.world_of(new_world, 2) as world:
        alice, bob, where = world["alice"], world["bob"], world.channels["bridge"]
        async with trouble_after(world, Challenges, "add", "store"):
            result = await alice.slash(where, "bridgette challenge", opponent=bob)
            world.assert_answered(result, contains="challenges")
            nobody_is_told_that_nothing_has_changed(world, result)
            offer = world.find(bob, "Accept", channel=where)
            early = world.assert_answered(await world.press(bob, "Accept", on=offer))
            assert UNCHANGED in world.answer(early), "this click has changed nothing"
        await catch_up(world, error_log)
        assert len(world.pinged(bob)) == 1
        world.assert_answered(await world.press(bob, "Accept", on=offer), contains="accepted")


@pytest.mark.parametrize(("button", "method"), [("Decline", "decline"), ("Withdraw", "close")])
async def test_a_challenge_that_was_closed_is_never_told_as_unchanged(
    button: str, method: str, new_world: Any, error_log: ErrorLog
) -> None:
    async with several.world_of(new_world, 2) as world:
        alice, bob, where = world["alice"], world["bob"], world.channels["bridge"]
        world.assert_answered(await alice.slash(where, "bridgette challenge", opponent=bob))
        offer = world.find(bob, "Accept", channel=where)
        async with trouble_after(world, Challenges, method, "store", "answers"):
            result = await world.press(bob if button == "Decline" else alice, button, on=offer)
            world.excuse(result)
        await catch_up(world, error_log)
        nobody_is_told_that_nothing_has_changed(world, result)
        assert not world.look(offer).buttons, "a round has taken them off"


# ------------------------------------------------------------------------ an act, and an end


async def click(scene: Scene, seat: int, card: str) -> InteractionResult:
    """A card on the seat's panel, pressed by a click that may fail."""
    panel = scene.panel(seat)
    (button,) = [one for one in enabled(panel, Verb.PLAY) if one.custom_id.endswith(f":{card}")]
    return await scene.players[seat].click(panel.handle, custom_id=button.custom_id)


@troubles
@pytest.mark.parametrize("way", ["button", "typed"])
async def test_an_act_that_was_saved_is_never_told_as_unchanged_and_is_shown_by_the_next_round(
    way: str, what: str, new_world: Any, error_log: ErrorLog
) -> None:
    async with several.world_of(new_world, 2) as world:
        one, other = await several.in_play(world, 2)
        number = (await one.game()).number
        async with trouble_after(world, Matches, "append", *TROUBLES[what]):
            if way == "button":
                result = await click(one, 1, "DQ")
            else:
                result = await world["bob"].slash(one.channel, "bridgette play", card="DQ")
            if "answers" in TROUBLES[what]:
                world.excuse(result)
            else:
                world.assert_answered(result, contains="Waiting for" if way == "button" else "You played ♦︎Q.")
            nobody_is_told_that_nothing_has_changed(world, result)
        await catch_up(world, error_log)
        assert (await one.game()).number == number + 1
        assert await one.stored() == await one.match()
        assert await shows_the_last_state(one)
        assert "♦︎Q" in one.panel(0).text or one.notices(0), "the opponent knows"
        await one.open_panels()
        await one.press(0, Verb.PLAY, "DK")
        await other.press(1, Verb.PLAY, "DQ")
        for scene in (one, other):
            assert await shows_the_last_state(scene)
        nobody_is_told_that_nothing_has_changed(world)


@pytest.mark.parametrize("name", ["set_table", "set_deal_message", "set_notice", "drop_notice"])
async def test_a_store_that_fails_once_in_the_publisher_delays_what_is_shown_to_the_next_round(
    name: str, new_world: Any, error_log: ErrorLog
) -> None:
    """An act that ends a deal, with a notice that goes and one that comes."""
    async with several.world_of(new_world, 2) as world:
        one, other = await several.in_play(world, 2)
        await one.until(lambda match: is_last_card(match))
        await world.advance(16 * 60)  # no panel is live, and notices stand
        await one.tell()
        seat = await one.turn()
        world.assert_answered(await world.press(one.players[seat], "My hand", on=one.table()))
        with failing(Matches, name) as failed:
            card = enabled(one.panel(seat), Verb.PLAY)[0].custom_id.rsplit(":", 1)[1]
            result = world.assert_answered(await click(one, seat, card))
            nobody_is_told_that_nothing_has_changed(world, result)
            await catch_up(world, error_log)
            assert len(failed) == 1
        assert len((await one.match()).deals) == 2
        assert await shows_the_last_state(one)
        shown = [text for text in one.public() if "Deal 1 of 6 · totals: " in text]
        assert len(shown) == 1, "once"
        for who in (0, 1):
            assert len(one.notices(who)) <= 1
        assert one.notices(1 - seat)
        await other.open_panels()
        await other.press(1, Verb.PLAY, "DQ")


def is_last_card(match: Any) -> bool:
    """Whether the next card ends the deal, since the last trick plays itself."""
    play = match.deals[-1].play
    return play is not None and len(play.plays) == LAST_TRICK - 1


@troubles
async def test_a_match_that_has_ended_is_never_told_as_unchanged_and_its_result_is_posted_once_by_the_next_round(
    what: str, new_world: Any, error_log: ErrorLog
) -> None:
    async with several.world_of(new_world, 2) as world:
        one, other = await several.in_play(world, 2)
        await one.press(1, Verb.PLAY, "DQ")
        world.assert_answered(await world["alice"].slash(one.channel, "bridgette resign"))
        async with trouble_after(world, Matches, "append", *TROUBLES[what]):
            result = await world.press(world["alice"], "Resign the match", channel=one.channel)
            if "answers" in TROUBLES[what]:
                world.excuse(result)
            else:
                world.assert_answered(result, contains="You have resigned")
            nobody_is_told_that_nothing_has_changed(world, result)
        await catch_up(world, error_log)
        results(world, one)
        assert not one.tables()
        await world.restart(crash=True)
        results(world, one)
        board = world.answer(await world["carol"].slash(other.channel, "bridgette leaderboard"))
        assert "bob" in board
        await other.press(1, Verb.PLAY, "DQ")
        assert await shows_the_last_state(other)
        nobody_is_told_that_nothing_has_changed(world)


def results(world: World, scene: Scene) -> None:
    (shown,) = [one for one in world.sees(world["carol"], scene.channel) if one.button("Rematch")]
    assert "resigned" in shown.text


# ------------------------------------------------------------------------ before the commit


class Told:
    """What somebody asks for, and the rows that it would change."""

    def __init__(self, world: Club, scene: Scene) -> None:
        self.world, self.scene = world, scene
        self.where = world.channels["lounge"]

    async def challenge(self, who: MemberActor) -> InteractionResult:
        return await who.slash(self.world.channels["attic"], "bridgette challenge")

    async def accept(self, who: MemberActor) -> InteractionResult:
        return await self.world.press(who, "Join", channel=self.where)

    async def play(self, who: MemberActor) -> InteractionResult:
        return await click(self.scene, 1, "DQ")

    async def resign(self, who: MemberActor) -> InteractionResult:
        return await self.world.press(self.world["alice"], "Resign the match", channel=self.scene.channel)


@pytest.mark.parametrize("asked", ["challenge", "accept", "play", "resign"])
async def test_a_store_that_fails_before_the_commit_is_told_as_nothing_has_changed_and_is_true(
    asked: str, new_world: Any, error_log: ErrorLog
) -> None:
    """The same sentence for all of it; nothing has changed, and the next try works."""
    async with several.world_of(new_world, 2) as world:
        (one,) = await several.in_play(world, 1)
        told = Told(world, one)
        world.assert_answered(await world["carol"].slash(told.where, "bridgette challenge"))
        world.assert_answered(await world["alice"].slash(one.channel, "bridgette resign"))
        kept, shown = scenes.rows(world), [scenes.public(world, channel) for channel in world.channels.values()]
        await pragma_everywhere(one.core.store, "PRAGMA query_only=ON")
        result = await getattr(told, asked)(world["dave"])
        world.assert_answered(result, contains=NOT_SAVED)
        assert result.ephemeral or one.panel(1).ephemeral
        assert scenes.rows(world) == kept
        assert [scenes.public(world, channel) for channel in world.channels.values()] == shown
        assert "not saved" in error_log.take()[0]
        await pragma_everywhere(one.core.store, "PRAGMA query_only=OFF")
        if asked in ("play", "resign"):
            await one.open_panels()
        if asked == "resign":
            world.assert_answered(await world["alice"].slash(one.channel, "bridgette resign"))
        again = world.assert_answered(await getattr(told, asked)(world["dave"]))
        assert UNCHANGED not in world.answer(again)
        assert scenes.rows(world) != kept
