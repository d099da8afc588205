"""The lease: at most one process serves a database, and with it the servers that its bot is on.

A process that dies without a word leaves its lease behind. On the same machine the next start sees that the
process is gone; elsewhere it waits as long as a lease lasts, by its own clock, and looks whether it was renewed
meanwhile. No clocks of two machines, and no two readings of one that may be set, are ever compared for that.

Whoever lost its lease without noticing, since it was stopped or slept, can write nothing when it wakes up: every
transaction that writes asks first whether the lease is still its own.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .dialects import kept, seized
from .errors import Held, LeaseHeld, LeaseLost
from .locks import Lock
from .plan import end_ranges
from .process import Process, is_alive, this_process
from .schema import lease, meta

LIFE = timedelta(seconds=60)
"""How long a lease that is not renewed must be watched before it may be taken as abandoned."""

_HOLDER = kept(sa.select(lease.c.holder))


class Lease:
    """This process's claim on the database."""

    is_shared = False
    """Whether other processes commit in the matches of this database too."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._holder = secrets.token_hex(8)
        self._is_held = False

    async def take(self, now: datetime, *, abandoned: Held | None = None) -> bool:
        """Take the lease if it is free, or if the process that has it is known to be dead; or renew it. Returns True.

        From then on this store writes only as long as it has the lease. Raises LeaseHeld while another process has it,
        RangesHeld while some share the database by shards. `abandoned` is what LeaseHeld told before a wait of LIFE by
        a clock that nobody sets: if the lease is still exactly that, it is taken. `now` is only told to people.
        """
        async with self._database.write(fenced=False) as connection:
            await self._database.alone(connection, Lock.SERVE)
            await end_ranges(connection)
            # What the clocks of a part were given back until: from now on they all run alike.
            await connection.execute(sa.delete(meta).where(meta.c.key.startswith("running ")))
            # Another process may be quicker between any two statements of a database with several writers.
            while not await self._try(connection, now, abandoned):
                pass
        self._database.fence = self._check
        self._is_held = True
        return True

    async def renew(self, now: datetime) -> None:
        """Go on holding the lease. Raises LeaseLost when another process has taken it, DatabaseGone as any write."""
        renewal = sa.update(lease).where(lease.c.holder == self._holder)
        async with self._database.write(fenced=False) as connection:
            found = await connection.execute(renewal.values(beat=lease.c.beat + 1, until=now + LIFE))
        if found.rowcount == 0:
            self._is_held = False
            raise LeaseLost

    async def drop(self) -> None:
        """Let the next process start at once. This store writes nothing any more."""
        self._is_held = False
        async with self._database.write(fenced=False) as connection:
            await connection.execute(sa.delete(lease).where(lease.c.holder == self._holder))

    def covers(self, guild_id: int | None) -> bool:
        """Whether what is done once for the matches of this server is this process's work: the one place to ask.

        One process serves all servers, and what is played in private (None), as long as it has the lease; where several
        share them, each has some, and what is played in private belongs to one of them.
        """
        return self._is_held

    def holds(self, guild_id: int | None) -> bool:
        """Whether the matches of this server are kept in this process's memory, since only this process acts in them.

        The rows of others are loaded whenever somebody wants to act.
        """
        return True  # one process alone: nothing is written by anybody else

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the servers that this process serves, by names that stay; none where one process has all."""
        return ()

    def part_of(self, guild_id: int | None) -> str | None:
        """The part to which a server belongs; None where there are no parts."""
        return None

    async def serving_alone(self, now: datetime) -> Process | None:
        """The process that serves everything and lives, or, where that is not known, should still have the lease.

        None without one, and where processes share the bot.
        """
        async with self._database.read() as connection:
            row = (await connection.execute(sa.select(lease))).one_or_none()
        return process_of(row) if row is not None and _should_live(row, now) else None

    async def _try(self, connection: AsyncConnection, now: datetime, abandoned: Held | None) -> bool:
        """Take the lease as it is found; False when it changed at that very moment."""
        me = this_process()
        mine = {"holder": self._holder, "host": me.host, "pid": me.pid, "born": me.born, "until": now + LIFE}
        row = await self._found(connection, abandoned)
        if row is None:
            insert = self._database.insert(lease).values(id=1, beat=1, **mine).on_conflict_do_nothing()
            return (await connection.execute(insert)).rowcount == 1
        unchanged = sa.and_(lease.c.holder == row.holder, lease.c.beat == row.beat)
        update = sa.update(lease).where(unchanged).values(beat=row.beat + 1, **mine)
        return (await connection.execute(update)).rowcount == 1

    async def _found(self, connection: AsyncConnection, abandoned: Held | None) -> sa.Row[Any] | None:
        """The lease as it is, if there is one, which may be taken. Raises LeaseHeld where it must not."""
        row = (await connection.execute(seized(sa.select(lease)))).one_or_none()
        if row is not None and row.holder != self._holder:
            found = Held(row.holder, row.beat)
            if found != abandoned and is_alive(process_of(row)) is not False:
                raise LeaseHeld(found, row.until)
        return row

    async def _check(self, connection: AsyncConnection) -> None:
        """The fence: raises LeaseLost unless the lease is this process's own, and stays it until the commit."""
        if await connection.scalar(_HOLDER) != self._holder:
            self._is_held = False
            raise LeaseLost


class Beside(Lease):
    """No claim at all, for a process that acts in the matches that others serve: the number of its act decides."""

    is_shared = True

    def covers(self, guild_id: int | None) -> bool:
        """Nothing is this process's work but what it is asked for."""
        return False

    def holds(self, guild_id: int | None) -> bool:
        """Nothing is kept: the rows are the truth."""
        return False


def _should_live(row: sa.Row[Any], now: Any) -> bool:
    """Whether the process that a row tells of lives; where that is not known, whether its time has not run out."""
    alive = is_alive(process_of(row))
    return bool(row.until > now) if alive is None else alive


def process_of(row: sa.Row[Any]) -> Process:
    """The process that a row of the lease tells of."""
    return Process(row.host, row.pid, row.born)
