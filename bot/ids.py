"""The ``custom_id`` of every button and select: what it does, to what, and the point for which it was drawn.

``b1:VERB:SUBJECT:AT:DETAIL``. The subject is the id of a match or a challenge; ``AT`` is the decision that the panel
showed, or the deal or page. Ids come back from strangers: reading one proves nothing but its shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 100
"""Discord's limit on a ``custom_id``."""

_SHAPE = re.compile(r"b1:([a-z]{1,20}):([0-9]{1,19}):([0-9]{1,9}):([A-Za-z0-9.]*)", re.ASCII)
_MOST = 2**63
"""Subjects are ids of the database or of Discord, and fit the database's whole numbers."""


@dataclass(frozen=True, slots=True)
class ComponentId:
    """A read ``custom_id``; ``str`` writes it. Each feature names its own verbs."""

    verb: str
    subject: int = 0
    at: int = 0
    detail: str = ""

    def __str__(self) -> str:
        return f"b1:{self.verb}:{self.subject}:{self.at}:{self.detail}"

    @classmethod
    def parse(cls, text: str) -> ComponentId | None:
        """The id that the text spells, or ``None`` when it is none of ours."""
        found = _SHAPE.fullmatch(text) if len(text) <= LONGEST else None
        if found is None:
            return None
        verb, subject, at, detail = found.groups()
        read = cls(verb, int(subject), int(at), detail)
        return read if read.subject < _MOST and str(read) == text else None
