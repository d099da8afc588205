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
from bot.games.kinds import APART
from bot.ids import ComponentId
from bot.preferences import STRENGTHS
from bot.screens.message import Screen
from bot.store import AgainstHouse
from bot.texts import ENGLISH, Texts


class LeaderboardFeature(Feature):
    """Tells who is ahead."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """Turning pages, in place, and showing to all what was shown in private."""
        return [
            Verb(verbs.PAGE, self._turn_page, in_place=True),
            Verb(verbs.SHOW, self._show_to_all),
            Verb(verbs.SHOW_FIGURES, self._show_figures_to_all),
        ]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``leaderboard`` and ``stats``."""

        async def leaderboard(interaction: discord.Interaction) -> None:
            await self.run(interaction, "leaderboard", self._show, on_server=True)

        @rename(member=ENGLISH("command-stats-member"))
        @describe(member=ENGLISH("command-stats-member-about"))
        async def stats(interaction: discord.Interaction, member: discord.User | None = None) -> None:
            await self.run(interaction, "stats", lambda reply: self._figures(reply, member), on_server=True)

        return [self.command("leaderboard", leaderboard), self.command("stats", stats)]

    async def _check_on(self, reply: Reply) -> None:
        """Refuse where the server hides its leaderboard; results are recorded all the same."""
        if not (await self.core.store.servers.get(reply.guild_id)).has_leaderboard:
            raise Refused("refused-leaderboard")

    async def _show(self, reply: Reply) -> None:
        """The first page, in private."""
        await self._check_on(reply)
        await reply.private(await self._page(reply.texts, reply, 0, can_show=reply.may_post))

    async def _turn_page(self, reply: Reply, press: ComponentId) -> None:
        """The other pages, in place. Raises :class:`Refused` when the clicked message is no leaderboard."""
        await self._check_on(reply)
        if not reply.shows(verbs.PAGE):
            raise Refused("refused-unknown-button")
        private = reply.is_on_private
        t = reply.texts if private else reply.public_texts
        await reply.in_place(await self._page(t, reply, press.at, can_show=private and reply.may_post))

    async def _show_to_all(self, reply: Reply, press: ComponentId) -> None:
        """The page that was shown in private, in public."""
        await self._check_on(reply)
        reply.check_may_post()
        await reply.public(await self._page(reply.public_texts, reply, press.at, can_show=False))

    async def _figures(self, reply: Reply, member: discord.User | discord.Member | None) -> None:
        """One player's figures on this server, in private."""
        await self._check_on(reply)
        who = member or reply.interaction.user
        name = who.display_name
        if not isinstance(who, discord.Member):
            # Somebody who has left: the name as it was last seen here.
            name = (await self.core.store.members.names(reply.guild_id, [who.id])).get(who.id, name)
        figures = await self.core.store.standings.figures(reply.guild_id, who.id)
        # What was played alone is for nobody else's eyes.
        house = await self._against_house(who.id, None if who.id == reply.user_id else reply.guild_id)
        await reply.private(figures_screen(reply.texts, name, figures, house, can_show=reply.may_post))

    async def _against_house(self, user_id: int, guild_id: int | None) -> list[AgainstHouse]:
        """Somebody's figures against the house, the weakest strength first; without a server everywhere."""
        found = await self.core.store.results.against_house(user_id, guild_id, APART)
        return sorted(found, key=lambda one: (STRENGTHS.index(one.strength), one.has_hints))

    async def _show_figures_to_all(self, reply: Reply, press: ComponentId) -> None:
        """The figures that were shown in private, in public."""
        await self._check_on(reply)
        reply.check_may_post()
        figures = await self.core.store.standings.figures(reply.guild_id, press.subject)
        if figures is None:
            raise Refused("refused-unknown-button")
        house, name = await self._against_house(press.subject, reply.guild_id), figures.standing.name
        await reply.public(figures_screen(reply.public_texts, name, figures, house, can_show=False))

    async def _page(self, t: Texts, reply: Reply, page: int, *, can_show: bool) -> Screen:
        standings = self.core.store.standings
        found = await standings.page(reply.guild_id, page * PAGE, PAGE)
        if not found.rows and found.total:
            # Asked for a page beyond the last, as a forged or an old button may: show the last one.
            page = (found.total - 1) // PAGE
            found = await standings.page(reply.guild_id, page * PAGE, PAGE)
        return leaderboard_screen(t, found, page, can_show=can_show)
