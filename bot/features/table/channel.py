"""The messages of one match in its channel: posted, edited, deleted."""

from __future__ import annotations

import logging

import discord

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, Hope, hope_for, name_of
from bot.discord.send import NO_PINGS
from bot.features.table.guards import Guards
from bot.screens.message import Screen
from bot.store import Place

FORBIDDEN = 403
"""The status of a refusal: a new message would be refused as well."""

log = logging.getLogger(__name__)


class Channel:
    """Where a match is shown."""

    def __init__(self, core: Core, place: Place, match_id: int, guards: Guards) -> None:
        self._sender, self._match_id, self._guards = core.sender, match_id, guards
        self._id = place.channel_id or 0
        self._channel = core.client.get_partial_messageable(self._id, guild_id=place.guild_id)

    async def post(
        self, screen: Screen, nonce: str, *, silent: bool = False, mentions: discord.AllowedMentions = NO_PINGS
    ) -> int:
        """Post a message and return its id. The nonce keeps a post that is sent again from appearing twice."""

        async def send(screen: Screen) -> discord.Message:
            return await self._sender.send(self._channel.send, screen, mentions, silent=silent, nonce=nonce)

        return (await self._guards.sent(self._match_id, self._id, screen, send)).id

    async def edit(self, message_id: int, screen: Screen) -> bool:
        """Edit a message; ``False`` when it is gone or takes no more edits, so that a new one may serve.

        Raises for what may work later. An archived thread takes no edits, and is opened again by a new message.
        """

        async def send(screen: Screen) -> discord.Message | None:
            return await self._sender.edit(self._channel.get_partial_message(message_id).edit, screen)

        try:
            await self._guards.sent(self._match_id, self._id, screen, send)
        except discord.HTTPException as error:
            if error.status == FORBIDDEN or hope_for(error) is Hope.SOON:
                raise
            return False
        return True

    async def delete(self, message_id: int) -> None:
        """Delete a message, if that can be done."""
        try:
            await self._channel.get_partial_message(message_id).delete()
        except DISCORD_FAILS as error:
            log.info("old table stays match=%s failure=%s", self._match_id, name_of(error))
