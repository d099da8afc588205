"""Challenges on Discord: posted, taken up, closed, also in a thread of their own."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, choices, describe, rename

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.feature import SERVER_INSTALL, SERVERS_ONLY, Feature, Verb
from bot.discord.reply import Reply
from bot.discord.send import NO_PINGS, only
from bot.features.challenges import verbs
from bot.features.challenges.allowed import check_challenger, check_channel, chosen_clock, kept_clock, takes_own_thread
from bot.features.challenges.busy import busy_screen
from bot.features.challenges.challenges import Challenges
from bot.features.challenges.checks import check_opponent, check_place, strength_asked
from bot.features.challenges.messages import Messages, closed_by
from bot.features.challenges.missing_tables import MissingTables
from bot.features.challenges.own_thread import OwnThread, take_leftover
from bot.features.challenges.threads import Threads
from bot.games import Game, Refused
from bot.games.kinds import Kind
from bot.ids import ComponentId
from bot.preferences import CLOCKS, STRENGTHS
from bot.screens.clocks import clock_words
from bot.screens.message import Button, Style
from bot.screens.spots import Addition, Spot, Subject
from bot.store import Challenge, ChallengeState, NewChallenge, Person, StoreError
from bot.texts import ENGLISH, Texts
from bridgette.format import LENGTHS, USUAL

log = logging.getLogger(__name__)


class ChallengesFeature(Feature):
    """Lets people challenge each other."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.messages = Messages(core)
        self.challenges = Challenges(core.store, core.games, self.messages.is_gone)
        self._threads = Threads(core, self.challenges, self.messages)
        self._missing = MissingTables(core)

    # ------------------------------------------------------------------ what it brings

    @property
    def verbs(self) -> Sequence[Verb]:
        """The buttons of a challenge, and those that lead to one."""
        return [
            Verb(verbs.ACCEPT, self._accept, in_place=True, refuse=self._refuse),
            Verb(verbs.DECLINE, self._decline, in_place=True, refuse=self._refuse),
            Verb(verbs.WITHDRAW, self._withdraw, in_place=True, refuse=self._refuse),
            Verb(verbs.THREAD, self._threads.open),
            Verb(verbs.REMATCH, self._rematch),
        ]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``challenge``."""

        @rename(**{name: ENGLISH(f"command-challenge-{name}") for name in _OPTIONS})
        @describe(**{name: ENGLISH(f"command-challenge-{name}-about") for name in _OPTIONS})
        @choices(strength=[Choice(name=ENGLISH("strength-name", strength=one), value=one) for one in STRENGTHS])
        @choices(
            deals=[Choice(name=str(length), value=length) for length in sorted(LENGTHS)],
            clock=[Choice(name=clock_words(ENGLISH, one), value=int(one.total_seconds())) for one in CLOCKS],
        )
        async def challenge(
            interaction: discord.Interaction,
            opponent: discord.User | None = None,
            deals: int = USUAL.deals,
            clock: int | None = None,
            strength: str | None = None,
        ) -> None:
            challenge = partial(self._challenge, opponent=opponent, length=deals, seconds=clock, strength=strength)
            await self.run(interaction, "challenge", challenge)

        return [self.command("challenge", challenge)]

    @property
    def menus(self) -> Sequence[app_commands.ContextMenu]:
        """The same in the menu of a member."""

        async def challenge_member(interaction: discord.Interaction, member: discord.User) -> None:
            await self.run(interaction, "menu challenge", partial(self._challenge, opponent=member))

        return [
            app_commands.ContextMenu(
                name=ENGLISH("command-menu-challenge"),
                callback=challenge_member,
                allowed_contexts=SERVERS_ONLY,
                allowed_installs=SERVER_INSTALL,
            )
        ]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """Rematch, under the result of a match."""
        return {Spot.MATCH_RESULT: _rematch_button}

    async def go_round(self) -> None:
        """Challenges that expire, and those that are over and still have buttons."""
        await self.challenges.expire(self.core.clock())
        await self.core.store.pings.tidy(self.core.clock())
        await self._missing.go_round()
        await self.messages.go_round()

    async def access_changed(self, guild_id: int) -> None:
        """What was refused there is tried again."""
        self.messages.hurry()

    async def place_gone(self, channel_id: int) -> None:
        """The challenges of a channel that is gone are over, and there is nothing to edit."""
        for challenge in await self.core.store.challenges.open_in(channel_id):
            if not self.core.store.lease.covers(challenge.guild_id):
                continue
            await self.core.store.challenges.close(challenge.id, "expired")
            await self.core.store.challenges.note_shown(challenge.id, "expired")

    # ------------------------------------------------------------------ making one

    async def _challenge(
        self,
        reply: Reply,
        opponent: discord.User | discord.Member | None,
        length: int = USUAL.deals,
        seconds: int | None = None,
        strength: str | None = None,
    ) -> None:
        """The command and the menu: post a challenge, or say why not. ``seconds``: its clock.

        The bot itself stands for the house, which ``strength`` is for.
        """
        if not reply.guild_id:
            raise Refused("refused-place")
        if length not in LENGTHS:
            raise Refused("refused-length")
        house, person = strength_asked(self.core, opponent, strength), None
        if house is None and opponent is not None:
            check_opponent(reply, opponent)
            person = Person(opponent.id, opponent.display_name)
        clock = await chosen_clock(self.core, reply.guild_id, seconds)
        here = reply.guild_id, reply.channel_id
        if house is not None:
            self.core.house.expect_somebody()
        await self._ask(reply, NewChallenge(*here, reply.person, person, length, clock=clock, strength=house))

    async def _rematch(self, reply: Reply, press: ComponentId) -> None:
        """A player of a finished match asks the other for another."""
        message = reply.interaction.message
        self.core.pace.check(reply, message.created_at if message else None)  # it appears where Resign was pressed
        game = await self.core.games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        if game.is_open:
            raise Refused("refused-match-open")
        if game.place.channel_id != reply.channel_id:
            raise Refused("refused-unknown-button")
        other, length = game.players[1 - seat], game.match.format.deals
        if other.user_id is None and not other.is_house:
            raise Refused("refused-challenge-unknown")
        person = None if other.user_id is None else Person(other.user_id, other.name)
        row = await self.core.store.matches.get(game.id)
        clock = await kept_clock(self.core, reply.guild_id, None if row is None else row.clock)
        here = reply.guild_id, reply.channel_id
        await self._ask(reply, NewChallenge(*here, reply.person, person, length, True, clock, other.strength))

    async def _ask(self, reply: Reply, new: NewChallenge) -> None:
        """Post the challenge of whoever asks; in a busy channel offer a thread instead."""
        check_place(self.core, reply)
        await check_channel(self.core, reply)
        await check_challenger(self.core, reply)
        own_thread = await takes_own_thread(self.core, reply)
        try:
            await self._post(reply, new, own_thread=own_thread)
        except Refused as error:
            if error.key != "refused-busy":
                raise
            if (opponent := new.opponent) is not None:
                # The button that opens a thread holds only an id; the name is read when it is pressed.
                await self.core.store.members.see(reply.guild_id, opponent.user_id, opponent.name, self.core.clock())
            await reply.private(await busy_screen(self.core, reply, error, new))

    async def _post(self, reply: Reply, new: NewChallenge, *, own_thread: bool) -> None:
        """Answer with a public challenge that pings the opponent once."""
        now, opponent = self.core.clock(), new.opponent
        made = await self.challenges.make(new, now, own_thread=own_thread)
        screen = await self.messages.open_screen(reply.public_texts, made)
        try:
            is_quiet = opponent is not None and await self.core.readers.is_quiet(opponent.user_id)
            mentions = only(opponent.user_id) if opponent else NO_PINGS
            message_id = await reply.public(screen, mentions, silent=is_quiet)
        except DISCORD_FAILS:
            with contextlib.suppress(StoreError):
                await self.core.store.challenges.take_back(made.id)  # nobody has seen it
            raise
        self.core.panels.remember(reply)
        if message_id is not None:
            await self.messages.note_posted(made.id, message_id)
        if opponent is not None:
            with contextlib.suppress(StoreError):
                await self.core.store.members.see(reply.guild_id, opponent.user_id, opponent.name, now)

    # ------------------------------------------------------------------ answering one

    async def _accept(self, reply: Reply, press: ComponentId) -> None:
        """Accept or join: the match begins; both see their hands once the table stands.

        In a thread of its own both are told by a notice, since panels by these tokens would stand in the channel.
        """
        challenge = await self._pressed(reply, press)
        check_place(self.core, reply)
        await check_channel(self.core, reply)
        own_thread = await takes_own_thread(self.core, reply)
        with self.messages.in_hand(press.subject):
            now, pressed = self.core.clock(), reply.interaction.id
            async with self.challenges.alone(press.subject), OwnThread(self.core, reply) as thread:
                where = thread.open if own_thread else None
                accept = self.challenges.accept
                game = await accept(press.subject, reply.person, now, interaction_id=pressed, open_place=where)
            if not own_thread:
                self.core.panels.expect(reply, game, game.own_seat(reply.user_id))
            try:
                if challenge is not None:
                    await self._close(reply, challenge, "accepted", game)
            finally:
                self.core.panels.answered(game)
        # Not as work in hand, of which nobody may have much: a channel may keep the bot waiting for long.
        if challenge is not None:
            self.core.tasks.spawn(self._missing.look_for(reply, challenge, game), f"table {game.id}")

    async def _decline(self, reply: Reply, press: ComponentId) -> None:
        """The challenged person says no."""
        await self._end(reply, press, "declined", self.challenges.decline)

    async def _withdraw(self, reply: Reply, press: ComponentId) -> None:
        """The challenger takes it back."""
        await self._end(reply, press, "withdrawn", self.challenges.withdraw)

    async def _end(
        self, reply: Reply, press: ComponentId, state: ChallengeState, end: Callable[..., Awaitable[Challenge]]
    ) -> None:
        await self._pressed(reply, press)
        with self.messages.in_hand(press.subject):
            async with self.challenges.alone(press.subject):
                ended = await end(press.subject, reply.person, self.core.clock())
            await self._close(reply, ended, state)
        self.core.tasks.spawn(take_leftover(self.core, ended), f"challenge {ended.id}")

    async def _pressed(self, reply: Reply, press: ComponentId) -> Challenge | None:
        """The challenge that was pressed.

        Refuses a press on a message that is not the challenge's own: the answer will edit the message in place.
        """
        pressed = await self.core.store.challenges.get(press.subject)
        on = reply.interaction.message.id if reply.interaction.message else None
        if pressed is not None and pressed.message_id not in (None, on):
            raise Refused("refused-unknown-button")
        if pressed is not None and pressed.message_id is None and on is not None:
            await self.messages.note_posted(pressed.id, on)
        return pressed

    async def _close(self, reply: Reply, challenge: Challenge, state: ChallengeState, game: Game | None = None) -> None:
        """Show that a challenge is over, by whom, and its match; where that fails, a later round does it."""
        place = None if game is None else game.place
        try:
            await reply.in_place(closed_by(reply.public_texts, challenge, state, reply.person.name, place))
        except DISCORD_FAILS as error:
            log.warning("challenge not edited challenge=%s failure=%s", challenge.id, name_of(error))
            if state != "accepted":
                await reply.tell_failed(error, reply.texts("refused-discord"))
            return
        await self.messages.note_shown(challenge.id, state)

    async def _refuse(self, reply: Reply, press: ComponentId, error: Exception) -> None:
        """Say no; a challenge that is over loses its buttons at once, should it still have some."""
        challenge = await self.core.store.challenges.get(press.subject)
        on = reply.interaction.message.id if reply.interaction.message else None
        if challenge is None or challenge.state == "open" or challenge.message_id != on or challenge.shown != "open":
            raise error
        await reply.in_place(await self.messages.closed_screen(reply.public_texts, challenge))
        await self.messages.note_shown(challenge.id, challenge.state)
        raise error


_OPTIONS = ("opponent", "deals", "clock", "strength")
"""What the command takes."""


def _rematch_button(t: Texts, subject: Subject) -> Button | None:
    """At a table, of the same opponent."""
    if subject.kind not in (Kind.TABLE.value, Kind.HOUSE_TABLE.value):
        return None
    return Button(t("button-rematch"), ComponentId(verbs.REMATCH, subject.id), Style.GOOD)
