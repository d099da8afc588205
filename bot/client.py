"""The bot's life: discord.py's client, sharded by its own means, with all that is started and ended with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
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
from bot.discord.gate import Gate, GatedTree
from bot.discord.repeats import Repeats
from bot.discord.send import NO_PINGS
from bot.games import GameManager
from bot.games.decks import fresh_secret
from bot.games.elsewhere import LOOK_FOR_THINKERS
from bot.games.thinker import Thinker
from bot.hearing import Hearing
from bot.places import Places
from bot.preferences import USUAL_CLOCK
from bot.running import BEAT, RunningTime
from bot.settings import Settings
from bot.store import DatabaseGone, LeaseHeld, LeaseLost, RangeLost, Store, StoreError, check_application, check_place
from bot.tenure import Tenure
from bot.texts import HOST

ROUND = 15.0
"""Seconds between two looks at challenges that expire, turns that take long and channels that are behind."""

HEARD_BY_ALL = frozenset(("connect", "disconnect", "interaction", "ready", "resumed", "shard_ready"))
"""What Discord tells a process that only listens to the shards of another one; the rest is that one's business."""

LAST_WORK, LAST_HANDED_OVER, LOOK = 3.5, 1.5, 0.02
"""Seconds that work in hand may take when the bot is told to stop, the same where another process keeps what comes
meanwhile, and between two looks at it."""

GOODBYE, LET_GO = 0.4, 1.0
"""Seconds that Discord and then the database may take after that; Discord's library alone would wait for 30."""

log = logging.getLogger(__name__)


