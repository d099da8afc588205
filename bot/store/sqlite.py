"""SQLite: a file with one writer at a time, in which nothing is lost by a power cut."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Self

import aiosqlite
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import PoolResetState

from .dialects import WRITES, Dialect
from .errors import DatabaseGone, StoreError
from .private import FILE_MODE, is_file, make_folder

# The time-out comes first: changing the journal may itself have to wait. FULL makes every commit survive a
# power cut, which WAL alone does not promise.
PRAGMAS = (
    "PRAGMA busy_timeout=5000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # What is deleted is overwritten: somebody who was forgotten must not be found in the file.
    "PRAGMA secure_delete=ON",
)

# Writers queue at the lock, so one connection writes and the others read. Each costs a thread and a cache.
POOL_SIZE = 3


class Sqlite(Dialect):
    """SQLite, a file.

    Writes of one process queue at a lock, fairly and without SQLite's sleeping retries; against other processes
    `BEGIN IMMEDIATE` makes them wait at the start, where no work can be lost.
    """

    errors = (sqlite3.Error,)

    def __init__(self, url: sa.URL) -> None:
        if url.database in (None, "", ":memory:"):
            raise StoreError("The database URL names no file, so every match would be lost at the next start.")
        self._url = url.set(drivername="sqlite+aiosqlite")
        self._path = Path(str(url.database))
        self._identity: tuple[int, int] | None = None
        self._pragmas: tuple[str, ...] = PRAGMAS
        self._lock = asyncio.Lock()

    def prepare(self, *, create: bool, only_looks: bool = False) -> None:
        """Make sure that there is a file that can be written to, and remember which one."""
        self._pragmas = PRAGMAS[:1] if only_looks else PRAGMAS
        # SQLite would only say that it is "unable to open database file"; the system knows why.
        try:
            if not self._path.exists():
                if not create:
                    raise StoreError(f"There is no database at {self._path}.")
                make_folder(self._path.parent)
            elif not is_file(self._path):  # a pipe would be waited for without an end
                raise StoreError(f"The database file {self._path} cannot be written: it is no file.")
            # SQLite gives its log and its index the mode of the file itself.
            os.close(os.open(self._path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, FILE_MODE))
            self._identity = self._found()
        except OSError as error:
            raise StoreError(f"The database file {self._path} cannot be written: {error.strerror}.") from error

    def engine(self) -> AsyncEngine:
        """The engine, with transactions that it begins itself: the driver's start late and are never IMMEDIATE."""
        engine = create_async_engine(
            self._url,
            async_creator=self._connect,
            pool_size=POOL_SIZE,
            max_overflow=0,
            # Every transaction ends itself; the hook below rolls back what was cut off, and costs nothing else.
            pool_reset_on_return=None,
            hide_parameters=True,
        )

        @event.listens_for(engine.sync_engine, "begin")
        def on_begin(connection: sa.Connection) -> None:
            writes = bool(connection.get_execution_options().get(WRITES))
            adapted: Any = connection.connection.dbapi_connection
            adapted.run_async(lambda driver: driver.begin(writes=writes))

        @event.listens_for(engine.sync_engine, "reset")
        def on_reset(adapted: Any, _record: Any, state: PoolResetState) -> None:
            if state.asyncio_safe and not state.terminate_only and adapted.driver_connection.may_be_in_transaction:
                adapted.rollback()

        return engine

    def writing(self) -> AbstractAsyncContextManager[Any]:
        """The lock at which the writers queue."""
        return self._lock

    def check(self) -> None:
        """Raises DatabaseGone when the file was deleted or another was put in its place."""
        try:
            is_same = self._found() == self._identity
        except FileNotFoundError:
            is_same = False
        except OSError:
            return  # the system does not tell now
        if not is_same:
            raise DatabaseGone(self._path)

    def insert(self, table: sa.Table) -> sqlite.Insert:
        """An INSERT that takes an ON CONFLICT clause."""
        return sqlite.insert(table)

    def _found(self) -> tuple[int, int]:
        found = self._path.stat()
        return found.st_dev, found.st_ino

    async def _connect(self) -> _Connection:
        connection = _Connection(self._open, iter_chunk_size=64)
        # A process that ends without closing the store must not wait for its threads. Before aiosqlite 0.22 the
        # connection is the thread; SQLAlchemy does the same with the connections that it makes.
        thread: Any = getattr(connection, "_thread", connection)
        thread.daemon = True
        try:
            return await connection  # type: ignore[return-value]
        except BaseException:
            # Its thread ends by itself, but must not find the event loop gone when it says so.
            if connection.end is not None:
                await connection.end
            raise

    def _open(self) -> sqlite3.Connection:
        """Open the file that is there; never make one in its place."""
        self.check()
        where = f"{self._path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
        try:
            for pragma in self._pragmas:
                connection.execute(pragma).close()
        except BaseException:
            connection.close()
            raise
        return connection


