"""The computer players: what a player is, the players by strength, and deals between them."""

from bridgette.computer.players.by_strength import computer_player
from bridgette.computer.players.player import (
    Candidate,
    Clock,
    Decision,
    Note,
    Player,
    Reasons,
    Strength,
    source,
)

__all__ = ["Candidate", "Clock", "Decision", "Note", "Player", "Reasons", "Strength", "computer_player", "source"]
