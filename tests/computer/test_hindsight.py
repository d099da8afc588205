"""A finished deal with all cards known: what each card gave away, against a plain minimax, and to the last point."""

from __future__ import annotations

from random import Random

import pytest

from bridgette import BIDS, Bid, Contract, Deal, Match, NotAllowed, Phase, Play, Strain, parse_call, shuffled_deck, view
from bridgette.auction import Auction
from bridgette.computer.advice.hindsight import declarers_tricks, hindsight
from bridgette.computer.advice.moments import moments
from bridgette.computer.guessing.points import payoff
from bridgette.computer.players.arena import play_deal
from bridgette.computer.players.baseline import Baseline
from bridgette.computer.solver.position import Position
from bridgette.record import parse_json, trace_record
from bridgette.views import view_deal
from tests.computer.endings import minimax_cards
from tests.game.notation import auction, cards, dealt
from tests.game.records import whole, written

EXACT = ("AKQJT9.A5.5432.2", "765432.K3.AKQJ.A")
"""After six spades, seat 0 can take one trick more with ♥A, or two by taking the first with ♥5."""
ELEVEN_TRICKS = "S2 S9 SA S3 SK S4 SQ S5 SJ S6 ST S7 D2 DA DK D3 DQ D4 DJ D5 CA C2"


def played(seed: int) -> Deal:
    """A deal between two baselines."""
    baseline = Baseline()
    return play_deal(Deal.begin(seed % 2, shuffled_deck(Random(seed).randrange)), (baseline, baseline), Random(seed))


def by_hand(hands: tuple[str, str], calls: str, plays: str, *, broken_off: bool = False):
    """What everybody may see of a deal of these hands that was played so."""
    deal = auction(*hands, calls)
    for card in cards(plays):
        deal = deal.after(next(iter(deal.to_act)), card)
    return view_deal(deal, None, broken_off=broken_off)


def values_in(deal: Deal, index: int) -> dict:
    """Points and tricks of the deal for the player who is to play card ``index``, by card, found by a plain minimax."""
    play = Play.begin(deal.play.declarer, deal.play.trump, (deal.kept(0), deal.kept(1))).after_all(
        deal.play.plays[:index]
    )
    sign = 1 if play.turn == 0 else -1
    worth = {}
    for further in range(len(play.hands[play.turn]) + 1):
        mine = play.won[0] + further
        scores = payoff(deal.result.contract)
        points = scores[mine] if play.declarer == 0 else -scores[13 - mine]
        worth[points * 100 + mine] = (sign * points, mine if play.turn == 0 else 13 - mine)
    return {card: worth[value] for card, value in minimax_cards(Position.of(play), list(worth)).items()}


@pytest.mark.parametrize("seed", range(8))
def test_the_last_tricks_are_judged_as_by_a_plain_minimax(seed):
    deal = played(seed)
    for index, found in list(enumerate(hindsight(view_deal(deal, None)).plays))[18:]:
        values = values_in(deal, index)
        most, own = max(values.values()), values[found.card]
        assert (found.points, found.tricks) == (most[0] - own[0], most[1] - own[1])
        assert values[found.best] == most
        assert found.is_fault == (own != most)


