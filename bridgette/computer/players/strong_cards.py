"""The sampling player's choice of a card: every hand that is drawn is solved, and the best average counts."""

from __future__ import annotations

from random import Random

from bridgette.cards import Card, Seat
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.players import baseline
from bridgette.computer.players.averages import Row, Weighed, is_settled
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.guesses import guess_hands
from bridgette.computer.players.hopes import hopeful_card, is_hopeless
from bridgette.computer.players.levels import Level
from bridgette.computer.players.player import Candidate, Clock, Decision, Note, Reasons
from bridgette.computer.players.position import Targets, position_of
from bridgette.computer.solver.solve import Budget, solve_cards
from bridgette.views import DealView, OwnCards

_LOOKS = 4
"""After so many hands it is asked whether the choice is settled."""


def choose_card(deal: DealView, own: OwnCards, seat: Seat, level: Level, clock: Clock | None, rng: Random) -> Decision:
    """The card with the best mean score over the hands that the opponent may hold; when they leave no hope, the one for
    the hand that would.

    Raises :class:`~bridgette.computer.guessing.sampling.Impossible` when there is none.
    """
    if len(own.cards) == 1:
        return Decision(own.cards[0], Reasons((), frozenset((Note.ONLY_CHOICE,))))
    effort = Effort(level.card_nodes if deal.tricks else level.lead_nodes, clock, level.seconds)
    weighed = weigh_cards(deal, own, seat, level, effort, rng)
    hope = None
    if level.draws.infers and is_hopeless(weighed, deal, seat):
        hope = hopeful_card(weighed, deal, own, seat, gather(deal, own, seat), effort, rng)
        weighed = weighed._replace(nodes=effort.spent)
    return pick_card(deal, own, seat, weighed, hope)


def weigh_cards(
    deal: DealView, own: OwnCards, seat: Seat, level: Level, effort: Effort, rng: Random, *, settle: bool = True
) -> Weighed:
    """Every legal card over the hands that the opponent may hold, solved for the points of the deal.

    ``settle``: stop as soon as more hands would hardly change the choice. Raises as :func:`choose_card`.
    """
    evidence = gather(deal, own, seat)
    guess = guess_hands(deal, seat, evidence, level.card, level.draws, effort, rng)
    targets = Targets(deal, seat, len(own.hand))
    rows: list[Row] = []
    different = set()
    for index, (hand, weight, _) in enumerate(guess.hands):
        if effort.is_over or (settle and index % _LOOKS == 0 and is_settled(rows)):
            break
        position = position_of(deal, own.hand, hand & ~evidence.played, seat)

        def solve(budget: Budget) -> dict[Card, int]:
            return solve_cards(position, targets.payoff, budget)  # noqa: B023

        values = effort.search(solve)
        if values is not None:
            rows.append(Row(weight, [targets.figures[values[card]] for card in own.cards]))
            different.add(hand)
    return Weighed(own.cards, rows, guess.effective, len(different), frozenset(effort.notes), effort.spent)


def pick_card(deal: DealView, own: OwnCards, seat: Seat, weighed: Weighed, hope: Card | None = None) -> Decision:
    """The card with the best mean, or the one that is the only ``hope``; of equals the one that the baseline would
    play, else the lowest: it gives the least away."""
    by_rule = baseline.card(deal, own, seat).action
    if not weighed.rows:
        return Decision(by_rule, weighed.reasons((), Note.FALLBACK))
    found = weighed.candidates
    found.sort(key=lambda c: (c.action is not hope, -c.points, -(c.tricks or 0), c.action is not by_rule, -_index(c)))
    return Decision(found[0].action, weighed.reasons(found, *((Note.HOPE,) if hope is not None else ())))


def _index(candidate: Candidate) -> int:
    return candidate.action.index if isinstance(candidate.action, Card) else 0
