"""Hands as bit masks, for speed: bit ``card.index`` is set for each card held.

Within a suit (see :func:`holding`) bit 0 is the ace and bit 12 the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bridgette.auction import Lengths
from bridgette.cards import DECK, Card, Suit

SUIT_BITS = 0x1FFF
SLOTS = {suit: 13 * index for index, suit in enumerate(Suit)}
"""By suit, the index of its ace."""
GRAND, ROYAL, LITTLE = (1 << card.index for card in DECK[-3:])
COLONS = GRAND | ROYAL | LITTLE
FULL = (1 << len(DECK)) - 1


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card.index
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in the order of listing."""
    found = []
    while mask:
        low = mask & -mask
        found.append(DECK[low.bit_length() - 1])
        mask ^= low
    return tuple(found)


def lengths_of(mask: int) -> Lengths:
    """How many cards of each suit, from clubs up to spades."""
    return (
        (mask >> 39 & SUIT_BITS).bit_count(),
        (mask >> 26 & SUIT_BITS).bit_count(),
        (mask >> 13 & SUIT_BITS).bit_count(),
        (mask & SUIT_BITS).bit_count(),
    )


@cache
def prefixes(holding: int) -> tuple[int, ...]:
    """The sub-holdings of a suit's holding that keep its 0, 1, 2 … highest cards."""
    found, kept = [0], 0
    while holding:
        low = holding & -holding
        kept |= low
        holding ^= low
        found.append(kept)
    return tuple(found)
