"""A connection that is kept for what it holds: locks, which the database gives back however the connection ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from .database import Database
from .errors import RangeLost, StoreUnavailable
from .locks import Lock

GOODBYE = 0.5
"""Seconds that the server may take to end the connection."""


class Session:
    """The connection. Each statement is committed by itself; once it is lost it is lost for good."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Any = None
        self._driver: Any = None
        self._turn = asyncio.Lock()
        self.on_lost: Callable[[], object] | None = None
        """Is called at the moment in which the connection ends by itself."""

    @property
    def is_lost(self) -> bool:
        """Whether there is no such connection (any more)."""
        return self._driver is None or bool(self._driver.is_closed())

    async def open(self) -> None:
        """Connect. Raises StoreUnavailable."""
        self._connection = await self._database.lasting()
        raw = await self._connection.get_raw_connection()
        self._driver = raw.driver_connection
        self._driver.add_termination_listener(self._ended)

    async def run(self, statement: Any) -> Any:
        """Run a statement. Raises RangeLost without the connection, StoreUnavailable when it gets no answer in time."""
        async with self._turn:
            if self.is_lost:
                raise RangeLost
            try:
                with self._database.in_words():
                    return await self._connection.execute(statement)
            except StoreUnavailable:
                if self.is_lost:  # another would be made for the next statement, which holds nothing
                    raise RangeLost from None
                raise

    async def lock(self, lock: Lock, key: int = 0, *, shared: bool = False) -> bool:
        """Take a lock, until it is given back or the connection ends. Returns whether it was free."""
        how = sa.func.pg_try_advisory_lock_shared if shared else sa.func.pg_try_advisory_lock
        return bool((await self.run(sa.select(how(*_numbers(lock, key))))).scalar())

    async def unlock(self, lock: Lock, key: int = 0, *, shared: bool = False) -> None:
        """Give a lock back."""
        how = sa.func.pg_advisory_unlock_shared if shared else sa.func.pg_advisory_unlock
        await self.run(sa.select(how(*_numbers(lock, key))))

    async def close(self) -> None:
        """End the connection, and all that it holds."""
        driver, connection, self._driver, self._connection = self._driver, self._connection, None, None
        if driver is not None and not driver.is_closed():
            driver.remove_termination_listener(self._ended)
            try:
                await driver.close(timeout=GOODBYE)
            except (OSError, TimeoutError):
                driver.terminate()
        if connection is not None:
            await connection.invalidate()
            await connection.engine.dispose()

    def _ended(self, _: object) -> None:
        if self.on_lost is not None:
            self.on_lost()


def _numbers(lock: Lock, key: int) -> list[sa.ColumnElement[int]]:
    return [sa.cast(number, sa.Integer) for number in lock.numbers(key)]
