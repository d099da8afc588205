"""A server as the bot knows it: its language, what the bot may do there, and whether the bot is there at all."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.discord.failures import DISCORD_FAILS, NO_ACCESS, UNKNOWN_SERVER
from bot.texts import Texts, texts_for

NEEDED = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed in a channel before a match may start there."""


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

    def missing_permission(self, channel_id: int) -> str | None:
        """The first permission that the bot lacks in a channel, ``None`` if it lacks none or nobody knows."""
        channel = self.guild.get_channel_or_thread(channel_id)
        if channel is None:
            return None
        return missing_permission(channel.permissions_for(self.guild.me), in_thread=isinstance(channel, discord.Thread))


class Servers:
    """The servers that the bot is on."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

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

    async def is_gone(self, channel_id: int) -> bool:
        """Whether a channel or thread is gone, said by Discord itself. What it does not say is not so."""
        try:
            await self._client.fetch_channel(channel_id)
        except discord.NotFound:
            return True
        except (discord.InvalidData, *DISCORD_FAILS):
            return False
        return False


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
