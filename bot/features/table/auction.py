"""The auction in two columns, a call of each player's in a row."""

from __future__ import annotations

from bot.screens.columns import block, left, name_cell
from bot.screens.message import lines
from bot.screens.symbols import call_symbol
from bot.screens.words import MARKS, Words
from bridgette import DealView, Pair, Phase

MOST_ROWS = 8
"""Rows of an auction that a table shows."""

NAME = 9
"""Columns for a name above the calls, without its mark."""

COLUMN = 14
"""Columns for the calls of one player, with what keeps them apart from the other's."""

NO_CALL = "–"
"""In the first row, for the seat that did not deal (R12)."""

TO_CALL = "?"
"""In the place of the call that is to come."""


def auction_lines(w: Words, deal: DealView, most: int | None = None) -> str:
    """The auction for a message's text: the last ``most`` rows, or all of them; what comes before is counted.

    Nothing before it begins.
    """
    if not deal.calls:
        return _none(w, deal)
    head, shown = _shown(w, deal, most)
    names = (f"{MARKS[0]} {name_cell(w.known[0], NAME)}", f"{MARKS[1]} {name_cell(w.known[1], NAME)}")
    return lines(head, block(left(first, COLUMN) + second for first, second in (names, *shown)))


def auction_said(w: Words, deal: DealView, most: int) -> str:
    """The last ``most`` rows of the auction on one line, without columns."""
    if not deal.calls:
        return _none(w, deal)
    head, shown = _shown(w, deal, most)
    return lines(head, "; ".join(" · ".join(row) for row in (w.names, *shown)))


def _none(w: Words, deal: DealView) -> str:
    return w.t("auction-none") if deal.phase is Phase.AUCTION else ""


def _shown(w: Words, deal: DealView, most: int | None) -> tuple[str, list[Pair[str]]]:
    """What stands above the rows, and those that are shown."""
    found = _rows(w, deal)
    left_out = max(0, len(found) - most) if most is not None else 0
    if not left_out:
        return w.t("auction-title"), found
    return w.t("auction-before", calls=2 * left_out - deal.dealer), found[left_out:]


def _rows(w: Words, deal: DealView) -> list[Pair[str]]:
    """The calls, by seat. Seat 1 as dealer calls first, beside an empty place."""
    cells = [NO_CALL] * deal.dealer + [call_symbol(w.t, call) for call in deal.calls]
    if deal.phase is Phase.AUCTION:
        cells.append(TO_CALL)
    if len(cells) % 2:
        cells.append("")
    return list(zip(cells[::2], cells[1::2], strict=True))
