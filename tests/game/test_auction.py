"""R12 to R18: the auction."""

import itertools

import pytest

from bridgette import BIDS, Bid, Deal, NotAllowed, Phase, PlainCall, Strain, parse_call
from bridgette.score import PASSED_OUT
from tests.game import oracle
from tests.game.notation import auction, call, words

FLAT = "AK2.QJ2.T98.7654"  # 3 3 3 4
OTHER = "QJ3.AK3.AKQ.AKQJ"  # 3 3 3 4


def legal(deal: Deal) -> list[str]:
    (seat,) = deal.to_act
    assert deal.legal_calls(1 - seat) == ()
    return words(deal.legal_calls(seat))


def rule(deal: Deal, word: str) -> str:
    """The rule against a call by the seat whose turn it is; the refusal changes nothing."""
    (seat,) = deal.to_act
    objection = deal.objection(seat, parse_call(word))
    assert objection is not None, f"{word} was allowed"
    assert word not in legal(deal)
    with pytest.raises(NotAllowed) as refused:
        deal.after(seat, parse_call(word))
    assert refused.value.objection == objection
    return objection.rule


@pytest.mark.parametrize("dealer", [0, 1])
def test_r12_the_dealer_calls_first_and_calls_alternate(dealer):
    deal = auction(FLAT, OTHER, dealer=dealer)
    for number, word in enumerate(["1C", "1D", "X", "XX", "2C"]):
        caller = (dealer + number) % 2
        assert deal.to_act == {caller}
        assert deal.objection(1 - caller, parse_call(word)).rule == "R12"
        deal = call(deal, word)


def test_r13_the_36_bids_from_low_to_high():
    assert words(BIDS) == oracle.BIDS
    assert len(BIDS) == 36
    assert list(BIDS) == sorted(BIDS)
    assert str(BIDS[0]) == "0NT"
    assert [str(bid) for bid in BIDS if bid.level == 0] == ["0NT"]
    assert str(BIDS[-1]) == "7NT"


def test_r13_a_bid_must_rank_above_the_bid_before_it():
    for low, high in itertools.product(BIDS, BIDS):
        assert (low < high) == (oracle.BIDS.index(str(low)) < oracle.BIDS.index(str(high)))
    deal = auction(FLAT, OTHER, "1H")
    assert [rule(deal, word) for word in ("0NT", "1C", "1D", "1H")] == ["R13"] * 4
    assert {"1S", "1NT", "2C", "2D"} <= set(legal(deal))


def test_r13_a_bid_must_rank_above_also_after_a_double():
    deal = auction(FLAT, OTHER, "1H X")
    assert rule(deal, "1H") == rule(deal, "1D") == "R13"


def test_r14_a_suit_needs_two_cards_of_it():
    deal = auction("AKQJT98765.A.K2.", ".QJT987.AQJ.KQJT")
    assert {"1S", "1D"} <= set(legal(deal))
    assert [rule(deal, word) for word in ("1H", "1C", "0NT", "1NT")] == ["R14"] * 4


def test_r14_no_trump_needs_a_card_of_each_suit():
    with_all = auction("AKQJT98765.A.K.2", "432.KQJT9.AQ.AKQ")
    assert {"0NT", "1NT", "7NT"} <= set(legal(with_all))
    without_clubs = auction("AKQJT98765.A.K2.", "432.KQJT9.AQ.AKQ")
    assert rule(without_clubs, "0NT") == "R14"
    assert not [word for word in legal(without_clubs) if word.endswith("NT")]


def test_r14_colons_count_for_neither():
    deal = auction("AKQJT98.A.K2.+GRL", "432.KQJT9.AQ.AKQ")
    assert [rule(deal, word) for word in ("1H", "1C", "0NT", "1NT")] == ["R14"] * 4


def test_r15_a_jump_in_a_suit_needs_four_cards_of_it():
    deal = auction("AKQ.AK.AKQJ.AKQJ", "JT98.QJT98.T98.T")
    assert {"1S", "1H", "2D", "7D", "2C", "7C"} <= set(legal(deal))
    assert [rule(deal, word) for word in ("2S", "3S", "2H", "7H")] == ["R15"] * 4


def test_r15_the_lowest_level_is_counted_from_the_standing_bid():
    deal = auction(FLAT, OTHER, "1H")  # the caller holds 3 3 3 4
    assert {"1S", "2C", "2D", "2H"} <= set(legal(deal))
    assert [rule(deal, word) for word in ("2S", "3D", "3H")] == ["R15"] * 3
    assert {"3C", "4C", "7C"} <= set(legal(deal))


def test_r15_an_opening_suit_bid_is_counted_from_level_one_though_0nt_was_not_bid():
    deal = auction(FLAT, OTHER)
    assert {"1D", "1H", "1S", "1C"} <= set(legal(deal))
    assert [rule(deal, word) for word in ("2D", "2H", "2S")] == ["R15"] * 3


def test_r15_the_lowest_level_after_a_pass_is_that_of_an_opening():
    deal = auction(FLAT, OTHER, "Pass")
    assert "1S" in legal(deal)
    assert rule(deal, "2S") == "R15"


def test_r15_over_0nt_a_suit_of_level_one_is_no_jump():
    deal = auction(FLAT, OTHER, "0NT")
    assert {"1D", "1H", "1S", "1NT"} <= set(legal(deal))
    assert rule(deal, "2D") == "R15"


