"""What pictures are made of: cards, suits and signs, cut out of the sheets in ``bot/art``, in the sizes that are asked
for. Every piece that has been cut is kept, as far as pictures use it again and again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PIL import Image

from bridgette import Card, Suit

ART = Path(__file__).resolve().parents[1] / "art"

SIGNS = "0123456789NTXD+-/…✓"
"""What can be written, in the order of the sheet."""

SIGN_HEIGHT, SIGN_CELL, SIGN_TOP = 96, (96, 120), 12
"""Of the signs on their sheet: how high a digit is, the size of a cell, and where in it a digit begins. Pixels."""

GAP = 0.09
"""Between two signs, as a part of their height."""

LARGE, SMALL = (150, 210), (66, 94)
"""Width and height of the cards on their sheets, in pixels."""

_A_ROW = 13
_BACK = 55  # the place of the back on the sheet of small cards, after the deck
_PIP = 100


@cache
def _sheet(name: str) -> Image.Image:
    with Image.open(ART / f"{name}.png") as opened:
        opened.load()
        return opened


@lru_cache(maxsize=128)
def small_card(place: int, width: int) -> Image.Image:
    """A card of hands and tricks so many pixels wide, by its place in the deck."""
    return _card("small", place, SMALL, width)


@lru_cache(maxsize=24)
def large_card(place: int, width: int) -> Image.Image:
    """A card of the table so many pixels wide, by its place in the deck."""
    return _card("cards", place, LARGE, width)


def place_of(card: Card | None) -> int:
    """A card's place on the sheets; that of the back for ``None``."""
    return _BACK if card is None else card.index


def _card(sheet: str, place: int, size: tuple[int, int], width: int) -> Image.Image:
    left, top = place % _A_ROW * size[0], place // _A_ROW * size[1]
    cut = _sheet(sheet).crop((left, top, left + size[0], top + size[1])).convert("RGBA")
    height = round(size[1] * width / size[0])
    return cut if width == size[0] else cut.resize((width, height), Image.Resampling.LANCZOS)


@cache
def pip(suit: Suit, side: int) -> Image.Image:
    """A suit's sign for the dark ground."""
    left = list(Suit).index(suit) * _PIP
    cut = _sheet("pips").convert("RGBA").crop((left, 0, left + _PIP, _PIP))
    return cut.resize((side, side), Image.Resampling.LANCZOS)


@cache
def sign(character: str, height: int) -> Image.Image:
    """Where a sign covers the ground, from none (0) to all of it (255), for digits so many pixels high.

    It is as wide as the sign, and higher than a digit by a margin of the same part as in the sheet's cells.
    """
    width, cell = SIGN_CELL
    left = SIGNS.index(character) * width
    cut = _sheet("signs").crop((left, 0, left + width, cell))
    start, _, end, _ = cut.getbbox() or (0, 0, width, cell)
    scale = height / SIGN_HEIGHT
    size = max(1, round((end - start) * scale)), round(cell * scale)
    return cut.crop((start, 0, end, cell)).resize(size, Image.Resampling.LANCZOS)


def width_of(text: str, height: int) -> int:
    """How wide a text is whose digits are so many pixels high."""
    gap = round(GAP * height)
    return sum(sign(character, height).width + gap for character in text) - gap
