"""The rules: a command, and a button under every table and challenge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.rules import verbs
from bot.features.rules.screens import rules_screen
from bot.ids import ComponentId
from bot.screens.message import Button
from bot.screens.spots import Addition, Spot, Subject
from bot.texts import Texts


class RulesFeature(Feature):
    """Shows the game on a page, in private."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The button."""
        return [Verb(verbs.RULES, self._press)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``rules``."""

        async def rules(interaction: discord.Interaction) -> None:
            await self.run(interaction, "rules", self._show)

        return [self.command("rules", rules)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The button, wherever somebody may wonder."""
        return {Spot.TABLE: self._button, Spot.CHALLENGE: self._button}

    @staticmethod
    def _button(t: Texts, subject: Subject) -> Button:
        return Button(t("button-rules"), ComponentId(verbs.RULES, subject.id))

    async def _press(self, reply: Reply, _: ComponentId) -> None:
        await self._show(reply)

    @staticmethod
    async def _show(reply: Reply) -> None:
        await reply.private(rules_screen(reply.texts))
