"""The connection to the database: URL, engine, transactions, and the driver's errors put into words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .errors import Conflict, StoreError, StoreUnavailable

# The time-out comes first: changing the journal may itself have to wait. FULL makes every commit survive a
# power cut, which WAL alone does not promise.
PRAGMAS = (
    "PRAGMA busy_timeout=5000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)

# Writers queue at the lock, so one connection writes and the others read. Each costs a thread and a cache.
POOL_SIZE = 3

IMMEDIATE = "bridgette_immediate"


class Database:
    """An engine whose transactions are either a read or a write.

    Writes of one process queue at a lock, fairly and without SQLite's sleeping retries; against other
    processes `BEGIN IMMEDIATE` makes them wait at the start, where no work can be lost.
    """

    def __init__(self, url: str) -> None:
        """Prepare the engine; nothing is connected yet. Raises StoreError when the URL is no good."""
        parsed = parse_url(url)
        self.name = parsed.render_as_string(hide_password=True)
        self._is_sqlite = parsed.get_backend_name() == "sqlite"
        try:
            if self._is_sqlite:
                self._engine = _sqlite_engine(parsed)
            else:
                self._engine = create_async_engine(parsed, hide_parameters=True)
        except (exc.ArgumentError, exc.InvalidRequestError, ImportError) as error:
            raise StoreError(f"The database URL {self.name} cannot be used: {error}.") from error
        self._writer = self._engine.execution_options(**{IMMEDIATE: True})
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database. Raises StoreUnavailable."""
        with _in_words():
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end of the block, or undone whole when the block raises.

        Raises Conflict when a key forbids the write, StoreUnavailable when the database cannot do it.
        """
        with _in_words():
            async with self._lock, self._writer.begin() as connection:
                yield connection

    def insert(self, table: sa.Table) -> sqlite.Insert:
        """An INSERT that takes an ON CONFLICT clause, in the dialect of this database."""
        if self._is_sqlite:
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql

        # The clauses used here (`on_conflict_do_update`, `excluded`) are the same in both.
        return postgresql.insert(table)  # type: ignore[return-value]

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


def parse_url(url: str) -> sa.URL:
    """The URL with its driver. Raises StoreError when it is no good."""
    try:
        parsed = sa.make_url(url)
    except (exc.ArgumentError, ValueError) as error:
        raise StoreError("The database URL cannot be read; a good one is sqlite:///data/bridgette.db.") from error
    if parsed.get_backend_name() != "sqlite":
        return parsed
    if parsed.database in (None, "", ":memory:"):
        raise StoreError("The database URL names no file, so every match would be lost at the next start.")
    return parsed.set(drivername="sqlite+aiosqlite")


def _sqlite_engine(url: sa.URL) -> AsyncEngine:
    path = Path(str(url.database))
    # SQLite would only say that it is "unable to open database file"; the system knows why.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except OSError as error:
        raise StoreError(f"The database file {path} cannot be written: {error.strerror}.") from error
    # Errors would else name the parameters, hidden cards among them, and so bring them into the log.
    engine = create_async_engine(url, pool_size=POOL_SIZE, max_overflow=0, hide_parameters=True)

    # The driver's own transactions start late and never IMMEDIATE; SQLAlchemy's page on SQLite describes
    # these two hooks as the way to start them oneself.
    @event.listens_for(engine.sync_engine, "connect")
    def on_connect(dbapi_connection: Any, _record: Any) -> None:
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        immediate = connection.get_execution_options().get(IMMEDIATE)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


@contextmanager
def _in_words() -> Iterator[None]:
    """The one place where the driver's errors become the store's."""
    try:
        yield
    except exc.IntegrityError as error:
        raise Conflict(f"The record does not take this ({error.orig}).") from error
    except exc.ProgrammingError:
        raise  # a mistake in the code, not a state of the database
    except exc.DBAPIError as error:
        raise StoreUnavailable(f"The database cannot be used now ({error.orig}).") from error
    except exc.TimeoutError as error:
        raise StoreUnavailable("The database is too busy to answer.") from error
