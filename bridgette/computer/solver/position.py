"""A point of the play with both hands known: what the solver solves."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.cards import Card, Pair, Seat, Suit
from bridgette.play import Play, legal_follows, legal_leads


class Position(NamedTuple):
    """A point of the play (R19 to R25) with both hands known.

    ``hands`` are the cards still held; ``turn`` is who plays next; ``lead`` the card led to the trick in play, no
    longer in its player's hand, ``None`` when a new trick is to be led; ``barred`` the suit that may not be led to
    it (R23), of no account while a trick is in play.
    """

    hands: Pair[tuple[Card, ...]]
    trump: Suit | None
    turn: Seat
    lead: Card | None = None
    barred: Suit | None = None

    @classmethod
    def of(cls, play: Play) -> Position:
        """The point that a play has reached."""
        lead = play.lead
        return cls(play.hands, play.trump, play.turn, lead, play.barred if lead is None else None)

    @property
    def tricks_left(self) -> int:
        """The tricks still to be taken, the one in play included."""
        return len(self.hands[self.turn])

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played now, in the order of the hand; none at the end."""
        hand = self.hands[self.turn]
        return legal_leads(hand, self.barred) if self.lead is None else legal_follows(hand, self.lead)
