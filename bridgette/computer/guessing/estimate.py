"""An estimate of the tricks that a hand takes, from the hand alone: linear in some twenty features a strain.

The weights were fitted by least squares on 6,000 deals solved in every strain from both sides, after a sensible
exchange; over all strains about 1.8 tricks is the standard deviation of what is left: the other hand is unknown.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bridgette.auction import Lengths
from bridgette.cards import Group
from bridgette.computer.guessing.holdings import COLONS, GRAND, LITTLE, ROYAL, SUIT_BITS, lengths_of

SPREAD = 15
"""Tenths of a trick: the standard deviation about the estimate in the strain that a player chose to bid."""


class _Weights(NamedTuple):
    """``trump``: 1, n, n²/10, A, K, Q, J, 10 of trumps. ``plain``, over the other suits: A, K, Q, J, 10, A with K,
    K without A in a suit of two or more, cards beyond four, those times A + K + Q, (n - 3) times the share of cards
    from the 8 up in suits of four or more, voids, singletons. ``colons``: Little, Royal, Grand. ``situation``: see
    :func:`situation`.
    """

    trump: tuple[float, ...]
    plain: tuple[float, ...]
    colons: tuple[float, float, float]
    situation: tuple[float, ...]


_SUIT_DECLARING = _Weights(
    (0.87, 0.93, -0.24, 0.86, 0.66, 0.50, 0.33, 0.20),
    (1.10, 0.70, 0.53, 0.34, 0.15, -0.06, 0.12, -0.04, -0.06, 0.08, 0.46, 0.05),
    (-0.24, 0.02, 0.17),
    (0.0, -0.56, -1.05, -0.46, -0.82, -1.04),
)
_SUIT_DEFENDING = _Weights(
    (0.77, 1.04, -0.39, 0.87, 0.67, 0.50, 0.35, 0.21),
    (1.08, 0.69, 0.52, 0.34, 0.13, -0.06, 0.11, 0.06, -0.06, 0.10, 0.48, 0.07),
    (-0.22, 0.03, 0.19),
    (0.0, -0.52, -1.02, -0.43, -0.71, -0.89),
)
_PLAIN_DECLARING = _Weights(
    (2.45,),
    (1.61, 1.17, 0.64, 0.39, 0.19, -0.47, -0.05, -0.11, -0.02, -0.03, -0.64, -0.38),
    (-0.02, 0.24, 0.38),
    (0.0, -0.63, -1.07, -0.73, -1.41, -2.34),
)
_PLAIN_DEFENDING = _Weights(
    (2.58,),
    (1.44, 1.02, 0.57, 0.40, 0.17, -0.25, -0.02, 0.07, 0.10, 0.17, -0.17, -0.17),
    (0.03, 0.19, 0.42),
    (0.0, -0.80, -1.17, -0.45, -0.89, -1.17),
)


class Outlook(NamedTuple):
    """What a hand promises: tricks by strain when it declares, and when the opponent does; its suit lengths."""

    declaring: tuple[float, ...]
    defending: tuple[float, ...]
    lengths: Lengths


class SuitParts(NamedTuple):
    """What one suit's holding adds to the estimates.

    ``plain``, ``trump``: in a suit contract, as a side suit and as trumps; ``open``: at no trump; each when
    declaring and when defending.
    """

    plain: float
    trump: float
    open: float
    plain_defending: float
    trump_defending: float
    open_defending: float


@lru_cache(maxsize=8192)
def suit_parts(holding: int) -> SuitParts:
    """What a holding of one suit adds; bit 0 is the ace, bit 12 the two."""
    length = holding.bit_count()
    ace, king, queen, jack, ten = (holding >> place & 1 for place in range(5))
    beyond = max(0, length - 4)
    top = (holding & 0x7F).bit_count()
    trump = (0, length, length * length / 10, ace, king, queen, jack, ten)
    plain = (
        *(ace, king, queen, jack, ten, ace & king, int(king and not ace and length > 1)),
        *(beyond, beyond * (ace + king + queen), (length - 3) * top / length if length > 3 else 0),
        *(int(length == 0), int(length == 1)),
    )

    def total(features: tuple[float, ...], weights: tuple[float, ...]) -> float:
        return sum(feature * weight for feature, weight in zip(features, weights, strict=True))

    return SuitParts(
        total(plain, _SUIT_DECLARING.plain),
        total(trump, _SUIT_DECLARING.trump),
        total(plain, _PLAIN_DECLARING.plain),
        total(plain, _SUIT_DEFENDING.plain),
        total(trump, _SUIT_DEFENDING.trump),
        total(plain, _PLAIN_DEFENDING.plain),
    )


def situation(up_card: Group, *, dealer: bool) -> int:
    """The number of the situation in the weights: the dealer's with a spot, face or ace turned up, then the other's."""
    return (Group.SPOTS, Group.FACES, Group.ACES).index(up_card) + (0 if dealer else 3)


@lru_cache(maxsize=16)
def colon_worth(colons: int, *, trump: bool, declaring: bool = True) -> float:
    """What the colons in a mask add to the estimate."""
    little, royal, grand = _weights(trump, declaring).colons
    worth = little if colons & LITTLE else 0.0
    worth += royal if colons & ROYAL else 0.0
    return worth + (grand if colons & GRAND else 0.0)


@lru_cache(maxsize=24)
def fixed_part(place: int, *, trump: bool, declaring: bool) -> float:
    """What does not depend on the cards: the constant and the situation."""
    weights = _weights(trump, declaring)
    return weights.trump[0] + weights.situation[place]


def _weights(trump: bool, declaring: bool) -> _Weights:
    if trump:
        return _SUIT_DECLARING if declaring else _SUIT_DEFENDING
    return _PLAIN_DECLARING if declaring else _PLAIN_DEFENDING


@lru_cache(maxsize=48)
def _fixed_parts(place: int, colons: int) -> tuple[float, float, float, float]:
    """The constant, situation and colons: in a suit declaring and defending, at no trump declaring and defending."""
    suit, suit_defending, plain, plain_defending = (
        fixed_part(place, trump=trump, declaring=declaring) + colon_worth(colons, trump=trump, declaring=declaring)
        for trump in (True, False)
        for declaring in (True, False)
    )
    return suit, suit_defending, plain, plain_defending


def outlook(mask: int, place: int) -> Outlook:
    """What the 13 cards of the mask promise in the situation ``place``."""
    spades, hearts = suit_parts(mask & SUIT_BITS), suit_parts(mask >> 13 & SUIT_BITS)
    diamonds, clubs = suit_parts(mask >> 26 & SUIT_BITS), suit_parts(mask >> 39 & SUIT_BITS)
    suit, suit_defending, fixed, fixed_defending = _fixed_parts(place, mask & COLONS)
    suits = (clubs, diamonds, hearts, spades)
    for part in suits:
        suit += part[0]
        suit_defending += part[3]
        fixed += part[2]
        fixed_defending += part[5]
    return Outlook(
        (*[suit + part[1] - part[0] for part in suits], fixed),
        (*[suit_defending + part[4] - part[3] for part in suits], fixed_defending),
        lengths_of(mask),
    )
