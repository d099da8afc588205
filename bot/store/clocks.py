"""The clocks of open matches: one row for each, written with the act that starts it, found by what is due next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock, Stage

from .database import Database
from .dialects import seized
from .errors import DamagedRow
from .schema import OPEN_MATCH, clocks, matches, meta

AT_ONCE = 1000
"""Clocks that are set back by one statement."""


class Due(NamedTuple):
    """A match in which something is to be done about its clock."""

    match_id: int
    guild_id: int | None


class Clocks:
    """The clocks as rows. Their moments are milliseconds of running time."""

    def __init__(self, database: Database, part_of: Callable[[int | None], str | None]) -> None:
        self._database = database
        self._part_of = part_of

    async def next(self, after: int) -> int | None:
        """When something is to be done next in any match, later than some moment; None if nowhere."""
        async with self._database.read() as connection:
            query = sa.select(sa.func.min(clocks.c.next_at)).where(clocks.c.next_at > after)
            found: int | None = await connection.scalar(query)
            return found

    async def due(self, now: int) -> list[Due]:
        """The matches in which something is to be done now, those that have waited longest first."""
        query = (
            sa.select(clocks.c.match_id, matches.c.guild_id)
            .join(matches, matches.c.id == clocks.c.match_id)
            .where(clocks.c.next_at <= now)
            .order_by(clocks.c.next_at)
        )
        async with self._database.read() as connection:
            return [Due(*row) for row in await connection.execute(query)]

    async def set(self, match_id: int, clock: Clock, seen: Clock) -> bool:
        """Put another clock in the place of the one that was seen in an open match; False if it is another one."""
        same = (clocks.c[name].is_not_distinct_from(value) for name, value in row_of(seen).items())
        update = sa.update(clocks).where(clocks.c.match_id == match_id, *same).values(row_of(clock))
        async with self._database.write() as connection:
            return (await connection.execute(update)).rowcount == 1

    async def give_back(self, lost: int, part: str, key: str, until: str) -> None:
        """Set back the clocks of a part of the servers by what they have lost, and note it under a key."""
        running = sa.select(clocks.c.match_id, matches.c.guild_id).join(matches, matches.c.id == clocks.c.match_id)
        values = {"due": clocks.c.due + lost, "next_at": clocks.c.next_at + lost}
        async with self._database.write() as connection:
            rows = await connection.execute(running.where(clocks.c.stopped_at.is_(None)))
            mine = [row.match_id for row in rows if self._part_of(row.guild_id) == part]
            for start in range(0, len(mine), AT_ONCE):
                these = clocks.c.match_id.in_(mine[start : start + AT_ONCE])
                await connection.execute(sa.update(clocks).where(these).values(values))
            await connection.execute(sa.update(meta).where(meta.c.key == key).values(value=until))

    async def add_missing(self, clock: Clock) -> list[int]:
        """Give this clock to the open matches that have none. Returns which, oldest first."""
        without = sa.select(matches.c.id).where(OPEN_MATCH, ~sa.exists().where(clocks.c.match_id == matches.c.id))
        async with self._database.write() as connection:
            found = sorted(await connection.scalars(seized(without)))
            if found:
                await connection.execute(sa.insert(clocks), [{"match_id": one, **row_of(clock)} for one in found])
        return found

    async def change_in(self, guild_id: int, change: Callable[[Clock], Clock]) -> list[int]:
        """Change the clocks of all open matches of a server. Returns which, oldest first."""
        here = sa.select(matches.c.id).where(OPEN_MATCH, matches.c.guild_id == guild_id)
        async with self._database.write() as connection:
            return await change_clocks(connection, sorted(await connection.scalars(seized(here))), change)

    async def not_longer(self, length: timedelta) -> list[Due]:
        """The matches whose clocks are at most so long, and do not stand still."""
        query = (
            sa.select(clocks.c.match_id, matches.c.guild_id)
            .join(matches, matches.c.id == clocks.c.match_id)
            .where(clocks.c.seconds <= int(length.total_seconds()), clocks.c.stopped_at.is_(None))
        )
        async with self._database.read() as connection:
            return [Due(*row) for row in await connection.execute(query)]

    async def put_off(self, match_id: int, now: int, next_at: int) -> None:
        """Look at a clock that is due again at another time; nothing else changes, whatever its row may hold.

        One that is not due is another one, begun meanwhile, and stays as it is.
        """
        is_due = sa.and_(clocks.c.match_id == match_id, clocks.c.next_at <= now)
        update = sa.update(clocks).where(is_due).values(next_at=next_at)
        async with self._database.write() as connection:
            await connection.execute(update)


def clock_of(row: sa.Row[Any]) -> Clock:
    """The clock that a row tells of. Raises DamagedRow."""
    try:
        length = None if row.seconds is None else timedelta(seconds=row.seconds)
        return Clock(length, row.due, row.next_at, stage_of(row.stage), row.stopped_at)
    except (TypeError, OverflowError):
        raise DamagedRow("A clock in the database is none.") from None


def stage_of(text: str) -> Stage:
    """The stage that is kept so. Raises DamagedRow."""
    try:
        return Stage(text)
    except ValueError:
        raise DamagedRow("A clock in the database has no such stage.") from None


def row_of(clock: Clock) -> dict[str, Any]:
    """The clock as columns."""
    return {
        "seconds": None if clock.length is None else int(clock.length.total_seconds()),
        "stage": clock.stage.value,
        "due": clock.due,
        "next_at": clock.next_at,
        "stopped_at": clock.stopped_at,
    }


async def put_clock(database: Database, connection: AsyncConnection, match_id: int, clock: Clock) -> None:
    """Start the clock of a match, in the place of the one before, in the caller's transaction."""
    row = row_of(clock)
    insert = database.insert(clocks).values(match_id=match_id, **row)
    await connection.execute(insert.on_conflict_do_update(index_elements=["match_id"], set_=row))


async def drop_clock(connection: AsyncConnection, match_id: int) -> None:
    """A match that is over has no clock, in the caller's transaction."""
    await connection.execute(sa.delete(clocks).where(clocks.c.match_id == match_id))


async def change_clocks(
    connection: AsyncConnection, match_ids: Sequence[int], change: Callable[[Clock], Clock]
) -> list[int]:
    """Change the clocks of some matches, in the caller's transaction. Returns those that changed.

    A damaged one stays as it is, and keeps no other from changing.
    """
    changed = []
    for row in (await connection.execute(sa.select(clocks).where(clocks.c.match_id.in_(match_ids)))).all():
        try:
            before = clock_of(row)
        except DamagedRow:
            continue
        after = change(before)
        if after != before:
            this = sa.update(clocks).where(clocks.c.match_id == row.match_id)
            await connection.execute(this.values(row_of(after)))
            changed.append(row.match_id)
    return sorted(changed)
