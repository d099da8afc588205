"""Works of one kind: in which order they come, how many may wait, and who does them."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any, NamedTuple

from bot.games.workers import GivenUp, Worker

log = logging.getLogger(__name__)


class TooMuch(Exception):
    """So much is waiting already that nothing more is taken."""


class _Work(NamedTuple):
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]
    is_second_try: bool = False


class _Line:
    """Works that wait, by match: whose turn has come goes to the end, so that none comes twice before the others."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[int, deque[_Work]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, match_id: int, work: _Work) -> None:
        """The work waits behind the others of its match. Raises :class:`TooMuch`."""
        if self._count >= self._most:
            raise TooMuch
        self._waiting.setdefault(match_id, deque()).append(work)
        self._count += 1

    def next(self) -> _Work | None:
        """Whose turn it is, if anything waits; what nobody waits for any more is passed over."""
        while self._waiting:
            match_id, works = next(iter(self._waiting.items()))
            del self._waiting[match_id]
            work = works.popleft()
            self._count -= 1
            if works:
                self._waiting[match_id] = works
            if not work.answer.done():
                return work
        return None


class Lane:
    """Does works in fair order, at most as many at once as there are ``workers``; ``most`` may wait.

    ``apart``: in processes, which start when there is something for them; else in threads.
    """

    def __init__(self, workers: int, most: int, *, apart: bool) -> None:
        self._line = _Line(most)
        self._workers = tuple(Worker(apart=apart) for _ in range(workers))
        self._free = list(self._workers)
        self._is_over = False

    @property
    def is_ready(self) -> bool:
        """Whether a worker is there already, or none will come any more."""
        return self._is_over or any(worker.is_there for worker in self._workers)

    @property
    def in_hand(self) -> int:
        """Works that wait or are being done."""
        return len(self._line) + len(self._workers) - len(self._free)

    async def done(self, match_id: int, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives: one of a module, with arguments that can be sent along.

        Raises :class:`TooMuch`, what the function raises, and ``BrokenExecutor`` where it kills its process twice or
        never comes to an end.
        """
        if self._is_over:
            raise TooMuch
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._line.add(match_id, _Work(function, arguments, answer))
        self._begin()
        return await answer

    def stop(self) -> None:
        """Do nothing more; what is being done is nobody's any more."""
        self._is_over = True
        for worker in self._workers:
            worker.end()

    def _begin(self) -> None:
        """Let work begin as far as there is room, by preference where a process is there already."""
        while self._free and not self._is_over:
            work = self._line.next()
            if work is None:
                return
            worker = max(self._free, key=lambda one: one.is_there)
            self._free.remove(worker)
            self._submit(worker, work)

    def _submit(self, worker: Worker, work: _Work) -> None:
        try:
            task = worker.begin(work.function, work.arguments)
        except BrokenExecutor as error:
            self._failed(worker, work, error)
            return
        task.add_done_callback(partial(self._finished, worker, work))

    def _finished(self, worker: Worker, work: _Work, task: asyncio.Future[Any]) -> None:
        if worker.gave_up:
            self._failed(worker, work, GivenUp())
        elif task.cancelled():
            self._free.append(worker)
            work.answer.cancel()
        elif (error := task.exception()) is not None:
            self._failed(worker, work, error)
        else:
            self._free.append(worker)
            if not work.answer.done():
                work.answer.set_result(task.result())
        self._begin()

    def _failed(self, worker: Worker, work: _Work, error: BaseException) -> None:
        """It did not work; where it is the process that died, another one tries once more."""
        if isinstance(error, BrokenExecutor) and not self._is_over:
            log.warning("a process that thinks is gone; another one takes its place")
            worker.end()
            if not work.is_second_try and not isinstance(error, GivenUp):
                self._submit(worker, work._replace(is_second_try=True))
                return
        self._free.append(worker)
        if not work.answer.done():
            work.answer.set_exception(error)
