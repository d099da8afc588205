"""The opponent's hands that a sampling player looks at, for the decision at hand."""

from __future__ import annotations

from random import Random

from bridgette.cards import Seat
from bridgette.computer.guessing.evidence import Evidence
from bridgette.computer.guessing.inference import Weighted, likely_hands, liking_of
from bridgette.computer.guessing.sampling import draw_hands
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.player import Note
from bridgette.views import DealView


def guess_hands(
    deal: DealView, seat: Seat, evidence: Evidence, count: int, draws: int, effort: Effort, rng: Random
) -> list[Weighted]:
    """``count`` hands that the opponent may have kept, in an order of chance, each once with how often it counts.

    With ``draws`` above 1 so many are drawn for each, and those preferred that fit the opponent's calls and plays.
    Raises :class:`~bridgette.computer.guessing.sampling.Impossible`.
    """
    infers = draws > 1
    liking = liking_of(deal.calls, deal.dealer, 1 - seat)
    drawn = draw_hands(evidence, count * draws, rng, liking) if infers else draw_hands(evidence, count, rng)
    if drawn.loosened:
        effort.notes.add(Note.LOOSENED)
    if infers and (deal.calls or deal.tricks):
        return likely_hands(drawn.hands, count, deal, seat, evidence, rng)
    return [Weighted(hand, 1) for hand in drawn.hands[:count]]
