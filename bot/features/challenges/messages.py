"""The messages of challenges: which one belongs to which challenge, and that the buttons go when it is over.

A challenge that is over is shown so by the click that ended it. Where that failed, or the process died in between, the
next round does it.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import discord

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Hope, hope_for, name_of
from bot.discord.pauses import Pauses
from bot.discord.send import NO_PINGS
from bot.features.challenges.own_thread import take_leftover
from bot.features.challenges.screens import closed_challenge_screen, open_challenge_screen
from bot.preferences import clock_within
from bot.screens.message import Screen
from bot.screens.spots import Spot, Subject
from bot.store import Challenge, ChallengeState, Place, StoreError
from bot.texts import Texts

UNPOSTED = timedelta(minutes=1)
"""After which a challenge without a message is taken to have none."""

log = logging.getLogger(__name__)


class Messages:
    """Keeps the messages of challenges in step with the challenges."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._pauses: Pauses[int] = Pauses()
        self._unnoted: dict[int, int] = {}
        """Messages that were posted and could not be noted yet, by challenge."""
        self._in_hand: set[int] = set()
        """Challenges whose message a click is about to edit."""

    # ------------------------------------------------------------------ screens

    async def open_screen(self, t: Texts, challenge: Challenge) -> Screen:
        """An open challenge. Raises ``StoreError``."""
        longest = (await self._core.store.servers.get(challenge.guild_id)).clock
        added = self._core.spots.at(Spot.CHALLENGE, t, Subject(challenge.id, for_anybody=challenge.is_for_anybody))
        return open_challenge_screen(t, challenge, added, clock_within(challenge.clock, longest))

    async def closed_screen(self, t: Texts, challenge: Challenge) -> Screen:
        """A challenge that is over, and by whom. Raises ``StoreError``."""
        by = place = None
        if challenge.state == "withdrawn":
            by = challenge.challenger.name
        elif challenge.is_of_house and challenge.match_id is not None:
            match = await self._core.store.matches.get(challenge.match_id)
            by, place = challenge.challenger.name, None if match is None else match.place
        elif challenge.state != "expired":
            by = challenge.opponent.name if challenge.opponent else None
            if challenge.match_id is not None:
                match = await self._core.store.matches.get(challenge.match_id)
                if match is not None:
                    by, place = by or match.players[1].name, match.place
        return closed_by(t, challenge, challenge.state, by, place)

    # ------------------------------------------------------------------ what is known of messages

    @contextlib.contextmanager
    def in_hand(self, challenge_id: int) -> Iterator[None]:
        """While a click is being answered that may end the challenge, its message is left to that answer."""
        self._in_hand.add(challenge_id)
        try:
            yield
        finally:
            self._in_hand.discard(challenge_id)

    async def note_posted(self, challenge_id: int, message_id: int) -> None:
        """Note which message shows a challenge, now or as soon as the database can."""
        try:
            await self._core.store.challenges.set_message(challenge_id, message_id)
        except StoreError as error:
            log.warning("message not noted yet challenge=%s reason=%s", challenge_id, error)
            self._unnoted[challenge_id] = message_id

    async def note_shown(self, challenge_id: int, state: ChallengeState) -> None:
        """Note what the message of a challenge shows; where that fails it is shown, and noted, once more."""
        try:
            await self._core.store.challenges.note_shown(challenge_id, state)
        except StoreError as error:
            log.warning("not noted challenge=%s reason=%s", challenge_id, error)

    async def is_gone(self, challenge: Challenge) -> bool:
        """Whether the message of an open challenge is gone: never posted, or Discord says so when asked."""
        if challenge.message_id is None:
            is_young = self._core.clock() - challenge.created_at < UNPOSTED
            return not is_young and challenge.id not in self._unnoted
        try:
            await self._message(challenge).edit(allowed_mentions=NO_PINGS)
        except discord.NotFound as error:
            return error.code in (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE) and self._is_reachable(challenge)
        except DISCORD_FAILS:
            return False
        return False

    # ------------------------------------------------------------------ rounds

    def hurry(self) -> None:
        """Something that was refused may work now."""
        for challenge_id in self._pauses:
            self._pauses.hurry(challenge_id, self._core.clock())

    async def go_round(self) -> None:
        """Note what could not be noted, and take the buttons off challenges that are over. Raises ``StoreError``."""
        for challenge_id, message_id in list(self._unnoted.items()):
            await self._core.store.challenges.set_message(challenge_id, message_id)
            del self._unnoted[challenge_id]
        now = self._core.clock()
        for challenge in await self._core.store.challenges.untold():
            is_mine = self._core.store.lease.covers(challenge.guild_id) and self._is_reachable(challenge)
            if is_mine and challenge.id not in self._in_hand and not self._pauses.is_waiting(challenge.id, now):
                self._in_hand.add(challenge.id)
                self._core.tasks.spawn(self._show_closed(challenge, now), f"challenge {challenge.id}")

    async def _show_closed(self, challenge: Challenge, now: datetime) -> None:
        server = self._core.servers.get(challenge.guild_id)
        try:
            if server is not None:
                screen = await self.closed_screen(server.texts, challenge)
                await self._core.sender.edit(self._message(challenge).edit, screen)
        except DISCORD_FAILS as error:
            log.info("challenge not edited challenge=%s failure=%s", challenge.id, name_of(error))
            hope = hope_for(error)
            if hope is not Hope.NONE:
                self._pauses.failed(challenge.id, now, hope)
                return
        except StoreError as error:
            log.warning("challenge not shown challenge=%s reason=%s", challenge.id, error)
            self._pauses.failed(challenge.id, now)
            return
        finally:
            self._in_hand.discard(challenge.id)
        if challenge.state != "accepted":
            await take_leftover(self._core, challenge)
        self._pauses.worked(challenge.id)
        await self.note_shown(challenge.id, challenge.state)

    def _is_reachable(self, challenge: Challenge) -> bool:
        server = self._core.servers.get(challenge.guild_id)
        return server is not None and server.is_available

    def _message(self, challenge: Challenge) -> discord.PartialMessage:
        channel = self._core.client.get_partial_messageable(challenge.channel_id, guild_id=challenge.guild_id)
        return channel.get_partial_message(challenge.message_id or 0)


def closed_by(
    t: Texts, challenge: Challenge, state: ChallengeState, by: str | None, place: Place | None = None
) -> Screen:
    """A challenge that is over; ``by``: whoever accepted, declined or withdrew it; ``place``: its match's."""
    elsewhere = place is not None and place.channel_id != challenge.channel_id
    thread = f"<#{place.channel_id}>" if place is not None and elsewhere else None
    return closed_challenge_screen(t, replace(challenge, state=state), by, thread)
