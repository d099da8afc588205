"""What happens in a match beside its moves: the clock's steps, offers to stop, the ways in which a match ends early.

Taking a move back is one of them too, in :mod:`bot.games.takebacks`: the one that changes what is to be decided.

They are acts like any other, saved under the next number, so that whatever comes together has one order and one result.
All others that do not end the match leave all decisions as they are: no panel becomes an old one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bot.clock import Clock
from bot.games.kinds import Described, kind_of
from bot.games.refusals import Refused
from bot.games.slips import Slip
from bridgette import Ending, How, Match, Pair, Seat


class Offer(NamedTuple):
    """An offer to stop the match: by whom, and the number of the act that made it."""

    seat: Seat
    number: int


class Position(Described, Protocol):
    """What an aside is checked against."""

    @property
    def match(self) -> Match:
        """The match as it stands."""

    @property
    def clock(self) -> Clock:
        """The clock of what is to be decided now."""

    @property
    def offer(self) -> Offer | None:
        """The offer to stop that stands."""

    @property
    def slip(self) -> Slip | None:
        """The last move, if it may be taken back."""

    @property
    def asked(self) -> Pair[int]:
        """How often each seat has asked for that in this deal."""


class Aside:
    """The base of all asides: it is always allowed while the match goes on, and changes nothing."""

    seat: Seat | None
    kind: str
    value: str = ""

    def check(self, position: Position, now: int) -> None:
        """Raise :class:`Refused` where it cannot be done at this moment of running time."""

    def apply(self, match: Match) -> Match:
        """The match after it. Raises :class:`Refused` if it is over."""
        if match.ended is not None:
            raise Refused("refused-match-over")
        return match

    def wind(self, clock: Clock, now: int) -> Clock:
        """The clock after it."""
        return clock

    def offered(self, offer: Offer | None, number: int) -> Offer | None:
        """The offer that stands after it; ``number`` is its own."""
        return offer

    def slipped(self, slip: Slip | None, number: int) -> Slip | None:
        """The last move after it; ``number`` is its own."""
        return slip


def cut_for(match: Match, absent: frozenset[Seat]) -> Ending:
    """How a match ends because of those who had to act and did not.

    Whoever was absent alone loses, once the opening lead of the match's first contract is made. Before that, and where
    neither has chosen in the exchange, it counts for nobody.
    """
    if len(absent) != 1 or not match.is_under_way:
        return Ending(How.VOID)
    (seat,) = absent
    return Ending(How.CLAIMED, seat, 1 - seat)


# ---------------------------------------------------------------------- the clock's own steps


@dataclass(frozen=True, slots=True)
class ClockStep(Aside):
    """Something that time alone does. ``seen``: the clock as it was looked at; another one refuses the step."""

    seen: Clock | None
    seat = None

    def check(self, position: Position, now: int) -> None:
        """Refuse what is not due, or not any more."""
        if self.seen is not None and (position.clock != self.seen or not self.seen.is_due(now)):
            raise Refused("refused-out-of-date")


@dataclass(frozen=True, slots=True)
class Reminder(ClockStep):
    """Half of the time is over."""

    kind = "remind"

    def wind(self, clock: Clock, now: int) -> Clock:
        """The other half."""
        return clock.reminded(now)


@dataclass(frozen=True, slots=True)
class RunOut(ClockStep):
    """The time is over, or whoever must act has left the server: the opponent may claim the match or give more time."""

    has_left: bool = False
    kind = "run-out"

    @property
    def value(self) -> str:  # type: ignore[override]
        """Why."""
        return "left" if self.has_left else ""

    def wind(self, clock: Clock, now: int) -> Clock:
        """As long again until it ends by itself."""
        return clock.ran_out(now)


@dataclass(frozen=True, slots=True)
class Moved(ClockStep):
    """Whoever must act cannot, being in time-out: the clock runs out ``due``, in running time."""

    due: int
    kind = "moved"

    @property
    def value(self) -> str:  # type: ignore[override]
        """Until when."""
        return str(self.due)

    def wind(self, clock: Clock, now: int) -> Clock:
        """A later end."""
        return clock.moved(self.due)


@dataclass(frozen=True, slots=True)
class Lapse(ClockStep):
    """Nobody has acted for as long again after the time was over, or for long where there is no clock."""

    kind = "lapse"

    def apply(self, match: Match) -> Match:
        """The match as lost by whoever had to act, or void."""
        Aside.apply(self, match)
        is_timed = self.seen is None or self.seen.length is not None
        return match.cut(cut_for(match, match.to_act) if is_timed else Ending(How.VOID))


@dataclass(frozen=True, slots=True)
class Abandoned(ClockStep):
    """The time of the house's opponent is over: the house claims nothing, so the match is void at once."""

    kind = "abandoned"

    def apply(self, match: Match) -> Match:
        """The match as void."""
        return Aside.apply(self, match).cut(Ending(How.VOID))


