"""R7 to R11: dealing, drawing and discarding."""

from random import Random

import pytest

from bridgette import DECK, Auction, Deal, Discard, NotAllowed, Phase, parse_call, parse_card, shuffled_deck, view
from bridgette.match import Match
from tests.game import oracle
from tests.game.notation import cards, dealt, words

SOUTH = "QJ3.AK3.AKQ.AKQJ"


def shuffled(seed: int, dealer: int = 0) -> Deal:
    return Deal.begin(dealer, shuffled_deck(Random(seed).randrange))


def with_up_card(name: str, dealer: int = 0) -> Deal:
    """A deal in which this card was turned up."""
    rest = [card for card in DECK if str(card) != name]
    return Deal.begin(dealer, (*rest[:26], parse_card(name), *rest[26:]))


def refusal(deal: Deal, seat: int, text: str):
    """The objection to discarding these cards; nothing may have changed."""
    action = Discard(cards(text))
    before = (deal, deal.discards, deal.phase)
    with pytest.raises(NotAllowed) as refused:
        deal.after(seat, action)
    assert (deal, deal.discards, deal.phase) == before
    assert refused.value.objection == deal.objection(seat, action)
    return refused.value.objection


@pytest.mark.parametrize("dealer", [0, 1])
def test_r7_thirteen_each_one_at_a_time_the_non_dealer_first(dealer):
    deal = Deal.begin(dealer, DECK)
    first, second = set(DECK[0:26:2]), set(DECK[1:26:2])
    assert first <= set(deal.hand(1 - dealer))
    assert second <= set(deal.hand(dealer))
    assert not set(deal.hand(dealer)) & set(deal.hand(1 - dealer))


@pytest.mark.parametrize("dealer", [0, 1])
def test_r7_the_hands_are_those_of_dealing_card_by_card(dealer):
    for seed in range(100):
        deal = shuffled(seed, dealer)
        expected = oracle.holdings(dealer, words(deal.deck))
        assert [sorted(words(deal.hand(seat))) for seat in (0, 1)] == [sorted(hand) for hand in expected]


@pytest.mark.parametrize("deck", [DECK[:54], (*DECK, DECK[0]), (*DECK[:54], DECK[0]), ()])
def test_r7_a_deck_holds_each_card_once(deck):
    with pytest.raises(ValueError, match="55 cards once"):
        Deal.begin(0, deck)


def test_r8_the_up_card_is_the_top_of_the_stock_and_seen_by_all():
    deal = shuffled(1)
    assert deal.up_card is deal.deck[26]
    match = Match(("a", "b")).begin_deal(deal.deck, 0)
    assert {view(match, viewer).deal.up_card for viewer in (0, 1, None)} == {deal.up_card}


@pytest.mark.parametrize("dealer", [0, 1])
def test_r9_the_non_dealer_draws_two_the_up_card_first(dealer):
    deal = shuffled(2, dealer)
    assert deal.drawn(1 - dealer) == (deal.up_card, deal.deck[27])
    assert deal.to_discard(1 - dealer) == 2


@pytest.mark.parametrize("card", DECK, ids=str)
def test_r10_the_dealer_draws_by_the_group_of_the_up_card(card):
    count = {"GC": 12, "RC": 8, "LC": 4}[oracle.colon_of(str(card))]
    for dealer in (0, 1):
        deal = with_up_card(str(card), dealer)
        assert deal.to_discard(dealer) == count
        assert deal.drawn(dealer) == deal.deck[28 : 28 + count]
        assert len(deal.hand(dealer)) == 13 + count


def test_r10_the_three_sizes():
    assert [with_up_card(name).to_discard(0) for name in ("S2", "HT", "LC")] == [4, 4, 4]
    assert [with_up_card(name).to_discard(0) for name in ("SJ", "HK", "RC")] == [8, 8, 8]
    assert [with_up_card(name).to_discard(0) for name in ("SA", "CA", "GC")] == [12, 12, 12]


def test_r11_each_keeps_thirteen():
    deal = shuffled(3)
    for seat in (0, 1):
        gone = deal.hand(seat)[: deal.to_discard(seat)]
        deal = deal.after(seat, Discard(gone))
        assert len(deal.hand(seat)) == 13
        assert not set(gone) & set(deal.hand(seat))


