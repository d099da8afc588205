"""Who reads a private screen, as far as that changes what is on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bridgette import MatchView

FIRST_DEALS = 3
"""Deals in which a person who does not know the game is explained what comes up."""


@dataclass(frozen=True, slots=True)
class Reader:
    """``words``: buttons say "10 of spades" instead of showing it.

    ``lessons``: how many deals with explanations were left when the match that is shown began. ``small_print``: what
    stands there in small print is shown; the lesson does without. ``noted``: a note stands above the buttons, an answer to
    what was just pressed; what is explained without being asked makes room for it.
    """

    words: bool = False
    lessons: int = 0
    small_print: bool = True
    noted: bool = False

    def learns(self, view: MatchView) -> bool:
        """Whether the deal in play is one of the first that this person plays; passed-out ones do not count."""
        return view.ended is None and view.counted < self.lessons

    def with_note(self, note: str | None) -> Reader:
        """The same reader, who is shown that note."""
        return replace(self, noted=note is not None)


PLAIN_READER = Reader()
"""Of whom nothing is known."""
