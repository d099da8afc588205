"""Moving the bot from a SQLite database to a PostgreSQL one, whole or not at all."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from .copier import Copier, Target, id_columns, moved_tables
from .errors import DamagedRow, LeaseHeld, MovedAway, MoveUnsure, StoreError
from .files import file_of, is_running
from .moved import MOVED, MOVING
from .pieces import Pieces
from .store import Store

RENEWAL = 20.0
"""Seconds between two renewals of the lease on the old database, which lasts sixty."""

TELL_EVERY = 500_000
"""Rows of a large table after which progress is told."""


class Progress(NamedTuple):
    """How many of a table's rows have been copied."""

    table: str
    done: int
    total: int


Now = Callable[[], datetime]
Tell = Callable[[Progress], None]


async def move_to(source: str, target: str, now: Now, tell: Tell) -> bool:
    """Copy everything from the database of one URL to the empty one of the other, in one transaction of that.

    The source is this process's own meanwhile, and brought up to date first where its schema is older; afterwards it is
    marked, so that no bot goes on with it. `now()` is only told to people, `tell` is told of each table. Returns False
    when an earlier move turns out to have done it all. Raises StoreError; then nothing has moved and the source is as
    usable as before, but for MoveUnsure.
    """
    path = file_of(source)
    if path is None:
        raise StoreError("DATABASE_URL names no SQLite database, and only such a one is moved.")
    if file_of(target) is not None:
        raise StoreError("The URL to move to is one of SQLite: name a PostgreSQL database (postgresql://…).")
    if is_running(source, now()):
        raise StoreError("The bot is running with this database: stop it first.")
    new = Target(target)
    try:
        old = await Store.open(source, create=False)
        try:
            await _take(old, now())
            with Pieces(path) as pieces:
                return await _Move(old, new, pieces, now, tell).go()
        finally:
            with suppress(StoreError):
                await old.lease.drop()
            await old.close()
    finally:
        await new.close()


async def _take(store: Store, now: datetime) -> None:
    """Have the lease, also one that a process elsewhere has left behind: it can write nothing from then on."""
    try:
        await store.lease.take(now)
    except LeaseHeld as held:
        if held.until > now:
            raise
        await store.lease.take(now, abandoned=held.held)


class _Move:
    """One move, both databases open."""

    def __init__(self, old: Store, new: Target, pieces: Pieces, now: Now, tell: Tell) -> None:
        self._old, self._new, self._pieces = old, new, pieces
        self._now, self._tell = now, tell
        self._renewed = asyncio.get_running_loop().time()

    async def go(self) -> bool:
        """Do it."""
        if await self._old.meta.get(MOVED) is not None:
            raise MovedAway
        earlier = await self._old.meta.get(MOVING)
        if earlier is not None and await self._new.has_received(earlier):
            await self._old.meta.set(MOVED, earlier)
            return False
        await self._old.meta.remove(MOVING)
        number = secrets.token_hex(8)
        try:
            async with self._new.filling() as copier:
                await self._copy(copier)
                await copier.sign(number)
                # Asks for the lease once more: nobody else has written anything since it was taken.
                await self._old.meta.set(MOVING, number)
        except StoreError as error:
            if await self._old.meta.get(MOVING) != number or not await self._has_come_after_all(number, error):
                raise
        await self._old.meta.set(MOVED, number)
        return True

    async def _copy(self, copier: Copier) -> None:
        for table in moved_tables():
            await self._copy_table(copier, table)
        for column in id_columns():
            await copier.go_on_after(column, self._pieces.latest_id(column))

    async def _copy_table(self, copier: Copier, table: sa.Table) -> None:
        done, total = 0, self._pieces.count(table)
        for rows in self._pieces.read(table):
            await self._renew()
            await copier.add(table, rows, self._pieces)
            done += len(rows)
            if done == total or done % TELL_EVERY == 0:
                self._tell(Progress(table.name, done, total))
        if done != total:
            raise DamagedRow(f"The table {table.name} has {total} rows, of which {done} can be found by their keys.")

    async def _renew(self) -> None:
        """Keep a bot that is started meanwhile from taking the old database for abandoned."""
        moment = asyncio.get_running_loop().time()
        if moment >= self._renewed + RENEWAL:
            self._renewed = moment
            await self._old.lease.renew(self._now())

    async def _has_come_after_all(self, number: str, error: StoreError) -> bool:
        """Whether a commit that was not confirmed was one. Raises MoveUnsure when that is not to be learned now."""
        try:
            has_come = await self._new.has_received(number)
        except StoreError:
            raise MoveUnsure from error
        if not has_come:
            await self._old.meta.remove(MOVING)
        return has_come
