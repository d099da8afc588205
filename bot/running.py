"""The time for which the bot has been running, over all its lives: what the clocks of matches are counted in.

It grows with the monotonic clock and is written down at every beat. What lies between the last beat and the next start
is downtime, as is what a beat that comes late leaves unconfirmed: a machine that slept, a process that was stopped, a
database that took no beat. The host's wall clock has no part in it.

Several processes have one running time, which goes on while any of them runs; each follows whichever is ahead, so that
they differ by no more than a beat. What it went on by while nobody served a part of the servers is given back to the
clocks of that part.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.clock import milliseconds
from bot.preferences import SHORTEST_CLOCK
from bot.store import Store
from bot.store.schema import EPOCH

BEAT = 20.0
"""Seconds between two beats."""

LONGEST_GAP = 60.0
"""Seconds that one beat can confirm."""

KEY = "running"
"""Under which it is written down, in milliseconds, with the moment of that; and so for each part of the servers."""

SHOWN_PARTS = 10
"""A shift of less than this part of a clock is not shown until the place is edited anyway."""


class Beat(NamedTuple):
    """How far the running time had come at a moment, both in milliseconds."""

    running: int
    moment: int


class RunningTime:
    """Milliseconds of running time; ``steady()`` is a clock in seconds that nobody can set."""

    def __init__(self, steady: Callable[[], float] = lambda: time.monotonic()) -> None:
        self._steady = steady
        self._confirmed = 0
        self._at = steady()
        self._shown: int | None = None
        """The wall clock less the running time, in milliseconds, by which moments are shown."""

    @property
    def now(self) -> int:
        """The running time at this moment."""
        passed = min(max(0.0, self._steady() - self._at), LONGEST_GAP)
        return self._confirmed + int(passed * 1000)

    async def resume(self, store: Store) -> None:
        """Go on from where the life before this one has stopped. Raises ``StoreError``."""
        last = _read(await store.meta.get(KEY))
        if last is not None:
            self._confirmed, self._shown = last.running, last.moment - last.running
        self._at = self._steady()
        for part in store.lease.parts:
            name = f"{KEY} {part}"
            before = _read(await store.meta.get(name))
            if before is not None and before.running < self._confirmed:
                self._shown = before.moment - self._confirmed
                until = f"{self._confirmed} {before.moment}"
                await store.clocks.give_back(self._confirmed - before.running, part, name, until)

    async def follow(self, store: Store, wall: datetime) -> None:
        """Know how far it has come in the bot, which writes it down, as of the present moment ``wall``.

        For another process: what has passed since the last beat is taken from the wall clock, a gap at the most.
        Raises ``StoreError``.
        """
        await self.resume(store)
        if self._shown is not None:
            told = milliseconds(wall - EPOCH) - self._shown
            self._confirmed = min(max(self._confirmed, told), self._confirmed + int(LONGEST_GAP * 1000))

    async def beat(self, store: Store, wall: datetime, doubt: Callable[[], object] = int) -> timedelta | None:
        """Write down how far it has come; ``wall`` is the present moment.

        Returns by how much the moments at which clocks run out have shifted since that was last said, where it matters
        to any clock: by downtime, or since the host's clock was set. Raises ``StoreError``, and then nothing more than
        a gap is confirmed until a beat works. Where this process has heard nothing for long while others ran, its
        clocks are given back what they have lost; ``doubt()`` says that those in memory are other ones.
        """
        now, at, moment = self.now, self._steady(), milliseconds(wall - EPOCH)
        if store.lease.is_shared and (others := _read(await store.meta.get(KEY))) is not None:
            if others.running - now > LONGEST_GAP * 1000:
                await self.resume(store)
                doubt()
                now, at = self.now, self._at
            now = max(now, others.running)
        for name in (KEY, *(f"{KEY} {part}" for part in store.lease.parts)):
            await store.meta.set(name, f"{now} {moment}")
        self._confirmed, self._at = now, at
        shift = timedelta(milliseconds=abs(moment - now - (moment - now if self._shown is None else self._shown)))
        if self._shown is not None and shift * SHOWN_PARTS < SHORTEST_CLOCK:
            return None
        self._shown = moment - now
        return shift or None

    def moment_of(self, at: int, wall: datetime) -> datetime:
        """When some running time will come, as far as is known now; ``wall`` is the present moment."""
        return wall + timedelta(milliseconds=at - self.now)


def _read(text: str | None) -> Beat | None:
    found = re.fullmatch(r"(\d{1,15}) (\d{1,15})", text or "")
    return None if found is None else Beat(int(found[1]), int(found[2]))
