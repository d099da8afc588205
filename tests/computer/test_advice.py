"""Hints and regret: from the seat's own view alone, right where that is plain, and no more exact than is known."""

from __future__ import annotations

from random import Random

import pytest

from bridgette import BIDS, Card, Deal, Discard, Match, Phase, PlainCall, Strain, parse_card, view
from bridgette.computer.advice import hint as hints
from bridgette.computer.advice import regret as looks
from bridgette.computer.advice.figures import about, tenths
from bridgette.computer.advice.hint import CallHint, CardHint, Expected, KeepHint, Size, hint, size_of
from bridgette.computer.advice.moments import Moment, moments
from bridgette.computer.advice.regret import Progress, Regret, regret_of, regrets
from bridgette.computer.players import contracts
from bridgette.computer.solver.solve import is_native
from tests.computer.small import decisions, guessed_tricks
from tests.computer.test_hindsight import played
from tests.game.notation import auction, call, cards, dealt
from tests.game.records import whole
from tests.game.test_secrecy import redealt, with_last_deal

TOPS = ("AKQJ.AKQ.AKQ.AKQ", "T987.T98.T98.T98")
LONG_SPADES = ("AKQJT98765.2.2.2", "432.AKQJ.AKQ.AKQ")


@pytest.fixture
def few(monkeypatch):
    """Few hands, as a machine without the C form can bear; and guessed contracts, so that auctions are quick."""
    for module, hands, enough in ((hints, 10, 6), (looks, 10, 6)):
        monkeypatch.setattr(module, "HANDS", hands)
        monkeypatch.setattr(module, "ENOUGH", enough)
    monkeypatch.setattr(hints, "PYTHON_NODES", hints.NODES)
    monkeypatch.setattr(looks, "can_look", lambda: True)
    monkeypatch.setattr(contracts, "solve_tricks", guessed_tricks)


def match_of(deal: Deal) -> Match:
    return Match(("alice", "bob"), (deal,))


def lay_out(deal: Deal, plays: str) -> Deal:
    for card in cards(plays):
        deal = deal.after(next(iter(deal.to_act)), card)
    return deal


def last(steps) -> looks.Progress:
    *_, found = steps
    return found


# Honesty.


def test_no_hint_changes_when_all_that_the_seat_cannot_see_is_dealt_anew(few):
    compared = dict.fromkeys(Phase, 0)
    for match, seat in decisions(0):
        deal = match.deals[-1]
        found = hint(view(match, seat))
        for other in [other for other in redealt(deal, seat, Random(0)) if other != deal][-2:]:
            compared[deal.phase] += 1
            assert hint(view(with_last_deal(match, other), seat)) == found
    assert compared[Phase.EXCHANGE] >= 2
    assert compared[Phase.AUCTION] >= 2
    assert compared[Phase.PLAY] >= 20


def test_no_regret_changes_when_all_that_the_seat_could_not_see_then_is_dealt_anew(few):
    compared, regretted = 0, 0
    for match, seat in decisions(1):
        deal = match.deals[-1]
        if deal.phase is Phase.EXCHANGE:
            continue
        action = (deal.legal_cards(seat) or deal.legal_calls(seat))[0]
        found = regret_of(Moment(0, seat, view(match, seat), action))
        regretted += found is not None
        for other in [other for other in redealt(deal, seat, Random(0)) if other != deal][-2:]:
            compared += 1
            assert regret_of(Moment(0, seat, view(with_last_deal(match, other), seat), action)) == found
    assert compared > 20
    assert regretted > 2


def test_nor_do_those_of_a_whole_deal_with_other_cards_that_stayed_hidden(few):
    deal = played(1)
    found = last(regrets(match_of(deal), 0, 0))
    others = [other for other in redealt(deal, 0, Random(2)) if other != deal][-2:]
    assert others
    for other in others:
        assert last(regrets(match_of(other), 0, 0)) == found


def test_what_comes_later_in_the_match_changes_no_regret(few):
    first, second = played(0), played(1)
    both = Match(("alice", "bob"), (first, second))
    assert last(regrets(both, 0, 0)) == last(regrets(match_of(first), 0, 0))


# What is plain.


