"""What the solver knows of one suit: a table that grows as the search meets new holdings.

Cards have numbers: those of a deal's two hands, suit by suit, each from low to high, then the colons. A set of cards
is a mask with bit n for card n. Both hands together hold at most 26, so a mask is a small number.
"""

from __future__ import annotations

from typing import NamedTuple

from bridgette.cards import DECK, Group, Pair
from bridgette.computer.solver.ordering import (
    DISCARD,
    DISCARD_PLAIN,
    LOSING,
    LOSING_TRUMP,
    RUFF,
    WINNING,
    WINNING_TRUMP,
    pack_lead,
    pack_reply,
)

NO_SUIT = 4
FIRST_COLON = 52
MOST_CARDS = 26
DISCARDS = 26
LEADS = 28

_ORDER = (*(13 * suit + place for suit in range(4) for place in range(12, -1, -1)), 52, 53, 54)
_GROUPS = tuple(list(Group).index(card.group) for card in DECK)


class Hands(NamedTuple):
    """The cards of two hands, numbered.

    ``places``: each card's place in the listing. Then masks: ``first`` the cards of seat 0, ``suits`` each suit's,
    ``colons``, ``groups`` each group's without its colon, ``colon`` each group's colon. ``trump`` and ``suit_of`` are
    suits by place in the listing, ``NO_SUIT`` for no trump and for colons; ``group_of`` likewise.
    """

    places: tuple[int, ...]
    first: int
    suits: tuple[int, ...]
    colons: int
    groups: tuple[int, ...]
    colon: tuple[int, ...]
    trump: int
    suit_of: tuple[int, ...]
    group_of: tuple[int, ...]

    @classmethod
    def number(cls, hand0: int, hand1: int, trump: int) -> Hands:
        """Number two hands, given as masks of places; a trump suit of which there is no card is none."""
        places = tuple([place for place in _ORDER if (hand0 | hand1) >> place & 1])
        suit_of = tuple([place // 13 for place in places])
        group_of = tuple([_GROUPS[place] for place in places])
        suits, groups, colon, first = [0] * 5, [0] * 3, [0] * 3, 0
        for number, place in enumerate(places):
            suits[suit_of[number]] |= 1 << number
            (colon if place >= FIRST_COLON else groups)[group_of[number]] |= 1 << number
            first |= (hand0 >> place & 1) << number
        trump = trump if trump >= 0 and suits[trump] else NO_SUIT
        return cls(places, first, tuple(suits[:4]), suits[4], tuple(groups), tuple(colon), trump, suit_of, group_of)


class Holding(NamedTuple):
    """One suit as it lies at a point of the play. Pairs are by seat; ``[ruffs]``: whether the other seat has trumps.

    ``canon``: the lowest set of the deal's cards that is the same for the rest of the play. ``code``: the same for a
    key, but for a suit of ``loose`` cards only how many there are, in bits above the cards'. ``loose``: the seat whose
    cards these are, if they are as good as those of another loose suit: a suit that is not trumps and of which the
    other seat has none, nor a colon to bar it (R23). ``length``: cards; ``top``: those above all of the other's.
    ``cash[ruffs]``: tricks that the seat can take on end. ``run``: the most that it could, and one for the card that
    stops it, if there is one. ``forced``: tricks that trumps win whatever happens. ``reps``: one card of each kind.
    ``moves``: see :class:`Moves`.
    """

    canon: int
    code: int
    loose: int | None
    length: Pair[int]
    top: Pair[int]
    cash: Pair[Pair[int]]
    run: Pair[int]
    forced: Pair[int]
    reps: Pair[int]
    moves: Moves


class SuitTable(dict[int, Holding]):
    """The holdings of one suit, by the cards of the suit and the colons that are left."""

    def __init__(self, hands: Hands, suit: int) -> None:
        super().__init__()
        self.hands = hands
        self.suit = suit
        self.is_trump = suit == hands.trump
        self.numbers = [number for number, its in enumerate(hands.suit_of) if its == suit]

    def __missing__(self, left: int) -> Holding:
        self[left] = holding = self._study(left)
        return holding

    def _study(self, left: int) -> Holding:
        kinds = {number: self._kind(left, number) for number in self.numbers}
        numbers = [number for number in self.numbers if left >> number & 1]
        own = ([n for n in numbers if not kinds[n] & 1], [n for n in numbers if kinds[n] & 1])
        reps = [0, 0]
        canon = before = place = 0
        for number, kind in kinds.items():
            if place < len(numbers) and kinds[numbers[place]] == kind:
                canon |= 1 << number
                place += 1
        for place, number in enumerate(numbers):
            if place == 0 or kinds[number] != before:
                reps[kinds[number] & 1] |= 1 << number
            before = kinds[number]
        length = (len(own[0]), len(own[1]))
        top = (_top(own[0], own[1]), _top(own[1], own[0]))
        colons = (self._colons(left, 0), self._colons(left, 1))
        code, loose = canon, None
        for seat in (0, 1):
            if length[seat] and not length[1 - seat] and not colons[1 - seat] and not self.is_trump:
                code, loose = length[seat] << MOST_CARDS + 4 * seat, seat
        return Holding(
            canon=canon,
            code=code,
            loose=loose,
            length=length,
            top=top,
            # Each of the other seat's colons can save it a card of the suit.
            cash=(
                (_cash(length, top, colons, 0), _cash(length, top, colons, 1)),
                (0, 0) if self.is_trump else (min(top[0], length[1]), min(top[1], length[0])),
            ),
            run=(_run(length[0], top[0], length[1]), _run(length[1], top[1], length[0])),
            forced=(_forced(numbers, own[0]), _forced(numbers, own[1])) if self.is_trump else (0, 0),
            reps=(reps[0], reps[1]),
            moves=Moves(self.is_trump, self.hands.trump == NO_SUIT, own, reps, {n for n in numbers if kinds[n] > 1}),
        )

    def _colons(self, left: int, seat: int) -> int:
        hands = self.hands
        return (left & hands.colons & (hands.first if seat == 0 else ~hands.first)).bit_count()

    def _kind(self, left: int, number: int) -> int:
        """What tells a card from its neighbours: the seat, and the group while the other seat holds its colon."""
        hands = self.hands
        seat, group = 1 - (hands.first >> number & 1), hands.group_of[number]
        colon = hands.colon[group] & left
        matters = colon and bool(hands.first & colon) == bool(seat)
        return seat + (2 + 2 * group if matters else 0)


class Moves(dict[int, list[int]]):
    """The moves in a suit that differ, packed, made when they are asked for.

    By number: that of a card led for the replies to it in its suit; ``DISCARDS`` + seat for those to other cards;
    ``LEADS`` + 2 x seat, plus 1 if the other seat has trumps, for leads.
    """

    __slots__ = ("grouped", "is_plain", "is_trump", "own", "reps")

    def __init__(
        self, is_trump: bool, is_plain: bool, own: Pair[list[int]], reps: list[int], grouped: set[int]
    ) -> None:
        """``own``: both seats' cards from low to high; ``grouped``: those that the other's colons match."""
        super().__init__()
        self.is_trump = is_trump
        self.is_plain = is_plain
        self.own = own
        self.reps = reps
        self.grouped = grouped

    def __missing__(self, number: int) -> list[int]:
        if number >= LEADS:
            seat, ruffs = divmod(number - LEADS, 2)
            self[number] = moves = self._leads(seat, ruffs=ruffs == 1)
        elif number >= DISCARDS:
            kind = RUFF if self.is_trump else DISCARD_PLAIN if self.is_plain else DISCARD
            seat = number - DISCARDS
            self[number] = moves = [self._reply(seat, n, kind, wins=self.is_trump) for n in self._differing(seat)]
        else:
            winning, losing = (WINNING_TRUMP, LOSING_TRUMP) if self.is_trump else (WINNING, LOSING)
            seat = 0 if number in self.own[1] else 1
            self[number] = moves = [
                self._reply(seat, n, winning if n > number else losing, wins=n > number) for n in self._differing(seat)
            ]
        return moves

    def _leads(self, seat: int, *, ruffs: bool) -> list[int]:
        own, others = self.own[seat], self.own[1 - seat]
        return [
            pack_lead(n, own, others, is_trump=self.is_trump, ruffs=ruffs, grouped=n in self.grouped)
            for n in self._differing(seat)
        ]

    def _reply(self, seat: int, number: int, kind: int, *, wins: bool) -> int:
        return pack_reply(kind, number, self.own[seat], self.own[1 - seat], wins=wins, grouped=number in self.grouped)

    def _differing(self, seat: int) -> list[int]:
        return [number for number in self.own[seat] if self.reps[seat] >> number & 1]


def _top(own: list[int], others: list[int]) -> int:
    """How many of the cards are above all of the others."""
    return len([number for number in own if not others or number > others[-1]])


def _cash(length: Pair[int], top: Pair[int], colons: Pair[int], seat: int) -> int:
    """The tricks that a seat can take on end in a suit that is not ruffed: the tops, or all once the other has none."""
    against = length[1 - seat]
    return length[seat] if top[seat] >= (against and against + colons[1 - seat]) else top[seat]


def _run(length: int, top: int, against: int) -> int:
    """The cards that the other must have ready if all that can be cashed in the suit is: what goes under the tops, and
    the card that wins then."""
    return length if top >= against else top + 1 if top else 0


def _forced(numbers: list[int], own: list[int]) -> int:
    """How many of a seat's trumps are left when each of the other's has beaten one of them, as far as it can."""
    left = waiting = 0
    for number in numbers:
        if number in own:
            left += 1
            waiting += 1
        elif waiting:
            left -= 1
            waiting -= 1
    return left
