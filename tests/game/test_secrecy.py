"""R8 and R11: nobody learns what is hidden from them.

Proved by re-dealing: whatever a viewer cannot see is changed, in every way that the public history allows, and the
view must be equal. The changes exchange two hidden cards (of the opponent's hand, of discards, of the stock) or put
another card of the opponent's among the discards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgette import Card, Deal, Discard, Ending, How, Match, NotAllowed, Phase, view
from tests.game import playouts

VIEWERS = (0, 1, None)
ATTEMPTS = 10
View = Callable[[Match, int | None], object]


def rebuild(deal: Deal, deck: tuple[Card, ...], discards: tuple) -> Deal | None:
    """The same calls and plays upon other cards and discards; ``None`` if the rules do not allow them there."""
    try:
        other = Deal.begin(deal.dealer, deck)
        for seat in (0, 1):
            if discards[seat] is not None:
                other = other.after(seat, Discard(discards[seat]))
        for call in deal.auction.calls if deal.auction else ():
            other = other.after(next(iter(other.to_act)), call)
        for card in deal.play.plays if deal.play else ():
            other = other.after(next(iter(other.to_act)), card)
    except NotAllowed:
        return None
    return other


def hidden_cards(deal: Deal, viewer: int | None, *, over: bool) -> list[Card]:
    """The cards whose places the viewer has not been told."""
    seen = {deal.up_card, *(deal.play.plays if deal.play else ())}
    for seat in (0, 1):
        if over or seat == viewer:
            seen.update(deal.drawn_hands[seat])
    return [card for card in deal.deck if card not in seen]


def exchanged(deal: Deal, one: Card, two: Card) -> Deal | None:
    """The deal with two cards in each other's places, in the discards too."""
    swap = {one: two, two: one}
    discards = tuple(gone and tuple(swap.get(card, card) for card in gone) for gone in deal.discards)
    return rebuild(deal, tuple(swap.get(card, card) for card in deal.deck), discards)


def discarded_otherwise(deal: Deal, seat: int, rng: Random) -> Deal | None:
    """The deal in which the seat put away a card that it kept, and kept one that it put away."""
    gone, kept = deal.discards[seat], deal.hand(seat)
    if gone is None or not kept:
        return None
    out, back = rng.choice(kept), rng.choice(gone)
    changed = tuple(out if card is back else card for card in gone)
    return rebuild(deal, deal.deck, (changed, deal.discards[1]) if seat == 0 else (deal.discards[0], changed))


def redealt(deal: Deal, viewer: int | None, rng: Random, *, over: bool = False) -> Iterator[Deal]:
    """Deals that the viewer cannot tell from this one, each a step further from it."""
    hidden = hidden_cards(deal, viewer, over=over)
    others = [seat for seat in (0, 1) if seat != viewer and not over]
    for _ in range(ATTEMPTS):
        if others and rng.random() < 0.3:
            found = discarded_otherwise(deal, rng.choice(others), rng)
        else:
            found = exchanged(deal, *rng.sample(hidden, 2)) if len(hidden) > 1 else None
        if found is not None:
            deal = found
            yield deal


def with_last_deal(match: Match, deal: Deal) -> Match:
    return Match(match.players, (*match.deals[:-1], deal), match.cut_short)


def leak(match: Match, rng: Random, look: View = view) -> tuple[int, str | None]:
    """How many re-deals the views of the last deal were compared on, and the first difference."""
    compared, deal = 0, match.deals[-1]
    over = match.ended is not None or deal.phase is Phase.OVER
    for viewer in VIEWERS:
        before = look(match, viewer)
        for other in redealt(deal, viewer, rng, over=over):
            compared += 1
            if look(with_last_deal(match, other), viewer) != before:
                return compared, f"viewer {viewer} can tell {deal} from {other}"
    return compared, None


@given(st.integers(0, 2**32), st.sampled_from(playouts.TEMPERS))
@settings(max_examples=10)
def test_r11_no_view_changes_when_all_that_it_may_not_show_is_dealt_anew(seed, temper):
    rng = Random(seed)
    match = Match(("alice", "bob"))
    for state in playouts.deal_states(rng, temper):
        match = Match(match.players, (state,))
        compared, difference = leak(match, rng)
        assert difference is None
        assert compared


def test_r11_nor_in_the_later_deals_of_a_match():
    rng = Random(11)
    compared = 0
    for number, match in enumerate(playouts.match_states(rng, playouts.modest)):
        if match.deals and number % 4 == 0:
            count, difference = leak(match, rng)
            compared += count
            assert difference is None
    assert compared > 500


def test_every_phase_is_dealt_anew_often_enough():
    """A test that finds nothing to compare would prove nothing."""
    compared = dict.fromkeys(Phase, 0)
    for seed in range(4):
        rng = Random(seed)
        for deal in playouts.deal_states(rng, playouts.modest):
            for viewer in VIEWERS:
                found = list(redealt(deal, viewer, rng, over=deal.phase is Phase.OVER))
                compared[deal.phase] += len(found)
                assert all(other != deal for other in found[:1])
    assert min(compared.values()) > 40, compared


