"""The cards of the pictures: large ones for the table, small ones for hands and tricks, and the back.

All are sheets: 13 cards a row in the order of the deck, the back after the last one of the small cards.
"""

from __future__ import annotations

from collections.abc import Iterable

from bridgette import DECK, Card, Group, Rank
from tools.art.colours import BACK_EDGE, CARD_EDGE, COLON_INK, COLON_PAPER, INK, PAPER
from tools.art.pips import pip
from tools.art.shapes import box, dot, drawing, drawn, moved
from tools.art.strokes import Anchor, written

LARGE = (150, 210)
SMALL = (66, 94)
"""Width and height of a card."""

A_ROW = 13
"""Cards beside each other on a sheet."""


def large_card(card: Card) -> str:
    """The shapes of a large card; a colon shows the cards of its group (R3) too."""
    if card.suit is None or card.rank is None:
        return _large_colon(card)
    ink, is_ten = INK[card.suit], card.rank is Rank.TEN
    rank = written("10" if is_ten else str(card.rank), (14, 14), 88, ink, weight=0.205, most=80)
    corner = pip(card.suit, (102, 18), 34, ink) if is_ten else pip(card.suit, (98, 18), 38, ink)
    return box(*LARGE, 15, PAPER, CARD_EDGE, 2) + rank + corner + pip(card.suit, (50, 112), 86, ink)


def small_card(card: Card) -> str:
    """The shapes of a small card: the rank above the suit's sign; a colon's corners are cut."""
    if card.suit is None or card.rank is None:
        shape = drawn("M12,1.5 H54 L64.5,12 V82 L54,92.5 H12 L1.5,82 V12Z", COLON_INK, 3, COLON_PAPER)
        letter = written(str(card)[0], (33, 12), 42, COLON_INK, most=40, anchor=Anchor.MIDDLE)
        return shape + letter + "".join(dot(33, y, 6, COLON_INK) for y in (63, 80))
    ink, rank = INK[card.suit], "10" if card.rank is Rank.TEN else str(card.rank)
    above = written(rank, (33, 8), 44, ink, most=54, anchor=Anchor.MIDDLE)
    return box(*SMALL, 9, PAPER, CARD_EDGE, 1.5) + above + pip(card.suit, (14.5, 53), 37, ink)


def back() -> str:
    """The shapes of a small card's back: a colon, and nothing that would tell one card from another."""
    width, height = SMALL
    dots = "".join(dot(width / 2, height * down, 7, COLON_INK) for down in (0.36, 0.64))
    return box(width, height, 9, COLON_PAPER, BACK_EDGE, 2.5) + dots


def large_sheet() -> str:
    """All large cards, as SVG."""
    return _sheet((large_card(card) for card in DECK), LARGE)


def small_sheet() -> str:
    """All small cards and the back, as SVG."""
    return _sheet([*(small_card(card) for card in DECK), back()], SMALL)


def _sheet(cards: Iterable[str], size: tuple[int, int]) -> str:
    width, height = size
    placed = [moved(one, place % A_ROW * width, place // A_ROW * height) for place, one in enumerate(cards)]
    rows = -(-len(placed) // A_ROW)
    return drawing(A_ROW * width, rows * height, "".join(placed))


def _large_colon(card: Card) -> str:
    letter = str(card)[0]
    shape = box(*LARGE, 15, COLON_PAPER, COLON_INK, 4)
    sign = written(letter, (16, 16), 74, COLON_INK, weight=0.215, most=56)
    dots = "".join(dot(78 if letter == "L" else 84, y, 8.5, COLON_INK) for y in (38, 70))
    return shape + sign + dots + _GROUPS[card.group]


_GROUPS = {
    Group.ACES: written("A", (75, 122), 72, COLON_INK, most=70, anchor=Anchor.MIDDLE),
    Group.FACES: written("KQJ", (75, 138), 46, COLON_INK, most=118, anchor=Anchor.MIDDLE),
    Group.SPOTS: written("10", (18, 136), 50, COLON_INK, most=48)
    + drawn("M75,161 H91", COLON_INK, 9)
    + written("2", (102, 136), 50, COLON_INK, most=32),
}
"""Which cards a colon stands for, at the foot of a large one."""
