"""Which 13 cards to keep for a strain: the best by the estimate, found exactly among the choices that keep the
highest cards of each suit.
"""

from __future__ import annotations

from typing import NamedTuple

from bridgette.calls import Strain
from bridgette.computer.guessing.estimate import colon_worth, suit_parts
from bridgette.computer.guessing.holdings import COLONS, SUIT_BITS, prefixes

HAND = 13
_LOWEST = -1e9
_COLON_SETS = tuple(tuple(part << 52 for part in range(8) if not part & ~held) for held in range(8))
"""By colons held, as bits from the Grand up, the masks of those that may be kept."""


class Keep(NamedTuple):
    """A choice of cards for a strain, and what they add in tricks: declaring, with a share for the defence."""

    worth: float
    mask: int


def best_keep(held: int, strain: Strain, *, defence: float = 0.0, size: int = HAND) -> Keep:
    """The best ``size`` cards of the mask ``held`` for declaring ``strain``.

    ``defence`` weighs the estimate of the defence against the same strain, from 0 to 1.
    """
    trump = strain is not Strain.NO_TRUMP
    # best[n]: the worth and the mask of the best n cards of the suits looked at so far.
    best: list[tuple[float, int]] = [(0.0, 0)] + [(_LOWEST, 0)] * size
    for index in range(4):
        slot = 13 * index
        is_trump = trump and index == 3 - strain
        options = []
        for count, kept in enumerate(prefixes(held >> slot & SUIT_BITS)):
            plain, trumps, open_, plain_d, trumps_d, open_d = suit_parts(kept)
            if is_trump:
                worth = trumps + defence * trumps_d
            elif trump:
                worth = plain + defence * plain_d
            else:
                worth = open_ + defence * open_d
            options.append((count, worth, kept << slot))
        longer: list[tuple[float, int]] = [(_LOWEST, 0)] * (size + 1)
        for before, (so_far, mask) in enumerate(best):
            if so_far <= _LOWEST:
                continue
            for count, worth, cards in options:
                after = before + count
                if after > size:
                    break
                if so_far + worth > longer[after][0]:
                    longer[after] = (so_far + worth, mask | cards)
        best = longer
    found = Keep(_LOWEST, 0)
    for colons in _COLON_SETS[(held & COLONS) >> 52]:
        worth, mask = best[size - colons.bit_count()]
        worth += colon_worth(colons, trump=trump) + defence * colon_worth(colons, trump=trump, declaring=False)
        if worth > found.worth:
            found = Keep(worth, mask | colons)
    return found
