"""What the panel explains in somebody's first deals: when, to whom, for how long, and from what it is known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.discord import readers as module
from bot.features.lessons.screens import lesson
from bot.features.table import verbs
from bot.features.table.panel_screen import panel_screen
from bot.games import Move
from bot.ids import ComponentId
from bot.screens.faces import with_labels
from bot.screens.message import MOST_COMPONENTS, Button, Screen
from bot.screens.panel import PanelState
from bot.screens.reader import FIRST_DEALS, Reader
from bot.screens.spots import Added
from bot.store import StoreUnavailable
from bot.texts import ENGLISH as T
from bridgette import Deal, Discard, Format, Match, MatchView, Phase, shuffled_deck, view
from tests.game import playouts
from tests.game.notation import auction, call, cards, dealt
from tests.game.test_secrecy import redealt, with_last_deal
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import NewWorld
from .scene import Scene, button_id, controls, core_of, in_phase, plain_deals, start
from .test_me import me

SIGN = "💡"
FIRST = "AK32.AK3.AK32.A+G"
SECOND = "QJT9.QJT.QJT9.K+R"


def taught(scene: Scene, seat: int) -> str | None:
    """What the seat's panel explains."""
    found = [line for line in scene.panel(seat).text.split("\n") if line.startswith(SIGN)]
    assert len(found) <= 1
    return found[0] if found else None


def said(deal: Deal, seat: int) -> str | None:
    """What is explained to the seat in a deal."""
    found = lesson(T, view(match_of(deal), seat))
    return None if found is None else with_labels(found).replace("\ufe0e", "")


def match_of(deal: Deal) -> Match:
    return Match(("Ann", "Bob"), (deal,))


def play(deal: Deal, text: str) -> Deal:
    """The deal after these cards, each by whoever is to play."""
    for card in cards(text):
        (seat,) = deal.to_act
        deal = deal.after(seat, card)
    return deal


def explains(deal: Deal, seat: int, *parts: str) -> None:
    found = said(deal, seat)
    assert found is not None
    for part in parts:
        assert part in found, found
    assert found.endswith(" More: **Rules**")


# ------------------------------------------------------------------------------------ what comes when


def test_the_exchange_explains_why_one_discards_and_what_is_worth_keeping() -> None:
    deal = dealt("AK32.AK3.AK32.AQ", "QJT9.QJT.QJT9.K+R", stock="S4 S5 S6 S7 S8 H4")
    explains(deal, 0, "You drew 4 cards, so 4 must go.", "Aces, kings and a long suit win tricks")
    assert "colon" not in (said(deal, 0) or "")
    explains(
        deal, 1, "You drew 2 cards, so 2 must go.", "a colon spoils the suit of a card that it catches (Royal: K Q J)"
    )
    three = dealt("AK32.AK3.AK3.+GRL", "QJT9.QJT.QJT9.KQ", stock="S4 S5 S6 S7 S8 H4")
    explains(three, 0, "(Grand: A, Royal: K Q J, Little: 10 to 2)")


def test_the_auction_explains_levels_and_what_a_bid_and_a_double_mean() -> None:
    explains(auction(FIRST, SECOND), 0, "above 6: 1 means 7 of 13", "0NT, the lowest bid, is 6 without trumps")
    explains(auction(FIRST, SECOND, "Pass"), 1, "0NT, the lowest bid")
    explains(auction(FIRST, SECOND, "1S"), 1, "1♠ promises 7 of 13 tricks.", "double if you expect it to fail")
    explains(auction(FIRST, SECOND, "0NT"), 1, "0NT promises 6 of 13 tricks without trumps.")
    explains(auction(FIRST, SECOND, "1S X"), 0, "Your 1♠ is doubled", "redouble if you are sure of it")
    explains(auction(FIRST, SECOND, "1S X XX"), 1, "Your double of 1♠ was redoubled")
    assert said(auction(FIRST, SECOND, "1S 2D 2S"), 1) is None, "that was explained already"
    assert said(auction(FIRST, SECOND, "1S X 2S X"), 0) is None


def test_whoever_does_not_decide_is_not_taught() -> None:
    assert said(auction(FIRST, SECOND), 1) is None
    chosen = dealt(FIRST, SECOND)
    assert said(chosen.after(0, Discard(chosen.drawn(0))), 0) is None
    assert lesson(T, view(match_of(chosen), None)) is None


