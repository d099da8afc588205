"""When a shard may identify itself to Discord, agreed by all processes of the bot through the database.

Discord takes one identify in five seconds in each bucket, which is the shard's number modulo a figure that it tells;
and a thousand session starts a day. From a bot that has none left it takes the token away.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa

from .database import Database
from .errors import TooManyStarts
from .schema import EPOCH
from .schema_shards import NOW, identify, session_starts

SPACING = 5.5
"""Seconds between two identifies in a bucket: Discord's five, and what the way there may shorten them by."""

A_DAY = 1000
"""Session starts that Discord gives a day, as long as it has not told otherwise."""

RESERVE = 50
"""Session starts that are left for whoever mends what used up the others."""

_DAY = 24 * 60 * 60 * 1000
_IS_OVER = session_starts.c.resets_at <= NOW


class Identify:
    """The turns of all shards."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def told(self, remaining: int, reset_after: int) -> None:
        """Note what Discord says: how many starts remain, and for how many milliseconds it counts on."""
        values = {"remaining": remaining, "resets_at": NOW + reset_after}
        insert = self._database.insert(session_starts).values(id=1, **values)
        async with self._database.write(fenced=False) as connection:
            await connection.execute(insert.on_conflict_do_update(index_elements=["id"], set_=values))

    async def remaining(self) -> int | None:
        """Session starts that remain; None before Discord has told."""
        async with self._database.read() as connection:
            found: int | None = await connection.scalar(
                sa.select(sa.case((_IS_OVER, A_DAY), else_=session_starts.c.remaining))
            )
            return found

    async def turn(self, shard_id: int, buckets: int) -> float:
        """Take the turn of a shard. Returns 0.0 if it has it, else the seconds until it may try again.

        Whoever dies while it waits keeps nobody else waiting. Raises TooManyStarts.
        """
        bucket = identify.c.bucket == shard_id % buckets
        async with self._database.write(fenced=False) as connection:
            insert = self._database.insert(identify).values(bucket=shard_id % buckets, free_at=0)
            await connection.execute(insert.on_conflict_do_nothing())
            take = sa.update(identify).where(bucket, identify.c.free_at <= NOW)
            if (await connection.execute(take.values(free_at=NOW + int(SPACING * 1000)))).rowcount == 0:
                wait = await connection.scalar(sa.select(identify.c.free_at - NOW).where(bucket))
                return max(0.001, (wait or 0) / 1000)
            values = {
                "remaining": sa.case((_IS_OVER, A_DAY), else_=session_starts.c.remaining) - 1,
                "resets_at": sa.case((_IS_OVER, NOW + _DAY), else_=session_starts.c.resets_at),
            }
            left = sa.update(session_starts).values(values)
            row = (await connection.execute(left.returning(*session_starts.c))).one_or_none()
            if row is not None and row.remaining < RESERVE:
                raise TooManyStarts(row.remaining + 1, EPOCH + timedelta(milliseconds=row.resets_at))
            return 0.0
