"""The computer players by strength."""

from __future__ import annotations

from bridgette.computer.players.baseline import Baseline
from bridgette.computer.players.levels import LEVELS
from bridgette.computer.players.player import Clock, Player, Strength
from bridgette.computer.players.strong import Strong


def computer_player(strength: Strength, clock: Clock | None = None) -> Player:
    """The player of a strength. ``clock`` gives seconds and stops a decision that takes far too long; without one,
    nothing does."""
    return Baseline() if strength is Strength.NOVICE else Strong(LEVELS[strength], clock)
