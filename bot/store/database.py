"""The connection to the database: URL, engine, transactions, and the driver's errors put into words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from .dialects import WRITES, Postgres, Sqlite
from .errors import Conflict, StoreError, StoreUnavailable


class Database:
    """An engine whose transactions are either a read or a write."""

    def __init__(self, url: str, *, create: bool = True, only_looks: bool = False) -> None:
        """Prepare the engine; nothing is connected yet.

        Raises StoreError when the URL is no good, and without `create` when there is nothing at its place. What
        `only_looks` reads the schema alone, and changes nothing.
        """
        parsed = parse_url(url)
        self.name = parsed.render_as_string(hide_password=True)
        self._dialect = Sqlite(parsed) if _is_sqlite(parsed) else Postgres(parsed)
        try:
            self._dialect.prepare(create=create, only_looks=only_looks)
            self._engine = self._dialect.engine()
        except (exc.ArgumentError, exc.InvalidRequestError, ImportError) as error:
            raise StoreError(f"The database URL {self.name} cannot be used: {error}.") from error
        self._writer = self._engine.execution_options(**{WRITES: True})
        self.fence: Callable[[AsyncConnection], Awaitable[None]] | None = None
        """What every writing transaction asks first, once this process has the lease; it raises when that is lost."""

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database. Raises StoreUnavailable."""
        with self._in_words():
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self, *, fenced: bool = True) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end of the block, or undone whole when the block raises.

        Raises Conflict when a key forbids the write, StoreUnavailable when the database cannot do it, LeaseLost when
        another process has taken the lease that this one had, and DatabaseGone when the file was taken away.
        `fenced` is False for the lease's own transactions alone.
        """
        with self._in_words():
            async with self._dialect.writing(), self._writer.begin() as connection:
                self._dialect.check()
                if fenced and self.fence is not None:
                    await self.fence(connection)
                yield connection

    def insert(self, table: sa.Table) -> sqlite.Insert:
        """An INSERT that takes an ON CONFLICT clause, in the dialect of this database."""
        return self._dialect.insert(table)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
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
        except self._dialect.errors as error:
            raise StoreUnavailable(f"The database cannot be used now ({error}).") from error


def parse_url(url: str) -> sa.URL:
    """The URL. Raises StoreError when it is no good."""
    try:
        parsed = sa.make_url(url)
    except (exc.ArgumentError, ValueError) as error:
        raise StoreError("The database URL cannot be read; a good one is sqlite:///data/bridgette.db.") from error
    if _is_sqlite(parsed):
        Sqlite(parsed)  # which refuses one that names no file
    return parsed


def _is_sqlite(url: sa.URL) -> bool:
    return url.get_backend_name() == "sqlite"
