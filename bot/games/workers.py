"""A worker: a child process that does one work after another, begun when it is needed and gone when this one is."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from bot.thinking import begin_child

IDLE = 600.0
"""Seconds without any work after which the process is let go; the next work starts another one."""

LONGEST = 120.0
"""Seconds after which a work is given up, and its process ended: hundreds of times what any of them takes."""

log = logging.getLogger(__name__)


class Worker:
    """One process, or one thread where nothing is to be ``apart``; a thread cannot be ended while it works."""

    def __init__(self, *, apart: bool) -> None:
        self._apart = apart
        self._executor: Executor | None = None
        self._lifeline: Connection | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.gave_up = False
        """Whether the last work was given up because it took too long."""

    @property
    def is_there(self) -> bool:
        """Whether there is a process, as far as is known."""
        return self._executor is not None

    def begin(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> asyncio.Future[Any]:
        """What the function gives, worked out there; with ``BrokenExecutor`` where the process is gone or was ended.

        That may be noticed at once, and is raised then.
        """
        self.gave_up = False
        executor = self._executor = self._executor or self._begun()
        task = asyncio.get_running_loop().run_in_executor(executor, function, *arguments)
        self._later(LONGEST, self._give_up)
        task.add_done_callback(self._rest)
        return task

    def end(self) -> None:
        """Let the process go, and with it what it still does."""
        self._later(None)
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
        self._cut()

    def _begun(self) -> Executor:
        """A process that ends when this one does, however that ends: the line between them breaks then."""
        if not self._apart:
            return ThreadPoolExecutor(1, "thinker")
        context = multiprocessing.get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(1, context, begin_child, (theirs,))

    def _cut(self) -> None:
        """Cut the line, which ends the process; what it works on fails with ``BrokenExecutor``."""
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None

    def _give_up(self) -> None:
        log.error("a work of the thinker's has taken %.0f s; its process is ended", LONGEST)
        self.gave_up = True
        self._cut()

    def _rest(self, _: asyncio.Future[Any]) -> None:
        if self._executor is not None:
            self._later(IDLE, self.end)

    def _later(self, seconds: float | None, what: Callable[[], None] | None = None) -> None:
        """Do that after so many seconds, unless something else comes before."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and what is not None and self._apart:
            self._timer = asyncio.get_running_loop().call_later(seconds, what)
