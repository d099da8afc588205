"""The bot: discord.py's client, sharded by its own means, with everything that is started and ended with it."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

import discord
from discord import app_commands
from discord.ext import tasks

from bot.settings import Settings
from bot.store import Store
from bot.ui import commands, offers
from bot.ui.app import App
from bot.ui.components import dispatch
from bot.ui.layout import NO_PINGS
from bot.ui.repeats import OnceTree, Repeats

TICK = 15.0
"""Seconds between two looks at challenges that expire and turns that take long."""

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
        await self._sync_commands()

    async def open_store(self) -> None:
        """Open the database, made and migrated where needed. Raises ``StoreError``."""
        store = await Store.open(self._settings.database_url)
        self._app = App.build(self, store, self._below, self._clock)

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

    async def close(self) -> None:
        """End cleanly: no more background work, then the connection, then the database."""
        self._tick.cancel()
        await super().close()
        if self._app is not None:
            await self._app.store.close()
            self._app = None

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
        for match_id in [*await store.matches.open_ids(), *await store.matches.unpublished()]:
            await self.app.publisher.publish(match_id)

    @tasks.loop(seconds=TICK)
    async def _tick(self) -> None:
        """Challenges that expire, turns that take long."""
        try:
            for expired in await self.app.challenges.expire(self._clock()):
                await offers.show_expired(self, expired)
            for game in self.app.games.held:
                await self.app.publisher.remind(game)
        except Exception:
            # The loop must live on: the next round does what this one could not.
            log.exception("background work failed")
