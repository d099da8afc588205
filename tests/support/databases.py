"""Databases for tests, of the kind that ``pytest --store`` names, and what lies in them, read from beside the bot."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .postgres import Server

PASSING = ("lease", "meta")
"""Tables that say nothing of people or servers."""

LONG = 60.0
"""Seconds after which what should have come true is missing."""


class Databases:
    """The databases of one test, by name; each is made when it is first asked for.

    ``folder``: where SQLite's files are. ``server``: the PostgreSQL to use instead.
    """

    def __init__(self, folder: Path, server: Server | None = None) -> None:
        self._folder = folder
        self._server = server
        self._urls: dict[str, str] = {}

    def __call__(self, name: str = "a.db") -> str:
        """The address of the database of that name."""
        if self._server is None:
            return f"sqlite:///{self._folder / name}"
        if name not in self._urls:
            self._urls[name] = self._server.database()
        return self._urls[name]

    def drop(self) -> None:
        """Remove those of a server."""
        for url in self._urls.values():
            if self._server is not None:
                self._server.drop(url)


class Beside:
    """A connection of a test's own, which takes SQL with ``?`` for either kind of database."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self.is_file = isinstance(driver, sqlite3.Connection)

    def commit_each(self) -> None:
        """Let each statement be a transaction of its own, in a server."""
        self._driver.autocommit = True

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Any:
        """Run a statement; the cursor."""
        if not self.is_file:
            statement = statement.replace("%", "%%").replace("?", "%s")
        return self._driver.execute(statement, tuple(parameters))

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """What a query finds, by the columns' names."""
        cursor = self.execute(statement, parameters)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def is_made(self) -> bool:
        """Whether the bot's schema is there."""
        name = "sqlite_master WHERE name" if self.is_file else "pg_tables WHERE tablename"
        return self.execute(f"SELECT 1 FROM {name} = 'alembic_version'").fetchone() is not None

    def tables(self) -> list[str]:
        """The names of the bot's tables."""
        kept = "sqlite_master WHERE type = 'table'" if self.is_file else "pg_tables WHERE schemaname = 'public'"
        found = self.execute(f"SELECT {'name' if self.is_file else 'tablename'} FROM {kept}").fetchall()
        return sorted(name for (name,) in found if not name.startswith(("sqlite_", "alembic")))


@contextmanager
def beside(url: str) -> Iterator[Beside]:
    """A connection to the database of that address; what was done is committed at the end, unless it failed."""
    if url.startswith("sqlite:///"):
        driver: Any = sqlite3.connect(url.removeprefix("sqlite:///"))
    else:
        import psycopg

        driver = psycopg.connect(url)
    try:
        with driver:
            yield Beside(driver)
    finally:
        driver.close()


@contextmanager
def watching(url: str) -> Iterator[Beside]:
    """A connection for looking again and again: each statement sees the present, and none keeps anybody waiting."""
    with beside(url) as found:
        if not found.is_file:
            found.commit_each()
        yield found


def until_alone(connection: Any) -> None:
    """Wait until nobody else is connected to this server's database; in a transaction nothing new would be seen."""
    query = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    until_so(lambda: connection.execute(query).fetchone()[0] == 0)


def until_so(is_so: Callable[[], object]) -> None:
    """Wait until that comes true; fails after ``LONG`` seconds."""
    end = time.monotonic() + LONG
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that holds something of people or servers."""
    with beside(url) as connection:
        return {
            name: sorted(map(tuple, connection.execute(f"SELECT * FROM {name}").fetchall()), key=str)
            for name in connection.tables()
            if name not in PASSING
        }
