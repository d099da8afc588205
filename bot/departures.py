"""Servers that the bot was removed from: noted with the moment, and forgotten once that is long ago.

Both by Discord's own time, and only what Discord itself confirms is forgotten: neither a clock that jumps nor an outage
ever erases a server.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, Hope, hope_for, name_of
from bot.discord.pauses import Pauses
from bot.store import StoreError

KEPT = timedelta(days=30)
"""How long all that is stored of a server waits for the bot to be back there."""

log = logging.getLogger(__name__)


class Departures:
    """Which servers were left, and what becomes of them. ``is_back`` is told of one that was not left after all."""

    def __init__(self, core: Core, is_back: Callable[[int], Awaitable[None]]) -> None:
        self._core = core
        self._is_back = is_back
        self._unnoted: set[int] = set()
        """Servers whose leaving is not stored yet: the database failed, or it is not known what time it is."""
        self._pauses: Pauses[int] = Pauses()
        self._is_forgetting = False

    async def left(self, guild_id: int) -> None:
        """The bot is not on a server any more. Raises ``StoreError``; then a later round notes it."""
        self._unnoted.add(guild_id)
        await self._note()

    async def back(self, guild_id: int) -> None:
        """The bot is on a server again, and all that is stored of it stays. Raises ``StoreError``."""
        self._unnoted.discard(guild_id)
        self._pauses.worked(guild_id)
        await self._core.store.departures.take_back(guild_id)

    async def go_round(self) -> None:
        """Note what could not be noted, and forget one server whose time has come. Raises ``StoreError``."""
        await self._note()
        now, core = self._core.latency.discord_time, self._core
        if now is None or self._is_forgetting:
            return
        for guild_id in await core.store.departures.before(now - KEPT):
            if core.store.lease.covers(guild_id) and not self._pauses.is_waiting(guild_id, core.clock()):
                self._is_forgetting = True
                core.tasks.spawn(self._forget(guild_id), f"forget server {guild_id}")
                return

    async def _note(self) -> None:
        now = self._core.latency.discord_time
        if now is None:
            return
        for guild_id in list(self._unnoted):
            await self._core.store.departures.note(guild_id, now)
            self._unnoted.discard(guild_id)

    async def _forget(self, guild_id: int) -> None:
        core = self._core
        try:
            if core.servers.get(guild_id) is not None:
                await self._is_back(guild_id)
                return
            if not await core.servers.has_left(guild_id):
                self._pauses.failed(guild_id, core.clock(), Hope.LATER)
                return
            for match_id in await core.store.departures.open_matches(guild_id):
                await core.games.void(match_id, core.clock(), place_is_gone=True)
            if await core.store.erasure.forget_server(guild_id):
                log.info("forgotten server=%s", guild_id)
            self._pauses.worked(guild_id)
        except StoreError as error:
            log.warning("not forgotten yet server=%s reason=%s", guild_id, error)
            self._pauses.failed(guild_id, core.clock())
        except DISCORD_FAILS as error:
            log.warning("not forgotten yet server=%s failure=%s", guild_id, name_of(error))
            self._pauses.failed(guild_id, core.clock(), hope_for(error))
        finally:
            self._is_forgetting = False
