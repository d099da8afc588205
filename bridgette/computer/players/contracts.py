"""What a contract between two known hands comes to, for the auction: double-dummy tricks, then points."""

from __future__ import annotations

from functools import cache

from bridgette.calls import Contract, Strain
from bridgette.cards import Card, Pair, Seat
from bridgette.computer.guessing.points import TRICKS, payoff
from bridgette.computer.players.effort import Effort
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.solve import Budget, solve_tricks

_ERRORS = ((-2, 0.04), (-1, 0.18), (0, 0.53), (1, 0.2), (2, 0.05))
"""How far from the double-dummy tricks the declarer ends, and how often: nobody sees both hands at the table."""


class Contracts:
    """The two hands of a deal as far as they have been solved: each strain and declarer once."""

    def __init__(self, hands: Pair[tuple[Card, ...]], effort: Effort) -> None:
        self._hands = hands
        self._effort = effort
        self._tricks: dict[tuple[Strain, Seat], int] = {}

    def tricks(self, strain: Strain, declarer: Seat) -> int | None:
        """The declarer's tricks; ``None`` when the effort does not allow to find out."""
        key = (strain, declarer)
        if key not in self._tricks:
            position = Position(self._hands, strain.suit, 1 - declarer)

            def solve(budget: Budget) -> int:
                return solve_tricks(position, budget)

            found = self._effort.search(solve)
            if found is None:
                return None
            self._tricks[key] = found if declarer == 0 else TRICKS - found
        return self._tricks[key]

    def points(self, contract: Contract, declarer: Seat) -> float | None:
        """The declarer's mean points, as people play; ``None`` as :meth:`tricks`."""
        tricks = self.tricks(contract.bid.strain, declarer)
        return None if tricks is None else played_points(contract, tricks)


@cache
def played_points(contract: Contract, tricks: int) -> float:
    """The declarer's mean points in a contract that takes so many tricks double-dummy."""
    table = payoff(contract)
    return sum(share * table[min(TRICKS, max(0, tricks + error))] for error, share in _ERRORS)
