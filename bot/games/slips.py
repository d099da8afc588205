"""Slips of the finger: the last move of a match as long as it may be taken back, and the match without it.

A move may be taken back while nothing has come after it: no act of the opponent, no other of its own player, and no
card that was hidden before. What shows cards is the end of a deal (R11), with the two cards that play themselves before
it, and the deal that follows, in which both draw (R7 to R10).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bridgette import Deal, Discard, Match, Seat


class Asked(Enum):
    """Whether somebody has asked to take a move back, and what came of it."""

    NOT = "not"
    OPEN = "open"
    """The opponent has not answered."""
    KEPT = "kept"
    """It was declined, or dropped by whoever asked: the move stands, and is not asked about again."""
    GRANTED = "granted"
    """The move was taken back, and its player has not moved anew."""


@dataclass(frozen=True, slots=True)
class Slip:
    """The last move: whose it is, its number as an act, and whether it has been asked back.

    ``request``: the number of the act that asked; 0 before.
    """

    seat: Seat
    number: int
    asked: Asked = Asked.NOT
    request: int = 0

    @property
    def is_open(self) -> bool:
        """Whether a request waits for its answer."""
        return self.asked is Asked.OPEN


def without_last(match: Match, seat: Seat) -> Match:
    """The match before its last move, which is the seat's. Raises ``ValueError`` where that seat made none."""
    deal = match.deals[-1]
    cards = () if deal.play is None else deal.play.plays
    calls = () if deal.auction is None else deal.auction.calls
    discards = list(deal.discards)
    if cards:
        cards = cards[:-1]
    elif calls:
        calls = calls[:-1]
    elif discards[seat] is not None:
        discards[seat] = None
    else:
        raise ValueError("there is nothing to take back")
    before = Deal.begin(deal.dealer, deal.deck)
    for one, gone in enumerate(discards):
        if gone is not None:
            before = before.after(one, Discard(gone))
    before = before.after_all(calls, cards)
    if seat not in before.to_act:
        raise ValueError("the last move is the opponent's")
    return replace(match, deals=(*match.deals[:-1], before))
