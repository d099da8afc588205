"""The bot's life: discord.py's client, sharded by its own means, with all that is started and ended with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import discord
from discord import app_commands

from bot.app import App
from bot.catch_up import CatchUp
from bot.clock import Clock
from bot.discord.background import Rounds
from bot.discord.budget import Budget
from bot.discord.commands import Commands
from bot.discord.core import Core
from bot.discord.emoji_upkeep import EmojiUpkeep
from bot.discord.repeats import OnceTree, Repeats
from bot.discord.send import NO_PINGS
from bot.games import GameManager
from bot.games.decks import fresh_secret
from bot.games.elsewhere import LOOK_FOR_THINKERS
from bot.games.thinker import Thinker
from bot.hearing import Hearing
from bot.preferences import USUAL_CLOCK
from bot.running import BEAT, RunningTime
from bot.settings import Settings
from bot.store import DatabaseGone, LeaseHeld, LeaseLost, Store, StoreError, check_application, check_place
from bot.store.lease import LIFE
from bot.texts import HOST

ROUND = 15.0
"""Seconds between two looks at challenges that expire, turns that take long and channels that are behind."""

RENEWAL = 20.0
"""Seconds between two renewals of the lease on the database, which lasts sixty."""

LAST_WORK, LOOK = 3.5, 0.02
"""Seconds that work in hand may take when the bot is told to stop, and between two looks at it."""

GOODBYE, LET_GO = 0.4, 1.0
"""Seconds that Discord and then the database may take after that; Discord's library alone would wait for 30."""

log = logging.getLogger(__name__)


