"""The thread of its own in which the match of an accepted challenge begins, where the server wants that."""

from __future__ import annotations

import logging
from types import TracebackType

import discord

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, HAS_THREAD_ALREADY, name_of
from bot.discord.reply import Reply
from bot.games import Refused
from bot.screens.names import known_name, plain_name
from bot.store import Challenge, Place, StoreError
from bot.values import HOUSE

log = logging.getLogger(__name__)


class OwnThread:
    """Opens the thread while a challenge is being accepted, and takes it away if no match begins in it.

    It is the thread of the challenge's message, which can have only one: what an attempt of which no answer came, or
    after which the process died, has left is taken up by the next one, or goes when the challenge ends without a match.
    """

    def __init__(self, core: Core, reply: Reply) -> None:
        self._core = core
        self._reply = reply
        self._opened: discord.Thread | None = None

    async def __aenter__(self) -> OwnThread:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and self._opened is not None:
            await _take_away(self._core, self._opened)

    async def open(self, challenge: Challenge) -> Place:
        """The place for the match. Raises :class:`Refused` when Discord does not give it."""
        message = self._reply.interaction.message
        if message is None:
            raise Refused("refused-unknown-button")
        t = self._reply.public_texts
        other = HOUSE if challenge.is_of_house else self._reply.person.name
        first, second = plain_name(challenge.challenger.name), plain_name(known_name(t, other))
        name = t("thread-name-match", **{"first-name": first, "second-name": second})
        try:
            return Place(challenge.guild_id, await self._thread(message, name))
        except DISCORD_FAILS as error:
            log.info("no thread for a match challenge=%s failure=%s", challenge.id, name_of(error))
            raise Refused("refused-no-thread", reason=self._reply.texts("reason-discord")) from None

    async def _thread(self, message: discord.Message, name: str) -> int:
        """The id of the thread. Raises as Discord does."""
        try:
            self._opened = await message.create_thread(name=name)
        except discord.HTTPException as error:
            channel = self._reply.interaction.channel
            if error.code != HAS_THREAD_ALREADY:
                raise
            if not await self._core.servers.is_gone(message.id) or not isinstance(channel, discord.TextChannel):
                return message.id
            # It had one, which somebody has deleted: the match gets one beside the message.
            kinds = discord.ChannelType
            kind = kinds.news_thread if channel.is_news() else kinds.public_thread
            self._opened = await channel.create_thread(name=name, type=kind)
        return self._opened.id


async def take_leftover(core: Core, challenge: Challenge) -> None:
    """Take away what an attempt to accept has left of a challenge from which no match came.

    That is the bot's own thread at its message: the process died, or the database could not tell what came of it.
    """
    server = core.servers.get(challenge.guild_id)
    thread = None if server is None else server.guild.get_thread(challenge.message_id or 0)
    if server is not None and thread is not None and thread.owner_id == server.guild.me.id:
        await _take_away(core, thread)


async def _take_away(core: Core, thread: discord.Thread) -> None:
    """Delete the thread, or put it away where the bot may not, unless a match has begun in it after all."""
    try:
        if await core.store.matches.open_in(thread.id) is not None:
            return
    except StoreError as error:
        log.warning("thread stays for now thread=%s reason=%s", thread.id, error)
        return
    try:
        await thread.delete()
    except DISCORD_FAILS as error:
        log.info("thread not deleted thread=%s failure=%s", thread.id, name_of(error))
        try:
            await thread.edit(archived=True)
        except DISCORD_FAILS as failure:
            log.info("thread stays thread=%s failure=%s", thread.id, name_of(failure))
