"""What a challenge's message says where the match has begun and its table could not be posted."""

from __future__ import annotations

import logging

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.reply import Reply
from bot.discord.servers import permission_name
from bot.features.challenges.messages import closed_by
from bot.games import Game
from bot.screens.message import Screen
from bot.store import Challenge

log = logging.getLogger(__name__)


class MissingTables:
    """Tells both players, as long as the table does not stand."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._told: dict[int, int] = {}
        """The challenges whose messages say so, by match."""

    async def look_for(self, reply: Reply, challenge: Challenge, game: Game) -> None:
        """Let the table of a match that has just begun be posted, and tell where it was not."""
        await self._core.games.followers.catch_up(game.id)
        if game.is_open and game.shown.table is None:
            await self._tell(reply, challenge, game)

    async def _tell(self, reply: Reply, challenge: Challenge, game: Game) -> None:
        t = reply.public_texts
        server = self._core.servers.get(game.place.guild_id)
        permission = None if server is None else server.missing_permission(game.place.channel_id or 0)
        if permission is None:
            sentence = t("challenge-no-table-plain")
        else:
            sentence = t("challenge-no-table", permission=permission_name(t, permission))
        screen = closed_by(t, challenge, "accepted", reply.person.name, game.place)
        try:
            await reply.in_place(Screen((*screen.blocks, sentence), screen.accent))
            self._told[game.id] = challenge.id
        except DISCORD_FAILS as error:
            log.info("not told of the missing table match=%s failure=%s", game.id, name_of(error))

    async def go_round(self) -> None:
        """Where the table stands now, the message is edited once more, without that sentence. Raises ``StoreError``."""
        for match_id, challenge_id in list(self._told.items()):
            game = self._core.games.peek(match_id)
            if game is None or game.shown.table is not None:
                await self._core.store.challenges.note_shown(challenge_id, "open")
                del self._told[match_id]
