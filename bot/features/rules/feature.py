"""The rules: a guide of several pages, by a command and by a button under every table and challenge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.rules import verbs
from bot.features.rules.pages import PAGES, Page, page_at, page_for
from bot.features.rules.screens import guide_screen
from bot.ids import ComponentId
from bot.screens.message import Button
from bot.screens.spots import Addition, Piece, Spot, Subject
from bot.texts import Texts


class RulesFeature(Feature):
    """Shows the guide, in private."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The button that opens it, and those that turn its pages."""
        return [Verb(verbs.RULES, self._open), Verb(verbs.TURN, self._turn)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``rules``."""

        async def rules(interaction: discord.Interaction) -> None:
            await self.run(interaction, "rules", self._begin)

        return [self.command("rules", rules)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The button, wherever somebody may wonder."""
        return {Spot.TABLE: self._button, Spot.CHALLENGE: self._for_newcomers, Spot.PANEL: self._for_learners}

    @staticmethod
    def _button(t: Texts, subject: Subject) -> Button:
        """It carries the page of what goes on, so that nothing need be looked up when it is pressed."""
        page = PAGES.index(page_for(subject.view))
        return Button(t("button-rules"), ComponentId(verbs.RULES, subject.id, page))

    def _for_newcomers(self, t: Texts, subject: Subject) -> Sequence[Piece]:
        return (t("guide-for-newcomers"), self._button(t, subject))

    def _for_learners(self, t: Texts, subject: Subject) -> Button | None:
        """Beside the explanations of somebody's first deals, while there is something to decide."""
        view = subject.view
        is_asked = view is not None and view.seat in view.to_act and subject.reader.learns(view)
        return self._button(t, subject) if is_asked else None

    async def _begin(self, reply: Reply) -> None:
        await reply.private(guide_screen(reply.texts, Page.MINUTE))

    async def _open(self, reply: Reply, press: ComponentId) -> None:
        """A message of its own: on a private message the button stands beside what somebody has to decide."""
        await reply.apart(guide_screen(reply.texts, page_at(press.at)))

    async def _turn(self, reply: Reply, press: ComponentId) -> None:
        """Another page, in the place of the one that was clicked if that is the clicker's own."""
        is_guide = reply.is_on_private and reply.shows(verbs.TURN)
        shown = guide_screen(reply.texts, page_at(press.at))
        await (reply.private(shown) if is_guide else reply.apart(shown))
