"""Where the decks of a match come from: chance, for now.

A match names its source (``MatchRow.decks``); a new source is a new class here, and one line in the manager's list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bridgette import Card, Seat, shuffled_deck

CHANCE = "chance"


class Decks(Protocol):
    """A source of first dealers and decks."""

    def first_dealer(self) -> Seat:
        """Who deals first (R5)."""

    def deck(self, deal: int) -> tuple[Card, ...]:
        """The deck of a deal, counted from 0, passed-out ones too (R7, R18)."""


class Chance:
    """Everything is drawn at the moment when it is needed; ``below(n)`` is the source of all chance."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def first_dealer(self) -> Seat:
        """Drawn (R5)."""
        return self._below(2)

    def deck(self, deal: int) -> tuple[Card, ...]:
        """Shuffled now (R7)."""
        return shuffled_deck(self._below)
