"""Forgetting: a person everywhere, or a server with all that was played there.

Stored acts hold seats and never ids, so a match stays whole when its players are forgotten.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.values import NAMELESS

from .database import Database
from .members import Members
from .news import News
from .persons import Persons
from .schema import (
    OPEN_CHALLENGE,
    OPEN_MATCH,
    acts,
    challenges,
    clocks,
    deal_results,
    deals,
    matches,
    members,
    notices,
    results,
    seats,
    shuffles,
    standings,
)
from .schema_choices import blocks, persons, pings, server_channels, servers, watch_posts, watchers
from .schema_daily import UNOPENED_DAY, dailies, days
from .schema_hints import hints
from .servers import ServerChoices
from .solos import drop_offer
from .sums import NOT_VOIDED, shift

NOBODY = 0
"""In the place of the id of somebody who was forgotten, where one must stand: no id of Discord is 0."""

AT_ONCE = 50
"""Matches of a forgotten server that go in one transaction: some 12,000 rows, while which nobody else can write."""

_OF_MATCH = (watchers, watch_posts, notices, clocks, deal_results, results, acts, deals, seats, hints)
"""What hangs on a match beside its challenge and its shuffle, in an order in which it can be deleted."""


class Erasure:
    """Removes what is stored, for good."""

    def __init__(
        self, database: Database, members: Members, persons: Persons, servers: ServerChoices, news: News
    ) -> None:
        self._database = database
        self._news = news
        self._members = members
        self._persons = persons
        self._servers = servers

    async def forget_person(self, user_id: int) -> bool:
        """Remove a person's name and id everywhere, all at once. Their matches stay, with nobody at their seat.

        False, with nothing changed, as long as a match of theirs is open. Their open challenges are withdrawn, those
        made to them declined. What stays are keyed hashes: in others' block lists, in the pings of the last hour, and
        with tries of days that are not opened, so that nobody has two. A notice that stands holds neither name nor id,
        and goes with its message.
        """
        hashed = await self._persons.hash_of(user_id)
        mine = seats.c.user_id == user_id
        async with self._database.write() as connection:
            is_open = sa.select(matches.c.id).join(seats, seats.c.match_id == matches.c.id).where(OPEN_MATCH, mine)
            if await connection.scalar(is_open.limit(1)) is not None:
                return False
            await _leave_challenges(connection, user_id)
            await drop_offer(connection, user_id)
            await connection.execute(sa.update(seats).where(mine).values(user_id=None, name=NAMELESS))
            await connection.execute(sa.update(blocks).where(blocks.c.blocked == hashed).values(name=None))
            tries = sa.update(dailies).where(dailies.c.user_id == user_id)
            is_sealed = dailies.c.day.in_(sa.select(days.c.day).where(UNOPENED_DAY))
            code = sa.case((is_sealed, hashed))
            await connection.execute(tries.values(user_id=None, guild_id=None, code=code))
            for table in (standings, members, persons, watchers):
                await connection.execute(sa.delete(table).where(table.c.user_id == user_id))
            await connection.execute(sa.delete(blocks).where(blocks.c.blocker_id == user_id))
            await self._news.tell_forgotten(connection, user_id)
        self.keep_nothing(user_id)
        return True

    def keep_nothing(self, user_id: int) -> None:
        """Keep nothing in memory of somebody who is forgotten, by this process or another."""
        self._members.forget_person(user_id)
        self._persons.forget(user_id)

    async def forget_server(self, guild_id: int) -> bool:
        """Remove all that is stored of a server that was left, a part after another, the oldest matches first.

        After each part the rest is whole: its leaderboard is the sum of the results that are still there, and the next
        call goes on. False, with the rest kept, where the server is not noted as left any more. Its matches must be
        over: whoever plays one holds it in memory.
        """
        async with self._database.read() as connection:
            ids = sorted(await connection.scalars(sa.select(matches.c.id).where(matches.c.guild_id == guild_id)))
        for start in range(0, len(ids), AT_ONCE):
            async with self._database.write() as connection:
                if not await _is_left(connection, guild_id):
                    return False
                await self._remove_matches(connection, ids[start : start + AT_ONCE])
        async with self._database.write() as connection:
            if not await _is_left(connection, guild_id):
                return False
            await _remove_challenges(connection, challenges.c.guild_id == guild_id)
            here = sa.update(dailies).where(dailies.c.guild_id == guild_id)
            await connection.execute(here.values(guild_id=None))
            for table in (standings, members, pings, server_channels, servers):
                await connection.execute(sa.delete(table).where(table.c.guild_id == guild_id))
        self._members.forget_server(guild_id)
        self._servers.forget(guild_id)
        return True

    async def _remove_matches(self, connection: AsyncConnection, ids: list[int]) -> None:
        await shift(self._database, connection, NOT_VOIDED, results.c.match_id.in_(ids), by=-1)
        await connection.execute(sa.delete(shuffles).where(shuffles.c.match_id.in_(ids)))
        await _remove_challenges(connection, challenges.c.match_id.in_(ids))
        for table in _OF_MATCH:
            await connection.execute(sa.delete(table).where(table.c.match_id.in_(ids)))
        await connection.execute(sa.delete(matches).where(matches.c.id.in_(ids)))


async def _is_left(connection: AsyncConnection, guild_id: int) -> bool:
    left = sa.select(servers.c.guild_id).where(servers.c.guild_id == guild_id, servers.c.left_at.is_not(None))
    return await connection.scalar(left) is not None


async def _leave_challenges(connection: AsyncConnection, user_id: int) -> None:
    """Close the open challenges of a person, whose messages show so later, and take the person out of all of them."""
    for column, state in ((challenges.c.challenger_id, "withdrawn"), (challenges.c.opponent_id, "declined")):
        mine = column == user_id
        await connection.execute(sa.update(challenges).where(OPEN_CHALLENGE, mine).values(state=state))
        name = challenges.c.challenger_name if state == "withdrawn" else challenges.c.opponent_name
        await connection.execute(sa.update(challenges).where(mine).values({column: NOBODY, name: NAMELESS}))


async def _remove_challenges(connection: AsyncConnection, which: sa.ColumnElement[bool]) -> None:
    promised = sa.select(challenges.c.id).where(which).scalar_subquery()
    await connection.execute(sa.delete(shuffles).where(shuffles.c.challenge_id.in_(promised)))
    await connection.execute(sa.delete(challenges).where(which))
