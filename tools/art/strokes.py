"""Letters, digits and signs as strokes: centre lines in a box 100 high, all drawn with one thickness."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from tools.art.shapes import drawn, placed


class Glyph(NamedTuple):
    """A character: the width of its box, which is 100 high, and the path of its strokes' centre lines."""

    width: float
    path: str


GLYPHS = {
    "0": Glyph(44, "M22,0 C6,0 0,18 0,50 C0,82 6,100 22,100 C38,100 44,82 44,50 C44,18 38,0 22,0Z"),
    "1": Glyph(22, "M0,20 L22,0 V100"),
    "2": Glyph(54, "M1,28 C1,-9 53,-9 53,27 C53,52 18,66 1,100 H54"),
    "3": Glyph(52, "M1,0 H49 L22,40 C40,38 52,50 52,69 C52,106 6,110 0,82"),
    "4": Glyph(58, "M42,100 V0 L0,70 H58"),
    "5": Glyph(54, "M48,0 H8 L4,46 C14,36 26,34 33,36 C46,38 54,50 54,67 C54,106 6,110 0,82"),
    "6": Glyph(54, "M42,0 C20,18 0,44 0,70 C0,110 54,110 54,70 C54,32 8,32 1,62"),
    "7": Glyph(52, "M0,0 H52 L18,100"),
    "8": Glyph(54, "M27,0 C-5,0 -5,46 27,46 C59,46 59,0 27,0Z M27,46 C-9,46 -9,100 27,100 C63,100 63,46 27,46Z"),
    "9": Glyph(54, "M12,100 C34,82 54,56 54,30 C54,-10 0,-10 0,30 C0,68 46,68 53,38"),
    "A": Glyph(62, "M0,100 L31,0 L62,100 M11,68 H51"),
    "K": Glyph(58, "M0,0 V100 M56,0 L0,64 M20,42 L58,100"),
    "Q": Glyph(60, "M30,0 C10,0 0,20 0,50 C0,80 10,100 30,100 C50,100 60,80 60,50 C60,20 50,0 30,0Z M32,66 L58,106"),
    "J": Glyph(44, "M44,0 V68 C44,111 2,110 0,74"),
    "G": Glyph(58, "M56,24 C48,-9 0,-12 0,50 C0,112 58,110 58,54 H34"),
    "R": Glyph(56, "M0,100 V0 H28 C64,0 64,54 28,54 H0 M28,54 L56,100"),
    "L": Glyph(46, "M0,0 V100 H46"),
    "N": Glyph(60, "M0,100 V0 L60,100 V0"),
    "T": Glyph(60, "M0,0 H60 M30,0 V100"),
    "X": Glyph(60, "M0,0 L60,100 M60,0 L0,100"),
    "D": Glyph(56, "M0,0 V100 H20 C68,100 68,0 20,0Z"),
    "+": Glyph(52, "M0,52 H52 M26,26 V78"),
    "-": Glyph(40, "M0,52 H40"),
    "/": Glyph(44, "M0,108 L44,-8"),
    ":": Glyph(0.1, "M0,26 H0.1 M0,80 H0.1"),
    "…": Glyph(88, "M0,52 H0.1 M44,52 H44.1 M88,52 H88.1"),
    "✓": Glyph(76, "M0,56 L26,86 L76,14"),
}
"""What can be written. A short line with round ends is a dot."""

HEIGHT = 100
"""Of a box."""


class Anchor(Enum):
    """Which part of a line of writing stands at its place: how much of its width lies left of it."""

    START = 0.0
    MIDDLE = 0.5
    END = 1.0


def written(
    text: str,
    place: tuple[float, float],
    height: float,
    ink: str,
    *,
    weight: float = 0.2,
    most: float | None = None,
    anchor: Anchor = Anchor.START,
) -> str:
    """A line of writing, its top at ``place``, ``height`` high from the upper edge of its strokes to the lower one.

    ``weight``: the strokes' thickness, as a part of the height. ``most``: how wide it may be; it is squeezed to that,
    and its strokes become but a little thinner.
    """
    thickness = HEIGHT * weight / (1 - weight)  # of strokes in the units of the boxes
    scale = height / (HEIGHT + thickness)
    natural = _width(text, thickness)
    across = scale if most is None else min(scale, most / natural)
    left, top = place[0] - natural * across * anchor.value, place[1] + thickness / 2 * scale
    shapes, at = [], thickness / 2
    for character in text:
        glyph = GLYPHS[character]
        path = placed(glyph.path, across, scale, left + at * across, top)
        shapes.append(drawn(path, ink, thickness * min(across * 1.08, scale)))
        at += glyph.width + _gap(thickness)
    return "".join(shapes)


def width_of(text: str, height: float, weight: float = 0.2) -> float:
    """How wide :func:`written` makes a text that may be as wide as it is."""
    thickness = HEIGHT * weight / (1 - weight)
    return _width(text, thickness) * height / (HEIGHT + thickness)


def _width(text: str, thickness: float) -> float:
    return sum(GLYPHS[character].width for character in text) + _gap(thickness) * (len(text) - 1) + thickness


def _gap(thickness: float) -> float:
    """Between two boxes."""
    return thickness * 1.45
