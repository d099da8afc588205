"""Blocks of fixed width: small tables that a phone shows without breaking their lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from bot.screens.names import plain_name

WIDTH = 26
"""Columns that a phone shows of a block of code inside a message's frame without breaking its lines."""

_LEFT_TO_RIGHT, _POP_ISOLATE = "\u2066", "\u2069"
_NO_WIDTH = ("Mn", "Me", "Cf")


def block(rows: Iterable[str]) -> str:
    """The rows in letters of one width; blanks at their ends are left out. What they hold is not read as markup."""
    return "\n".join(("```", *(row.rstrip() for row in rows), "```"))


def bare_name(name: str) -> str:
    """The name for a block: nothing in there is markup but the mark that ends it."""
    return plain_name(name).replace("`", "'")


def name_cell(name: str, width: int) -> str:
    """The name for a block, cut to so many columns; its direction stays inside it."""
    return f"{_LEFT_TO_RIGHT}{cut(bare_name(name), width)}{_POP_ISOLATE}"


def left(text: str, width: int) -> str:
    """The text, filled up with blanks to so many columns."""
    return text + " " * (width - columns(text))


def cut(text: str, width: int) -> str:
    """As much of a text as fits so many columns."""
    if columns(text) <= width:
        return text
    taken, room = "", width - 1
    for char in text:
        room -= columns(char)
        if room < 0:
            break
        taken += char
    return f"{taken}…"


def columns(text: str) -> int:
    """The columns that a text takes: a letter of the far east two, a mark above another or an unseen one none."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
