"""The sampling player's choice of a card: every hand that is drawn is solved, and the best average counts."""

from __future__ import annotations

from random import Random

from bridgette.calls import Strain
from bridgette.cards import Card, Seat
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.holdings import cards_of
from bridgette.computer.guessing.points import TRICKS, payoff
from bridgette.computer.players import baseline
from bridgette.computer.players.averages import Figures, Row, Weighed, is_settled
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.guesses import guess_hands
from bridgette.computer.players.levels import Level
from bridgette.computer.players.player import Candidate, Clock, Decision, Note, Reasons
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.solve import Budget, solve_cards
from bridgette.views import DealView, OwnCards

_LOOKS = 4
"""After so many hands it is asked whether the choice is settled."""
_PER_POINT = 64
"""In the payoffs that are solved for, a point counts so many times a trick: tricks break ties between points."""


def choose_card(deal: DealView, own: OwnCards, seat: Seat, level: Level, clock: Clock | None, rng: Random) -> Decision:
    """The card with the best mean score over the hands that the opponent may hold.

    Raises :class:`~bridgette.computer.guessing.sampling.Impossible` when there is none.
    """
    if len(own.cards) == 1:
        return Decision(own.cards[0], Reasons((), frozenset((Note.ONLY_CHOICE,))))
    effort = Effort(level.card_nodes if deal.tricks else level.lead_nodes, clock, level.seconds)
    return pick(deal, own, seat, weigh_cards(deal, own, seat, level, effort, rng))


def weigh_cards(
    deal: DealView, own: OwnCards, seat: Seat, level: Level, effort: Effort, rng: Random, *, settle: bool = True
) -> Weighed:
    """Every legal card over the hands that the opponent may hold, solved for the points of the deal.

    ``settle``: stop as soon as more hands would hardly change the choice. Raises as :func:`choose_card`.
    """
    evidence = gather(deal, own, seat)
    guess = guess_hands(deal, seat, evidence, level.card, level.draws, effort, rng)
    targets = _Targets(deal, seat, len(own.hand))
    rows: list[Row] = []
    different = set()
    for index, (hand, weight, _) in enumerate(guess.hands):
        if effort.is_over or (settle and index % _LOOKS == 0 and is_settled(rows)):
            break
        position = _position(deal, own.hand, cards_of(hand & ~evidence.played), seat)

        def solve(budget: Budget, position: Position = position) -> dict[Card, int]:
            return solve_cards(position, targets.payoff, budget)

        values = effort.search(solve)
        if values is not None:
            rows.append(Row(weight, [targets.figures[values[card]] for card in own.cards]))
            different.add(hand)
    return Weighed(own.cards, rows, guess.effective, len(different), frozenset(effort.notes), effort.spent)


def pick(deal: DealView, own: OwnCards, seat: Seat, weighed: Weighed) -> Decision:
    """The card with the best mean; of equals the one that the baseline would play, else the lowest: it gives the least
    away."""
    by_rule = baseline.card(deal, own, seat).action
    if not weighed.rows:
        return Decision(by_rule, weighed.reasons((), Note.FALLBACK))
    found = weighed.candidates
    found.sort(key=lambda c: (-c.points, -(c.tricks or 0), c.action is not by_rule, -_index(c)))
    return Decision(found[0].action, weighed.reasons(found))


def _index(candidate: Candidate) -> int:
    return candidate.action.index if isinstance(candidate.action, Card) else 0


def _position(deal: DealView, mine: tuple[Card, ...], theirs: tuple[Card, ...], seat: Seat) -> Position:
    strain = deal.contract.bid.strain if deal.contract else Strain.NO_TRUMP
    hands = (mine, theirs) if seat == 0 else (theirs, mine)
    return Position(hands, strain.suit, seat, deal.lead, deal.barred if deal.lead is None else None)


class _Targets:
    """What is solved for: by the further tricks of seat 0, its points and, to break ties, its tricks.

    ``figures`` reads a solved value: points and, for the contract, whether it is made, and tricks, for ``seat``.
    """

    def __init__(self, deal: DealView, seat: Seat, left: int) -> None:
        self.payoff: list[int] = []
        self.figures: dict[int, Figures] = {}
        won = deal.won[0]
        for further in range(left + 1):
            tricks = (won + further, TRICKS - won - further)
            points, made = 0, 0
            if deal.contract is not None and deal.declarer is not None:
                points = payoff(deal.contract)[tricks[deal.declarer]] * (1 if deal.declarer == 0 else -1)
                made = int(tricks[deal.declarer] >= deal.contract.bid.goal)
            value = points * _PER_POINT + further
            self.payoff.append(value)
            mine = points if seat == 0 else -points
            self.figures[value] = Figures(mine, made, tricks[seat], mine)