class BridgetteClient(Places):
    """The bot on Discord. With ``faces`` the cards are emoji, which it uploads; without, they are labels.

    ``secret()`` gives the secret of each shuffle, ``clock`` the present, ``running`` the bot's running time, and
    ``thinker`` thinks for the house; tests pass their own. ``tenure``: how it comes to serve, usually alone. Where
    ``below(n)`` is given, all decks come from that chance, and no challenge promises a shuffle. ``opened`` is given all
    parts once the database is open.
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
        tenure: Tenure | None = None,
        opened: Callable[[App], object] = lambda _: None,
    ) -> None:
        self.budget = budget or Budget()
        self._tenure = tenure or Tenure()
        super().__init__(
            http_trace=self.budget.trace(),
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=NO_PINGS,
        )
        self._settings, self._faces = settings, faces
        self._below, self._secret = below, secret
        self._clock, self._running = clock, running or RunningTime()
        self._thinker, self._opened = thinker, opened
        self._renewals = Rounds(self._tenure.renewal, self._renew, "renewal")
        self._beats = Rounds(BEAT, self._beat, "beat")
        self._commands: Commands | None = None
        self.is_connected = False
        """Whether the bot hears of what people do."""
        self.is_renewed = True
        """Whether the last renewal of the lease did not fail."""
        self.fault: StoreError | None = None
        """Why the bot stopped by itself."""
        self._ending: asyncio.Task[None] | None = None
        self.disconnects = asyncio.Event()
        """Set once a bot that was stopped gives its connection up, or the attempt to have one."""
        self._repeats = Repeats()
        self.gate = Gate(self._repeats)
        self.tree: app_commands.CommandTree[Any] = GatedTree(self, self.gate)

    @property
    def stands_by(self) -> bool:
        """Whether others serve all there is, and this process waits until it is needed."""
        return self._tenure.stands_by and not self.is_closed()

    # ------------------------------------------------------------------ the start

    async def setup_hook(self) -> None:
        """Open the database and, where this process serves already, begin to. Raises ``StoreError``."""
        await self.open_store()
        if self._tenure.is_serving:
            await self._tell_commands()

    async def open_store(self) -> None:
        """Open the database, made and migrated where needed, and come to serve it. Raises ``StoreError``."""
        store = await Store.open(self._settings.database_url)
        try:
            if store.is_new:
                log.warning(HOST("new-database", path=store.name))
            await self._tenure.begin(self, store, self._clock)
            await check_place(store)
            if self._tenure.is_serving:
                await self._resume(store)
        except BaseException:
            await store.let_go()
            raise
        games = GameManager(store, self._below, self._secret, self._running)
        core = Core.build(
            self, store, games, self._clock, self.budget, pictures=self._settings.pictures, thinker=self._thinker
        )
        self._app = App(core)
        self._catch_up = CatchUp(core)
        self._app.register(self.tree)
        self._opened(self._app)
        core.pictures.start()
        if self._tenure.is_serving:
            self._renewals.start()  # and not only once Discord is ready, which may be later than the lease lasts
        self._tenure.opened(self, self._clock)

    async def _resume(self, store: Store) -> None:
        """Go on where whoever served before has stopped. Raises ``StoreError``."""
        if self.application_id is not None:
            await check_application(store, self.application_id)
        await self._running.resume(store)
        await store.clocks.add_missing(Clock.start(USUAL_CLOCK, self._running.now))

    async def _tell_commands(self) -> None:
        core = self.app.core
        if core.store.lease.covers(None):  # one process tells them for all
            self._commands = Commands(self.tree, core.store, self._clock)
            await self._commands.sync()

    async def take_over(self, taken: Iterable[int] | None) -> None:
        """Serve the shards that this process has listened to; `taken`: interactions of before, where they are known.

        Raises ``StoreError``.
        """
        self._renewals.start()
        await self._resume(self.app.core.store)
        self.gate.open(taken)
        if self.is_ready():
            await self._begin()
        await self._tell_commands()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a shard's turn to begin a session."""
        if not await self._tenure.identify(self.app.core.store, shard_id or 0):
            await super().before_identify_hook(shard_id, initial=initial)

    def dispatch(self, event: str, /, *arguments: Any, **options: Any) -> None:
        """Pass on what Discord tells, as far as this process is to hear it."""
        if event in HEARD_BY_ALL or (self._tenure.is_serving and self._app is not None):
            super().dispatch(event, *arguments, **options)

    async def on_ready(self) -> None:
        """Start the background work, once: this event comes again after every new session."""
        self.is_connected = True
        self._tenure.is_ready()
        if self._tenure.is_serving:
            await self._begin()

    async def _begin(self) -> None:
        if self._rounds or self._catch_up is None:
            return
        work: dict[str, Callable[[], Awaitable[object]]] = {"catch up": self._catch_up.go_round}
        work |= {type(feature).__name__: feature.go_round for feature in self.app.features}
        work |= {"house": self._keep_house, "house-acts": self.app.core.house.go_round}
        if self._faces:
            core = self.app.core
            work["emoji"] = EmojiUpkeep(self, core.store, core.emoji, self._clock).go_round
        # Rounds of their own: what one of them waits for delays no other.
        rounds = [Rounds(ROUND, round_, what) for what, round_ in work.items()]
        hearing = Hearing(self.app.core, self._catch_up)
        if self.app.core.store.queue.is_possible:
            rounds.append(Rounds(LOOK_FOR_THINKERS, hearing.look_for_thinkers, "thinkers"))
        self._rounds = (self._beats, *rounds)
        for one in self._rounds:
            one.start()
        hearing.listen()
        await self._catch_up.start()

    # ------------------------------------------------------------------ what Discord tells

    async def on_disconnect(self) -> None:
        """The connection is gone, for a moment or for long."""
        self.is_connected = False

    async def on_resumed(self, *_: int) -> None:
        """It is there again; a new session comes with :meth:`on_ready` too."""
        self.is_connected = True

    on_shard_ready = on_resumed

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer clicks and choices; commands go by way of the tree."""
        if interaction.type is discord.InteractionType.component and await self.gate.admits(interaction):
            await self.app.dispatch(interaction)

    # ------------------------------------------------------------------ rounds

    async def _keep_house(self) -> None:
        """The commands, where Discord has not taken them yet; the figures in the log."""
        if self._commands is not None:
            await self._commands.go_round()
        core = self.app.core
        core.counters.tell(self._clock(), len(core.games.held))

    async def _renew(self) -> None:
        """Go on being the one process for this database, or these shards, or stop."""
        try:
            await self.app.core.store.lease.renew(self._clock())
        except (LeaseHeld, LeaseLost, DatabaseGone) as error:
            self.lost(error)
        except StoreError as error:
            self.is_renewed = False
            log.error("the lease could not be renewed: %s", error)
        else:
            self.is_renewed = True

    def lost(self, error: StoreError | None = None) -> None:
        """Stop: what this process served by is lost."""
        if self.fault is None:
            self.fault = error or RangeLost()
            log.critical("%s", self.fault)
            self.stop()

    async def _beat(self) -> None:
        """Confirm that the bot has been running, and let everybody know if the clocks of matches have shifted."""
        if not self.is_connected:
            return  # nobody can act
        try:
            shift = await self._running.beat(self.app.core.store, self._clock(), self.app.core.games.trust_nothing)
        except LeaseLost as error:
            self.lost(error)
            return
        except StoreError as error:
            log.warning("a beat was not written down: %s", error)
            return
        if shift:
            log.info("the clocks of matches have shifted seconds=%.0f", shift.total_seconds())
            await self.app.clocks_shifted(shift)

    # ------------------------------------------------------------------ the end

    def stop(self) -> None:
        """Begin to end. The connection is kept up until :attr:`disconnects`."""
        self._ending = self._ending or asyncio.create_task(self._end(is_stopped=True))

    async def close(self) -> None:
        """End cleanly: the work in hand is finished, then the connection ends, then the database is closed.

        Where another process listens, that one has the database first, and answers what comes from then on.
        """
        self._ending = self._ending or asyncio.create_task(self._end(is_stopped=False))
        await asyncio.shield(self._ending)  # a task of its own: closing cancels tasks that may have asked for it

    async def _end(self, *, is_stopped: bool) -> None:
        await self._tenure.hand_over()
        others_answer = self._tenure.others_answer
        for rounds in (*self._rounds, self._renewals):
            rounds.stop()
        app = self._app
        if app is not None:
            self.gate.leave() if others_answer else app.core.guard.stop_taking()
            for _ in range(int((LAST_HANDED_OVER if others_answer else LAST_WORK) / LOOK)):
                if app.is_idle:
                    break
                await asyncio.sleep(LOOK)
        try:
            if others_answer:
                await self._let_app_go()
            if is_stopped:
                self.disconnects.set()
            await self._disconnect(asyncio.ensure_future(super().close()))
        finally:
            await self._let_app_go()

    async def _let_app_go(self) -> None:
        app, self._app = self._app, None
        if app is not None:
            await asyncio.wait({asyncio.ensure_future(app.end())}, timeout=LET_GO)

    async def _disconnect(self, closing: asyncio.Future[None]) -> None:
        """End the connection, without Discord's answer if that does not come."""
        await asyncio.wait({closing}, timeout=GOODBYE)
        if not closing.done():
            await self.http.close()  # what waits for an answer then ends by itself
        await closing
