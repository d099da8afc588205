"""Who reads a private screen, as far as that changes what is on it."""

from __future__ import annotations

from dataclasses import dataclass

from bridgette import MatchView

FIRST_DEALS = 3
"""Deals in which a person who does not know the game is explained what comes up."""


@dataclass(frozen=True, slots=True)
class Reader:
    """``words``: buttons say "10 of spades" instead of showing it.

    ``lessons``: how many deals with explanations were left when the match that is shown began. ``small_print``: what
    stands there in small print is shown; the lesson does without. ``hinted``: in how many deals of the match that is
    over this person was given a hint.
    """

    words: bool = False
    lessons: int = 0
    small_print: bool = True
    hinted: int = 0

    def learns(self, view: MatchView) -> bool:
        """Whether the deal in play is one of the first that this person plays; passed-out ones do not count."""
        return view.ended is None and view.counted < self.lessons


PLAIN_READER = Reader()
"""Of whom nothing is known."""
