"""Averages over the opponent's hands: which choice is best, by how much, and whether that is settled."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import NamedTuple, TypeAlias

from bridgette.computer.players.player import Candidate, Note
from bridgette.deal import Action

_AT_LEAST = 12
"""Hands that are looked at before a choice can be settled."""
_SURE = 2.6
"""Standard errors by which the best must be ahead."""
_TRIFLE = 3.0
"""Points that are not worth another look."""


class Figures(NamedTuple):
    """What one choice came to with one hand of the opponent: points for the chooser, whether the contract was made (1
    or 0), the chooser's tricks."""

    points: float
    made: float
    tricks: float


class Row(NamedTuple):
    """What every choice came to with one hand of the opponent, and how often that hand counts."""

    weight: int
    figures: Sequence[Figures]


Rows: TypeAlias = Sequence[Row]


class Weighed(NamedTuple):
    """All that a decision rests on, before anything is picked: every option over the same hands of the opponent.

    ``options``: the choices, in the order of each row's figures; ``rows``: what they came to, none when the effort did
    not allow a single hand; ``effective``: how many hands that are equally likely the drawn ones are worth, after their
    weights; ``hands``: how many different hands were looked at; ``dropped``: choices that fell behind on the way, with
    their figures so far; ``notes`` and ``nodes`` as in :class:`~bridgette.computer.players.player.Reasons`.
    """

    options: tuple[Action, ...]
    rows: Rows
    effective: float
    hands: int
    notes: frozenset[Note]
    nodes: int
    dropped: tuple[Candidate, ...] = ()

    @property
    def candidates(self) -> list[Candidate]:
        """The figures behind each option, in the order of the options; empty without a row."""
        return candidates(self.options, self.rows) if self.rows else []


def weight_of(rows: Rows) -> int:
    """How many hands the rows stand for."""
    return sum(row.weight for row in rows)


def means_of(rows: Rows) -> list[Figures]:
    """The mean figures of every choice; there must be a row."""
    count = weight_of(rows)
    found = []
    for column in zip(*[row.figures for row in rows], strict=True):
        points, made, tricks = 0.0, 0.0, 0.0
        for row, figures in zip(rows, column, strict=True):
            points += row.weight * figures.points
            made += row.weight * figures.made
            tricks += row.weight * figures.tricks
        found.append(Figures(points / count, made / count, tricks / count))
    return found


def difference(rows: Rows, one: int, two: int) -> tuple[float, float]:
    """By how many points a choice beats another in the mean, and the standard error of that."""
    gains = [(row.weight, row.figures[one].points - row.figures[two].points) for row in rows]
    count = weight_of(rows)
    mean = sum(weight * gain for weight, gain in gains) / count
    if len(gains) < 2:
        return mean, inf
    variance = sum(weight * (gain - mean) ** 2 for weight, gain in gains) / count
    return mean, sqrt(variance / (len(gains) - 1))


def is_settled(rows: Rows) -> bool:
    """Whether more hands would hardly change which choice is best: every other is surely behind, or as good."""
    if len(rows) < _AT_LEAST:
        return False
    points = [figures.points for figures in means_of(rows)]
    best = points.index(max(points))
    for place in range(len(points)):
        lead, error = difference(rows, best, place)
        if place != best and lead < _SURE * error and lead + _SURE * error > _TRIFLE:
            return False
    return True


def candidates(actions: Sequence[Action], rows: Rows) -> list[Candidate]:
    """The figures behind each choice, in the order of the choices."""
    count = weight_of(rows)
    return [
        Candidate(action, round(mean.points, 3), round(mean.made, 4), round(mean.tricks, 4), count)
        for action, mean in zip(actions, means_of(rows), strict=True)
    ]
