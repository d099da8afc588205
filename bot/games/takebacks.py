"""Taking one's own last move back, in two acts: the player asks, and the opponent agrees.

Both stand in the record of acts under numbers of their own, after the move that is taken back, so that no decision's
number comes twice: a panel from before stays an old one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.games.asides import Aside, Position
from bot.games.kinds import kind_of
from bot.games.refusals import Refused
from bot.games.slips import Asked, Slip, without_last
from bridgette import Match, Seat

MOST_ASKED = 3
"""How often a player may ask in one deal, whatever came of it."""


@dataclass(frozen=True, slots=True)
class AskBack(Aside):
    """A player asks to take back the last move; ``of``: its number, ``None`` for whichever it is.

    The request stands until it is answered or dropped, or until either player moves.
    """

    seat: Seat
    of: int | None = None
    kind = "ask-back"

    def check(self, position: Position, now: int) -> None:
        """Once for each move, not too often in a deal, and only of somebody who can answer."""
        Aside.apply(self, position.match)
        slip = position.slip
        if not kind_of(position).may_take_back:
            raise Refused("refused-back-alone")
        if slip is None or slip.seat != self.seat or slip.asked is Asked.GRANTED or self.of not in (None, slip.number):
            raise Refused("refused-back-nothing")
        if slip.asked is not Asked.NOT:
            raise Refused("refused-back-once")
        if position.asked[self.seat] >= MOST_ASKED:
            raise Refused("refused-back-often", most=MOST_ASKED)

    def slipped(self, slip: Slip | None, number: int) -> Slip | None:
        """The move is asked back."""
        return None if slip is None else replace(slip, asked=Asked.OPEN, request=number)


@dataclass(frozen=True, slots=True)
class _Answer(Aside):
    """An answer to a request; ``to``: the number of that one, ``None`` for the one that stands."""

    seat: Seat
    to: int | None = None

    def check(self, position: Position, now: int) -> None:
        """Refuse an answer to no request, or to another one."""
        Aside.apply(self, position.match)
        slip = position.slip
        if slip is None or not slip.is_open or self.to not in (None, slip.request):
            raise Refused("refused-back-gone")


@dataclass(frozen=True, slots=True)
class KeepMove(_Answer):
    """The request is declined by the other, or dropped by whoever made it: the move stands."""

    kind = "keep-move"

    def slipped(self, slip: Slip | None, number: int) -> Slip | None:
        """The move cannot be asked back again."""
        return None if slip is None else replace(slip, asked=Asked.KEPT)


@dataclass(frozen=True, slots=True)
class TakeBack(_Answer):
    """The opponent agrees: the move is taken back, and its player decides anew."""

    kind = "take-back"

    def check(self, position: Position, now: int) -> None:
        """Nobody agrees to a request of their own."""
        _Answer.check(self, position, now)
        if position.slip is not None and position.slip.seat == self.seat:
            raise Refused("refused-back-own")

    def apply(self, match: Match) -> Match:
        """The match before the move."""
        return without_last(Aside.apply(self, match), 1 - self.seat)

    def slipped(self, slip: Slip | None, number: int) -> Slip | None:
        """Nothing is left to be taken back."""
        return None if slip is None else replace(slip, asked=Asked.GRANTED)
