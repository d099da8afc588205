"""How one interaction is answered: once, in private or in public, also after it had to be acknowledged first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, NamedTuple, TypeVar

import discord
from discord import InteractionResponseType

from bot.discord.failures import ANSWERED_ALREADY, ANSWERS_NO_MORE, DISCORD_FAILS, name_of
from bot.discord.send import NO_PINGS, Sender
from bot.games import Refused
from bot.ids import ComponentId
from bot.screens.message import Screen, plain_screen
from bot.store import Person
from bot.texts import Texts, texts_for

T = TypeVar("T")

ACKNOWLEDGE_AFTER = 1.5
"""Seconds from the click after which it is acknowledged, the answer to follow; Discord gives up after three."""

ORIGINAL = "@original"
"""Discord's name for the message that answered an interaction, or that a click's answer edited."""

log = logging.getLogger(__name__)


class State(Enum):
    """How far an interaction has been answered."""

    FRESH = "fresh"
    """Nothing was sent."""
    ACKNOWLEDGED = "acknowledged"
    """Discord was told that the answer will come."""
    ANSWERED = "answered"
    """The person has seen the answer."""


class Sent(NamedTuple):
    """A private message: by what name the interaction's token reaches it, and its id, as far as Discord told it."""

    name: str
    message_id: int | None


