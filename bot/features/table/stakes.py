"""What a bid needs, earns and risks, by the rules' own score (R26 to R31)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.symbols import call_symbol, strain_symbol
from bot.texts import Texts
from bridgette import Bid, Contract, Strain, score_deal
from bridgette.deal import HAND
from bridgette.score import contract_points, exact_bonus

MOST_SHORT = 6
"""R31: beyond it, further tricks short cost nothing more."""

_ANY = Contract(Bid(1, Strain.CLUBS), 0)
"""A contract like any other in what failing costs, and in what three overtricks earn (R28, R31)."""


def points(contract: Contract, over: int) -> int:
    """What whoever scores gets when the declarer takes ``over`` tricks more than bid, or less (R26 to R31)."""
    tricks = contract.bid.goal + over
    return max(score_deal(contract, 0, (tricks, HAND - tricks)).score)


def points_short(t: Texts, contract: Contract, most: int = MOST_SHORT) -> str:
    """What the opponent scores for one trick short, for two, up to ``most`` (R31)."""
    found = [points(contract, -short) for short in range(1, most + 1)]
    return t("joiner-list").join(t("stakes-points", points=one) for one in found)


def stakes_lines(t: Texts, levels: Sequence[int], name: str) -> list[str]:
    """A line for each level: the tricks that its bids need and what they earn; then what is the same for all.

    ``name``: the opponent's, who scores when a bid fails.
    """
    more = points(_ANY, 3) - points(_ANY, 2)
    return [
        *(_level_line(t, level) for level in levels),
        t("stakes-short", name=name, points=points_short(t, _ANY), more=more),
    ]


def _level_line(t: Texts, level: int) -> str:
    """What the bids of a level need and earn: the lowest, then those that earn more (R26), and the bonus (R27)."""
    by_points: dict[int, list[str]] = {}
    for strain in Strain if level else (Strain.NO_TRUMP,):
        by_points.setdefault(contract_points(Bid(level, strain)), []).append(strain_symbol(t, strain))
    (lowest, _), *others = by_points.items()
    parts = [
        t("stakes-points", points=lowest),
        *(t("stakes-more", points=earned, strains=" ".join(strains)) for earned, strains in others),
    ]
    any_bid = Bid(level, Strain.NO_TRUMP)
    said = {"level": level or call_symbol(t, any_bid), "needed": any_bid.goal, "earns": t("joiner-list").join(parts)}
    bonus = exact_bonus(any_bid)
    return t("stakes-level", **said, bonus=bonus) if bonus else t("stakes-level-plain", **said)
