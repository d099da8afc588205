"""The opponent's hands that a sampling player looks at, for the decision at hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bridgette.cards import Seat
from bridgette.computer.guessing.evidence import Evidence
from bridgette.computer.guessing.inference import (
    Guessed,
    Weighted,
    effective_size,
    likelihoods,
    liking_of,
    resample,
)
from bridgette.computer.guessing.sampling import draw_hands
from bridgette.computer.guessing.tempers import TEMPERS
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.levels import Draws
from bridgette.computer.players.player import Note
from bridgette.views import DealView

ENOUGH = 20.0
"""The effective number of hands at which no more are drawn."""


class Guess(NamedTuple):
    """Hands that the opponent may have kept, in an order of chance, each once with how often it counts.

    ``effective``: how many equally likely hands they are worth: the squared sum of the weights of all that were drawn
    over the sum of their squares (Kish's effective sample size).
    """

    hands: Sequence[Weighted]
    effective: float


def guess_hands(
    deal: DealView, seat: Seat, evidence: Evidence, count: int, draws: Draws, effort: Effort, rng: Random
) -> Guess:
    """``count`` hands that the opponent may have kept.

    A player who infers draws more, and prefers those that fit the opponent's calls and plays: at least
    ``draws.least`` for each, and on until they are worth :data:`ENOUGH`, or ``draws.most`` for each.
    Raises :class:`~bridgette.computer.guessing.sampling.Impossible`.
    """
    if not draws.infers:
        drawn = draw_hands(evidence, count, rng)
        if drawn.loosened:
            effort.notes.add(Note.LOOSENED)
        return _alike(drawn.hands, count)
    liking = liking_of(deal.calls, deal.dealer, 1 - seat)
    seen = bool(deal.calls or deal.tricks)
    found: list[Guessed] = []
    weights: list[float] = []
    for batch in range(draws.most):
        if batch and (not seen or effort.is_over or (batch >= draws.least and effective_size(weights) >= ENOUGH)):
            break
        drawn = draw_hands(evidence, count, rng, liking)
        if drawn.loosened:
            effort.notes.add(Note.LOOSENED)
        fresh = [Guessed(hand, TEMPERS[place % len(TEMPERS)]) for place, hand in enumerate(drawn.hands)]
        found += fresh
        if seen:
            weights += likelihoods(fresh, deal, seat, evidence)
    if not seen:
        return _alike([hand for hand, _ in found], count)
    return Guess(resample(found, weights, count, rng), effective_size(weights))


def _alike(hands: Sequence[int], count: int) -> Guess:
    taken = [Weighted(hand, 1, TEMPERS[place % len(TEMPERS)]) for place, hand in enumerate(hands[:count])]
    return Guess(taken, float(len(taken)))
