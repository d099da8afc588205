"""The deal of the day: its days, one try for each person, and how the tries compare."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.daily import Attempt, DailyTry, Day, Field, ListedTry, ServerList

from .database import Database
from .dialects import seized
from .errors import Conflict, TriedAlready
from .schema import OPEN_MATCH, matches, results, seats, shuffles
from .schema_daily import UNOPENED_DAY, dailies, days
from .shuffles import NewShuffle, has_match, keep_shuffle

_DAY = sa.select(days.c.day, shuffles.c.commitment, days.c.house_match_id, days.c.opened_at).join(
    shuffles, shuffles.c.id == days.c.shuffle_id
)

# A try with what came of it; only those that were played out have points, whatever else a result says.
_IS_FINISHED = matches.c.ended_how == sa.literal_column("'played'")
_NET = sa.case((_IS_FINISHED, results.c.points0 - results.c.points1))
_TRIES = dailies.join(matches, matches.c.id == dailies.c.match_id).outerjoin(
    results, results.c.match_id == dailies.c.match_id
)


class Dailies:
    """Days and tries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def day(self, day: str) -> Day | None:
        """A day, if its deal was ever asked for."""
        async with self._database.read() as connection:
            row = (await connection.execute(_DAY.where(days.c.day == day))).one_or_none()
        return None if row is None else Day(*row)

    async def before(self, day: str) -> str | None:
        """The latest day before one that there is a deal of."""
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(sa.select(sa.func.max(days.c.day)).where(days.c.day < day))
        return found

    async def make_day(self, day: str, new: NewShuffle) -> Day:
        """The day with this shuffle, or with the one that it was made with before."""
        try:
            async with self._database.write() as connection:
                if await connection.scalar(sa.select(days.c.day).where(days.c.day == day)) is None:
                    shuffle_id = await keep_shuffle(connection, new, public=day)
                    await connection.execute(sa.insert(days).values(day=day, shuffle_id=shuffle_id))
        except Conflict:
            pass  # another was quicker, and with this transaction its shuffle has gone too
        found = await self.day(day)
        if found is None:
            raise Conflict(f"The day {day} could not be made.")
        return found

    async def attempt(self, day: str, user_id: int) -> Attempt | None:
        """A person's try on a day."""
        return await self._attempt(dailies.c.day == day, dailies.c.user_id == user_id)

    async def attempt_in(self, match_id: int) -> Attempt | None:
        """The try that a match is; also that of somebody who was forgotten, but not the house's."""
        return await self._attempt(dailies.c.match_id == match_id)

    async def house_attempt(self, day: str) -> Attempt | None:
        """What the house has made of a day in everybody's seat; None until it has begun."""
        query = (
            sa.select(
                days.c.day,
                matches.c.id,
                sa.null().label("guild_id"),
                matches.c.ended_how,
                results.c.points0,
                results.c.points1,
            )
            .join(matches, matches.c.id == days.c.house_match_id)
            .outerjoin(results, results.c.match_id == matches.c.id)
        )
        return await self._one(query.where(days.c.day == day))

    async def field(self, day: str, match_id: int, net: int) -> Field:
        """How a try that brought so much compares with all others of its day."""
        other = sa.select(_NET.label("net")).select_from(_TRIES)
        found = other.where(dailies.c.day == day, dailies.c.match_id != match_id).subquery("others")

        def count(*which: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
            return sa.func.count(sa.case((sa.and_(*which), 1)))

        figures = sa.select(
            count(found.c.net.is_not(None)),
            count(found.c.net < net),
            count(found.c.net == net),
            count(found.c.net.is_(None)),
        )
        async with self._database.read() as connection:
            return Field(*(await connection.execute(figures)).one())

    async def server_list(self, day: str, guild_id: int, offset: int, limit: int) -> ServerList:
        """The tries that were begun on a server: those that were played out, the best first, below them all others."""
        here = sa.and_(dailies.c.day == day, dailies.c.guild_id == guild_id)
        # Who brought the same shares a rank; NULL ranks nowhere, so it comes last.
        rank = sa.func.rank().over(order_by=_NET.desc().nulls_last())
        query = (
            sa.select(rank.label("rank"), dailies.c.user_id, seats.c.name, _NET.label("net"), matches.c.ended_how)
            .select_from(_TRIES.join(seats, sa.and_(seats.c.match_id == dailies.c.match_id, seats.c.seat == 0)))
            .where(here)
            .order_by(_NET.desc().nulls_last(), dailies.c.match_id)
        )
        total = sa.select(sa.func.count()).select_from(dailies).where(here)
        async with self._database.read() as connection:
            rows = (await connection.execute(query.offset(offset).limit(limit))).all()
            return ServerList([_listed(row) for row in rows], (await connection.execute(total)).scalar_one())

    async def finished_days(self, user_id: int) -> list[str]:
        """The days that a person has played out, in order."""
        query = sa.select(dailies.c.day).select_from(_TRIES).where(dailies.c.user_id == user_id, _IS_FINISHED)
        async with self._database.read() as connection:
            return sorted(await connection.scalars(query))

    async def day_of(self, match_id: int) -> str | None:
        """The day that a match is one of, the house's own included; None for any other match."""
        query = sa.select(days.c.day).where(has_match(match_id))
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def is_opened(self, match_id: int) -> bool:
        """Whether a match is one of a day whose secret may be known, the house's own included."""
        query = sa.select(days.c.day).where(days.c.opened_at.is_not(None), has_match(match_id))
        async with self._database.read() as connection:
            return await connection.scalar(query) is not None

    async def sealed_matches(self) -> dict[int, str]:
        """The matches of days whose secret may not be known yet, the house's own included, with their days."""
        of_people = sa.select(dailies.c.match_id, dailies.c.day).join(days, days.c.day == dailies.c.day)
        of_house = sa.select(days.c.house_match_id, days.c.day).where(days.c.house_match_id.is_not(None))
        query = of_people.where(UNOPENED_DAY).union_all(of_house.where(UNOPENED_DAY))
        async with self._database.read() as connection:
            return {row.match_id: row.day for row in await connection.execute(query)}

    async def unopened(self, until: str) -> list[str]:
        """The days up to one that are not opened yet, in order."""
        query = sa.select(days.c.day).where(UNOPENED_DAY, days.c.day <= until)
        async with self._database.read() as connection:
            return sorted(await connection.scalars(query))

    async def open_matches(self, day: str) -> list[int]:
        """The ids of a day's matches that go on, oldest first, the house's own among them."""
        async with self._database.read() as connection:
            return sorted(await connection.scalars(_open_of(day)))

    async def open_day(self, day: str, now: datetime) -> bool:
        """Let the day's secret be shown. False, with nothing changed, as long as one of its matches goes on."""
        async with self._database.write() as connection:
            # Whoever begins a try meanwhile waits, and then finds the day opened.
            await connection.execute(seized(sa.select(days.c.day).where(days.c.day == day)))
            if await connection.scalar(_open_of(day).limit(1)) is not None:
                return False
            this = sa.update(days).where(days.c.day == day, UNOPENED_DAY)
            await connection.execute(this.values(opened_at=now))
            # Nobody can begin a try of it any more, and so nobody a second one.
            await connection.execute(sa.update(dailies).where(dailies.c.day == day).values(code=None))
            return True

    async def _attempt(self, *which: sa.ColumnElement[bool]) -> Attempt | None:
        query = sa.select(
            dailies.c.day,
            dailies.c.match_id,
            dailies.c.guild_id,
            matches.c.ended_how,
            results.c.points0,
            results.c.points1,
        ).select_from(_TRIES)
        return await self._one(query.where(*which))

    async def _one(self, query: sa.Select[Any]) -> Attempt | None:
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        day, match_id, guild_id, how, first, second = row
        points = (first, second) if how == "played" and first is not None else None
        return Attempt(day, match_id, guild_id, how, points)


async def add_try(connection: AsyncConnection, match_id: int, new: DailyTry, code: str | None) -> None:
    """Note that a new match is a try of a day, in the caller's transaction. ``code``: the person's keyed hash.

    Raises TriedAlready where that person, or the house, has one on that day; Conflict where there is no such day, or
    where it has been opened.
    """
    this = days.c.day == new.day
    a_day = seized(sa.select(days.c.house_match_id, days.c.opened_at).where(this))  # one try after the other
    found = (await connection.execute(a_day)).one_or_none()
    if found is None or found.opened_at is not None:
        raise Conflict(f"The day {new.day} is not there, or is over.")
    if new.user_id is None:
        before = found.house_match_id
    else:
        mine = sa.or_(dailies.c.user_id == new.user_id, dailies.c.code == code)
        before = await connection.scalar(sa.select(dailies.c.match_id).where(dailies.c.day == new.day, mine))
    if before is not None:
        raise TriedAlready(before)
    if new.user_id is None:
        await connection.execute(sa.update(days).where(this).values(house_match_id=match_id))
    else:
        values = {"match_id": match_id, "day": new.day, "user_id": new.user_id, "guild_id": new.guild_id}
        await connection.execute(sa.insert(dailies).values(values))


def _open_of(day: str) -> sa.Select[tuple[int]]:
    """The ids of a day's matches that go on."""
    of_people = sa.select(dailies.c.match_id).where(dailies.c.day == day)
    of_house = sa.select(days.c.house_match_id).where(days.c.day == day)
    return sa.select(matches.c.id).where(OPEN_MATCH, matches.c.id.in_(of_people.union_all(of_house)))


def _listed(row: sa.Row[Any]) -> ListedTry:
    if row.net is not None:
        return ListedTry(row.rank, row.user_id, row.name, row.net, "finished")
    return ListedTry(None, row.user_id, row.name, None, "playing" if row.ended_how is None else "unfinished")
