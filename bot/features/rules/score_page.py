"""The guide's page of the score: tables and examples, all figures from the rules themselves."""

from __future__ import annotations

from bot.features.rules import examples
from bot.features.rules.tables import fixed, paragraphs
from bot.screens.message import lines
from bot.screens.symbols import contract_symbol, strain_symbol
from bot.texts import Texts
from bridgette import BIDS, Bid, Contract, ScoreItem, Strain
from bridgette.score import contract_points, exact_bonus, score_lines

_COLUMNS = ((Strain.CLUBS, Strain.DIAMONDS), (Strain.HEARTS, Strain.SPADES), (Strain.NO_TRUMP,))
"""Strains that score alike at every level (R26)."""

_SHORT_ROWS = 6
"""Shortfalls with figures of their own, the last one's for all beyond (R31)."""

_GRAND_SLAM = BIDS[-1]


def score_text(t: Texts) -> str:
    """The page."""
    return paragraphs(
        lines(t("guide-score"), _made(t)),
        _bonuses(t),
        lines(t("guide-score-fails"), _short(t)),
        lines(t("guide-score-examples"), *(_example(t, played) for played in examples.SCORES)),
    )


def _points(t: Texts, points: int) -> str:
    return t("guide-points", points=points)


def _made(t: Texts) -> str:
    """R26 and R27, by level and strain."""
    head = [t("guide-level"), *("".join(strain_symbol(t, strain) for strain in strains) for strains in _COLUMNS), "+"]
    rows = []
    for level in range(8):
        here = [bid for bid in BIDS if bid.level == level]
        cells = [
            _points(t, contract_points(Bid(level, strains[0]))) if Bid(level, strains[0]) in here else ""
            for strains in _COLUMNS
        ]
        exact = exact_bonus(here[0])
        rows.append([str(level), *cells, _points(t, exact) if exact else "–"])
    return fixed([head, *rows])


def _bonuses(t: Texts) -> str:
    """R28 to R30."""
    bid = BIDS[0]
    over = dict(score_lines(Contract(bid, 0), bid.goal + 3))
    doubled, redoubled = (dict(score_lines(Contract(bid, doubling), bid.goal)) for doubling in (1, 2))
    return lines(
        t("guide-score-three", three=over[ScoreItem.THREE_OVER]),
        t("guide-score-doubled", doubled=doubled[ScoreItem.DOUBLED], times=doubled[ScoreItem.TIMES]),
        t("guide-score-redoubled", doubled=redoubled[ScoreItem.REDOUBLED], times=redoubled[ScoreItem.TIMES]),
    )


def _short(t: Texts) -> str:
    """R31, by tricks short and doubling."""
    rows = []
    for short in range(1, _SHORT_ROWS + 1):
        figures = (
            score_lines(Contract(_GRAND_SLAM, doubling), _GRAND_SLAM.goal - short)[0].value for doubling in (0, 1, 2)
        )
        count = str(short) if short < _SHORT_ROWS else t("guide-or-more", count=short)
        rows.append([count, *(_points(t, points) for points in figures)])
    return fixed([[t("guide-short"), "–", "X", "XX"], *rows])


def _example(t: Texts, played: examples.Played) -> str:
    """A contract, and how what it scores comes about."""
    result = played.result
    said = {"contract": contract_symbol(t, played.contract), "tricks": played.tricks}
    if result.margin < 0:
        return t("guide-score-short", **said, short=-result.margin, points=result.score[1])
    parts = [_points(t, line.value) for line in result.lines if line.item is not ScoreItem.TIMES]
    factors = [line.value for line in result.lines if line.item is ScoreItem.TIMES]
    summed = {"parts": t("joiner-sum").join(parts), "points": result.score[0]}
    total = t("guide-sum-times", **summed, factor=factors[0]) if factors else t("guide-sum", **summed)
    return t("guide-score-made", **said, sum=total)
