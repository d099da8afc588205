"""The signs of the four suits, each in a box of 100 by 100."""

from __future__ import annotations

from bridgette import Suit
from tools.art.colours import LIGHT
from tools.art.shapes import drawn, filled, moved, placed

SIZE = 100
"""Of the box, and of a pip on the sheet."""

_PATHS = {
    Suit.SPADES: (
        "M50,0 C56,26 98,42 98,67 C98,81 87,89 76,89 C68,88 61,84 57,78 C58,87 62,94 69,99 H31 C38,94 42,87 43,78"
        " C39,84 32,89 24,89 C13,89 2,81 2,67 C2,42 44,26 50,0Z"
    ),
    Suit.HEARTS: (
        "M50,97 C22,73 1,55 1,31 C1,13 13,4 26,4 C38,4 46,11 50,22 C54,11 62,4 74,4 C87,4 99,13 99,31"
        " C99,55 78,73 50,97Z"
    ),
    Suit.DIAMONDS: "M50,0 C60,19 77,37 95,50 C77,63 60,81 50,100 C40,81 23,63 5,50 C23,37 40,19 50,0Z",
    # Three leaves with deep notches between them, so that it is no spade where it is small.
    Suit.CLUBS: (
        "M26,25 C26,12 37,1 50,1 C63,1 74,12 74,25 C74,38 63,49 50,49 C37,49 26,38 26,25Z"
        " M1,58 C1,45 11,35 24,35 C37,35 47,45 47,58 C47,71 37,81 24,81 C11,81 1,71 1,58Z"
        " M53,58 C53,45 63,35 76,35 C89,35 99,45 99,58 C99,71 89,81 76,81 C63,81 53,71 53,58Z"
        " M50,25 L76,58 L56,63 C57,82 62,94 69,99 H31 C38,94 43,82 44,63 L24,58Z"
    ),
}

_HALO = 11
"""How thick the ground's colour is around a pip, half of it under the pip."""


def pip(suit: Suit, place: tuple[float, float], size: float, ink: str, halo: str | None = None) -> str:
    """A suit's sign with its upper left corner at ``place``.

    ``halo``: the ground's colour, put around it so that it stays apart from a letter that it touches.
    """
    path = placed(_PATHS[suit], size / SIZE, size / SIZE, *place)
    return (drawn(path, halo, _HALO, halo) if halo else "") + filled(path, ink)


def light_pips() -> str:
    """The four signs for dark ground side by side, in the order of the suits, each with a margin of 2."""
    return "".join(moved(pip(suit, (2, 2), SIZE - 4, LIGHT[suit]), place * SIZE, 0) for place, suit in enumerate(Suit))
