"""Who reads a private screen, as far as that changes what is on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reader:
    """``words``: buttons say "10 of spades" instead of showing it.

    ``lessons``: how many deals with explanations were left when the match that is shown began.
    """

    words: bool = False
    lessons: int = 0


PLAIN_READER = Reader()
"""Of whom nothing is known."""
