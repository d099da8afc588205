"""Decides when each match's channel is brought up to date, and what follows when Discord refuses it.

What is shown there, and what of it is missing, is the display's. Runs for one match never overlap; a call during a run
makes it look once more, so that however fast both play, the last state is what is shown. Runs for different matches
know nothing of each other: a channel that hangs delays no other one.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, UNKNOWN_CHANNEL, Hope, hope_for, name_of
from bot.discord.pauses import Pauses
from bot.discord.servers import Server
from bot.features.table.display import Display
from bot.features.table.late import LateTables
from bot.features.table.notices import Notices
from bot.games import DamagedMatch, Game, Happened, Refused, Shown
from bot.store import NOWHERE, Place, StoreError
from bridgette import How, Seat

log = logging.getLogger(__name__)


class Publisher:
    """Shows each match's state in its channel, and on its opponent's panel, after each act."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._notices = Notices(core)
        self.late = LateTables(core.budget, self.publish_soon)
        """The tables that wait until there is room for them."""
        self._display = Display(core, self._notices, self.late)
        self._wanted: dict[int, bool] = {}
        self._runs: dict[int, asyncio.Task[None]] = {}
        self.behind: Pauses[int] = Pauses()
        """The matches whose channel did not take what was sent."""
        self._without_table: dict[int, Place] = {}
        """The matches whose panels say that the table is missing."""
        self._damaged: set[int] = set()
        """The damaged matches of which the host has been told."""
        self._unsure: set[int] = set()
        """The matches of which it is not known what their players' panels show."""
        self._void: dict[int, Shown] = {}
        """What is shown of matches that have become void, until their tables are closed."""

    # ------------------------------------------------------------------ when something has happened

    def happened(self, what: Happened) -> None:
        """Refresh the panels of those who did not act; whoever acted is answered already. Then the channel."""
        game, actor = what.after, None if what.act is None else what.act.seat
        if game.match.ended is not None and game.match.ended.how is How.VOID:
            self._void[game.id] = game.shown
        self._core.counters.actions += actor is not None
        self._refresh_soon(game, *(seat for seat in (0, 1) if seat != actor))
        self._run(game.id, fresh_table=False)

    async def catch_up(self, match_id: int) -> None:
        """Do what is missing in the match's channel and on its panels.

        What Discord refused a moment ago waits for its pause.
        """
        self._unsure.add(match_id)
        if not self.behind.is_waiting(match_id, self._core.clock()):
            await self.publish(match_id)

    async def publish(self, match_id: int, *, fresh_table: bool = False) -> None:
        """Bring the channel up to date; ``fresh_table``: with a new table at the bottom of the channel."""
        await asyncio.shield(self._run(match_id, fresh_table=fresh_table))

    def publish_soon(self, match_id: int) -> None:
        """The same, without waiting for it."""
        self._run(match_id, fresh_table=False)

    def remind(self) -> None:
        """Look after the players whose turn it has been for long, and the channels that are behind."""
        now = self._core.clock()
        for game in self._core.games.held:
            if game.id not in self._runs and game.id not in self.behind and self._notices.may_be_due(game):
                self.publish_soon(game.id)
        for match_id in self.behind.due(now):
            if match_id not in self._runs:
                self.publish_soon(match_id)

    async def look_for_ends(self) -> None:
        """Ends that somebody else has written, such as the host at the terminal: what is held here is out of date."""
        for one in await self._core.store.matches.unpublished():
            if self._core.games.peek(one.match_id) is not None:
                self._core.games.lose_track(one.match_id)
            elif (
                self._is_shown_here(one.guild_id) and one.match_id not in self._runs and one.match_id not in self.behind
            ):
                self.publish_soon(one.match_id)

    def retry_now(self, guild_id: int) -> None:
        """Try again what the places of a server refused: what the bot may do there has changed.

        Not where a permission is known to be missing still, and no oftener than once a minute: somebody may change a
        role's colour all the time.
        """
        server = self._core.servers.get(guild_id)
        for match_id in self.behind:
            game = self._core.games.peek(match_id)
            if game is None or (game.place.guild_id == guild_id and _may_post(server, game)):
                self.behind.hurry(match_id, self._core.clock())
        self.remind()

    async def write_down(self) -> None:
        """Let the database know what has been shown since the last time."""
        await self._display.write_down()

    # ------------------------------------------------------------------ runs

    def _run(self, match_id: int, *, fresh_table: bool) -> asyncio.Task[None]:
        """A run that shows the match as it is now: the one under way, made to look once more, or a new one."""
        self._wanted[match_id] = self._wanted.get(match_id, False) or fresh_table
        if match_id not in self._runs:
            self._runs[match_id] = self._core.tasks.spawn(self._attempts(match_id), f"publish {match_id}")
        return self._runs[match_id]

    async def _attempts(self, match_id: int) -> None:
        try:
            # What came up during an attempt is shown by another one, whether or not the first one failed.
            while match_id in self._wanted:
                await self._attempt(match_id, fresh_table=self._wanted.pop(match_id))
        finally:
            del self._runs[match_id]
            self._wanted.pop(match_id, None)

    async def _attempt(self, match_id: int, *, fresh_table: bool) -> None:
        await self._core.house.settled(match_id)  # an act and the house's reply to it are shown together
        try:
            is_over = await self._show(match_id, fresh_table=fresh_table)
            self.behind.worked(match_id)
            if is_over:
                self._let_go(match_id)
            if match_id in self._without_table:
                self._without_table.pop(match_id, None)
                await self._refresh_panels(match_id)
        except DISCORD_FAILS as error:
            await self._fell_behind(match_id, error)
        except StoreError as error:
            log.warning("channel behind match=%s reason=%s", match_id, error)
            self.behind.failed(match_id, self._core.clock())
        except DamagedMatch as error:
            self.behind.worked(match_id)
            if match_id not in self._damaged:
                self._damaged.add(match_id)
                log.error("%s; end it with: python -m bot void %s", error, match_id)
        except Refused as error:
            log.warning("nothing to show match=%s reason=%s", match_id, error)
            self.behind.worked(match_id)
        except Exception:
            # A mistake of ours must not leave a channel behind for ever.
            log.exception("channel behind match=%s", match_id)
            self.behind.failed(match_id, self._core.clock())

    async def _show(self, match_id: int, *, fresh_table: bool) -> bool:
        row = None if self._core.games.peek(match_id) else await self._core.store.matches.get(match_id)
        if row is not None and not self._is_shown_here(row.place.guild_id):
            return not row.is_open
        if row is not None and row.ended_how == How.VOID.value:
            return await self._display.close(match_id, self._void.get(match_id))  # its acts may be damaged
        game = await self._core.games.find(match_id)
        if match_id in self._unsure:
            self._unsure.discard(match_id)
            if game.is_open:
                self._refresh_soon(game, 0, 1)
            else:  # before it is let go of
                await asyncio.gather(*(self._core.panels.refresh(game, seat) for seat in (0, 1)))
        if not self._is_shown_here(game.place.guild_id):
            return not game.is_open
        ended = game.match.ended
        if ended is not None and ended.how is How.VOID:
            return await self._display.close(match_id, game.shown)
        return await self._display.show(game, fresh_table=fresh_table, is_retry=match_id in self.behind)

    def _is_shown_here(self, guild_id: int | None) -> bool:
        """Whether it is this process that shows the matches of a server. One played in private only its panel shows."""
        return guild_id is None or self._core.store.lease.covers(guild_id)

    async def _fell_behind(self, match_id: int, error: BaseException) -> None:
        """A request failed: void if the place is gone, else again later if that may help."""
        self._core.counters.failed(name_of(error))
        log.warning("channel behind match=%s failure=%s", match_id, name_of(error))
        hope = hope_for(error)
        if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
            if await self._is_believed(match_id):
                await self.place_gone(match_id)
                return
            hope = Hope.LATER
        self.behind.failed(match_id, self._core.clock(), hope)
        game = self._core.games.peek(match_id)
        if game is not None and game.shown.table is None and match_id not in self._without_table:
            self._without_table[match_id] = game.place
            await self._core.panels.show_first(game)
            await self._refresh_panels(match_id)

    async def _is_believed(self, match_id: int) -> bool:
        """Whether it is believed that a place is gone: not while the server cannot be reached, or was left.

        A result, which nobody can bring back by playing on, is given up only if Discord says so once more.
        """
        try:
            row = await self._core.store.matches.get(match_id)
        except StoreError:
            return False
        server = None if row is None else self._core.servers.get(row.place.guild_id)
        if row is None or server is None or not server.is_available:
            return False
        return row.is_open or await self._core.servers.is_gone(row.place.channel_id or 0)

    async def place_gone(self, match_id: int) -> None:
        """End a match whose place is gone; nothing more is sent there, and the players are free."""
        try:
            if not await self._core.games.void(match_id, self._core.clock(), place_is_gone=True):
                row = await self._core.store.matches.get(match_id)
                if row is not None and row.is_open:
                    self.behind.failed(match_id, self._core.clock())  # somebody else was quicker, with another act
                    return
                await self._core.store.matches.set_result_message(match_id, NOWHERE)
            self._let_go(match_id)
        except StoreError as error:
            log.warning("not void yet match=%s reason=%s", match_id, error)
            self.behind.failed(match_id, self._core.clock())

    def _refresh_soon(self, game: Game, *seats: Seat) -> None:
        """Let panels show the match as it is; those that do already are left alone."""
        for seat in seats:
            self._core.tasks.spawn(self._core.panels.refresh(game, seat), f"panel {game.id}")

    async def _refresh_panels(self, match_id: int) -> None:
        game = self._core.games.peek(match_id)
        if game is not None:
            for seat in (0, 1):
                await self._core.panels.refresh(game, seat, again=True)

    def _let_go(self, match_id: int) -> None:
        self._core.panels.forget(match_id)
        self._display.forget(match_id)
        self._unsure.discard(match_id)
        self._void.pop(match_id, None)
        self._without_table.pop(match_id, None)
        self.behind.worked(match_id)

    def without_table(self, match_id: int) -> Place | None:
        """Where a match is played whose table could not be posted; ``None`` where it stands or is to come."""
        return self._without_table.get(match_id)


def _may_post(server: Server | None, game: Game) -> bool:
    """Whether, as far as is known, nothing keeps the bot from posting where a match is played."""
    return server is not None and server.missing_permission(game.place.channel_id or 0) is None
