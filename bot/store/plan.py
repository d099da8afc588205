"""The plan by which processes share a bot: into how many shards its servers fall, and the shards into ranges.

Discord puts a server into a shard by its id, so whoever knows the plan knows whose a server is. The plan holds for all
processes at once; it changes only while none of them serves.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .dialects import seized
from .errors import RangesHeld
from .locks import Lock, holders
from .process import Process, is_alive
from .schema import EPOCH, MILLISECOND, meta
from .schema_shards import NOW, shard_lease, shard_plan

MOST_SHARDS = 16_000
"""More than any bot has; what goes beyond is a slip of the finger."""

MOST_RANGES = 20
"""Each range has a part of the bot's requests a second, and there are not more parts."""

SHARDS_OF_ONE = 25
"""Shards that one process carries well, in a plan that nobody has made otherwise: some 25,000 servers."""

_IS_HELD = shard_lease.c.holder.is_not(None)
_PLAN = sa.select(shard_plan.c.shard_count, shard_plan.c.ranges)


@dataclass(frozen=True, slots=True)
class Plan:
    """So many shards in so many ranges, as even as can be. Raises ValueError for what cannot be."""

    shard_count: int
    ranges: int

    def __post_init__(self) -> None:
        if not 1 <= self.ranges <= min(self.shard_count, MOST_RANGES) or self.shard_count > MOST_SHARDS:
            raise ValueError(f"{self.shard_count} shards in {self.ranges} ranges")

    @classmethod
    def usual(cls, shard_count: int) -> Plan:
        """The plan for so many shards where nobody has made another."""
        return cls(shard_count, min(MOST_RANGES, -(-shard_count // SHARDS_OF_ONE)))

    def shards(self, of: int) -> range:
        """The shards of a range."""
        return range(of * self.shard_count // self.ranges, (of + 1) * self.shard_count // self.ranges)

    def range_of(self, guild_id: int | None) -> int:
        """The range of a server; what belongs to none is Discord's first shard's."""
        shard = 0 if guild_id is None else (guild_id >> 22) % self.shard_count
        return ((shard + 1) * self.ranges - 1) // self.shard_count


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that holds a range, by a token, since a moment by the database's clock.

    `is_closing`: it was told to stop; `is_overdue`: it does not renew the range any more.
    """

    process: Process
    token: int
    since: datetime
    is_closing: bool
    is_overdue: bool


class Plans:
    """The plan in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self) -> Plan | None:
        """The plan; None before there is any."""
        async with self._database.read() as connection:
            return await plan_of(connection)

    async def add(self, plan: Plan) -> Plan:
        """Make it the plan if there is none yet. Returns the plan that there is then."""
        async with self._database.write(fenced=False) as connection:
            await self._database.alone(connection, Lock.SERVE)
            found = await plan_of(connection)
            if found is None:
                await connection.execute(sa.insert(shard_plan).values(id=1, **_values(plan)))
            return found or plan

    async def holders(self, plan: Plan) -> tuple[dict[int, Holder], int]:
        """Who holds which range, and how many processes stand by."""
        query = sa.select(shard_lease, (shard_lease.c.until < NOW).label("is_overdue"))
        async with self._database.read() as connection:
            rows = await connection.execute(query.where(_IS_HELD, shard_lease.c.range < plan.ranges))
            held = {row.range: _holder(row) for row in rows}
            counted = sa.select(sa.func.count()).select_from(holders(Lock.STANDBY).subquery())
            return held, await connection.scalar(counted) or 0

    async def set(self, plan: Plan) -> None:
        """Make it the plan. Raises RangesHeld while any process holds a range by the plan there is."""
        async with self._database.write(fenced=False) as connection:
            await self._database.alone(connection, Lock.SERVE)
            await end_ranges(connection)
            await connection.execute(sa.delete(meta).where(meta.c.key.startswith("running ")))  # by the parts of before
            insert = self._database.insert(shard_plan).values(id=1, **_values(plan))
            await connection.execute(insert.on_conflict_do_update(index_elements=["id"], set_=_values(plan)))


async def plan_of(connection: AsyncConnection) -> Plan | None:
    """The plan, by a connection that is there."""
    row = (await connection.execute(_PLAN)).one_or_none()
    return None if row is None else Plan(row.shard_count, row.ranges)


async def end_ranges(connection: AsyncConnection) -> None:
    """Let nobody hold a range any more: neither who died with one nor, should they wake up, who did not renew it.

    Raises RangesHeld while any process does.
    """
    found = (await connection.execute(seized(sa.select(shard_lease).where(_IS_HELD)))).all()
    if not found:
        return
    now = await connection.scalar(sa.select(NOW))
    if any(row.until > now and is_alive(Process(row.host, row.pid, row.born)) is not False for row in found):
        raise RangesHeld
    await connection.execute(sa.update(shard_lease).where(_IS_HELD).values(token=shard_lease.c.token + 1, holder=None))


def _holder(row: sa.Row[Any]) -> Holder:
    since = EPOCH + row.since * MILLISECOND
    return Holder(Process(row.host, row.pid, row.born), row.token, since, row.is_closing, row.is_overdue)


def _values(plan: Plan) -> dict[str, int]:
    return {"shard_count": plan.shard_count, "ranges": plan.ranges}
