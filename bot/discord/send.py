"""One way to send: from a screen to Discord's components (V2), with its files and whom it pings."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, TypeVar

import discord
from discord import ui

from bot.discord.servers import PLAYABLE
from bot.screens.message import Attachment, Block, Button, Divider, Listed, PersonSelect, Screen, Select, ServerSelect

T = TypeVar("T")

NO_PINGS = discord.AllowedMentions.none()
"""Given with every message: nothing in a text pings anybody."""

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


async def send(
    how: Callable[..., Awaitable[T]],
    screen: Screen,
    mentions: discord.AllowedMentions = NO_PINGS,
    **options: Any,
) -> T:
    """Send the screen by a method of Discord's library that posts a message; ``options`` are that method's own."""
    attached = files(screen)
    if attached:
        options["files"] = attached
    return await how(view=layout(screen), allowed_mentions=mentions, **options)


async def edit(how: Callable[..., Awaitable[T]], screen: Screen) -> T:
    """Make a message show the screen, by a method of Discord's library that edits it. An edit pings nobody."""
    attached = files(screen)
    options = {"attachments": attached} if attached else {}
    return await how(view=layout(screen), allowed_mentions=NO_PINGS, **options)


async def edit_by_token(client: discord.Client, token: str, message: str, screen: Screen) -> datetime | None:
    """Edit a private message by an interaction's token alone: the interaction itself would hold much in memory.

    Returns the moment of the edit, by Discord's clock.
    """
    edited = await _by_token(client, "PATCH", token, f"/messages/{message}", screen)
    moment: datetime | None = discord.utils.parse_time(edited.get("edited_timestamp"))
    return moment


async def send_by_token(client: discord.Client, token: str, screen: Screen) -> int:
    """Send a private message to whoever an interaction's token is of; returns its id."""
    sent = await _by_token(client, "POST", token, "", screen, ephemeral=True, wait=True)
    return int(sent["id"])


async def delete_by_token(client: discord.Client, token: str, message: str) -> None:
    """Delete a private message by an interaction's token."""
    await _by_token(client, "DELETE", token, f"/messages/{message}", None)


async def _by_token(
    client: discord.Client,
    method: str,
    token: str,
    path: str,
    screen: Screen | None,
    *,
    ephemeral: bool = False,
    wait: bool = False,
) -> Any:
    address = f"/webhooks/{{application_id}}/{{token}}{path}"
    route = discord.http.Route(method, address, application_id=client.application_id, token=token)
    if screen is None:
        return await client.http.request(route)
    payload = {
        "components": layout(screen).to_components(),  # type: ignore[no-untyped-call]
        "flags": discord.MessageFlags(components_v2=True, ephemeral=ephemeral).value,
        "allowed_mentions": NO_PINGS.to_dict(),
    }
    return await client.http.request(route, json=payload, params={"wait": "true"} if wait else None)


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


def _item(block: Block) -> ui.Item[Any]:
    match block:
        case str():
            return ui.TextDisplay(block)
        case Divider():
            return ui.Separator()
        case Attachment():
            return ui.File(f"attachment://{block.name}")
        case Select():
            return ui.ActionRow(_select(block))
        case ServerSelect():
            return ui.ActionRow(_server_select(block))
        case PersonSelect():
            return ui.ActionRow(ui.UserSelect(custom_id=str(block.id), placeholder=block.placeholder))
    return ui.ActionRow(*(_button(button) for button in block))


def _button(button: Button) -> ui.Button[Any]:
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


def _server_select(select: ServerSelect) -> ui.ChannelSelect[Any] | ui.RoleSelect[Any]:
    kind = _LISTED[select.listed]
    custom_id, most = str(select.id), select.most
    chosen = [discord.SelectDefaultValue(id=one, type=kind) for one in select.chosen]
    if select.listed is Listed.ROLES:
        return ui.RoleSelect(
            custom_id=custom_id, placeholder=select.placeholder, min_values=0, max_values=most, default_values=chosen
        )
    return ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=select.placeholder,
        min_values=0,
        max_values=most,
        default_values=chosen,
        channel_types=list(PLAYABLE),
    )


_LISTED = {
    Listed.CHANNELS: discord.SelectDefaultValueType.channel,
    Listed.ROLES: discord.SelectDefaultValueType.role,
}
