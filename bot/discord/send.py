"""One way to send: from a screen to Discord's components (V2), with its files and whom it pings."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

import discord
from discord import ui

from bot.discord.emoji import Emoji
from bot.discord.failures import BAD_REQUEST, INVALID_FORM
from bot.discord.servers import PLAYABLE
from bot.screens.faces import with_emoji
from bot.screens.message import (
    MOST_CHARACTERS,
    Attachment,
    Block,
    Button,
    Divider,
    Listed,
    PersonSelect,
    Picture,
    Screen,
    Select,
    ServerSelect,
)

T = TypeVar("T")

NO_PINGS = discord.AllowedMentions.none()
"""Given with every message: nothing in a text pings anybody."""

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Sender:
    """Sends and edits. A message that Discord refuses because of an emoji is sent once more with labels."""

    def __init__(self, client: discord.Client, emoji: Emoji) -> None:
        self._client = client
        self._emoji = emoji

    async def send(
        self,
        how: Callable[..., Awaitable[T]],
        screen: Screen,
        mentions: discord.AllowedMentions = NO_PINGS,
        **options: Any,
    ) -> T:
        """Send the screen by a method of Discord's library that posts a message; ``options`` are that method's own."""

        async def request(view: ui.LayoutView) -> T:
            attached = files(screen)
            more = {"files": attached} if attached else {}
            return await how(view=view, allowed_mentions=mentions, **options, **more)

        return await self._shown(screen, request)

    async def edit(self, how: Callable[..., Awaitable[T]], screen: Screen) -> T:
        """Make a message show the screen, by a method of Discord's library that edits it. An edit pings nobody.

        Files and pictures of before go.
        """

        async def request(view: ui.LayoutView) -> T:
            return await how(view=view, allowed_mentions=NO_PINGS, attachments=files(screen))

        return await self._shown(screen, request)

    async def edit_by_token(self, token: str, message: str, screen: Screen) -> datetime | None:
        """Edit a private message by an interaction's token alone: the interaction itself would hold much in memory.

        The screen has no files. Returns the moment of the edit, by Discord's clock.
        """
        edited = await self._by_token("PATCH", token, f"/messages/{message}", screen)
        moment: datetime | None = discord.utils.parse_time(edited.get("edited_timestamp"))
        return moment

    async def send_by_token(self, token: str, screen: Screen) -> int:
        """Send a private message to whoever an interaction's token is of; returns its id. The screen has no files."""
        sent = await self._by_token("POST", token, "", screen, ephemeral=True, wait=True)
        return int(sent["id"])

    async def delete_by_token(self, token: str, message: str) -> None:
        """Delete a private message by an interaction's token."""
        await self._client.http.request(self._route("DELETE", token, f"/messages/{message}"))

    async def _by_token(
        self, method: str, token: str, path: str, screen: Screen, *, ephemeral: bool = False, wait: bool = False
    ) -> Any:
        async def request(view: ui.LayoutView) -> Any:
            payload = {
                "components": view.to_components(),  # type: ignore[no-untyped-call]
                "flags": discord.MessageFlags(components_v2=True, ephemeral=ephemeral).value,
                "allowed_mentions": NO_PINGS.to_dict(),
            }
            params = {"wait": "true"} if wait else None
            return await self._client.http.request(self._route(method, token, path), json=payload, params=params)

        return await self._shown(screen, request)

    def _route(self, method: str, token: str, path: str) -> discord.http.Route:
        address = f"/webhooks/{{application_id}}/{{token}}{path}"
        return discord.http.Route(method, address, application_id=self._client.application_id, token=token)

    async def _shown(self, screen: Screen, request: Callable[[ui.LayoutView], Awaitable[T]]) -> T:
        emoji = dict(self._emoji.markup)
        view = layout(screen, emoji)
        try:
            return await request(view)
        except discord.HTTPException as error:
            if error.status != BAD_REQUEST or error.code != INVALID_FORM or not _holds_emoji(view):
                raise
        shown = await request(layout(screen, {}))
        self._emoji.refused()  # it was for the emoji: without them it is well
        return shown


def only(user_id: int) -> discord.AllowedMentions:
    """Mentions that ping this user and nobody else."""
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)])


def layout(screen: Screen, emoji: Mapping[str, str]) -> ui.LayoutView:
    """The screen as a view. It is finished from the start: components are found by their ``custom_id`` alone.

    ``emoji``: what there is, by the names of the faces. Texts that they would make too long get labels instead.
    """
    texts = [block for block in screen.blocks if isinstance(block, str)]
    in_texts = emoji if sum(_length(with_emoji(text, emoji)) for text in texts) <= MOST_CHARACTERS else {}
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(accent_colour=screen.accent.value)
    for block in screen.blocks:
        container.add_item(
            ui.TextDisplay(with_emoji(block, in_texts)) if isinstance(block, str) else _item(block, emoji)
        )
    view.add_item(container)
    view.stop()
    return view


def _length(text: str) -> int:
    """Characters as a client counts them, where some of the signs in names are two."""
    return len(text.encode("utf-16-le")) // 2


def files(screen: Screen) -> list[discord.File]:
    """The files that a screen brings."""
    return [
        discord.File(io.BytesIO(block.content), filename=block.name)
        for block in screen.blocks
        if isinstance(block, Attachment | Picture)
    ]


def _holds_emoji(view: ui.LayoutView) -> bool:
    """Whether there is one of the application's emoji in a text or on a button."""
    return any(
        (isinstance(item, ui.Button) and item.emoji is not None)
        or (isinstance(item, ui.TextDisplay) and "<:" in item.content)
        for item in view.walk_children()
    )


def _item(block: Block, emoji: Mapping[str, str]) -> ui.Item[Any]:
    match block:
        case str():
            return ui.TextDisplay(block)
        case Picture():
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{block.name}", description=block.said))
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
    return ui.ActionRow(*(_button(button, emoji) for button in block))


def _button(button: Button, emoji: Mapping[str, str]) -> ui.Button[Any]:
    face = None if button.face is None else emoji.get(button.face)
    label = button.label if face is None or button.short is None else button.short
    return ui.Button(
        label=label or None,
        emoji=face,
        custom_id=str(button.id),
        style=_STYLES[button.style.value],
        disabled=button.off,
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
