"""Tables whose edit waits: so that what people wait for goes out first, and once a trick while both play fast.

They wait by match, the oldest goes first, and what is shown in the end is the newest state.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from bot.discord.background import Tasks
from bot.discord.budget import Budget, paid

LOOK: Final = 0.05
"""Seconds between two looks whether there is room again."""

FAST: Final = 2.0
"""Seconds since a table's last edit in which a card amid a trick is not shown by itself: the next one is coming."""


class LateTables:
    """Who may edit a table now, and whose turn it is next.

    ``publish_soon(match_id)`` brings a match's channel up to date as it is then.
    """

    def __init__(self, budget: Budget, tasks: Tasks, publish_soon: Callable[[int], None]) -> None:
        self._budget, self._tasks, self._publish_soon = budget, tasks, publish_soon
        self._waiting: dict[int, float] = {}
        """Until when each match rests whatever room there is, by the budget's time; who waits longest is first."""
        self._edited: dict[int, float] = {}
        self._paid: set[int] = set()
        self._is_going = False

    def __len__(self) -> int:
        return len(self._waiting)

    def turn(self, match_id: int, *, amid_trick: bool) -> AbstractContextManager[None] | None:
        """In which the table of a match is edited now; ``None`` where it waits, to be published when there is room.

        ``amid_trick``: whether what there is to show is the first card of a trick.
        """
        now = self._budget.now()
        rests_until = self._edited.get(match_id, now - FAST) + FAST if amid_trick else now
        others = any(until <= now for one, until in self._waiting.items() if one != match_id)
        is_paid = match_id in self._paid
        if is_paid or (rests_until <= now and not others and self._budget.take_spare()):
            self.done(match_id)
            self._edited[match_id] = now
            return paid()
        self._waiting[match_id] = rests_until  # whoever waits already keeps the place
        if not self._is_going:
            self._is_going = True
            self._tasks.spawn(self._go_on(), "late tables")
        return None

    def done(self, match_id: int) -> None:
        """Wait for a match no longer: its table is right, or another message, or there is none."""
        self._waiting.pop(match_id, None)
        self._paid.discard(match_id)

    def forget(self, match_id: int) -> None:
        """Keep nothing more of a match that is over."""
        self.done(match_id)
        self._edited.pop(match_id, None)

    async def _go_on(self) -> None:
        try:
            while self._waiting:
                now = self._budget.now()
                match_id = next((one for one, until in self._waiting.items() if until <= now), None)
                if match_id is not None and self._budget.take_spare():
                    del self._waiting[match_id]
                    self._paid.add(match_id)
                    self._publish_soon(match_id)
                else:
                    await asyncio.sleep(LOOK)
        finally:
            self._is_going = False
