"""The connection to the database: URL, engine, transactions, and the driver's errors put into words."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter
from urllib.parse import quote, quote_plus

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from .dialects import WRITES, Dialect
from .errors import Conflict, StoreError, StoreUnavailable
from .locks import Lock
from .postgres import SCHEMES, Postgres
from .sqlite import Sqlite

LONGEST_NAME = 600
"""Characters of a file's name in words."""

NOT_ALLOWED = "42501"
"""PostgreSQL's code for what the user may not do: since version 15 that is to make tables in another's database."""

SHORTEST_SECRET = 4
"""Characters: a shorter one would make any sentence unreadable, and stand out in it."""


class Database:
    """An engine whose transactions are either a read or a write."""

    def __init__(self, url: str, *, create: bool = True, only_looks: bool = False, is_patient: bool = False) -> None:
        """Prepare the engine; nothing is connected yet.

        Raises StoreError when the URL is no good, and without `create` when there is nothing at its place. What
        `only_looks` reads the schema alone, and changes nothing; what `is_patient` lets a statement take its time.
        """
        parsed = parse_url(url)
        self.name = _name_of(parsed)
        self._secrets = _secrets_of(parsed)
        self._dialect: Dialect = Sqlite(parsed) if _is_sqlite(parsed) else Postgres(parsed, is_patient=is_patient)
        try:
            self._dialect.prepare(create=create, only_looks=only_looks)
            self._engine = self._dialect.engine()
        except ImportError:
            raise StoreError('PostgreSQL needs the extra "postgres": pip install ".[postgres]".') from None
        except (exc.SQLAlchemyError, TypeError, ValueError) as error:
            raise StoreError(f"The database URL {self.name} cannot be used: {self._words(error)}.") from None
        self._reader = self._engine.execution_options(**self._dialect.reading)
        self._writer = self._engine.execution_options(**{WRITES: True})
        self.fence: Callable[[AsyncConnection], Awaitable[None]] | None = None
        """What every writing transaction asks first, once this process has the lease; it raises when that is lost."""
        self.written: Callable[[float], None] | None = None
        """Told after each commit how many seconds the transaction took."""

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database. Raises StoreUnavailable."""
        with self.in_words():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self, *, fenced: bool = True) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end of the block, or undone whole when the block raises.

        Raises Conflict when a key forbids the write, StoreUnavailable when the database cannot do it, LeaseLost when
        another process has taken the lease that this one had, and DatabaseGone when the file was taken away.
        `fenced` is False for the lease's own transactions alone.
        """
        begun = perf_counter()
        with self.in_words():
            async with self._dialect.writing(), self._writer.begin() as connection:
                self._dialect.check()
                if fenced and self.fence is not None:
                    await self.fence(connection)
                yield connection
        if self.written is not None:
            self.written(perf_counter() - begun)

    async def lasting(self) -> AsyncConnection:
        """A connection that is none of the transactions', and commits each statement. Raises StoreUnavailable.

        Whoever has it closes its engine too.
        """
        engine = self._dialect.direct().execution_options(isolation_level="AUTOCOMMIT")
        with self.in_words():
            return await engine.connect()

    @property
    def has_news(self) -> bool:
        """Whether processes can tell each other something through this database."""
        return self._dialect.has_news

    def insert(self, table: sa.Table) -> sqlite.Insert:
        """An INSERT that takes an ON CONFLICT clause, in the dialect of this database."""
        return self._dialect.insert(table)

    async def alone(self, connection: AsyncConnection, lock: Lock, key: int = 0) -> None:
        """Let no other transaction do this work, with the same key, until this one ends; they wait.

        What this one reads afterwards is what the one before has left.
        """
        await connection.run_sync(self._dialect.alone, lock, key)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    def _words(self, error: object) -> str:
        """The driver's words, without what only the host should know."""
        text = self._dialect.words(error)
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """The one place where the driver's errors become the store's."""
        try:
            yield
        except exc.IntegrityError as error:
            raise Conflict(f"The record does not take this ({self._words(error.orig)}).") from None
        except exc.ProgrammingError as error:
            if getattr(error.orig, "sqlstate", None) != NOT_ALLOWED:
                raise  # a mistake in the code, not a state of the database
            raise StoreUnavailable(f"The database does not allow it ({self._words(error.orig)}).") from None
        except exc.DBAPIError as error:
            raise StoreUnavailable.because(self._words(error.orig)) from None
        except exc.TimeoutError as error:
            raise StoreUnavailable("The database is too busy to answer.") from error
        except self._dialect.errors as error:
            raise StoreUnavailable.because(self._words(error)) from error


def parse_url(url: str) -> sa.URL:
    """The URL, of SQLite or of PostgreSQL. Raises StoreError, which shows nothing of it, when it is no good.

    A password with an unescaped `@`, `/` or `?` is one: a part of it would be taken for the host, and shown.
    """
    try:
        parsed = sa.make_url(url)
    except (exc.ArgumentError, ValueError):
        raise StoreError("The database URL cannot be read; a good one is sqlite:///data/bridgette.db.") from None
    if "\0" in url or "%00" in url:  # SQLAlchemy decodes the name of a database or does not, by its version
        raise StoreError("The database URL cannot be read: there is a NUL in it.")
    if parsed.drivername in SCHEMES:
        _check_signs(url)
        return parsed
    if not _is_sqlite(parsed):
        raise StoreError("The database URL cannot be used: it is for sqlite:/// and postgresql:// alone.")
    if any((parsed.host, parsed.port, parsed.username, parsed.password)):
        raise StoreError("The database URL cannot be read: SQLite knows no server; a good one is sqlite:///data/x.db.")
    if "?" in url:
        raise StoreError("The database URL cannot be used: SQLite takes no options here, and so no question mark.")
    Sqlite(parsed)  # which refuses one that names no file
    return parsed


def _check_signs(url: str) -> None:
    """Raises StoreError unless the one `@`, if there is one, ends a user's name and password."""
    rest = url.partition("://")[2]
    server = re.split("[/?]", rest, maxsplit=1)[0]
    if "@" in rest and (rest.count("@") > 1 or "@" not in server):
        raise StoreError(
            "The database URL cannot be read: in a user's name and password write %40 for @, %2F for / and %3F for ?."
        )


def _name_of(url: sa.URL) -> str:
    """What the database is called in words: the file, or no more than the kind of the server."""
    if not _is_sqlite(url):
        return f"{url.drivername}://…"
    name = f"sqlite:///{url.database}"
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _secrets_of(url: sa.URL) -> list[str]:
    """What no driver's words may show, the longest first."""
    if _is_sqlite(url):
        return []
    found = [str(url.password or ""), *(str(one) for value in url.query.values() for one in _listed(value))]
    written = [spelling for one in found for spelling in (one, quote(one), quote_plus(one))]
    return sorted({one for one in written if len(one) >= SHORTEST_SECRET}, key=len, reverse=True)


def _listed(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _is_sqlite(url: sa.URL) -> bool:
    return url.drivername in ("sqlite", "sqlite+aiosqlite")
