"""The solver's search in pure Python: the reference, which the C form follows node by node.

A question is whether seat 0 can bring its further tricks into a set of numbers, whatever seat 1 does. Sets that are not
"so many or more" come from scores, which do not grow with every trick (R27, R28). Values are found by a few questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bridgette.computer.solver.bounds import Holdings, estimate_tricks, later_tricks, sure_tricks
from bridgette.computer.solver.ordering import (
    BEATS_COLON,
    CARD,
    COLON_DISCARD,
    COLON_LEADS,
    COLON_REPLY,
    SCORE_SHIFT,
    WINS,
    pack,
)
from bridgette.computer.solver.suits import DISCARDS, LEADS, NO_SUIT, Hands, SuitTable

TABLE_SIZE = 1 << 17
"""Entries of the transposition table, which is emptied when it is full."""

Found: TypeAlias = list[tuple[int, int]]
"""Places of cards, -1 for the position itself, each with the place of its target."""


class _Spent(Exception):
    """The limit of nodes was reached."""


def search(
    hand0: int,
    hand1: int,
    trump: int,
    turn: int,
    lead: int,
    barred: int,
    targets: Sequence[int],
    each: bool,
    limit: int,
) -> tuple[Found | None, int]:
    """Solve a position: the one entry, which the C form has too.

    Hands are masks of places in the listing, without the card led; ``lead`` is a place; ``trump`` and ``barred`` are
    suits by place; -1 is none. ``targets`` are sets of further tricks of seat 0 (bit t: t tricks), each within the one
    before, the first holding all. Found are the last target that seat 0 can reach, for the position or after ``each``
    card that may be played, in the order of their numbers; and the nodes looked at. When those would pass ``limit``
    (-1: none) it gives up and finds ``None``. The caller sees to it that the hands fit together.
    """
    if lead >= 0:
        hand0, hand1 = (hand0 | 1 << lead, hand1) if turn else (hand0, hand1 | 1 << lead)
    hands = Hands.number(hand0, hand1, trump)
    work = _Search(hands, limit)
    led = hands.places.index(lead) if lead >= 0 else -1
    try:
        return work.solve(turn, led, NO_SUIT if barred < 0 else barred, targets, each), work.nodes
    except _Spent:
        return None, work.nodes


class _Search:
    """One search: its tables and the count of its nodes. ``left`` is always the mask of all cards not played."""

    def __init__(self, hands: Hands, limit: int) -> None:
        self.hands = hands
        self.limit = limit
        self.nodes = 0
        self.tables = tuple(SuitTable(hands, suit) for suit in range(4))
        self.masks = tuple(suit | hands.colons for suit in hands.suits)
        everything = (1 << len(hands.places)) - 1
        self.owned = (hands.first, everything & ~hands.first)
        self.trumps = hands.suits[hands.trump] if hands.trump != NO_SUIT else 0
        self.bounds: dict[int, int] = {}
        self.answers: dict[int, bool] = {}

    def solve(self, turn: int, led: int, barred: int, targets: Sequence[int], each: bool) -> Found:
        """See :func:`search`; ``led`` is a card's number."""
        hands, tricks = self.hands, len(self.hands.places) >> 1
        if not tricks:
            return [(-1, len(targets) - 1)]
        left = (1 << len(hands.places)) - 1
        a, b, c, d = [table[left & mask] for table, mask in zip(self.tables, self.masks, strict=True)]
        holdings = (a, b, c, d)
        leader = turn if led < 0 else 1 - turn
        estimate = estimate_tricks(hands, leader)
        guess = max(place for place, target in enumerate(targets) if target >> estimate & 1)
        if led >= 0 and hands.suit_of[led] != NO_SUIT:
            # Replies are known for one card of each kind only.
            led = (holdings[hands.suit_of[led]].reps[leader] & (2 << led) - 1).bit_length() - 1
        if led < 0:
            moves = self._leads(left, leader, barred, holdings, every=True)
        else:
            moves = self._replies(left, leader, led, holdings, every=True)

        def holds(move: int | None, want: int) -> bool:
            if not want:
                return False
            if led >= 0:
                return self._after(left, tricks, leader, led, moves if move is None else [move], want)
            if move is None:
                return self._reach(left, tricks, leader, barred, want)
            replies = self._replies(left, leader, move & CARD, holdings)
            return self._after(left, tricks, leader, move & CARD, replies, want)

        def best(move: int | None, guess: int) -> int:
            low, high = 0, len(targets) - 1
            while low < high:
                place = min(max(guess, low + 1), high)
                if holds(move, targets[place]):
                    low, guess = place, place + 1
                else:
                    high = guess = place - 1
            return low

        if not each:
            return [(-1, best(None, guess))]
        values = {}
        for move in moves:
            guess = values[move & CARD] = best(move, guess)
        return self._spread(values, turn)

    def _spread(self, values: dict[int, int], seat: int) -> Found:
        """Give each card that may be played the value of the one that stands for its kind."""
        suit_of = self.hands.suit_of
        suits = {suit_of[number] for number in values}
        found, value = [], 0
        for number, place in enumerate(self.hands.places):
            if not self.owned[seat] >> number & 1 or suit_of[number] not in suits:
                continue
            if suit_of[number] != NO_SUIT or number in values:
                value = values.get(number, value)
                found.append((place, value))
        return found

    def _reach(self, left: int, tricks: int, leader: int, barred: int, want: int) -> bool:
        """Whether seat 0 can bring its further tricks into ``want``, a set that is neither empty nor full."""
        if self.nodes == self.limit:
            raise _Spent
        self.nodes += 1
        hands = self.hands
        tables, masks = self.tables, self.masks
        a, b = tables[0][left & masks[0]], tables[1][left & masks[1]]
        c, d = tables[2][left & masks[2]], tables[3][left & masks[3]]
        holdings = (a, b, c, d)
        if barred != NO_SUIT and holdings[barred].length[leader] in (0, tricks):
            barred = NO_SUIT  # R23, decision: one who has nothing else may lead it
        low, high, end = 0, tricks, 2 << tricks
        if self.trumps:
            first, second = holdings[hands.trump].forced
            low, high = first, tricks - second
            within = (2 << high) - (1 << low)
            want &= within
            if not want or want == within:
                return want != 0
            # What cannot happen is of no account: widen the set as far as it goes.
            if want >> low & 1:
                want |= (1 << low) - 1
            if want >> high & 1:
                want |= end - (2 << high)
        code = (left & hands.colons) + a.code + b.code + c.code + d.code
        if barred != NO_SUIT:
            code += holdings[barred].canon - holdings[barred].code
        key = code << 4 | barred << 1 | leader
        known = self.bounds.get(key, tricks)
        if want | (1 << (known >> 4)) - 1 == end - 1:
            return True
        if not want & (2 << (known & 15)) - 1:
            return False
        lowest = want & -want
        upward = want + lowest == end
        if not upward:
            answer = self.answers.get(key << 14 | want)
            if answer is not None:
                return answer
        sure = sure_tricks(hands, left, leader, barred, holdings)
        later = later_tricks(hands, left, tricks, leader, holdings)
        # A seat may stop at any number of sure tricks only if what comes after does not matter.
        low, high = (
            (max(low, sure), min(high, tricks - later)) if leader == 0 else (max(low, later), min(high, tricks - sure))
        )
        if want | (1 << low) - 1 == end - 1:
            return True
        if not want & (2 << high) - 1:
            return False
        answer = leader == 1
        for move in self._leads(left, leader, barred, holdings):
            led = move & CARD
            if self._after(left, tricks, leader, led, self._replies(left, leader, led, holdings), want) != answer:
                answer = not answer
                break
        if len(self.bounds) + len(self.answers) >= TABLE_SIZE:
            self.bounds.clear()
            self.answers.clear()
        if not upward:
            self.answers[key << 14 | want] = answer
            return answer
        known, least = self.bounds.get(key, tricks), lowest.bit_length() - 1
        low, high = known >> 4, known & 15
        low, high = (max(low, least), high) if answer else (low, min(high, least - 1))
        self.bounds[key] = low << 4 | high
        return answer

    def _after(self, left: int, tricks: int, leader: int, led: int, replies: Iterable[int], want: int) -> bool:
        """Whether seat 0 can bring its tricks into ``want`` after the card led, against or with these replies."""
        hands = self.hands
        full = (1 << tricks) - 1
        lost, won = want & full, want >> 1
        mine, others = (won, lost) if leader == 0 else (lost, won)
        left ^= 1 << led
        answer = leader == 0
        for move in replies:
            number = move & CARD
            barred = NO_SUIT
            if move & WINS:
                winner, rest = 1 - leader, others
            else:
                winner, rest = leader, mine
                if hands.suit_of[number] == NO_SUIT and hands.group_of[number] == hands.group_of[led]:
                    barred = hands.suit_of[led]
            holds = rest != 0
            if holds and rest != full:
                holds = self._reach(left ^ 1 << number, tricks - 1, winner, barred, rest)
            if holds != answer:
                return holds
        return answer

    def _leads(self, left: int, leader: int, barred: int, holdings: Holdings, *, every: bool = False) -> list[int]:
        """The leads that differ (R20, R23), packed, in order; ``every``: one of each suit even if they are loose."""
        hands, other = self.hands, 1 - leader
        ruffs = hands.trump != NO_SUIT and holdings[hands.trump].length[other] > 0
        kind = LEADS + 2 * leader + ruffs
        moves: list[int] = []
        has_loose = every
        for suit, holding in enumerate(holdings):
            if suit == barred:
                continue
            if holding.loose == leader and not every:
                if has_loose:
                    continue
                has_loose = True
            moves += holding.moves[kind]
        colons, others = left & hands.colons & self.owned[leader], left & self.owned[other]
        while colons:
            number = colons.bit_length() - 1
            colons ^= 1 << number
            is_safe = not others & (hands.groups[hands.group_of[number]] | self.trumps)
            moves.append(pack(COLON_LEADS[is_safe], number))
        return sorted(moves or holdings[barred].moves[kind])

    def _replies(self, left: int, leader: int, led: int, holdings: Holdings, *, every: bool = False) -> list[int]:
        """The replies to a card led that differ (R21, R22, R25), packed, in order; ``every`` as for leads."""
        hands, other = self.hands, 1 - leader
        suit, group = hands.suit_of[led], hands.group_of[led]
        if suit != NO_SUIT and holdings[suit].length[other]:
            moves = holdings[suit].moves[led].copy()
        else:
            moves = []
            has_loose = False
            for holding in holdings:
                if holding.loose == other and not every:
                    if has_loose:
                        continue
                    has_loose = True
                moves += holding.moves[DISCARDS + other]
        colons = left & hands.colons & self.owned[other]
        if suit == NO_SUIT:
            beating = hands.groups[group] | self.trumps
            moves = [
                move + (BEATS_COLON << SCORE_SHIFT) | WINS if beating >> (move & CARD) & 1 else move for move in moves
            ]
        elif colons & hands.colon[group]:
            moves.append(pack(COLON_REPLY, hands.colon[group].bit_length() - 1))
            colons = 0
        elif moves:
            colons = 0
        while colons:
            number = colons.bit_length() - 1
            colons ^= 1 << number
            moves.append(pack(COLON_DISCARD, number))
        moves.sort()
        return moves
