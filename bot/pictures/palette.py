"""The colours of all pictures: those with names, and the one palette of 64 that every picture is written with.

The palette is fixed: a picture does not depend on what else it shows, and nothing is dithered. Beside the named colours
it holds the steps between those that meet at a smooth edge.
"""

from __future__ import annotations

from typing import TypeAlias

from bridgette import Pair, Suit

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

FELT: Colour = (15, 66, 50)
PANEL: Colour = (9, 44, 34)
DONE: Colour = (32, 120, 84)
"""Under the check mark of whoever has chosen."""
CREAM: Colour = (250, 247, 236)
DIM: Colour = (178, 207, 193)
GOLD: Colour = (255, 215, 90)
INK: Colour = (16, 22, 20)
"""Of what stands on gold, on cream and on a seat's disc."""
SHORT: Colour = (255, 138, 151)
"""Of a contract that failed."""
SEATS: Pair[Colour] = ((120, 190, 255), (255, 170, 110))
"""The discs of the two seats, which always hold their number too."""

PAPER: Colour = (255, 255, 255)
EDGE: Colour = (195, 200, 208)
COLON: Colour = (74, 26, 134)
SUITS: dict[Suit, Colour] = {
    Suit.SPADES: (20, 22, 28),
    Suit.HEARTS: (222, 24, 60),
    Suit.DIAMONDS: (15, 98, 214),
    Suit.CLUBS: (10, 100, 30),
}
"""The suits on a card's paper."""
LIGHT_SUITS: dict[Suit, Colour] = {
    Suit.SPADES: (255, 255, 255),
    Suit.HEARTS: (255, 138, 151),
    Suit.DIAMONDS: (143, 193, 255),
    Suit.CLUBS: (127, 227, 166),
}
"""The suits on the dark ground."""

VEIL = 0.3
"""How much of the ground covers a card that has lost its trick."""


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """The colour on the way from one to the other; ``part``: how far, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _between(one: Colour, other: Colour, steps: int) -> list[Colour]:
    return [mixed(one, other, step / (steps + 1)) for step in range(1, steps + 1)]


def _palette() -> tuple[Colour, ...]:
    named = [FELT, PANEL, DONE, CREAM, DIM, GOLD, INK, SHORT, *SEATS, PAPER, EDGE, COLON]
    named += [*SUITS.values(), *list(LIGHT_SUITS.values())[2:]]
    veiled = [mixed(colour, PANEL, VEIL) for colour in (PAPER, GOLD, COLON, *SUITS.values())]
    edges = [
        *(step for ink in SUITS.values() for step in _between(PAPER, ink, 3)),
        *_between(COLON, GOLD, 2),
        *_between(PANEL, CREAM, 3),
        *_between(PANEL, GOLD, 2),
        *_between(FELT, CREAM, 2),
        *_between(FELT, GOLD, 1),
        *_between(INK, GOLD, 2),
        *(step for seat in SEATS for step in _between(INK, seat, 2)),
        *(step for seat in SEATS for ground in (PANEL, FELT) for step in _between(ground, seat, 1)),
        *_between(PANEL, SHORT, 1),
        *(step for ink in list(SUITS.values())[1:] for step in _between(veiled[0], mixed(ink, PANEL, VEIL), 1)),
        *_between(PANEL, DIM, 2),
    ]
    return tuple(dict.fromkeys([*named, *veiled, *edges]))


PALETTE = _palette()
"""The 64 colours that a picture may have."""
