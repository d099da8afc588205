"""Slips of the finger: a player asks to take the last move back, and the opponent allows it, or plays on."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest
from simcord import InteractionResult

from bot.features.takeback import verbs
from bot.games import DamagedMatch, Move, Refused
from bot.games.acts import read_act
from bot.games.game import Game, rebuild
from bot.games.slips import Asked, without_last
from bot.games.takebacks import MOST_ASKED, AskBack, KeepMove, TakeBack
from bot.store import NewAct, Player, StoreUnavailable
from bot.store.matches import Matches
from bridgette import DECK, Discard, How, Phase
from bridgette.record import write_record
from tests.game import playouts
from tests.support.seen import Seen
from tests.support.world import World

from .conftest import ErrorLog, NewWorld
from .scene import Scene, controls, core_of, enabled, forget_pings, in_phase, plain_deals, start
from .test_clocks import chosen, named_rows, run_out

MEMBERS = ("alice", "bob", "carol", "dave")


@pytest.fixture
async def scene(new_world: NewWorld) -> AsyncIterator[Scene]:
    """A match in the exchange of its first deal, with a clock of five minutes; alice deals."""
    async with new_world(below=plain_deals(), members=MEMBERS) as world:
        await chosen(world)
        yield await start(world)


async def takeback(scene: Scene, seat: int) -> InteractionResult:
    return scene.world.assert_answered(await scene.players[seat].slash(scene.channel, "bridgette takeback"))


def button(seen: Seen, verb: str) -> str:
    """The id of the one button that does this."""
    (found,) = enabled(seen, verb)
    return found.custom_id


async def discarded(scene: Scene, seat: int) -> None:
    await scene.act(seat, Discard((await scene.match()).deals[-1].drawn(seat)))


# What was done last, by which seat; each leaves the match where that may be taken back.


async def first_discards(scene: Scene) -> int:
    await discarded(scene, 1)
    return 1


async def last_discards(scene: Scene) -> int:
    await discarded(scene, 0)
    await discarded(scene, 1)
    return 1


async def last_discards_of_the_dealer(scene: Scene) -> int:
    await discarded(scene, 1)
    await discarded(scene, 0)
    return 0


async def a_bid(scene: Scene) -> int:
    await scene.exchange()
    await scene.calls("1S")
    return 0


async def a_pass_that_gives_the_contract(scene: Scene) -> int:
    await scene.exchange()
    await scene.calls("1S Pass")
    return 1


async def a_lead(scene: Scene) -> int:
    await scene.to_play()
    await scene.plays("HT")
    return 1


async def a_card_that_loses(scene: Scene) -> int:
    await scene.to_play()
    await scene.plays("HQ H3")
    return 0


async def a_card_that_wins(scene: Scene) -> int:
    await scene.to_play()
    await scene.plays("HT HA")
    return 0


STATES: dict[str, Callable[[Scene], Any]] = {
    one.__name__: one
    for one in (
        first_discards,
        last_discards,
        last_discards_of_the_dealer,
        a_bid,
        a_pass_that_gives_the_contract,
        a_lead,
        a_card_that_loses,
        a_card_that_wins,
    )
}


@pytest.fixture(params=STATES)
async def slip(request: pytest.FixtureRequest, scene: Scene) -> tuple[Scene, int]:
    """A match in which something was just done, told to everybody, and by which seat."""
    seat = await STATES[request.param](scene)
    await scene.show()
    return scene, seat


# ---------------------------------------------------------------------- the whole way, in each phase


async def test_it_is_taken_back_if_the_other_allows_it(slip: tuple[Scene, int]) -> None:
    scene, seat = slip
    world, other = scene.world, 1 - seat
    before = await scene.game()
    await takeback(scene, seat)
    assert "asks to take back" in scene.table().text
    assert "You have asked to take back" in scene.panel(seat).text
    assert await scene.stored() == before.match, "asking alone takes nothing back"
    result = await world.press(scene.players[other], "Yes, take back", on=scene.table())
    world.assert_answered(result)
    after = await scene.game()
    assert after.match == without_last(before.match, seat)
    assert await scene.stored() == after.match
    assert seat in after.match.to_act
    assert after.decisions[seat] == after.number, "a decision with a number of its own"
    for reader in (world["carol"], *scene.players):
        assert world.find(reader, "Rules", text=" back.", private=False).id == scene.table().id
    assert not controls(scene.table(), verbs.ALLOW)
    assert "let you take" in scene.panel(seat).text
    assert "You let" in scene.panel(other).text
    _, action = playouts.action(random.Random(1), after.match.deals[-1], playouts.modest)
    await scene.act(seat, action if not isinstance(action, Discard) else Discard(after.match.deals[-1].drawn(seat)))
    await scene.tell()
    assert "back." not in scene.table().text, "what was taken back is history once it is played anew"


async def test_what_was_drawn_before_is_old_and_what_is_drawn_after_counts(slip: tuple[Scene, int]) -> None:
    """A button from before the move does nothing after the move was taken back."""
    scene, seat = slip
    world, other = scene.world, 1 - seat
    game = await scene.game()
    stored = await core_of(world).store.matches.load(scene.id)
    assert stored is not None
    last = max((row for row in stored.acts if row.seat == seat), key=lambda row: row.number)
    verb = {"discard": "discard", "call": "call", "play": "play"}[last.kind]
    detail = "3" if verb == "discard" else last.value
    await takeback(scene, seat)
    world.assert_answered(await world.press(scene.players[other], "Yes, take back", on=scene.table()))
    await world.advance(2)
    taken = await scene.game()
    for decision in range(taken.decisions[seat]):
        result = await scene.forge(scene.players[seat], scene.table(), verb, decision, detail)
        world.assert_answered(result, contains="earlier moment")
    assert (await scene.game()).match == taken.match
    assert taken.decisions[seat] > game.number
    if verb == "discard":
        await scene.discard(seat)
    else:
        await scene.press(seat, verb, detail, on=scene.panel(seat))
    assert await scene.stored() == game.match


async def test_the_panel_of_whoever_acts_again_comes_by_itself(slip: tuple[Scene, int]) -> None:
    scene, seat = slip
    await takeback(scene, seat)
    await scene.world.press(scene.players[1 - seat], "Yes, take back", on=scene.table())
    phase = (await scene.match()).deals[-1].phase
    verb = {Phase.EXCHANGE: "mark", Phase.AUCTION: "call", Phase.PLAY: "play"}[phase]
    assert enabled(scene.panel(seat), verb)
    assert len([one for one in scene.private(seat) if controls(one, verb)]) == 1, "one panel a player"


async def test_a_restart_between_request_and_answer(slip: tuple[Scene, int]) -> None:
    scene, seat = slip
    world, before = scene.world, await scene.game()
    await takeback(scene, seat)
    await world.restart(crash=True)
    assert (await scene.game()).slip is not None
    assert (await scene.game()).match == before.match
    world.assert_answered(await world.press(scene.players[1 - seat], "Yes, take back", on=scene.table()))
    held = await scene.game()
    await world.restart(crash=True)
    game = await scene.game()
    assert game.match == held.match == without_last(before.match, seat)
    assert (game.decisions, game.slip, game.asked) == (held.decisions, held.slip, held.asked)


async def test_the_record_holds_what_counts_and_replays(slip: tuple[Scene, int]) -> None:
    scene, seat = slip
    before = await scene.stored()
    undisturbed = write_record(before)
    await takeback(scene, seat)
    await scene.world.press(scene.players[1 - seat], "Yes, take back", on=scene.table())
    assert write_record(await scene.stored()) != undisturbed
    stored = await core_of(scene.world).store.matches.load(scene.id)
    assert stored is not None
    last = [row for row in stored.acts if row.kind in ("discard", "call", "play")][-1]
    game = rebuild(stored)
    await scene.act(seat, _action(last, game))
    assert write_record(await scene.stored()) == undisturbed


def _action(row: Any, game: Game) -> Any:
    act = read_act(row.seat, row.kind, row.value)
    assert isinstance(act, Move)
    return act.action


# ---------------------------------------------------------------------- the button


@pytest.mark.parametrize("state", [first_discards, a_bid, a_lead, a_card_that_loses, a_pass_that_gives_the_contract])
async def test_the_button_is_on_the_panel(state: Any, scene: Scene) -> None:
    world, seat = scene.world, await state(scene)
    await scene.show()
    await world.advance(2)
    world.assert_answered(await world.press(scene.players[seat], "Take back", on=scene.panel(seat)))
    game = await scene.game()
    assert game.slip is not None
    assert game.slip.is_open
    assert "You have asked" in scene.panel(seat).text
    assert len([one for one in scene.private(seat) if "You have asked" in one.text]) == 1


async def test_whoever_goes_on_by_winning_a_trick_has_the_command_alone(scene: Scene) -> None:
    seat = await a_card_that_wins(scene)
    await scene.show()
    assert not controls(scene.panel(seat), verbs.ASK)
    await takeback(scene, seat)
    assert (await scene.game()).slip is not None


async def test_the_other_answers_on_the_panel_too(scene: Scene) -> None:
    world, seat = scene.world, await a_bid(scene)
    await scene.show()
    await takeback(scene, seat)
    panel = scene.panel(1 - seat)
    assert "You may allow it" in panel.text
    assert enabled(panel, "call"), "and may play on"
    await world.advance(2)
    world.assert_answered(await world.press(scene.players[1 - seat], "Yes, take back", on=panel))
    assert not (await scene.match()).deals[-1].auction.calls  # type: ignore[union-attr]
    assert len(scene.private(1 - seat)) == 1


async def test_a_choice_half_made_is_not_disturbed(scene: Scene) -> None:
    """The panel of somebody who is choosing discards is left alone, and its cards stay picked."""
    world, seat = scene.world, await first_discards(scene)
    await scene.show()
    other = 1 - seat
    before, decision = scene.panel(other), (await scene.game()).decisions[other]
    await scene.players[other].click(before.handle, custom_id=enabled(before, "mark")[3].custom_id)
    picked = scene.panel(other)
    await takeback(scene, seat)
    assert scene.panel(other).raw == picked.raw
    await world.advance(2)
    await world.press(scene.players[other], "Yes, take back", on=scene.table())
    assert (await scene.game()).decisions[other] == decision
    shown = scene.panel(other)
    assert [one.label for one in shown.buttons if one.label.startswith("✗")] == [
        one.label for one in picked.buttons if one.label.startswith("✗")
    ]
    await scene.discard(other)
    assert (await scene.match()).to_act == {seat}


# ---------------------------------------------------------------------- what is not taken back


async def test_playing_on_is_the_answer(slip: tuple[Scene, int]) -> None:
    """Whoever is to act, the opponent or the player who asked, may do so; then the move is the last one no more."""
    scene, seat = slip
    world, other = scene.world, 1 - seat
    await takeback(scene, seat)
    old, match = button(scene.table(), verbs.ALLOW), await scene.match()
    mover, action = playouts.action(random.Random(1), match.deals[-1], playouts.modest)
    if isinstance(action, Discard):
        action = Discard(match.deals[-1].drawn(mover))
    await scene.act(mover, action)
    await scene.tell()
    after = await scene.match()
    assert not controls(scene.table(), verbs.ALLOW)
    await world.advance(2)
    result = await world.forge(scene.players[other], scene.table(), old)
    world.assert_answered(result, contains="does not stand any more")
    assert await scene.stored() == after
    await world.advance(2)
    result = await scene.players[1 - mover].slash(scene.channel, "bridgette takeback")
    world.assert_answered(result, contains="nothing of yours")


async def test_never_when_cards_were_shown(scene: Scene) -> None:
    """Neither the card before the trick that plays itself, nor the call that passes a deal out."""
    await scene.to_play()
    await scene.until(lambda match: match.counted == 1)
    for seat in (0, 1):
        scene.world.assert_answered(
            await scene.players[seat].slash(scene.channel, "bridgette takeback"), contains="cards were shown"
        )
    assert (await scene.game()).slip is None
    await scene.exchange()
    await scene.calls("Pass Pass")
    assert (await scene.game()).slip is None
    assert len((await scene.match()).deals) == 3


@pytest.mark.parametrize("cards", [22, 23])
async def test_up_to_the_card_before_the_last_trick(cards: int, scene: Scene) -> None:
    await scene.to_play()
    await scene.until(lambda match: len(match.deals[-1].play.plays) == cards)  # type: ignore[union-attr]
    game = await scene.game()
    assert game.slip is not None
    await scene.do(AskBack(game.slip.seat))
    await scene.do(TakeBack(1 - game.slip.seat))
    assert len((await scene.stored()).deals[-1].play.plays) == cards - 1  # type: ignore[union-attr]


async def test_never_in_a_match_that_is_over(scene: Scene) -> None:
    world, seat = scene.world, await a_lead(scene)
    await scene.show()
    await takeback(scene, seat)
    allow = button(scene.table(), verbs.ALLOW)
    await scene.resign(scene.players[seat])
    await scene.tell()
    await world.advance(2)
    on = world.sees(scene.players[1 - seat])[-1]
    world.assert_answered(await world.forge(scene.players[1 - seat], on, allow), contains="over")
    assert (await scene.stored()).ended is not None
    assert len((await scene.stored()).deals[-1].play.plays) == 1  # type: ignore[union-attr]


async def test_declined_is_declined(slip: tuple[Scene, int]) -> None:
    scene, seat = slip
    world, before = scene.world, await scene.match()
    await takeback(scene, seat)
    world.assert_answered(await world.press(scene.players[1 - seat], "It stands", on=scene.table()))
    assert "stand" in scene.panel(seat).text or "stays" in scene.panel(seat).text
    assert not controls(scene.table(), verbs.ALLOW)
    assert not controls(scene.panel(seat), verbs.ASK)
    await world.advance(2)
    result = await scene.players[seat].slash(scene.channel, "bridgette takeback")
    world.assert_answered(result, contains="asked about that move already")
    assert await scene.stored() == before


async def test_whoever_asked_lets_it_be(scene: Scene) -> None:
    world, seat = scene.world, await a_bid(scene)
    await scene.show()
    await takeback(scene, seat)
    await world.advance(2)
    world.assert_answered(await world.press(scene.players[seat], "Let it stand", on=scene.panel(seat)))
    assert not controls(scene.table(), verbs.ALLOW)
    assert "asks to take back" not in scene.panel(1 - seat).text
    slip = (await scene.game()).slip
    assert slip is not None
    assert slip.asked is Asked.KEPT


async def test_what_was_taken_back_is_not_taken_back_further(scene: Scene) -> None:
    """One move, not one after the other."""
    seat = await a_card_that_wins(scene)
    await scene.do(AskBack(seat))
    await scene.do(TakeBack(1 - seat))
    for one in (0, 1):
        with pytest.raises(Refused, match="refused-back-nothing"):
            await scene.do(AskBack(one))


async def test_no_more_than_three_times_a_deal(scene: Scene) -> None:
    world = scene.world
    await scene.exchange()
    for round_ in range(MOST_ASKED):
        await scene.calls("1S")
        await scene.do(AskBack(0))
        await scene.do(TakeBack(1))
        assert (await scene.game()).asked == (round_ + 1, 0)
    await scene.calls("1S")
    await scene.show()
    assert not controls(scene.panel(0), verbs.ASK), "no button that would be refused"
    result = await scene.players[0].slash(scene.channel, "bridgette takeback")
    world.assert_answered(result, contains="3 times in this deal")
    await scene.calls("Pass")
    await scene.do(AskBack(1))  # the other's count is their own
    await scene.do(KeepMove(0))
    await scene.until(lambda match: len(match.deals) == 2)
    await scene.until(in_phase(Phase.AUCTION))
    seat = await scene.turn()
    assert (await scene.game()).asked == (0, 0)
    await scene.calls("Pass")
    await scene.do(AskBack(seat))


async def test_not_of_the_house(scene: Scene) -> None:
    seat = await a_bid(scene)
    game = await scene.game()
    players = tuple(Player("house", None, "House", "expert") if one != seat else game.players[one] for one in (0, 1))
    with pytest.raises(Refused, match="refused-back-alone"):
        AskBack(seat).check(replace(game, players=players), 0)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- strangers and forged ids


async def test_strangers_and_forged_ids(scene: Scene) -> None:
    world, seat = scene.world, await a_bid(scene)
    await scene.show()
    other, carol, before = 1 - seat, world["carol"], await scene.match()
    slip = (await scene.game()).slip
    assert slip is not None
    table = scene.table()
    for verb in (verbs.ASK, verbs.ALLOW, verbs.KEEP):
        world.assert_answered(await scene.forge(carol, table, verb, slip.number, ""), contains="welcome to watch")
    world.assert_answered(await carol.slash(scene.channel, "bridgette takeback"), contains="welcome to watch")
    # The other cannot ask for it, nor answer what was not asked.
    await world.advance(2)
    result = await scene.forge(scene.players[other], table, verbs.ASK, slip.number, "")
    world.assert_answered(result, contains="nothing of yours")
    await world.advance(2)
    result = await scene.forge(scene.players[other], table, verbs.ALLOW, slip.number, "")
    world.assert_answered(result, contains="does not stand any more")
    await world.advance(2)
    result = await scene.forge(scene.players[seat], table, verbs.ASK, slip.number - 1, "")
    world.assert_answered(result, contains="nothing of yours")
    await takeback(scene, seat)
    request = (await scene.game()).slip.request  # type: ignore[union-attr]
    await world.advance(2)
    result = await scene.forge(scene.players[seat], scene.table(), verbs.ALLOW, request, "")
    world.assert_answered(result, contains="your own request")
    world.assert_answered(await scene.forge(carol, scene.table(), verbs.ALLOW, request, ""), contains="welcome")
    await world.advance(2)
    result = await scene.forge(scene.players[other], scene.table(), verbs.ALLOW, request + 1, "")
    world.assert_answered(result, contains="does not stand any more")
    assert await scene.stored() == before


async def test_a_double_click_asks_nothing(scene: Scene) -> None:
    """The button comes where a card was a moment ago."""
    await a_lead(scene)
    seat = await scene.turn()
    await scene.show()
    await scene.world.advance(5)
    card = (await scene.match()).deals[-1].play.legal[0]  # type: ignore[union-attr]
    await scene.press(seat, "play", str(card), on=scene.panel(seat))
    number = (await scene.game()).number
    with scene.world.hurrying(0.3):
        result = await scene.forge(scene.players[seat], scene.panel(seat), verbs.ASK, number, "")
    scene.world.assert_answered(result, contains="very quick")
    assert (await scene.game()).number == number


# ---------------------------------------------------------------------- secrecy


async def test_a_request_tells_nothing_of_the_discards(new_world: NewWorld) -> None:
    """Two matches alike but for the cards that were put away: everybody else sees the same to the last character."""
    pages: list[list[str]] = []
    for run, start_ in enumerate((0, 2)):
        seen = []
        async with new_world(below=plain_deals(), members=MEMBERS, database=f"{run}.db") as world:
            scene = await start(world)
            deal = (await scene.match()).deals[-1]
            count = deal.to_discard(1)
            await scene.act(1, Discard(deal.drawn_hands[1][start_ : start_ + count]))
            await scene.show()
            await takeback(scene, 1)
            seen.append(_page(world, scene))
            await world.press(scene.players[0], "Yes, take back", on=scene.table())
            seen.append(_page(world, scene))
            held = set(map(str, DECK)) - {str(deal.up_card)}
            assert not [card for one in scene.tables() for card in held if f" {card} " in one.text]
        pages.append(seen)
    assert pages[0] == pages[1]


def _page(world: World, scene: Scene) -> str:
    """All that the opponent and a watcher see, without ids and moments."""
    numbers: dict[str, str] = {}
    raw = "\n".join(one.raw for reader in ("alice", "carol") for one in world.sees(world[reader], scene.channel))
    raw = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+|<t:\d+:R>", "(moment)", raw)
    return re.sub(r"(?<!\d)\d{15,}", lambda found: numbers.setdefault(found[0], f"#{len(numbers)}"), raw)


# ---------------------------------------------------------------------- clocks


async def test_the_opponents_clock_runs_on_while_a_request_stands(scene: Scene) -> None:
    world, seat = scene.world, await a_lead(scene)
    await scene.show()
    clock = (await scene.game()).clock
    await world.advance(60)
    await takeback(scene, seat)
    assert (await scene.game()).clock == clock
    await world.advance(241)
    assert (await scene.game()).clock.is_run_out
    assert enabled(scene.table(), "claim"), "whoever asked may claim"


async def test_whoever_decides_anew_has_a_whole_clock(scene: Scene) -> None:
    world, seat = scene.world, await a_lead(scene)
    await scene.show()
    await takeback(scene, seat)
    await world.advance(301)
    assert (await scene.game()).clock.is_run_out
    world.assert_answered(await world.press(scene.players[1 - seat], "Yes, take back", on=scene.table()))
    clock = (await scene.game()).clock
    assert not clock.is_run_out
    assert (await scene.match()).to_act == {seat}
    await world.advance(2)
    assert not controls(scene.table(), "claim"), "nobody is lured into a loss by an old clock"
    await world.advance(290)
    assert not (await scene.game()).clock.is_run_out
    stored = await core_of(world).store.matches.load(scene.id)
    assert stored is not None
    assert stored.clock == (await scene.game()).clock


# ---------------------------------------------------------------------- a question from before


async def test_a_question_about_resigning_is_old_when_the_lead_was_taken_back(scene: Scene) -> None:
    """It said that the match would be lost; without the opening lead it would be void."""
    world, seat = scene.world, await a_lead(scene)
    await scene.show()
    asked = await scene.players[1 - seat].slash(scene.channel, "bridgette resign")
    assert asked.response is not None
    question = world.look(asked.response)
    await takeback(scene, seat)
    await world.press(scene.players[1 - seat], "Yes, take back", on=scene.table())
    assert not (await scene.match()).is_under_way
    await world.advance(2)
    result = await scene.players[1 - seat].click(question.handle, custom_id=button(question, "resign"))
    world.assert_answered(result, contains="earlier moment")
    assert (await scene.stored()).ended is None


async def test_an_offer_to_stop_stands_beside_it(scene: Scene) -> None:
    world, seat = scene.world, await a_lead(scene)
    await scene.show()
    await scene.players[1 - seat].slash(scene.channel, "bridgette stop")
    await takeback(scene, seat)
    await world.press(scene.players[1 - seat], "Yes, take back", on=scene.table())
    assert (await scene.game()).offer is not None
    await world.press(scene.players[seat], "Agree to stop", on=scene.table())
    assert (await scene.stored()).ended.how is How.AGREED  # type: ignore[union-attr]


# ---------------------------------------------------------------------- together


WAYS = ("allow", "keep", "play", "resign", "claim")


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(WAYS, 2)))
async def test_two_at_once_have_one_result(first: str, second: str, new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=MEMBERS) as world:
        await chosen(world)
        scene = await start(world)
        other = await run_out(scene)
        seat = 1 - other
        before = await scene.match()
        await takeback(scene, seat)
        resigning = await scene.players[seat].slash(scene.channel, "bridgette resign")
        assert resigning.response is not None
        giving_up = world.look(resigning.response)
        await world.press(scene.players[other], "My hand", on=scene.table())
        panel, table = scene.panel(other), scene.table()
        await world.advance(2)
        clicks = {
            "allow": (scene.players[other], table, button(table, verbs.ALLOW)),
            "keep": (scene.players[seat], table, button(table, verbs.KEEP)),
            "play": (scene.players[other], panel, enabled(panel, "play")[0].custom_id),
            "resign": (scene.players[seat], giving_up, button(giving_up, "resign")),
            "claim": (scene.players[seat], table, button(table, "claim")),
        }
        one, two = await world.together(clicks[first], clicks[second])
        world.assert_answered(one)
        world.assert_answered(two)
        await world.settle()
        match, kinds = await scene.stored(), [row["kind"] for row in named_rows(world, "acts")]
        assert (await scene.game()).match == match
        assert kinds.count("take-back") + kinds.count("keep-move") <= 1
        if "take-back" in kinds:
            after = without_last(before, seat)
            assert match.deals == after.deals
        else:
            assert match.deals[-1].play.plays[: len(before.deals[-1].play.plays)] == before.deals[-1].play.plays  # type: ignore[union-attr]
        assert len(named_rows(world, "results")) == (match.ended is not None and match.ended.how is not How.VOID)


@pytest.mark.parametrize("verb", [verbs.ASK, verbs.ALLOW])
async def test_the_same_twice_at_once_is_done_once(verb: str, scene: Scene) -> None:
    world, seat = scene.world, await a_bid(scene)
    await scene.show()
    who = scene.players[seat if verb == verbs.ASK else 1 - seat]
    if verb == verbs.ALLOW:
        await takeback(scene, seat)
    await world.advance(2)
    on = scene.panel(seat) if verb == verbs.ASK else scene.table()
    click = (who, on, button(on, verb))
    for result in await world.together(click, click):
        world.assert_answered(result)
    kinds = [row["kind"] for row in named_rows(world, "acts")]
    assert kinds.count("ask-back") == 1
    assert kinds.count("take-back") == (verb == verbs.ALLOW)


# ---------------------------------------------------------------------- what fails


@pytest.mark.parametrize("is_saved", [False, True])
async def test_the_database_fails_at_the_agreement(
    is_saved: bool, slip: tuple[Scene, int], monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    """Whether it was saved or not: what is told is so, and pressing again does no harm."""
    scene, seat = slip
    world, before = scene.world, await scene.match()
    await takeback(scene, seat)
    whole = Matches.append

    async def fails(self: Matches, *args: Any, **more: Any) -> None:
        if is_saved:
            await whole(self, *args, **more)
        raise StoreUnavailable("gone")

    table, other = scene.table(), scene.players[1 - seat]
    allow = button(table, verbs.ALLOW)
    await world.advance(2)
    with monkeypatch.context() as patch:
        patch.setattr(Matches, "append", fails)
        world.assert_answered(await world.forge(other, table, allow))
    assert len(error_log.take()) == (not is_saved)
    assert await scene.stored() == (without_last(before, seat) if is_saved else before)
    await world.advance(2)
    world.assert_answered(await world.forge(other, scene.table(), allow))
    await world.settle()
    assert await scene.stored() == (await scene.match()) == without_last(before, seat)
    assert [row["kind"] for row in named_rows(world, "acts")].count("take-back") == 1


async def test_database_and_discord_fail_together_and_then_the_process(
    slip: tuple[Scene, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The agreement is saved, the database says no more, the answer does not arrive, and the process dies."""
    scene, seat = slip
    world, before = scene.world, await scene.match()
    await takeback(scene, seat)
    table, other = scene.table(), scene.players[1 - seat]
    allow = button(table, verbs.ALLOW)
    await world.advance(2)
    whole = Matches.append

    async def fails(self: Matches, *args: Any, **more: Any) -> None:
        await whole(self, *args, **more)
        raise StoreUnavailable("gone")

    world.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    with monkeypatch.context() as patch:
        patch.setattr(Matches, "append", fails)
        await world.forge(other, table, allow)
    world.env.backend.faults.clear()
    await world.restart(crash=True)
    await world.settle()
    assert await scene.match() == without_last(before, seat)
    assert "back." in scene.table().text
    assert not controls(scene.table(), verbs.ALLOW)


