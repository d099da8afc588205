"""Turn notices: a new message that pings a player who does not see that it is their turn."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.send import only, send
from bot.features.table.direct import Direct
from bot.features.table.small_screens import notice_screen
from bot.games import Game
from bot.store import Notice, Place
from bot.texts import Texts
from bridgette import Seat

PATIENCE = timedelta(minutes=5)
"""How long a player with a live panel may take before a notice."""

log = logging.getLogger(__name__)


class Notices:
    """Posts at most one notice for each turn, and removes it when the turn is over."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._direct = Direct(core)

    def is_waited_for(self, game: Game, seat: Seat) -> bool:
        """Whether somebody at the seat must act and has no notice of it. The house, and who was forgotten, get none."""
        has_reader = game.players[seat].user_id is not None
        return has_reader and seat in game.match.to_act and not self._stands(game, seat)

    def are_all_told(self, game: Game) -> bool:
        """Whether whoever must act has been told by a notice, so that nothing more is to come."""
        return not any(self.is_waited_for(game, seat) for seat in (0, 1))

    def may_be_due(self, game: Game) -> bool:
        """Whether time has made a notice due that is not there."""
        return self._is_late(game) and not self.are_all_told(game)

    async def update(self, texts: Texts, game: Game) -> None:
        """Remove the notices of turns that are over, post those that are due."""
        for seat in (0, 1):
            notice = game.shown.notices.get(seat)
            if notice is not None and not self._stands(game, seat):
                await self.remove(game.place, notice)
                game.shown.notices.pop(seat, None)
            if self.is_waited_for(game, seat) and (self._is_late(game) or not self._core.panels.is_live(game, seat)):
                await self._post(texts, game, seat)

    @staticmethod
    def _stands(game: Game, seat: Seat) -> bool:
        """Whether the seat's notice is there and is about what it has to do now."""
        notice = game.shown.notices.get(seat)
        return notice is not None and seat in game.match.to_act and notice.decision == game.decisions[seat]

    def _is_late(self, game: Game) -> bool:
        # A turn that began in the future tells that the clock was set back; nobody need wait until then.
        return abs(self._core.clock() - game.since) > PATIENCE

    async def _post(self, texts: Texts, game: Game, seat: Seat) -> None:
        user_id, decision = game.players[seat].user_id or 0, game.decisions[seat]
        screen = notice_screen(texts, game.id, game.view(None), seat, f"<@{user_id}>")
        channel = self._core.client.get_partial_messageable(game.place.channel_id or 0, guild_id=game.place.guild_id)
        message = await send(channel.send, screen, only(user_id), nonce=f"n{game.id}.{seat}.{decision}")
        self._direct.tell_soon(texts, game, seat, message.id)
        now = self._core.clock()
        game.shown.notices[seat] = Notice(game.id, seat, decision, message.id, now)
        note = partial(self._core.store.matches.set_notice, game.id, seat, decision, message.id, now)
        game.shown.unnoted.append(note)
        await note()
        game.shown.unnoted.remove(note)

    async def remove(self, place: Place, notice: Notice) -> None:
        """Forget a notice, and delete its message if that can be done."""
        await self._core.store.matches.drop_notice(notice.match_id, notice.seat)
        channel = self._core.client.get_partial_messageable(place.channel_id or 0, guild_id=place.guild_id)
        try:
            await channel.get_partial_message(notice.message_id).delete()
        except DISCORD_FAILS as error:
            log.info("notice stays match=%s failure=%s", notice.match_id, name_of(error))
