"""What a match's channel shows: results of deals, the table, turn notices, the match's result.

What is already there is known from the database, so that this can run at any time, also after a restart, and
does only what is missing.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from bot.discord.budget import Priority, priority
from bot.discord.core import Core
from bot.discord.send import NO_PINGS, only
from bot.features.table.channel import Channel
from bot.features.table.guards import Guards
from bot.features.table.late import LateTables
from bot.features.table.notices import Notices
from bot.features.table.result_screens import deal_screen, match_screen
from bot.features.table.table_screen import table_screen, void_screen
from bot.games import Game, Shown
from bot.games.kinds import kind_of
from bot.screens.message import Picture, Screen
from bot.screens.spots import Added, Spot, Subject
from bot.store import NOWHERE, StoreError, Table, Told
from bot.texts import Texts
from bridgette import MatchView

EDITABLE = timedelta(hours=1)
"""Discord takes few edits of older messages (error 30046), so an older table is replaced."""


class Display:
    """Shows matches in their channels as they are now."""

    def __init__(self, core: Core, notices: Notices, late: LateTables) -> None:
        self._core = core
        self._notices = notices
        self._late = late
        self._told: dict[int, Told] = {}
        self._guards = Guards(core.clock)
        self._shown: dict[int, tuple[int, int]] = {}
        """The message of each match's table, and a hash of what it shows."""

    async def show(self, game: Game, *, fresh_table: bool, is_retry: bool) -> bool:
        """Do what is missing in a match's channel; whether the match is over and nothing is left to show.

        ``fresh_table``: with a new table at the bottom of the channel. ``is_retry``: something did not work the last
        time, so that a post of which no answer came may have arrived.
        """
        await self._write_down(game.shown)
        if game.is_private:
            return await self._settle(game)
        server = self._core.servers.get(game.place.guild_id)
        if game.place.channel_id is None or server is None or not server.is_available:
            return False  # a place that cannot be reached: it is caught up with when it is back
        channel = Channel(self._core, game.place, game.id, self._guards)
        with priority(Priority.RESULT):
            await self._publish_results(server.texts, channel, game)
        is_right = True
        if game.is_open:
            is_right = await self._publish_table(server.texts, channel, game, fresh=fresh_table, is_retry=is_retry)
        elif game.shown.result_message_id is None:
            with priority(Priority.RESULT):
                await self._publish_end(server.texts, channel, game)
        await self._core.panels.show_first(game)  # below the table; whoever has a panel needs no notice
        await self._notices.update(server.texts, game)
        if game.is_open and is_right and self._notices.are_all_told(game) and game.shown.settled != game.number:
            game.shown.settled = game.number
            self._note(game)
        return not game.is_open

    async def _settle(self, game: Game) -> bool:
        """A match without a place: its player's own message shows everything. Whether it is over."""
        is_waited_for = any(game.players[seat].is_house for seat in game.match.to_act)
        if game.is_open and not is_waited_for and game.shown.settled != game.number:
            game.shown.settled = game.number
            self._note(game)
        if not game.is_open and game.shown.result_message_id is None:
            await self._core.store.matches.set_result_message(game.id, NOWHERE)
            game.shown.result_message_id = NOWHERE
        return not game.is_open

    async def close(self, match_id: int, shown: Shown | None) -> bool:
        """A void match: its table, if there is one left, loses its buttons. Whether nothing is left to do.

        ``shown``: what is known of it beside the database, where something may not have been noted yet.
        """
        if shown is not None:
            await self._write_down(shown)
        row = await self._core.store.matches.get(match_id)
        if row is None:
            return True
        server = self._core.servers.get(row.place.guild_id)
        if row.table is not None and row.result_message_id is None:
            if server is None or not server.is_available:
                return False
            texts, names = server.texts, (row.players[0].name, row.players[1].name)
            screen = void_screen(texts, row.id, *names, self._core.spots.at(Spot.VOID, texts, Subject(row.id)))
            channel = Channel(self._core, row.place, row.id, self._guards)
            if not await channel.edit(row.table.message_id, screen):
                await channel.delete(row.table.message_id)  # too old to be edited, say
            await self._core.store.matches.set_result_message(row.id, row.table.message_id)
        for notice in await self._core.store.matches.notices(row.id):
            await self._notices.remove(row.place, notice)
        return True

    async def _publish_results(self, texts: Texts, channel: Channel, game: Game) -> None:
        """The results of all finished deals that are not shown yet: a deal's table turns into its result."""
        shown, view = game.shown, None
        for deal in range(len(game.match.deals)):
            if deal in shown.results:
                continue
            view = view or game.view(None)
            if view.deals[deal].reveal is None:
                continue
            picture = await self._result_picture(game, view, deal)
            added = self._added(Spot.DEAL_RESULT, texts, game, view, deal)
            screen = deal_screen(texts, game.id, view, deal, added, picture)
            message_id = None
            if shown.table is not None and shown.table.deal == deal:
                if await channel.edit(shown.table.message_id, screen):
                    message_id = shown.table.message_id
                else:
                    await channel.delete(shown.table.message_id)
            if message_id is None:
                message_id = await channel.post(screen, f"d{game.id}.{deal}")
            shown.results[deal] = message_id
            shown.unnoted.append(partial(self._core.store.matches.set_deal_message, game.id, deal, message_id))
            await self._write_down(game.shown)

    async def _publish_table(self, texts: Texts, channel: Channel, game: Game, *, fresh: bool, is_retry: bool) -> bool:
        """Post the table or bring it up to date; ``False`` where its edit waits until there is room."""
        deal, now, known = len(game.match.deals) - 1, self._core.clock(), game.shown.table
        old = known if known is not None and known.deal == deal else None
        if old is not None and not fresh and old.act == game.number and not game.shown.is_stale:
            self._late.done(game.id)
            return True
        is_editable = old is not None and not fresh and now - old.posted_at < EDITABLE
        if is_editable and not self._late.may_edit(game.id, amid_trick=_is_amid_trick(game)):
            return False
        self._late.done(game.id)
        game.shown.is_stale = False
        with self._core.budget.claim():
            view = game.view(None)
            picture = await self._table_picture(game, view)
            screen = table_screen(texts, game.id, view, self._added(Spot.TABLE, texts, game, view), picture)
            if old is not None and is_editable and await self._edit_table(channel, game.id, old.message_id, screen):
                game.shown.table = Table(old.message_id, deal, old.posted_at, game.number)
                self._note(game)
                return True
        # Named after the table that it replaces: a post of which no answer came is sent again as the same one.
        before = 0 if known is None else int(known.posted_at.timestamp() * 1000)
        message_id = await channel.post(screen, f"t{game.id}.{deal}.{before:x}", silent=True)
        if is_retry:
            await channel.edit(message_id, screen)  # such a post may have arrived before, with an older state
        self._shown[game.id] = message_id, hash(screen)
        game.shown.table = table = Table(message_id, deal, now, game.number)
        game.shown.unnoted.append(partial(self._core.store.matches.set_table, game.id, table))
        try:
            await self._write_down(game.shown)
        finally:
            if old is not None and old.message_id != message_id:
                await channel.delete(old.message_id)
        return True

    async def _edit_table(self, channel: Channel, match_id: int, message_id: int, screen: Screen) -> bool:
        """Make the table show this, if it does not already: the same words and picture are not sent twice."""
        now = message_id, hash(screen)
        if self._shown.get(match_id) == now:
            return True
        self._shown.pop(match_id, None)  # should it fail, it is not known what is shown
        if not await channel.edit(message_id, screen):
            return False
        self._shown[match_id] = now
        return True

    async def _table_picture(self, game: Game, view: MatchView) -> Picture | None:
        if not self._guards.allow_table(game.id, game.place.channel_id or 0):
            return None
        return await self._core.pictures.table(game.place.guild_id, view)

    async def _result_picture(self, game: Game, view: MatchView, index: int) -> Picture | None:
        if not self._guards.allow_result(game.place.channel_id or 0):
            return None
        return await self._core.pictures.low_result(game.place.guild_id, view, index)

    async def _publish_end(self, texts: Texts, channel: Channel, game: Game) -> None:
        view, pinged = game.view(None), _winner_to_ping(game)
        mention = None if pinged is None else f"<@{pinged}>"
        screen = match_screen(texts, game.id, view, mention, self._added(Spot.MATCH_RESULT, texts, game, view))
        mentions = NO_PINGS if pinged is None else only(pinged)
        is_quiet = pinged is not None and await self._core.readers.is_quiet(pinged)
        message_id = await channel.post(screen, f"m{game.id}", silent=is_quiet, mentions=mentions)
        game.shown.result_message_id = message_id
        game.shown.unnoted.append(partial(self._core.store.matches.set_result_message, game.id, message_id))
        await self._write_down(game.shown)

    @staticmethod
    async def _write_down(shown: Shown) -> None:
        """Let the database know what was posted; what it does not take now it is told first the next time."""
        unnoted = shown.unnoted
        while unnoted:
            await unnoted[0]()
            unnoted.pop(0)

    def _added(self, spot: Spot, texts: Texts, game: Game, view: MatchView, deal: int | None = None) -> Added:
        return self._core.spots.at(spot, texts, Subject(game.id, view, kind=kind_of(game).value, deal=deal))

    def _note(self, game: Game) -> None:
        """Keep for the next :meth:`write_down` what is shown: a needless edit after a crash is all that can be lost."""
        table = game.shown.table
        self._told[game.id] = Told(game.id, None if table is None else table.act, game.shown.settled)

    def forget(self, match_id: int) -> None:
        """Keep nothing more of a match that is over."""
        self._told.pop(match_id, None)
        self._shown.pop(match_id, None)
        self._guards.forget(match_id)
        self._late.forget(match_id)

    async def write_down(self) -> None:
        """Let the database know what has been shown since the last time."""
        told, self._told = self._told, {}
        if not told:
            return
        try:
            await self._core.store.matches.note_told(list(told.values()))
        except StoreError:
            self._told = told | self._told
            raise


def _is_amid_trick(game: Game) -> bool:
    """Whether the first card of a trick lies on the table and the other one is still to come."""
    play = game.match.deals[-1].play
    return play is not None and play.lead is not None


def _winner_to_ping(game: Game) -> int | None:
    """The winner's id, unless the winner made the last act and has seen it: then, and without a winner, ``None``."""
    ended = game.match.ended
    if ended is None or ended.winner is None or game.actor == ended.winner:
        return None
    return game.players[ended.winner].user_id
