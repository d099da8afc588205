"""A connection that is kept for what it holds: locks that the database gives back when it ends, however that happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from .database import Database
from .errors import RangeLost, StoreUnavailable
from .locks import SIGN, Lock

_LOCKS = sa.table(
    "pg_locks",
    *(sa.column(name) for name in ("locktype", "database", "classid", "objid", "objsubid", "granted")),
    sa.column("pid", sa.Integer),
)
_DATABASES = sa.table("pg_database", sa.column("oid"), sa.column("datname"))

BOTH_NUMBERS = 2
"""How the server writes that a lock has two numbers, and not one long one."""

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


def holders(lock: Lock, key: int | None = None) -> sa.Select[Any]:
    """Asks for the processes of the server behind the connections that hold a lock, of any key or of one."""
    first, second = (number % (2 * SIGN) for number in lock.numbers(key or 0))
    here = sa.select(_DATABASES.c.oid).where(_DATABASES.c.datname == sa.func.current_database()).scalar_subquery()
    query = sa.select(_LOCKS.c.pid).where(
        _LOCKS.c.locktype == "advisory",
        _LOCKS.c.database == here,
        sa.cast(_LOCKS.c.classid, sa.BigInteger) == first,
        _LOCKS.c.objsubid == BOTH_NUMBERS,
        _LOCKS.c.granted,
    )
    return query if key is None else query.where(sa.cast(_LOCKS.c.objid, sa.BigInteger) == second)
