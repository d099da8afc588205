"""The button below a deal's result: all of its play, for anybody who sees that message, for ever."""

from __future__ import annotations

from bot.discord.core import Core
from bot.discord.feature import Verb
from bot.discord.reply import Reply
from bot.features.table import verbs
from bot.features.table.play_screen import TURNED, play_screen, turn_row
from bot.games import Refused, check_told
from bot.ids import ComponentId


class ShowPlay:
    """Shows deals that are over. The match is read anew for each press, unless it is being played."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def verb(self) -> Verb:
        """The button."""
        return Verb(verbs.SHOW, self._show)

    async def _show(self, reply: Reply, press: ComponentId) -> None:
        """A deal, counted from 0, of a match of this channel; nothing of one in play, nor of another channel's.

        A private match is its player's, wherever that one is; its other deals are shown nowhere else, so they are
        pages here.
        """
        game = await self._core.games.find(press.subject)
        await check_told(self._core.store, game, reply.user_id, reply.channel_id)
        view = game.view(None)
        if press.at >= len(view.deals) or view.deals[press.at].reveal is None:
            raise Refused("refused-deal-open")
        picture = await self._core.pictures.tall_result(game.place.guild_id, view, press.at)
        turners = turn_row(reply.texts, game.id, view, press.at) if game.is_private else ()
        shown = play_screen(reply.texts, view, press.at, picture, turners)
        is_turned = press.detail == TURNED and reply.is_on_private
        await (reply.private(shown) if is_turned else reply.apart(shown))
