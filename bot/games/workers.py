"""A worker: a child process that does one work after another, begun when it is needed and gone when this one is."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from bot.thinking import begin_child

IDLE = 600.0
"""Seconds without any work after which the process is let go; the next work starts another one."""

LONGEST = 120.0
"""Seconds after which a work is given up, and its process ended: hundreds of times what any of them takes."""

log = logging.getLogger(__name__)


class GivenUp(BrokenExecutor):
    """A work took so long that its process was ended."""


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
        """What the function gives, worked out there; ``BrokenExecutor`` where the process dies; cancelled if given up.

        Raises ``BrokenExecutor`` where the process is known to be gone already, or none can be started.
        """
        self.gave_up = False
        try:
            executor = self._executor = self._executor or self._begun()
            task = asyncio.get_running_loop().run_in_executor(executor, function, *arguments)
        except OSError as error:
            self.end()
            raise BrokenExecutor("no process can be started") from error
        self._later(LONGEST, partial(self._give_up, task))
        task.add_done_callback(self._rest)
        return task

    def end(self) -> None:
        """Let the process go, and with it what it still does."""
        self._stay()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None

    def _begun(self) -> Executor:
        """A process that ends when this one does, however that ends: the line between them breaks then."""
        if not self._apart:
            return ThreadPoolExecutor(1, "thinker")
        context = multiprocessing.get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(1, context, begin_child, (theirs,))

    def _give_up(self, task: asyncio.Future[Any]) -> None:
        if not task.done():
            log.error("a work of the thinker's has taken %.0f s; its process is ended", LONGEST)
            self.gave_up = True
            self.end()
            task.cancel()

    def _rest(self, _: asyncio.Future[Any]) -> None:
        if self._executor is not None:
            self._later(IDLE, self.end)

    def _later(self, seconds: float, what: Callable[[], None]) -> None:
        """Do that after so many seconds, unless something else comes before."""
        self._stay()
        if self._apart:
            self._timer = asyncio.get_running_loop().call_later(seconds, what)

    def _stay(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
