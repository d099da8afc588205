"""Two databases row by row, rows of chance in every table, and a move that is held where a test likes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from hypothesis import strategies as st

from bot.store.copier import moved_tables
from bot.store.schema import Moment, metadata
from tests.support.databases import until_alone, until_so
from tests.support.postgres import Server

Rows = dict[str, list[tuple[Any, ...]]]

LOCK = 42
"""An advisory lock of the tests' own."""


def _query(table: sa.Table) -> str:
    return f"SELECT {', '.join(table.c.keys())} FROM {table.name}"


def _plain(rows: Any) -> list[tuple[Any, ...]]:
    return sorted((tuple(int(one) if isinstance(one, bool) else one for one in row) for row in rows), key=repr)


def of_file(path: Path) -> Rows:
    """Every row of every table of a SQLite database, as it is stored."""
    with closing(sqlite3.connect(path)) as connection:
        return {table.name: _plain(connection.execute(_query(table))) for table in metadata.sorted_tables}


def of_server(server: Server, url: str) -> Rows:
    """The same of a PostgreSQL database."""
    with server.connect(url.rpartition("/")[2]) as connection:
        return {table.name: _plain(connection.execute(_query(table))) for table in metadata.sorted_tables}


def tables_of_file(path: Path) -> set[str]:
    """The names of all tables that are in the file."""
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def tables_of_server(server: Server, url: str) -> set[str]:
    """The names of all tables in a PostgreSQL database."""
    with server.connect(url.rpartition("/")[2]) as connection:
        return {name for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}


def clear(server: Server, url: str) -> None:
    """Empty a PostgreSQL database, but for its schema."""
    with server.connect(url.rpartition("/")[2]) as connection:
        connection.execute(f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY")


_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


def _values(column: sa.Column[Any]) -> st.SearchStrategy[Any]:
    """What may stand in a column."""
    kind = column.type
    if isinstance(kind, sa.Boolean):
        found: st.SearchStrategy[Any] = st.integers(0, 1)
    elif isinstance(kind, sa.BigInteger | Moment):
        found = st.integers(0, 1) | st.integers(-(2**63), 2**63 - 1)
    elif isinstance(kind, sa.Integer):
        found = st.integers(0, 1) | st.integers(-(2**31), 2**31 - 1)
    else:
        assert isinstance(kind, sa.Text)
        found = _TEXTS
    if column is column.table.autoincrement_column:
        found = st.integers(1, 50) | st.integers(2**31, 2**40)
    return st.none() | found if column.nullable else found


def fill(path: Path, data: st.DataObject) -> None:
    """Put rows of chance into every table that is moved: whatever the schema takes."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in moved_tables():
            parents = {
                key: list(
                    connection.execute(
                        f"SELECT {', '.join(e.column.name for e in key.elements)} FROM {key.referred_table.name}"
                    )
                )
                for key in table.foreign_key_constraints
            }
            for _ in range(data.draw(st.integers(0, 6), table.name)):
                row = {column.name: data.draw(_values(column)) for column in table.c}
                for key, found in parents.items():
                    names = [element.parent.name for element in key.elements]
                    may_be_none = any(table.c[name].nullable for name in names)
                    choices = [*found, *([(None,) * len(names)] if may_be_none else [])]
                    if not choices:
                        break
                    row |= dict(zip(names, data.draw(st.sampled_from(choices)), strict=True))
                else:
                    marks = ", ".join("?" * len(row))
                    connection.execute(
                        f"INSERT OR IGNORE INTO {table.name} ({', '.join(row)}) VALUES ({marks})", list(row.values())
                    )


@contextmanager
def held(server: Server, url: str, *, at: str) -> Iterator[Any]:
    """Inside, a move to this database, which has the schema already, waits: ``at="acts"`` or ``at="commit"``.

    The connection that is given holds it: ``pg_advisory_unlock`` or :func:`let_go` lets it go on.
    """
    trigger = {
        "acts": "CREATE TRIGGER hold BEFORE INSERT ON acts",
        "commit": "CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON meta DEFERRABLE INITIALLY DEFERRED",
    }[at]
    with server.connect(url.rpartition("/")[2]) as connection:
        connection.execute(
            "CREATE FUNCTION hold() RETURNS trigger AS "
            f"$$ BEGIN PERFORM pg_advisory_xact_lock_shared({LOCK}); RETURN NEW; END $$ LANGUAGE plpgsql"
        )
        connection.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION hold()")
        connection.execute(f"SELECT pg_advisory_lock({LOCK})")
        yield connection
        let_go(connection)
        until_alone(connection)
        connection.execute("DROP FUNCTION hold() CASCADE")


def let_go(connection: Any) -> None:
    """What waits goes on."""
    connection.execute("SELECT pg_advisory_unlock_all()")


def until_waiting(connection: Any, count: int = 1) -> None:
    """Wait until so many transactions of this database wait for an advisory lock."""
    query = (
        "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database "
        "WHERE locktype = 'advisory' AND NOT granted AND d.datname = current_database()"
    )
    until_so(lambda: connection.execute(query).fetchone()[0] >= count)


def end_others(connection: Any) -> None:
    """The server ends all other connections to this database."""
    connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid()"
    )
