"""What each result adds to the leaderboards: its players' shares, and the sums kept of them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import results, seats, standings

COUNTED = ("matches", "wins", "losses", "points_for", "points_against", "deals")
"""What is summed."""

NOT_VOIDED = results.c.is_voided.is_(False)
"""Results that count; one that a moderator has voided counts nowhere."""

MINE, _OTHER = seats.alias("mine"), seats.alias("other")
"""The seat whose share it is, and the other one."""


def sides(*conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Results as seen by each of the people who played: those that the conditions leave, voided ones too."""
    seat, winner = MINE.c.seat, results.c.winner
    points = sa.case((seat == 0, results.c.points0), else_=results.c.points1)
    against = sa.case((seat == 0, results.c.points1), else_=results.c.points0)
    return (
        sa.select(
            results.c.match_id,
            results.c.guild_id,
            seat.label("seat"),
            MINE.c.user_id,
            _OTHER.c.user_id.label("opponent_id"),
            _OTHER.c.name.label("opponent_name"),
            sa.case((results.c.counts, 1), else_=0).label("matches"),
            sa.case((sa.and_(results.c.counts, winner == seat), 1), else_=0).label("wins"),
            sa.case((sa.and_(results.c.counts, winner == 1 - seat), 1), else_=0).label("losses"),
            points.label("points_for"),
            against.label("points_against"),
            results.c.deals,
        )
        .select_from(
            results.join(MINE, MINE.c.match_id == results.c.match_id).join(
                _OTHER, sa.and_(_OTHER.c.match_id == results.c.match_id, _OTHER.c.seat == 1 - seat)
            )
        )
        .where(
            # A match without a server counts on none; nobody has a line for nothing.
            results.c.guild_id.is_not(None),
            # Neither the house nor somebody who asked to be forgotten; and nothing that was played against the house.
            MINE.c.user_id.is_not(None),
            _OTHER.c.kind == "person",
            sa.or_(results.c.counts, results.c.deals > 0),
            *conditions,
        )
    )


def sums(*conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The shares of results, summed by server and player."""
    found = sides(*conditions).subquery("sides")
    who = (found.c.guild_id, found.c.user_id)
    return sa.select(*who, *(sa.func.sum(found.c[name]).label(name) for name in COUNTED)).group_by(*who)


async def shift(database: Database, connection: AsyncConnection, *conditions: sa.ColumnElement[bool], by: int) -> None:
    """Add the shares of results to the sums (``by`` 1), or take them out again (-1), in the caller's transaction."""
    found = await connection.execute(sums(*conditions))
    rows = [
        {"guild_id": row.guild_id, "user_id": row.user_id, **{name: by * getattr(row, name) for name in COUNTED}}
        # By user, so that two transactions never wait for each other's rows.
        for row in sorted(found, key=lambda row: (row.guild_id, row.user_id))
    ]
    if not rows:
        return
    insert = database.insert(standings)
    upsert = insert.on_conflict_do_update(
        index_elements=["guild_id", "user_id"],
        set_={name: standings.c[name] + insert.excluded[name] for name in COUNTED},
    )
    await connection.execute(upsert, rows)
    if by < 0:
        # A rebuild would have no line for them either.
        servers = {row["guild_id"] for row in rows}
        nothing = sa.and_(standings.c.matches == 0, standings.c.deals == 0, standings.c.guild_id.in_(servers))
        await connection.execute(sa.delete(standings).where(nothing))
