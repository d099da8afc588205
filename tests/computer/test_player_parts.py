"""The parts of the computer players: what is seen, the draw, the weights, the averages, the imagined auctions."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgette import BIDS, DECK, Bid, Contract, Deal, Match, Phase, PlainCall, Strain, Suit, Trick, parse_call
from bridgette.auction import Auction
from bridgette.computer.guessing.bids import EVEN, best_call, rate_calls, standing_of
from bridgette.computer.guessing.estimate import outlook, situation
from bridgette.computer.guessing.evidence import gather, ruled_out, shortest_lengths
from bridgette.computer.guessing.holdings import FULL, cards_of, lengths_of, mask_of
from bridgette.computer.guessing.inference import Guessed, likelihoods, liking_of, resample
from bridgette.computer.guessing.keeping import best_keep
from bridgette.computer.guessing.points import chances, ladder, mean_points, payoff
from bridgette.computer.guessing.sampling import draw_hands
from bridgette.computer.players.averages import Figures, Row, difference, is_settled, means_of
from bridgette.computer.players.contracts import played
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.player import Note
from bridgette.computer.players.rollout import play_out
from bridgette.computer.players.strong_calls import pick
from bridgette.computer.solver.solve import OutOfNodes
from bridgette.views import view_deal
from tests.computer.small import decisions
from tests.game import playouts
from tests.game.notation import cards, hand, words

masks = st.sets(st.sampled_from(DECK), min_size=13, max_size=13).map(mask_of)


def calls(text: str):
    return tuple(parse_call(word) for word in text.split())


# Hands as masks


@given(masks)
def test_a_mask_is_its_cards(mask):
    assert mask_of(cards_of(mask)) == mask
    suits = [card.suit for card in cards_of(mask)]
    assert lengths_of(mask) == tuple(map(suits.count, (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)))


# What the opponent cannot hold


def trick(leader: int, text: str, winner: int = 0) -> Trick:
    return Trick(leader, *cards(text), winner)


def left_over(tricks, seat: int = 1) -> int:
    return FULL & ~ruled_out(tuple(tricks), seat)


def test_r21_a_suit_not_followed_is_not_held():
    assert left_over([trick(0, "SA H2")]) == mask_of(card for card in DECK if card.suit is not Suit.SPADES)
    assert left_over([trick(1, "SA H2")]) == FULL


def test_r22_a_matching_colon_says_nothing_of_the_suit():
    assert left_over([trick(0, "SA GC")]) == FULL


def test_r22_a_colon_that_does_not_match_is_played_from_colons_alone():
    assert words(cards_of(left_over([trick(0, "SA LC")]))) == ["RC", "LC"]


def test_r23_who_leads_a_barred_suit_has_nothing_else():
    spades = mask_of(card for card in DECK if card.suit is Suit.SPADES)
    assert left_over([trick(1, "SA GC", 1), trick(1, "SK S2", 1)]) == spades
    assert left_over([trick(1, "SA GC", 1), trick(1, "HK H2", 1)]) == FULL


def test_r25_a_colon_led_says_nothing_of_the_follower():
    assert left_over([trick(0, "GC H2")]) == FULL


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1H", (0, 0, 2, 0)),
        ("2H", (0, 0, 4, 0)),
        ("0NT", (1, 1, 1, 1)),
        ("0NT 1C 1D", (1, 2, 1, 1)),
        ("1H 1S 2H", (0, 0, 2, 0)),
        ("1H 1S 3H", (0, 0, 4, 0)),
        ("1C X 1C", (2, 0, 0, 0)),
        ("Pass 1C 3C", (4, 0, 0, 0)),
    ],
)
def test_r14_and_r15_tell_the_least_lengths(text, expected):
    assert shortest_lengths(calls(text), 0, 0) == expected


@given(st.integers(0, 2**32), st.sampled_from(playouts.TEMPERS))
@settings(max_examples=15)
def test_the_real_hand_always_fits_what_was_seen(seed, temper):
    for deal in playouts.deal_states(Random(seed), temper):
        if deal.phase in (Phase.AUCTION, Phase.PLAY):
            for seat in (0, 1):
                shown = view_deal(deal, seat)
                evidence = gather(shown, shown.own, seat)
                assert evidence.fits(mask_of(deal.kept(1 - seat)))
                assert evidence.holds == len(deal.hand(1 - seat))
                assert evidence.kept == mask_of(deal.kept(seat))


# Drawing hands


@given(st.integers(0, 2**32))
@settings(max_examples=6)
def test_a_drawn_hand_could_be_the_opponents(seed):
    for match, seat in decisions(seed):
        shown = view_deal(match.deals[-1], seat)
        evidence = gather(shown, shown.own, seat)
        drawn = draw_hands(evidence, 4, Random(seed))
        assert len(drawn.hands) == 4
        for kept in drawn.hands:
            assert kept.bit_count() == 13
            assert kept & (evidence.kept | mask_of(shown.own.discards or ())) == 0
            assert drawn.loosened or evidence.fits(kept)


def test_the_draw_is_about_as_strong_as_hands_are():
    """The opponent kept the best of what he had: in the mean the drawn hands promise as much as the real ones."""
    gaps = []
    for seed in range(40):
        match, seat = list(decisions(seed))[2]
        shown = view_deal(match.deals[-1], seat)
        evidence = gather(shown, shown.own, seat)
        real = max(outlook(mask_of(match.deals[-1].kept(1 - seat)), evidence.place).declaring)
        drawn = draw_hands(evidence, 20, Random(seed)).hands
        gaps.append(real - sum(max(outlook(kept, evidence.place).declaring) for kept in drawn) / 20)
    assert abs(sum(gaps) / len(gaps)) < 0.5


def test_a_strong_bid_makes_strong_hands_likelier():
    deal = Deal.begin(0, tuple(reversed(DECK)))
    for seat in (0, 1):
        deal = deal.after(seat, playouts.discard(Random(0), deal, seat))
    shown = view_deal(deal, 1)
    evidence = gather(shown, shown.own, 1)
    drawn = [Guessed(kept, EVEN) for kept in draw_hands(evidence, 200, Random(1)).hands]

    def promise(text: str) -> float:
        asked = shown.__class__(**{name: getattr(shown, name) for name in shown.__slots__} | {"calls": calls(text)})
        found = resample(drawn, likelihoods(drawn, asked, 1, evidence), 60, Random(2))
        total = sum(weight for _, weight, _ in found)
        return sum(weight * max(outlook(kept, evidence.place).declaring) for kept, weight, _ in found) / total

    assert promise("1C") < promise("4C")


def test_resampling_keeps_the_number_and_the_shares():
    found = resample([Guessed(hand, EVEN) for hand in (1, 2, 3)], [1.0, 0.0, 3.0], 40, Random(0))
    assert {hand: weight for hand, weight, _ in found} == {1: 10, 3: 30}


def test_a_strain_that_was_bid_is_liked():
    liking = liking_of(calls("1H 1S"), 0, 0)
    assert liking[Strain.HEARTS] > liking[Strain.SPADES]


# Estimates and points


def test_a_better_hand_promises_more():
    strong, weak = (mask_of(hand(text)) for text in ("AKQJT.AK.AK.AKQ2", "98765.32.32.5432"))
    for place in range(6):
        assert min(outlook(strong, place).declaring) > max(outlook(weak, place).declaring)


@given(masks, st.sampled_from(Strain))
@settings(max_examples=30)
def test_the_kept_cards_are_held_and_no_worse_than_the_highest(held, strain):
    more = held | mask_of(DECK[::5])
    kept = best_keep(more, strain).mask
    assert kept & ~more == 0
    assert kept.bit_count() == 13
    place = situation(DECK[0].group, dealer=True)
    least = sorted(cards_of(more), key=lambda card: card.rank or 0)[more.bit_count() - 13 :]
    assert outlook(kept, place).declaring[strain] >= outlook(mask_of(least), place).declaring[strain] - 1e-9


def test_r27_and_r28_make_the_points_go_up_and_down():
    points = payoff(Contract(Bid(1, Strain.HEARTS), 0))
    assert points[5:11] == (-200, -100, 400, 150, 150, 500)
    assert payoff(Contract(Bid(4, Strain.SPADES), 1))[10] == 2800


def test_chances_add_up_and_points_follow():
    assert sum(chances(88, 15)) == pytest.approx(1)
    sure = Contract(Bid(1, Strain.CLUBS), 0)
    assert mean_points(sure, 125, 5) == pytest.approx(150, abs=2)
    assert ladder(Strain.SPADES, 60, 15, True)[4] < ladder(Strain.SPADES, 60, 15, False)[4]


def test_points_as_people_play_lie_between_those_of_near_results():
    contract = Contract(Bid(3, Strain.CLUBS), 0)
    near = payoff(contract)[7:12]
    assert min(near) < played(contract, 9, mine=True).points < max(near)


# Imagined auctions


@given(masks, st.integers(0, 2**32))
@settings(max_examples=60)
def test_the_quick_call_is_the_best_rated_one(mask, seed):
    rng = Random(seed)
    promise = outlook(mask, rng.randrange(6))
    other = outlook(mask_of(rng.sample(cards_of(FULL & ~mask), 13)), 0)
    auction = Auction.begin(0, ((), ()))._replace(lengths=(promise.lengths, other.lengths))
    legal = Auction.begin(0, (cards_of(mask), cards_of(mask))).legal
    auction = auction._replace(legal=legal)
    while not auction.is_over:
        if auction.caller == 0:
            standing = standing_of(auction.calls)
            quick = best_call(promise, standing)
            rated = rate_calls(promise, auction.legal, standing)
            assert quick in auction.legal
            assert {call: points for points, call in rated}[quick] == max(points for points, _ in rated)
        auction = auction.after(rng.choice(auction.legal))


@given(masks, st.integers(0, 2**32))
@settings(max_examples=25)
def test_an_imagined_auction_ends_as_the_rules_end_it(mask, seed):
    rng = Random(seed)
    hands = (cards_of(mask), tuple(rng.sample(cards_of(FULL & ~mask), 13)))
    outlooks = (outlook(mask, 0), outlook(mask_of(hands[1]), 3))
    auction = Auction.begin(0, hands)
    while not auction.is_over:
        auction = auction.after(best_call(outlooks[auction.caller], standing_of(auction.calls)))
    outcome = play_out(standing_of(()), 0, outlooks)
    assert outcome.contract == auction.contract
    assert outcome.contract is None or outcome.declarer == auction.bidder


def test_r18_two_passes_end_it_without_a_contract():
    outlooks = (outlook(mask_of(hand("5432.432.432.432")), 0),) * 2
    after_pass = standing_of(calls("Pass"))
    assert play_out(after_pass, 1, outlooks, PlainCall.PASS).contract is None


# Averages


def rows(*points: tuple[float, ...], weight: int = 1) -> list[Row]:
    return [Row(weight, [Figures(one, 1.0, 7.0, one) for one in row]) for row in points]


def test_means_go_by_weight():
    found = means_of([*rows((0, 10)), *rows((30, 40), weight=2)])
    assert [mean.points for mean in found] == [20, 30]


def test_a_difference_comes_with_its_error():
    assert difference(rows((5, 3), (5, 3)), 0, 1) == (2, 0)
    assert difference(rows((5, 3)), 0, 1)[1] == float("inf")


def test_a_choice_is_settled_when_the_others_are_surely_behind_or_as_good():
    clear, open_ = rows(*[(100, 0, 100)] * 12), rows(*[(100, 0), (0, 100)] * 6)
    assert is_settled(clear)
    assert not is_settled(clear[:11])
    assert not is_settled(open_)


def test_the_default_stays_unless_it_is_beaten_by_the_standard_errors_asked():
    unsure = rows(*[(0, 300), (0, -200)] * 4)  # 50 better, standard error 94
    assert pick(rows(*[(0, 40)] * 8), [0.7, 0.7]) == 1
    assert pick(unsure, [0.7, 0.7]) == 0
    assert pick(unsure, [0.7, 0.0]) == 1


def test_what_is_ruled_out_is_never_chosen():
    assert pick(rows(*[(0, 40)] * 8), [0.7, inf]) == 0
    assert pick(rows(*[(0, -40, -90)] * 8), [inf, 0.7, 0.7]) == 1
    assert pick(rows((0, -40, -90)), [inf, 0.7, 0.7], effective=1.0) == 1


def test_few_hands_prove_nothing():
    assert pick(rows(*[(0, 40)] * 5), [0.7, 0.7]) == 0
    assert pick(rows(*[(0, 40)] * 6), [0.7, 0.7]) == 1


# Effort


def spender(nodes: int):
    def solve(budget) -> str:
        if budget.limit is not None and budget.limit < nodes:
            budget.spent = budget.limit
            raise OutOfNodes
        budget.spent = nodes
        return "found"

    return solve


def test_the_nodes_of_all_searches_are_bounded():
    effort = Effort(100)
    assert [effort.search(spender(20)) for _ in range(6)] == ["found"] * 5 + [None]
    assert effort.spent == 100
    assert effort.notes == {Note.BUDGET}


def test_no_search_takes_more_than_its_share():
    effort = Effort(100)
    assert effort.search(spender(26)) is None
    assert effort.spent == 25
    assert not effort.notes


def test_a_slow_search_is_cut_by_the_clock_without_being_counted():
    now = [0.0]

    def slow(budget) -> str:
        now[0] += budget.limit / 10_000
        budget.spent = budget.limit
        raise OutOfNodes

    effort = Effort(10**9, lambda: now[0], 1.0)
    assert effort.search(slow) is None
    assert effort.notes == {Note.CLOCK}
    assert effort.spent == 0
    assert now[0] <= 1.1


def test_a_clock_does_not_cut_what_is_quick():
    effort = Effort(10**6, lambda: 0.0, 1.0)
    assert effort.search(spender(100_000)) == "found"
    assert effort.spent == 100_000


def test_all_bids_have_a_ladder():
    for bid in BIDS:
        assert len(ladder(bid.strain, 70, 15, False)) == 8
    assert Match(("a", "b")).deal is None
