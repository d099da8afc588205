"""Drawing hands of the opponent from all that a seat has seen.

First everything that the opponent held before discarding is drawn from the cards whose places the
seat does not know; then 13 of it are kept as somebody would who wants a good hand, with some noise about it; then what
the bids and the play rule out is thrown away. What the bids say about strength is a matter of weights, see
:mod:`bridgette.computer.guessing.inference`.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bridgette.computer.guessing.estimate import colon_worth, suit_parts
from bridgette.computer.guessing.evidence import Evidence
from bridgette.computer.guessing.holdings import GRAND, LITTLE, ROYAL, SUIT_BITS, cards_of, prefixes

HAND = 13
_NOISE = 1.5
"""Tricks: the most by which a person's choice of strain departs from the estimate."""
_CARD_NOISE = 0.3
"""Tricks: the same for the choice of a suit's length."""
_TRIES = 12
"""Draws for each hand that is wanted, before the rules of the draw are loosened."""
_NO_TRUMP_LAG = 1.7
"""Tricks: what the constants of the estimate take from no trump, and add for its better score."""
_LAST = 1e9
"""The cost of a card that must stay."""
_SLOTS = (39, 26, 13, 0)

Liking = tuple[float, float, float, float, float]
"""By strain, tricks by which the opponent is taken to favour it."""
INDIFFERENT: Liking = (0.0, 0.0, 0.2, 0.2, 0.0)
"""Before a bid: the majors count more (R26)."""


class Drawn(NamedTuple):
    """Hands of 13 cards that the opponent may have kept, as masks; whether the draw had to be loosened."""

    hands: list[int]
    loosened: bool


class Impossible(Exception):
    """No hand of the opponent fits what was seen: a view of a history that cannot have been."""


def draw_hands(evidence: Evidence, count: int, rng: Random, liking: Liking = INDIFFERENT) -> Drawn:
    """Draw ``count`` hands, some perhaps more than once. Raises :class:`Impossible`."""
    unseen = [1 << card.index for card in cards_of(evidence.unseen)]
    forced = evidence.played | evidence.drew_up_card
    more = evidence.pool - forced.bit_count()
    may_keep = (evidence.unseen | evidence.drew_up_card) & ~evidence.gone
    if not 0 <= more <= len(unseen) or evidence.holds < 0 or may_keep.bit_count() < evidence.holds:
        raise Impossible
    hands: list[int] = []
    tries = count * _TRIES
    favourite = None
    while len(hands) < count and tries:
        tries -= 1
        pool = forced
        for card in rng.sample(unseen, more):
            pool |= card
        kept = keep_noisily(pool, evidence, liking, rng)
        if kept is not None and evidence.fits(kept):
            hands.append(kept)
            favourite = kept
    if len(hands) == count:
        return Drawn(hands, False)
    return Drawn(hands + _loose_hands(evidence, count - len(hands), rng, favourite), True)


def _loose_hands(evidence: Evidence, count: int, rng: Random, known: int | None) -> list[int]:
    """Hands without the pool and the keeping: what was played and any cards that may be held; best those that fit."""
    free = [1 << card.index for card in cards_of((evidence.unseen | evidence.drew_up_card) & ~evidence.gone)]
    free = [card for card in free if not card & evidence.played]
    found: list[int] = []
    spare: list[int] = []
    for _ in range(count * _TRIES):
        hand = evidence.played
        for card in rng.sample(free, evidence.holds):
            hand |= card
        (found if evidence.fits(hand) else spare).append(hand)
        if len(found) == count:
            return found
    if known is not None:
        found.append(known)
    # The bids cannot be believed if no hand at all goes with them; what was seen played is believed still.
    pool = found or spare
    if not pool:
        raise Impossible
    return [pool[index % len(pool)] for index in range(count)]


def keep_noisily(pool: int, evidence: Evidence, liking: Liking, rng: Random) -> int | None:
    """The 13 cards of the pool that the opponent keeps: near the best for the strain that suits it best, all that
    were played among them and none that cannot be held; ``None`` if that leaves too few."""
    must = evidence.played
    pool &= ~evidence.gone | must
    spare = pool.bit_count() - HAND
    if spare < 0:
        return None
    chance = rng.random
    holdings = [pool >> slot & SUIT_BITS for slot in _SLOTS]
    parts = [suit_parts(holding) for holding in holdings]
    best, strain = sum([part.open - part.plain for part in parts]) + _NO_TRUMP_LAG + liking[4] + _NOISE * chance(), 4
    for index, part in enumerate(parts):
        worth = part.trump - part.plain + liking[index] + _NOISE * chance()
        if worth > best:
            best, strain = worth, index
    # For each suit, what its holdings are worth, from the least to all of it, and for each colon.
    ladders = []
    for index, holding in enumerate(holdings):
        place = 1 if index == strain else 2 if strain == 4 else 0
        needed = must >> _SLOTS[index] & SUIT_BITS
        ladders.append(
            [
                (suit_parts(needed | high)[place] + _CARD_NOISE * chance(), (needed | high) << _SLOTS[index])
                for high in prefixes(holding & ~needed)
            ]
        )
    for colon in (GRAND, ROYAL, LITTLE):
        if pool & colon:
            worth = colon_worth(colon, trump=strain != 4) + _CARD_NOISE * chance()
            ladders.append([(worth, colon)] if must & colon else [(0.0, 0), (worth, colon)])
    # Cards go one at a time, each time where it costs least.
    costs = [_cost_of_one(steps) for steps in ladders]
    for _ in range(spare):
        least = min(costs)
        if least == _LAST:
            return None
        index = costs.index(least)
        ladders[index].pop()
        costs[index] = _cost_of_one(ladders[index])
    kept = 0
    for steps in ladders:
        kept |= steps[-1][1]
    return kept


def _cost_of_one(steps: list[tuple[float, int]]) -> float:
    return steps[-1][0] - steps[-2][0] if len(steps) > 1 else _LAST
