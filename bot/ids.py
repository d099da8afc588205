"""The ``custom_id`` of every button and select: what it does, to what, and the number it was drawn for.

``b1:VERB:SUBJECT:NUMBER:DETAIL``. The subject is the id of a match or a challenge; the number that of the
decision which the panel showed. Ids come back from strangers: reading one proves nothing but its shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

LONGEST = 100
"""Discord's limit on a ``custom_id``."""


class Verb(Enum):
    """What a component asks for."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    THREAD = "thread"
    HAND = "hand"
    RULES = "rules"
    MARK = "mark"
    PICK = "pick"
    CLEAR = "clear"
    DISCARD = "discard"
    LEVEL = "level"
    CALL = "call"
    PLAY = "play"
    RESIGN = "resign"
    STAY = "stay"
    REMATCH = "rematch"
    BOARD = "board"


_SHAPE = re.compile(r"b1:([a-z]+):([0-9]{1,19}):([0-9]{1,9}):([A-Za-z0-9.]*)", re.ASCII)
_MOST = 2**63
"""Subjects are ids of the database or of Discord, and fit the database's whole numbers."""


@dataclass(frozen=True, slots=True)
class ComponentId:
    """A read ``custom_id``; ``str`` writes it."""

    verb: Verb
    subject: int = 0
    number: int = 0
    detail: str = ""

    def __str__(self) -> str:
        return f"b1:{self.verb.value}:{self.subject}:{self.number}:{self.detail}"

    @classmethod
    def parse(cls, text: str) -> ComponentId | None:
        """The id that the text spells, or ``None`` when it is none of ours."""
        found = _SHAPE.fullmatch(text) if len(text) <= LONGEST else None
        if found is None:
            return None
        verb, subject, number, detail = found.groups()
        try:
            read = cls(Verb(verb), int(subject), int(number), detail)
        except ValueError:
            return None
        return read if read.subject < _MOST and str(read) == text else None