# ---------------------------------------------------------------------- what the opponent may do then


@dataclass(frozen=True, slots=True)
class _Waiting(Aside):
    """Of somebody who waits for an opponent whose time has run out."""

    seat: Seat

    def check(self, position: Position, now: int) -> None:
        """Refuse before the time has run out, and to whoever must act."""
        if self.seat in position.match.to_act:
            raise Refused("refused-own-clock")
        if not position.clock.is_run_out:
            raise Refused("refused-clock-runs")


@dataclass(frozen=True, slots=True)
class Claim(_Waiting):
    """The match is claimed: whoever had to act loses it, or it is void."""

    kind = "claim"

    def apply(self, match: Match) -> Match:
        """The match after the claim."""
        Aside.apply(self, match)
        return match.cut(cut_for(match, match.to_act))


@dataclass(frozen=True, slots=True)
class MoreTime(_Waiting):
    """One whole clock more for the opponent."""

    kind = "more-time"

    def wind(self, clock: Clock, now: int) -> Clock:
        """A whole clock anew."""
        return Clock.start(clock.length, now)


# ---------------------------------------------------------------------- stopping


@dataclass(frozen=True, slots=True)
class OfferStop(Aside):
    """A player offers to stop: nobody wins. The offer stands until it is answered, taken back, or played over."""

    seat: Seat
    kind = "offer-stop"

    def check(self, position: Position, now: int) -> None:
        """One offer at a time."""
        offer = position.offer
        if offer is not None:
            raise Refused("refused-offered-already" if offer.seat == self.seat else "refused-offered-to-you")

    def offered(self, offer: Offer | None, number: int) -> Offer | None:
        """This one."""
        return Offer(self.seat, number)


@dataclass(frozen=True, slots=True)
class _Answer(Aside):
    """An answer to an offer; ``to``: the number of that one, ``None`` for the one that stands."""

    seat: Seat
    to: int | None = None

    def check(self, position: Position, now: int) -> None:
        """Refuse an answer to no offer, or to another one."""
        offer = position.offer
        if offer is None or (self.to is not None and offer.number != self.to):
            raise Refused("refused-no-offer")


@dataclass(frozen=True, slots=True)
class DropOffer(_Answer):
    """The offer is declined by the other, or taken back by whoever made it."""

    kind = "drop-offer"

    def offered(self, offer: Offer | None, number: int) -> Offer | None:
        """None."""
        return None


@dataclass(frozen=True, slots=True)
class AgreeStop(_Answer):
    """The offer is accepted: nobody wins."""

    kind = "agree-stop"

    def check(self, position: Position, now: int) -> None:
        """Nobody accepts an offer of their own."""
        _Answer.check(self, position, now)
        if position.offer is not None and position.offer.seat == self.seat:
            raise Refused("refused-own-offer")

    def apply(self, match: Match) -> Match:
        """The match as stopped by both."""
        Aside.apply(self, match)
        return match.cut(Ending(How.AGREED))


@dataclass(frozen=True, slots=True)
class StopAlone(Aside):
    """Whoever plays against the house stops: it always agrees, and nobody wins."""

    seat: Seat
    kind = "stop-alone"

    def check(self, position: Position, now: int) -> None:
        """Only where nobody else has a say."""
        if kind_of(position).may_offer_stop:
            raise Refused("refused-no-offer")

    def apply(self, match: Match) -> Match:
        """The match as stopped by both."""
        return Aside.apply(self, match).cut(Ending(How.AGREED))


@dataclass(frozen=True, slots=True)
class ModeratorStop(Aside):
    """A moderator stops the match: it counts as if both had agreed."""

    seat = None
    kind = "stop"

    def apply(self, match: Match) -> Match:
        """The match as stopped."""
        Aside.apply(self, match)
        return match.cut(Ending(How.STOPPED))
