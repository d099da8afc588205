"""What people have chosen for themselves, and whom they have blocked."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import secrets
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.preferences import Blocked, PersonSettings
from bot.values import kept_name

from .challenges import decline_open
from .database import Database
from .locks import Lock
from .meta import Meta
from .news import News
from .schema import challenges
from .schema_choices import blocks, persons

KEY = "hash-key"
"""Where the key of the hashes of people's ids is kept."""

CACHE_SIZE = 5000
"""People whose settings are kept in memory."""


class Persons:
    """The settings of each person; whoever has chosen nothing has the usual ones."""

    def __init__(self, database: Database, meta: Meta, news: News) -> None:
        self._database = database
        self._news = news
        self._meta = meta
        self._key: bytes | None = None
        self._known: dict[int, PersonSettings] = {}
        self._changes = 0
        """How often something was forgotten, so that what was read before is not kept afterwards."""

    async def get(self, user_id: int) -> PersonSettings:
        """What a person has chosen."""
        known = self._known.get(user_id)
        if known is None:
            before = self._changes
            async with self._database.read() as connection:
                found = await _settings_of(connection, user_id)
            # Somebody may have chosen meanwhile, here or in another process.
            known = self._known.get(user_id) or (self._remember(user_id, found) if self._changes == before else found)
        return known

    async def set(self, user_id: int, settings: PersonSettings) -> None:
        """Choose everything, at once in force."""
        await self.change(user_id, **dataclasses.asdict(settings))

    async def change(self, user_id: int, **changes: Any) -> PersonSettings:
        """Choose something, at once in force, by the names of the settings; returns all of them then.

        Two changes at once are both kept.
        """
        before = self._changes
        async with self._database.write() as connection:
            await self._database.alone(connection, Lock.PERSON, user_id)
            settings = dataclasses.replace(await _settings_of(connection, user_id), **changes)
            what = dataclasses.asdict(settings)
            insert = self._database.insert(persons).values(user_id=user_id, **what)
            await connection.execute(insert.on_conflict_do_update(index_elements=["user_id"], set_=what))
            await self._news.tell_chosen(connection, user_id)
        if self._changes != before:  # perhaps of this person, in another process, and after this
            self.forget(user_id)
            return settings
        return self._remember(user_id, settings)

    def forget(self, user_id: int) -> None:
        """What is kept in memory is no longer so."""
        self._changes += 1
        self._known.pop(user_id, None)

    def forget_all(self) -> None:
        """Whatever is kept in memory may be no longer so."""
        self._changes += 1
        self._known.clear()

    async def block(self, user_id: int, blocked_id: int, name: str, now: datetime) -> None:
        """Block somebody, for all servers; again: the name is noted anew.

        What that one has asked is declined by it; everything else that goes on between the two is left alone.
        """
        hashed, name = await self.hash_of(blocked_id), kept_name(name)
        insert = self._database.insert(blocks).values(blocker_id=user_id, blocked=hashed, name=name)
        asked = sa.and_(challenges.c.challenger_id == blocked_id, challenges.c.opponent_id == user_id)
        async with self._database.write() as connection:
            await connection.execute(
                insert.on_conflict_do_update(index_elements=["blocker_id", "blocked"], set_={"name": name})
            )
            await decline_open(connection, asked, now)

    async def unblock(self, user_id: int, hashed: str) -> None:
        """Block somebody no longer."""
        this = sa.and_(blocks.c.blocker_id == user_id, blocks.c.blocked == hashed)
        async with self._database.write() as connection:
            await connection.execute(sa.delete(blocks).where(this))

    async def blocked_by(self, user_id: int) -> list[Blocked]:
        """Whom a person has blocked, by name; those who were forgotten come last."""
        query = sa.select(blocks.c.blocked, blocks.c.name).where(blocks.c.blocker_id == user_id)
        async with self._database.read() as connection:
            found = [Blocked(*row) for row in await connection.execute(query)]
        return sorted(found, key=lambda one: (one.name is None, (one.name or "").casefold(), one.hash))

    async def is_blocked(self, user_id: int, blocked_id: int) -> bool:
        """Whether a person has blocked another one."""
        hashed = await self.hash_of(blocked_id)
        this = sa.and_(blocks.c.blocker_id == user_id, blocks.c.blocked == hashed)
        async with self._database.read() as connection:
            return await connection.scalar(sa.select(blocks.c.blocked).where(this)) is not None

    async def hash_of(self, user_id: int) -> str:
        """A person's id as a keyed hash, which tells the same person again and nothing else.

        The key is made when it is first needed, and stays in the database.
        """
        if self._key is None:
            found = await self._meta.get(KEY)
            if found is None:
                found = await self._meta.add(KEY, secrets.token_hex(32))
            self._key = bytes.fromhex(found)
        return hmac.new(self._key, str(user_id).encode("ascii"), hashlib.sha256).hexdigest()

    def _remember(self, user_id: int, settings: PersonSettings) -> PersonSettings:
        self._known.pop(user_id, None)
        self._known[user_id] = settings
        if len(self._known) > CACHE_SIZE:
            del self._known[next(iter(self._known))]
        return settings


async def _settings_of(connection: AsyncConnection, user_id: int) -> PersonSettings:
    row = (await connection.execute(sa.select(persons).where(persons.c.user_id == user_id))).one_or_none()
    if row is None:
        return PersonSettings()
    chosen = dict(row._mapping)
    del chosen["user_id"]
    return PersonSettings(**chosen)
