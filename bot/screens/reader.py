"""Who reads a private screen, as far as that changes what is on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bridgette import Bid, DealView, MatchView, PlainCall, Seat

FIRST_DEALS = 3
"""Deals in which a person who does not know the game is explained what comes up."""


@dataclass(frozen=True, slots=True)
class Reader:
    """``words``: buttons say "10 of spades" instead of showing it.

    ``lessons``: how many deals with explanations were left when the match that is shown began. ``small_print``: what
    stands there in small print is shown; the lesson does without. ``hinted``: in how many deals of the match that is
    over this person was given a hint. ``noted``: an answer to what was just pressed stands above the buttons, and what
    is explained without being asked makes room for it.
    """

    words: bool = False
    lessons: int = 0
    small_print: bool = True
    hinted: int = 0
    noted: bool = False

    def learns(self, view: MatchView) -> bool:
        """Whether the deal in play is one of the first that this person plays; passed-out ones do not count."""
        return view.ended is None and view.counted < self.lessons

    def with_note(self, note: str | None) -> Reader:
        """The same reader, who is shown that note."""
        return replace(self, noted=note is not None)


def is_new_call(deal: DealView, seat: Seat) -> bool:
    """Whether what the seat is to call to comes up for the first time in the deal.

    That is no bid yet, a bid of the opponent's, a double, a redouble.
    """
    if deal.standing is None:
        return True
    if deal.bidder == seat:
        return deal.calls.count(PlainCall.DOUBLE) == 1
    if deal.doubling:
        return deal.calls.count(PlainCall.REDOUBLE) == 1
    theirs = deal.calls[(deal.dealer + 1 - seat) % 2 :: 2]
    return sum(isinstance(call, Bid) for call in theirs) == 1


PLAIN_READER = Reader()
"""Of whom nothing is known."""
