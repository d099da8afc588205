"""Lets the computer players think, outside of the event loop, in fair order and never too much at once.

With the C form two threads do the work: it lets go of the interpreter while it searches. Pure Python never does, so
there one child process does it all. How much is thought is counted work, and never a matter of time.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple, TypeVar

from bot.thinking import begin_child, decided
from bridgette import MatchView, Phase
from bridgette.computer.players import Decision, Form, Note, Strength, own_form

THREADS = 2
"""Decisions that are worked out at once with the C form."""

MOST = 500
"""Works that may wait for their turn, and no more: what comes then is refused."""

MOST_BESIDE = 50
"""The same of works that are no decisions of the house, such as hints and analyses."""

SWITCH = 0.001
"""Seconds after which a thread that works in Python makes room for another one that waits."""

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

    ``form``: by which form of the players; usually that which the solver here has.
    """

    def __init__(self, form: Form | None = None) -> None:
        self.form = form or own_form()
        self._decisions, self._beside = _Line(MOST), _Line(MOST_BESIDE)
        self._executor: Executor | None = None
        self._lifeline: Connection | None = None
        self._free = THREADS if self.form is Form.C else 1
        self._is_over = False
        self._times: dict[Phase, float] = {}
        """Seconds that the last considered decision took in pure Python, by phase."""

    async def decide(self, view: MatchView, strength: str, source: Random, *, match_id: int = 0) -> Decision:
        """What the house does at the seat of the view; ``source`` is used up.

        The same view, strength, source and form give the same decision everywhere. Raises :class:`TooMuch`, and what
        the player raises.
        """
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

    def stop(self) -> None:
        """Think no more; what is being thought is nobody's any more."""
        self._is_over = True
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._let_child_go()

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
        try:
            task = asyncio.get_running_loop().run_in_executor(self._workers(), work.function, *work.arguments)
        except BrokenExecutor as error:
            self._ended(work, error)
            return
        task.add_done_callback(partial(self._finished, work))

    def _finished(self, work: _Work, task: asyncio.Future[Any]) -> None:
        if task.cancelled():
            self._free += 1
            work.answer.cancel()
        elif (error := task.exception()) is not None:
            self._ended(work, error)
        else:
            self._free += 1
            if not work.answer.done():
                work.answer.set_result(task.result())
        self._begin()

    def _ended(self, work: _Work, error: BaseException) -> None:
        """It did not work; where it is the child process that died, another one tries once more."""
        if isinstance(error, BrokenExecutor) and not self._is_over:
            log.warning("the process that thinks is gone; another one takes its place")
            self._let_child_go()
            self._executor = None
            if not work.is_second_try:
                self._submit(work._replace(is_second_try=True))
                return
        self._free += 1
        if not work.answer.done():
            work.answer.set_exception(error)

    # ------------------------------------------------------------------ who does the work

    def _workers(self) -> Executor:
        if self._executor is None and self.form is Form.C:
            # What the players do in Python, between two searches, keeps the event loop waiting for less.
            sys.setswitchinterval(SWITCH)
            self._executor = ThreadPoolExecutor(THREADS, "thinker")
        return self._executor or self._child()

    def _child(self) -> Executor:
        """A process that ends when this one does, however that ends: the line between them breaks then."""
        context = multiprocessing.get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(1, context, begin_child, (theirs,))
        return self._executor

    def _let_child_go(self) -> None:
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None

    async def _be_even(self, phase: Phase, decision: Decision, seconds: float) -> None:
        """A forced reply waits as long as a considered one took, so that the speed tells nobody that it was forced."""
        if Note.ONLY_CHOICE in decision.reasons.notes:
            await asyncio.sleep(max(0.0, self._times.get(phase, USUAL_TIME) - seconds))
        else:
            self._times[phase] = seconds
