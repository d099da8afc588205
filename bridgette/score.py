"""The score of a deal (R26 to R32)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bridgette.calls import Bid, Contract, Strain
from bridgette.cards import Pair, Seat

_SHORT: tuple[tuple[int, int, int], ...] = (
    (100, 200, 300),
    (200, 500, 700),
    (300, 800, 1100),
    (400, 1100, 1500),
    (700, 2000, 2700),
    (1000, 3000, 4000),
)
"""R31: a row for each trick short, undoubled, doubled and redoubled; the last row serves for all beyond."""


class ScoreItem(Enum):
    """The lines of which a score is made up."""

    CONTRACT = "contract"
    EXACT = "exact"
    THREE_OVER = "three-over"
    DOUBLED = "doubled"
    REDOUBLED = "redoubled"
    TIMES = "times"
    SHORT = "short"


class ScoreLine(NamedTuple):
    """One line of a score: points to add, or for ``TIMES`` the factor of R30."""

    item: ScoreItem
    value: int


class Result(NamedTuple):
    """How a deal came out. Passed out: no contract and no declarer, and nothing for anybody (R18)."""

    contract: Contract | None
    declarer: Seat | None
    tricks: Pair[int]
    score: Pair[int]
    lines: tuple[ScoreLine, ...]

    @property
    def margin(self) -> int:
        """Tricks above the contract, below zero when it failed."""
        if self.contract is None or self.declarer is None:
            return 0
        return self.tricks[self.declarer] - self.contract.bid.goal


PASSED_OUT = Result(None, None, (0, 0), (0, 0), ())
"""R18: nobody scores."""


def contract_points(bid: Bid) -> int:
    """R26: the points for making the bid."""
    level, strain = bid
    no_trump, major = strain is Strain.NO_TRUMP, strain >= Strain.HEARTS
    if level == 7:
        return 2500 if no_trump else 2200
    if level == 6:
        return 2200 if no_trump else 1500
    if level == 5:
        return 1500 if no_trump else 750
    if level == 4:
        return 750 if major else 250
    if level == 3:
        return 750 if no_trump else 250
    if level == 2:
        return 250
    return 250 if (level, no_trump) == (1, True) else 150


def exact_bonus(bid: Bid) -> int:
    """R27: the bonus for taking exactly the tricks bid."""
    return 250 if bid.level <= 5 else 100 if bid.level == 6 else 0


def score_lines(contract: Contract, tricks: int) -> tuple[ScoreLine, ...]:
    """R26 to R31: the lines of the score for a declarer who took ``tricks`` tricks."""
    bid, doubling = contract
    over = tricks - bid.goal
    if over < 0:
        row = _SHORT[min(-over, len(_SHORT)) - 1]
        return (ScoreLine(ScoreItem.SHORT, row[doubling]),)
    lines = [ScoreLine(ScoreItem.CONTRACT, contract_points(bid))]
    if over == 0 and exact_bonus(bid):
        lines.append(ScoreLine(ScoreItem.EXACT, exact_bonus(bid)))
    if over == 3:
        lines.append(ScoreLine(ScoreItem.THREE_OVER, 350))
    if doubling:
        bonus = (ScoreItem.DOUBLED, 400) if doubling == 1 else (ScoreItem.REDOUBLED, 1000)
        lines += [ScoreLine(*bonus), ScoreLine(ScoreItem.TIMES, 2 * doubling)]
    return tuple(lines)


def score_deal(contract: Contract, declarer: Seat, tricks: Pair[int]) -> Result:
    """R26 to R32: the result of a deal that was played; exactly one seat scores."""
    lines = score_lines(contract, tricks[declarer])
    points = sum(line.value for line in lines if line.item is not ScoreItem.TIMES)
    for line in lines:
        if line.item is ScoreItem.TIMES:
            points *= line.value  # R30, decision: the whole sum is multiplied
    scorer = 1 - declarer if lines[0].item is ScoreItem.SHORT else declarer
    return Result(contract, declarer, tricks, (points, 0) if scorer == 0 else (0, points), lines)
