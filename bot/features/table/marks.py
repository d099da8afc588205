"""Discards half chosen: a convenience for quick fingers, gone after a restart without harm."""

from __future__ import annotations

from bridgette import Seat

REMEMBERED = 500
"""Choices; of those that nobody completed the oldest go first."""


class Marks:
    """The latest cards picked by each player, a bit for each place in the hand.

    The buttons carry the choice as well; this one wins, so that of two clicks in a row the second, drawn before
    the first was answered, does not undo it.
    """

    def __init__(self) -> None:
        self._marks: dict[tuple[int, Seat], tuple[int, int]] = {}

    def __len__(self) -> int:
        return len(self._marks)

    def latest(self, match_id: int, seat: Seat, decision: int, shown: int) -> int:
        """The latest choice for that decision, else the one that the button shows."""
        known, marked = self._marks.get((match_id, seat), (None, 0))
        return marked if known == decision else shown

    def keep(self, match_id: int, seat: Seat, decision: int, marked: int) -> None:
        """Note the choice."""
        self._marks.pop((match_id, seat), None)
        self._marks[match_id, seat] = (decision, marked)
        if len(self._marks) > REMEMBERED:
            del self._marks[next(iter(self._marks))]

    def forget(self, match_id: int, *seats: Seat) -> None:
        """Let go of choices that were made, or are of no account any more."""
        for seat in seats:
            self._marks.pop((match_id, seat), None)
