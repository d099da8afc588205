"""How the guide sets its text: paragraphs, and tables that fit a phone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.columns import block, columns, left


def paragraphs(*texts: str) -> str:
    """The texts with room between them."""
    return "\n\n".join(texts)


def fixed(rows: Sequence[Sequence[str]]) -> str:
    """The rows, all of one length, in a block of fixed width: the first column flush left, the others flush right."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    return block(_line(row, widths) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    return " ".join([left(*first), *(" " * (width - columns(cell)) + cell for cell, width in others)])
