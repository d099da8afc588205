"""The table of a match, its players' panels, and all that is done at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from discord import app_commands

from bot.discord.core import Core
from bot.discord.feature import Feature, Verb
from bot.discord.servers import permission_name
from bot.features.table import verbs
from bot.features.table.alone_screen import Below, kept_buttons
from bot.features.table.buttons import Buttons
from bot.features.table.commands import TableCommands
from bot.features.table.marks import Marks
from bot.features.table.panel_screen import panel_screen
from bot.features.table.publisher import Publisher
from bot.features.table.show_play import ShowPlay
from bot.games import Follower, Game
from bot.games.kinds import Kind, kind_of
from bot.screens.message import Button, Screen
from bot.screens.panel import PanelState
from bot.screens.reader import Reader
from bot.screens.spots import NOTHING_ADDED, Added, Addition, Spot, Subject
from bot.texts import Texts
from bridgette import Seat


class TableFeature(Feature):
    """Shows matches, and lets their players act."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.publisher = Publisher(core)
        self._marks = Marks()
        self._buttons = Buttons(core, self._marks)
        self._commands = TableCommands(self, self.publisher)
        core.panels.drawn_by(self._draw)

    @property
    def verbs(self) -> Sequence[Verb]:
        """The buttons of table and panel."""
        return [*self._buttons.verbs, ShowPlay(self.core).verb, Verb(verbs.LIST, self._commands.turn_list)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``hand``, ``table``, the typed acts, ``resign``."""
        return self._commands.commands

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """Play and record of a day's deal that is opened."""
        return {Spot.DAY: _kept}

    @property
    def follower(self) -> Follower:
        """The publisher."""
        return self.publisher

    @property
    def backlog(self) -> tuple[int, float]:
        """The tables whose edit waits."""
        return len(self.publisher.late), self.publisher.late.age

    async def go_round(self) -> None:
        """Turns that take long, channels that are behind, and what the database does not know yet."""
        self.publisher.remind()
        await self.publisher.write_down()
        await self.publisher.look_for_ends()

    async def place_gone(self, channel_id: int) -> None:
        """The match of a channel that is gone is void."""
        match = await self.core.store.matches.open_in(channel_id)
        if match is not None and self.core.store.lease.covers(match.place.guild_id):
            await self.publisher.place_gone(match.id)

    async def access_changed(self, guild_id: int) -> None:
        """What was refused there is tried again."""
        self.publisher.retry_now(guild_id)

    async def ending(self) -> None:
        """What has been shown is written down, so that the next start sends nothing twice."""
        self.publisher.late.stop()
        await self.publisher.write_down()

    def _draw(self, t: Texts, state: PanelState, game: Game, seat: Seat, reader: Reader) -> Screen:
        view = game.view(seat)
        if state.result is None and view.ended is None:
            # What is shown and what is held are one thing: cards picked before are picked still.
            marked = self._marks.latest(state.match_id, seat, state.decision, state.marked)
            state = replace(state, marked=marked)
        kind = kind_of(game)
        if kind is Kind.LESSON:
            reader = replace(reader, lessons=0, small_print=not game.is_open)  # it says itself what matters now
        # What a deal came to stands alone: the next one is explained once its player has gone on to it.
        learner = reader if state.result is None else replace(reader, lessons=0)
        about = Subject(state.match_id, view, learner, kind.value, deal=state.result)
        added = self.core.spots.at(Spot.PANEL, t, about)
        if game.is_private:
            return panel_screen(t, state, view, reader, added, self._below(t, state, game, reader))
        missing = self._missing_table(t, state.match_id)
        if missing is not None:
            added = Added((missing, *added.lines), added.buttons)
        return panel_screen(t, state, view, reader, added)

    def _below(self, t: Texts, state: PanelState, game: Game, reader: Reader) -> Below:
        """What stands below results elsewhere, for a panel that shows them itself; drawn from everybody's view."""
        if state.result is None and game.is_open:
            return Below()
        shown = len(game.match.deals) - 1 if state.result is None else state.result
        about = Subject(game.id, game.view(None), reader, kind_of(game).value, deal=shown)
        match = NOTHING_ADDED if game.is_open else self.core.spots.at(Spot.MATCH_RESULT, t, about)
        deal = self.core.spots.at(Spot.DEAL_RESULT, t, about)
        return Below(deal, match, is_told=not kind_of(game).waits_for_day)

    def _missing_table(self, t: Texts, match_id: int) -> str | None:
        """Why the table of a match does not stand, with the likely permission; ``None`` where it does."""
        place = self.publisher.without_table(match_id)
        if place is None:
            return None
        server = self.core.servers.get(place.guild_id)
        permission = None if server is None else server.missing_permission(place.channel_id or 0)
        if permission is None:
            return t("table-missing-plain")
        return t("table-missing", permission=permission_name(t, permission))


def _kept(t: Texts, subject: Subject) -> list[Button]:
    return [] if subject.view is None else kept_buttons(t, subject.id, subject.view)
