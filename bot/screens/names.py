"""Names are hostile: they hold mentions, markup, line breaks and marks that turn the text around."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 32
"""Characters of a name that are shown; Discord's own limit for the names of people."""

_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#:@])")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def plain_name(name: str) -> str:
    """The name as plain text on one line, without invisible characters, for buttons, logs of moves and files."""
    shown = "".join(char if unicodedata.category(char)[0] not in "CZ" or char in _JOINERS else " " for char in name)
    shown = " ".join(shown.split())[:LONGEST].strip()
    # A name of nothing but joiners or combining marks would be as good as none.
    return shown if any(unicodedata.category(char)[0] not in "CM" for char in shown) else "?"


_JOINERS = "\u200d"
"""Joins the parts of many emoji."""


def shown_name(name: str) -> str:
    """The name for a message's text: markup and mentions do nothing, and its direction stays inside it."""
    escaped = _MARKUP.sub(r"\\\1", plain_name(name))
    return f"{_FIRST_STRONG_ISOLATE}{escaped}{_POP_ISOLATE}"
