"""Discord may deliver an event more than once: only the first delivery is answered."""

from __future__ import annotations

REMEMBERED = 1000
"""Interactions; a repeat comes within seconds of the first delivery."""


class Repeats:
    """The interactions that came in lately."""

    def __init__(self) -> None:
        self._ids: dict[int, None] = {}

    def is_new(self, interaction_id: int) -> bool:
        """Whether the interaction comes for the first time."""
        if interaction_id in self._ids:
            return False
        self._ids[interaction_id] = None
        if len(self._ids) > REMEMBERED:
            del self._ids[next(iter(self._ids))]
        return True
