"""The emoji: tiles of 128 by 128, to be read at 22.

A card is a white rounded square, its rank above on the left and its suit's sign below on the right, each as large as
fits. A colon differs in shape, colour and sign: an octagon in violet and gold, a letter and a colon.
"""

from __future__ import annotations

from bot.screens.faces import card_face, suit_face
from bridgette import DECK, Card, Rank, Suit
from tools.art.colours import COLON_INK, COLON_PAPER, EDGE, INK, PAPER
from tools.art.pips import pip
from tools.art.shapes import box, dot, drawing, drawn
from tools.art.strokes import written

SIZE = 128
"""The side of a tile: what Discord asks for."""

_TILE = box(SIZE, SIZE, 24, PAPER, EDGE, 5)
_OCTAGON = drawn("M36,3 H92 L125,36 V92 L92,125 H36 L3,92 V36Z", COLON_INK, 6, COLON_PAPER)


def card_tile(card: Card) -> str:
    """The emoji of one of the 55 cards, as SVG."""
    if card.suit is None or card.rank is None:
        return drawing(SIZE, SIZE, _OCTAGON + _colon(str(card)[0]))
    ink = INK[card.suit]
    if card.rank is Rank.TEN:
        # Lower than the others, so that nothing of the 0 lies under the pip.
        rank = written("10", (14, 12), 68, ink, weight=0.225, most=92)
        return drawing(SIZE, SIZE, _TILE + rank + pip(card.suit, (68, 68), 50, ink, PAPER))
    rank = written(str(card.rank), (13, 13), 84, ink, weight=0.195, most=62)
    return drawing(SIZE, SIZE, _TILE + rank + pip(card.suit, (65, 64), 53, ink, PAPER))


def suit_tile(suit: Suit) -> str:
    """The emoji of a suit, as SVG: on paper, so that it can stand on a button of any colour."""
    return drawing(SIZE, SIZE, _TILE + pip(suit, (19, 19), 90, INK[suit]))


def tiles() -> dict[str, str]:
    """All emoji as SVG, by the names of their faces."""
    cards = {card_face(card): card_tile(card) for card in DECK}
    return cards | {suit_face(suit): suit_tile(suit) for suit in Suit}


def _colon(letter: str) -> str:
    dots = "".join(dot(99, y, 12, COLON_INK) for y in (46, 83))
    return written(letter, (19, 24), 80, COLON_INK, most=58) + dots
