"""A match of six deals, or seven (R5, R6), and how it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bridgette.cards import Card, Pair, Seat
from bridgette.deal import Action, Deal, Phase
from bridgette.errors import NotAllowed, Objection, Reason

DEALS = 6
"""R5: the deals of a match; a seventh breaks a tie (R6)."""


class How(Enum):
    """How a match ended, in the words of the record."""

    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    AGREED = "agreed"
    STOPPED = "stopped"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: ``by`` is the seat that resigned or ran out of time, ``winner`` a seat or nobody."""

    how: How
    by: Seat | None = None
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its two players by seat and its deals in order, passed-out ones too (R18).

    ``cut_short`` is set when it ended otherwise than by being played to its end.
    """

    players: Pair[str]
    deals: tuple[Deal, ...] = ()
    cut_short: Ending | None = None

    @property
    def deal(self) -> Deal | None:
        """The last deal, begun or finished; ``None`` before the first."""
        return self.deals[-1] if self.deals else None

    @property
    def counted(self) -> int:
        """How many finished deals count: passed-out ones do not (R18)."""
        return sum(1 for deal in self.deals if (result := deal.result) and result.contract)

    @property
    def totals(self) -> Pair[int]:
        """The points of each seat so far."""
        scores = [result.score for deal in self.deals if (result := deal.result)]
        return sum(score[0] for score in scores), sum(score[1] for score in scores)

    @property
    def ended(self) -> Ending | None:
        """How the match ended; ``None`` while it goes on. Six deals decide it unless tied, else the seventh (R6)."""
        if self.cut_short is not None:
            return self.cut_short
        if len(self.deals) < DEALS or self.deals[-1].phase is not Phase.OVER or self.counted < DEALS:
            return None
        first, second = self.totals
        return None if first == second else Ending(How.PLAYED, None, int(second > first))

    @property
    def needs_deck(self) -> bool:
        """Whether the next deal is to begin."""
        return self.ended is None and (not self.deals or self.deals[-1].phase is Phase.OVER)

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals next: alternating (R5), the same again after a passed-out deal (R18). ``None`` before the first."""
        last = self.deal
        if last is None:
            return None
        return last.dealer if last.is_passed_out else 1 - last.dealer

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that must act now."""
        return self.deals[-1].to_act if self.deals and self.cut_short is None else frozenset()

    def begin_deal(self, deck: tuple[Card, ...], first_dealer: Seat | None = None) -> Match:
        """Begin the next deal from the given deck; the first one needs its dealer, drawn at random by the caller (R5).

        Raises ``ValueError`` when no deal is due, or the deck or the dealer does not fit.
        """
        if not self.needs_deck:
            raise ValueError("no deal is due")
        dealer = self.next_dealer if self.deals else first_dealer
        if dealer not in (0, 1):
            raise ValueError("the first deal needs a dealer, 0 or 1")
        return Match(self.players, (*self.deals, Deal.begin(dealer, deck)))

    def objection(self, seat: Seat, action: Action) -> Objection | None:
        """What forbids the action to the seat; ``None`` if nothing does."""
        if not self.deals:
            return Objection("R7", Reason.NO_DEAL, action)
        if self.cut_short is not None:
            return Objection("R6", Reason.MATCH_OVER, action)
        return self.deals[-1].objection(seat, action)

    def after(self, seat: Seat, action: Action) -> Match:
        """The match after the action. Raises :class:`NotAllowed`, and then nothing has changed."""
        if not self.deals or self.cut_short is not None:
            raise NotAllowed(self.objection(seat, action) or Objection("R6", Reason.MATCH_OVER, action))
        return Match(self.players, (*self.deals[:-1], self.deals[-1].after(seat, action)))

    def cut(self, ending: Ending) -> Match:
        """End the match otherwise than by playing it out. Raises ``ValueError`` when it is over already."""
        if self.ended is not None or ending.how is How.PLAYED:
            raise ValueError("the match is over, or is to end by being played out")
        return replace(self, cut_short=ending)

    def resign(self, seat: Seat) -> Match:
        """The match lost by the seat that gives it up, whatever the totals."""
        return self.cut(Ending(How.RESIGNED, seat, 1 - seat))
