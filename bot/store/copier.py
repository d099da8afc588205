"""The receiving end of a move: an empty PostgreSQL database, filled in one transaction."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .errors import DamagedRow, StoreError, StoreUnavailable
from .locks import Lock
from .migrate import bring_to_head, known_revision
from .moved import MOVED_HERE
from .pieces import Pieces, Row, named
from .schema import meta, metadata
from .server import ENCODING, OLDEST, server_of

STAYS = frozenset({"lease", "shard_plan", "shard_lease", "identify", "session_starts"})
"""Tables whose rows tell of processes, and are of no use elsewhere."""

_LINE = re.compile(r", line (\d+)")
"""Where the server says at which row of a COPY it stopped."""


def moved_tables() -> list[sa.Table]:
    """The tables that are moved, in an order in which whatever a row refers to is there before it."""
    return [table for table in metadata.sorted_tables if table.name not in STAYS]


class Copier:
    """What is done within the transaction."""

    def __init__(self, connection: AsyncConnection, driver: Any) -> None:
        self._connection = connection
        self._driver = driver

    async def add(self, table: sa.Table, rows: Sequence[Row], source: Pieces) -> None:
        """Add rows, as the source has them. Raises DamagedRow for one that a key or a rule of the schema refuses."""
        from asyncpg import (
            DataError,
            ForeignKeyViolationError,
            IntegrityConstraintViolationError,
            InterfaceError,
            PostgresError,
        )

        try:
            await self._driver.copy_records_to_table(table.name, records=rows, columns=table.c.keys())
        except ForeignKeyViolationError:
            row = source.orphan(table)
            raise DamagedRow(f"The row of the table {named(table, row)} refers to one that is not there.") from None
        except IntegrityConstraintViolationError as error:
            row, rule = _refused(rows, error), error.constraint_name
            raise DamagedRow(f"The row of the table {named(table, row)} breaks the rule {rule}.") from None
        except DataError as error:
            row = _refused(rows, error)
            raise DamagedRow(f"PostgreSQL takes not all of the row of the table {named(table, row)}.") from None
        except PostgresError as error:
            # Not the whole error: its details may be a row.
            raise StoreUnavailable(f"PostgreSQL did not take the table {table.name} ({error.args[0]}).") from None
        except InterfaceError:
            raise StoreUnavailable("The connection to PostgreSQL was lost.") from None

    async def go_on_after(self, column: sa.Column[Any], latest: int) -> None:
        """Let the ids that are given here begin after that one."""
        if latest > 0:
            sequence = sa.func.pg_get_serial_sequence(column.table.name, column.name)
            await self._connection.execute(sa.select(sa.func.setval(sequence, latest)))

    async def sign(self, number: str) -> None:
        """Note the number of the move."""
        await self._connection.execute(sa.insert(meta).values(key=MOVED_HERE, value=number))


class Target:
    """The database to be filled."""

    def __init__(self, url: str) -> None:
        """Prepare to connect. Raises StoreError, as all methods."""
        self._url = url
        self._database = Database(url)

    @asynccontextmanager
    async def filling(self) -> AsyncIterator[Copier]:
        """The transaction: the schema is made where it is missing, and nobody else can write anything before the end.

        When there is anything in the database already it stays as it was.
        """
        name = self._database.name
        await self._check_server()
        async with self._database.write(fenced=False) as connection:
            await self._database.alone(connection, Lock.MIGRATE)
            if await connection.run_sync(known_revision) is None and await connection.run_sync(_has_tables):
                raise StoreError(f"There are tables of something else in {name}: name an empty database.")
            await connection.run_sync(bring_to_head)
            # Of a bot that is started with it too, which would else take its lease.
            names = ", ".join(metadata.tables)
            await connection.execute(sa.text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))
            for table in metadata.sorted_tables:
                if await connection.scalar(sa.select(sa.exists().select_from(table))):
                    raise StoreError(f"There are rows in {name}, in the table {table.name}: name an empty database.")
            raw = await connection.get_raw_connection()
            yield Copier(connection, raw.driver_connection)

    async def _check_server(self) -> None:
        server = await server_of(self._url)
        if server is not None and not server.is_new_enough:
            raise StoreError(f"The server has PostgreSQL {server.version}: the bot needs {OLDEST} or newer.")
        if server is not None and server.encoding != ENCODING:
            raise StoreError(f"The new database has the encoding {server.encoding}: make it with {ENCODING}.")

    async def has_received(self, number: str) -> bool:
        """Whether the move of that number was committed here; one that is being committed is waited for."""
        async with self._database.write(fenced=False) as connection:
            await self._database.alone(connection, Lock.MIGRATE)
            if not await connection.run_sync(_has_tables):
                return False
            found = sa.select(meta.c.value).where(meta.c.key == MOVED_HERE)
            return await connection.scalar(found) == number

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()


def id_columns() -> list[sa.Column[Any]]:
    """The columns of the moved tables whose ids the database gives."""
    return [table.autoincrement_column for table in moved_tables() if table.autoincrement_column is not None]


def _refused(rows: Sequence[Row], error: Any) -> Row | None:
    """The row at which the server stopped, where it says."""
    found = _LINE.search(error.context or "")
    return rows[int(found[1]) - 1] if found else None


def _has_tables(connection: sa.Connection) -> bool:
    return bool(set(sa.inspect(connection).get_table_names()) & metadata.tables.keys())
