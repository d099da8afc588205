"""The rows of a SQLite database, read in pieces as they are stored, and checked for what PostgreSQL takes.

SQLite keeps any value in any column. What the bot can never have written there is damage, and has no place in a
database that is stricter.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa

from .errors import DamagedRow, StoreUnavailable
from .files import connect
from .schema import Moment

PIECE = 10_000
"""Rows that are in memory at once: a few megabytes."""

LONGEST_KEY = 60
"""Characters of a part of a row's key that are told."""

Key = tuple[Any, ...]


class Pieces:
    """A reader of its own beside the store; nobody else may write meanwhile."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises StoreUnavailable, as all methods."""
        with _in_words():
            self._connection = connect(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def count(self, table: sa.Table) -> int:
        """The number of rows."""
        return int(self._rows(f"SELECT count(*) FROM {table.name}")[0][0])

    def read(self, table: sa.Table, size: int = PIECE) -> Iterator[list[Key]]:
        """All rows in the order of their keys. Raises DamagedRow for one with a value that its column cannot hold.

        No transaction is open between two pieces, so that the lease of the database can be renewed.
        """
        names, keys = ", ".join(table.c.keys()), table.primary_key.columns.keys()
        places = [table.c.keys().index(name) for name in keys]
        key, marks = ", ".join(keys), ", ".join("?" * len(keys))
        checks = [_check(column) for column in table.c]
        end = f"ORDER BY {key} LIMIT {size}"
        rows = self._rows(f"SELECT {names} FROM {table.name} {end}")
        while rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            for column, values, is_taken in zip(table.c, columns, checks, strict=True):
                if not all(map(is_taken, values)):
                    wrong = rows[[is_taken(value) for value in values].index(False)]
                    raise damaged(table, wrong, f"holds in {column.name} what the bot cannot have written there")
                if isinstance(column.type, sa.Boolean):
                    values[:] = [None if value is None else value == 1 for value in values]
            yield list(zip(*columns, strict=True))
            last = [rows[-1][place] for place in places]
            rows = self._rows(f"SELECT {names} FROM {table.name} WHERE ({key}) > ({marks}) {end}", last)

    def latest_id(self, column: sa.Column[Any]) -> int:
        """The largest id that the column's table has ever given out, as far as it knows; 0 for none."""
        table = column.table.name
        found = [row[0] or 0 for row in self._rows(f"SELECT max({column.name}) FROM {table}")]
        # Here SQLite remembers those of rows that are gone, where they must not be given away again.
        remembered = self._rows("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'")
        if remembered:
            found += [row[0] for row in self._rows("SELECT seq FROM sqlite_sequence WHERE name = ?", [table])]
        return max(one for one in found if isinstance(one, int))

    def orphan(self, table: sa.Table) -> Key | None:
        """A row that refers to one which is not there; None without any."""
        names = ", ".join(f"a.{name}" for name in table.c.keys())
        for key in table.foreign_key_constraints:
            other = key.referred_table.name
            pairs = [(one.parent.name, one.column.name) for one in key.elements]
            refers = " AND ".join(f"a.{mine} IS NOT NULL" for mine, _ in pairs)
            finds = " AND ".join(f"b.{theirs} = a.{mine}" for mine, theirs in pairs)
            where = f"{refers} AND NOT EXISTS (SELECT 1 FROM {other} AS b WHERE {finds})"
            rows = self._rows(f"SELECT {names} FROM {table.name} AS a WHERE {where} LIMIT 1")
            if rows:
                return rows[0]
        return None

    def _rows(self, statement: str, values: Sequence[Any] = ()) -> list[Key]:
        with _in_words():
            try:
                return self._connection.execute(statement, values).fetchall()
            except sqlite3.OperationalError:
                # Perhaps a text that is none: it becomes a value of another type, and its row can be named.
                self._connection.text_factory = _text_or_bytes
            return self._connection.execute(statement, values).fetchall()


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreUnavailable(f"The database cannot be read ({error}).") from error


def damaged(table: sa.Table, row: Key | None, what: str) -> DamagedRow:
    """The error that names a row by its key, and says what is wrong with it."""
    if row is None:
        return DamagedRow(f"A row of the table {table.name} {what}.")
    told = dict(zip(table.c.keys(), row, strict=True))
    key = ", ".join(f"{name} {told[name]!r:.{LONGEST_KEY}}" for name in table.primary_key.columns.keys())
    return DamagedRow(f"The row of the table {table.name} with {key} {what}.")


def _text_or_bytes(raw: bytes) -> str | bytes:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _check(column: sa.Column[Any]) -> Callable[[Any], bool]:
    """Whether the column can hold a value, as SQLite has it. Raises TypeError for a type that nobody thought of here."""
    is_taken = _check_of(column.type)
    if column.nullable:
        return lambda value: value is None or is_taken(value)
    return is_taken


def _check_of(kind: sa.types.TypeEngine[Any]) -> Callable[[Any], bool]:
    if isinstance(kind, sa.Boolean):
        return lambda value: type(value) is int and 0 <= value <= 1
    if isinstance(kind, sa.BigInteger | Moment):
        return lambda value: type(value) is int  # SQLite has none that takes more than 64 bits
    if isinstance(kind, sa.Integer):
        return lambda value: type(value) is int and -(2**31) <= value < 2**31
    if isinstance(kind, sa.Text):
        return lambda value: type(value) is str and "\0" not in value
    raise TypeError(f"what may a column of the type {kind!r} hold?")
