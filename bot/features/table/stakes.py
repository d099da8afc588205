"""What a bid needs, earns and risks, by the rules' own score (R26 to R31)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.texts import Texts
from bridgette import Bid, Contract, Strain, score_deal
from bridgette.deal import HAND
from bridgette.score import contract_points, exact_bonus

NARROW = 36
"""Letters in a line of a block of fixed width that fit a phone."""

_COLUMN = 5
_MOST_SHORT = 6
"""R31: beyond it, each further trick costs nothing more."""


def points(contract: Contract, over: int) -> int:
    """What whoever scores gets when the declarer takes ``over`` tricks more than bid, or less (R26 to R31)."""
    tricks = contract.bid.goal + over
    return max(score_deal(contract, 0, (tricks, HAND - tricks)).score)


def points_short(contract: Contract, most: int = _MOST_SHORT) -> list[int]:
    """What the opponent scores for one trick short, for two, up to ``most`` (R31)."""
    return [points(contract, -short) for short in range(1, most + 1)]


def stakes_table(t: Texts, levels: Sequence[int]) -> str:
    """The tricks that bids at these levels need and what they earn, in columns, for a block of fixed width."""

    def line(label: str, cell: Callable[[int], str]) -> str:
        room = NARROW - _COLUMN * len(levels)
        return f"{label[:room]:{width}}" + "".join(f"{cell(level):>{_COLUMN}}" for level in levels)

    def earned(strain: Strain) -> Callable[[int], str]:
        return lambda level: str(contract_points(Bid(level, strain))) if level or strain is Strain.NO_TRUMP else "–"

    low, high = earned(Strain.CLUBS), earned(Strain.SPADES)
    differ = any(low(level) != high(level) for level in levels)
    suits = [(t("stakes-low"), low), (t("stakes-high"), high)] if differ else [(t("stakes-suits"), low)]
    found: list[tuple[str, Callable[[int], str]]] = [
        (t("stakes-level"), str),
        (t("stakes-tricks"), lambda level: str(Bid(level, Strain.NO_TRUMP).goal)),
        *suits,
        (t("stakes-no-trump"), earned(Strain.NO_TRUMP)),
        (t("stakes-exactly"), lambda level: f"+{exact_bonus(Bid(level, Strain.NO_TRUMP))}"),
    ]
    width = min(max(len(label) for label, _ in found), NARROW - _COLUMN * len(levels))
    return "\n".join(line(label, cell) for label, cell in found)
