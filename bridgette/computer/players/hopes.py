"""What to play when nothing that was imagined helps: for the hand of the opponent that would.

With no drawn hand that lets the contract be made (or be beaten, for its defender) all cards look alike, and the lowest
would be played. So more hands are drawn, those that leave a chance are weighed by how likely they are, and the card is
played that takes the chance in most of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bridgette.cards import Card, Seat
from bridgette.computer.guessing.evidence import Evidence
from bridgette.computer.guessing.inference import Guessed, likelihoods, liking_of
from bridgette.computer.guessing.sampling import draw_hands
from bridgette.computer.guessing.tempers import TEMPERS
from bridgette.computer.players.averages import Weighed, means_of
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.position import position_of, success_of
from bridgette.computer.solver.solve import Budget, solve_cards
from bridgette.views import DealView, OwnCards

_CLOSE = 10.0
"""Points that a card may cost to be played for a chance that no drawn hand has shown."""
_HANDS = 128
"""Hands that are drawn in search of a chance."""
_FOUND = 12
"""Hands with a chance that are enough."""


def is_hopeless(weighed: Weighed, deal: DealView, seat: Seat) -> bool:
    """Whether no card lets the seat make the contract, or beat it, with any hand that was looked at."""
    lost = 0.0 if deal.declarer == seat else 1.0
    return bool(weighed.rows) and all(figures.made == lost for row in weighed.rows for figures in row.figures)


def hopeful_card(
    weighed: Weighed, deal: DealView, own: OwnCards, seat: Seat, evidence: Evidence, effort: Effort, rng: Random
) -> Card | None:
    """The card, of those that cost next to nothing, that succeeds with the likeliest of the hands that leave a chance;
    ``None`` when none was found, or when they do not tell the cards apart."""
    worth = [mean.worth for mean in means_of(weighed.rows)]
    close = [card for card, one in zip(own.cards, worth, strict=True) if one >= max(worth) - _CLOSE]
    if len(close) < 2:
        return None
    chances = dict.fromkeys(close, 0.0)
    found = 0
    for hand, weight in _by_likelihood(deal, seat, evidence, rng):
        if found == _FOUND or effort.is_over:
            break
        position = position_of(deal, own.hand, hand & ~evidence.played, seat)

        def solve(budget: Budget) -> dict[Card, int]:
            return solve_cards(position, success_of(deal, seat, len(own.hand)), budget)  # noqa: B023

        values = effort.search(solve)
        if values is not None and any(won == (seat == 0) for won in values.values()):
            found += 1
            for card in close:
                chances[card] += weight * (values[card] == (seat == 0))
    best = max(chances.values())
    return max(close, key=chances.__getitem__) if best > min(chances.values()) else None


def _by_likelihood(deal: DealView, seat: Seat, evidence: Evidence, rng: Random) -> Sequence[tuple[int, float]]:
    """More hands that the opponent may hold, the likeliest first."""
    drawn = draw_hands(evidence, _HANDS, rng, liking_of(deal.calls, deal.dealer, 1 - seat))
    guessed = [Guessed(hand, TEMPERS[place % len(TEMPERS)]) for place, hand in enumerate(drawn.hands)]
    weights = likelihoods(guessed, deal, seat, evidence)
    weighed = [(hand, weight) for (hand, _), weight in zip(guessed, weights, strict=True)]
    weighed.sort(key=lambda one: -one[1])
    return weighed
