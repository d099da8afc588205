"""How the guide sets its text: paragraphs, and tables in letters of one width, which fit a phone."""

from __future__ import annotations

from collections.abc import Sequence

WIDEST = 36
"""Letters in a line of fixed width, at most."""

_NO_WIDTH = "\ufe0e"


def paragraphs(*texts: str) -> str:
    """The texts with room between them."""
    return "\n\n".join(texts)


def fixed(rows: Sequence[Sequence[str]]) -> str:
    """The rows, all of one length, each column as wide as it must be and flush right, the first one flush left."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(["```", *(_line(row, widths) for row in rows), "```"])


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (" " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
    return " ".join([row[0] + first, *(space + cell for space, cell in zip(others, row[1:], strict=True))])


def _width(text: str) -> int:
    return len(text.replace(_NO_WIDTH, ""))
