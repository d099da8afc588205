"""Discards half chosen: a convenience for quick fingers, gone after a restart without harm."""

from __future__ import annotations

from bridgette import Seat


class Marks:
    """The latest cards picked by each player, a bit for each place in the hand.

    The buttons carry the choice as well; this one wins, so that of two clicks in a row the second, drawn before
    the first was answered, does not undo it.
    """

    def __init__(self) -> None:
        self._marks: dict[tuple[int, Seat], tuple[int, int]] = {}

    def latest(self, match_id: int, seat: Seat, number: int, shown: int) -> int:
        """The latest choice for the decision with that number, else the one that the button shows."""
        known_number, marked = self._marks.get((match_id, seat), (None, 0))
        return marked if known_number == number else shown

    def keep(self, match_id: int, seat: Seat, number: int, marked: int) -> None:
        """Note the choice."""
        self._marks[match_id, seat] = (number, marked)

    def forget(self, match_id: int, seat: Seat) -> None:
        """Let go of a choice that was made."""
        self._marks.pop((match_id, seat), None)
