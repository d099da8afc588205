"""The rows of a SQLite database, read in pieces as they are stored, and checked for what PostgreSQL takes.

SQLite keeps any value in any column. What the bot can never have written there is damage, and has no place in a
database that is stricter.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from .errors import DamagedRow, StoreUnavailable
from .files import connect
from .schema import Moment

PIECE = 10_000
"""Rows that are in memory at once: a few megabytes."""

LONGEST_KEY = 60
"""Characters of a part of a row's key that are told."""

Row = tuple[Any, ...]

NONE: Mapping[str, Any] = MappingProxyType({})

_SQLITE = sqlite.dialect()
_MASTER = sa.table("sqlite_master", sa.column("name"))
_REMEMBERED = sa.table("sqlite_sequence", sa.column("name"), sa.column("seq"))


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
        return int(self._rows(sa.select(sa.func.count()).select_from(table))[0][0])

    def read(self, table: sa.Table, size: int = PIECE) -> Iterator[list[Row]]:
        """All rows in the order of their keys. Raises DamagedRow for one with a value that its column cannot hold.

        No transaction is open between two pieces, so that the lease of the database can be renewed.
        """
        checks = [_check(column) for column in table.c]
        key = list(table.primary_key.columns)
        places = {f"last{number}": list(table.c).index(column) for number, column in enumerate(key)}
        query = sa.select(table).order_by(*key).limit(size)
        going_on = query.where(sa.tuple_(*key) > sa.tuple_(*map(sa.bindparam, places)))
        rows = self._rows(query)
        while rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            for column, values, is_taken in zip(table.c, columns, checks, strict=True):
                if not all(map(is_taken, values)):
                    wrong = rows[[is_taken(value) for value in values].index(False)]
                    raise DamagedRow(
                        f"The row of the table {named(table, wrong)} holds in {column.name} what the bot cannot have "
                        "written there."
                    )
                if isinstance(column.type, sa.Boolean):
                    values[:] = [None if value is None else value == 1 for value in values]
            yield list(zip(*columns, strict=True))
            rows = self._rows(going_on, {name: rows[-1][place] for name, place in places.items()})

    def latest_id(self, column: sa.Column[Any]) -> int:
        """The largest id that the column's table has ever given out, as far as it knows; 0 for none."""
        found = [0, *self._rows(sa.select(sa.func.max(column)))[0]]
        # Here SQLite remembers those of rows that are gone, where they must not be given away again.
        if self._rows(sa.select(_MASTER.c.name).where(_MASTER.c.name == _REMEMBERED.name)):
            query = sa.select(_REMEMBERED.c.seq).where(_REMEMBERED.c.name == column.table.name)
            found += [row[0] for row in self._rows(query)]
        return max(one for one in found if isinstance(one, int))

    def orphan(self, table: sa.Table) -> Row | None:
        """A row that refers to one which is not there; None without any."""
        for key in table.foreign_key_constraints:
            other = key.referred_table.alias()
            pairs = [(one.parent, other.c[one.column.name]) for one in key.elements]
            refers = sa.and_(*(mine.is_not(None) for mine, _ in pairs))
            finds = sa.exists().select_from(other).where(*(mine == theirs for mine, theirs in pairs))
            rows = self._rows(sa.select(table).where(refers, ~finds).limit(1))
            if rows:
                return rows[0]
        return None

    def _rows(self, query: sa.Select[Any], values: Mapping[str, Any] = NONE) -> list[Row]:
        """What a query finds, as it is stored: by the driver, and not by way of the columns' types."""
        compiled = query.compile(dialect=_SQLITE)
        given = [{**compiled.params, **values}[name] for name in compiled.positiontup or ()]
        with _in_words():
            try:
                return self._connection.execute(str(compiled), given).fetchall()
            except sqlite3.OperationalError:
                # Perhaps a text that is none: it becomes a value of another type, and its row can be named.
                self._connection.text_factory = _text_or_bytes
            return self._connection.execute(str(compiled), given).fetchall()


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreUnavailable(f"The database cannot be read ({error}).") from error


def named(table: sa.Table, row: Row | None) -> str:
    """A row in words: its table and, where it is known, its key."""
    if row is None:
        return table.name
    told = dict(zip(table.c.keys(), row, strict=True))
    names = [column.name for column in table.primary_key.columns]
    return f"{table.name} with " + ", ".join(f"{name} {told[name]!r:.{LONGEST_KEY}}" for name in names)


def _text_or_bytes(raw: bytes) -> str | bytes:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _check(column: sa.Column[Any]) -> Callable[[Any], bool]:
    """Whether the column can hold a value, as SQLite has it. Raises TypeError for an unknown type."""
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
