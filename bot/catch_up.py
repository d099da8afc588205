"""What is done when the bot is there again: each match by itself, a few at a time, until it has worked.

The process may have stopped between saving and telling; Discord or the database may fail just now; a server may have
been left, or be back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from bot.departures import KEPT, Departures
from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.pauses import Pauses
from bot.games import DamagedMatch, Refused
from bot.games.house import ELSEWHERE
from bot.store import Place, StoreError

AT_ONCE = 8
"""Matches that are loaded and looked at together."""

PATIENCE = 5.0
"""Seconds after which a match that waits for Discord makes room for the next one, and goes on beside it."""

ALL = "all"
"""The key of the list itself among what is to be tried again."""


class Server(NamedTuple):
    """The key of a server that is back."""

    id: int


log = logging.getLogger(__name__)


class CatchUp:
    """Lets all followers catch up with the matches of which something may still have to be told."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._again: Pauses[int | Server | str] = Pauses()
        """By match, by server, or all."""
        self._room = asyncio.Semaphore(AT_ONCE)
        self._departures = Departures(core, self.server_back)

    async def start(self) -> None:
        """Look after everything."""
        core = self._core
        try:
            known = await core.store.departures.not_noted()
            for guild_id in {*await core.store.matches.suspended_servers(), *await core.store.departures.all()}:
                if core.servers.get(guild_id) is not None and core.store.lease.covers(guild_id):
                    await self._resume(guild_id)  # invited again while the bot was off
            unsettled = await core.store.matches.unsettled()
            places = await core.store.matches.open_places()
        except StoreError as error:
            log.warning("not caught up yet: %s", error)
            self._again.failed(ALL, core.clock())
            return
        self._again.worked(ALL)
        await self._look_for(places, known)
        for one in unsettled:
            if core.store.lease.covers(one.guild_id):
                core.tasks.spawn(self._catch_up(one.match_id), f"catch up {one.match_id}")

    async def missed(self) -> None:
        """Something may have been committed by others, in any match, without a word: all is compared with its rows."""
        core = self._core
        numbers = {game.id: game.number for game in core.games.held}
        try:
            last = await core.store.matches.last_acts(list(numbers))
            unsettled = await core.store.matches.unsettled()
        except StoreError as error:
            log.warning("not compared yet: %s", error)
            core.games.trust_nothing()
            self._again.failed(ALL, core.clock())
            return
        wrong = {match_id for match_id, number in numbers.items() if last.get(match_id) != number}
        for match_id in wrong:
            core.games.lose_track(match_id)
        for one in unsettled:
            if core.store.lease.covers(one.guild_id) and one.match_id not in wrong:
                core.tasks.spawn(self._catch_up(one.match_id), f"catch up {one.match_id}")

    async def server_back(self, guild_id: int) -> None:
        """The bot is on a server again, or Discord can reach it again: its matches go on."""
        core = self._core
        if not core.store.lease.covers(guild_id):
            return
        try:
            await self._resume(guild_id)
            unsettled = await core.store.matches.unsettled()
        except StoreError as error:
            log.warning("not caught up yet server=%s reason=%s", guild_id, error)
            self._again.failed(Server(guild_id), core.clock())
            return
        self._again.worked(Server(guild_id))
        for one in unsettled:
            if one.guild_id == guild_id and core.store.lease.covers(guild_id):
                core.tasks.spawn(self._catch_up(one.match_id), f"catch up {one.match_id}")

    async def _resume(self, guild_id: int) -> None:
        core = self._core
        await self._departures.back(guild_id)
        resumed = await core.store.matches.resume(guild_id, core.games.running.now)
        await core.games.let_go(resumed)
        for match_id in resumed:
            log.info("resumed match=%s", match_id)
            core.tasks.spawn(self._in_room(self._show_anew, match_id), f"catch up {match_id}")

    async def _show_anew(self, match_id: int) -> None:
        """A match goes on: the moment at which its clock runs out is another one than its table tells."""
        try:
            (await self._core.games.find(match_id)).shown.is_wrong()
        except (Refused, DamagedMatch, StoreError) as error:
            log.info("not shown anew match=%s reason=%s", match_id, type(error).__name__)
            return
        await self._attempt(match_id)

    async def server_left(self, guild_id: int) -> None:
        """The bot was removed from a server: all that is stored of it waits, and nothing is sent there.

        Raises ``StoreError``.
        """
        core = self._core
        if not core.store.lease.covers(guild_id):
            return
        await self._departures.left(guild_id)
        # By Discord's clock, as far as it is known: that is the one that the thirty days are counted by.
        now = core.latency.discord_time or core.clock()
        suspended = await core.store.matches.suspend(guild_id, now, core.games.running.now)
        await core.games.let_go(suspended)
        for match_id in suspended:
            log.info("suspended match=%s", match_id)

    async def go_round(self) -> None:
        """Try again what did not work, and give up the matches, and then the server, that were left long ago."""
        core, now = self._core, self._core.clock()
        for key in self._again.due(now):
            match key:
                case int():
                    core.tasks.spawn(self._catch_up(key), f"catch up {key}")
                case Server():
                    core.tasks.spawn(self.server_back(key.id), f"server-{key.id}")
                case _:
                    core.tasks.spawn(self.start(), "catch up")
        # Discord's own time: a clock of the host that jumps a month ahead must end no match.
        if core.latency.discord_time is not None:
            for one in await core.store.matches.suspended_before(core.latency.discord_time - KEPT):
                if core.store.lease.covers(one.guild_id):
                    await core.games.void(one.match_id, now, place_is_gone=True)
        if core.store.lease.is_shared and core.store.lease.covers(None):
            # Whoever acted last, or the house after that, may have died with another process.
            for match_id in await core.store.matches.left_alone(now - ELSEWHERE):
                core.tasks.spawn(self._catch_up(match_id), f"catch up {match_id}")
        await self._departures.go_round()

    async def _catch_up(self, match_id: int) -> None:
        await self._in_room(self._attempt, match_id)

    async def _in_room(self, work: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
        """Do some work, a few at a time; what waits long goes on outside and makes room for the next."""
        async with self._room:
            task = asyncio.ensure_future(work(*arguments))
            try:
                await asyncio.wait({task}, timeout=PATIENCE)
            except asyncio.CancelledError:
                task.cancel()
                raise
        await task

    async def _attempt(self, match_id: int) -> None:
        core = self._core
        try:
            await core.games.followers.catch_up(match_id)
            self._again.worked(match_id)
        except (Refused, DamagedMatch):
            self._again.worked(match_id)
        except (StoreError, *DISCORD_FAILS) as error:
            reason = error if isinstance(error, StoreError) else name_of(error)
            log.warning("not caught up yet match=%s reason=%s", match_id, reason)
            self._again.failed(match_id, core.clock())

    async def _look_for(self, places: list[tuple[int, Place]], known: list[int]) -> None:
        """Ask Discord for the servers and channels that it has not told of: their absence proves nothing.

        ``places``: where matches are open; ``known``: the servers of which something is stored.
        """
        core = self._core
        for guild_id in sorted({*known, *(place.guild_id for _, place in places if place.guild_id is not None)}):
            if core.servers.get(guild_id) is None and core.store.lease.covers(guild_id):
                core.tasks.spawn(self._asked(self._ask_for_server, guild_id), f"server {guild_id}")
        for match_id, place in places:
            server, channel_id = core.servers.get(place.guild_id), place.channel_id
            if server is None or channel_id is None or not core.store.lease.covers(place.guild_id):
                continue
            if server.is_available and not server.knows(channel_id):
                core.tasks.spawn(self._asked(self._ask_for_channel, match_id, channel_id), f"place {match_id}")

    async def _asked(self, question: Callable[..., Coroutine[Any, Any, None]], *arguments: int) -> None:
        """Ask, a few at a time. What cannot be asked now is left as it is; the next start asks again."""
        try:
            await self._in_room(question, *arguments)
        except (StoreError, *DISCORD_FAILS) as error:
            log.warning("not asked failure=%s", error if isinstance(error, StoreError) else name_of(error))

    async def _ask_for_server(self, guild_id: int) -> None:
        if await self._core.servers.has_left(guild_id):
            await self.server_left(guild_id)

    async def _ask_for_channel(self, match_id: int, channel_id: int) -> None:
        if await self._core.servers.is_gone(channel_id):
            await self._core.games.void(match_id, self._core.clock(), place_is_gone=True)
