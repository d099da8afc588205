"""Servers that the bot was removed from, and since when."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from .database import Database
from .schema import OPEN_MATCH, challenges, matches, members
from .schema_choices import servers
from .servers import ServerChoices

_LEFT = servers.c.left_at.is_not(None)


class Departures:
    """Which servers were left. What is stored of them waits, whole, until they are forgotten."""

    def __init__(self, database: Database, choices: ServerChoices) -> None:
        self._database = database
        self._choices = choices

    async def note(self, guild_id: int, moment: datetime) -> None:
        """The bot is not on a server any more; the first moment counts until it is back."""
        first = sa.func.coalesce(servers.c.left_at, sa.bindparam("moment", moment, servers.c.left_at.type))
        update = sa.update(servers).where(servers.c.guild_id == guild_id).values(left_at=first)
        for is_there in (False, True):
            async with self._database.write() as connection:
                if (await connection.execute(update)).rowcount or is_there:
                    return
            # It has chosen nothing yet, and now chooses what it has.
            await self._choices.set(guild_id, await self._choices.get(guild_id))

    async def take_back(self, guild_id: int) -> None:
        """The bot is on a server again, if it had left it."""
        here = sa.and_(servers.c.guild_id == guild_id, _LEFT)
        async with self._database.write() as connection:
            await connection.execute(sa.update(servers).where(here).values(left_at=None))

    async def all(self) -> list[int]:
        """The ids of the servers that were left."""
        async with self._database.read() as connection:
            return sorted(await connection.scalars(sa.select(servers.c.guild_id).where(_LEFT)))

    async def before(self, moment: datetime) -> list[int]:
        """The ids of the servers that were left at a moment or before it, the first ones first."""
        query = sa.select(servers.c.guild_id).where(servers.c.left_at <= moment)
        async with self._database.read() as connection:
            return list(await connection.scalars(query.order_by(servers.c.left_at, servers.c.guild_id)))

    async def open_matches(self, guild_id: int) -> list[int]:
        """The ids of the matches that are open on a server, oldest first."""
        query = sa.select(matches.c.id).where(OPEN_MATCH, matches.c.guild_id == guild_id)
        async with self._database.read() as connection:
            return sorted(await connection.scalars(query))

    async def not_noted(self) -> list[int]:
        """The ids of the servers of which something is stored and which are not known to have been left."""
        found = sa.union(*(sa.select(table.c.guild_id) for table in (members, matches, challenges, servers)))
        left = sa.select(servers.c.guild_id).where(_LEFT)
        async with self._database.read() as connection:
            known, gone = set(await connection.scalars(found)), set(await connection.scalars(left))
        return sorted(guild_id for guild_id in known - gone if guild_id is not None)
