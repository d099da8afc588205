"""A server as the bot knows it: its language, what the bot may do there, and whether the bot is there at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import NamedTuple, TypeAlias

import discord

from bot.discord.failures import (
    DISCORD_FAILS,
    NO_ACCESS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MEMBER,
    UNKNOWN_SERVER,
    UNKNOWN_USER,
)
from bot.preferences import ServerSettings
from bot.texts import Texts, texts_for

NEEDED = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed in a channel before a match may start there."""

NEEDED_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
"""And before a match may start in a new thread of it."""

NEEDED_FOR_OWN_THREAD = ("read_message_history", *NEEDED_FOR_THREADS)
"""And where that thread is one of a message, which the bot must be able to reach."""

PLAYABLE = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
)
"""The channels that can be chosen: matches are played in them, or in their threads, and a menu can list them."""


Listener: TypeAlias = Callable[[int], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Server:
    """One server that the bot is on."""

    guild: discord.Guild

    @property
    def is_available(self) -> bool:
        """Whether Discord can reach it; while it cannot, nothing that is said of its channels is believed."""
        return not self.guild.unavailable

    @property
    def texts(self) -> Texts:
        """The texts in the server's language."""
        return texts_for(self.guild.preferred_locale.value)

    def knows(self, channel_id: int) -> bool:
        """Whether Discord has told of a channel or an active thread there."""
        return self.guild.get_channel_or_thread(channel_id) is not None

    def has_playable(self, channel_id: int) -> bool:
        """Whether there is such a channel, and one in which, or in whose threads, matches can be played."""
        channel = self.guild.get_channel(channel_id)
        return channel is not None and channel.type in PLAYABLE

    def playable(self, settings: ServerSettings) -> tuple[int, ...]:
        """Of the channels that were chosen those that are there still, oldest first; none: matches begin everywhere."""
        return tuple(sorted(one for one in settings.channels if self.has_playable(one) or not self.is_available))

    def challenge_role(self, settings: ServerSettings) -> int | None:
        """The role whose members alone may challenge; ``None``, for everybody, also where it is gone."""
        role_id = settings.challenge_role
        is_gone = role_id is not None and self.is_available and self.guild.get_role(role_id) is None
        return None if is_gone else role_id

    def missing_permission(self, channel_id: int) -> str | None:
        """The first permission that the bot lacks in a channel, ``None`` if it lacks none or nobody knows."""
        channel = self.guild.get_channel_or_thread(channel_id)
        if channel is None:
            return None
        return missing_permission(channel.permissions_for(self.guild.me), in_thread=isinstance(channel, discord.Thread))


class Reach(Enum):
    """Whether a match can go on at its place."""

    OPEN = "open"
    CLOSED = "closed"
    """Locked, or the bot may not post there, or is not there itself."""
    GONE = "gone"


class Presence(NamedTuple):
    """Whether somebody is a member of a server, and until when that member may do nothing there."""

    is_member: bool
    silent_until: datetime | None = None


class Servers:
    """The servers that the bot is on."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Let somebody know of every server that has chosen other settings."""
        self._listeners.append(listener)

    async def changed(self, guild_id: int) -> None:
        """A server has chosen other settings, which are in force already."""
        for listener in self._listeners:
            await listener(guild_id)

    def get(self, guild_id: int | None) -> Server | None:
        """The server with that id, ``None`` if the bot is not on it, as far as it knows."""
        guild = None if guild_id is None else self._client.get_guild(guild_id)
        return None if guild is None else Server(guild)

    async def has_left(self, guild_id: int) -> bool:
        """Whether the bot is not on that server, said by Discord itself: asked for it, it answers that it is not there.

        Raises what a failed request raises.
        """
        if self.get(guild_id) is not None:
            return False
        try:
            await self._client.fetch_guild(guild_id, with_counts=False)
        except (discord.NotFound, discord.Forbidden) as error:
            return error.code in (UNKNOWN_SERVER, NO_ACCESS)  # what stands between here and Discord refuses without one
        return False

    async def reach(self, guild_id: int | None, channel_id: int | None) -> Reach:
        """Whether people can play at a place, asked of Discord. Raises what a failed request raises.

        An archived thread is open: whoever posts into it opens it.
        """
        if guild_id is None or channel_id is None:
            return Reach.OPEN  # private: there is no place that could be closed
        server = self.get(guild_id)
        if server is None or not server.is_available or server.missing_permission(channel_id) is not None:
            return Reach.CLOSED
        try:
            channel = await self._client.fetch_channel(channel_id)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                return Reach.GONE
            raise  # what stands between here and Discord may say so without a code
        except (discord.Forbidden, discord.InvalidData):
            return Reach.CLOSED
        return Reach.CLOSED if isinstance(channel, discord.Thread) and channel.locked else Reach.OPEN

    async def presence(self, guild_id: int, user_id: int) -> Presence:
        """Whether somebody is still a member, and may act, asked of Discord. Raises what a failed request raises."""
        server = self.get(guild_id)
        if server is None:
            return Presence(is_member=True)  # nothing is known of it
        try:
            member = await server.guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):  # or no account any more
                return Presence(is_member=False)
            raise
        return Presence(is_member=True, silent_until=member.timed_out_until)

    async def is_gone(self, channel_id: int) -> bool:
        """Whether a channel or thread is gone, said by Discord itself. What it does not say is not so."""
        try:
            await self._client.fetch_channel(channel_id)
        except discord.NotFound:
            return True
        except (discord.InvalidData, *DISCORD_FAILS):
            return False
        return False


def base_channel_id(interaction: discord.Interaction) -> int:
    """The channel of an interaction, that of its thread if it is in one; 0 outside of channels."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id or 0


def missing_permission(permissions: discord.Permissions, *, in_thread: bool) -> str | None:
    """The first needed permission that is lacking."""
    for name in NEEDED:
        needed = "send_messages_in_threads" if in_thread and name == "send_messages" else name
        if not getattr(permissions, needed):
            return needed
    return None


def permission_name(t: Texts, permission: str) -> str:
    """The permission as Discord calls it."""
    return t("permission-" + permission.replace("_", "-"))