class BridgetteClient(discord.AutoShardedClient):
    """The bot on Discord. With ``faces`` the cards are emoji, which it uploads; without, they are labels.

    ``secret()`` gives the secret of each shuffle, ``clock`` the present, ``running`` the bot's running time, and
    ``thinker`` thinks for the house; tests pass their own. Where ``below(n)`` is given, all decks come from that
    chance, and no challenge promises a shuffle.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        faces: bool = False,
        below: Callable[[int], int] | None = None,
        secret: Callable[[], bytes] = fresh_secret,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        running: RunningTime | None = None,
        budget: Budget | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        self._budget = budget or Budget()
        super().__init__(
            http_trace=self._budget.trace(),
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=NO_PINGS,
        )
        self._settings, self._faces = settings, faces
        self._below, self._secret = below, secret
        self._clock, self._running = clock, running or RunningTime()
        self._thinker = thinker
        self._app: App | None = None
        self._catch_up: CatchUp | None = None
        self._rounds: list[Rounds] = []
        self._renewals = Rounds(RENEWAL, self._renew, "renewal")
        self._beats = Rounds(BEAT, self._beat, "beat")
        self._commands: Commands | None = None
        self._is_connected = False  # whether the bot hears of what people do
        self.fault: StoreError | None = None
        """Why the bot stopped by itself."""
        self._ending: asyncio.Task[None] | None = None
        self._repeats = Repeats()
        self.tree: app_commands.CommandTree[Any] = OnceTree(self, self._repeats)

    @property
    def app(self) -> App:
        """The features and what they share. Raises ``RuntimeError`` before the bot has started."""
        if self._app is None:
            raise RuntimeError("the bot has not started")
        return self._app

    # ------------------------------------------------------------------ the start

    async def setup_hook(self) -> None:
        """Open the database and tell Discord of the commands. Raises ``StoreError``."""
        await self.open_store()
        self._commands = Commands(self.tree, self.app.core.store, self._clock)
        await self._commands.sync()

    async def open_store(self) -> None:
        """Open the database, made and migrated where needed, for this process alone. Raises ``StoreError``."""
        store = await Store.open(self._settings.database_url)
        try:
            if store.is_new:
                log.warning(HOST("new-database", path=store.name))
            await self._take_lease(store)
            await check_place(store)
            if self.application_id is not None:
                await check_application(store, self.application_id)
            await self._running.resume(store)
            await store.clocks.add_missing(Clock.start(USUAL_CLOCK, self._running.now))
        except BaseException:
            await _let_go(store)
            raise
        games = GameManager(store, self._below, self._secret, self._running)
        core = Core.build(
            self, store, games, self._clock, self._budget, pictures=self._settings.pictures, thinker=self._thinker
        )
        self._app = App(core)
        self._catch_up = CatchUp(core)
        self._app.register(self.tree)
        # Not only once Discord is ready, which may be later than the lease lasts.
        self._renewals.start()
        core.pictures.start()

    async def _take_lease(self, store: Store) -> None:
        """Be the one process for this database; a lease left behind elsewhere is watched until it is known to be."""
        try:
            await store.lease.take(self._clock())
        except LeaseHeld as held:
            pause = LIFE.total_seconds()
            log.warning("another process has this database; looking for %.0f s whether it is alive", pause)
            await asyncio.sleep(pause)
            await store.lease.take(self._clock(), abandoned=held.held)

    async def on_ready(self) -> None:
        """Start the background work, once: this event comes again after every new session."""
        self._is_connected = True
        if self._rounds or self._catch_up is None:
            return
        work: dict[str, Callable[[], Awaitable[object]]] = {"catch up": self._catch_up.go_round}
        work |= {type(feature).__name__: feature.go_round for feature in self.app.features}
        work |= {"house": self._keep_house, "house-acts": self.app.core.house.go_round}
        if self._faces:
            core = self.app.core
            work["emoji"] = EmojiUpkeep(self, core.store, core.emoji, self._clock).go_round
        # Rounds of their own: what one of them waits for delays no other.
        self._rounds = [self._beats, *(Rounds(ROUND, round_, what) for what, round_ in work.items())]
        hearing = Hearing(self.app.core, self._catch_up)
        if self.app.core.store.queue.is_possible:
            self._rounds.append(Rounds(LOOK_FOR_THINKERS, hearing.look_for_thinkers, "thinkers"))
        for rounds in self._rounds:
            rounds.start()
        hearing.listen()
        await self._catch_up.start()

    # ------------------------------------------------------------------ what Discord tells

    async def on_disconnect(self) -> None:
        """The connection is gone, for a moment or for long."""
        self._is_connected = False

    async def on_resumed(self, *_: int) -> None:
        """It is there again; a new session comes with :meth:`on_ready` too."""
        self._is_connected = True

    on_shard_ready = on_resumed

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer clicks and choices; commands go by way of the tree."""
        if interaction.type is discord.InteractionType.component and self._repeats.is_new(interaction.id):
            await self.app.dispatch(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A match whose channel is deleted is void; those in its threads come with :meth:`on_raw_thread_delete`."""
        await self.app.place_gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A match whose thread is deleted is void."""
        await self.app.place_gone(thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its matches wait. An outage is no removal and comes otherwise."""
        if self._catch_up is not None:
            await self._logged(self._catch_up.server_left(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is on a server, perhaps again."""
        await self._server_back(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord can reach a server again; at the start this comes before everything is caught up with."""
        if self._rounds:
            await self._server_back(guild)

    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        """The permissions in a channel may have changed."""
        await self.app.access_changed(channel.guild.id)

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        """The permissions of a role may have changed."""
        await self.app.access_changed(role.guild.id)

    async def on_member_update(self, _: object, member: discord.Member) -> None:
        """The bot itself may have got another role; of nobody else does Discord tell it."""
        if self.user is not None and member.id == self.user.id:
            await self.app.access_changed(member.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role that took permissions away may be gone."""
        await self.app.access_changed(role.guild.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked, or be back from the archive, where the library does not keep it."""
        await self.app.access_changed(thread.guild_id)

    async def _server_back(self, guild: discord.Guild) -> None:
        if self._catch_up is not None:
            await self._catch_up.server_back(guild.id)
            await self.app.access_changed(guild.id)

    @staticmethod
    async def _logged(work: Awaitable[None]) -> None:
        try:
            await work
        except StoreError as error:
            log.warning("an event was not noted: %s", error)

    # ------------------------------------------------------------------ rounds

    async def _keep_house(self) -> None:
        """The commands, where Discord has not taken them yet; the figures in the log."""
        if self._commands is not None:
            await self._commands.go_round()
        core = self.app.core
        core.counters.tell(self._clock(), len(core.games.held))

    async def _renew(self) -> None:
        """Go on being the one process for this database, or stop."""
        try:
            await self.app.core.store.lease.renew(self._clock())
        except (LeaseHeld, LeaseLost, DatabaseGone) as error:
            log.critical("%s", error)
            self.fault = error
            self._ending = asyncio.create_task(self.close())  # a task of its own: closing cancels this one
        except StoreError as error:
            log.error("the lease could not be renewed: %s", error)

    async def _beat(self) -> None:
        """Confirm that the bot has been running, and let everybody know if the clocks of matches have shifted."""
        if not self._is_connected:
            return  # nobody can act
        try:
            shift = await self._running.beat(self.app.core.store, self._clock())
        except StoreError as error:
            log.warning("a beat was not written down: %s", error)
            return
        if shift:
            log.info("the clocks of matches have shifted seconds=%.0f", shift.total_seconds())
            await self.app.clocks_shifted(shift)

    # ------------------------------------------------------------------ the end

    async def close(self) -> None:
        """End cleanly: the work in hand is finished, then the connection ends, then the database is closed."""
        for rounds in (*self._rounds, self._renewals):
            rounds.stop()
        app = self._app
        if app is not None:
            app.core.guard.stop_taking()
            for _ in range(int(LAST_WORK / LOOK)):
                if app.is_idle:
                    break
                await asyncio.sleep(LOOK)
        try:
            await self._disconnect(asyncio.ensure_future(super().close()))
        finally:
            if app is not None and self._app is app:
                self._app = None
                await asyncio.wait({asyncio.ensure_future(_end(app))}, timeout=LET_GO)

    async def _disconnect(self, closing: asyncio.Future[None]) -> None:
        """End the connection, without Discord's answer if that does not come."""
        await asyncio.wait({closing}, timeout=GOODBYE)
        if not closing.done():
            await self.http.close()  # what waits for an answer then ends by itself
        await closing


async def _end(app: App) -> None:
    """Write down what is only in memory, and give the database up."""
    await app.ending()
    await app.core.store.news.stop()
    app.core.tasks.cancel()
    app.core.pictures.stop()
    app.core.thinker.stop()
    await _let_go(app.core.store)


async def _let_go(store: Store) -> None:
    """Give the database up."""
    with contextlib.suppress(StoreError):
        await store.lease.drop()
    await store.close()
