"""What contracts are worth: by tricks (R26 to R31), and in the mean when the tricks are uncertain."""

from __future__ import annotations

from functools import cache
from math import erf, sqrt

from bridgette.calls import Bid, Contract, Strain
from bridgette.score import score_deal

TRICKS = 13
_DOUBLING_CHARGE = 0.25
"""The share of the loss by being doubled that a bid is charged with."""


@cache
def payoff(contract: Contract) -> tuple[int, ...]:
    """By the declarer's tricks from 0 to 13: the declarer's points, below zero where the opponent scores."""
    points = []
    for tricks in range(TRICKS + 1):
        score = score_deal(contract, 0, (tricks, TRICKS - tricks)).score
        points.append(score[0] - score[1])
    return tuple(points)


@cache
def chances(tenths: int, spread: int) -> tuple[float, ...]:
    """The chance of each number of tricks under a normal distribution, the tails gathered at 0 and 13."""
    mean, width = tenths / 10, spread / 10 * sqrt(2)

    def below(tricks: int) -> float:
        return (1 + erf((tricks - 0.5 - mean) / width)) / 2 if 0 < tricks <= TRICKS else float(tricks > TRICKS)

    return tuple(below(tricks + 1) - below(tricks) for tricks in range(TRICKS + 1))


def tenths_of(mean: float) -> int:
    """A mean number of tricks in tenths, for the functions that look it up."""
    return 0 if mean < 0 else 10 * TRICKS if mean > TRICKS else int(mean * 10 + 0.5)


@cache
def mean_points(contract: Contract, tenths: int, spread: int) -> float:
    """The declarer's expected points when the tricks are spread normally.

    Mean and standard deviation in tenths of a trick. Rounded, so that another machine's last bit changes no choice.
    """
    shares = chances(tenths, spread)
    return round(sum(chance * points for chance, points in zip(shares, payoff(contract), strict=True)), 3)


@cache
def ladder(strain: Strain, tenths: int, spread: int, doubted: bool) -> tuple[float, ...]:
    """By level from 0 to 7, the expected points of a bid in the strain, less a charge for being doubled.

    ``doubted``: the opponent has doubled already, and will again.
    """
    charge, found = 1.0 if doubted else _DOUBLING_CHARGE, []
    for level in range(8):
        bid = Bid(level, strain)
        points = mean_points(Contract(bid, 0), tenths, spread)
        doubled = mean_points(Contract(bid, 1), tenths, spread)
        found.append(points - charge * max(0.0, points - doubled))
    return tuple(found)
