"""The play as it is solved: the position with an imagined hand, and what is solved for."""

from __future__ import annotations

from bridgette.calls import Strain
from bridgette.cards import Card, Seat
from bridgette.computer.guessing.holdings import cards_of
from bridgette.computer.guessing.points import TRICKS, payoff
from bridgette.computer.players.averages import Figures
from bridgette.computer.solver.position import Position
from bridgette.views import DealView

_PER_POINT = 64
"""In the payoffs that are solved for, a point counts so many times a trick: tricks break ties between points."""


def position_of(deal: DealView, mine: tuple[Card, ...], theirs: int, seat: Seat) -> Position:
    """The position with the seat to play, the opponent holding the cards of a mask."""
    strain = deal.contract.bid.strain if deal.contract else Strain.NO_TRUMP
    hands = (mine, cards_of(theirs)) if seat == 0 else (cards_of(theirs), mine)
    return Position(hands, strain.suit, seat, deal.lead, deal.barred if deal.lead is None else None)


def success_of(deal: DealView, seat: Seat, left: int) -> list[int]:
    """By the further tricks of seat 0, whether it succeeds: 1 if it makes the contract or beats it, else 0."""
    found = []
    for further in range(left + 1):
        tricks = (deal.won[0] + further, TRICKS - deal.won[0] - further)
        made = deal.contract is not None and tricks[deal.declarer or 0] >= deal.contract.bid.goal
        found.append(int(made == (deal.declarer == 0)))
    return found


class Targets:
    """What is solved for: by the further tricks of seat 0, its points and, to break ties, its tricks.

    ``figures`` reads a solved value: what it is for ``seat``.
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