def test_passing_out_all_the_tops_is_regretted_and_bidding_them_is_not(few, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(looks, "can_look", lambda: True)
    passed = call(auction(*TOPS), "Pass Pass")
    (found,) = last(regrets(match_of(passed), 0, 0)).dearest
    assert (found.step, found.trick, found.chosen, found.make) == (2, None, PlainCall.PASS, None)
    assert found.points >= 500
    assert found.better.level >= 6
    bid = regret_of(Moment(2, 0, view(match_of(auction(*TOPS)), 0), found.better))
    assert bid is None


def test_leading_into_the_other_hand_instead_of_running_ten_tricks_is_regretted(few):
    deal = lay_out(auction(*LONG_SPADES, "4NT Pass"), "S2 SA H2 HA CA C2")
    moment = next(one for one in moments(match_of(deal), 0) if str(one.action) == "H2")
    found = regret_of(moment)
    assert found is not None
    assert (found.trick, str(found.chosen)) == (1, "H2")
    assert found.better.suit is parse_card("S3").suit
    assert found.make[0] < found.make[1]
    assert found.points >= 500
    spade = regret_of(moment._replace(action=parse_card("SK")))
    assert spade is None


def test_the_hint_there_is_the_long_suit_as_one_card(few):
    deal = lay_out(auction(*LONG_SPADES, "4NT Pass"), "S2 SA")
    found = hint(view(match_of(deal), 0))
    assert isinstance(found, CardHint)
    assert found.declares
    # The other side may hold the Royal Colon, so the honours are another choice than the spots.
    assert found.options[0].cards == cards("S5 S6 S7 S8 S9 ST")
    assert found.options[0].cost == 0
    assert found.options[0].make >= 5


def test_the_defender_s_hint_says_whose_contract_it_is(few):
    found = hint(view(match_of(auction(*LONG_SPADES, "4NT Pass")), 1))
    assert isinstance(found, CardHint)
    assert not found.declares


def test_a_hint_for_a_call_names_the_kind_of_contract(few, monkeypatch):
    monkeypatch.undo()
    found = hint(view(match_of(auction(*TOPS)), 0))
    assert found == CallHint(found.call, Expected(True, Strain.NO_TRUMP, Size.SLAM))


def test_a_hint_for_the_exchange_names_13_cards_and_their_strain():
    deal = dealt("AKQJT98765.2.2.2", "432.AKQJ.AKQ.AKQ", dealer=0, stock="C7 C8 D7 D8 D9 H7")
    found = hint(view(match_of(deal), 0))
    assert isinstance(found, KeepHint)
    assert len(found.keep) == 13
    assert {*found.keep, *found.discard.cards} == set(deal.hand(0))
    assert found.strain is Strain.SPADES
    deal.after(0, found.discard)


# Every decision.


def test_hints_are_legal_few_and_the_same_again(few):
    seen = set()
    for match, seat in decisions(2):
        deal, shown = match.deals[-1], view(match, seat)
        found = hint(shown)
        seen.add(type(found))
        assert found == hint(shown)
        match found:
            case KeepHint():
                deal.after(seat, found.discard)
            case CallHint():
                deal.after(seat, found.call)
            case CardHint():
                assert 1 <= len(found.options) <= 3
                named = [card for option in found.options for card in option.cards]
                assert len(set(named)) == len(named)
                assert set(named) <= set(deal.legal_cards(seat))
                assert found.options[0].cost in (0, None)
    assert seen == {KeepHint, CallHint, CardHint}


def test_regret_grows_decision_by_decision_and_names_the_three_dearest(few):
    deal = next(deal for deal in whole().deals if deal.play is not None)  # by players who do not care
    steps = list(regrets(match_of(deal), 0, 1))
    assert [step.done for step in steps] == list(range(len(steps)))
    assert {step.of for step in steps} == {len(steps) - 1}
    assert [step.is_over for step in steps] == [False] * (len(steps) - 1) + [True]
    choices = [
        moment
        for moment in moments(match_of(deal), 0)
        if moment.seat == 1
        and not isinstance(moment.action, Discard)
        and len(moment.view.deal.own.cards or moment.view.deal.own.calls) > 1
    ]
    assert len(choices) == len(steps) - 1
    every = [found for moment in choices if (found := regret_of(moment)) is not None]
    dearest = steps[-1].dearest
    assert len(every) >= 2
    assert len(dearest) == min(3, len(every))
    assert [found.points for found in dearest] == sorted((found.points for found in every), reverse=True)[:3]
    for found in dearest:
        assert found.points > 0
        assert (found.make is None) == (not isinstance(found.chosen, Card))
    assert all(len(step.dearest) <= 3 for step in steps)


def test_the_dearest_come_first_and_of_equals_the_earlier():
    def regret(step, points):
        return Regret(step, None, PlainCall.PASS, PlainCall.DOUBLE, points, None)

    progress = Progress(of=6)
    for one in (regret(2, 50), None, regret(4, 200), regret(5, 50), regret(6, 100), regret(7, 200)):
        assert not progress.is_over
        progress = progress.after(one)
    assert progress.is_over
    assert [(one.step, one.points) for one in progress.dearest] == [(4, 200), (7, 200), (6, 100)]


def test_figures_are_given_from_enough_hands_only(few, monkeypatch):
    deal = lay_out(auction(*LONG_SPADES, "4NT Pass"), "S2 SA")
    shown = view(match_of(deal), 0)
    monkeypatch.setattr(hints, "ENOUGH", 11)
    assert {(option.cost, option.make) for option in hint(shown).options} == {(None, None)}
    monkeypatch.setattr(looks, "ENOUGH", 11)
    assert regret_of(Moment(0, 0, shown, parse_card("H2"))) is None


def test_without_nodes_a_hint_is_what_the_expert_falls_back_on_and_nothing_is_regretted(few, monkeypatch):
    deal = lay_out(auction(*LONG_SPADES, "4NT Pass"), "S2 SA")
    shown = view(match_of(deal), 0)
    for name in ("NODES", "PYTHON_NODES"):
        monkeypatch.setattr(hints, name, 0)
    monkeypatch.setattr(looks, "NODES", 0)
    (option,) = hint(shown).options
    assert (option.cost, option.make) == (None, None)
    assert set(option.cards) <= set(deal.legal_cards(0))
    assert regret_of(Moment(0, 0, shown, parse_card("H2"))) is None


def test_whose_turn_it_is_not_gets_no_hint():
    match = match_of(auction(*TOPS))
    for seat in (1, None):
        with pytest.raises(ValueError, match="turn"):
            hint(view(match, seat))


def test_in_pure_python_nobody_looks(monkeypatch):
    monkeypatch.setattr(looks, "is_native", lambda: False)
    assert not looks.can_look()
    with pytest.raises(ValueError, match="C form"):
        next(regrets(match_of(played(0)), 0, 0))


@pytest.mark.skipif(not is_native(), reason="it takes minutes without the C form")
def test_with_all_its_hands_a_deal_is_looked_at_over_200_of_them():
    assert looks.HANDS >= looks.ENOUGH >= 200
    assert hints.HANDS >= hints.ENOUGH >= 128
    found = last(regrets(match_of(played(0)), 0, 0))
    assert found.is_over


# Figures.


@pytest.mark.parametrize(
    ("points", "error", "expected"),
    [
        (0, 0, 0),
        (-40, 3, 0),
        (19, 10, 0),
        (20, 10, 0),
        (21, 10, 20),
        (43, 4, 40),
        (4, 1, 10),
        (131, 21, 150),
        (819, 65, 800),
        (1500, 700, 1500),
        (3000, 0, 3000),
    ],
)
def test_points_are_rounded_to_what_they_are_worth(points, error, expected):
    assert about(points, error) == expected


def test_chances_are_told_in_tenths():
    assert [tenths(chance) for chance in (0, 0.04, 0.06, 0.55, 0.62, 0.96, 1)] == [0, 0, 1, 6, 6, 10, 10]


def test_the_size_of_a_contract_is_its_worth():
    named = {size: [str(bid) for bid in BIDS if size_of(bid) is size] for size in Size}
    assert named[Size.GAME] == ["3NT", "4H", "4S", "4NT", "5C", "5D", "5H", "5S"]
    assert named[Size.SLAM] == ["5NT", "6C", "6D", "6H", "6S", "6NT", "7C", "7D", "7H", "7S", "7NT"]
