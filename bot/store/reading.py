"""Finding matches: one, those of a place or a person, those of which something is still to be told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.values import ActRow, DealRow, MatchRow, NewAct, Notice, Place, Player, StoredMatch, Table, Unsettled

from .clocks import clock_of, stage_of
from .database import Database
from .errors import DamagedRow
from .schema import OPEN_MATCH, UNPUBLISHED, acts, clocks, deals, matches, notices, seats

UNKNOWN_ACT = -1
"""What the table of a match shows where that was not noted: no act has this number."""

AT_ONCE = 1000
"""Matches that are asked about in one statement."""

_SEATS = seats.alias("first"), seats.alias("second")
_PLAYER = ("kind", "user_id", "name", "strength", "version", "form")

# A match with both its seats in one row; one without a seat, which is damage, is found all the same.
_MATCH = sa.select(
    matches, *(side.c[name].label(f"{name}{seat}") for seat, side in enumerate(_SEATS) for name in _PLAYER)
).select_from(
    matches.outerjoin(_SEATS[0], sa.and_(_SEATS[0].c.match_id == matches.c.id, _SEATS[0].c.seat == 0)).outerjoin(
        _SEATS[1], sa.and_(_SEATS[1].c.match_id == matches.c.id, _SEATS[1].c.seat == 1)
    )
)
_DEALS = (
    sa.select(deals.c.deal, deals.c.dealer, deals.c.deck, deals.c.result_message_id)
    .where(deals.c.match_id == sa.bindparam("match_id"))
    .order_by(deals.c.deal)
)
_ACTS = (
    sa.select(acts.c.number, acts.c.deal, acts.c.seat, acts.c.kind, acts.c.value, acts.c.at)
    .where(acts.c.match_id == sa.bindparam("match_id"))
    .order_by(acts.c.number)
)
_NOTICES = sa.select(notices).where(notices.c.match_id == sa.bindparam("match_id")).order_by(notices.c.seat)

_LAST = sa.select(sa.func.max(acts.c.number)).where(acts.c.match_id == matches.c.id).scalar_subquery()
_UNSETTLED = (
    # An open match of which not everybody knows the last act; what a server that was left would be told can wait.
    sa.and_(
        OPEN_MATCH,
        matches.c.suspended_at.is_(None),
        matches.c.settled.is_distinct_from(sa.func.coalesce(_LAST, 0)),
    ),
    UNPUBLISHED,
    sa.and_(matches.c.ended_how.is_not(None), matches.c.id.in_(sa.select(notices.c.match_id).scalar_subquery())),
)


class MatchReader:
    """The questions that can be asked about matches; nothing here changes anything."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, match_id: int) -> MatchRow | None:
        """The match without its record, or None."""
        found = await self._find(matches.c.id == match_id)
        return found[0] if found else None

    async def load(self, match_id: int) -> StoredMatch | None:
        """The match with its whole record and the notices that stand, all of one moment, or None.

        Raises DamagedRow for rows that cannot be read.
        """
        this = {"match_id": match_id}
        async with self._database.read() as connection:
            match = (await connection.execute(_MATCH.where(matches.c.id == match_id))).one_or_none()
            if match is None:
                return None
            if None in (match.kind0, match.kind1):
                raise DamagedRow(f"Match {match_id} has an empty seat.")
            return StoredMatch(
                match_of(match),
                [DealRow(*row) for row in await connection.execute(_DEALS, this)],
                [ActRow(*row) for row in await connection.execute(_ACTS, this)],
                [_notice(row) for row in await connection.execute(_NOTICES, this)],
                await _clock(connection, match_id),
            )

    async def act(self, match_id: int, number: int) -> ActRow | None:
        """One act of a match, if there is one of that number."""
        async with self._database.read() as connection:
            rows = await connection.execute(_ACTS.where(acts.c.number == number), {"match_id": match_id})
            row = rows.one_or_none()
        return None if row is None else ActRow(*row)

    async def has_act(self, match_id: int, act: NewAct) -> bool:
        """Whether this very act stands in a match."""
        seat = acts.c.seat.is_not_distinct_from(act.seat)
        this = sa.and_(acts.c.match_id == match_id, acts.c.number == act.number, acts.c.kind == act.kind, seat)
        async with self._database.read() as connection:
            return await connection.scalar(sa.select(acts.c.value).where(this)) == act.value

    async def open_in(self, channel_id: int) -> MatchRow | None:
        """The open match of a channel, or None."""
        found = await self._find(OPEN_MATCH, matches.c.channel_id == channel_id)
        return found[0] if found else None

    async def open_of(self, user_id: int, guild_id: int | None = None) -> list[MatchRow]:
        """The open matches of a person, oldest first: everywhere, or those in one server and in no server at all."""
        mine = matches.c.id.in_(sa.select(seats.c.match_id).where(seats.c.user_id == user_id))
        here = sa.true() if guild_id is None else sa.or_(matches.c.guild_id == guild_id, matches.c.guild_id.is_(None))
        return await self._find(OPEN_MATCH, mine, here)

    async def all_ids(self) -> list[int]:
        """The ids of all matches ever begun, in their order."""
        return await self._ids(sa.true())

    async def open_ids(self) -> list[int]:
        """The ids of all open matches, oldest first."""
        return await self._ids(OPEN_MATCH)

    async def count_open(self) -> int:
        """How many matches are open."""
        async with self._database.read() as connection:
            found = await connection.scalar(sa.select(sa.func.count()).select_from(matches).where(OPEN_MATCH))
            return int(found or 0)

    async def unpublished(self) -> list[Unsettled]:
        """The matches that have ended and whose end is still to be shown, oldest first."""
        return await self._unsettled(UNPUBLISHED)

    async def suspended_servers(self) -> list[int]:
        """The ids of the servers that were left with open matches."""
        found = sa.select(matches.c.guild_id).where(OPEN_MATCH, matches.c.suspended_at.is_not(None)).distinct()
        async with self._database.read() as connection:
            return sorted(await connection.scalars(found))

    async def open_with_house(self) -> list[tuple[int, int | None]]:
        """The open matches, not suspended, in which the house holds a seat, oldest first, each with its server's id."""
        here = sa.and_(OPEN_MATCH, matches.c.suspended_at.is_(None), seats.c.kind == "house")
        found = sa.select(matches.c.id, matches.c.guild_id).join(seats, seats.c.match_id == matches.c.id).where(here)
        async with self._database.read() as connection:
            return sorted({(row.id, row.guild_id) for row in await connection.execute(found)}, key=lambda one: one[0])

    async def suspended_before(self, moment: datetime) -> list[Unsettled]:
        """The open matches that were suspended at a moment or before it, oldest first."""
        return await self._unsettled(sa.and_(OPEN_MATCH, matches.c.suspended_at <= moment))

    async def left_alone(self, since: datetime) -> list[int]:
        """The ids of the private matches of which not all is settled, and in which nothing was done since a moment."""
        acted = sa.select(acts.c.match_id).where(acts.c.match_id == matches.c.id, acts.c.at > since)
        return await self._ids(
            sa.and_(_UNSETTLED[0], matches.c.guild_id.is_(None), matches.c.started_at <= since, ~acted.exists())
        )

    async def last_acts(self, match_ids: Sequence[int]) -> dict[int, int]:
        """The numbers of the last acts of those of some matches that are open."""
        last: dict[int, int] = {}
        async with self._database.read() as connection:
            for start in range(0, len(match_ids), AT_ONCE):
                these = matches.c.id.in_(match_ids[start : start + AT_ONCE])
                query = sa.select(matches.c.id, sa.func.coalesce(_LAST, 0)).where(OPEN_MATCH, these)
                last |= {row[0]: row[1] for row in await connection.execute(query)}
        return last

    async def unsettled(self) -> list[Unsettled]:
        """The matches of which something may still have to be told, oldest first.

        Open and not suspended, with a last act that is not settled; ended, without a message that shows the result, or
        void with a table that stands; ended, with notices that stand.
        """
        return await self._unsettled(*_UNSETTLED)  # one by one, since each has an index of its own

    async def open_places(self) -> list[tuple[int, Place]]:
        """Where matches are open and not suspended, each with the match's id, oldest first."""
        where = sa.and_(OPEN_MATCH, matches.c.suspended_at.is_(None))
        found = sa.select(matches.c.id, matches.c.guild_id, matches.c.channel_id).where(where)
        async with self._database.read() as connection:
            return sorted((row.id, Place(row.guild_id, row.channel_id)) for row in await connection.execute(found))

    async def notices(self, match_id: int) -> list[Notice]:
        """The notices that stand in a match, by seat."""
        async with self._database.read() as connection:
            return [_notice(row) for row in await connection.execute(_NOTICES, {"match_id": match_id})]

    async def _find(self, *conditions: sa.ColumnElement[bool]) -> list[MatchRow]:
        # Sorted here: asked for an order by id, SQLite would walk all matches ever played in that order.
        async with self._database.read() as connection:
            rows = await connection.execute(_MATCH.where(*conditions))
            return sorted((match_of(row) for row in rows), key=lambda match: match.id)

    async def _unsettled(self, *conditions: sa.ColumnElement[bool]) -> list[Unsettled]:
        """The matches of which any of the conditions is true, oldest first."""
        found: dict[int, Unsettled] = {}
        async with self._database.read() as connection:
            for condition in conditions:
                for row in await connection.execute(sa.select(matches.c.id, matches.c.guild_id).where(condition)):
                    found[row.id] = Unsettled(row.id, row.guild_id)
        return [found[match_id] for match_id in sorted(found)]

    async def _ids(self, condition: sa.ColumnElement[bool]) -> list[int]:
        async with self._database.read() as connection:
            return sorted(await connection.scalars(sa.select(matches.c.id).where(condition)))


