"""From a screen to Discord's components (V2), and what goes with every message."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from bot.screens.screen import Attachment, Button, Link, Row, Divider, Screen, Select

NO_PINGS = discord.AllowedMentions.none()
"""Given with every message: nothing in a text pings anybody."""

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def only(user_id: int) -> discord.AllowedMentions:
    """Mentions that ping this user and nobody else."""
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)])


def layout(screen: Screen) -> ui.LayoutView:
    """The screen as a view. It is finished from the start: components are found by their ``custom_id`` alone."""
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(accent_colour=screen.accent.value)
    for block in screen.blocks:
        container.add_item(_item(block))
    view.add_item(container)
    view.stop()
    return view


def files(screen: Screen) -> list[discord.File]:
    """The files that a screen brings."""
    return [
        discord.File(io.BytesIO(block.content), filename=block.name)
        for block in screen.blocks
        if isinstance(block, Attachment)
    ]


def _item(block: str | Row | Select | Rule | Attachment) -> ui.Item[Any]:
    match block:
        case str():
            return ui.TextDisplay(block)
        case Divider():
            return ui.Separator()
        case Attachment():
            return ui.File(f"attachment://{block.name}")
        case Select():
            return ui.ActionRow(_select(block))
    return ui.ActionRow(*(_button(button) for button in block))


def _button(button: Button | Link) -> ui.Button[Any]:
    if isinstance(button, Link):
        return ui.Button(label=button.label, url=button.url)
    return ui.Button(
        label=button.label, custom_id=str(button.id), style=_STYLES[button.style.value], disabled=button.off
    )


def _select(select: Select) -> ui.Select[Any]:
    return ui.Select(
        custom_id=str(select.id),
        placeholder=select.placeholder,
        min_values=0,
        max_values=select.most,
        options=[
            discord.SelectOption(label=option.label, value=option.value, default=option.chosen)
            for option in select.options
        ],
    )
