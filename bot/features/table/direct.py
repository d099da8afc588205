"""Turn notices by direct message too, for those who have asked for that."""

from __future__ import annotations

import logging

import discord

from bot.discord.core import Core
from bot.discord.failures import CANNOT_WRITE_TO, DISCORD_FAILS, name_of
from bot.discord.reply import Reply
from bot.features.table.small_screens import direct_screen
from bot.games import Game
from bot.screens.message import plain_screen
from bot.store import StoreError
from bot.texts import Texts
from bridgette import Seat

log = logging.getLogger(__name__)


class Direct:
    """Writes to people beside the notices in the channel: once for each, and never again about the same.

    A message that was written stays when its notice goes, as direct messages do. Whoever cannot be written to has asked
    in vain: the setting goes off, and that is said at the next chance, after a restart too.
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def tell_soon(self, texts: Texts, game: Game, seat: Seat, notice_id: int) -> None:
        """A notice for the seat has just been posted: write of it, beside all else, if that player has asked for it."""
        self._core.tasks.spawn(self._tell(texts, game, seat, notice_id), f"direct {game.id}")

    async def _tell(self, texts: Texts, game: Game, seat: Seat, notice_id: int) -> None:
        user_id = game.players[seat].user_id
        try:
            if user_id is None or not (await self._core.store.persons.get(user_id)).direct:
                return
            if not await self._write(texts, game, seat, user_id, notice_id):
                await self._core.store.persons.change(user_id, direct=False, direct_failed=True)
        except StoreError as error:
            log.warning("direct message match=%s seat=%s reason=%s", game.id, seat, error)

    async def _write(self, texts: Texts, game: Game, seat: Seat, user_id: int, notice_id: int) -> bool:
        """Write; ``False`` if that person takes no messages from the bot. What else fails is not tried again."""
        place = game.place
        link = f"https://discord.com/channels/{place.guild_id}/{place.channel_id}/{notice_id}"
        screen = direct_screen(texts, game.view(None), seat, link)
        try:
            channel = await self._core.client.create_dm(discord.Object(user_id))
            # After the notice: one decision may see several, and Discord takes two with one nonce for the same.
            await self._core.sender.send(channel.send, screen, nonce=f"d{notice_id}")
        except DISCORD_FAILS as error:
            log.info("direct message not sent match=%s seat=%s failure=%s", game.id, seat, name_of(error))
            return getattr(error, "code", None) != CANNOT_WRITE_TO
        return True


async def confess(core: Core, reply: Reply) -> None:
    """Tell somebody, beside an answer that was given, that direct messages are off since one could not be sent.

    Where that fails it is told the next time.
    """
    persons = core.store.persons
    try:
        if (await persons.get(reply.user_id)).direct_failed:
            await reply.more(plain_screen(reply.texts("direct-failed")))
            await persons.change(reply.user_id, direct_failed=False)
    except StoreError as error:
        log.warning("not told that direct messages are off reason=%s", error)
    except DISCORD_FAILS as error:
        log.info("not told that direct messages are off failure=%s", name_of(error))
