"""A moderator lets a result count nowhere, or again. What was played stays as it is."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.discord.servers import permission_name
from bot.features.results import verbs
from bot.features.results.screens import choice_of, question_screen
from bot.games import Refused, note_commit
from bot.ids import ComponentId
from bot.results import MatchResult
from bot.screens.message import plain_screen
from bot.texts import ENGLISH

LOOKED_THROUGH = 200
"""The newest results among which what is typed is looked for; an older one is named by its number."""

log = logging.getLogger(__name__)


class ResultsFeature(Feature):
    """Voids and restores results."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The answers to the question."""
        return [Verb(verbs.VOID, self._change), Verb(verbs.KEEP, self._keep)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``void-result``."""

        @rename(match=ENGLISH("command-void-result-match"))
        @describe(match=ENGLISH("command-void-result-match-about"))
        async def void_result(interaction: discord.Interaction, match: str) -> None:
            await self.run(interaction, "void-result", lambda reply: self._ask(reply, match), on_server=True)

        return [self.command("void-result", void_result, match=self._offer)]

    async def _ask(self, reply: Reply, match: str) -> None:
        """Ask once, with the names and the result."""
        number = re.fullmatch(r"#?([0-9]{1,18})", match.strip(), re.ASCII)
        result = await self._find(reply, int(number[1]) if number else 0)
        await reply.private(question_screen(reply.texts, result))

    async def _change(self, reply: Reply, press: ComponentId) -> None:
        """The question was answered with yes. ``press.at``: whether the result is to be voided, or to count again."""
        result = await self._find(reply, press.subject)
        is_voided = press.at == 1
        outcome = "voided" if is_voided else "restored"
        if not await self.core.store.results.void(result.guild_id, result.match_id, is_voided=is_voided):
            raise Refused(f"void-result-{outcome}-already")
        note_commit()
        log.info("result %s match=%s server=%s", outcome, result.match_id, result.guild_id)
        await reply.private(plain_screen(reply.texts(f"void-result-{outcome}", match=str(result.match_id))))

    async def _keep(self, reply: Reply, _press: ComponentId) -> None:
        await reply.private(plain_screen(reply.texts("void-result-kept")))

    async def _find(self, reply: Reply, match_id: int) -> MatchResult:
        """The result that somebody may change. Raises :class:`Refused` without the permission, and for one's own."""
        if not _may_moderate(reply):
            permission = permission_name(reply.texts, "manage_messages")
            raise Refused("refused-your-permission", permission=permission)
        result = await self.core.store.results.get(reply.guild_id, match_id)
        if result is None:
            raise Refused("void-result-unknown")
        if any(player.user_id == reply.user_id for player in result.players):
            raise Refused("void-result-own")
        return result

    async def _offer(self, reply: Reply, current: str) -> list[Choice[str]]:
        """The newest results of this server, or those of them that fit what is typed."""
        if not _may_moderate(reply):
            return []
        found = await self.core.store.results.newest(reply.guild_id, LOOKED_THROUGH)
        offered = [(choice_of(reply.texts, one), str(one.match_id)) for one in found]
        typed = current.strip().casefold()
        return [Choice(name=name, value=value) for name, value in offered if typed in name.casefold()]


def _may_moderate(reply: Reply) -> bool:
    """Whether whoever asks may manage messages here, now."""
    return bool(reply.guild_id) and reply.interaction.permissions.manage_messages