def test_r15_over_ones_own_doubled_bid_a_new_bid_is_counted_from_that_bid():
    deal = auction(FLAT, OTHER, "1H X")
    assert deal.to_act == {0}
    assert {"1S", "2D", "2H", "2C", "5C"} <= set(legal(deal))
    assert [rule(deal, word) for word in ("2S", "3D", "3H")] == ["R15"] * 3


def test_r15_decision_a_jump_in_no_trump_needs_only_a_card_of_each_suit():
    deal = auction("AKQJT98765.A.K.2", "432.KQJT9.AQ.AKQ")
    assert [f"{level}NT" for level in range(8)] == [word for word in legal(deal) if word.endswith("NT")]


def test_r16_only_the_opponents_undoubled_standing_bid_may_be_doubled():
    assert rule(auction(FLAT, OTHER), "X") == "R16"  # nothing stands
    assert rule(auction(FLAT, OTHER, "Pass"), "X") == "R16"
    deal = auction(FLAT, OTHER, "1C")
    assert legal(deal)[-2:] == ["Pass", "X"]
    doubled = call(deal, "X")
    assert rule(doubled, "X") == "R16"  # one's own bid, doubled
    assert rule(call(doubled, "XX"), "X") == "R16"  # doubled and redoubled


def test_r16_only_ones_own_doubled_bid_may_be_redoubled():
    assert rule(auction(FLAT, OTHER), "XX") == "R16"
    assert rule(auction(FLAT, OTHER, "1C"), "XX") == "R16"
    doubled = auction(FLAT, OTHER, "1C X")
    assert legal(doubled)[-2:] == ["Pass", "XX"]
    redoubled = call(doubled, "XX")
    assert rule(redoubled, "XX") == "R16"
    assert legal(redoubled)[-1] == "Pass"


def test_r16_a_new_bid_wipes_double_and_redouble_away():
    deal = auction(FLAT, OTHER, "1C X XX 1D")
    assert deal.auction.doubling == 0
    assert "X" in legal(deal)
    assert str(call(deal, "Pass").auction.contract) == "1D"
    over_own_doubled = auction(FLAT, OTHER, "1C X 2C")
    assert over_own_doubled.auction.doubling == 0
    assert "X" in legal(over_own_doubled)


@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("1H Pass", "1H", 0),
        ("Pass 1H Pass", "1H", 1),
        ("1H X Pass", "1HX", 0),
        ("1H X XX Pass", "1HXX", 0),
        ("1H 1S X Pass", "1SX", 1),
        ("1H X 1S Pass", "1S", 0),
        ("0NT 1C Pass", "1C", 1),
    ],
)
def test_r17_a_pass_over_a_standing_bid_ends_the_auction(calls, contract, declarer):
    deal = auction(FLAT, OTHER, calls)
    assert deal.phase is Phase.PLAY
    assert str(deal.auction.contract) == contract
    assert deal.play.declarer == declarer
    for seat in (0, 1):
        for word in ("Pass", "X", "XX", "7NT"):
            assert deal.objection(seat, parse_call(word)).rule == "R17"


def test_r17_the_contract_is_there_only_at_the_end():
    deal = auction(FLAT, OTHER, "1H X")
    assert deal.auction.contract is None
    assert deal.auction.standing == Bid(1, Strain.HEARTS)
    assert not deal.auction.is_over


def test_r18_decision_a_dealer_who_passed_first_may_call_again():
    deal = auction(FLAT, OTHER, "Pass 1C")
    assert deal.to_act == {0}
    assert {"1D", "Pass", "X"} <= set(legal(deal))
    assert str(call(deal, "1D Pass").auction.contract) == "1D"


def test_r18_two_passes_and_no_bid_pass_the_deal_out():
    deal = auction(FLAT, OTHER, "Pass Pass")
    assert deal.is_passed_out
    assert (deal.phase, deal.to_act) == (Phase.OVER, frozenset())
    assert deal.result == PASSED_OUT
    assert deal.result.score == deal.result.tricks == (0, 0)
    for seat in (0, 1):
        for action in (*PlainCall, BIDS[0], deal.hand(seat)[0]):
            assert deal.objection(seat, action).rule == "R18"


def test_r18_one_pass_passes_nothing_out():
    deal = auction(FLAT, OTHER, "Pass")
    assert not deal.is_passed_out
    assert deal.phase is Phase.AUCTION


def test_the_legal_calls_come_as_bids_from_low_to_high_then_pass_double_redouble():
    assert legal(auction(FLAT, OTHER, "5C")) == [
        *("5D", "5H", "5S", "5NT", "6C", "6NT", "7C", "7NT"),
        *("Pass", "X"),
    ]


def test_a_hand_with_thirty_legal_calls_and_more():
    deal = auction("AKQJ.AKQJ.AKQJ.A", "T98.T98.T98.KQJT")
    assert len(legal(deal)) == 36 - 7 + 1  # all but the clubs, and the pass
    with_clubs = auction("AKQJ.AKQ.AKQ.AKQ", "T98.T98.T98.JT98")
    assert len(legal(with_clubs)) == 8 + 7 + 3 + 1


def test_long_auctions_reach_the_last_bid():
    deal = auction(FLAT, OTHER, "0NT 1NT 2NT X XX 3NT 4NT 5NT 6NT 7NT X XX")
    assert legal(deal) == ["Pass"]
    assert str(call(deal, "Pass").auction.contract) == "7NTXX"
