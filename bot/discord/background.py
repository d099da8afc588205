"""Work beside the interactions: tasks that end by themselves, and rounds that come again and again.

Rounds sleep by the monotonic clock: a wall clock that jumps neither stops them nor makes them hurry, and a round that was
missed is not made up for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

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
    """A piece of work that is done again and again, with a sleep before each time."""

    def __init__(self, seconds: float, work: Callable[[], Awaitable[object]], what: str) -> None:
        self._seconds = seconds
        self._work = work
        self._what = what
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, unless it has begun already."""
        if self._task is None:
            self._task = asyncio.create_task(self._go_round())

    def stop(self) -> None:
        """End it, in the middle of a round if need be."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await self._work()
            except Exception:
                # The next round does what this one could not.
                log.exception("background work failed work=%r", self._what)
