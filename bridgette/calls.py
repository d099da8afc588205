"""Calls and contracts (R12, R13) and their notation."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from reprlib import repr as brief
from typing import NamedTuple, TypeAlias

from bridgette.cards import Suit
from bridgette.errors import Unreadable


class Strain(IntEnum):
    """What a bid names as trumps, ordered as bids rank (R4)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4

    @property
    def suit(self) -> Suit | None:
        """The trump suit, ``None`` for no trump."""
        return _SUITS[self]

    def __str__(self) -> str:
        return ("C", "D", "H", "S", "NT")[self]


_SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, None)


class Bid(NamedTuple):
    """A level (tricks above six) and a strain; ``<`` is the order of R13."""

    level: int
    strain: Strain

    @property
    def goal(self) -> int:
        """The tricks that the bid promises (R26)."""
        return 6 + self.level

    def __str__(self) -> str:
        return f"{self.level}{self.strain}"


class PlainCall(Enum):
    """The calls that name no contract."""

    PASS = "Pass"
    DOUBLE = "X"
    REDOUBLE = "XX"

    def __str__(self) -> str:
        return self.value


Call: TypeAlias = Bid | PlainCall

BIDS: tuple[Bid, ...] = (
    Bid(0, Strain.NO_TRUMP),
    *(Bid(level, strain) for level in range(1, 8) for strain in Strain),
)
"""The 36 bids from low to high (R13)."""

_BY_NOTATION: dict[str, Call] = {str(call): call for call in (*BIDS, *PlainCall)}


def parse_call(text: str) -> Call:
    """Read a call's notation, exactly as ``str`` writes it. Raises :class:`Unreadable`."""
    try:
        return _BY_NOTATION[text]
    except (KeyError, TypeError):
        raise Unreadable(f"{brief(text)} is not a call, such as 1H, 0NT, Pass, X or XX") from None


def parse_calls(texts: Iterable[str]) -> tuple[Call, ...]:
    """Read calls, as :func:`parse_call` reads one. Raises :class:`Unreadable` for the first that is none."""
    found = list(texts)
    try:
        return tuple(map(_BY_NOTATION.__getitem__, found))
    except (KeyError, TypeError):
        return tuple(map(parse_call, found))


class Contract(NamedTuple):
    """The bid that stood at the end, with how often it was doubled: 0, 1 or 2 (R17)."""

    bid: Bid
    doubling: int

    def __str__(self) -> str:
        return f"{self.bid}{'X' * self.doubling}"
