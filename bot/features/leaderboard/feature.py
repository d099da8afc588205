"""The leaderboard and a player's figures on Discord."""

from __future__ import annotations

import discord
from bot.screens.board import PAGE, board_screen, figures_screen
from bot.screens.screen import Screen
from bot.ui.answers import answer_in_place, answer_publicly, shows
from bot.ui.app import App
from bot.ui.offers import public_texts

from bot.games import Refused
from bot.ids import ComponentId, Verb


async def show_board(app: App, interaction: discord.Interaction) -> None:
    """``/bridgette leaderboard``: the first page, in public."""
    await answer_publicly(interaction, await _page(app, interaction, 0))


async def turn_page(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The other pages, in place. Raises :class:`Refused` when the clicked message is no leaderboard."""
    if not shows(interaction, Verb.BOARD):
        raise Refused("refused-unknown-button")
    await answer_in_place(interaction, await _page(app, interaction, press.number))


async def show_figures(
    app: App, interaction: discord.Interaction, member: discord.User | discord.Member | None
) -> None:
    """``/bridgette stats``: one player's figures on this server."""
    who = member or interaction.user
    guild_id, name = interaction.guild_id or 0, who.display_name
    if not isinstance(who, discord.Member):
        # Somebody who has left: the name as it was last seen here.
        name = (await app.store.members.names(guild_id, [who.id])).get(who.id, name)
    figures = await app.store.standings.figures(guild_id, who.id)
    await answer_publicly(interaction, figures_screen(public_texts(interaction), name, figures))


async def _page(app: App, interaction: discord.Interaction, number: int) -> Screen:
    standings, guild_id = app.store.standings, interaction.guild_id or 0
    page = await standings.page(guild_id, number * PAGE, PAGE)
    if not page.rows and page.total:
        # Asked for a page beyond the last, as a forged or an old button may: show the last one.
        number = (page.total - 1) // PAGE
        page = await standings.page(guild_id, number * PAGE, PAGE)
    return board_screen(public_texts(interaction), page, number)
