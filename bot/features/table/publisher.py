"""Brings a match's channel up to date: results of deals, the table, panels, turn notices, the match's result.

What is already there is known from the database, so that this can run at any time, also after a restart, and
does only what is missing. Runs for one match never overlap; a call during a run makes it look once more, so
that however fast both play, the last state is what is shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import discord
from bot.screens.results import deal_screen, match_screen
from bot.screens.screen import Screen
from bot.screens.table import table_screen
from bot.ui.counters import Counters
from bot.ui.failures import DISCORD_FAILS, UNKNOWN_CHANNEL, may_pass, name_of
from bot.ui.layout import NO_PINGS, files, layout
from bot.ui.notices import Notices
from bot.ui.panels import Panels

from bot.games import Game, GameManager, Refused
from bot.store import MatchRow, Store, StoreError
from bot.texts import Texts, texts_for
from bridgette import How
from bridgette.record import write_record

EDITABLE = timedelta(hours=1)
"""Discord takes few edits of older messages (error 30046), so an older table is replaced."""

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=15), timedelta(hours=1)
"""Between two attempts at a channel that is behind; each pause is twice the one before."""

log = logging.getLogger(__name__)


class Behind(NamedTuple):
    """A channel that is behind: when to try again, and after what pause."""

    again_at: datetime
    pause: timedelta


class Publisher:
    """Shows each match's state in its channel."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        games: GameManager,
        panels: Panels,
        counters: Counters,
        clock: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._store = store
        self._games = games
        self._panels = panels
        self._counters = counters
        self._clock = clock
        self._notices = Notices(client, store, panels, clock)
        self._waiting: dict[int, bool] = {}
        self._running: set[int] = set()
        self._behind: dict[int, Behind] = {}

    async def publish(self, match_id: int, *, fresh_table: bool = False) -> None:
        """Bring everything up to date; ``fresh_table``: with a new table at the bottom of the channel."""
        self._waiting[match_id] = self._waiting.get(match_id, False) or fresh_table
        if match_id in self._running:
            return
        self._running.add(match_id)
        try:
            # What came up during an attempt is shown by another one, whether or not the first one failed.
            while match_id in self._waiting:
                await self._attempt(match_id, fresh_table=self._waiting.pop(match_id))
        finally:
            self._running.discard(match_id)
            self._waiting.pop(match_id, None)

    async def _attempt(self, match_id: int, *, fresh_table: bool) -> None:
        try:
            await self._publish(match_id, fresh_table=fresh_table)
            self._behind.pop(match_id, None)
        except DISCORD_FAILS as error:
            await self._fell_behind(match_id, error)
        except StoreError as error:
            log.warning("channel behind match=%s reason=%s", match_id, error)
            self._try_again(match_id)
        except Refused:
            log.warning("no such match match=%s", match_id)

    async def retry(self) -> None:
        """Try again what Discord did not take, when its pause is over."""
        now = self._clock()
        for match_id, behind in list(self._behind.items()):
            if behind.again_at <= now:
                await self.publish(match_id)

    async def void(self, match_id: int) -> None:
        """End a match whose place is gone; nothing more is sent there, and the players are free."""
        try:
            game = await self._games.void(match_id, self._clock())
        except StoreError as error:
            log.warning("not void yet match=%s reason=%s", match_id, error)
            self._try_again(match_id)
            return
        self._behind.pop(match_id, None)
        if game is not None:
            log.info("void match=%s channel=%s", game.id, game.channel_id)
            self._panels.forget(game)

    async def _fell_behind(self, match_id: int, error: BaseException) -> None:
        """A request failed: void if the place is gone, again later if that may help, else at the next act."""
        self._counters.failed(name_of(error))
        log.warning("channel behind match=%s failure=%s", match_id, name_of(error))
        if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
            await self.void(match_id)
        elif may_pass(error):
            self._try_again(match_id)

    def _try_again(self, match_id: int) -> None:
        known = self._behind.get(match_id)
        pause = min(known.pause * 2, LONGEST_PAUSE) if known else FIRST_PAUSE
        self._behind[match_id] = Behind(self._clock() + pause, pause)

    async def remind(self, game: Game) -> None:
        """Tell the players whose turn it has been for long."""
        if self._notices.may_be_due(game) and game.id not in self._running:
            self._notices.look_into(game)  # before: a place that refuses must not be asked again at every look
            await self.publish(game.id)

    async def _publish(self, match_id: int, *, fresh_table: bool) -> None:
        game = await self._games.find(match_id)
        for seat in (0, 1):
            await self._panels.refresh(game, seat)
        row = await self._store.matches.get(match_id)
        ended = game.match.ended
        if row is None or (ended is not None and ended.how is How.VOID):
            return  # nothing is sent to a place that is gone
        texts = self._texts(game)
        if not game.is_open or row.table_deal != len(game.match.deals) - 1:
            await self._publish_results(texts, game, row)
        if game.is_open:
            await self._publish_table(texts, game, row, fresh=fresh_table)
        elif row.result_message_id is None:
            await self._publish_end(texts, game)
        await self._notices.update(texts, game)
        if not game.is_open:
            self._panels.forget(game)

    async def _publish_results(self, texts: Texts, game: Game, row: MatchRow) -> None:
        """The results of all finished deals that are not shown yet: a deal's table turns into its result."""
        stored = await self._store.matches.load(game.id)
        view = game.view(None)
        # The rows are read after the game was looked at, and may tell of a deal that has begun since.
        for deal in stored.deals[: len(view.deals)] if stored else ():
            if deal.result_message_id is not None or view.deals[deal.deal].reveal is None:
                continue
            screen = deal_screen(texts, view, deal.deal)
            message_id = None
            if row.table_deal == deal.deal and row.table_message_id is not None:
                if await self._edit(game, row.table_message_id, screen):
                    message_id = row.table_message_id
                else:
                    await self._delete(game, row.table_message_id)
            if message_id is None:
                message_id = await self._post(game, screen, f"d{game.id}.{deal.deal}")
            await self._store.matches.set_deal_message(game.id, deal.deal, message_id)

    async def _publish_table(self, texts: Texts, game: Game, row: MatchRow, *, fresh: bool) -> None:
        deal, now = len(game.match.deals) - 1, self._clock()
        screen = table_screen(texts, game.id, game.view(None))
        old = row.table_message_id if row.table_deal == deal else None
        is_editable = row.table_posted_at is not None and now - row.table_posted_at < EDITABLE
        if old is not None and not fresh and is_editable and await self._edit(game, old, screen):
            return
        # Named after the table that it replaces: a post of which no answer came is sent again as the same one.
        before = 0 if row.table_posted_at is None else int(row.table_posted_at.timestamp() * 1000)
        message_id = await self._post(game, screen, f"t{game.id}.{deal}.{before:x}", silent=True)
        await self._store.matches.set_table(game.id, message_id, deal, now)
        if old is not None and old != message_id:
            await self._delete(game, old)
        if game.id in self._behind:
            await self._edit(game, message_id, screen)  # such a post may have arrived before, with an older state

    async def _publish_end(self, texts: Texts, game: Game) -> None:
        record: dict[str, Any] = write_record(game.match)
        screen = match_screen(texts, game.id, game.view(None), record)
        message_id = await self._post(game, screen, f"m{game.id}")
        await self._store.matches.set_result_message(game.id, message_id)

    def _texts(self, game: Game) -> Texts:
        """Public texts are in the server's language."""
        guild = self._client.get_guild(game.guild_id)
        return texts_for(guild.preferred_locale.value if guild else "en")

    def _channel(self, game: Game) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)

    async def _post(self, game: Game, screen: Screen, nonce: str, *, silent: bool = False) -> int:
        """Post a message and return its id. The nonce keeps a post that is sent again from appearing twice."""
        message = await self._channel(game).send(
            view=layout(screen), files=files(screen), allowed_mentions=NO_PINGS, silent=silent, nonce=nonce
        )
        return message.id

    async def _edit(self, game: Game, message_id: int, screen: Screen) -> bool:
        """Edit a message; ``False`` when it is gone or takes no more edits."""
        message = self._channel(game).get_partial_message(message_id)
        try:
            await message.edit(view=layout(screen), allowed_mentions=NO_PINGS)
        except discord.HTTPException as error:
            if error.status == 403 or may_pass(error):
                raise
            return False
        return True

    async def _delete(self, game: Game, message_id: int) -> None:
        try:
            await self._channel(game).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            log.info("old table stays match=%s failure=%s", game.id, name_of(error))
