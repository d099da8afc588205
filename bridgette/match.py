"""A match: its deals in order, who deals next, and how it ends (R5, R6)."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field, replace
from enum import Enum
from typing import NamedTuple, NoReturn

from bridgette.cards import Card, Pair, Seat
from bridgette.deal import Action, Deal, Phase
from bridgette.errors import BadMatch, NotAllowed, Objection, Reason
from bridgette.format import USUAL, Format


class How(Enum):
    """How a match ended, in the words of the record. Another word raises :class:`~bridgette.errors.BadMatch`."""

    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    AGREED = "agreed"
    STOPPED = "stopped"
    VOID = "void"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise BadMatch("a match is " + ", ".join(how.value for how in How))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended.

    ``by`` is the seat that resigned or ran out of time, and the other seat is then the ``winner``; a match that was
    played out has a winner alone; any other has neither. Raises :class:`~bridgette.errors.BadMatch` for anything
    else, with what is wrong.
    """

    how: How
    by: Seat | None = None
    winner: Seat | None = None

    def __post_init__(self) -> None:
        how, by, winner = self.how, self.by, self.winner
        for name, seat in (("by", by), ("winner", winner)):
            if seat is not None and (type(seat) is not int or seat not in (0, 1)):
                raise BadMatch(f"{name} is neither a seat nor null")
        if how in (How.RESIGNED, How.CLAIMED):
            if by is None:
                raise BadMatch(f"{how.value}, but by is no seat")
            if winner != 1 - by:
                raise BadMatch(f"{how.value}, but the winner is not the other seat")
        elif by is not None:
            raise BadMatch(f"{how.value}, but by is a seat")
        elif how is How.PLAYED and winner is None:
            raise BadMatch("played, but there is no winner")
        elif how is not How.PLAYED and winner is not None:
            raise BadMatch(f"{how.value}, but there is a winner")


class Tally(NamedTuple):
    """What finished deals come to: how many ``counted``, passed-out ones not among them (R18), and the ``totals``."""

    counted: int = 0
    totals: Pair[int] = (0, 0)

    def plus(self, deal: Deal) -> Tally:
        """The tally with one more deal; an unfinished or passed-out one adds nothing."""
        result = deal.result
        if result is None or result.contract is None:
            return self
        (first, second), score = self.totals, result.score
        return Tally(self.counted + 1, (first + score[0], second + score[1]))

    def winner(self, agreed: Format) -> Seat | None:
        """Who has won (R6): the higher total after the deals agreed on, or after one more if they were tied."""
        first, second = self.totals
        return None if self.counted < agreed.deals or first == second else int(second > first)


def dealer_after(deal: Deal) -> Seat:
    """Who deals after a finished deal: alternating (R5), the same again after a passed-out one (R18)."""
    return deal.dealer if deal.is_passed_out else 1 - deal.dealer


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its two players by seat and its deals in order, passed-out ones too (R18).

    ``cut_short`` is set when it ended otherwise than by being played to its end; ``format`` is what was agreed on.
    """

    players: Pair[str]
    deals: tuple[Deal, ...] = ()
    cut_short: Ending | None = None
    format: Format = USUAL
    before: InitVar[Tally | None] = None
    _before: Tally = field(init=False, compare=False, repr=False)

    def __post_init__(self, before: Tally | None) -> None:
        """``before``: what all deals but the last come to, from somebody who knows it; else they are looked at here."""
        if before is None:
            before = Tally()
            for deal in self.deals[:-1]:
                before = before.plus(deal)
        object.__setattr__(self, "_before", before)

    @property
    def deal(self) -> Deal | None:
        """The last deal, begun or finished; ``None`` before the first."""
        return self.deals[-1] if self.deals else None

    @property
    def is_under_way(self) -> bool:
        """Whether the opening lead of the first contract has been made; a passed-out deal has none (R18, R19)."""
        return any(deal.play is not None and deal.play.plays for deal in self.deals)

    @property
    def counted(self) -> int:
        """How many finished deals count: passed-out ones do not (R18)."""
        return self._tally.counted

    @property
    def totals(self) -> Pair[int]:
        """The points of each seat so far."""
        return self._tally.totals

    @property
    def _tally(self) -> Tally:
        return self._before.plus(self.deals[-1]) if self.deals else self._before

    @property
    def ended(self) -> Ending | None:
        """How the match ended; ``None`` while it goes on. The deals agreed on decide it unless tied (R6)."""
        if self.cut_short is not None:
            return self.cut_short
        if not self.deals or self.deals[-1].phase is not Phase.OVER:
            return None
        winner = self._tally.winner(self.format)
        return None if winner is None else Ending(How.PLAYED, None, winner)

    @property
    def needs_deck(self) -> bool:
        """Whether the next deal is to begin."""
        return self.ended is None and (not self.deals or self.deals[-1].phase is Phase.OVER)

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals next (R5, R18); ``None`` before the first deal."""
        return dealer_after(self.deals[-1]) if self.deals else None

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that must act now."""
        return self.deals[-1].to_act if self.deals and self.cut_short is None else frozenset()

    def begin_deal(self, deck: tuple[Card, ...], first_dealer: Seat | None = None) -> Match:
        """Begin the next deal from the given deck; the first one needs its dealer, drawn at random by the caller (R5).

        Raises :class:`~bridgette.errors.BadMatch` when no deal is due, or the deck or the dealer does not fit.
        """
        if not self.needs_deck:
            raise BadMatch("no deal is due")
        dealer = self.next_dealer if self.deals else first_dealer
        if dealer not in (0, 1):
            raise BadMatch("the first deal needs a dealer, 0 or 1")
        return Match(self.players, (*self.deals, Deal.begin(dealer, deck)), None, self.format, self._tally)

    def objection(self, seat: Seat, action: Action) -> Objection | None:
        """What forbids the action to the seat; ``None`` if nothing does."""
        if not self.deals:
            return Objection("R7", Reason.NO_DEAL, action)
        if self.cut_short is not None:
            return Objection("R6", Reason.MATCH_OVER, action)
        return self.deals[-1].objection(seat, action)

    def after(self, seat: Seat, action: Action) -> Match:
        """The match after the action. Raises :class:`NotAllowed`, and then nothing has changed."""
        deals = self.deals
        if not deals or self.cut_short is not None:
            raise NotAllowed(self.objection(seat, action) or Objection("R6", Reason.MATCH_OVER, action))
        return Match(self.players, (*deals[:-1], deals[-1].after(seat, action)), None, self.format, self._before)

    def cut(self, ending: Ending) -> Match:
        """End the match otherwise than by playing it out. Raises :class:`~bridgette.errors.BadMatch` if it is over."""
        if self.ended is not None or ending.how is How.PLAYED:
            raise BadMatch("the match is over, or is to end by being played out")
        return replace(self, cut_short=ending)

    def resign(self, seat: Seat) -> Match:
        """The match lost by the seat that gives it up, whatever the totals."""
        return self.cut(Ending(How.RESIGNED, seat, 1 - seat))
