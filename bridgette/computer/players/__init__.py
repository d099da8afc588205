"""The computer players: what a player is, the players by strength, and deals between them."""

from bridgette.computer.players.by_strength import computer_player, own_form
from bridgette.computer.players.player import (
    VERSION,
    Candidate,
    Clock,
    Decision,
    Form,
    Note,
    Player,
    Reasons,
    Strength,
    source,
)

__all__ = [
    "VERSION",
    "Candidate",
    "Clock",
    "Decision",
    "Form",
    "Note",
    "Player",
    "Reasons",
    "Strength",
    "computer_player",
    "own_form",
    "source",
]
