"""The bot: discord.py's client, sharded by its own means, with everything that is started and ended with it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import tasks

from bot.settings import Settings
from bot.store import LeaseHeld, MatchRow, Store, StoreError
from bot.ui import commands, offers
from bot.ui.app import App
from bot.ui.components import dispatch
from bot.ui.failures import DISCORD_FAILS, name_of
from bot.ui.layout import NO_PINGS
from bot.ui.repeats import OnceTree, Repeats

TICK = 15.0
"""Seconds between two looks at challenges that expire and turns that take long."""

RENEWAL = 20.0
"""Seconds between two renewals of the lease on the database, which lasts sixty."""

SYNC_PAUSE = timedelta(hours=1)
"""Between two attempts to tell Discord of the commands."""

LAST_WORK, LOOK = 3.5, 0.02
"""Seconds that work in hand may take when the bot is told to stop, and between two looks at it."""

GOODBYE, LET_GO = 0.4, 1.0
"""Seconds that Discord and then the database may take after that; Discord's library alone would wait for 30."""

log = logging.getLogger(__name__)


class BridgetteClient(discord.AutoShardedClient):
    """The bot on Discord.

    ``below(n)`` is the source of all chance and ``clock`` gives the present; tests pass their own.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        below: Callable[[int], int] = secrets.randbelow,
        clock: Callable[[], datetime] = discord.utils.utcnow,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=NO_PINGS,
        )
        self._settings = settings
        self._below = below
        self._clock = clock
        self._app: App | None = None
        self._caught_up = False
        self._sync_at: datetime | None = None
        """When to try again to tell Discord of the commands, where that failed."""
        self.fault: StoreError | None = None
        """Why the bot stopped by itself."""
        self._ending: asyncio.Task[None] | None = None
        self._repeats = Repeats()
        self.tree: app_commands.CommandTree[Any] = OnceTree(self, self._repeats)
        commands.register(self.tree, lambda: self.app)

    @property
    def app(self) -> App:
        """What the handlers work with. Raises ``RuntimeError`` before the bot has started."""
        if self._app is None:
            raise RuntimeError("the bot has not started")
        return self._app

    async def setup_hook(self) -> None:
        """Open the database and tell Discord of the commands. Raises ``StoreError``."""
        await self.open_store()
        await self._try_sync()

    async def open_store(self) -> None:
        """Open the database, made and migrated where needed, for this process alone. Raises ``StoreError``."""
        store = await Store.open(self._settings.database_url)
        try:
            await self._take_lease(store)
        except BaseException:
            await store.close()
            raise
        self._app = App.build(self, store, self._below, self._clock)
        # Not only once Discord is ready, which may be later than the lease lasts.
        self._renew.start()

    async def on_ready(self) -> None:
        """Start the background work, once: this event comes again after every new session."""
        if not self._caught_up:
            self._caught_up = True
            self._tick.start()
            await self._catch_up()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer clicks and choices; commands go by way of the tree."""
        if interaction.type is discord.InteractionType.component and self._repeats.is_new(interaction.id):
            await dispatch(self.app, interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A match whose channel is deleted is void; those in its threads come with :meth:`on_raw_thread_delete`."""
        await self._leave(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A match whose thread is deleted is void."""
        await self._leave(thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its matches are void. An outage is no removal and comes otherwise."""
        await self._void(*await self.app.store.matches.open_on(guild.id))

    async def close(self) -> None:
        """End cleanly: the work in hand is finished, then the connection ends, then the database is closed."""
        self._tick.cancel()
        self._renew.cancel()
        app = self._app
        if app is not None:
            app.work.stop_taking()
            for _ in range(int(LAST_WORK / LOOK)):
                if app.work.is_idle:
                    break
                await asyncio.sleep(LOOK)
        try:
            await self._disconnect(asyncio.ensure_future(super().close()))
        finally:
            if app is not None and self._app is app:
                self._app = None
                await asyncio.wait({asyncio.ensure_future(_let_go(app.store))}, timeout=LET_GO)

    async def _disconnect(self, closing: asyncio.Future[None]) -> None:
        """End the connection, without Discord's answer if that does not come."""
        await asyncio.wait({closing}, timeout=GOODBYE)
        if not closing.done():
            await self.http.close()  # what waits for an answer then ends by itself
        await closing

    async def _take_lease(self, store: Store) -> None:
        """Be the one process for this database; a lease left behind elsewhere runs out first."""
        try:
            await store.lease.take(self._clock())
        except LeaseHeld as held:
            pause = (held.until - self._clock()).total_seconds()
            log.warning("another process has this database; waiting %.0f s for its lease to run out", pause)
            await asyncio.sleep(max(0.0, pause) + LOOK)
            await store.lease.take(self._clock())

    async def _leave(self, channel_id: int) -> None:
        """Nothing is left open in a channel that is gone, so that nothing more is sent there."""
        store = self.app.store
        for challenge in await store.challenges.open_in(channel_id):
            await store.challenges.close(challenge.id, "expired")
        await self._void(await store.matches.open_in(channel_id))

    async def _void(self, *matches: MatchRow | None) -> None:
        for match in matches:
            if match is not None:
                await self.app.publisher.void(match.id)

    async def _try_sync(self) -> None:
        """Sync the commands, or try again later: with those that Discord knows already, matches can go on."""
        self._sync_at = None
        try:
            await self._sync_commands()
        except DISCORD_FAILS as error:
            log.warning("the commands were not sent to Discord failure=%s", name_of(error))
            self._sync_at = self._clock() + SYNC_PAUSE

    async def _sync_commands(self) -> None:
        """Send the commands to Discord if they differ from what it was sent last, or has lost."""
        local = [command.to_dict(self.tree) for command in self.tree.get_commands(type=None)]
        fingerprint = hashlib.sha256(json.dumps(local, sort_keys=True).encode()).hexdigest()
        there = {command.name for command in await self.tree.fetch_commands()}
        known = await self.app.store.meta.get("commands")
        if known == fingerprint and there == {str(command["name"]) for command in local}:
            return
        await self.tree.sync()
        await self.app.store.meta.set("commands", fingerprint)
        log.info("the commands were sent to Discord")

    async def _catch_up(self) -> None:
        """Bring every channel up to date: the process may have stopped between saving and telling."""
        store = self.app.store
        servers = {guild.id for guild in self.guilds}
        for match_id in await store.matches.open_ids():
            game = await self.app.games.find(match_id)
            if game.guild_id in servers:
                await self.app.publisher.publish(match_id)
            else:
                await self.app.publisher.void(match_id)
        for match_id in await store.matches.unpublished():
            await self.app.publisher.publish(match_id)

    @tasks.loop(seconds=TICK)
    async def _tick(self) -> None:
        """Challenges that expire, turns that take long, channels that are behind."""
        app = self.app
        try:
            for expired in await app.challenges.expire(self._clock()):
                await offers.show_expired(self, expired)
            for game in app.games.held:
                await app.publisher.remind(game)
            await app.publisher.retry()
            if self._sync_at is not None and self._clock() >= self._sync_at:
                await self._try_sync()
            app.counters.tell(self._clock(), len(app.games.held))
        except Exception:
            # The loop must live on: the next round does what this one could not.
            log.exception("background work failed")

    @tasks.loop(seconds=RENEWAL)
    async def _renew(self) -> None:
        """Go on being the one process for this database, or stop."""
        try:
            await self.app.store.lease.renew(self._clock())
        except LeaseHeld as error:
            log.critical("%s", error)
            self.fault = error
            self._ending = asyncio.create_task(self.close())  # a task of its own: closing cancels this one
        except StoreError as error:
            log.error("the lease could not be renewed: %s", error)


async def _let_go(store: Store) -> None:
    """Give the database up."""
    with contextlib.suppress(StoreError):
        await store.lease.drop()
    await store.close()