def test_r11_any_card_may_go_a_drawn_one_the_up_card_or_a_colon():
    deal = dealt("AK2.QJ2.T98.765+G", SOUTH, dealer=0, stock="S4 H4 D4 C4 LC RC")
    assert not set(cards("S4 H4")) & set(deal.after(1, Discard(cards("S4 H4"))).hand(1))  # what was drawn
    assert deal.objection(1, Discard(cards("S4 CA"))) is None  # the up-card and one of the hand
    assert deal.objection(0, Discard(cards("GC LC RC D4"))) is None


def test_r11_the_wrong_number_is_refused():
    deal = with_up_card("S4")
    assert "exactly 2 cards" in str(refusal(deal, 1, words(deal.hand(1))[0]))
    objection = refusal(deal, 0, " ".join(words(deal.hand(0))[:3]))
    assert (objection.rule, objection.about) == ("R11", 4)
    assert refusal(deal, 0, "").rule == "R11"


def test_r11_a_card_not_held_or_named_twice_is_refused():
    deal = shuffled(5)
    mine, other = words(deal.hand(1)), words(deal.hand(0))
    assert refusal(deal, 1, f"{mine[0]} {other[0]}").about is parse_card(other[0])
    assert refusal(deal, 1, f"{mine[0]} {mine[0]}").rule == "R11"
    in_stock = str(deal.deck[-1])
    assert refusal(deal, 1, f"{mine[0]} {in_stock}").about is parse_card(in_stock)


def test_r11_decision_the_two_choose_in_either_order():
    deal = shuffled(6)
    assert deal.to_act == {0, 1}
    choices = [Discard(deal.hand(seat)[: deal.to_discard(seat)]) for seat in (0, 1)]
    first = deal.after(0, choices[0])
    assert (first.phase, first.to_act) == (Phase.EXCHANGE, {1})
    second = deal.after(1, choices[1])
    assert (second.phase, second.to_act) == (Phase.EXCHANGE, {0})
    assert first.after(1, choices[1]) == second.after(0, choices[0])
    assert first.after(1, choices[1]).phase is Phase.AUCTION


def test_r11_the_order_of_the_discards_means_nothing():
    deal = shuffled(6)
    gone = deal.hand(1)[3:5]
    assert deal.after(1, Discard(gone)) == deal.after(1, Discard(gone[::-1]))


def test_r11_a_choice_is_final():
    deal = shuffled(7)
    deal = deal.after(1, Discard(deal.hand(1)[:2]))
    assert refusal(deal, 1, " ".join(words(deal.hand(1))[:2])).rule == "R11"
    deal = deal.after(0, Discard(deal.hand(0)[: deal.to_discard(0)]))
    assert "the exchange is over" in str(refusal(deal, 1, " ".join(words(deal.hand(1))[:2])))


def test_r11_nobody_calls_or_plays_before_both_have_discarded():
    deal = shuffled(8)
    half = deal.after(0, Discard(deal.hand(0)[: deal.to_discard(0)]))
    for state in (deal, half):
        for seat in (0, 1):
            for action in (parse_call("Pass"), parse_call("1C"), parse_call("X"), state.hand(seat)[0]):
                assert state.objection(seat, action).rule == "R11"
            assert state.legal_calls(seat) == state.legal_cards(seat) == ()


def test_r11_discards_stay_secret_and_are_shown_at_the_end_after_a_passed_out_deal_too():
    deal = shuffled(9)
    for seat in (0, 1):
        deal = deal.after(seat, Discard(deal.hand(seat)[: deal.to_discard(seat)]))
    match = Match(("a", "b"), (deal,))
    for viewer in (0, 1, None):
        assert view(match, viewer).deal.reveal is None
    for _ in range(2):
        match = match.after(next(iter(match.to_act)), parse_call("Pass"))
    for viewer in (0, 1, None):
        reveal = view(match, viewer).deal.reveal
        assert reveal is not None
        assert reveal.hands == (deal.hand(0), deal.hand(1))
        assert reveal.discards == deal.discards


def test_r14_a_hand_after_the_exchange_is_what_the_auction_counts():
    deal = dealt("AK2.QJ2.T98.7654", "QJ3.AK3.AKQ.AKQJ", dealer=0)
    for seat in (0, 1):
        deal = deal.after(seat, Discard(deal.drawn(seat)))
    assert isinstance(deal.auction, Auction)
    assert deal.auction.lengths == ((4, 3, 3, 3), (4, 3, 3, 3))
