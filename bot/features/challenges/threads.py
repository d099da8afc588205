"""The way out of a busy channel: a thread with the challenge in it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.reply import Reply
from bot.discord.send import NO_PINGS, only
from bot.features.challenges import verbs
from bot.features.challenges.allowed import check_challenger, check_channel, kept_clock
from bot.features.challenges.challenges import Challenges
from bot.features.challenges.checks import check_place, thread_obstacle
from bot.features.challenges.limits import check_may_ping
from bot.features.challenges.messages import Messages
from bot.features.challenges.screens import read_thread_detail
from bot.games import Refused
from bot.ids import ComponentId
from bot.screens.message import plain_screen
from bot.screens.names import plain_name
from bot.store import NewChallenge, Person, StoreError
from bridgette.format import LENGTHS

REMEMBERED = 500
"""Messages whose button has opened a thread; a second click comes soon after the first."""

log = logging.getLogger(__name__)


class Threads:
    """Opens a thread for each refusal that offered one."""

    def __init__(self, core: Core, challenges: Challenges, messages: Messages) -> None:
        self._core = core
        self._challenges = challenges
        self._messages = messages
        self._opened: dict[int, None] = {}
        self._opening: set[tuple[int, int]] = set()
        """Members, each with the server, for whom a thread is being opened: at once they may have pressed twice."""

    async def open(self, reply: Reply, press: ComponentId) -> None:
        """Open a thread and post the challenge of whoever pressed in it. Raises :class:`Refused`."""
        message = reply.interaction.message
        if not reply.is_on_private or not reply.shows(verbs.THREAD) or message is None:
            raise Refused("refused-unknown-button")
        t = reply.texts
        check_place(self._core, reply)
        await check_channel(self._core, reply)
        await check_challenger(self._core, reply)
        obstacle = thread_obstacle(t, reply.interaction)
        channel = reply.interaction.channel
        if obstacle is not None or not isinstance(channel, discord.TextChannel):
            raise Refused("refused-no-thread", reason=obstacle or "")
        opponent = await self._opponent(reply, press)
        read = read_thread_detail(press.detail)
        if press.at not in LENGTHS or read is None or (opponent is not None and read.strength is not None):
            raise Refused("refused-unknown-button")
        clock = await kept_clock(self._core, reply.guild_id, read.clock)
        new = NewChallenge(
            reply.guild_id,
            reply.channel_id,
            reply.person,
            opponent,
            press.at,
            read.is_rematch,
            clock,
            read.strength,
        )
        with self._one_at_a_time(reply):
            await self._check_none_open(reply)
            await check_may_ping(self._core.store, reply.guild_id, reply.person, opponent, self._core.clock())
            if message.id in self._opened:
                raise Refused("refused-thread-opened")
            self._remember(message.id)
            try:
                await reply.acknowledge(in_place=True)
                thread = await self._create(channel, reply)
                await self._post(reply, thread, replace(new, channel_id=thread.id))
            except DISCORD_FAILS as error:
                log.info("no challenge in a thread failure=%s", name_of(error))
                self._opened.pop(message.id, None)
                raise Refused("refused-no-thread", reason=t("reason-discord")) from None
            except StoreError:
                self._opened.pop(message.id, None)  # so that it can be tried again
                raise
        await reply.private(plain_screen(t("challenge-in-thread", thread=thread.mention)))

    @contextlib.contextmanager
    def _one_at_a_time(self, reply: Reply) -> Iterator[None]:
        """Refuse a second thread while one is being opened for the same member, by the same button or another."""
        member = reply.guild_id, reply.user_id
        if member in self._opening:
            raise Refused("refused-thread-opened")
        self._opening.add(member)
        try:
            yield
        finally:
            self._opening.discard(member)

    async def _opponent(self, reply: Reply, press: ComponentId) -> Person | None:
        """Whom the button challenges; its id is all that it holds."""
        if not press.subject:
            return None
        names = await self._core.store.members.names(reply.guild_id, [press.subject])
        if press.subject not in names:
            raise Refused("refused-challenge-unknown")
        if press.subject == reply.user_id:
            raise Refused("refused-oneself")
        return Person(press.subject, names[press.subject])

    async def _check_none_open(self, reply: Reply) -> None:
        """Refuse a second thread while a challenge of the same member waits in one: threads stay for everybody."""
        now = self._core.clock()
        for challenge in await self._core.store.challenges.open_by(reply.guild_id, reply.user_id):
            place = self._core.client.get_channel(challenge.channel_id)
            if not isinstance(place, discord.Thread) or challenge.expires_at <= now:
                continue
            if not await self._challenges.let_go(challenge):
                raise Refused("refused-thread-waits", thread=place.mention)

    @staticmethod
    async def _create(channel: discord.TextChannel, reply: Reply) -> discord.Thread:
        name = reply.public_texts("thread-name", name=plain_name(reply.person.name))
        kinds = discord.ChannelType
        return await channel.create_thread(
            name=name, type=kinds.news_thread if channel.is_news() else kinds.public_thread
        )

    async def _post(self, reply: Reply, thread: discord.Thread, new: NewChallenge) -> None:
        made = await self._challenges.make(new, self._core.clock())
        screen = await self._messages.open_screen(reply.public_texts, made)
        opponent = new.opponent
        is_quiet = opponent is not None and await self._core.readers.is_quiet(opponent.user_id)
        try:
            mentions = only(opponent.user_id) if opponent else NO_PINGS
            posted = await self._core.sender.send(thread.send, screen, mentions, nonce=f"c{made.id}", silent=is_quiet)
        except DISCORD_FAILS:
            with contextlib.suppress(StoreError):
                await self._core.store.challenges.take_back(made.id)  # nobody has seen it
            raise
        await self._messages.note_posted(made.id, posted.id)

    def _remember(self, message_id: int) -> None:
        self._opened[message_id] = None
        if len(self._opened) > REMEMBERED:
            del self._opened[next(iter(self._opened))]
