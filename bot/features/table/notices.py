"""Turn notices: a new message that pings a player who does not see that it is their turn."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord
from bot.screens.asides import notice_screen
from bot.ui.failures import name_of
from bot.ui.layout import layout, only
from bot.ui.panels import Panels

from bot.games import Game
from bot.store import Notice, Store
from bot.texts import Texts
from bridgette import Seat

PATIENCE = timedelta(minutes=5)
"""How long a player with a live panel may take before a notice."""

log = logging.getLogger(__name__)


class Notices:
    """Posts at most one notice for each turn, and removes it when the turn is over."""

    def __init__(self, client: discord.Client, store: Store, panels: Panels, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._store = store
        self._panels = panels
        self._clock = clock
        self._reminded: dict[int, int] = {}

    def may_be_due(self, game: Game) -> bool:
        """Whether a turn may need a notice that it has not; cheap, and once it was looked into, no more."""
        return self._reminded.get(game.id) != game.number and self._clock() - game.since > PATIENCE

    def look_into(self, game: Game) -> None:
        """Note that a turn was looked into."""
        self._reminded[game.id] = game.number

    async def update(self, texts: Texts, game: Game) -> None:
        """Remove the notices of turns that are over, post those that are due."""
        if not game.is_open:
            self._reminded.pop(game.id, None)
        elif self.may_be_due(game):
            self.look_into(game)
        posted = {notice.seat: notice for notice in await self._store.matches.notices(game.id)}
        for seat in (0, 1):
            notice = posted.get(seat)
            waits_for = seat in game.match.to_act
            if notice is not None and not (waits_for and notice.number == game.decisions[seat]):
                await self._remove(game, notice)
                notice = None
            if waits_for and notice is None and self._is_due(game, seat):
                await self._post(texts, game, seat)

    def _is_due(self, game: Game, seat: Seat) -> bool:
        return not self._panels.is_live(game, seat) or self._clock() - game.since > PATIENCE

    async def _post(self, texts: Texts, game: Game, seat: Seat) -> None:
        user_id, number = game.people[seat].user_id, game.decisions[seat]
        screen = notice_screen(texts, game.id, game.view(None), f"<@{user_id}>")
        channel = self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)
        message = await channel.send(
            view=layout(screen), allowed_mentions=only(user_id), nonce=f"n{game.id}.{seat}.{number}"
        )
        await self._store.matches.set_notice(game.id, seat, number, message.id, self._clock())

    async def _remove(self, game: Game, notice: Notice) -> None:
        await self._store.matches.drop_notice(game.id, notice.seat)
        channel = self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)
        try:
            await channel.get_partial_message(notice.message_id).delete()
        except discord.HTTPException as error:
            log.info("notice stays match=%s failure=%s", game.id, name_of(error))
