"""Cards and calls as people type them: forgiving, where the record is strict."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.games.refusals import Refused
from bridgette import Call, Card, Unreadable, parse_call, parse_card

_SIGNS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": "", "\ufe0f": ""})
_COLONS = {"GRAND": "GC", "ROYAL": "RC", "LITTLE": "LC"}
_WORDS = {
    "P": "Pass",
    "PASS": "Pass",
    "D": "X",
    "DBL": "X",
    "DOUBLE": "X",
    "R": "XX",
    "RDBL": "XX",
    "REDOUBLE": "XX",
}
LONGEST_ECHO = 20
"""Characters of an unreadable word that are repeated to whoever typed it."""


def typed_cards(text: str) -> tuple[Card, ...]:
    """The cards in a text such as ``c2, H10 ♠A grand``. Raises :class:`Refused`."""
    return tuple(typed_card(word) for word in words(text))


def words(text: str) -> list[str]:
    """The words of a text, parted by spaces or commas."""
    return [word for word in re.split(r"[\s,;]+", text) if word]


def typed_card(word: str) -> Card:
    """One card, suit or rank first. Raises :class:`Refused`."""
    spelled = _spelled(word).replace("10", "T")
    spelled = _COLONS.get(spelled, spelled)
    for attempt in (spelled, spelled[::-1] if len(spelled) == 2 else spelled):
        try:
            return parse_card(attempt)
        except Unreadable:
            continue
    raise Refused("refused-unreadable-card", text=word[:LONGEST_ECHO])


def typed_call(text: str) -> Call:
    """One call. Raises :class:`Refused`."""
    spelled = re.sub(r"\s+", "", _spelled(text))
    spelled = re.sub(r"^([0-7])N$", r"\1NT", spelled)
    try:
        return parse_call(_WORDS.get(spelled, spelled))
    except Unreadable:
        raise Refused("refused-unreadable-call", text=text[:LONGEST_ECHO]) from None


def matches_typed(notation: str, label: str, typed: str) -> bool:
    """Whether an offered choice fits what was typed so far."""
    wanted = _run_together(typed)
    return any(_run_together(name).startswith(wanted) for name in (notation, label))


def finished_cards(text: str, held: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a list still being typed that are held, each once; whatever else it says is left out."""
    left, found = set(held), []
    for word in words(text):
        try:
            card = typed_card(word)
        except Refused:
            continue
        if card in left:
            left.remove(card)
            found.append(card)
    return tuple(found)


def _run_together(text: str) -> str:
    return re.sub(r"\s+", "", _spelled(text)).replace("10", "T")


def _spelled(text: str) -> str:
    return text.strip().upper().translate(_SIGNS)
