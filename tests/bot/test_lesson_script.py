"""The lesson's script, walked through the rules in every way that it takes, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from bot.lesson.script import HOUSE, LESSON, NEWCOMER
from bot.lesson.steps import Step
from bot.texts import ENGLISH
from bridgette import Action, Card, Discard, Match, Phase, Seat
from bridgette.calls import PlainCall, parse_call
from bridgette.cards import COLON_OF, Suit, parse_card
from bridgette.computer.players import Strength, computer_player, source
from bridgette.deal import Deal
from bridgette.format import Format
from bridgette.views import view

LAST_STEP = 31
"""The place in the trace of the last act that somebody chooses: the last trick plays itself."""


def beginning() -> Match:
    """The lesson before anybody has acted."""
    return Match(("you", "house"), (), None, Format(1)).begin_deal(LESSON.deck, LESSON.dealer)


def due(match: Match, seat: Seat) -> Step | None:
    return LESSON.due(view(match, seat))


def legal(match: Match, seat: Seat) -> list[Action]:
    """All that the rules allow."""
    deal = match.deals[-1]
    if deal.phase is Phase.EXCHANGE:
        return [Discard(cards) for cards in combinations(deal.hand(seat), deal.to_discard(seat))]
    return [*deal.legal_calls(seat), *deal.legal_cards(seat)]


def taken(match: Match) -> list[tuple[Seat, Action]]:
    """The acts that the lesson takes now."""
    seat = min(match.to_act)
    step = due(match, seat)
    assert step is not None
    if seat == HOUSE:
        return [(seat, LESSON.answer(view(match, HOUSE)))]
    return [(seat, action) for action in legal(match, seat) if step.fault(action) is None]


def states() -> list[Match]:
    """Every state to which the lesson can come, before the last trick, each once."""
    found: dict[tuple[object, ...], Match] = {}
    waiting = [beginning()]
    while waiting:
        match = waiting.pop()
        deal = match.deals[-1]
        key = (deal.discards, deal.auction, deal.play)
        if key in found or (deal.play is not None and len(deal.play.plays) >= 24):
            continue
        found[key] = match
        waiting += [match.after(seat, action) for seat, action in taken(match)]
    return list(found.values())


STATES = states()


def line() -> Iterator[Match]:
    """The lesson as its texts tell it: each time the first act that is taken."""
    match = beginning()
    while match.ended is None:
        yield match
        seat = min(match.to_act)
        step = due(match, seat)
        play = match.deals[-1].play
        if step is None:
            assert play is not None
            match = match.after(seat, play.legal[0])
        elif seat == HOUSE:
            match = match.after(seat, LESSON.answer(view(match, HOUSE)))
        else:
            right = next(one for one in step.right if match.objection(seat, one) is None)
            match = match.after(seat, right)
    yield match


LINE = list(line())
END = LINE[-1].deals[-1]


def newcomers() -> list[Match]:
    """The states in which the newcomer chooses."""
    return [match for match in STATES if NEWCOMER in match.to_act]


# ------------------------------------------------------------------------------------ the walk


def test_every_step_is_legal_and_somebody_s_turn_in_every_way_through() -> None:
    assert len(LESSON.steps) == LAST_STEP
    assert len(STATES) > 100, "equal cards may come in any order"
    for match in STATES:
        for seat in match.to_act:
            assert due(match, seat) is not None
        assert taken(match), "something is taken"


def test_every_way_ends_with_the_contract_made_exactly() -> None:
    before_last = [match for match in STATES if match.deals[-1].step_of(min(match.to_act)) == LAST_STEP - 1]
    assert before_last
    for match in before_last:
        for seat, action in taken(match):
            after = match.after(seat, action)
            while (play := after.deals[-1].play) is not None and not play.is_over:
                after = after.after(play.turn, play.legal[0])
            result = after.deals[-1].result
            assert result is not None
            assert (str(result.contract), result.declarer, result.tricks) == ("4S", NEWCOMER, (10, 3))
            assert result.score == (1000, 0)


def test_nobody_is_due_out_of_turn_or_after_the_end() -> None:
    for match in STATES:
        for seat in {0, 1} - match.to_act:
            assert due(match, seat) is None
        assert LESSON.due(view(match, None)) is None
    assert due(LINE[-1], NEWCOMER) is None
    with pytest.raises(ValueError, match="nothing is prepared"):
        LESSON.answer(view(LINE[-1], HOUSE))


def test_either_may_choose_discards_first() -> None:
    match = beginning()
    house = match.after(HOUSE, LESSON.answer(view(match, HOUSE)))
    step = due(house, NEWCOMER)
    assert step is LESSON.steps[0]
    assert due(match.after(NEWCOMER, step.right[0]), HOUSE) is LESSON.steps[1]


def test_discards_are_right_in_any_order() -> None:
    cards = tuple(map(parse_card, ("C3", "C6")))
    assert LESSON.steps[0].fault(Discard(cards)) is None
    assert LESSON.steps[0].fault(Discard(cards[::-1])) is None


# ------------------------------------------------------------------------------------ the ideas


def seen() -> set[str]:
    """What of the game comes up in the line that the texts tell."""
    deal, found = END, set()
    if deal.up_card.group.name == "FACES" and deal.to_discard(NEWCOMER) == 2 and deal.to_discard(HOUSE) == 8:
        found.add("a face turned up gives the dealer eight")
    if deal.up_card in deal.kept(NEWCOMER):
        found.add("the up-card is drawn and kept")
    assert deal.auction is not None
    bids = [call for call in deal.auction.calls if call is not PlainCall.PASS]
    if len(bids) == 4 and all(one < other for one, other in pairwise(bids)):  # type: ignore[operator]
        found.add("bids rank")
    if not any(card.suit is Suit.CLUBS for card in deal.kept(NEWCOMER)):
        found.add("no bid of no trump")
    for match in LINE:
        play = match.deals[-1].play
        if play is None or play.is_over:
            continue
        hand, lead = play.hands[play.turn], play.lead
        is_newcomer = play.turn == NEWCOMER
        if lead is not None and len(play.legal) < len(hand) and any(card.suit is lead.suit for card in hand):
            found.add("must follow" if is_newcomer else "the house must follow")
        if lead is None and play.barred is not None and any(card.suit is play.barred for card in hand):
            found.add("barred" if is_newcomer else "the house is barred")
        if lead is not None and is_newcomer and not any(card.suit is lead.suit for card in hand):
            found.add("a trump on another suit")
    tricks = END.play.tricks() if END.play is not None else ()
    for trick in tricks:
        if trick.follow is not None and trick.lead.suit and trick.follow is COLON_OF[trick.lead]:
            found.add("the newcomer's colon escapes" if trick.leader == HOUSE else "the house's colon escapes")
    if END.result is not None and END.result.margin == 0:
        found.add("exact")
    return found


def test_all_ideas_come_up() -> None:
    assert seen() >= {
        "a face turned up gives the dealer eight",
        "the up-card is drawn and kept",
        "bids rank",
        "no bid of no trump",
        "must follow",
        "barred",
        "the house is barred",
        "the newcomer's colon escapes",
        "the house's colon escapes",
        "a trump on another suit",
        "exact",
    }


IDEAS = (
    "learn-up-card",
    "learn-colons",
    "learn-bid",
    "learn-no-trump",
    "learn-exact",
    "learn-follow",
    "learn-barred",
    "learn-escape",
    "learn-trump",
)


def test_all_ideas_are_explained_once_and_in_order() -> None:
    told = [key for step in LESSON.steps for key in step.ideas]
    assert len(set(told)) == len(told)
    assert set(IDEAS) <= set(told)
    assert "the house would score" in ENGLISH("learn-short") or "the house would have scored" in ENGLISH("learn-done")


def test_an_idea_is_told_when_it_first_matters() -> None:
    """Following at the first lead to follow, what is barred at the first lead that is barred."""
    for match in LINE:
        play = match.deals[-1].play
        if play is None or NEWCOMER not in match.to_act or (step := due(match, NEWCOMER)) is None:
            continue
        if play.barred is not None and play.lead is None:
            assert "learn-barred" in step.ideas
        if play.lead is not None and len(play.plays) == 1:
            assert "learn-follow" in step.ideas
        if play.lead is not None and step.right == (COLON_OF[play.lead],):
            assert "learn-escape" in step.ideas


# ------------------------------------------------------------------------------------ the words


def texts() -> set[str]:
    """All texts of the steps."""
    keys = {key for step in LESSON.steps for key in (*step.ideas, step.todo, step.otherwise)}
    keys |= {wrong.key for step in LESSON.steps for wrong in step.wrong}
    return keys - {""}


def test_at_most_two_sentences_each() -> None:
    for key in texts() | {"learn-done", "learn-done-next"}:
        sentences = re.findall(r"[.!?](?:\*\*)?(?:\s|$)", ENGLISH(key))
        assert 1 <= len(sentences) <= 2, key


def test_the_newcomer_is_always_told_what_to_press_and_the_house_nothing() -> None:
    for step in LESSON.steps:
        if step.seat == HOUSE:
            assert step == Step(HOUSE, step.right)
        else:
            assert "**" in ENGLISH(step.todo)
            assert "ress" in ENGLISH(step.todo)


CARD = re.compile(r"[♠♥♦♣](?:10|[AKQJ2-9])")
BID = re.compile(r"[1-7](?:[♠♥♦♣])")
SIGNS = dict(zip("♠♥♦♣", "SHDC", strict=True))


def cards_in(text: str) -> set[Card]:
    return {parse_card(SIGNS[one[0]] + one[1:].replace("10", "T")) for one in CARD.findall(text.replace("\ufe0e", ""))}


def test_what_is_to_be_pressed_is_there_and_right() -> None:
    """The cards and bids that a step says to press are among those that it takes, whatever came before."""
    for match in newcomers():
        step = due(match, NEWCOMER)
        assert step is not None
        todo = ENGLISH(step.todo)
        pressed = "".join(re.findall(r"\*\*(.*?)\*\*", todo))
        options = taken(match)
        right = {card for _, one in options for card in (one.cards if isinstance(one, Discard) else (one,))}
        hand = set(match.deals[-1].hand(NEWCOMER))
        assert cards_in(pressed) & hand <= right, step.todo
        assert {parse_call(one[0] + SIGNS[one[1]]) for one in BID.findall(pressed.replace("\ufe0e", ""))} <= right, (
            step.todo
        )
        if cards_in(pressed):
            assert cards_in(pressed) & hand, step.todo


def test_every_legal_click_that_is_not_taken_is_explained() -> None:
    explained = set()
    for match in newcomers():
        step = due(match, NEWCOMER)
        assert step is not None
        for action in legal(match, NEWCOMER):
            key = step.fault(action)
            if key is not None:
                assert ENGLISH(key)
                explained.add(key)
    unused = texts() - explained - {key for step in LESSON.steps for key in (*step.ideas, step.todo)}
    assert not unused, "every explanation can come up"


def test_what_is_not_taken_says_what_is_meant_instead() -> None:
    """A wrong click leads back: its text names something to press, or to throw, to keep or to use."""
    for step in LESSON.steps:
        for key in {wrong.key for wrong in step.wrong} | {step.otherwise} - {""}:
            assert re.search(r"\b[Pp]ress|[Tt]hrow|[Kk]eep|highest spade|low spade|as an escape", ENGLISH(key)), key


# ------------------------------------------------------------------------------------ sensible play


def test_nothing_that_is_done_is_silly() -> None:
    """By the expert's own figures, from what each seat may know, no act of the line costs much against its best."""
    player, costs = computer_player(Strength.EXPERT), {}
    for match in LINE[:-1]:
        deal = match.deals[-1]
        seat = min(match.to_act)
        step = due(match, seat)
        if step is None or len(deal.legal_cards(seat)) == 1:
            continue
        shown = view(match, seat)
        done = LESSON.answer(shown) if seat == HOUSE else next(o for o in step.right if not match.objection(seat, o))
        decision = player.choose(shown, source(7))
        points = {one.action: one.points for one in decision.reasons.candidates}
        if done in points:
            costs[str(done)] = max(points.values()) - points[done]
        else:
            assert isinstance(done, Discard)
            assert isinstance(decision.action, Discard)
            assert set(done.cards) == set(decision.action.cards)
    play_costs = {what: cost for what, cost in costs.items() if what[0] in "SHDCRG"}
    assert sum(play_costs.values()) / len(play_costs) < 40
    assert max(costs.values()) < 300, costs


def test_the_deck_is_one_and_the_newcomer_does_not_deal() -> None:
    deal = Deal.begin(LESSON.dealer, LESSON.deck)
    assert deal.dealer == HOUSE
    assert len(deal.hand(NEWCOMER)) == 15
