"""What only one process may do at a time, or many may say of themselves, as numbers of PostgreSQL's advisory locks.

The database gives each back when the transaction, or the connection, that has it ends. Besides its number a lock has
a key, such as a person, so that only the same work of the same one waits.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import sqlalchemy as sa

BASE = 0x_B91D_0000
"""Of the first of the two numbers, which are 32 bits each: far from the small ones that other programs may use."""

SIGN = 2**31

_LOCKS = sa.table(
    "pg_locks",
    *(sa.column(name) for name in ("locktype", "database", "classid", "objid", "objsubid", "granted")),
    sa.column("pid", sa.Integer),
)
_DATABASES = sa.table("pg_database", sa.column("oid"), sa.column("datname"))

BOTH_NUMBERS = 2
"""How the server writes that a lock has two numbers, and not one long one."""


class Lock(IntEnum):
    """A work that one process does at a time."""

    MIGRATE = 1
    """Looking at the schema's revision and bringing it up to date."""

    PING = 2
    """Looking whether somebody may ping somebody, and noting it; the key is who pings."""

    SOLO = 3
    """Putting an offer of a match alone in the place of the one before; the key is the person."""

    PERSON = 4
    """Changing some of a person's settings; the key is the person."""

    SERVE = 5
    """Beginning to serve: alone by the usual lease, or some range of the shards."""

    RANGE = 6
    """Serving a range of the shards, for as long as the connection lives; the key is the range."""

    STANDBY = 7
    """Waiting for a range, for as long as the connection lives; all who wait share it."""

    QUEUE = 8
    """Making the queue of what is thought elsewhere."""

    def numbers(self, key: int = 0) -> tuple[int, int]:
        """The two numbers, each with a sign, as the database wants them. Keys far apart may seldom have the same."""
        return BASE + self - 2 * SIGN, key % (2 * SIGN) - SIGN


def holders(lock: Lock, key: int | None = None) -> sa.Select[Any]:
    """Asks for the processes of the server behind the connections that hold a lock, of any key or of one."""
    first, second = (number % (2 * SIGN) for number in lock.numbers(key or 0))
    here = sa.select(_DATABASES.c.oid).where(_DATABASES.c.datname == sa.func.current_database()).scalar_subquery()
    query = sa.select(_LOCKS.c.pid).where(
        _LOCKS.c.locktype == "advisory",
        _LOCKS.c.database == here,
        sa.cast(_LOCKS.c.classid, sa.BigInteger) == first,
        _LOCKS.c.objsubid == BOTH_NUMBERS,
        _LOCKS.c.granted,
    )
    return query if key is None else query.where(sa.cast(_LOCKS.c.objid, sa.BigInteger) == second)
