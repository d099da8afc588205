"""What sets the sampling players apart: how much they look at, and how much they infer."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.computer.players.player import Form, Strength


class Draws(NamedTuple):
    """How many hands are drawn for one that is looked at: at the least, and at the most if they are worth few.

    One alone is for a player who draws no conclusions from what bids and plays say about strength.
    """

    least: int
    most: int

    @property
    def infers(self) -> bool:
        """Whether bids and plays are taken for what they say about strength."""
        return self.most > 1


class Level(NamedTuple):
    """The budget of a sampling player.

    ``card``, ``call`` and ``discard`` are the hands of the opponent that are looked at in each kind of decision, and
    ``…_nodes`` the solver nodes that may be spent on it, ``lead_nodes`` on the opening lead; ``draws``: how many hands
    are drawn for them. ``seconds``: when the clock, if there is one, stops a decision.
    """

    card: int
    call: int
    discard: int
    card_nodes: int
    call_nodes: int
    discard_nodes: int
    lead_nodes: int
    draws: Draws
    seconds: float


LEVELS = {
    Strength.CLUB: Level(
        card=8,
        call=8,
        discard=8,
        card_nodes=100_000,
        call_nodes=150_000,
        discard_nodes=300_000,
        lead_nodes=300_000,
        draws=Draws(1, 1),
        seconds=1.35,
    ),
    Strength.EXPERT: Level(
        card=32,
        call=64,
        discard=64,
        card_nodes=300_000,
        call_nodes=1_600_000,
        discard_nodes=2_500_000,
        lead_nodes=900_000,
        draws=Draws(3, 12),
        seconds=1.35,
    ),
}

PYTHON_NODES = 60_000
"""What pure Python may spend on a decision of any kind: a little over a second on the machine of docs/computer.md."""


def level_of(strength: Strength, form: Form) -> Level:
    """The budget of a sampling player; there is none for the novice, who plays by rule."""
    level = LEVELS[strength]
    if form is Form.C:
        return level
    return level._replace(
        card_nodes=min(level.card_nodes, PYTHON_NODES),
        lead_nodes=min(level.lead_nodes, PYTHON_NODES),
        call_nodes=min(level.call_nodes, PYTHON_NODES),
        discard_nodes=min(level.discard_nodes, PYTHON_NODES),
    )
