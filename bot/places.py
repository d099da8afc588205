"""What Discord tells of the places where matches are played: servers, channels and threads that go, come or change."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import discord

from bot.app import App
from bot.catch_up import CatchUp
from bot.discord.background import Rounds
from bot.store import StoreError

log = logging.getLogger(__name__)


class Places(discord.AutoShardedClient):
    """A client whose app hears of all that."""

    _app: App | None = None
    _catch_up: CatchUp | None = None
    _rounds: tuple[Rounds, ...] = ()

    @property
    def app(self) -> App:
        """The features and what they share. Raises ``RuntimeError`` before the bot has started."""
        if self._app is None:
            raise RuntimeError("the bot has not started")
        return self._app

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A match whose channel is deleted is void; those in its threads come with :meth:`on_raw_thread_delete`."""
        await self.app.place_gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A match whose thread is deleted is void."""
        await self.app.place_gone(thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its matches wait. An outage is no removal and comes otherwise."""
        if self._catch_up is not None:
            await self._logged(self._catch_up.server_left(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is on a server, perhaps again."""
        await self._server_back(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord can reach a server again; at the start this comes before everything is caught up with."""
        if self._rounds:
            await self._server_back(guild)

    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        """The permissions in a channel may have changed."""
        await self.app.access_changed(channel.guild.id)

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        """The permissions of a role may have changed."""
        await self.app.access_changed(role.guild.id)

    async def on_member_update(self, _: object, member: discord.Member) -> None:
        """The bot itself may have got another role; of nobody else does Discord tell it."""
        if self.user is not None and member.id == self.user.id:
            await self.app.access_changed(member.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role that took permissions away may be gone."""
        await self.app.access_changed(role.guild.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked, or be back from the archive, where the library does not keep it."""
        await self.app.access_changed(thread.guild_id)

    async def _server_back(self, guild: discord.Guild) -> None:
        if self._catch_up is not None:
            await self._catch_up.server_back(guild.id)
            await self.app.access_changed(guild.id)

    @staticmethod
    async def _logged(work: Awaitable[None]) -> None:
        try:
            await work
        except StoreError as error:
            log.warning("an event was not noted: %s", error)
