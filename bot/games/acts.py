"""What happens in a match, as values: each kind of act in one place, how it is written, read, checked and applied.

The acts of a match, in the order of their numbers, are its record. A new kind of act is a new class here, or in
:mod:`bot.games.asides` and :mod:`bot.games.takebacks` for what is no move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from bot.games import asides, takebacks
from bot.games.refusals import Refused
from bridgette import (
    Action,
    BridgetteError,
    Call,
    Card,
    Discard,
    Ending,
    How,
    Match,
    Seat,
    Unreadable,
    parse_call,
    parse_card,
)

LAST_TRICK = 24
"""Cards played before the last trick of a deal (R19)."""


class Act(Protocol):
    """One thing that happened in a match, and who did it: a seat, or nobody at the table."""

    @property
    def seat(self) -> Seat | None:
        """Who acts."""

    @property
    def kind(self) -> str:
        """What it is, as the store keeps it."""

    @property
    def value(self) -> str:
        """What it says, as the store keeps it."""

    def apply(self, match: Match) -> Match:
        """The match after the act. Raises ``NotAllowed`` or :class:`Refused`, and then nothing has changed."""


@dataclass(frozen=True, slots=True)
class Move:
    """What the rules know: discards, a call or a card."""

    seat: Seat
    action: Action

    @property
    def kind(self) -> str:
        """``discard``, ``call`` or ``play``."""
        if isinstance(self.action, Discard):
            return "discard"
        return "play" if isinstance(self.action, Card) else "call"

    @property
    def value(self) -> str:
        """The action in notation."""
        return write_cards(self.action.cards) if isinstance(self.action, Discard) else str(self.action)

    def apply(self, match: Match) -> Match:
        """The match after the action. Raises ``NotAllowed``."""
        return match.after(self.seat, self.action)


@dataclass(frozen=True, slots=True)
class Resignation:
    """A player gives the match up.

    That is a loss once the match is under way. Before the opening lead of the first contract nobody has played for
    anything yet: the match is void.

    ``asked``: the deals of the match, and whether it was under way, when the player was asked. The question said what
    would become of the match; the answer is none to another one.
    """

    seat: Seat
    asked: tuple[int, bool] | None = field(default=None, compare=False)
    kind = "resign"
    value = ""

    def apply(self, match: Match) -> Match:
        """The match as lost by the seat, or void. Raises :class:`Refused`."""
        _check_open(match)
        if self.asked not in (None, (len(match.deals), match.is_under_way)):
            raise Refused("refused-old-panel")
        return match.resign(self.seat) if match.is_under_way else match.cut(Ending(How.VOID))


@dataclass(frozen=True, slots=True)
class Void:
    """The match cannot go on, and counts for nobody. ``place_is_gone``: there is nowhere left to say so."""

    place_is_gone: bool
    seat = None
    kind = "void"

    @property
    def value(self) -> str:
        """Whether the place is gone."""
        return "gone" if self.place_is_gone else ""

    def apply(self, match: Match) -> Match:
        """The match cut off. Raises :class:`Refused`."""
        _check_open(match)
        return match.cut(Ending(How.VOID))


def forced_moves(match: Match) -> list[Move]:
    """The last trick of a deal, which plays itself: both cards are forced, and everybody knows it.

    No other forced card is played for anybody: that it came at once would tell the opponent something.
    """
    moves: list[Move] = []
    while (play := match.deals[-1].play) is not None and not play.is_over and len(play.plays) >= LAST_TRICK:
        moves.append(Move(play.turn, play.legal[0]))
        match = moves[-1].apply(match)
    return moves


def is_forced(match: Match, act: Act) -> bool:
    """Whether an act in this match is a card of the last trick, which nobody had to play."""
    play = match.deals[-1].play if match.deals else None
    return isinstance(act, Move) and play is not None and len(play.plays) >= LAST_TRICK


def _check_open(match: Match) -> None:
    if match.ended is not None:
        raise Refused("refused-match-over")


Read: TypeAlias = Callable[[Seat | None, str], Act]


def _move(read: Callable[[str], Action]) -> Read:
    def reader(seat: Seat | None, value: str) -> Act:
        if seat is None:
            raise Unreadable("a move without a seat")
        return Move(seat, read(value))

    return reader


def _discard(value: str) -> Discard:
    return Discard(read_cards(value))


def _call(value: str) -> Call:
    return parse_call(value)


def _void(_seat: Seat | None, value: str) -> Act:
    return Void(place_is_gone=value == "gone")


def _moved(_seat: Seat | None, value: str) -> Act:
    return asides.Moved(None, _whole(value))


def _whole(value: str) -> int:
    if not value.isdecimal():
        raise Unreadable("a moment that is no number")
    return int(value)


def _by_seat(kind: Callable[[Seat], Act]) -> Read:
    def reader(seat: Seat | None, _value: str) -> Act:
        if seat is None:
            raise Unreadable("an act of a player without a seat")
        return kind(seat)

    return reader


_READERS: dict[str, Read] = {
    "discard": _move(_discard),
    "call": _move(_call),
    "play": _move(parse_card),
    Resignation.kind: _by_seat(Resignation),
    Void.kind: _void,
    asides.Reminder.kind: lambda _seat, _value: asides.Reminder(None),
    asides.RunOut.kind: lambda _seat, value: asides.RunOut(None, value == "left"),
    asides.Moved.kind: _moved,
    asides.Abandoned.kind: lambda _seat, _value: asides.Abandoned(None),
    asides.Lapse.kind: lambda _seat, _value: asides.Lapse(None),
    asides.Claim.kind: _by_seat(asides.Claim),
    asides.MoreTime.kind: _by_seat(asides.MoreTime),
    asides.OfferStop.kind: _by_seat(asides.OfferStop),
    asides.DropOffer.kind: _by_seat(asides.DropOffer),
    asides.AgreeStop.kind: _by_seat(asides.AgreeStop),
    asides.StopAlone.kind: _by_seat(asides.StopAlone),
    takebacks.AskBack.kind: _by_seat(takebacks.AskBack),
    takebacks.KeepMove.kind: _by_seat(takebacks.KeepMove),
    takebacks.TakeBack.kind: _by_seat(takebacks.TakeBack),
    asides.ModeratorStop.kind: lambda _seat, _value: asides.ModeratorStop(),
}


def read_act(seat: Seat | None, kind: str, value: str) -> Act:
    """The act that the store keeps so. Raises ``BridgetteError``."""
    reader = _READERS.get(kind)
    if reader is None or seat not in (None, 0, 1):
        raise BridgetteError(f"there is no act of the kind {kind!r} for the seat {seat}")
    return reader(seat, value)


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards in notation, with spaces between. Raises ``Unreadable``."""
    return tuple(parse_card(word) for word in text.split())


def write_cards(cards: tuple[Card, ...]) -> str:
    """Cards in notation, with spaces between."""
    return " ".join(map(str, cards))
