"""The 55 cards (R1 to R3), their notation, and the shuffle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from operator import attrgetter
from reprlib import repr as brief
from typing import TypeAlias, TypeVar

from bridgette.errors import Unreadable

T = TypeVar("T")

Seat: TypeAlias = int
"""0 or 1, an index into the players."""

Pair: TypeAlias = tuple[T, T]
"""Something for each seat, indexed by seat."""


class Suit(Enum):
    """The four suits, in the order in which cards are listed."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    def __str__(self) -> str:
        return self.value


class Rank(IntEnum):
    """Ranks, ordered: the ace is high (R2)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return "23456789TJQKA"[self - 2]


class Group(Enum):
    """What a colon stands for (R3). The value is the colon's notation."""

    ACES = "GC"
    FACES = "RC"
    SPOTS = "LC"


def _group_of(rank: Rank) -> Group:
    if rank is Rank.ACE:
        return Group.ACES
    return Group.FACES if rank >= Rank.JACK else Group.SPOTS


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 55 cards. There is one object for each, so cards compare by identity.

    A colon has neither ``suit`` nor ``rank`` (R2). ``index`` is the place in the order of listing:
    spades, hearts, diamonds, clubs, each from high to low, then the Grand, Royal and Little Colon.
    ``str(card)`` is its notation, ``SA`` or ``GC``.
    """

    notation: str
    suit: Suit | None
    rank: Rank | None
    group: Group
    index: int

    @property
    def is_colon(self) -> bool:
        """Whether this is one of the three colons."""
        return self.suit is None

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<{self.notation}>"

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return parse_card, (self.notation,)


def _all_cards() -> tuple[Card, ...]:
    ranks = sorted(Rank, reverse=True)
    faces: list[tuple[str, Suit | None, Rank | None, Group]] = [
        (f"{suit}{rank}", suit, rank, _group_of(rank)) for suit in Suit for rank in ranks
    ]
    faces += [(group.value, None, None, group) for group in Group]
    return tuple(Card(*face, index) for index, face in enumerate(faces))


DECK: tuple[Card, ...] = _all_cards()
"""The 55 cards in the order of listing (R1)."""

COLON_OF: dict[Card, Card] = {card: colon for colon in DECK[-3:] for card in DECK if card.group is colon.group}
"""The colon that stands for each card's group (R3), for a colon itself."""

_BY_NOTATION = {card.notation: card for card in DECK}
_by_index = attrgetter("index")


def parse_card(text: str) -> Card:
    """Read a card's notation, exactly as ``str`` writes it. Raises :class:`Unreadable`."""
    try:
        return _BY_NOTATION[text]
    except (KeyError, TypeError):
        raise Unreadable(f"{brief(text)} is not a card, such as SA, HT or GC") from None


def parse_cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """Read cards, as :func:`parse_card` reads one. Raises :class:`Unreadable` for the first that is none."""
    found = list(texts)
    try:
        return tuple(map(_BY_NOTATION.__getitem__, found))
    except (KeyError, TypeError):
        return tuple(map(parse_card, found))


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of listing."""
    return tuple(sorted(cards, key=_by_index))


def shuffled_deck(below: Callable[[int], int]) -> tuple[Card, ...]:
    """Shuffle the 55 cards (R7).

    ``below(n)`` gives a whole number from 0 to n - 1, each as likely; a match that people play passes
    ``secrets.randbelow``.
    """
    cards = list(DECK)
    for k in range(len(cards) - 1, 0, -1):
        j = below(k + 1)
        cards[k], cards[j] = cards[j], cards[k]
    return tuple(cards)
