"""Panels, quick presses and void matches when something else goes wrong at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.pace import Pace
from bot.discord.send import Sender
from bot.features.table.channel import Channel
from bot.games import Game, GameManager, Refused, Resignation
from bot.store import StoreError
from tests.support.seen import Button, Seen
from tests.support.verbs import Verb

from .conftest import ErrorLog
from .scene import Scene, button_id, controls, core_of, plain_deal, plain_deals, rows, start

QUICK = "That was very quick"


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match at its exchange, just accepted; alice, at seat 0, deals."""
    async with new_world(below=plain_deals()) as world:
        yield await start(world)


async def until(is_so: Callable[[], bool]) -> None:
    """Let the bot work until something is so."""
    async with asyncio.timeout(5):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.001)  # the bot offers no event for this


class Held:
    """The first answer to a request by token that Discord has carried out already; the bot waits for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.reached, self.let_go = asyncio.Event(), asyncio.Event()
        self._real = getattr(Sender, name)
        monkeypatch.setattr(Sender, name, lambda sender, *arguments, **options: self(sender, *arguments, **options))

    async def __call__(self, *arguments: Any, **options: Any) -> Any:
        answer = await self._real(*arguments, **options)
        if not self.reached.is_set():
            self.reached.set()
            await self.let_go.wait()
        return answer


async def to_the_last_click(scene: Scene) -> tuple[int, Seen, Button]:
    """To the card that ends a deal: whose turn it is, their panel, the card's button."""
    await scene.to_play()
    await scene.until(lambda match: match.deals[-1].play is not None and len(match.deals[-1].play.plays) == 23)
    await scene.show()
    seat = await scene.turn()
    panel = scene.panel(seat)
    return seat, panel, next(one for one in controls(panel, Verb.PLAY) if not one.disabled)


# --------------------------------------------------------------------- the result of a deal


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_double_click_on_the_last_card_leaves_the_result(scene: Scene, at_once: bool) -> None:
    seat, panel, card = await to_the_last_click(scene)
    press = scene.players[seat], panel, card.custom_id
    if at_once:
        await scene.world.together(press, press)
    else:
        await scene.world.forge(*press)
        with scene.world.hurrying(0.2):
            await scene.world.forge(*press)
    assert " won trick " in scene.world.look(panel).text
    assert [one.label for one in scene.world.look(panel).buttons] == ["Next deal"]


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("verb", [Verb.NEXT, Verb.HAND])
async def test_what_was_pressed_as_the_deal_ended_does_not_lead_on(scene: Scene, verb: str, other: bool) -> None:
    """The second half of a double click, and Refresh under the finger of whoever waits."""
    seat, panel, card = await to_the_last_click(scene)
    await scene.world.forge(scene.players[seat], panel, card.custom_id)
    who = 1 - seat if other else seat
    result = scene.panel(who)
    at = (await scene.game()).decisions[who]
    with scene.world.hurrying(0.1):
        pressed = await scene.world.forge(scene.players[who], result, button_id(verb, scene.id, at))
    scene.world.assert_answered(pressed, contains=QUICK)
    assert " won trick " in scene.world.look(result).text
    await scene.on_the_deal(who)
    assert "Deal 2 of 6" in scene.panel(who).text


