"""The time for which the bot has been running, over all its lives: what the clocks of matches are counted in.

It grows with the monotonic clock and is written down at every beat. What lies between the last beat and the next start
is downtime, as is what a beat that comes late leaves unconfirmed: a machine that slept, a process that was stopped, a
database that took no beat. The host's wall clock has no part in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.store import Store

BEAT = 20.0
"""Seconds between two beats."""

LONGEST_GAP = 60.0
"""Seconds that one beat can confirm."""

KEY = "running"
"""Under which it is written down, in milliseconds."""


class RunningTime:
    """Milliseconds of running time; ``steady()`` is a clock in seconds that nobody can set."""

    def __init__(self, steady: Callable[[], float] = lambda: time.monotonic()) -> None:
        self._steady = steady
        self._confirmed = 0
        self._at = steady()

    @property
    def now(self) -> int:
        """The running time at this moment."""
        passed = min(max(0.0, self._steady() - self._at), LONGEST_GAP)
        return self._confirmed + int(passed * 1000)

    async def resume(self, store: Store) -> None:
        """Go on from where the life before this one has stopped. Raises ``StoreError``."""
        written = await store.meta.get(KEY)
        self._confirmed = int(written) if written is not None and written.isdecimal() else 0
        self._at = self._steady()

    async def beat(self, store: Store) -> int:
        """Write down how far it has come. Returns the milliseconds that were lost, downtime of a kind.

        Raises ``StoreError``, and then nothing more than a gap is confirmed until a beat works.
        """
        now, at = self.now, self._steady()
        lost = int((at - self._at) * 1000) - (now - self._confirmed)
        await store.meta.set(KEY, str(now))
        self._confirmed, self._at = now, at
        return max(0, lost)
