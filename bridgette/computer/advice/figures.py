"""Figures for people: rounded to what they are worth."""

from __future__ import annotations

_STEPS = (10, 20, 50, 100, 200, 500)
"""What points are rounded to: the least of these that is no finer than the error."""
SURE = 2.0
"""Standard errors beyond which a difference is told at all."""


def tenths(chance: float) -> int:
    """A chance from 0 to 1 as so many of ten hands. Halves go to the even number, as Python rounds."""
    return round(10 * chance)


def about(points: float, error: float) -> int:
    """Points that are known but for a standard error, rounded to what that allows; 0 when they are not surely above 0.

    What is surely above 0 is never rounded to nothing.
    """
    if points <= SURE * error or points <= 0:
        return 0
    step = next((step for step in _STEPS if step >= error), _STEPS[-1])
    return max(step, round(points / step) * step)
