"""The names of people, as last seen in each server."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.values import Person

from .database import Database
from .schema import members

# Names remembered in memory, so that a player's every click does not write the same name again.
CACHE_SIZE = 2000


class Members:
    """Who was seen under which name."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen: dict[tuple[int, int], str] = {}

    async def see(self, guild_id: int, user_id: int, name: str, now: datetime) -> None:
        """Remember the name of a member; writes only when this process has not just written the same."""
        if self._seen.get((guild_id, user_id)) == name:
            return
        person = Person(user_id, name)
        async with self._database.write() as connection:
            await connection.execute(self.upsert(guild_id, [person], now))
        self.remember(guild_id, [person])

    async def names(self, guild_id: int, ids: Iterable[int]) -> dict[int, str]:
        """The names of those among `ids` that were ever seen in this server."""
        async with self._database.read() as connection:
            return await names_of(connection, guild_id, ids)

    def upsert(self, guild_id: int, people: Iterable[Person], now: datetime) -> sa.Insert:
        """The statement that writes these names, for use in another transaction."""
        rows: list[dict[str, Any]] = [
            {"guild_id": guild_id, "user_id": person.user_id, "name": person.name, "seen_at": now}
            # In one order everywhere, so that two transactions never wait for each other's rows.
            for person in sorted(people, key=lambda person: person.user_id)
        ]
        insert = self._database.insert(members).values(rows)
        return insert.on_conflict_do_update(
            index_elements=["guild_id", "user_id"],
            set_={"name": insert.excluded.name, "seen_at": insert.excluded.seen_at},
        )

    def forget_person(self, user_id: int) -> None:
        """Keep nothing of a person in memory."""
        self._seen = {key: name for key, name in self._seen.items() if key[1] != user_id}

    def forget_all(self) -> None:
        """Keep nothing in memory: anybody may have been forgotten."""
        self._seen.clear()

    def forget_server(self, guild_id: int) -> None:
        """Keep nothing of a server in memory."""
        self._seen = {key: name for key, name in self._seen.items() if key[0] != guild_id}

    def remember(self, guild_id: int, people: Iterable[Person]) -> None:
        """Note, after the commit, that these names are written."""
        for person in people:
            self._seen.pop((guild_id, person.user_id), None)
            self._seen[guild_id, person.user_id] = person.name
        while len(self._seen) > CACHE_SIZE:
            del self._seen[next(iter(self._seen))]


async def names_of(connection: AsyncConnection, guild_id: int, ids: Iterable[int]) -> dict[int, str]:
    """The names of those among `ids` that were ever seen in this server; every player of a match was."""
    query = sa.select(members.c.user_id, members.c.name).where(
        members.c.guild_id == guild_id, members.c.user_id.in_(list(ids))
    )
    return {row.user_id: row.name for row in await connection.execute(query)}
