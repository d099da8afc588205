"""Who wants to be told when a deal of a match begins, and the messages by which they were told last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.values import Unsettled

from .database import Database
from .dialects import seized
from .schema import OPEN_MATCH, deals, matches
from .schema_choices import watch_posts, watchers

Followed: TypeAlias = Literal["now", "already", "full", "over"]
"""What became of a wish to watch: it is so from now on, it was so before, too many do, or the match is over."""


class Watchers:
    """The watchers of open matches. A match that ends has none any more, by the same transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(self, match_id: int, user_id: int, deal: int, most: int) -> Followed:
        """Let somebody watch, who knows of the deals up to this one; a match has at most so many watchers."""
        here = watchers.c.match_id == match_id
        is_open = sa.select(matches.c.id).where(matches.c.id == match_id, OPEN_MATCH)
        count = sa.select(sa.func.count()).select_from(watchers).where(here)
        mine = sa.select(watchers.c.deal).where(here, watchers.c.user_id == user_id)
        async with self._database.write() as connection:
            if await connection.scalar(seized(is_open)) is None:  # and so nobody else is added meanwhile
                return "over"
            if await connection.scalar(mine) is not None:
                return "already"
            if (await connection.execute(count)).scalar_one() >= most:
                return "full"
            await connection.execute(sa.insert(watchers).values(match_id=match_id, user_id=user_id, deal=deal))
        return "now"

    async def unfollow(self, match_id: int, user_id: int) -> None:
        """Let somebody watch no more."""
        this = sa.and_(watchers.c.match_id == match_id, watchers.c.user_id == user_id)
        async with self._database.write() as connection:
            await connection.execute(sa.delete(watchers).where(this))

    async def waiting(self, match_id: int, deal: int) -> list[int]:
        """The ids of the watchers who have not been told of a deal, in order."""
        query = sa.select(watchers.c.user_id).where(watchers.c.match_id == match_id, watchers.c.deal < deal)
        async with self._database.read() as connection:
            return sorted(await connection.scalars(query))

    async def note_told(self, match_id: int, deal: int, user_ids: Sequence[int], message_id: int) -> None:
        """Note that these watchers were told of a deal by a message; again: nothing changes."""
        told = sa.and_(watchers.c.match_id == match_id, watchers.c.user_id.in_(user_ids), watchers.c.deal < deal)
        post = self._database.insert(watch_posts).values(match_id=match_id, message_id=message_id, deal=deal)
        async with self._database.write() as connection:
            await connection.execute(sa.update(watchers).where(told).values(deal=deal))
            await connection.execute(post.on_conflict_do_nothing())

    async def posts(self, match_id: int, before: int | None = None) -> list[int]:
        """The ids of the messages that have told of deals of a match, of those before a deal where one is given."""
        query = sa.select(watch_posts.c.message_id).where(watch_posts.c.match_id == match_id)
        if before is not None:
            query = query.where(watch_posts.c.deal < before)
        async with self._database.read() as connection:
            return sorted(await connection.scalars(query))

    async def drop_posts(self, match_id: int, message_ids: Sequence[int]) -> None:
        """Forget messages that are gone."""
        these = sa.and_(watch_posts.c.match_id == match_id, watch_posts.c.message_id.in_(message_ids))
        async with self._database.write() as connection:
            await connection.execute(sa.delete(watch_posts).where(these))

    async def unfinished(self) -> list[Unsettled]:
        """The matches whose watchers have something to be told, or that are over with messages left; oldest first."""
        latest = sa.select(sa.func.max(deals.c.deal)).where(deals.c.match_id == matches.c.id).scalar_subquery()
        waits = sa.exists().where(watchers.c.match_id == matches.c.id, watchers.c.deal < latest)
        is_left = sa.and_(
            matches.c.id.in_(sa.select(watch_posts.c.match_id).scalar_subquery()), matches.c.ended_how.is_not(None)
        )
        query = sa.select(matches.c.id, matches.c.guild_id)
        found: dict[int, int | None] = {}
        async with self._database.read() as connection:
            for condition in (sa.and_(OPEN_MATCH, matches.c.suspended_at.is_(None), waits), is_left):
                found |= {row.id: row.guild_id for row in await connection.execute(query.where(condition))}
        return [Unsettled(match_id, found[match_id]) for match_id in sorted(found)]


async def drop_watchers(connection: AsyncConnection, match_id: int) -> None:
    """A match that is over has no watchers, in the caller's transaction."""
    await connection.execute(sa.delete(watchers).where(watchers.c.match_id == match_id))