@pytest.mark.parametrize("seed", range(3))
def test_what_was_given_away_accounts_for_the_outcome(seed):
    deal = played(seed)
    result, plays = deal.result, hindsight(view_deal(deal, None)).plays
    assert [found.card for found in plays] == list(deal.play.plays)
    assert [found.trick for found in plays] == [index // 2 for index in range(26)]
    # The first card with a choice of scores tells what the contract was worth; what came of it is what was lost since.
    declarer = result.declarer
    lost = [sum(found.points for found in plays if found.seat == seat) for seat in (0, 1)]
    promised = result.score[declarer] - result.score[1 - declarer] + lost[declarer] - lost[1 - declarer]
    assert promised in payoff(result.contract)
    tricks = [sum(found.tricks for found in plays if found.seat == seat) for seat in (0, 1)]
    assert payoff(result.contract)[result.tricks[declarer] + tricks[declarer] - tricks[1 - declarer]] == promised


def test_a_trick_too_many_costs_the_bonus_for_exactly_the_tricks_bid():
    deal = by_hand(EXACT, "1NT Pass", f"{ELEVEN_TRICKS} H3 H5 HA HK")
    assert deal.result.score == (250, 0)
    (found,) = hindsight(deal).faults(0)
    assert (str(found.card), str(found.best), found.tricks, found.points) == ("H5", "HA", -1, 250)
    assert (found.trick, found.step) == (11, 27)
    assert hindsight(by_hand(EXACT, "1NT Pass", f"{ELEVEN_TRICKS} H3 HA H5 HK")).faults(0) == ()


def test_the_dearest_fault_comes_first():
    faults = [hindsight(view_deal(played(seed), None)).faults(seed % 2) for seed in range(8)]
    assert max(map(len, faults)) > 2
    for found in faults:
        assert [fault.points for fault in found] == sorted((fault.points for fault in found), reverse=True)


def test_steps_are_those_of_a_trace():
    match = whole()
    lines = {(line["deal"], line["step"]): line for line in trace_record(parse_json(written(match))) if "step" in line}
    number = next(number for number, deal in enumerate(match.deals) if deal.play is not None)
    for found in hindsight(view(match, None).deals[number]).plays:
        line = lines[number, found.step]
        assert (line["seat"], line["action"]) == (found.seat, str(found.card))


def test_the_best_contract_is_one_that_the_seat_could_have_opened_and_no_better_one_is_there():
    for seed in range(4):
        deal = played(seed)
        hands = (deal.kept(0), deal.kept(1))
        for seat, best in enumerate(hindsight(view_deal(deal, None)).best):
            scores = {}
            for bid in BIDS:
                if bid in Auction.begin(seat, hands).legal:
                    tricks = declarers_tricks(seat, bid.strain, hands)
                    scores[bid] = payoff(Contract(bid, 0))[tricks]
            most = max(scores.values())
            if best is None:
                assert most <= 0
                continue
            assert best.points == most == scores[best.bid]
            assert best.bid == min(bid for bid, points in scores.items() if points == most)
            assert best.tricks == declarers_tricks(seat, best.bid.strain, hands)


def test_a_side_that_can_make_nothing_has_no_best_contract():
    found = hindsight(by_hand(("AKQJT98765432...", ".AKQJT98765432.."), "Pass Pass", ""))
    assert found.best[0].bid == parse_call("7S")
    assert found.plays == ()
    weak = hindsight(by_hand(("AKQJ.AKQ.AKQ.AKQ", "T987.T98.T98.T98"), "Pass Pass", ""))
    assert weak.best[0].bid == Bid(7, Strain.NO_TRUMP)
    assert weak.best[1] is None


def test_a_deal_that_was_broken_off_is_judged_as_far_as_it_went():
    deal = by_hand(EXACT, "1NT Pass", f"{ELEVEN_TRICKS} H3 H5", broken_off=True)
    found = hindsight(deal)
    assert len(found.plays) == 24
    assert found.plays[-1].points == 250


def test_what_was_not_shown_is_not_judged():
    deal = auction(*EXACT, "1NT Pass")
    for seat in (0, 1, None):
        with pytest.raises(ValueError, match="shown"):
            hindsight(view_deal(deal, seat))
    with pytest.raises(ValueError, match="shown"):
        hindsight(view_deal(dealt(*EXACT), None, broken_off=True))


@pytest.mark.parametrize("seed", [3, 4])
def test_each_moment_of_a_deal_is_what_its_seat_saw(seed):
    """The match is played once more by what the moments say, and each view is the one of that time."""
    match = whole(seed)
    for index, deal in enumerate(match.deals):
        now = Match(match.players, (*match.deals[:index], Deal.begin(deal.dealer, deal.deck)), format=match.format)
        untouched = now
        for moment in moments(match, index):
            exchange = moment.view.deal.phase is Phase.EXCHANGE
            assert moment.view == view(untouched if exchange else now, moment.seat)
            assert moment.step == now.deals[-1].step_of(moment.seat)
            now = now.after(moment.seat, moment.action)
            with pytest.raises(NotAllowed):
                now.after(moment.seat, moment.action)
        assert now.deals[-1] == deal