class Reply:
    """The one way to answer an interaction."""

    def __init__(self, interaction: discord.Interaction, sender: Sender) -> None:
        self.interaction = interaction
        self._sender = sender
        self.leaves_no_name = False
        """Whether the name of whoever asked is not to be noted: what was asked for was to be forgotten, say."""
        self._is_answered = False
        self._is_taken = False
        self._timer: asyncio.Task[None] | None = None
        self._is_acknowledging = False

    # ------------------------------------------------------------------ who asks, and where

    @property
    def texts(self) -> Texts:
        """The texts in the language of whoever asked."""
        return texts_for(self.interaction.locale.value)

    @property
    def public_texts(self) -> Texts:
        """The texts in the server's language."""
        return texts_for((self.interaction.guild_locale or self.interaction.locale).value)

    @property
    def person(self) -> Person:
        """Whoever asked."""
        return Person(self.interaction.user.id, self.interaction.user.display_name)

    @property
    def user_id(self) -> int:
        """The id of whoever asked."""
        return self.interaction.user.id

    @property
    def guild_id(self) -> int:
        """The id of the server, 0 outside of one."""
        return self.interaction.guild_id or 0

    @property
    def channel_id(self) -> int:
        """The id of the channel or thread."""
        return self.interaction.channel_id or 0

    @property
    def may_post(self) -> bool:
        """Whether whoever asked may write here themselves."""
        allowed = self.interaction.permissions
        in_thread = isinstance(self.interaction.channel, discord.Thread)
        return allowed.send_messages_in_threads if in_thread else allowed.send_messages

    def check_may_post(self) -> None:
        """Refuse to post for somebody who may not write here."""
        if not self.may_post:
            raise Refused("refused-cannot-post")

    @property
    def is_on_private(self) -> bool:
        """Whether the clicked message is seen by the clicker alone."""
        return self.interaction.message is not None and self.interaction.message.flags.ephemeral

    def shows(self, verb: str) -> bool:
        """Whether the clicked message, as Discord tells it, has a component with that verb."""
        message = self.interaction.message
        parts: list[Any] = list(message.components) if message is not None else []
        while parts:
            part = parts.pop()
            parts.extend(getattr(part, "children", ()))
            found = ComponentId.parse(getattr(part, "custom_id", None) or "")
            if found is not None and found.verb == verb:
                return True
        return False

    # ------------------------------------------------------------------ the state

    @property
    def state(self) -> State:
        """How far the interaction has been answered."""
        if self._is_answered:
            return State.ANSWERED
        return State.ACKNOWLEDGED if self._is_done else State.FRESH

    @property
    def _is_done(self) -> bool:
        """Whether Discord takes no first answer any more: there was one, or it says that there was."""
        return self._is_taken or self.interaction.response.is_done()

    async def _first(self, how: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Give the first answer."""
        try:
            return await how(*arguments, **options)
        except discord.HTTPException as error:
            self._is_taken = error.code == ANSWERED_ALREADY
            raise

    def acknowledge_in(self, seconds: float, *, in_place: bool) -> None:
        """Acknowledge the interaction after so many seconds, unless it has been answered by then."""
        self._timer = asyncio.create_task(self._acknowledge_late(max(0.0, seconds), in_place=in_place))

    def stop_timer(self) -> None:
        """No acknowledgement any more."""
        if self._timer is not None and not self._is_acknowledging:
            self._timer.cancel()

    async def acknowledge(self, *, in_place: bool = False) -> None:
        """Tell Discord that the answer will come: in private, unless the clicked message itself is to be edited."""
        await self._settle()
        await self._acknowledge(in_place=in_place)

    async def _acknowledge(self, *, in_place: bool) -> None:
        response = self.interaction.response
        if response.is_done():
            return
        if in_place or self.is_on_private:
            await response.defer()
        else:
            await response.defer(ephemeral=True, thinking=True)

    async def _acknowledge_late(self, seconds: float, *, in_place: bool) -> None:
        if seconds > 0:
            await asyncio.sleep(seconds)
        self._is_acknowledging = True
        try:
            await self._acknowledge(in_place=in_place)
        except DISCORD_FAILS as error:
            log.warning("an acknowledgement failed failure=%s", name_of(error))

    async def _settle(self) -> None:
        """Before an answer: no acknowledgement any more, or wait for the one that is on its way."""
        if self._timer is None:
            return
        if self._is_acknowledging:
            await self._timer
        else:
            self._timer.cancel()

    @property
    def _edits_public_message(self) -> bool:
        """Whether what was acknowledged is an edit of a public message, which a private answer must not touch."""
        is_edit = self.interaction.response.type is InteractionResponseType.deferred_message_update
        return is_edit and not self.is_on_private

    # ------------------------------------------------------------------ answers

    async def private(self, screen: Screen) -> Sent:
        """Answer in private: in place when the clicked message is private, else by a new message."""
        return await self._at_least_in_words(self._private, screen)

    async def _private(self, screen: Screen) -> Sent:
        await self._settle()
        response = self.interaction.response
        if self._is_answered or self._is_taken or (response.is_done() and self._edits_public_message):
            return await self.more(screen)
        on, message_id = self.interaction.message, None
        if response.is_done():
            message_id = (await self._sender.edit(self.interaction.edit_original_response, screen)).id
        elif on is not None and self.is_on_private:
            await self._first(self._sender.edit, response.edit_message, screen)
            message_id = on.id
        else:
            message_id = await self._send_first(screen)
        self._is_answered = True
        return Sent(ORIGINAL, message_id)

    async def _send_first(
        self, screen: Screen, mentions: discord.AllowedMentions | None = None, *, silent: bool = False
    ) -> int | None:
        """Answer by a new message, private unless somebody is named to be pinged; returns its id."""
        options = {"ephemeral": True} if mentions is None else {"silent": silent}
        how = self.interaction.response.send_message
        response = await self._first(self._sender.send, how, screen, mentions or NO_PINGS, **options)
        message_id: int | None = response.message_id
        return message_id

    async def apart(self, screen: Screen) -> Sent:
        """Answer by a private message of its own, whatever message was clicked."""
        return await self._at_least_in_words(self._apart, screen)

    async def _apart(self, screen: Screen) -> Sent:
        await self._settle()
        if self._is_done:
            return await self.more(screen)
        message_id = await self._send_first(screen)
        self._is_answered = True
        return Sent(ORIGINAL, message_id)

    async def _at_least_in_words(self, how: Callable[[Screen], Awaitable[Sent]], screen: Screen) -> Sent:
        """Answer; once more without its pictures, where they may be what kept the answer from arriving."""
        try:
            return await how(screen)
        except DISCORD_FAILS as error:
            if not screen.has_pictures or getattr(error, "code", None) in ANSWERS_NO_MORE:
                raise
            log.warning("no picture in an answer failure=%s", name_of(error))
        return await how(screen.without_pictures())

    async def below(self, screen: Screen) -> Sent:
        """Answer a click on a private message by a new one, below; the clicked one goes."""
        await self.acknowledge(in_place=True)
        sent = await self.more(screen)
        try:
            await self.interaction.delete_original_response()
        except DISCORD_FAILS as error:
            log.info("an old private message stays failure=%s", name_of(error))
        return sent

    async def in_place(self, screen: Screen) -> None:
        """Answer by editing the clicked message, public as it may be: the caller knows that it is the right one.

        Once that has been done, do it again.
        """
        await self._settle()
        if self.interaction.response.is_done():
            await self._sender.edit(self.interaction.edit_original_response, screen)
        else:
            await self._first(self._sender.edit, self.interaction.response.edit_message, screen)
        self._is_answered = True

    async def public(
        self, screen: Screen, mentions: discord.AllowedMentions = NO_PINGS, *, silent: bool = False
    ) -> int | None:
        """Answer by a public message, whose mentions ping, or show without a push; returns its id."""
        await self._settle()
        if self.interaction.response.is_done():
            if self.interaction.response.type is not InteractionResponseType.deferred_message_update:
                # What fills in an acknowledgement is an edit and pings nobody: the message itself comes after it.
                await self._sender.edit(
                    self.interaction.edit_original_response, plain_screen(self.texts("late-answer"))
                )
            message = await self._sender.send(
                self.interaction.followup.send, screen, mentions, wait=True, silent=silent
            )
            self._is_answered = True
            return message.id
        message_id = await self._send_first(screen, mentions, silent=silent)
        self._is_answered = True
        return message_id

    async def more(self, screen: Screen) -> Sent:
        """One more private message, after the interaction was acknowledged or answered."""
        message = await self._sender.send(self.interaction.followup.send, screen, ephemeral=True, wait=True)
        self._is_answered = True
        return Sent(str(message.id), message.id)

    # ------------------------------------------------------------------ when something went wrong

    async def tell(self, sentence: str) -> None:
        """Tell a sentence in private, as the answer if there was none yet; failing that is logged, not raised."""
        screen = plain_screen(sentence)
        try:
            await self._settle()
            is_edit = self.interaction.response.type is InteractionResponseType.deferred_message_update
            if self.state is State.ACKNOWLEDGED and not is_edit:
                await self.private(screen)
            else:
                # A message of its own, even on a private panel: that one stays.
                await self.apart(screen)
        except DISCORD_FAILS as error:
            log.warning("an answer could not be given failure=%s", name_of(error))

    async def tell_failed(self, error: BaseException, sentence: str) -> None:
        """Tell that Discord did not take the answer, where it may take another one."""
        if self.state is not State.ANSWERED and getattr(error, "code", None) not in ANSWERS_NO_MORE:
            await self.tell(sentence)
