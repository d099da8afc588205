"""Lets the computer players think, outside of the event loop, in fair order and never too much at once.

Child processes do the work: what the players do in Python, between two searches of the C form too, would keep the event
loop waiting in a thread. How much is thought is counted work, and never a matter of time.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple, TypeVar

from bot.thinking import begin_child, decided, load
from bridgette import MatchView, Phase
from bridgette.computer.players import Decision, Form, Note, Strength, own_form

AT_ONCE = {Form.C: 2, Form.PYTHON: 1}
"""Works that are done at once."""

MOST = 500
"""Works that may wait for their turn, and no more: what comes then is refused."""

MOST_BESIDE = 50
"""The same of works that are no decisions of the house, such as hints and analyses."""

IDLE = 600.0
"""Seconds without any work after which the child processes are let go; the next work starts new ones."""

USUAL_TIME = 0.3
"""Seconds that a forced reply waits in pure Python before it is known how long a considered one takes there."""

T = TypeVar("T")

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


class Thinker:
    """Works out decisions, and beside them whatever else takes a while, such as hints.

    ``form``: by which form of the players; usually that which the solver here has. ``apart``: in child processes, which
    start with the first work; else in threads, which start at once.
    """

    def __init__(self, form: Form | None = None, *, apart: bool = True) -> None:
        self.form = form or own_form()
        self._apart = apart
        self._decisions, self._beside = _Line(MOST), _Line(MOST_BESIDE)
        self._executor: Executor | None = None
        self._lifeline: Connection | None = None
        self._free = AT_ONCE[self.form]
        self._idle: asyncio.TimerHandle | None = None
        self._is_over = False
        self._times: dict[Phase, float] = {}
        """Seconds that the last considered decision took in pure Python, by phase."""

    async def decide(self, view: MatchView, strength: str, source: Random, *, match_id: int = 0) -> Decision:
        """What the house does at the seat of the view; ``source`` is used up.

        The same view, strength, source and form give the same decision everywhere. Raises :class:`TooMuch`, and what
        the player raises.
        """
        if strength == Strength.NOVICE.value:  # by rule, in less than a millisecond
            return decided(view, Strength.NOVICE, source, self.form)[0]
        work = decided, (view, Strength(strength), source, self.form)
        decision: Decision
        decision, seconds = await self._done(self._decisions, match_id, *work)
        if self.form is Form.PYTHON:
            await self._be_even(view.deal.phase, decision, seconds)
        return decision

    async def run(self, function: Callable[..., T], *arguments: Any, match_id: int = 0) -> T:
        """Do some other work, behind all decisions: a function of a module, with arguments that can be sent along.

        Raises :class:`TooMuch`, and what the function raises.
        """
        answer: T = await self._done(self._beside, match_id, function, arguments)
        return answer

    async def warm_up(self) -> None:
        """Let a child process start, and load what it needs, before somebody waits for it."""
        if self._apart and self._executor is None and not self._is_over:
            with suppress(TooMuch, BrokenExecutor):
                await self.run(load, self.form)

    def stop(self) -> None:
        """Think no more; what is being thought is nobody's any more."""
        self._is_over = True
        self._rest()

    # ------------------------------------------------------------------ in fair order

    async def _done(self, line: _Line, match_id: int, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if self._is_over:
            raise TooMuch
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        line.add(match_id, _Work(function, arguments, answer))
        self._begin()
        return await answer

    def _begin(self) -> None:
        """Let work begin as far as there is room."""
        while self._free > 0 and not self._is_over:
            work = self._decisions.next() or self._beside.next()
            if work is None:
                return
            self._free -= 1
            self._submit(work)

    def _submit(self, work: _Work) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        executor = self._executor = self._executor or self._workers()
        try:
            task = asyncio.get_running_loop().run_in_executor(executor, work.function, *work.arguments)
        except BrokenExecutor as error:
            self._ended(work, executor, error)
            return
        task.add_done_callback(partial(self._finished, work, executor))

    def _finished(self, work: _Work, executor: Executor, task: asyncio.Future[Any]) -> None:
        if task.cancelled():
            self._free += 1
            work.answer.cancel()
        elif (error := task.exception()) is not None:
            self._ended(work, executor, error)
        else:
            self._free += 1
            if not work.answer.done():
                work.answer.set_result(task.result())
        self._begin()
        if self._free == AT_ONCE[self.form] and not self._is_over and self._apart and self._idle is None:
            self._idle = asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _ended(self, work: _Work, executor: Executor, error: BaseException) -> None:
        """It did not work; where it is a child process that died, others try once more."""
        if isinstance(error, BrokenExecutor) and not self._is_over:
            if self._executor is executor:  # not yet noticed by another work that was lost with it
                log.warning("a process that thinks is gone; another one takes its place")
                self._let_go()
            if not work.is_second_try:
                self._submit(work._replace(is_second_try=True))
                return
        self._free += 1
        if not work.answer.done():
            work.answer.set_exception(error)

    # ------------------------------------------------------------------ who does the work

    def _workers(self) -> Executor:
        """Threads, or processes that end when this one does, however that ends: the line between them breaks then."""
        most = AT_ONCE[self.form]
        if not self._apart:
            return ThreadPoolExecutor(most, "thinker")
        context = multiprocessing.get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(most, context, begin_child, (theirs,))

    def _rest(self) -> None:
        """Let the workers go, and with them what they still do."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._let_go()

    def _let_go(self) -> None:
        self._executor = None
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None

    async def _be_even(self, phase: Phase, decision: Decision, seconds: float) -> None:
        """A forced reply waits as long as a considered one took, so that the speed tells nobody that it was forced."""
        if Note.ONLY_CHOICE in decision.reasons.notes:
            await asyncio.sleep(max(0.0, self._times.get(phase, USUAL_TIME) - seconds))
        else:
            self._times[phase] = seconds
