"""What servers have chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import sqlalchemy as sa

from bot.preferences import Pictures, ServerSettings

from .database import Database
from .schema_choices import server_channels, servers

CACHE_SIZE = 5000
"""Servers whose settings are kept in memory: every act asks for the clock."""


class ServerChoices:
    """The settings of each server; one that has chosen nothing has the usual ones."""

    def __init__(self, database: Database, may_keep: Callable[[int], bool]) -> None:
        """``may_keep(guild_id)``: whether nobody else chooses for a server, so that its settings can be kept."""
        self._database = database
        self._may_keep = may_keep
        self._known: dict[int, ServerSettings] = {}
        self._lock = asyncio.Lock()
        """Held while settings are read or written: what is kept in memory is never older than what is stored."""

    async def get(self, guild_id: int | None) -> ServerSettings:
        """What a server has chosen; what is played without a server knows only the usual settings."""
        if guild_id is None:
            return ServerSettings()
        known = self._known.get(guild_id)
        if known is not None:
            return known
        async with self._lock:
            return await self._get(guild_id)

    async def set(self, guild_id: int, settings: ServerSettings) -> None:
        """Choose, at once in force."""
        async with self._lock:
            await self._set(guild_id, settings)

    async def change(self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Choose one thing and leave the others as they are, whoever else chooses meanwhile; at once in force."""
        async with self._lock:
            settings = change(await self._get(guild_id))
            await self._set(guild_id, settings)
        return settings

    async def _get(self, guild_id: int) -> ServerSettings:
        known = self._known.get(guild_id)
        return known if known is not None else self._remember(guild_id, await self._read(guild_id))

    async def _set(self, guild_id: int, settings: ServerSettings) -> None:
        self.forget(guild_id)  # should it fail, it is not certain what is stored
        what = {
            "clock": 0 if settings.clock is None else int(settings.clock.total_seconds()),
            "own_threads": settings.own_threads,
            "challenge_role": settings.challenge_role,
            "has_leaderboard": settings.has_leaderboard,
            "pictures": None if settings.pictures is None else settings.pictures.value,
        }
        insert = self._database.insert(servers).values(guild_id=guild_id, **what)
        async with self._database.write() as connection:
            await connection.execute(insert.on_conflict_do_update(index_elements=["guild_id"], set_=what))
            await connection.execute(sa.delete(server_channels).where(server_channels.c.guild_id == guild_id))
            if settings.channels:
                rows = [{"guild_id": guild_id, "channel_id": channel_id} for channel_id in sorted(settings.channels)]
                await connection.execute(sa.insert(server_channels), rows)
        self._remember(guild_id, settings)

    def forget(self, guild_id: int) -> None:
        """What is kept in memory is no longer so."""
        self._known.pop(guild_id, None)

    def _remember(self, guild_id: int, settings: ServerSettings) -> ServerSettings:
        self._known.pop(guild_id, None)
        if not self._may_keep(guild_id):
            return settings
        self._known[guild_id] = settings
        if len(self._known) > CACHE_SIZE:
            del self._known[next(iter(self._known))]
        return settings

    async def _read(self, guild_id: int) -> ServerSettings:
        async with self._database.read() as connection:
            row = (await connection.execute(sa.select(servers).where(servers.c.guild_id == guild_id))).one_or_none()
            if row is None:
                return ServerSettings()
            here = sa.select(server_channels.c.channel_id).where(server_channels.c.guild_id == guild_id)
            channels = frozenset(await connection.scalars(here))
        clock = timedelta(seconds=row.clock) if row.clock else None
        pictures = None if row.pictures is None else Pictures(row.pictures)
        return ServerSettings(clock, channels, row.own_threads, row.challenge_role, row.has_leaderboard, pictures)