def test_the_play_explains_leading_following_and_having_none() -> None:
    deal = auction("AK3.AK3.AK32.AK2", "QJT92.QJT.T.QJT+R", "1S Pass")
    explains(deal, 1, "Your opponent needs 7 tricks; with 7 of your own you break the contract. You lead first")
    deal = play(deal, "DT")
    explains(deal, 0, "Follow suit: a higher card of ♦ diamonds takes the trick")
    deal = play(deal, "DA")
    explains(deal, 0, "Who wins a trick leads to the next.")
    deal = play(deal, "D2")
    explains(deal, 1, "You have no ♦ diamonds", "A trump (♠) takes the trick")
    deal = play(deal, "S2")
    explains(deal, 1, "You may lead a colon too (Royal: K Q J).")
    deal = play(deal, "HT HA")
    assert said(deal, 0) is None, "the second lead needs no words"
    deal = play(deal, "D3")
    assert said(deal, 1) is None, "nor does it a second time"
    no_trump = play(auction("AK3.AK3.AK32.AK2", "QJT92.QJT.T.QJT+R", "1NT Pass"), "DT DA D2")
    explains(no_trump, 1, "You have no ♦ diamonds", "It loses this trick")


def test_the_play_explains_what_a_colon_catches_and_why_a_suit_is_barred() -> None:
    deal = play(auction("AK3.AK3.AK32.AK2", "QJT92.QJT.T.QJT+R", "1S Pass"), "DT DA HK")
    explains(
        deal,
        1,
        "Your Royal catches ♥K (its group: K Q J). It loses this trick",
        "to the next one your opponent may lead ♥ hearts only if nothing else is left",
    )
    deal = play(deal, "RC")
    explains(deal, 0, "Why are ♥ hearts barred?", "after this trick the suit is free again")


def test_the_play_explains_a_colon_that_was_led() -> None:
    deal = play(auction("AK3.AK3.AK32.AK2", "QJT92.QJT.T.QJT+R", "1S Pass"), "RC")
    explains(deal, 0, "A colon was led, so you may play any card.", "any card of its group (K Q J)")


# ------------------------------------------------------------------------------------ always


def states(seed: int) -> Iterator[Match]:
    """The states of a random match of two deals."""
    rng = random.Random(seed)
    match = Match(("a", "b"), format=Format(2)).begin_deal(shuffled_deck(rng.randrange), 0)
    while match.ended is None:
        if match.needs_deck:
            match = match.begin_deal(shuffled_deck(rng.randrange))
        yield match
        match = match.after(*playouts.action(rng, match.deals[-1], playouts.modest))


@pytest.mark.parametrize("seed", range(6))
def test_a_lesson_is_short_and_one_line(seed: int) -> None:
    count = 0
    for match in states(seed):
        for seat in (0, 1):
            found = lesson(T, view(match, seat))
            if found is not None:
                count += 1
                assert seat in match.to_act
                assert len(with_labels(found)) <= 200, found
                assert "\n" not in found
                assert found.startswith(SIGN)
    assert count > 15


@pytest.mark.parametrize("seed", range(4))
def test_a_lesson_is_known_from_ones_own_view_alone(seed: int) -> None:
    """Whatever the other holds or has put away, the same is explained."""
    rng, compared = random.Random(seed), 0
    for match in states(seed + 100):
        for seat in (0, 1):
            before = lesson(T, view(match, seat))
            for other in redealt(match.deals[-1], seat, rng):
                compared += 1
                assert lesson(T, view(with_last_deal(match, other), seat)) == before
    assert compared > 100


def test_the_fullest_exchange_has_room_for_it() -> None:
    """25 cards, a note and a lesson are within what Discord takes, and all above the cards is one text."""
    stock = "GC S5 S6 S7 S8 H5 H6 H7 H8 D5 D6 D7 D8 C5"
    deal = dealt("K432.K43.K432.A+L", "QJT9.QJT.QJT9.Q+R", stock=stock)
    own = view(match_of(deal), 0)
    assert own.deal.own is not None
    assert len(own.deal.own.hand) == 25
    line = lesson(T, own)
    assert line is not None
    rules = Button(T("button-rules"), ComponentId(Verb.RULES))
    full = panel_screen(T, PanelState(1, 1, marked=2**25 - 1), own, added=Added((line,), (rules,)))
    assert shown_in(full.with_note("A note."), line)
    assert full.with_note("A note.").components <= MOST_COMPONENTS


def shown_in(screen: Screen, line: str) -> bool:
    first = screen.blocks[0]
    return isinstance(first, str) and line in first


# ------------------------------------------------------------------------------------ the first deals, by clicks


async def to_deal(scene: Scene, number: int) -> None:
    """On to the beginning of a deal, which is shown."""
    await scene.until(lambda match: match.counted == number and match.deals[-1].phase is Phase.EXCHANGE)
    await scene.show()
    for seat in (0, 1):
        await scene.on_the_deal(seat)


