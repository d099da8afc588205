"""What a contract between two known hands comes to, for the auction: double-dummy tricks, then points."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from bridgette.calls import Contract, Strain
from bridgette.cards import Card, Pair, Seat
from bridgette.computer.guessing.points import TRICKS, payoff
from bridgette.computer.guessing.prospects import Prospects, worth
from bridgette.computer.players.averages import Figures
from bridgette.computer.players.effort import Effort
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.solve import Budget, solve_tricks

_Errors: TypeAlias = tuple[tuple[int, float], ...]
_ERRORS: dict[tuple[int, bool], _Errors] = {
    (0, True): ((-3, 0.01), (-2, 0.06), (-1, 0.17), (0, 0.44), (1, 0.21), (2, 0.09), (3, 0.02)),
    (0, False): ((-3, 0.01), (-2, 0.04), (-1, 0.1), (0, 0.36), (1, 0.36), (2, 0.11), (3, 0.02)),
    (1, True): ((-3, 0.02), (-2, 0.02), (-1, 0.22), (0, 0.42), (1, 0.3), (2, 0.02)),
    (1, False): ((-3, 0.01), (-2, 0.02), (-1, 0.17), (0, 0.46), (1, 0.25), (2, 0.08), (3, 0.01)),
    (2, True): ((-3, 0.02), (-2, 0.07), (-1, 0.21), (0, 0.45), (1, 0.23), (2, 0.02)),
    (2, False): ((-2, 0.03), (-1, 0.1), (0, 0.35), (1, 0.44), (2, 0.06), (3, 0.02)),
}
"""How far from the double-dummy tricks with an imagined hand the declarer ends, and how often; by how often the
contract is doubled, and whether the player who imagines declares.

Nobody sees both hands at the table, the hands are but imagined, and who lets a contract stand, doubles or redoubles it
has a reason that the other does not see. Fitted to some 500 contracts of experts.
"""

_LEAST_OVER, _MOST_OVER = -4, 2
_DOUBLED = (0.83, 0.58, 0.42, 0.25, 0.07, 0.05, 0.02)
"""How often experts double a contract that takes so many tricks more than its goal double-dummy, from -4 to 2."""
_REDOUBLED = (0.03, 0.05, 0.08, 0.1, 0.2, 0.3, 0.4)
"""The same for how often they redouble and stay when they are doubled, estimated from few."""
_BY_LEVEL = (0.7, 0.7, 0.7, 1.0, 1.0, 1.2, 1.2, 1.2)
"""How many times as often they double at the level of the bid."""


class Contracts:
    """The two hands of a deal as far as they have been solved: each strain and declarer once."""

    def __init__(self, hands: Pair[tuple[Card, ...]], effort: Effort, prospects: Prospects | None = None) -> None:
        self._hands = hands
        self._prospects = prospects
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

    @property
    def nothing(self) -> Figures:
        """What a passed-out deal comes to: it is dealt again (R18)."""
        return Figures(0.0, 0.0, 0.0, worth(0.0, self._prospects))

    def figures(
        self, contract: Contract, declarer: Seat, seat: Seat, sharp: Pair[bool] = (False, False)
    ) -> Figures | None:
        """What the contract comes to for ``seat``, as people play; ``None`` as :meth:`tricks`.

        ``sharp``: who doubles as often as a sampling player does; as the opponent of ``seat`` it redoubles so too.
        """
        tricks = self.tricks(contract.bid.strain, declarer)
        if tricks is None:
            return None
        figures = played(contract, tricks, declarer == seat, self._prospects)
        doubles = contract.doubling == 0 and sharp[1 - declarer]
        redoubles = contract.doubling == 1 and sharp[declarer] and declarer != seat
        if not doubles and not redoubles:
            return figures
        over = min(_MOST_OVER, max(_LEAST_OVER, tricks - contract.bid.goal))
        raised = contract._replace(doubling=contract.doubling + 1)
        found = played(raised, tricks, declarer == seat, self._prospects)
        place = over - _LEAST_OVER
        share = _DOUBLED[place] * _BY_LEVEL[contract.bid.level] if doubles else _REDOUBLED[place]
        return Figures(*[one + share * (other - one) for one, other in zip(figures, found, strict=True)])


@lru_cache(maxsize=16384)
def played(contract: Contract, tricks: int, mine: bool, prospects: Prospects | None = None) -> Figures:
    """What a contract comes to that takes the declarer so many tricks double-dummy with an imagined hand.

    ``mine``: the figures are the declarer's, else the other's. They are shrunk to what was measured.
    """
    table, goal = payoff(contract), contract.bid.goal
    errors = _ERRORS[contract.doubling, mine]
    points = made = gain = 0.0
    for error, share in errors:
        taken = min(TRICKS, max(0, tricks + error))
        score = table[taken] if mine else -table[taken]
        points += share * score
        gain += share * worth(score, prospects)
        made += share * (taken >= goal)
    return Figures(points, made, tricks if mine else TRICKS - tricks, gain)