async def test_next_deal_waits_for_its_table(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, panel, card = await to_the_last_click(scene)
    real, gate, world = Channel.post, asyncio.Event(), scene.world

    async def slow(self: Channel, *arguments: Any, **options: Any) -> int:
        await gate.wait()
        return await real(self, *arguments, **options)

    monkeypatch.setattr(Channel, "post", slow)
    world._queue(scene.players[seat], panel, card.custom_id)
    await until(lambda: bool(controls(world.look(panel), Verb.NEXT)))
    (button,) = controls(world.look(panel), Verb.NEXT)
    world._queue(scene.players[seat], panel, button.custom_id)
    await until(lambda: len(scene.core.guard._in_hand) == 1)
    gate.set()
    await world.settle()
    assert scene.panel(seat).id > scene.table().id


# ------------------------------------------------------------------------------ too quick


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_double_click_on_a_costly_bid_still_asks_about_that_bid(new_world: Any, at_once: bool) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.exchange()
        await scene.calls("1S")
        await scene.show()
        bob, panel = scene.players[1], scene.panel(1)
        world.assert_answered(await world.press(bob, "Higher bids", on=panel))
        (bid,) = (one for one in world.look(panel).buttons if one.label == "6NT")
        press = bob, panel, bid.custom_id
        if at_once:
            await world.together(press, press)
        else:
            await world.forge(*press)
            with world.hurrying(0.2):
                await world.forge(*press)
        assert QUICK in world.look(panel).text
        number = (await scene.game()).number
        world.assert_answered(await world.press(bob, "Really 6NT?", on=panel))
        assert (await scene.game()).number == number + 1


async def test_a_change_that_was_seen_before_its_answer_came_counts(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow delivery harms nobody: the press waits for the answer, and is judged by Discord's moments."""
    await scene.to_play()
    await scene.show()
    world, held = scene.world, Held(monkeypatch, "edit_by_token")
    (lead,) = (one for one in controls(scene.panel(1), Verb.PLAY) if one.custom_id.endswith(":DQ"))
    world._queue(scene.players[1], scene.panel(1), lead.custom_id)
    await asyncio.wait_for(held.reached.wait(), 5)
    (card,) = (one for one in controls(scene.panel(0), Verb.PLAY) if one.custom_id.endswith(":DK"))
    number = (await scene.game()).number
    with world.hurrying(0.1):
        pressed = world._queue(scene.players[0], scene.panel(0), card.custom_id)
    held.let_go.set()
    await world.settle()
    world.assert_answered(pressed, contains=QUICK)
    assert (await scene.game()).number == number


def test_an_older_press_that_is_done_later_hides_no_newer_one(scene: Scene) -> None:
    pace, now = Pace(), scene.world.now()

    def press(seconds: float) -> Any:
        return SimpleNamespace(user_id=1, interaction=SimpleNamespace(created_at=now + timedelta(seconds=seconds)))

    pace.note(press(1.5))
    pace.note(press(0))
    with pytest.raises(Refused, match="refused-quick"):
        pace.check(press(1.7))


# ------------------------------------------------------------------------------- one panel


@pytest.mark.parametrize("hand_first", [True, False])
async def test_my_hand_and_a_press_on_the_panel_at_once_leave_one(scene: Scene, hand_first: bool) -> None:
    bob, panel = scene.players[1], scene.panel(1)
    clicks = [
        (bob, scene.table(), button_id(Verb.HAND, scene.id)),
        (bob, panel, controls(panel, Verb.MARK)[0].custom_id),
    ]
    await scene.world.together(*(clicks if hand_first else clicks[::-1]))
    (one,) = scene.private(1)
    assert controls(one, Verb.MARK)


async def test_a_panel_whose_edit_failed_goes_all_the_same(scene: Scene) -> None:
    await scene.to_play()
    await scene.show()
    world = scene.world
    world.env.inject_error("PATCH", "/webhooks/*/messages/*", status=503, code=0)
    await scene.press(1, Verb.PLAY, "DQ")
    world.assert_answered(await world.press(scene.players[0], "My hand", on=scene.table()))
    assert len(scene.private(0)) == 1


async def test_of_a_panel_that_cannot_be_deleted_one_line_is_left(scene: Scene) -> None:
    await scene.to_play()
    await scene.show()
    world = scene.world
    world.env.inject_error("DELETE", "/webhooks/*/messages/*", status=503, code=0)
    world.assert_answered(await world.press(scene.players[0], "My hand", on=scene.table()))
    left, panel = scene.private(0)
    assert left.text == "Your hand is further down."
    assert not left.buttons
    assert "Waiting for" in panel.text


async def test_a_half_made_choice_outlasts_the_return_of_the_table(new_world: Any) -> None:
    async with new_world(below=plain_deals()) as world:
        world.env.inject_error("POST", f"/channels/{world.channel.id}/messages*", status=503, code=0, times=None)
        scene = await start(world)
        for seat in (0, 1):
            await scene.discard(seat)
        world.assert_answered(await world.press(scene.players[0], "Higher bids", on=scene.panel(0)))
        chosen = [one.label for one in scene.panel(0).buttons]
        world.env.backend.faults.clear()
        await world.advance(60)
        assert len(scene.tables()) == 1
        assert "could not be posted" not in scene.panel(0).text
        assert [one.label for one in scene.panel(0).buttons] == chosen


async def test_yes_there_pressed_twice_leaves_the_panel_by_the_table(scene: Scene) -> None:
    world, bob = scene.world, scene.players[1]
    lounge = world.channels["lounge"]
    await scene.to_play()
    await scene.show()
    await bob.slash(lounge, "bridgette play", card="DQ")
    question = world.panel(bob, lounge)
    (yes,) = controls(question, Verb.THERE)
    await world.together((bob, question, yes.custom_id), (bob, question, yes.custom_id))
    (panel,) = scene.private(1)
    assert "Waiting for" in panel.text
    assert not [one for one in world.sees(bob, lounge) if controls(one, Verb.PLAY)]


# ---------------------------------------------------------------------------- the first ones


async def test_the_first_panel_comes_after_the_answer_to_accept(
    new_world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord knows no further message of an interaction that was not answered yet."""
    async with new_world(below=plain_deals()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob))
        offer, real = world.find(bob, "Accept"), Sender.send_by_token
        sent: list[bool] = []

        async def as_discord(sender: Any, token: str, screen: Any) -> int:
            sent.append(world.env.backend.interaction_by_token(token).responded)
            return await real(sender, token, screen)

        monkeypatch.setattr(Sender, "send_by_token", as_discord)
        gate, answer = asyncio.Event(), discord.InteractionResponse.edit_message

        async def slow(self: Any, *arguments: Any, **options: Any) -> Any:
            await gate.wait()
            return await answer(self, *arguments, **options)

        monkeypatch.setattr(discord.InteractionResponse, "edit_message", slow)
        world._queue(bob, offer, offer.button("Accept").custom_id)
        await until(lambda: any("Up-card" in one.text for one in world.sees(world["carol"])))
        gate.set()
        await world.settle()
        assert sent == [True, True]
        assert controls(world.panel(bob), Verb.MARK)
        assert not [one for one in world.sees(bob) if bob.mention in one.text and one.button("My hand")]


async def test_a_first_panel_on_its_way_when_the_match_ends_says_so(
    new_world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deals()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob))
        held, offer = Held(monkeypatch, "send_by_token"), world.find(bob, "Accept")
        world._queue(bob, offer, offer.button("Accept").custom_id)
        await asyncio.wait_for(held.reached.wait(), 5)
        (game,) = core_of(world).games.held
        scene = Scene(world, game.id, (alice, bob), world.channel)
        await core_of(world).games.do(game.id, Resignation(1), world.now())
        held.let_go.set()
        await world.settle()
        assert not any(controls(one, Verb.MARK) for one in scene.private(0))


async def test_a_first_panel_that_comes_while_the_match_is_let_go_of_says_so_too(
    new_world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its channel is up to date and the match forgotten while the panel still looks for how things stand."""
    real = GameManager.find

    async def find(games: GameManager, match_id: int) -> Game:
        found = await real(games, match_id)
        if not found.is_open:
            core_of(world).panels.forget(match_id)
        return found

    async with new_world(below=plain_deals()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob))
        held, offer = Held(monkeypatch, "send_by_token"), world.find(bob, "Accept")
        world._queue(bob, offer, offer.button("Accept").custom_id)
        await asyncio.wait_for(held.reached.wait(), 5)
        (game,) = core_of(world).games.held
        scene = Scene(world, game.id, (alice, bob), world.channel)
        await core_of(world).games.do(game.id, Resignation(1), world.now())
        monkeypatch.setattr(GameManager, "find", find)
        held.let_go.set()
        await world.settle()
        assert not any(controls(one, Verb.MARK) for one in scene.private(0))


async def test_a_match_that_is_over_takes_no_token_of_the_next(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it still has to tell comes late; the panel of the rematch comes all the same."""
    world, (alice, bob) = scene.world, scene.players
    await scene.led()
    await scene.tell()
    with failing(scene, monkeypatch, "drop_notice"):
        world.assert_answered(await alice.slash(scene.channel, "bridgette resign"))
        world.assert_answered(await world.press(alice, "Resign the match"))
    world.assert_answered(await world.press(alice, "Rematch"))
    await world.advance(40)
    world.assert_answered(await world.press(bob, "Accept"))
    assert any(controls(one, Verb.MARK) for one in scene.private(0))


async def test_a_card_that_plays_itself_tells_nothing_of_where_its_player_is(scene: Scene) -> None:
    seat, panel, card = await to_the_last_click(scene)
    before = (await scene.game()).acted[1 - seat]
    await scene.world.advance(16 * 60)
    await scene.world.forge(scene.players[seat], panel, card.custom_id)
    assert (await scene.game()).acted[1 - seat] == before
    assert (await scene.game()).acted[seat] != before


# ------------------------------------------------------------------------------------ void


class failing:  # noqa: N801
    """Inside, the database does not take what is posted; it is told by the same call later."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        matches, self._is_on = type(scene.core.store.matches), False
        real = getattr(matches, name)

        async def call(store: Any, *arguments: Any) -> Any:
            if self._is_on:
                raise StoreError("locked")
            return await real(store, *arguments)

        monkeypatch.setattr(matches, name, call)

    def __enter__(self) -> None:
        self._is_on = True

    def __exit__(self, *_: object) -> None:
        self._is_on = False


@pytest.mark.parametrize("what", ["set_table", "set_notice"])
async def test_a_void_match_takes_away_what_could_not_be_noted(
    what: str, new_world: Any, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    async with new_world(below=plain_deals()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob))
        empty = Scene(world, 0, (alice, bob), world.channel)
        with failing(empty, monkeypatch, what):
            world.assert_answered(await world.press(bob, "Accept"))
            (game,) = core_of(world).games.held
            scene = Scene(world, game.id, (alice, bob), world.channel)
            assert len(scene.tables()) == 1
            world.assert_answered(await bob.slash(world.channel, "bridgette resign"))
            world.assert_answered(await world.press(bob, "Resign the match"), contains="void")
        await world.advance(120)
        assert not scene.tables()
        assert not [one for one in scene.notices(0) if one.button("My hand")]
        assert not rows(world)["notices"]
    error_log.take()


async def test_a_void_match_whose_table_takes_no_edit_loses_it(scene: Scene) -> None:
    world = scene.world
    world.env.inject_error("PATCH", f"/channels/{scene.channel.id}/messages/*", status=400, code=30046)
    world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette resign"))
    world.assert_answered(await world.press(scene.players[0], "Resign the match"))
    assert not scene.tables()
