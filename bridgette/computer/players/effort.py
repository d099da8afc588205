"""How much thinking a decision may cost: solver nodes, and a clock that only steps in when something is amiss."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bridgette.computer.players.player import Clock, Note
from bridgette.computer.solver.solve import Budget, OutOfNodes

T = TypeVar("T")

_FIRST_SLICE = 4_000
"""Nodes allowed to the first search under a clock, before its speed is known."""
_SHARE = 4
"""No search may take more than this part of all the nodes."""
_CAUTION = 0.5
"""The share of the time left that a search may be expected to take."""


class Effort:
    """The effort of one decision.

    ``nodes`` bounds all searches together, and decides alike everywhere. With a ``clock``, a search that would pass
    ``seconds`` since the start is cut too, and ``notes`` then says so.
    """

    def __init__(self, nodes: int, clock: Clock | None = None, seconds: float = 0.0) -> None:
        self._nodes = nodes
        self.spent = 0
        self.notes: set[Note] = set()
        self._clock = clock
        self._end = clock() + seconds if clock is not None else 0.0
        self._searched = 0
        self._taken = 0.0

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be searched."""
        if self._nodes <= self.spent:
            self.notes.add(Note.BUDGET)
            return True
        if self._clock is not None and self._clock() >= self._end:
            self.notes.add(Note.CLOCK)
            return True
        return False

    def search(self, solve: Callable[[Budget], T]) -> T | None:
        """What ``solve`` finds within the budget that it is given; ``None`` when that was too little.

        No search may take more than a share of all the nodes: it is better to do without one hand than to look at few.
        """
        while not self.is_over:
            fair = min(self._nodes - self.spent, max(1, self._nodes // _SHARE))
            limit = fair if self._clock is None else min(fair, self._in_time(self._clock))
            budget = Budget(limit)
            begun = self._clock() if self._clock is not None else 0.0
            cut = False
            try:
                return solve(budget)
            except OutOfNodes:
                cut = limit < fair  # by the clock: tried again with more if there is time
                if not cut:
                    return None
            finally:
                self.spent += 0 if cut else budget.spent
                if self._clock is not None:
                    self._searched += budget.spent
                    self._taken += self._clock() - begun
        return None

    def _in_time(self, clock: Clock) -> int:
        """The nodes that can be expected in the time left."""
        if self._taken <= 0:
            return max(_FIRST_SLICE, 4 * self._searched)  # too quick for the clock so far
        return max(1, int((self._end - clock()) * _CAUTION * self._searched / self._taken))
