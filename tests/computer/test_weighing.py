"""What a sampling player makes of what it weighed: margins, doubles, hopes, the match at stake, its form."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bridgette import Bid, Contract, Phase, PlainCall, Strain, view
from bridgette.computer.guessing.bids import EVEN, NOTHING, Temper, best_call, standing_of
from bridgette.computer.guessing.estimate import outlook
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.holdings import mask_of
from bridgette.computer.guessing.inference import Guessed, effective_size, likelihoods
from bridgette.computer.guessing.prospects import Prospects, worth
from bridgette.computer.guessing.tempers import BOLD, LIKE_US, TEMPERS, TIMID
from bridgette.computer.players import Form, computer_player, contracts, strong_calls
from bridgette.computer.players.averages import Figures, Row, Weighed, difference
from bridgette.computer.players.contracts import Contracts, played
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.guesses import ENOUGH, guess_hands
from bridgette.computer.players.hopes import hopeful_card, is_hopeless
from bridgette.computer.players.levels import LEVELS, Draws, level_of
from bridgette.computer.players.player import Note, Strength
from bridgette.computer.players.rollout import Outcome, play_out
from bridgette.computer.players.strong import Strong, prospects_of
from bridgette.computer.players.strong_calls import pick_call
from bridgette.computer.players.strong_cards import pick_card
from bridgette.computer.solver import solve
from bridgette.computer.solver.search import search
from bridgette.format import Format
from bridgette.views import view_deal
from tests.computer.small import EXPERT, decisions, guessed_tricks
from tests.game.notation import auction, cards, hand

PASS, DOUBLE, REDOUBLE = PlainCall.PASS, PlainCall.DOUBLE, PlainCall.REDOUBLE


def weighed(made: float, **worth_of) -> Weighed:
    """The default first; every hand agrees."""
    calls = [PlainCall[name] for name in worth_of]
    row = Row(1, [Figures(points, made, 7.0, points) for points in worth_of.values()])
    return Weighed(tuple(calls), [row] * 20, 20.0, 20, frozenset(), 0)


# How many hands


def test_hands_are_drawn_until_they_are_worth_enough_or_the_bound_is_reached():
    bounded = worthy = 0
    for seed in range(6):
        for match, seat in decisions(seed):
            deal = view_deal(match.deals[-1], seat)
            if deal.phase is not Phase.AUCTION or not deal.calls:
                continue
            few, many = (
                guess_hands(deal, seat, gather(deal, deal.own, seat), 32, draws, Effort(10), Random(seed))
                for draws in (Draws(1, 2), Draws(1, 40))
            )
            bounded += few.effective < ENOUGH
            worthy += few.effective < ENOUGH <= many.effective
            assert sum(weight for _, weight, _ in many.hands) == 32
    assert bounded
    assert worthy


def test_the_reasons_tell_what_the_hands_are_worth_and_how_many_there_were(monkeypatch):
    monkeypatch.setattr(contracts, "solve_tricks", guessed_tricks)
    for match, seat in decisions(2):
        reasons = Strong(EXPERT).choose(view(match, seat), Random(0)).reasons
        if reasons.candidates:
            assert 0 < reasons.hands <= 3
            assert 0 < reasons.effective <= 24


def test_few_hands_that_are_alike_in_weight_count_in_full():
    assert effective_size([2.0, 2.0, 2.0]) == pytest.approx(3)
    assert effective_size([1.0, 0.0, 0.0]) == 1


def test_the_margin_is_wider_where_the_hands_are_worth_less():
    rows = [Row(1, [Figures(0, 1, 7, 0), Figures(points, 1, 7, points)]) for points in (100, 40) * 8]
    (gain, sure), (same, unsure) = difference(rows, 1, 0, 16.0), difference(rows, 1, 0, 4.0)
    assert gain == same == 70
    assert unsure == pytest.approx(sure * 5**0.5)


# Opponents


def test_opponents_take_turns_and_none_is_the_only_one():
    assert {EVEN, LIKE_US, BOLD, TIMID} == set(TEMPERS)


def test_a_bold_opponent_bids_more_than_a_timid_one():
    promise = outlook(mask_of(hand("AKQ54.K32.Q32.32")), 0)
    bids = [best_call(promise, NOTHING, temper) for temper in (TIMID, EVEN, BOLD)]
    assert all(isinstance(bid, Bid) for bid in bids)
    assert bids[0].level <= bids[1].level <= bids[2].level
    assert bids[0].level < bids[2].level


def test_an_opponent_may_redouble_and_stay():
    strong, weak = hand("AKQJ987.A2.A2.32"), hand("65.KQ3.KQ543.Q54")
    outlooks = (outlook(mask_of(strong), 0), outlook(mask_of(weak), 3))
    threes = Bid(3, Strain.SPADES)
    doubled = standing_of([threes])
    stays = Temper(opening=-9.0, later=-9.0, defence=9.0)
    for more, doubling in ((-9000.0, 1), (0.0, 2)):
        end = play_out(doubled, 1, outlooks, DOUBLE, (Temper(redouble=more), stays))
        assert end.contract == Contract(threes, doubling)


def test_a_sharp_opponent_doubles_what_goes_down(monkeypatch):
    monkeypatch.setattr(contracts, "solve_tricks", lambda position, budget: 7)
    pair = (hand("AKQ54.K32.Q32.32"), hand("J32.A54.A54.AKQ4"))
    far, near = Contract(Bid(5, Strain.SPADES), 0), Contract(Bid(1, Strain.SPADES), 0)
    known = Contracts(pair, Effort(100))
    blunt, sharp = (known.figures(far, 0, 0, (False, whether)).points for whether in (False, True))
    assert blunt - sharp > 80
    blunt, sharp = (known.figures(near, 0, 0, (False, whether)).points for whether in (False, True))
    assert abs(blunt - sharp) < 60


def test_a_sharp_opponent_redoubles_some_of_what_is_doubled_whatever_it_takes(monkeypatch):
    doubled = Contract(Bid(2, Strain.SPADES), 1)
    for tricks in (5, 9):
        monkeypatch.setattr(contracts, "solve_tricks", lambda position, budget, tricks=tricks: tricks)
        known = Contracts((hand("AKQ54.K32.Q32.32"), hand("J32.A54.A54.AKQ4")), Effort(100))
        blunt, sharp = (known.figures(doubled, 0, 1, (whether, False)) for whether in (False, True))
        assert abs(sharp.points) > abs(blunt.points)
        # Whoever redoubles itself is not imagined to do so: that is for its own figures to say.
        assert known.figures(doubled, 0, 0, (True, False)) == known.figures(doubled, 0, 0)


# Doubles and redoubles


def test_no_contract_is_sure_by_the_figures_that_a_decision_rests_on():
    for doubling in (0, 1, 2):
        for mine in (True, False):
            contract = Contract(Bid(2, Strain.HEARTS), doubling)
            chances = [played(contract, tricks, mine).made for tricks in range(14)]
            assert chances == sorted(chances)
            goal = contract.bid.goal
            assert 0 < chances[goal - 1] < 0.6 < chances[goal + 1] < 1


def test_a_redouble_needs_a_contract_that_is_likely():
    assert pick_call(weighed(0.8, PASS=200.0, REDOUBLE=900.0)).action is REDOUBLE
    assert pick_call(weighed(0.4, PASS=200.0, REDOUBLE=900.0)).action is PASS
    assert pick_call(weighed(0.4, REDOUBLE=900.0, PASS=200.0)).action is PASS
    for count in (0, 3):
        unsure = weighed(0.4, REDOUBLE=900.0, PASS=200.0)
        assert pick_call(unsure._replace(rows=unsure.rows[:count])).action is PASS


def test_a_double_needs_one_that_is_not():
    assert pick_call(weighed(0.1, PASS=100.0, DOUBLE=400.0)).action is DOUBLE
    assert pick_call(weighed(0.5, PASS=100.0, DOUBLE=400.0)).action is PASS
    assert pick_call(weighed(0.1, PASS=100.0, DOUBLE=80.0)).action is PASS


def test_a_double_need_only_be_better():
    unsure = [Row(1, [Figures(0, 0.1, 4, 0), Figures(points, 0.1, 4, points)]) for points in (500, -400) * 8]
    double = weighed(0.1, PASS=0.0, DOUBLE=0.0)._replace(rows=unsure)
    assert pick_call(double).action is DOUBLE
    bid = double._replace(options=(PASS, Bid(1, Strain.HEARTS)))
    assert pick_call(bid).action is PASS


def test_a_doubled_opponent_is_taken_to_stay_mostly_whatever_is_imagined(monkeypatch):
    monkeypatch.setattr(strong_calls, "play_out", lambda *_: Outcome(None, 0))
    monkeypatch.setattr(contracts, "solve_tricks", lambda position, _: 0 if position.turn == 1 else 13)
    seen = 0
    for match, seat in decisions(2):
        reasons = Strong(EXPERT).choose(view(match, seat), Random(0)).reasons
        points = {candidate.action: candidate.points for candidate in reasons.candidates}
        if DOUBLE in points:
            seen += 1
            assert points[DOUBLE] > 500 > 0 == points[PASS]
    assert seen


# The match


def test_the_chance_of_winning_grows_with_the_lead_and_shrinks_to_a_tie():
    assert Prospects(0, 0, deals=True).winning(0) == 0.5
    assert [Prospects(100, 0, deals=True).winning(points) for points in (-101, -100, -99)] == [0.0, 0.5, 1.0]
    for after in (1, 2):
        chances = [Prospects(lead, after, deals=False).winning(0) for lead in (-2000, -200, 200, 2000)]
        assert chances == sorted(chances)
        assert chances[0] < 0.1 < 0.9 < chances[-1]
    assert Prospects(0, 1, deals=False).winning(0) > 0.5 > Prospects(0, 1, deals=True).winning(0)


def test_points_count_beside_the_match_however_far_behind():
    behind, ahead = Prospects(-6000, 0, deals=True), Prospects(300, 0, deals=True)
    assert worth(500, behind) > worth(100, behind)
    assert worth(-250, ahead) - worth(-350, ahead) > worth(450, ahead) - worth(350, ahead)
    assert worth(123, None) == 123


def test_the_match_counts_from_the_fourth_deal_on():
    match, seat = next(iter(decisions(3)))
    seen = view(match, seat)
    assert prospects_of(replace(seen, counted=2), seat) is None
    late = replace(seen, counted=3, totals=(700, 300), format=Format(6))
    assert prospects_of(late, 0) == Prospects(400, 2, seen.deal.dealer == 0)
    assert prospects_of(replace(late, counted=6), 1) == Prospects(-400, 0, seen.deal.dealer == 1)


# Cards


def lay_deal(deal, text):
    for card in cards(text):
        deal = deal.after(min(deal.to_act), card)
    return deal


def test_a_duck_is_unlikely_where_a_trick_decides():
    """The opponent played low to a king: who had the ace would have beaten the grand slam, but not the one-bid."""
    shares = []
    for bid in ("1S", "7S"):
        start = auction("AKQJT98.A2.K2.32", "765.KQ3.AQJ4.AKQ", f"{bid} Pass", dealer=0)
        shown = view_deal(lay_deal(start, "H3 HA DK D4"), 0)
        evidence = gather(shown, shown.own, 0)
        low = "765.KQ3.T954.AKQ"
        with_ace, without = (Guessed(mask_of(hand(text)), EVEN) for text in (low.replace("T95", "AT9"), low))
        found = likelihoods([with_ace, without], replace(shown, calls=()), 0, evidence)
        shares.append(found[0] / found[1])
    assert shares[1] < shares[0] / 10


def test_cards_that_all_lose_are_told_apart_by_the_hand_that_would_help(monkeypatch):
    shown = view_deal(lay_deal(auction("AKQJT98.A2.K2.32", "765.KQ3.AQJ4.AKQ", "7S Pass", dealer=0), "H3 HA"), 0)
    own, evidence = shown.own, gather(shown, shown.own, 0)
    helps, rare = cards("SA SK")
    key = cards("CJ")[0]

    def solve_cards(position, payoff, budget):
        return {card: int(card is (rare if key in position.hands[1] else helps)) for card in own.cards}

    monkeypatch.setattr("bridgette.computer.players.hopes.solve_cards", solve_cards)
    lost = [Figures(-100.0, 0.0, 12.0, -100.0)] * len(own.cards)
    weighed = Weighed(own.cards, [Row(1, lost)] * 12, 12.0, 12, frozenset(), 0)
    assert is_hopeless(weighed, shown, 0)
    assert not is_hopeless(weighed, replace(shown, declarer=1), 0)
    hope = hopeful_card(weighed, shown, own, 0, evidence, Effort(1000), Random(0))
    assert hope in (helps, rare)
    decision = pick_card(shown, own, 0, weighed, hope)
    assert decision.action is hope
    assert Note.HOPE in decision.reasons.notes
    dear = [Figures(-100.0 - 50 * (card is hope), 0.0, 12.0, -100.0 - 50 * (card is hope)) for card in own.cards]
    costly = weighed._replace(rows=[Row(1, dear)] * 12)
    assert hopeful_card(costly, shown, own, 0, evidence, Effort(1000), Random(0)) is not hope


# Forms


def test_pure_python_has_a_smaller_budget_and_the_opening_lead_a_larger_one():
    for strength in LEVELS:
        c, python = level_of(strength, Form.C), level_of(strength, Form.PYTHON)
        assert c.lead_nodes == 3 * c.card_nodes
        for name in ("card_nodes", "lead_nodes", "call_nodes", "discard_nodes"):
            assert getattr(python, name) < getattr(c, name)


def test_what_pure_python_decides_is_decided_again_with_the_c_form(monkeypatch):
    """A record names the form, and whoever checks it may have the other solver."""
    if not solve.is_native():
        pytest.skip("the C form was not built")
    player = computer_player(Strength.CLUB, form=Form.PYTHON)
    seen = [view(match, seat) for number, (match, seat) in enumerate(decisions(6)) if number > 12]
    with_c = [player.choose(shown, Random(0)) for shown in seen]
    monkeypatch.setattr(solve, "engine", lambda: search)
    assert [player.choose(shown, Random(0)) for shown in seen] == with_c
