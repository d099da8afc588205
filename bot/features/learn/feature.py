"""``/bridgette learn``: one prepared deal, played by the newcomer's own clicks and explained; left and come back to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import app_commands

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.feature import Feature
from bot.discord.reply import Reply
from bot.features.learn.screens import end_line, step_lines
from bot.games import Agreement, Game
from bot.games.kinds import LESSON, Kind, kind_of
from bot.lesson.script import NEWCOMER
from bot.preferences import STRENGTHS
from bot.screens.spots import Addition, Spot, Subject
from bot.store import Person, Place, Player
from bot.texts import Texts
from bridgette import Format

log = logging.getLogger(__name__)


class LearnFeature(Feature):
    """Somebody who has never heard of the game plays a deal of it."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._beginning: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By person, so that two commands at once begin one lesson."""

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``learn``."""

        async def learn(interaction: discord.Interaction) -> None:
            await self.run(interaction, "learn", self._learn)

        return [self.command("learn", learn)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """What is explained, and the end."""
        return {Spot.PANEL: _explained, Spot.MATCH_RESULT: _ended}

    async def _learn(self, reply: Reply) -> None:
        """Begin a lesson, or bring back the one that is open, wherever it was left."""
        async with self._beginning.setdefault(reply.user_id, asyncio.Lock()):
            game = await self._open(reply.user_id)
            has_begun = game is None
            if game is None:
                game = await self.core.games.begin(_agreed(reply), self.core.clock())
        if has_begun:
            await self._show_first(reply, game)
            return
        state = self.core.panels.choice(game, NEWCOMER)
        await self.core.panels.show(reply, game, NEWCOMER, state=state)
        self.core.pace.note(reply)

    async def _open(self, user_id: int) -> Game | None:
        mine = await self.core.games.of_player(user_id, None)
        return next((game for game, _ in mine.games if kind_of(game) is Kind.LESSON), None)

    async def _show_first(self, reply: Reply, game: Game) -> None:
        try:
            with self.core.panels.answering.about(game.id, NEWCOMER):
                await self.core.panels.show(reply, await self.core.house.replied(game), NEWCOMER)
        except DISCORD_FAILS as error:
            self.core.counters.failed(name_of(error))
            log.warning("begun but not shown match=%s failure=%s", game.id, name_of(error))
            await reply.tell_failed(error, reply.texts("learn-begun"))


def _agreed(reply: Reply) -> Agreement:
    """One deal, with the person at seat 0 and the house, whose acts are prepared, at seat 1."""
    user = reply.interaction.user
    person = Player.of(Person(user.id, user.global_name or user.name))
    return Agreement((person, Player.house(STRENGTHS[0])), Place(None, None), Format(1), LESSON)


def _explained(t: Texts, subject: Subject) -> str | None:
    is_lesson = subject.kind == Kind.LESSON.value
    return step_lines(t, subject.view, subject.reader) if is_lesson and subject.view is not None else None


def _ended(t: Texts, subject: Subject) -> str | None:
    is_lesson = subject.kind == Kind.LESSON.value
    return end_line(t, subject.view) if is_lesson and subject.view is not None else None