async def test_several_matches_know_nothing_of_each_other(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=MEMBERS) as world:
        one = await start(world)
        two = await start(world, "carol", "dave", channel=world.channels["lounge"])
        for scene in (one, two):
            await a_bid(scene)
            await scene.show()
        await takeback(one, 0)
        assert not controls(two.table(), verbs.ALLOW)
        allow = button(one.table(), verbs.ALLOW)
        result = await world.forge(two.players[1], two.table(), allow)
        world.assert_answered(result, contains="welcome to watch")
        before = await two.stored()
        await world.press(one.players[1], "Yes, take back", on=one.table())
        assert await two.stored() == before
        assert not (await one.match()).deals[-1].auction.calls  # type: ignore[union-attr]


# ---------------------------------------------------------------------- whole matches


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_matches_full_of_slips_are_rebuilt_exactly(seed: int, new_world: NewWorld) -> None:
    """Whatever is asked, kept and taken back: the rows give the match, its decisions and what may be taken back."""
    rng = random.Random(seed)
    async with new_world(below=random.Random(seed).randrange, members=MEMBERS) as world:
        scene = await start(world)
        for _ in range(150):
            game = await scene.game()
            if not game.is_open:
                break
            slip = game.slip
            if slip is not None and slip.is_open:
                await scene.do(rng.choice((KeepMove(0), KeepMove(1), TakeBack(1 - slip.seat))))
            elif rng.random() < 0.4 and _may_ask(game):
                await scene.do(AskBack(game.slip.seat if game.slip else 0))
            else:
                seat, action = playouts.action(rng, game.match.deals[-1], playouts.modest)
                await scene.act(seat, action)
            stored = await core_of(world).store.matches.load(scene.id)
            assert stored is not None
            again, held = rebuild(stored), await scene.game()
            assert again.match == held.match
            for name in ("number", "decisions", "slip", "asked", "offer", "acted", "actor", "since"):
                assert getattr(again, name) == getattr(held, name), name
        await forget_pings(world)
        assert {"ask-back", "keep-move", "take-back"} <= {row["kind"] for row in named_rows(world, "acts")}


def _may_ask(game: Game) -> bool:
    slip = game.slip
    return slip is not None and slip.asked is Asked.NOT and game.asked[slip.seat] < MOST_ASKED


@pytest.mark.parametrize("kind", ["ask-back", "keep-move", "take-back"])
async def test_such_rows_where_they_cannot_be_are_damage(kind: str, scene: Scene) -> None:
    """At the beginning of a deal there is nothing to take back."""
    world = scene.world
    await core_of(world).store.matches.append(scene.id, [NewAct(1, 0, 0, kind, "")], world.now())
    stored = await core_of(world).store.matches.load(scene.id)
    assert stored is not None
    if kind != "take-back":
        assert rebuild(stored).slip is None
        return
    with pytest.raises(DamagedMatch):
        rebuild(stored)
