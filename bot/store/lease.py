"""The lease: at most one process serves a database, and with it the servers that its bot is on.

A process that dies without a word leaves its lease behind. On the same machine the next start sees that the
process is gone; elsewhere it waits until the lease has run out.
"""

from __future__ import annotations

import os
import platform
import secrets
from datetime import datetime, timedelta

import sqlalchemy as sa

from .database import Database
from .errors import LeaseHeld
from .schema import lease

LIFE = timedelta(seconds=60)
"""How long a lease holds after it was last renewed."""


class Lease:
    """This process's claim on the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._holder = secrets.token_hex(8)

    async def take(self, now: datetime) -> None:
        """Take the lease, or renew it. Raises LeaseHeld while another living process has it."""
        mine = {"holder": self._holder, "host": platform.node(), "pid": os.getpid(), "until": now + LIFE}
        async with self._database.write() as connection:
            row = (await connection.execute(sa.select(lease))).one_or_none()
            if row is None:
                await connection.execute(sa.insert(lease).values(id=1, **mine))
                return
            if row.holder != self._holder and is_living(row.host, row.pid, row.until, now):
                raise LeaseHeld(row.until)
            await connection.execute(sa.update(lease).values(**mine))

    async def renew(self, now: datetime) -> None:
        """Go on holding the lease. Raises LeaseHeld when another process has taken it meanwhile."""
        renewal = sa.update(lease).where(lease.c.holder == self._holder).values(until=now + LIFE)
        async with self._database.write() as connection:
            if (await connection.execute(renewal)).rowcount == 0:
                raise LeaseHeld(now)

    async def drop(self) -> None:
        """Let the next process start at once."""
        async with self._database.write() as connection:
            await connection.execute(sa.delete(lease).where(lease.c.holder == self._holder))


def is_living(host: str, pid: int, until: datetime, now: datetime) -> bool:
    """Whether the process that took a lease is to be taken as alive."""
    return until > now and not _is_gone(host, pid)


def _is_gone(host: str, pid: int) -> bool:
    """Whether the process that took the lease is known to be dead, or is this one in an earlier life."""
    if host != platform.node():
        return False
    if pid == os.getpid():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
