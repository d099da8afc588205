"""The signs of the four suits, each in a box of 100 by 100."""

from __future__ import annotations

from bridgette import Suit
from tools.art.colours import LIGHT
from tools.art.shapes import drawn, filled, moved, placed

SIZE = 100
"""Of the box, and of a pip on the sheet."""

_PATHS = {
    Suit.SPADES: (
        "M50,1 C63,22 98,41 98,65 C98,80 87,88 76,88 C68,88 61,84 57,78 C58,87 62,94 69,99 H31 C38,94 42,87 43,78"
        " C39,84 32,88 24,88 C13,88 2,80 2,65 C2,41 37,22 50,1Z"
    ),
    Suit.HEARTS: (
        "M50,97 C22,73 1,55 1,31 C1,13 13,4 26,4 C38,4 46,11 50,22 C54,11 62,4 74,4 C87,4 99,13 99,31"
        " C99,55 78,73 50,97Z"
    ),
    Suit.DIAMONDS: "M50,0 C60,19 77,37 95,50 C77,63 60,81 50,100 C40,81 23,63 5,50 C23,37 40,19 50,0Z",
    Suit.CLUBS: (
        "M50,1 C64,1 74,12 74,25 C74,31 72,37 68,41 C71,39 74,39 77,39 C90,39 99,49 99,62 C99,75 90,85 77,85"
        " C68,85 61,81 57,75 C58,86 62,94 69,99 H31 C38,94 42,86 43,75 C39,81 32,85 23,85 C10,85 1,75 1,62"
        " C1,49 10,39 23,39 C26,39 29,39 32,41 C28,37 26,31 26,25 C26,12 36,1 50,1Z"
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
