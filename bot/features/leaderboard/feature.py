"""The leaderboard and a player's figures on Discord."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import describe, rename

from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.leaderboard import verbs
from bot.features.leaderboard.screens import PAGE, figures_screen, leaderboard_screen
from bot.games import Refused
from bot.ids import ComponentId
from bot.screens.message import Screen
from bot.texts import ENGLISH


class LeaderboardFeature(Feature):
    """Tells who is ahead."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """Turning pages, in place."""
        return [Verb(verbs.PAGE, self._turn_page, in_place=True)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``leaderboard`` and ``stats``."""

        async def leaderboard(interaction: discord.Interaction) -> None:
            await self.run(interaction, "leaderboard", self._show)

        @rename(member=ENGLISH("command-stats-member"))
        @describe(member=ENGLISH("command-stats-member-about"))
        async def stats(interaction: discord.Interaction, member: discord.User | None = None) -> None:
            await self.run(interaction, "stats", lambda reply: self._show_figures(reply, member))

        return [self.command("leaderboard", leaderboard), self.command("stats", stats)]

    async def _show(self, reply: Reply) -> None:
        """The first page, in public."""
        await reply.public(await self._page(reply, 0))

    async def _turn_page(self, reply: Reply, press: ComponentId) -> None:
        """The other pages, in place. Raises :class:`Refused` when the clicked message is no leaderboard."""
        if not reply.shows(verbs.PAGE):
            raise Refused("refused-unknown-button")
        await reply.in_place(await self._page(reply, press.at))

    async def _show_figures(self, reply: Reply, member: discord.User | discord.Member | None) -> None:
        """One player's figures on this server."""
        who = member or reply.interaction.user
        name = who.display_name
        if not isinstance(who, discord.Member):
            # Somebody who has left: the name as it was last seen here.
            name = (await self.core.store.members.names(reply.guild_id, [who.id])).get(who.id, name)
        figures = await self.core.store.standings.figures(reply.guild_id, who.id)
        await reply.public(figures_screen(reply.public_texts, name, figures))

    async def _page(self, reply: Reply, page: int) -> Screen:
        standings = self.core.store.standings
        found = await standings.page(reply.guild_id, page * PAGE, PAGE)
        if not found.rows and found.total:
            # Asked for a page beyond the last, as a forged or an old button may: show the last one.
            page = (found.total - 1) // PAGE
            found = await standings.page(reply.guild_id, page * PAGE, PAGE)
        return leaderboard_screen(reply.public_texts, found, page)
