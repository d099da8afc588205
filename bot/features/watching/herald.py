"""Tells the watchers of a match that a deal starts: one message a deal, and the one of the deal before goes.

Whom a message has told is noted when it stands; until then it is tried again, and its nonce keeps it from appearing
twice. It comes after the table to which it leads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, Hope, hope_for, name_of
from bot.discord.pauses import Pauses
from bot.discord.send import only
from bot.discord.servers import Server
from bot.features.watching.screens import deal_begins_screen
from bot.games import DamagedMatch, Game, Happened, Refused
from bot.store import MatchRow, StoreError

FOR_TABLE = 5.0
"""Seconds for which a message waits for the table of its deal, before it is tried again later."""

LOOK = 0.25
"""Seconds between two looks at whether the table stands."""

SHORT = 2**32
"""What is left of an id in a nonce, for which Discord takes 25 characters."""

log = logging.getLogger(__name__)


class Herald:
    """A follower: each deal that starts is one to be told of, and a match that is over leaves no message."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._wanted: dict[int, bool] = {}
        """The matches that are being looked at, and whether they are to be looked at once more."""
        self._unnoted: dict[int, list[Callable[[], Awaitable[None]]]] = {}
        """What was posted and could not be written down yet."""
        self._behind: Pauses[int] = Pauses()
        self._has_looked = False

    def happened(self, what: Happened) -> None:
        """A deal has started, or the match is over."""
        if what.finished_deal is not None or not what.after.is_open:
            self.tell_soon(what.after.id)

    async def catch_up(self, match_id: int) -> None:
        """Tell what is still to be told, beside all else: what others show does not wait for it."""
        if not self._behind.is_waiting(match_id, self._core.clock()):
            self.tell_soon(match_id)

    async def go_round(self) -> None:
        """After a start, everything that the life before has left; then what did not work. Raises ``StoreError``."""
        if not self._has_looked:
            for one in await self._core.store.watchers.unfinished():
                if self._core.store.lease.covers(one.guild_id):
                    self.tell_soon(one.match_id)
            self._has_looked = True
        for match_id in self._behind.due(self._core.clock()):
            self.tell_soon(match_id)

    def hurry(self) -> None:
        """What was refused may work now."""
        for match_id in self._behind:
            self._behind.hurry(match_id, self._core.clock())

    def tell_soon(self, match_id: int) -> None:
        """Look at a match, one look at a time; a wish during one makes it look once more."""
        is_running = match_id in self._wanted
        self._wanted[match_id] = True
        if not is_running:
            self._core.tasks.spawn(self._looks(match_id), f"watchers {match_id}")

    async def _looks(self, match_id: int) -> None:
        try:
            while self._wanted[match_id]:
                self._wanted[match_id] = False
                await self._attempt(match_id)
        finally:
            del self._wanted[match_id]

    async def _attempt(self, match_id: int) -> None:
        hope = Hope.SOON
        try:
            if await self._look(match_id):
                self._behind.worked(match_id)
                return
        except (Refused, DamagedMatch) as error:
            log.info("no watchers told match=%s reason=%s", match_id, type(error).__name__)
            self._behind.worked(match_id)
            return
        except StoreError as error:
            log.warning("watchers not told yet match=%s reason=%s", match_id, error)
        except DISCORD_FAILS as error:
            self._core.counters.failed(name_of(error))
            log.warning("watchers not told yet match=%s failure=%s", match_id, name_of(error))
            hope = hope_for(error)
        self._behind.failed(match_id, self._core.clock(), hope)

    async def _look(self, match_id: int) -> bool:
        """Do what is due; whether nothing is left to do. Raises what the database and Discord raise."""
        store = self._core.store
        await self._write_down(match_id)
        row = await store.matches.get(match_id)
        if row is None or not store.lease.covers(row.place.guild_id):
            return True
        if not row.is_open:
            await self._take_away(row, await store.watchers.posts(match_id))
            return True
        game = await self._core.games.find(match_id)
        deal = _deal_of(game)
        waiting = await store.watchers.waiting(match_id, deal)
        if waiting:
            server = self._core.servers.get(row.place.guild_id)
            table_id = await self._table_of(game, deal)
            if server is None or not server.is_available or table_id is None:
                return False
            await self._tell(game, server, table_id, waiting)
        await self._take_away(row, await store.watchers.posts(match_id, before=deal))
        return True

    async def _table_of(self, game: Game, deal: int) -> int | None:
        """The message that is the table of a deal, for which it waits a little; ``None`` where it does not stand."""
        for _ in range(round(FOR_TABLE / LOOK)):
            table = game.shown.table
            if table is not None and table.deal == deal:
                return table.message_id
            await asyncio.sleep(LOOK)
        return None

    async def _tell(self, game: Game, server: Server, table_id: int, waiting: list[int]) -> None:
        """Post: to those who are to be pushed, and without a push to the others."""
        place, deal = game.place, _deal_of(game)
        channel = self._core.client.get_partial_messageable(place.channel_id or 0, guild_id=place.guild_id)
        link = f"https://discord.com/channels/{place.guild_id}/{place.channel_id}/{table_id}"
        quiet = [user_id for user_id in waiting if await self._core.readers.is_quiet(user_id)]
        loud = [user_id for user_id in waiting if user_id not in quiet]
        for user_ids, is_silent in ((loud, False), (quiet, True)):
            if not user_ids:
                continue
            screen = deal_begins_screen(server.texts, game.view(None), link, user_ids)
            # Sent again it is the same message; to somebody who came to follow meanwhile it is another one.
            nonce = f"w{game.id}.{deal}.{user_ids[0] % SHORT:x}{'q' if is_silent else ''}"
            send, mentions = channel.send, only(*user_ids)
            message = await self._core.sender.send(send, screen, mentions, nonce=nonce, silent=is_silent)
            note = partial(self._core.store.watchers.note_told, game.id, deal, user_ids, message.id)
            self._unnoted.setdefault(game.id, []).append(note)
            await self._write_down(game.id)

    async def _write_down(self, match_id: int) -> None:
        """Note what was posted; what the database does not take now it is told first the next time."""
        unnoted = self._unnoted.get(match_id, [])
        while unnoted:
            await unnoted[0]()
            unnoted.pop(0)
        self._unnoted.pop(match_id, None)

    async def _take_away(self, row: MatchRow, message_ids: list[int]) -> None:
        """Delete messages that tell of nothing any more, as far as that can be done."""
        if not message_ids:
            return
        channel = self._core.client.get_partial_messageable(row.place.channel_id or 0, guild_id=row.place.guild_id)
        for message_id in message_ids:
            try:
                await channel.get_partial_message(message_id).delete()
            except DISCORD_FAILS as error:
                log.info("a message to watchers stays match=%s failure=%s", row.id, name_of(error))
        await self._core.store.watchers.drop_posts(row.id, message_ids)


def _deal_of(game: Game) -> int:
    """The deal in play, counted from 0."""
    return len(game.match.deals) - 1
