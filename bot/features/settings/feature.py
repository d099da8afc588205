"""A server's settings: one private panel for whoever manages it, each press checked and at once in force."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.discord.dispatch import ids_of
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.discord.servers import Server, base_channel_id, permission_name
from bot.features.settings import verbs
from bot.features.settings.screens import MOST_CHANNELS, Shown, settings_screen
from bot.games import Refused, note_commit
from bot.ids import ComponentId
from bot.preferences import clock_of, pictures_up_to
from bot.store import ServerSettings

NEEDED = "manage_guild"
"""The permission of whoever sees and changes the settings."""

Change: TypeAlias = Callable[[ServerSettings], ServerSettings]
"""Changes one setting; whoever else changes another one meanwhile does not undo it."""

log = logging.getLogger(__name__)


class SettingsFeature(Feature):
    """Lets those who manage a server choose how it is played on it."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The buttons and menus of the panel."""
        return [Verb(verbs.SETTING, self._press)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``settings``."""

        async def settings(interaction: discord.Interaction) -> None:
            await self.run(interaction, "settings", self._show)

        return [self.command("settings", settings)]

    async def _show(self, reply: Reply) -> None:
        """The panel, as things stand."""
        server = self._server(reply)
        await self._answer(reply, server, await self.core.store.servers.get(reply.guild_id))

    async def _press(self, reply: Reply, press: ComponentId) -> None:
        """Change a setting, then show all as they are stored: somebody else may have changed another one."""
        server = self._server(reply)
        settings = await self.core.store.servers.change(reply.guild_id, self._change(reply, server, press))
        note_commit()
        log.info("setting server=%s name=%s", reply.guild_id, press.detail)
        await self.core.servers.changed(reply.guild_id)
        await self._answer(reply, server, settings)

    def _change(self, reply: Reply, server: Server, press: ComponentId) -> Change:
        if press.detail == verbs.PICTURES:
            return self._pictures(press.at)
        setting = _SETTINGS.get(press.detail)
        if setting is None:
            raise Refused("refused-unknown-button")
        return setting(reply, server, press.at)

    def _pictures(self, at: int) -> Change:
        """Where the bot draws, up to what its host allows."""
        choices = pictures_up_to(self.core.pictures.most)
        if at >= len(choices):
            raise Refused("refused-pictures")
        return lambda settings: replace(settings, pictures=choices[at])

    def _server(self, reply: Reply) -> Server:
        """The server, for somebody who manages it; asked anew for every press, for permissions come and go."""
        server = self.core.server_of(reply)
        allowed = reply.interaction.permissions
        if not (allowed.administrator or getattr(allowed, NEEDED)):
            raise Refused("refused-settings", permission=permission_name(reply.texts, NEEDED))
        return server

    async def _answer(self, reply: Reply, server: Server, settings: ServerSettings) -> None:
        here = base_channel_id(reply.interaction)
        is_here = here in settings.channels if server.has_playable(here) else None
        most = self.core.pictures.most
        shown = Shown(settings, server.playable(settings), server.challenge_role(settings), is_here, most)
        await reply.private(settings_screen(reply.texts, shown))


# ------------------------------------------------------------------ one function for each setting


OFF = 0
"""The seconds of no clock."""


def _clock(_: Reply, __: Server, seconds: int) -> Change:
    clock = clock_of(seconds)
    if clock is None and seconds != OFF:
        raise Refused("refused-unknown-button")
    return lambda settings: replace(settings, clock=clock)


def _own_threads(_: Reply, __: Server, at: int) -> Change:
    return lambda settings: replace(settings, own_threads=_is_yes(at))


def _leaderboard(_: Reply, __: Server, at: int) -> Change:
    return lambda settings: replace(settings, has_leaderboard=_is_yes(at))


def _channels(reply: Reply, server: Server, _: int) -> Change:
    return _these_channels(server, frozenset(ids_of(reply)))


def _everywhere(_: Reply, server: Server, __: int) -> Change:
    return _these_channels(server, frozenset())


def _these_channels(server: Server, channels: frozenset[int]) -> Change:
    if len(channels) > MOST_CHANNELS or not all(map(server.has_playable, channels)):
        raise Refused("refused-unknown-button")
    return lambda settings: replace(settings, channels=channels)


def _here(reply: Reply, server: Server, at: int) -> Change:
    """The channel of the panel itself, whatever the press says; those that are gone go."""
    here, is_in = frozenset((base_channel_id(reply.interaction),)), _is_yes(at)
    _these_channels(server, here)

    def change(settings: ServerSettings) -> ServerSettings:
        left = frozenset(server.playable(settings))
        channels = left | here if is_in else left - here
        if len(channels) > MOST_CHANNELS:
            raise Refused("refused-many-channels", most=MOST_CHANNELS)
        return replace(settings, channels=channels)

    return change


def _role(reply: Reply, server: Server, _: int) -> Change:
    """The chosen role; none, and the one that everybody has, mean everybody."""
    roles = ids_of(reply)
    if len(roles) > 1 or any(server.guild.get_role(role) is None for role in roles):
        raise Refused("refused-unknown-button")
    chosen = next((role for role in roles if role != server.guild.id), None)
    return lambda settings: replace(settings, challenge_role=chosen)


def _everybody(_: Reply, __: Server, ___: int) -> Change:
    return lambda settings: replace(settings, challenge_role=None)


def _is_yes(at: int) -> bool:
    if at not in (0, 1):
        raise Refused("refused-unknown-button")
    return at == 1


_SETTINGS: dict[str, Callable[[Reply, Server, int], Change]] = {
    verbs.CLOCK: _clock,
    verbs.OWN_THREADS: _own_threads,
    verbs.LEADERBOARD: _leaderboard,
    verbs.CHANNELS: _channels,
    verbs.HERE: _here,
    verbs.EVERYWHERE: _everywhere,
    verbs.ROLE: _role,
    verbs.EVERYBODY: _everybody,
}
