"""The opponent's hands that a sampling player looks at, for the decision at hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bridgette.cards import Seat
from bridgette.computer.guessing.evidence import Evidence
from bridgette.computer.guessing.inference import (
    Weighted,
    effective_size,
    likelihoods,
    liking_of,
    resample,
)
from bridgette.computer.guessing.sampling import draw_hands
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.player import Note
from bridgette.views import DealView


class Guess(NamedTuple):
    """Hands that the opponent may have kept, in an order of chance, each once with how often it counts.

    ``effective``: how many equally likely hands they are worth: the squared sum of the weights of all that were drawn
    over the sum of their squares (Kish's effective sample size).
    """

    hands: Sequence[Weighted]
    effective: float


def guess_hands(
    deal: DealView, seat: Seat, evidence: Evidence, count: int, draws: int, effort: Effort, rng: Random
) -> Guess:
    """``count`` hands that the opponent may have kept.

    With ``draws`` above 1 so many are drawn for each, and those preferred that fit the opponent's calls and plays.
    Raises :class:`~bridgette.computer.guessing.sampling.Impossible`.
    """
    infers = draws > 1
    liking = liking_of(deal.calls, deal.dealer, 1 - seat)
    drawn = draw_hands(evidence, count * draws, rng, liking) if infers else draw_hands(evidence, count, rng)
    if drawn.loosened:
        effort.notes.add(Note.LOOSENED)
    if infers and (deal.calls or deal.tricks):
        weights = likelihoods(drawn.hands, deal, seat, evidence)
        return Guess(resample(drawn.hands, weights, count, rng), effective_size(weights))
    hands = drawn.hands[:count]
    return Guess([Weighted(hand, 1) for hand in hands], float(len(hands)))
