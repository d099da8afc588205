"""Discord takes so many requests a second of a whole bot; what it sends of its own accord keeps below that.

Discord's library waits only after a refusal, and refusals are counted: ten thousand in ten minutes close the host's
address. So each request asks for its turn before it goes out, in the order of its class. Answers to interactions, and
whatever else goes by an interaction's token, are not counted by Discord, and wait for nothing here.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from itertools import count
from typing import Final

import aiohttp
from yarl import URL

LIMIT: Final = 50
"""Requests a second that Discord takes of a bot."""

RATE: Final = 40.0
"""Requests a second that are sent in the long run. With a full ``BURST`` no second has as many as ``LIMIT``."""

BURST: Final = 8
"""Requests that may go out together after a pause."""

RESERVE: Final = 4
"""Turns that are left alone by whatever can wait, so that what cannot finds one."""

TOO_MANY: Final = 429
"""The status of a refusal by any of Discord's limits."""

FREE: Final = ("/interactions/", "/webhooks/")
"""What is not counted: requests by an interaction's token."""


class Priority(IntEnum):
    """Who goes first where there is not room for all."""

    FIRST = 0
    """Somebody waits for it: a challenge accepted, a first table, a notice that it is one's turn; what is not named."""
    RESULT = 1
    """The result of a deal."""
    TABLE = 2
    """A table that stands and shows an older act."""


_priority: ContextVar[Priority] = ContextVar("priority", default=Priority.FIRST)
_paid: ContextVar[list[None] | None] = ContextVar("paid", default=None)


@contextmanager
def priority(of: Priority) -> Iterator[None]:
    """The requests made within belong to this class."""
    before = _priority.set(of)
    try:
        yield
    finally:
        _priority.reset(before)


@contextmanager
def paid() -> Iterator[None]:
    """The first request made within has had its turn already, by :meth:`Budget.take_spare`."""
    before = _paid.set([None])
    try:
        yield
    finally:
        _paid.reset(before)


class Budget:
    """The turns of all requests of this process.

    ``rate``: turns a second in the long run; several processes of one bot divide it. ``now()``: seconds that only grow,
    by default the event loop's.
    """

    def __init__(self, rate: float = RATE, now: Callable[[], float] | None = None) -> None:
        self._rate = rate
        self.now = now or (lambda: asyncio.get_running_loop().time())
        self._turns, self._counted_at = float(BURST), 0.0
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None
        self.refusals = 0
        """Answers that said: too many."""

    @property
    def waiting(self) -> int:
        """Requests that wait for their turn."""
        return sum(not turn.done() for _, _, turn in self._waiting)

    def trace(self) -> aiohttp.TraceConfig:
        """What lets each request of a session ask for its turn, every repetition of it too."""
        trace = aiohttp.TraceConfig()

        async def before(session: object, context: object, request: aiohttp.TraceRequestStartParams) -> None:
            if is_counted(request.url):
                await self.turn()

        async def after(session: object, context: object, request: aiohttp.TraceRequestEndParams) -> None:
            self.refusals += request.response.status == TOO_MANY

        trace.on_request_start.append(before)
        trace.on_request_end.append(after)
        return trace

    async def turn(self) -> None:
        """Wait until a request may go out: the first of the first class that waits."""
        spent = _paid.get()
        if spent:
            spent.clear()
            return
        self._count()
        if self._turns >= 1 and not self._waiting:
            self._turns -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (_priority.get(), next(self._numbers), turn))
        self._set_timer()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._turns += 1  # it was given, and is not used
            raise

    def take_spare(self) -> bool:
        """Take a turn for something that can wait, if nobody else needs it."""
        self._count()
        if self._waiting or self._turns < 1 + RESERVE * min(1.0, self._rate / RATE):
            return False
        self._turns -= 1
        return True

    def _count(self) -> None:
        now = self.now()
        self._turns = min(self._turns + max(0.0, now - self._counted_at) * self._rate, float(BURST))
        self._counted_at = now

    def _set_timer(self) -> None:
        if self._timer is None and self._waiting:
            missing = max(0.0, 1 - self._turns) / self._rate
            self._timer = asyncio.get_running_loop().call_later(missing, self._give)

    def _give(self) -> None:
        self._timer = None
        self._count()
        while self._waiting and self._turns >= 1:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():  # whoever waited has gone
                turn.set_result(None)
                self._turns -= 1
        self._set_timer()


def is_counted(url: URL) -> bool:
    """Whether Discord counts a request against the limit of the whole bot: none by a token, and no gateway."""
    return url.scheme in ("http", "https") and not any(part in url.path for part in FREE)
