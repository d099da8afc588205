"""How late a click was on its way, and what time it is at Discord."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta

REMEMBERED = 50
"""Interactions whose delay is kept."""

LATELY = timedelta(minutes=10)
"""How long a delay counts: a host's clock is corrected now and then."""

INCREDIBLE = timedelta(minutes=1)
"""So late no click is that can still be answered: the host's clock was set ahead, and all is to be measured anew."""


class Latency:
    """Compares the moment in each interaction's id, which is Discord's, with the host's clock.

    The two clocks differ by a constant that nobody knows; the least difference seen lately is taken for it, and what
    another interaction took longer than that, it was late.
    """

    def __init__(self) -> None:
        self._delays: deque[tuple[datetime, timedelta]] = deque(maxlen=REMEMBERED)
        self.discord_time: datetime | None = None
        """The latest moment of Discord's own clock that was heard of; the host's clock has no part in it."""

    def heard(self, created_at: datetime, now: datetime) -> float:
        """Note an interaction; returns by how many seconds it was late."""
        delay = now - created_at
        while self._delays and created_at - self._delays[0][0] > LATELY:
            self._delays.popleft()
        if self._delays and delay - self._least() > INCREDIBLE:
            self._delays.clear()
        self._delays.append((created_at, delay))
        if self.discord_time is None or created_at > self.discord_time:
            self.discord_time = created_at
        return (delay - self._least()).total_seconds()

    def _least(self) -> timedelta:
        return min(delay for _, delay in self._delays)
