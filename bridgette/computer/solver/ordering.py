"""The order in which the solver tries the moves. It changes no value, only the nodes it takes to find it.

A move is scored by what kind it is and by what its suit looks like; the lowest score is tried first. The weights were
found by random search on whole deals. The C form holds the same numbers.
"""

from __future__ import annotations

from operator import mul

SCORE_SHIFT = 6
WINS = 32
CARD = 31
"""A move is packed in one number, so that sorting the numbers puts the moves in order: the score, then ``WINS`` if the
card takes the trick as a reply, then the card's number."""

MIDDLE = 1 << 12
"""Added to scores, which keeps them above zero."""

TRUMP_TOP, TRUMP_LOW, TRUMP_ALONE, RUFFED, ALONE, TOP_RUFFS, TOP, LOW_RUFFS, LOW = range(9)
"""Kinds of leads. A trump: the highest, one that can be beaten, one where the follower has none. A suit of which the
follower has none: while that seat has trumps, or not. Another suit: a card that is the highest, while the follower has
trumps, or has none; one that can be beaten, likewise."""

LEAD_WEIGHTS: tuple[tuple[int, ...], ...] = (
    (-107, 8, 25, 16, 12, 21, 23, -22),
    (36, -9, 18, 13, 11, 15, 18, 21),
    (58, 17, 15, -10, -25, 34, 7, 4),
    (97, 16, 9, -4, 10, 22, 19, -23),
    (-77, 5, 0, -4, 13, -7, -7, 5),
    (-47, 4, 29, -10, 31, -23, 3, 1),
    (-9, -6, 25, -5, 15, -23, 8, 3),
    (-5, 1, 27, 5, 15, -3, -2, 33),
    (14, -6, 22, 3, 4, -1, -1, 40),
)
"""For each kind: a constant; then for each card of the suit that the leader holds, that the follower holds, that the
follower holds and beats the lead; for the follower's matching colon; for each higher and each lower card of the
leader's own; for each card of the leader above all of the follower's."""

COLON_LEADS = (60, -135)
"""For leading a colon that the follower can beat, and one that the follower cannot."""

WINNING, LOSING, WINNING_TRUMP, LOSING_TRUMP, RUFF, DISCARD, DISCARD_PLAIN = range(7)
"""Kinds of replies: in the suit led, not trumps, then trumps; out of it, the last at no trump."""

REPLY_WEIGHTS: tuple[tuple[int, ...], ...] = (
    (-93, 1, -23, -11, 9, -6, 1),
    (8, 20, -15, 20, 2, -5, 25),
    (-61, 6, 21, -19, -9, -6, 4),
    (107, 13, -4, 12, 30, 1, 8),
    (-70, 18, -26, -13, 8, -24, 6),
    (29, 8, -16, 9, 12, 4, 20),
    (13, -2, 5, 14, 38, -18, 6),
)
"""For each kind: a constant; then for each lower card of the suit that the follower holds, each card that the follower
and that the leader holds; for a card that is the highest; for each card of the leader that beats it; for the leader's
matching colon."""

COLON_REPLY = -77
COLON_DISCARD = -52
BEATS_COLON = -229
"""For a reply with the matching colon, for a colon thrown away, and added for a card that beats a colon led."""


def pack(score: int, number: int, *, wins: bool = False) -> int:
    """A move as one number."""
    return (score + MIDDLE) << SCORE_SHIFT | (WINS if wins else 0) | number


def pack_lead(number: int, own: list[int], others: list[int], *, is_trump: bool, ruffs: bool, grouped: bool) -> int:
    """The lead of a card; ``own`` and ``others`` are both seats' cards of its suit, from low to high."""
    beaten, higher = _above(number, others), _above(number, own)
    if is_trump:
        kind = TRUMP_ALONE if not others else TRUMP_LOW if beaten else TRUMP_TOP
    elif not others:
        kind = RUFFED if ruffs else ALONE
    elif beaten:
        kind = LOW_RUFFS if ruffs else LOW
    else:
        kind = TOP_RUFFS if ruffs else TOP
    top = _above(others[-1], own) if others else 0
    counts = (1, len(own), len(others), beaten, grouped, higher, len(own) - 1 - higher, top)
    return pack(sum(map(mul, LEAD_WEIGHTS[kind], counts)), number)


def pack_reply(kind: int, number: int, own: list[int], others: list[int], *, wins: bool, grouped: bool) -> int:
    """The reply with a card; ``own`` are the follower's cards of its suit."""
    above = _above(number, others)
    counts = (1, len(own) - 1 - _above(number, own), len(own), len(others), not above, above, grouped)
    return pack(sum(map(mul, REPLY_WEIGHTS[kind], counts)), number, wins=wins)


def _above(number: int, cards: list[int]) -> int:
    return sum([card > number for card in cards])