def test_a_match_that_was_broken_off_shows_hands_and_discards_but_not_the_stock():
    rng = Random(4)
    for deal in playouts.deal_states(rng, playouts.modest):
        match = Match(("alice", "bob"), (deal,)).cut(Ending(How.RESIGNED, 0, 1))
        compared, difference = leak(match, rng)
        assert difference is None
        assert compared
        for viewer in VIEWERS:
            shown = view(match, viewer).deal
            assert shown.own is None
            assert shown.reveal.discards == deal.discards
            assert shown.reveal.hands == (deal.kept(0), deal.kept(1))


def others(viewer: int | None) -> list[int]:
    return [seat for seat in (0, 1) if seat != viewer]


def lengths_by_suit(deal: Deal, seat: int):
    return sorted(str(card.suit) for card in deal.hand(seat))


LEAKS = {
    "the opponent's suit lengths": lambda deal, viewer: [lengths_by_suit(deal, seat) for seat in others(viewer)],
    "how much the opponent may call or play": lambda deal, viewer: [
        len(deal.legal_calls(seat)) + len(deal.legal_cards(seat)) for seat in others(viewer)
    ],
    "a discard": lambda deal, viewer: [deal.discards[seat] and deal.discards[seat][0] for seat in others(viewer)],
    "whether a colon went": lambda deal, viewer: [
        any(card.is_colon for card in deal.discards[seat] or ()) for seat in others(viewer)
    ],
    "the opponent's second drawn card": lambda deal, viewer: [deal.drawn(seat)[1] for seat in others(viewer)],
    "the next card of the stock": lambda deal, viewer: deal.deck[45],
    "the bottom of the stock": lambda deal, viewer: deal.deck[54],
    "the deck": lambda deal, viewer: deal.deck,
}


@pytest.mark.parametrize("secret", LEAKS)
def test_dealing_anew_finds_a_view_that_leaks(secret):
    def leaky(match: Match, viewer: int | None) -> object:
        return view(match, viewer), LEAKS[secret](match.deals[-1], viewer)

    rng = Random(1)
    states = [deal for seed in range(3) for deal in playouts.deal_states(Random(seed), playouts.modest)]
    found = [leak(Match(("alice", "bob"), (deal,)), rng, leaky)[1] for deal in states if deal.phase is not Phase.OVER]
    assert any(found)


@given(st.integers(0, 2**32), st.sampled_from(playouts.TEMPERS))
@settings(max_examples=40)
def test_r11_the_end_of_a_deal_shows_hands_and_discards_and_nothing_of_the_stock(seed, temper):
    *_, deal = playouts.deal_states(Random(seed), temper)
    match = Match(("alice", "bob"), (deal,))
    for viewer in VIEWERS:
        shown = view(match, viewer).deal
        assert shown.own is None
        assert shown.result == deal.result
        for seat in (0, 1):
            both = (*shown.reveal.hands[seat], *shown.reveal.discards[seat])
            assert sorted(both, key=deal.deck.index) == sorted(deal.drawn_hands[seat], key=deal.deck.index)
            assert len(shown.reveal.hands[seat]) == 13
        stock = deal.deck[28 + deal.to_discard(deal.dealer) :]
        assert not [card for card in stock if repr(card) in repr(shown)]


@given(st.integers(0, 2**32), st.sampled_from(playouts.TEMPERS))
@settings(max_examples=20)
def test_r8_a_view_holds_no_card_that_the_viewer_may_not_know(seed, temper):
    for deal in playouts.deal_states(Random(seed), temper):
        for viewer in VIEWERS:
            shown = repr(view(Match(("alice", "bob"), (deal,)), viewer))
            for card in hidden_cards(deal, viewer, over=deal.phase is Phase.OVER):
                assert repr(card) not in shown


def test_a_seat_sees_its_own_cards_and_what_is_legal_for_it():
    for deal in playouts.deal_states(Random(3), playouts.modest):
        if deal.phase is Phase.OVER:
            break
        match = Match(("alice", "bob"), (deal,))
        for seat in (0, 1):
            own = view(match, seat).deal.own
            assert own.hand == deal.hand(seat)
            assert (own.drawn, own.discards) == (deal.drawn(seat), deal.discards[seat])
            assert (own.calls, own.cards) == (deal.legal_calls(seat), deal.legal_cards(seat))
            assert own.to_discard == deal.to_discard(seat)
        assert view(match, None).deal.own is None


def test_everybody_sees_what_is_public():
    for deal in playouts.deal_states(Random(3), playouts.eager):
        match = Match(("alice", "bob"), (deal,))
        for viewer in VIEWERS:
            shown = view(match, viewer)
            assert (shown.players, shown.seat, shown.totals) == (("alice", "bob"), viewer, match.totals)
            assert shown.deal.up_card is deal.up_card
            assert shown.deal.drawn == (deal.to_discard(0), deal.to_discard(1))
            assert shown.deal.chosen == tuple(gone is not None for gone in deal.discards)
            assert shown.to_act == shown.deal.to_act == deal.to_act
            if deal.auction:
                assert shown.deal.calls == deal.auction.calls
                assert shown.deal.contract == deal.auction.contract
            if deal.play:
                assert shown.deal.tricks == deal.play.tricks()
                assert shown.deal.won == deal.play.won
                assert shown.deal.lead is deal.play.lead
                assert shown.deal.declarer == deal.play.declarer
