"""``/bridgette daily``: today's deal, one try for each, and what came of it and of the days before."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import discord
from discord import app_commands

from bot.daily import Day, day_of, end_of, is_closed
from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.daily import verbs
from bot.features.daily.days import Days
from bot.features.daily.outcome import Outcome, outcome_of
from bot.features.daily.screens import (
    PAGE,
    compare_button,
    late_note,
    list_screen,
    outcome_screen,
    shared_screen,
    start_screen,
)
from bot.games import Refused
from bot.games.kinds import Kind
from bot.ids import ComponentId
from bot.screens.message import Button
from bot.screens.spots import NOTHING_ADDED, Added, Addition, Spot, Subject
from bot.store import Person, StoreError, TriedAlready
from bot.texts import Texts

FARTHEST = 1_000_000
"""The page of a list that stands for all beyond it: a forged number fits neither the database nor what is counted."""

log = logging.getLogger(__name__)


class DailyFeature(Feature):
    """Everybody plays the same deal, once, and sees how others fared."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._days = Days(core.store, core.games)

    @property
    def verbs(self) -> Sequence[Verb]:
        """The buttons before a try and after it."""
        return [
            Verb(verbs.START, self._start),
            Verb(verbs.SHOW, self._turn),
            Verb(verbs.COMPARE, self._compare),
            Verb(verbs.DEAL, self._deal),
            Verb(verbs.LIST, self._list),
            Verb(verbs.SHARE, self._share),
        ]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``daily``."""

        async def daily(interaction: discord.Interaction) -> None:
            await self.run(interaction, "daily", self._daily)

        return [self.command("daily", daily)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """From the end of a try to what came of the day."""
        return {Spot.MATCH_RESULT: _compare_button}

    async def go_round(self) -> None:
        """Days that are over are opened, and the house plays today's: both are one process's work."""
        now = self.core.clock()
        if not self.core.store.lease.covers(None):
            return
        try:
            await self._days.close(now)
            await self._days.let_house_play(now)
        except StoreError as error:
            log.warning("the days are not looked after reason=%s", error)

    # ------------------------------------------------------------------ a day as it stands

    async def _daily(self, reply: Reply) -> None:
        """The command: what may still be finished of yesterday, else today."""
        now = self.core.clock()
        yesterday = await self.core.store.dailies.day(day_of(now - timedelta(days=1)))
        if yesterday is not None and not is_closed(yesterday.day, now):
            attempt = await self.core.store.dailies.attempt(yesterday.day, reply.user_id)
            if attempt is not None and attempt.how is None:
                await self._play(reply, attempt.match_id, late_note(reply.texts, yesterday.day))
                return
        await self._show(reply, await self._days.today(now))

    async def _turn(self, reply: Reply, press: ComponentId) -> None:
        """Another day, or back to the same."""
        await self._show(reply, await self._day(press))

    async def _compare(self, reply: Reply, press: ComponentId) -> None:
        """What came of the day, from the end of the try."""
        self.core.pace.check(reply)  # it appears where a card was pressed
        attempt = await self.core.store.dailies.attempt_in(press.subject)
        day = None if attempt is None else await self.core.store.dailies.day(attempt.day)
        if day is None:
            raise Refused("refused-unknown-button")
        await self._show(reply, day)

    async def _show(self, reply: Reply, day: Day) -> None:
        """A day in whatever state it is for whoever asks."""
        t, now = reply.texts, self.core.clock()
        outcome = await outcome_of(self.core.store, day, reply.user_id, now)
        if outcome.attempt is not None and outcome.attempt.how is None:
            await self._play(reply, outcome.attempt.match_id)
        elif outcome.attempt is None and now < end_of(day.day):
            self.core.house.expect_somebody()
            await reply.private(start_screen(t, outcome))
        else:
            added = await self._added(t, outcome) if day.opened_at is not None else NOTHING_ADDED
            has_list = await self._has_list(reply)
            await reply.private(outcome_screen(t, outcome, has_list=has_list, can_share=reply.may_post, added=added))

    async def _added(self, t: Texts, outcome: Outcome) -> Added:
        """What others may be told of a day that is opened: of one's own try, else of the house's."""
        attempt = outcome.attempt or outcome.house
        if attempt is None or attempt.how is None:
            return NOTHING_ADDED
        game = await self.core.games.find(attempt.match_id)
        view = game.view(None)
        about = Subject(game.id, view, kind=Kind.DAILY.value, deal=len(view.deals) - 1)
        return self.core.spots.at(Spot.DAY, t, about)

    # ------------------------------------------------------------------ the try

    async def _start(self, reply: Reply, press: ComponentId) -> None:
        """Begin the one try; once there is one, a press shows that."""
        day, now = await self._day(press), self.core.clock()
        if day.day != day_of(now):
            if await self.core.store.dailies.attempt(day.day, reply.user_id) is None:
                raise Refused("refused-day-over")
            await self._show(reply, day)
            return
        try:
            game = await self._days.begin(day, self._person(reply), self._server(reply), now)
        except TriedAlready:
            if await self.core.store.dailies.attempt(day.day, reply.user_id) is None:
                raise Refused("refused-day-forgotten") from None  # with whoever asks, but not for nothing
            await self._show(reply, day)
            return
        self.core.pace.note(reply)
        try:
            await self.core.panels.show(reply, game, 0)
        except DISCORD_FAILS as error:
            self.core.counters.failed(name_of(error))
            log.warning("begun but not shown match=%s failure=%s", game.id, name_of(error))
            await reply.tell_failed(error, reply.texts("daily-begun"))

    async def _play(self, reply: Reply, match_id: int, note: str | None = None) -> None:
        """Bring back a try, in whatever state it is."""
        game = await self.core.games.find(match_id)
        seat = game.own_seat(reply.user_id)
        await self.core.panels.show(reply, game, seat, state=self.core.panels.choice(game, seat), note=note)
        self.core.pace.note(reply)

    async def _deal(self, reply: Reply, press: ComponentId) -> None:
        """One's own try once more: what the deal came to."""
        day = await self._day(press)
        attempt = await self.core.store.dailies.attempt(day.day, reply.user_id)
        if attempt is None:
            raise Refused("refused-unknown-button")
        await self._play(reply, attempt.match_id)

    # ------------------------------------------------------------------ others

    async def _list(self, reply: Reply, press: ComponentId) -> None:
        """The list of this server, for whoever cannot play the deal any more. ``press.subject``: the page."""
        day = await self._day(press)
        if not await self._has_list(reply):
            raise Refused("refused-leaderboard")
        attempt = await self.core.store.dailies.attempt(day.day, reply.user_id)
        may_play = self.core.clock() < end_of(day.day) if attempt is None else attempt.how is None
        if may_play:
            raise Refused("refused-day-first")
        dailies, page = self.core.store.dailies, min(press.subject, FARTHEST)
        found = await dailies.server_list(day.day, reply.guild_id, page * PAGE, PAGE)
        if not found.rows and page:
            # Beyond the last page, as a forged or an old button may ask for: the last one.
            page = max(0, (found.total - 1) // PAGE)
            found = await dailies.server_list(day.day, reply.guild_id, page * PAGE, PAGE)
        await reply.private(list_screen(reply.texts, day.day, found, page))

    async def _share(self, reply: Reply, press: ComponentId) -> None:
        """Tell everybody here how the try compares, and nothing of the cards."""
        reply.check_may_post()
        self.core.pace.check(reply)
        self.core.pace.note(reply)  # a double click tells it once
        outcome = await outcome_of(self.core.store, await self._day(press), reply.user_id, self.core.clock())
        if outcome.field is None:
            raise Refused("refused-day-unfinished")
        await reply.public(shared_screen(reply.public_texts, reply.person.name, outcome))

    # ------------------------------------------------------------------ who asks, and where

    async def _day(self, press: ComponentId) -> Day:
        """The day that a button is about. Raises :class:`Refused` where there is none such."""
        try:
            day = date.fromordinal(press.at).isoformat()
        except (ValueError, OverflowError):
            raise Refused("refused-unknown-button") from None
        found = await self.core.store.dailies.day(day)
        if found is None:
            raise Refused("refused-unknown-button")
        return found

    def _server(self, reply: Reply) -> int | None:
        """The server where somebody asks, if the bot is on it: nothing is kept of another one."""
        return reply.guild_id if self.core.servers.get(reply.guild_id) is not None else None

    def _person(self, reply: Reply) -> Person:
        """Whoever asks, by the name on that server, or by the one everywhere."""
        user = reply.interaction.user
        return reply.person if self._server(reply) is not None else Person(user.id, user.global_name or user.name)

    async def _has_list(self, reply: Reply) -> bool:
        """Whether there is a list here: names are shown on a server alone, and only where it shows a leaderboard."""
        server = self._server(reply)
        return server is not None and (await self.core.store.servers.get(server)).has_leaderboard


def _compare_button(t: Texts, subject: Subject) -> Button | None:
    return compare_button(t, subject.id) if subject.kind == Kind.DAILY.value else None
