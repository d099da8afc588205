"""The computer players by strength."""

from __future__ import annotations

from bridgette.computer.players.baseline import Baseline
from bridgette.computer.players.levels import level_of
from bridgette.computer.players.player import Clock, Form, Player, Strength
from bridgette.computer.players.strong import Strong
from bridgette.computer.solver.solve import is_native


def own_form() -> Form:
    """The form that fits the solver which does the work here."""
    return Form.C if is_native() else Form.PYTHON


def computer_player(strength: Strength, clock: Clock | None = None, form: Form | None = None) -> Player:
    """The player of a strength, in a form; ``None``: that of this process.

    ``clock`` gives seconds and stops a decision that takes far too long; without one, nothing does: then what it
    decides can be worked out again wherever its form is named.
    """
    if strength is Strength.NOVICE:
        return Baseline()
    return Strong(level_of(strength, form or own_form()), clock)
