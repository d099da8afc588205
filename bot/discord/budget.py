"""Discord takes so many requests a second of a whole bot; what it sends keeps below that by itself.

Discord's library waits only once it was refused, and refusals are counted: ten thousand in ten minutes close the host's
address. So each request asks for its turn before it goes out, those of the library's own accord too. What goes by an
interaction's token is not counted by Discord, and waits for nothing here.

Limits: https://discord.com/developers/docs/topics/rate-limits
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from itertools import count
from typing import Final, NamedTuple

import aiohttp
from yarl import URL

LIMIT: Final = 50
"""Requests a second that Discord takes of a bot."""

MOST: Final = 46
"""Requests of the bot in any one second. The rest is for what the way to Discord moves closer together."""

BURST: Final = 4
"""Of these, the ones that may go out together after a pause; all others follow one by one."""

MOST_PARTS: Final = 20
"""Into how many parts a bot's turns may be divided; each process can send something at any time, so there is an end."""

TOO_MANY: Final = 429
"""The status of a refusal by any of Discord's limits."""

LONGEST: Final = 60.0
"""Seconds for which a refusal is heeded here, whatever it asks for: who waits any longer had better fail."""

TICK: Final = 0.001
"""Seconds between two looks at the least: what is missing to a turn may be too little to be waited for."""

FREE: Final = ("/interactions/", "/webhooks/")
"""What is not counted: requests by an interaction's token."""


class Priority(IntEnum):
    """Who goes first where there is not room for all. Tables that stand already wait apart, until there is room."""

    FIRST = 0
    """Somebody waits for it: a challenge accepted, a first table, a notice that it is one's turn; what is not named."""
    RESULT = 1
    """The result of a deal or match."""


_priority: ContextVar[Priority] = ContextVar("priority", default=Priority.FIRST)
_claim: ContextVar[list[None] | None] = ContextVar("claim", default=None)


@contextmanager
def priority(of: Priority) -> Iterator[None]:
    """The requests made within belong to this class."""
    before = _priority.set(of)
    try:
        yield
    finally:
        _priority.reset(before)


class _Waiting(NamedTuple):
    priority: Priority
    number: int
    since: float
    turn: asyncio.Future[None]


class Budget:
    """The turns of all requests of this process.

    Turns come at a steady rate and are kept up to a burst, so no second has more than both together. ``now()``: seconds
    that only grow, by default the event loop's.
    """

    def __init__(self, parts: int = 1, now: Callable[[], float] | None = None) -> None:
        self.now = now or (lambda: asyncio.get_running_loop().time())
        self.refusals: Counter[str] = Counter()
        """Answers that said "too many", by whose limit that was, in Discord's words: global, user, shared, unknown."""
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None
        self._claims = 0
        self._counted_at = self._slow_until = float("-inf")
        self._turns = self._burst = self._rate = float(BURST)
        self.divide(parts)

    def divide(self, parts: int, mine: int = 1) -> None:
        """From now on this process has so many of the parts into which the bot's turns are divided.

        Raises ``ValueError`` for more than :data:`MOST_PARTS`, or where ``mine`` is not one of them to all.
        """
        if not 1 <= mine <= parts <= MOST_PARTS:
            raise ValueError(f"{mine} of {parts} parts of the turns; at most {MOST_PARTS}")
        if self._counted_at > float("-inf"):
            self._count()  # those until now came as it was before
        share = mine / parts
        self._burst = max(1.0, BURST * share)
        self._rate = MOST * share - self._burst
        self._turns = min(self._turns, self._burst)

    @property
    def waiting(self) -> int:
        """Requests that wait for their turn."""
        return sum(not one.turn.done() for one in self._waiting)

    @property
    def age(self) -> float:
        """Seconds for which the oldest of them has waited."""
        oldest = min((one.since for one in self._waiting if not one.turn.done()), default=None)
        return 0.0 if oldest is None else self.now() - oldest

    @property
    def has_room(self) -> bool:
        """Whether there is a turn for something that can wait: nobody waits for it, and nobody has claimed it."""
        self._count()
        return not self.waiting and self._turns >= 1 + self._claims

    @contextmanager
    def claim(self) -> Iterator[None]:
        """Count on a turn for the first request made within, so that :attr:`has_room` leaves it out."""
        claim: list[None] = [None]
        self._claims += 1
        before = _claim.set(claim)
        try:
            yield
        finally:
            _claim.reset(before)
            self._claims -= len(claim)

    async def turn(self) -> None:
        """Wait until a request may go out: the first of the first class that waits."""
        claim = _claim.get()
        if claim:
            claim.clear()
            self._claims -= 1
        self._count()
        if self._turns >= 1 and not self.waiting:
            self._turns -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Waiting(_priority.get(), next(self._numbers), self.now(), turn))
        self._set_timer()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._turns += 1  # it was given, and is not used
            raise

    def refused(self, headers: Mapping[str, str], *, is_counted: bool = True) -> None:
        """Count a refusal, and heed it: nothing goes out for as long as it says, if it is the whole bot's.

        Of a single route's limit the library takes care; here all goes at half the speed meanwhile. Those of requests
        that Discord does not count (``is_counted``) change nothing here.
        """
        kind = "global" if headers.get("X-RateLimit-Global") else headers.get("X-RateLimit-Scope", "unknown")
        self.refusals[kind] += 1
        if not is_counted:
            return
        try:
            seconds = min(max(0.0, float(headers.get("Retry-After", ""))), LONGEST)
        except ValueError:
            seconds = 1.0
        self._count()
        until = self.now() + seconds
        if kind in ("user", "shared"):
            self._slow_until = max(self._slow_until, until)
        else:
            self._turns, self._counted_at = min(self._turns, 0.0), max(self._counted_at, until)

    def trace(self) -> aiohttp.TraceConfig:
        """What lets each request of a session ask for its turn, every repetition of it too."""
        trace = aiohttp.TraceConfig()

        async def before(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
            if _is_counted(request.url):
                await self.turn()

        async def after(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
            if request.response.status == TOO_MANY:
                self.refused(request.response.headers, is_counted=_is_counted(request.url))

        trace.on_request_start.append(before)
        trace.on_request_end.append(after)
        return trace

    @property
    def _speed(self) -> float:
        """Turns a second since they were counted last."""
        return self._rate / 2 if self._counted_at < self._slow_until else self._rate

    def _count(self) -> None:
        """Add the turns that have come since; until a moment that lies ahead none come."""
        now = self.now()
        if now > self._counted_at:
            self._turns = min(self._turns + (now - self._counted_at) * self._speed, self._burst)
            self._counted_at = now

    def _set_timer(self) -> None:
        if self._timer is None and self._waiting:
            pause = max(0.0, self._counted_at - self.now()) + max(0.0, 1 - self._turns) / self._speed
            self._timer = asyncio.get_running_loop().call_later(max(pause, TICK), self._give)

    def _give(self) -> None:
        self._timer = None
        self._count()
        while self._waiting and (self._turns >= 1 or self._waiting[0].turn.done()):
            turn = heapq.heappop(self._waiting).turn
            if not turn.done():  # else whoever waited has gone
                turn.set_result(None)
                self._turns -= 1
        self._set_timer()


def _is_counted(url: URL) -> bool:
    """Whether Discord counts a request against the limit of the whole bot: none by a token, and no gateway."""
    return url.scheme in ("http", "https") and not any(part in url.path for part in FREE)
