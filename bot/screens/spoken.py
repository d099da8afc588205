"""What pictures say: the words of a message as plain text, for those who do not see the picture."""

from __future__ import annotations

import re

from bot.screens.faces import with_labels

LONGEST = 1024
"""Characters of an alternative text (Discord's limit)."""

_CUT = "…"

_LINE_MARKS = re.compile(r"^(?:#{1,3} |-# |> )", re.MULTILINE)
_MARKUP = re.compile(r"(?<!\\)(?:\*\*|__|~~|\|\||`+|[*_])")
_ESCAPED = re.compile(r"\\([\\*_~`|<>\[\]()#:@])")
_IDS = re.compile(r"(?<!\\)<[^<>\\]*>")


def plain_text(text: str) -> str:
    """A message's text without its markup, emoji, links and moments; names as they are."""
    unmarked = _LINE_MARKS.sub("", _IDS.sub("", with_labels(text)))
    unescaped = _ESCAPED.sub(r"\1", _MARKUP.sub("", unmarked))
    return "\n".join(" ".join(line.split()) for line in unescaped.splitlines() if line.strip())


def spoken(first: str, last: str = "") -> str:
    """Plain text of two parts that an alternative text can hold; of the second one no more than its end."""
    before, after = plain_text(first)[:LONGEST], plain_text(last)
    room = LONGEST - len(before) - len(_CUT) - 1
    if len(before) + 1 + len(after) <= LONGEST:
        return f"{before}\n{after}".strip()
    return before if room < 1 else f"{before}\n{_CUT}{after[-room:]}"
