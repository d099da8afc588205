"""Averages over the opponent's hands: which choice is best, by how much, and whether that is settled."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import NamedTuple, TypeAlias

from bridgette.computer.players.player import Candidate, Note, Reasons
from bridgette.computer.players.rollout import Outcome
from bridgette.deal import Action

_AT_LEAST = 12
"""Hands that are looked at before a choice can be settled."""
_SURE = 2.6
"""Standard errors by which the best must be ahead."""
_TRIFLE = 3.0
"""Points that are not worth another look."""


class Figures(NamedTuple):
    """What one choice came to with one hand of the opponent: points for the chooser, how likely the contract was made
    (from 0 to 1), the chooser's tricks; and what the points are ``worth``, by which choices are compared: themselves,
    but where the match is at stake."""

    points: float
    made: float
    tricks: float
    worth: float


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
    their figures so far; ``ends``: for calls, by row and option, how the auction was imagined to end; ``notes`` and
    ``nodes`` as in :class:`~bridgette.computer.players.player.Reasons`.
    """

    options: tuple[Action, ...]
    rows: Rows
    effective: float
    hands: int
    notes: frozenset[Note]
    nodes: int
    dropped: tuple[Candidate, ...] = ()
    ends: Sequence[Sequence[Outcome]] = ()

    def reasons(self, found: Sequence[Candidate], *notes: Note) -> Reasons:
        """The reasons that a decision gives which was picked from this, with the candidates as they are to be told."""
        return Reasons(tuple(found), self.notes.union(notes), self.nodes, round(self.effective, 1), self.hands)

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
        points, made, tricks, worth = 0.0, 0.0, 0.0, 0.0
        for row, figures in zip(rows, column, strict=True):
            points += row.weight * figures.points
            made += row.weight * figures.made
            tricks += row.weight * figures.tricks
            worth += row.weight * figures.worth
        found.append(Figures(points / count, made / count, tricks / count, worth / count))
    return found


def difference(rows: Rows, one: int, two: int, effective: float = inf) -> tuple[float, float]:
    """By how much a choice is worth more than another in the mean, and the standard error of that.

    ``effective``: how many hands the rows are worth, where that is less than their number.
    """
    gains = [(row.weight, row.figures[one].worth - row.figures[two].worth) for row in rows]
    count = weight_of(rows)
    mean = sum(weight * gain for weight, gain in gains) / count
    size = min(len(gains), effective)
    if size < 2:
        return mean, inf
    variance = sum(weight * (gain - mean) ** 2 for weight, gain in gains) / count
    return mean, sqrt(variance / (size - 1))


def is_settled(rows: Rows) -> bool:
    """Whether more hands would hardly change which choice is best: every other is surely behind, or as good."""
    if len(rows) < _AT_LEAST:
        return False
    worth = [figures.worth for figures in means_of(rows)]
    best = worth.index(max(worth))
    for place in range(len(worth)):
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
