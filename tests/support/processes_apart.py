"""Several processes of one bot, as far as the database and Discord can tell: each a thread with a world of its own.

People are the same everywhere; each process has a server of its own, and what is played in private reaches any of them.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

import pytest

from bot.client import BridgetteClient
from bot.store import Store
from bot.store.lease import Lease
from bot.store.news import Ears, News
from bot.tenure import Tenure
from tests.bot.conftest import Club, world_on
from tests.support.databases import Databases
from tests.support.world import APART

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds for one thing that a process is to do, and for what it is to hear."""


def world_of(guild_id: int) -> int:
    """In which world a server is."""
    return guild_id % 2**22 // APART


class Part(Lease):
    """Some of the servers; the first process has what is played in private too. Nobody else ever takes it."""

    is_shared = True

    def __init__(self, store: Store, number: int) -> None:
        super().__init__(store._database)
        self.number = number

    def covers(self, guild_id: int | None) -> bool:
        return self.number == (1 if guild_id is None else world_of(guild_id))

    def holds(self, guild_id: int | None) -> bool:
        return guild_id is not None and self.covers(guild_id)

    async def renew(self, now: datetime) -> None:
        pass

    async def drop(self) -> None:
        pass


class Relay:
    """Passes news on into the loop of a process."""

    def __init__(self, ears: Ears) -> None:
        self._ears, self._loop = ears, asyncio.get_running_loop()
        self._context = contextvars.copy_context()

    def __getattr__(self, name: str) -> Callable[..., object]:
        told = getattr(self._ears, name)
        return lambda *what: self._loop.call_soon_threadsafe(told, *what, context=self._context)


_listening: dict[News, tuple[asyncio.AbstractEventLoop, Future[None]]] = {}


def _listen_beside(self: News, ears: Ears) -> None:
    """Listen in another thread: what waits for the network in real time would keep the simulated one from resting."""
    if self in _listening:
        return
    loop, relay = asyncio.new_event_loop(), Relay(ears)
    threading.Thread(target=loop.run_forever, daemon=True).start()
    # In no simulated world: its time is real.
    _listening[self] = loop, contextvars.Context().run(asyncio.run_coroutine_threadsafe, self._listen(relay), loop)


async def _stop_beside(self: News) -> None:
    loop, task = _listening.pop(self, (None, None))
    if loop is not None and task is not None:
        task.cancel()
        loop.call_soon_threadsafe(loop.call_later, 0.2, loop.stop)


class PartTenure(Tenure):
    """Has its part from the start."""

    def __init__(self, number: int) -> None:
        self._number = number

    async def begin(self, client: BridgetteClient, store: Store, clock: Callable[[], datetime]) -> None:
        store.lease = Part(store, self._number)


class Process:
    """One process: its world, and its own event loop, in which everything about it runs."""

    def __init__(self, databases: Databases, number: int, **options: Any) -> None:
        self.number = number
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        made = world_on(databases)
        self._context = made(apart=number, tenure=PartTenure(number), **options)
        self.world: Club = self(self._context.__aenter__())

    def __call__(self, work: Awaitable[T]) -> T:
        """Do something there, and wait for it."""
        return self.begin(work).result(PATIENCE)

    def begin(self, work: Awaitable[T]) -> Future[T]:
        """Begin something there."""

        async def whole() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(whole(), self._loop)

    def until(self, is_so: Callable[[], Coroutine[Any, Any, object]], *others: Process) -> None:
        """Let it, and others, go on until something is so."""
        end = time.monotonic() + PATIENCE
        while not self(is_so()):
            assert time.monotonic() < end, "it does not come"
            for one in (self, *others):
                one(one.world.settle())
            time.sleep(0.01)

    def close(self, error: BaseException | None = None) -> None:
        """End it."""
        kind = None if error is None else type(error)
        try:
            self(self._context.__aexit__(kind, error, None))
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(PATIENCE)
            self._loop.close()


@contextmanager
def processes(databases: Databases, count: int = 2, **options: Any) -> Iterator[tuple[Process, ...]]:
    """So many processes on one database."""
    databases("bridgette.db")
    made: list[Process] = []
    patch = pytest.MonkeyPatch()
    patch.setattr(News, "listen", _listen_beside)
    patch.setattr(News, "stop", _stop_beside)
    try:
        for number in range(1, count + 1):
            made.append(Process(databases, number, **options))  # noqa: PERF401 (those made are closed, whatever follows)
        yield tuple(made)
        for one in made:
            one.close()
    except BaseException as error:
        for one in made:
            try:
                one.close(error)
            except BaseException as second:
                if second is not error:
                    raise
        raise
    finally:
        patch.undo()
