"""Moving the bot from a SQLite database to a PostgreSQL one, whole or not at all."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from .copier import Copier, filling, id_columns, moved_tables
from .database import Database
from .errors import LeaseHeld, MovedAway, StoreError, StoreUnavailable
from .files import file_of, is_running
from .meta import Meta
from .moved import MOVED, MOVED_HERE, MOVING, check_place, move_back
from .pieces import Pieces
from .schema import matches, meta
from .store import Store

RENEWAL = 20.0
"""Seconds between two renewals of the lease on the old database, which lasts sixty."""

Tell = Callable[["Progress"], None]


class Progress(NamedTuple):
    """How many of a table's rows have been copied."""

    table: str
    done: int
    total: int


class Moved(NamedTuple):
    """What was moved. `is_old`: an earlier move, of which it was not known that it had been committed."""

    matches: int
    rows: int
    is_old: bool = False


async def move(source: str, target: str, now: Callable[[], datetime], tell: Tell) -> Moved:
    """Copy everything from the database of one URL to the empty one of the other, in one transaction of that.

    The source, of an older schema too (it is brought up to date first), is this process's own meanwhile; afterwards it
    is marked, so that no bot goes on with it. Raises StoreError; then nothing has moved, and the source is as usable as
    before, but for MoveUnsure.
    """
    path = file_of(source)
    if path is None:
        raise StoreError("DATABASE_URL names no SQLite database, and only such a one is moved.")
    if file_of(target) is not None:
        raise StoreError("The URL to move to names a SQLite database: name one of PostgreSQL (postgresql://…).")
    if is_running(source, now()):
        raise StoreError("The bot is running with this database: stop it first.")
    new = Database(target)
    old = await Store.open(source, create=False)
    try:
        await _take(old, now())
        return await _Move(old, new, Pieces(path), now, tell).go()
    finally:
        await new.close()
        await _let_go(old)


class _Move:
    def __init__(self, old: Store, new: Database, pieces: Pieces, now: Callable[[], datetime], tell: Tell) -> None:
        self._old, self._new, self._pieces = old, new, pieces
        self._now, self._tell = now, tell
        self._renewed = asyncio.get_running_loop().time()
