"""Work beside the interactions: tasks that end by themselves, and rounds that come again and again.

Rounds are timed by the monotonic clock: a wall clock that jumps neither stops them nor makes them hurry, and a
round that was missed is not made up for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

from discord.ext import tasks
from discord.utils import MISSING, utcnow

log = logging.getLogger(__name__)


class Tasks:
    """Tasks that somebody began and nobody waits for; an error in one is logged and harms no other."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_idle(self) -> bool:
        """Whether none is under way."""
        return not self._tasks

    def spawn(self, work: Coroutine[Any, Any, object], what: str) -> asyncio.Task[None]:
        """Begin some work; ``what`` names it in the log."""
        task = asyncio.create_task(self._guarded(work, what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def cancel(self) -> None:
        """End what is under way."""
        for task in list(self._tasks):
            task.cancel()

    @staticmethod
    async def _guarded(work: Coroutine[Any, Any, object], what: str) -> None:
        try:
            await work
        except Exception:
            log.exception("background work failed work=%r", what)


class Rounds:
    """A piece of work that is done at once, and then again and again with a pause before each time."""

    def __init__(self, seconds: float, work: Callable[[], Awaitable[object]], what: str) -> None:
        self._work = work
        self._what = what
        self._loop = _SteadyLoop(
            self._go_round,
            seconds=seconds,
            minutes=0,
            hours=0,
            time=MISSING,
            count=None,
            reconnect=False,
            name=what,
        )

    def start(self) -> None:
        """Begin."""
        self._loop.start()

    def stop(self) -> None:
        """End it, in the middle of a round if need be."""
        self._loop.cancel()

    async def _go_round(self) -> None:
        try:
            await self._work()
        except Exception:
            # The next round does what this one could not.
            log.exception("background work failed work=%r", self._what)


class Spells(Rounds):
    """Rounds that go on only for as long as there is something to do, and then cost nothing.

    ``work`` gives the seconds until the next round, or ``None`` when no more is needed until the next :meth:`start`.
    """

    def __init__(self, work: Callable[[], Awaitable[float | None]], what: str) -> None:
        super().__init__(0.0, self._spell, what)
        self._pause = work
        self._is_over = False

    def start(self) -> None:
        """Begin, unless they are going on, or were stopped."""
        if not self._is_over and not self._loop.is_running():
            super().start()

    def stop(self) -> None:
        """End them for good."""
        self._is_over = True
        super().stop()

    async def _spell(self) -> None:
        pause = await self._pause()
        if pause is None:
            self._loop.stop()
        else:
            self._loop.change_interval(seconds=pause)


class _SteadyLoop(tasks.Loop[Any]):
    """A loop whose pauses are all equally long.

    The library aims each round at a moment of the wall clock: after a jump ahead it makes up for all the rounds that it
    believes to have missed, and after a jump back it sleeps until the old time has come again.
    """

    def _try_sleep_until(self, dt: datetime) -> asyncio.Future[bool]:
        sleep: asyncio.Future[bool] = super()._try_sleep_until(utcnow() + timedelta(seconds=self._sleep))
        return sleep