class _Connection(aiosqlite.Connection):
    """A connection to whose thread one goes once for each statement, and not for each of a cursor's steps."""

    may_be_in_transaction = False
    """Also where a transaction was cut off, say by cancelling the task, and the thread has not come to its end yet."""

    end: asyncio.Future[Any] | None = None
    """Done when the thread has ended."""

    _begin_is_due = False

    def stop(self) -> asyncio.Future[Any] | None:
        """End the thread."""
        self.end = super().stop()
        return self.end

    async def begin(self, *, writes: bool) -> None:
        """Begin a transaction; one that only reads begins together with its first statement."""
        self.may_be_in_transaction = True
        self._begin_is_due = not writes
        if writes:
            await self.run("BEGIN IMMEDIATE", (), many=False)

    async def commit(self) -> None:
        """Commit the transaction."""
        self._begin_is_due = False
        await super().commit()
        self.may_be_in_transaction = False

    async def rollback(self) -> None:
        """Undo the transaction."""
        self._begin_is_due = False
        await super().rollback()
        self.may_be_in_transaction = False

    def cursor(self) -> _Cursor:  # type: ignore[override]
        """A cursor that has all its rows as soon as it has run."""
        return _Cursor(self)

    async def run(self, statement: str, parameters: Any, *, many: bool) -> _Done:
        """Run a statement and fetch all that it finds."""
        done: _Done = await self._execute(self._run, statement, parameters, many)  # type: ignore[no-untyped-call]
        return done

    def _run(self, statement: str, parameters: Any, many: bool) -> _Done:
        """What the thread does."""
        if self._begin_is_due:
            self._begin_is_due = False
            self._conn.execute("BEGIN")
        cursor = self._conn.cursor()
        try:
            (cursor.executemany if many else cursor.execute)(statement, parameters)
            rows = cursor.fetchall() if cursor.description else []
            return _Done(cursor.description, rows, cursor.rowcount, cursor.lastrowid)
        finally:
            cursor.close()


class _Done:
    """What a statement gave."""

    def __init__(self, description: Any = None, rows: Sequence[Any] = (), rowcount: int = -1, row: Any = None) -> None:
        self.description = description
        self.rows = rows
        self.rowcount = rowcount
        self.lastrowid = row


class _Cursor:
    """What SQLAlchemy asks of an asynchronous driver's cursor."""

    arraysize = 1

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._done = _Done()

    async def __aenter__(self) -> Self:
        return self

    def __await__(self) -> Generator[Any, None, Self]:  # SQLAlchemy 2.0
        return self.__aenter__().__await__()

    @property
    def description(self) -> Any:
        return self._done.description

    @property
    def rowcount(self) -> int:
        return self._done.rowcount

    @property
    def lastrowid(self) -> Any:
        return self._done.lastrowid

    async def execute(self, statement: str, parameters: Any = ()) -> Self:
        self._done = await self._connection.run(statement, parameters, many=False)
        return self

    async def executemany(self, statement: str, parameters: Any) -> Self:
        self._done = await self._connection.run(statement, parameters, many=True)
        return self

    async def fetchall(self) -> Sequence[Any]:
        return self._done.rows

    async def close(self) -> None:
        """Nothing is left open."""