async def test_three_deals_are_explained_and_the_fourth_is_silent(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        for seat, drew in ((0, 4), (1, 2)):
            assert f"You drew {drew} cards" in (taught(scene, seat) or ""), "it is there without a click"
            await scene.discard(seat)
        assert "0NT, the lowest bid" in (taught(scene, 0) or "")
        assert taught(scene, 1) is None
        await scene.press(0, verbs.CALL, "1S")
        assert "1♠︎ promises 7 of 13 tricks" in (taught(scene, 1) or ""), "a live panel follows"
        await scene.press(1, verbs.CALL, "Pass")
        assert "You lead first" in (taught(scene, 1) or "")
        await scene.press(1, verbs.PLAY, "HQ")
        assert "Follow suit: a higher card of ♥︎ hearts" in (taught(scene, 0) or "")
        await scene.press(0, verbs.PLAY, "HK")
        assert "You may lead a colon too (Grand: A)." in (taught(scene, 0) or "")
        await scene.press(0, verbs.PLAY, "GC")
        assert "any card of its group (A)" in (taught(scene, 1) or "")
        for number in (1, 2):
            await to_deal(scene, number)
            assert "You drew" in (taught(scene, 0) or "")
            assert "You drew" in (taught(scene, 1) or "")
        await to_deal(scene, FIRST_DEALS)
        for seat in (0, 1):
            assert taught(scene, seat) is None
            assert not scene.panel(seat).button("Rules")
            await scene.discard(seat)
        await scene.until(in_phase(Phase.PLAY))
        await scene.show()
        assert taught(scene, 0) is taught(scene, 1) is None


async def test_what_a_deal_came_to_stands_alone(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await scene.until(lambda match: len(match.deals[-1].play.plays if match.deals[-1].play else ()) == 23)
        await scene.show()
        (turn,) = (await scene.match()).to_act
        (card,) = [one for one in controls(scene.panel(turn), verbs.PLAY) if not one.disabled][:1]
        await scene.press(turn, verbs.PLAY, card.custom_id.split(":")[4])
        for seat in (0, 1):
            assert scene.panel(seat).button("Next deal")
            assert taught(scene, seat) is None
            await scene.on_the_deal(seat)
            assert "You drew" in (taught(scene, seat) or "")


async def test_the_line_leads_to_the_page_that_tells_more(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await scene.to_play()
        await scene.show()
        assert (taught(scene, 1) or "").endswith("More: **Rules**")
        result = world.assert_answered(await world.press(world["bob"], "Rules", on=scene.panel(1)))
        assert "## The play" in world.answer(result)


# ------------------------------------------------------------------------------------ how many are left


async def finish(world: World, length: int, first: str = "alice", second: str = "bob") -> None:
    """A whole match, the end of which is told to everybody."""
    core = core_of(world)
    await world[first].slash(world.channel, "bridgette challenge", opponent=world[second], deals=length)
    world.assert_answered(await world.press(world[second], "Accept"))
    game = await core.games.in_channel(world.channel.id)
    assert game is not None
    scene = Scene(world, game.id, (world[first], world[second]), world.channel)
    await scene.until(lambda match: match.counted == length - 1 and bool(last_card(match)))
    seat, action = playouts.action(random.Random(1), (await scene.match()).deals[-1], playouts.modest)
    with world.env._bot_scope():
        await core.games.do(scene.id, Move(seat, action), world.now())
    await world.settle()
    assert await core.games.in_channel(world.channel.id) is None


def last_card(match: Match) -> bool:
    found = match.deals[-1].play
    return found is not None and len(found.plays) == 23


async def test_deals_of_earlier_matches_count_and_each_person_has_their_own(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await finish(world, 2)
        scene = await start(world)
        assert "You drew" in (taught(scene, 0) or "")
        await to_deal(scene, 1)
        assert taught(scene, 0) is taught(scene, 1) is None, "two and one make three"
        other = await start(world, "carol", "alice", world.channels["lounge"])
        assert "You drew" in (taught(other, 0) or "")


async def test_after_a_restart_it_goes_on(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await finish(world, 2)
        scene = await start(world)
        await world.restart()
        await scene.open_panels()
        assert "You drew" in (taught(scene, 0) or "")
        await to_deal(scene, 1)
        await world.restart()
        await scene.open_panels()
        assert taught(scene, 0) is None


async def test_a_match_that_ends_elsewhere_counts_at_once(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        lounge = await start(world, channel=world.channels["lounge"])
        await finish(world, 4)
        await lounge.open_panels()
        assert taught(lounge, 0) is taught(lounge, 1) is None


async def test_whoever_was_forgotten_is_new(new_world: NewWorld) -> None:
    async with new_world() as world:
        await finish(world, 4)
        alice, lounge = world["alice"], await start(world, "alice", "carol", world.channels["lounge"])
        assert taught(lounge, 0) is None
        await lounge.resign(alice)  # and nobody was told yet, so that it is remembered still
        assert alice.id in lounge.core.readers._left
        await alice.slash(world.channel, "bridgette forget-me")
        world.assert_answered(await world.press(alice, "Forget me"))
        assert alice.id not in lounge.core.readers._left
        again = await start(world, "carol", "alice")
        assert "You drew" in (taught(again, 1) or "")


# ------------------------------------------------------------------------------------ the switch


async def test_the_switch_silences_at_once_and_what_was_picked_stays(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await scene.press(0, verbs.MARK, controls(scene.panel(0), verbs.MARK)[0].custom_id.split(":")[4])
        hand = scene.panel(0)
        assert taught(scene, 0)
        settings = await me(world)
        await world.press(world["alice"], "I know the game", on=settings)
        now = world.look(hand)
        assert SIGN not in now.text
        assert [one.label for one in now.buttons if one.label.startswith("✗")] == ["✗ ♠︎A"]
        assert not now.button("Rules")
        assert taught(scene, 1), "and nobody else's"
        await world.press(world["alice"], "Explain the game", on=settings)
        assert SIGN in world.look(hand).text


async def test_a_forged_choice_changes_nobody_elses(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        settings = await me(world, "carol")
        await world.forge(world["carol"], settings, button_id(Verb.SWITCH, scene.id, 0, "knows.1"))
        await scene.open_panels()
        assert taught(scene, 0)
        assert taught(scene, 1)


# ------------------------------------------------------------------------------------ what it costs, and failing


async def test_an_act_looks_nothing_up(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        results, asked = core_of(world).store.results, []
        look_up = results.deals_of

        async def counted(user_id: int, *which: Any) -> int:
            asked.append(user_id)
            return await look_up(user_id, *which)

        monkeypatch.setattr(results, "deals_of", counted)
        await scene.discard(0)
        await scene.discard(1)
        await scene.press(0, verbs.CALL, "1S")
        assert asked == []
        assert taught(scene, 1)


async def test_what_a_match_came_to_looks_nothing_up(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await scene.led()
        await scene.show()

        async def never(*_: Any) -> int:
            raise AssertionError("looked up")

        monkeypatch.setattr(core_of(world).store.results, "deals_of", never)
        world.assert_answered(await world["bob"].slash(world.channel, "bridgette resign"))
        world.assert_answered(await world.press(world["bob"], "Resign the match"))
        await world.settle()
        assert any("The match is over" in one.text for one in scene.private(0))


async def test_a_failing_database_teaches_nothing_and_harms_nothing(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deals()) as world:

        async def failing(*_: Any) -> int:
            raise StoreUnavailable("no")

        monkeypatch.setattr(core_of(world).store.results, "deals_of", failing)
        scene = await start(world)
        assert taught(scene, 0) is None
        await scene.discard(0)
        await scene.discard(1)
        assert "Your call" in scene.panel(0).text
        monkeypatch.undo()
        await scene.open_panels()
        assert taught(scene, 0)


async def test_what_was_read_before_an_end_is_not_remembered(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        game, (readers, results) = await scene.game(), (scene.core.readers, scene.core.store.results)
        readers.forget(world["alice"].id)

        async def overtaken(*_: Any) -> int:
            readers.forget(world["alice"].id)
            return 0

        async def three(*_: Any) -> int:
            return FIRST_DEALS

        with world.env._bot_scope():
            monkeypatch.setattr(results, "deals_of", overtaken)
            assert (await readers.of(game, 0)).lessons == FIRST_DEALS
            monkeypatch.setattr(results, "deals_of", three)
            assert (await readers.of(game, 0)).lessons == 0


async def test_no_more_people_are_remembered_than_there_is_room_for(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CACHE_SIZE", 1)
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await scene.open_panels()
        assert list(scene.core.readers._left) == [world["bob"].id]
        assert taught(scene, 0)


def test_passed_out_deals_do_not_count() -> None:
    passed = call(auction(FIRST, SECOND), "Pass Pass")
    own: MatchView = view(Match(("a", "b"), (passed, dealt(FIRST, SECOND))), 0)
    assert Reader(lessons=1).learns(own)
    assert not Reader(lessons=0).learns(own)
