"""What a picture is drawn on. It keeps a list of all that it was told to draw."""

from __future__ import annotations

import io
from collections.abc import Sequence
from enum import Enum
from functools import cache, lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.pictures import sheets
from bot.pictures.palette import CREAM, FELT, GOLD, INK, PALETTE, PANEL, SEATS, VEIL, Colour
from bridgette import Bid, Card, Seat, Suit

Place: TypeAlias = tuple[int, int]
"""From the left and from the top, in pixels."""

BACK = "back"
"""What is said of a card that shows its back."""

_SMOOTH = 4
"""How much larger boxes are drawn first, so that their corners become smooth."""

_COMPRESSION = 6
_PIP = 0.98
"""The side of a suit's sign beside a digit, as a part of the digit's height."""


class Anchor(Enum):
    """Which part of what is written stands at its place: how much of its width lies left of it."""

    START = 0.0
    MIDDLE = 0.5
    END = 1.0


class Board:
    """A picture that is being drawn.

    ``said``: all that was drawn, in order: cards, calls, numbers, signs and seats; not what is the same in every
    picture of its kind, such as boxes.
    """

    def __init__(self, width: int, height: int) -> None:
        self.said: list[str] = []
        self._image = Image.new("RGB", (width, height), FELT)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, in pixels."""
        return self._image.size

    def box(
        self, place: Place, size: tuple[int, int], fill: Colour | None = PANEL, corner: int = 16, line: int = 0
    ) -> None:
        """A box with round corners; ``line``: how thick its golden edge is. Without ``fill`` it has the edge alone."""
        self._paste(_box(*size, corner, fill, line), place)

    def card(self, card: Card | None, place: Place, width: int = sheets.LARGE[0], *, veiled: bool = False) -> int:
        """A card, its back for ``None``, so many pixels wide; returns its height. ``veiled``: it has lost its trick."""
        is_small = width <= sheets.SMALL[0]
        face = (sheets.small_card if is_small else sheets.large_card)(sheets.place_of(card), width)
        self._paste(_veiled(sheets.place_of(card), width) if veiled else face, place)
        self.said.append(BACK if card is None else str(card))
        return face.height

    def write(self, text: str, place: Place, height: int, ink: Colour = CREAM, anchor: Anchor = Anchor.START) -> int:
        """Signs whose digits are so many pixels high, with the middle of their height at ``place``; their width."""
        self.said.append(text)
        return self._write(text, place, height, ink, anchor)

    def bid(self, bid: Bid, place: Place, height: int, ink: Colour = CREAM, anchor: Anchor = Anchor.START) -> int:
        """A bid, as :meth:`write` writes; its strain in the colour of the suit. Returns its width."""
        self.said.append(str(bid))
        level, suit = str(bid.level), bid.strain.suit
        if suit is None:
            return self._write(f"{level}NT", place, height, ink, anchor)
        side, apart = round(height * _PIP), round(height * 0.13)
        digit = sheets.width_of(level, height)
        width = digit + apart + side
        left = place[0] - round(width * anchor.value)
        self._write(level, (left, place[1]), height, ink, Anchor.START)
        self._paste(sheets.pip(suit, side), (left + digit + apart, place[1] - side // 2))
        return width

    def seat(self, seat: Seat, centre: Place, side: int) -> None:
        """The disc of a seat, which holds its number."""
        self.disc(str(seat + 1), centre, side, SEATS[seat])

    def disc(self, sign: str, centre: Place, side: int, fill: Colour = CREAM) -> None:
        """A disc with a sign in it."""
        self.said.append(sign)
        self._paste(_box(side, side, side // 2, fill, 0), (centre[0] - side // 2, centre[1] - side // 2))
        self._write(sign, centre, round(side * 0.6), INK, Anchor.MIDDLE)

    def barred(self, suit: Suit, centre: Place, side: int) -> None:
        """A suit in a ring and under a bar: it may not be led."""
        self.said.append(f"no {suit}")
        self._paste(_ring(suit, side), (centre[0] - side // 2, centre[1] - side // 2))

    def png(self) -> bytes:
        """The picture as it is sent: the same drawing gives the same bytes."""
        out = io.BytesIO()
        written = self._image.quantize(palette=_palette(), dither=Image.Dither.NONE)
        written.save(out, "PNG", compress_level=_COMPRESSION)
        return out.getvalue()

    def _write(self, text: str, place: Place, height: int, ink: Colour, anchor: Anchor) -> int:
        width = sheets.width_of(text, height)
        left, gap = place[0] - round(width * anchor.value), round(sheets.GAP * height)
        for character in text:
            mask = sheets.sign(character, height)
            self._image.paste(ink, (left, place[1] - mask.height // 2), mask)
            left += mask.width + gap
        return width

    def _paste(self, piece: Image.Image, place: Place) -> None:
        self._image.paste(piece, place, piece)


@cache
def _palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in PALETTE for part in colour])
    return image


@lru_cache(maxsize=64)
def _box(width: int, height: int, corner: int, fill: Colour | None, line: int) -> Image.Image:
    large = Image.new("RGBA", (width * _SMOOTH, height * _SMOOTH))
    area = (0, 0, large.width - 1, large.height - 1)
    edge, thick = (GOLD, line * _SMOOTH) if line else (None, 0)
    ImageDraw.Draw(large).rounded_rectangle(area, corner * _SMOOTH, fill, edge, thick)
    return large.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _veiled(place: int, width: int) -> Image.Image:
    face = sheets.small_card(place, width)
    covered = Image.blend(face, Image.new("RGBA", face.size, (*PANEL, 255)), VEIL)
    covered.putalpha(face.getchannel("A"))
    return covered


@cache
def _ring(suit: Suit, side: int) -> Image.Image:
    large = Image.new("RGBA", (side * _SMOOTH, side * _SMOOTH))
    draw, full, thick = ImageDraw.Draw(large), side * _SMOOTH, side * _SMOOTH // 13
    sign = sheets.pip(suit, full * 6 // 10)
    large.paste(sign, (full // 5, full // 5), sign)
    draw.ellipse((thick // 2, thick // 2, full - thick // 2, full - thick // 2), outline=GOLD, width=thick)
    near = round(full * 0.16)
    bar: Sequence[int] = (near, full - near, full - near, near)
    draw.line(bar, FELT, thick * 2)
    draw.line(bar, GOLD, thick)
    return large.resize((side, side), Image.Resampling.LANCZOS)
