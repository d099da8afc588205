"""What a computer player is: it is given a view and a random source, nothing else, and gives an action with reasons.

A view cannot hold a secret (see :mod:`bridgette.views`), so a player cannot use one. The same view and a random
source in the same state give the same decision everywhere; only a clock that cuts in can change that, and the
decision then says so.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from bridgette.deal import Action
from bridgette.views import DealView, MatchView, OwnCards

VERSION = "2"
"""Of the players of all strengths: raised when any of them may decide otherwise than before, from the same view and the
same random source. A record names it, so that nobody judges one version's acts by another (docs/record.md)."""

Clock: TypeAlias = Callable[[], float]
"""Seconds since any fixed moment, such as ``time.monotonic``."""


class Strength(Enum):
    """The strengths in which the computer plays, from weak to strong."""

    NOVICE = "novice"
    CLUB = "club"
    EXPERT = "expert"


class Form(Enum):
    """By which form of the solver a player's work is counted: pure Python is slower, so its players look at less.

    A player of either form runs on either solver, and decides the same there.
    """

    C = "c"
    PYTHON = "python"


class Note(Enum):
    """What was out of the ordinary about a decision."""

    ONLY_CHOICE = "only choice"
    CLOCK = "stopped by the clock"
    BUDGET = "stopped by the node budget"
    IMPOSSIBLE = "no hand of the opponent fits what was seen"
    LOOSENED = "few hands of the opponent fit what was seen"
    FALLBACK = "chosen by rule"
    HOPE = "played for the hand that would help"


class Candidate(NamedTuple):
    """One choice that was looked at.

    ``points`` is the mean score for the player who chooses, the opponent's counted against it; ``make`` the chance
    from 0 to 1 that the contract of the deal is made, whoever declares it; ``tricks`` the mean tricks of the
    deal for the player who chooses; the last two are ``None`` where they were not worked out. ``samples``: over how
    many hands of the opponent, 0 for an estimate by rule.
    """

    action: Action
    points: float
    make: float | None = None
    tricks: float | None = None
    samples: int = 0


class Reasons(NamedTuple):
    """The figures behind a decision: the choices that were looked at, best first, and what to know about them.

    ``effective``: how many equally likely hands of the opponent the drawn ones are worth (Kish's effective sample
    size); ``hands``: how many different hands were looked at; both 0 where the decision went by rule.
    """

    candidates: tuple[Candidate, ...] = ()
    notes: frozenset[Note] = frozenset()
    nodes: int = 0
    effective: float = 0.0
    hands: int = 0


class Decision(NamedTuple):
    """What a player does, and why."""

    action: Action
    reasons: Reasons = Reasons()


class Player(Protocol):
    """A computer player."""

    def choose(self, view: MatchView, rng: Random) -> Decision:
        """A legal action for the seat of the view. Raises ``ValueError`` when it has none to take."""


def source(seed: int | str) -> Random:
    """A random source for players and for decks that nobody plays for: it repeats itself, and keeps no secret."""
    return Random(seed)  # noqa: S311


def seat_to_act(view: MatchView) -> tuple[int, DealView, OwnCards]:
    """The seat that the view is for, its deal and its own cards. Raises ``ValueError`` when it has nothing to do."""
    if view.seat is None or view.seat not in view.to_act or not view.deals:
        raise ValueError("it is not this seat's turn")
    own = view.deal.own
    if own is None:
        raise ValueError("a view without own cards has nothing to choose from")
    return view.seat, view.deal, own
