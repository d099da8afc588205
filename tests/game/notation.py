"""Hands, deals and positions of the play, from notation.

A hand is written as in the Portable Bridge Notation, spades.hearts.diamonds.clubs, and its colons after a plus:
``AK2.QJ.T98.7654+GL`` holds the Grand and the Little Colon.
"""

from __future__ import annotations

from collections.abc import Iterable

from bridgette import DECK, Card, Deal, Discard, Play, Suit, parse_call, parse_card, sort_cards

SPOTS_DRAW = 4
"""The dealer's cards when the up-card is a spot."""


def cards(text: str) -> tuple[Card, ...]:
    """``"SA HT GC"`` as cards, in that order."""
    return tuple(parse_card(word) for word in text.split())


def words(items: Iterable[object]) -> list[str]:
    """Cards or calls as their notation."""
    return [str(item) for item in items]


def hand(text: str) -> tuple[Card, ...]:
    """``"AK2.QJ.T98.7654+GL"`` as cards."""
    suits, _, colons = text.partition("+")
    holdings = suits.split(".")
    assert len(holdings) == 4, f"{text} does not have four suits"
    found = [parse_card(suit + rank) for suit, ranks in zip("SHDC", holdings, strict=True) for rank in ranks]
    return sort_cards([*found, *(parse_card(f"{colon}C") for colon in colons)])


def deck(hands: tuple[str, str], *, dealer: int = 0, stock: str = "") -> tuple[Card, ...]:
    """A deck that deals these hands; ``stock`` names its first cards, what is over follows, spots first."""
    held = (hand(hands[0]), hand(hands[1]))
    assert len(held[0]) == len(held[1]) == 13, "a hand has 13 cards"
    first = cards(stock)
    used = {*held[0], *held[1], *first}
    assert len(used) == 26 + len(first), "a card is named twice"
    rest = sorted((card for card in DECK if card not in used), key=lambda card: (card.group.value != "LC", card.index))
    dealt = [card for pair in zip(held[1 - dealer], held[dealer], strict=True) for card in pair]
    return (*dealt, *first, *rest)


def dealt(first: str, second: str, *, dealer: int = 0, stock: str = "") -> Deal:
    """A deal before the exchange, in which seat 0 was dealt ``first`` and seat 1 ``second``."""
    return Deal.begin(dealer, deck((first, second), dealer=dealer, stock=stock))


def auction(first: str, second: str, calls: str = "", *, dealer: int = 0) -> Deal:
    """A deal in the auction: both threw away what they drew, and ``calls`` were made in turn."""
    deal = dealt(first, second, dealer=dealer)
    for seat in (0, 1):
        deal = deal.after(seat, Discard(deal.drawn(seat)))
    return call(deal, calls)


def call(deal: Deal, calls: str) -> Deal:
    """The deal after these calls, each made by the seat whose turn it is."""
    for word in calls.split():
        (seat,) = deal.to_act
        deal = deal.after(seat, parse_call(word))
    return deal


def position(leader: str, follower: str, *, trump: Suit | None = None) -> Play:
    """An ending: seat 0 is to lead from ``leader``."""
    return Play.begin(1, trump, (hand(leader), hand(follower)))


def lay(play: Play, plays: str) -> Play:
    """The play after these cards, each of which must be legal."""
    for card in cards(plays):
        objection = play.objection(card)
        assert objection is None, str(objection)
        play = play.after(card)
    return play