async def _clock(connection: AsyncConnection, match_id: int) -> Clock | None:
    row = (await connection.execute(sa.select(clocks).where(clocks.c.match_id == match_id))).one_or_none()
    return None if row is None else clock_of(row)


def _notice(row: sa.Row[Any]) -> Notice:
    return Notice(row.match_id, row.seat, row.decision, row.message_id, row.posted_at, stage_of(row.stage))


def match_of(row: sa.Row[Any]) -> MatchRow:
    """The match that a row with both its seats tells of."""
    table = None
    if None not in (row.table_message_id, row.table_deal, row.table_posted_at):
        act = UNKNOWN_ACT if row.table_act is None else row.table_act
        table = Table(row.table_message_id, row.table_deal, row.table_posted_at, act)
    return MatchRow(
        id=row.id,
        place=Place(row.guild_id, row.channel_id),
        length=row.length,
        decks=row.decks,
        players=(
            Player(row.kind0 or "person", row.user_id0, row.name0 or "", row.strength0, row.version0, row.form0),
            Player(row.kind1 or "person", row.user_id1, row.name1 or "", row.strength1, row.version1, row.form1),
        ),
        started_at=row.started_at,
        suspended_at=row.suspended_at,
        ended_how=row.ended_how,
        ended_by=row.ended_by,
        winner=row.winner,
        ended_at=row.ended_at,
        table=table,
        settled=row.settled,
        result_message_id=row.result_message_id,
        clock=None if row.clock is None else timedelta(seconds=row.clock),
    )
