"""What a feature brings: commands, buttons, additions to the screens, a follower, rounds.

A feature is one thing that people can do. It is a folder in ``bot/features`` and one line in
``bot/features/__init__.py``; no feature knows another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS
from bot.discord.reply import Reply
from bot.discord.send import Sender
from bot.games import Follower
from bot.ids import ComponentId
from bot.screens.spots import Addition, Spot
from bot.texts import ENGLISH

MOST_CHOICES = 25
"""Choices in an autocomplete (Discord's limit)."""

Handler: TypeAlias = Callable[[Reply, ComponentId], Awaitable[object]]
Refusal: TypeAlias = Callable[[Reply, ComponentId, Exception], Awaitable[object]]
Complete: TypeAlias = Callable[[Reply, str], Awaitable[list[Choice[str]]]]

SERVERS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
SERVER_INSTALL = app_commands.AppInstallationType(guild=True, user=False)
EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
ANY_INSTALL = app_commands.AppInstallationType(guild=True, user=True)
"""Where commands are offered, and to whom: those below the root have what the root has (Discord's rule)."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a kind of button or select does.

    ``in_place``: the answer edits the clicked message, public as it may be. ``refuse`` shows a refusal its own way;
    without it, or where it raises the error again, the refusal is a private sentence.
    """

    name: str
    handle: Handler
    in_place: bool = False
    refuse: Refusal | None = None


class Feature:
    """The base of all features: it brings nothing."""

    def __init__(self, core: Core) -> None:
        self.core = core

    @property
    def verbs(self) -> Sequence[Verb]:
        """The buttons and selects that it answers."""
        return ()

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """Its commands, below ``/bridgette``."""
        return ()

    @property
    def menus(self) -> Sequence[app_commands.ContextMenu]:
        """Its entries in the menu of a member."""
        return ()

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """What it adds to screens that are not its own."""
        return {}

    @property
    def follower(self) -> Follower | None:
        """Who does something after each act."""
        return None

    @property
    def backlog(self) -> tuple[int, float]:
        """How much of what it shows is behind for want of requests, and for how many seconds the oldest of it."""
        return 0, 0.0

    async def go_round(self) -> None:
        """What it looks after every few seconds. Must not wait for Discord: whatever is sent goes into a task."""

    async def place_gone(self, channel_id: int) -> None:
        """A channel or thread is gone."""

    async def access_changed(self, guild_id: int) -> None:
        """What the bot may do on a server, or in some channel of it, may have changed."""

    async def server_changed(self, guild_id: int) -> None:
        """A server has chosen other settings."""

    async def clocks_shifted(self, by: timedelta) -> None:
        """The moments at which clocks run out are others than are shown: by so much."""

    async def ending(self) -> None:
        """The bot is about to end: write down what is only in memory. Must not take long."""

    def command(
        self,
        key: str,
        callback: Callable[..., Coroutine[Any, Any, None]],
        **autocomplete: Complete,
    ) -> app_commands.Command[Any, ..., Any]:
        """A command named and described by the catalogue, with the autocompletion of its parameters."""
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=ENGLISH(f"command-{key}"), description=ENGLISH(f"command-{key}-about"), callback=callback
        )
        for parameter, complete in autocomplete.items():
            command.autocomplete(parameter)(_safe(self.core.sender, complete))
        return command

    async def run(
        self,
        interaction: discord.Interaction,
        what: str,
        work: Callable[[Reply], Awaitable[object]],
        *,
        on_server: bool = False,
    ) -> None:
        """Do a command's work under the one guard, then remember the name of whoever gave it.

        ``on_server``: it makes sense only on a server that the bot is on, and says so elsewhere.
        """

        async def whole(reply: Reply) -> None:
            try:
                if on_server:
                    self.core.server_of(reply)  # or refused
                await work(reply)
            finally:
                await self.core.see(reply)

        await self.core.guard.run(interaction, what, whole)


def _safe(sender: Sender, complete: Complete) -> Callable[..., Coroutine[Any, Any, list[Choice[str]]]]:
    """An autocompletion that offers nothing where anything goes wrong: nobody is told of an error while typing."""

    async def choices(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        try:
            found = (await complete(Reply(interaction, sender), current))[:MOST_CHOICES]
        except Exception:
            found = []
        try:
            await interaction.response.autocomplete(found)
        except DISCORD_FAILS:
            # Too late, say. The library would try once more and log it as an error; this ends its task instead.
            raise asyncio.CancelledError from None
        return found  # which the library sees to be answered

    return choices
