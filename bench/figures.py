"""Figures read back from the tables that the benchmarks print."""

from __future__ import annotations

import re
from typing import NamedTuple

_FIGURE = re.compile(r"\**(-?[0-9][0-9,]*(?:\.([0-9]+))?)\**(?: ([A-Za-z%µ]+))?(?: \(.*\))?")
"""A number, perhaps with its unit and the least and most in brackets; ``under 90 MB`` is an aim and no figure."""


class Key(NamedTuple):
    """Where a figure stands: the table, the row, the column."""

    table: str
    row: str
    column: str

    @property
    def name(self) -> str:
        """The row, and the column where that has a heading; the table where the row has no name of its own."""
        return ": ".join(part for part in (self.row or self.table, self.column) if part)


class Figure(NamedTuple):
    """A number as it was printed: with so many decimals, and perhaps a unit."""

    value: float
    decimals: int
    unit: str

    def __str__(self) -> str:
        return f"{self.value:,.{self.decimals}f} {self.unit}".rstrip()


def figures_of(markdown: str) -> dict[Key, Figure]:
    """The figures of all tables, in their order. Raises ``ValueError`` when there are none."""
    found: dict[Key, Figure] = {}
    title, header = "", None
    for line in markdown.splitlines():
        if line.startswith("## "):
            title, header = line[3:], None
        elif not line.startswith("|"):
            continue
        elif header is None:
            header = _cells(line)
        elif not line.startswith("| ---"):
            row, *cells = _cells(line)
            for column, cell in zip(header[1:], cells, strict=True):
                if figure := _figure(cell):
                    found[Key(title, row, column)] = figure
    if not found:
        raise ValueError("no table with figures was printed")
    return found


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _figure(cell: str) -> Figure | None:
    found = _FIGURE.fullmatch(cell)
    if found is None:
        return None
    return Figure(float(found[1].replace(",", "")), len(found[2] or ""), found[3] or "")
