"""A finished deal by what could be known: which calls and cards of a player gave away most.

Each decision is looked at once more from the view that the seat had of it, and every choice compared over common
hands that the opponent may have held. A difference counts only beyond two standard errors. The exchange is left out:
figures for it are worth nothing. In pure Python this takes minutes, so it is not done there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bridgette.cards import Card, Pair, Seat
from bridgette.computer.advice.figures import SURE, about, tenths
from bridgette.computer.advice.moments import Moment, moments
from bridgette.computer.advice.weighing import weigh
from bridgette.computer.players.averages import difference, means_of, weight_of
from bridgette.computer.solver.solve import is_native
from bridgette.deal import Action, Discard
from bridgette.match import Match

HANDS = 256
"""Hands of the opponent over which a decision is looked at."""
ENOUGH = 200
"""With fewer, because the nodes were spent, nothing is said of a decision."""
NODES = 4_000_000
"""Solver nodes for one decision, at the most; a whole deal takes some six million."""
DEAREST = 3
"""How many decisions are told."""


class Regret(NamedTuple):
    """A decision by which a player gave something away by what could be known.

    ``step`` is that of a trace; ``trick`` counts from 0, ``None`` for a call. ``points`` is about how many ``chosen``
    cost against ``better``, in the mean over the hands that were possible, rounded to what it is worth. ``make``: for a
    card, in how many of ten hands the contract is made, whoever declares it, after ``chosen`` and after ``better``.
    From the fourth deal on a call's points are those that the chance of winning the match is worth as well.
    """

    step: int
    trick: int | None
    chosen: Action
    better: Action
    points: int
    make: Pair[int] | None


class Progress(NamedTuple):
    """How far the look at a deal has come: ``done`` of ``of`` decisions, and the dearest ones so far, dearest first."""

    of: int
    done: int = 0
    dearest: tuple[Regret, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all decisions were looked at."""
        return self.done == self.of

    def after(self, regret: Regret | None) -> Progress:
        """The progress after one more decision, and what it cost."""
        found = self.dearest if regret is None else (*self.dearest, regret)
        dearest = sorted(found, key=lambda one: (-one.points, one.step))[:DEAREST]
        return Progress(self.of, self.done + 1, tuple(dearest))


def can_look() -> bool:
    """Whether this process is quick enough: only with the C form of the solver."""
    return is_native()


def regrets(match: Match, index: int, seat: Seat) -> Iterator[Progress]:
    """Look at the calls and cards of a seat in deal ``index`` of the match, one after the other.

    What comes first has nothing done yet; what comes last is over. Only the views of ``seat`` are used. Each step takes
    some tens of milliseconds of the processor, at most about a second. Raises ``ValueError`` where it is too slow.
    """
    if not can_look():
        raise ValueError("without the solver's C form this takes too long")
    due = to_look_at(match, index, seat)
    progress = Progress(len(due))
    yield progress
    for moment in due:
        progress = progress.after(regret_of(moment))
        yield progress


def to_look_at(match: Match, index: int, seat: Seat) -> list[Moment]:
    """The calls and cards of a seat in a deal for which there was a choice."""
    return [moment for moment in moments(match, index) if moment.seat == seat and _has_choice(moment)]


def _has_choice(moment: Moment) -> bool:
    own = moment.view.deal.own
    return own is not None and not isinstance(moment.action, Discard) and len(own.calls) + len(own.cards) > 1


def regret_of(moment: Moment) -> Regret | None:
    """What one decision cost; ``None`` if nothing, as far as could be known then."""
    if isinstance(moment.action, Discard):
        return None
    weighed = weigh(moment.view, HANDS, NODES, moment.action)
    if weighed is None or weight_of(weighed.rows) < ENOUGH:
        return None
    place = weighed.options.index(moment.action)
    points, error = difference(weighed.rows, weighed.chosen, place, weighed.effective)
    if points <= SURE * error or points <= 0:
        return None
    make = trick = None
    if isinstance(moment.action, Card):
        means = means_of(weighed.rows)
        make = (tenths(means[place].made), tenths(means[weighed.chosen].made))
        trick = sum(moment.view.deal.won)
    better = weighed.options[weighed.chosen]
    return Regret(moment.step, trick, moment.action, better, about(points, error), make)
