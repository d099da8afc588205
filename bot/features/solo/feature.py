"""``/bridgette solo``: offered, dealt by one press, played in one private message, brought back by the same command."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, choices, describe, rename

from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.solo import verbs
from bot.features.solo.screens import again_button, offer_screen
from bot.games import Agreement, Game, Refused, note_commit, seal_of
from bot.games.decks import CHANCE, SHUFFLE
from bot.games.kinds import APART, Kind, kind_of
from bot.ids import ComponentId
from bot.preferences import STRENGTHS, USUAL_STRENGTH
from bot.screens.message import Button
from bot.screens.spots import Addition, Spot, Subject
from bot.store import Person, Place, Player, Solo, SoloOpen
from bot.texts import ENGLISH, Texts
from bridgette import Format
from bridgette.format import LENGTHS, USUAL

PRIVATE = Place(None, None)
"""Where a match alone is played: in its player's own message, wherever that is."""

log = logging.getLogger(__name__)


class SoloFeature(Feature):
    """Somebody plays the house at once, anywhere, and nobody else sees it."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The button of the offer, the one below the end, and the one below a challenge."""
        return [Verb(verbs.DEAL, self._deal), Verb(verbs.AGAIN, self._again), Verb(verbs.SOLO, self._meanwhile)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``solo``."""

        @rename(**{name: ENGLISH(f"command-solo-{name}") for name in _OPTIONS})
        @describe(**{name: ENGLISH(f"command-solo-{name}-about") for name in _OPTIONS})
        @choices(strength=[Choice(name=ENGLISH("strength-name", strength=one), value=one) for one in STRENGTHS])
        @choices(deals=[Choice(name=str(length), value=length) for length in sorted(LENGTHS)])
        async def solo(
            interaction: discord.Interaction, strength: str = USUAL_STRENGTH, deals: int = USUAL.deals
        ) -> None:
            await self.run(interaction, "solo", lambda reply: self._solo(reply, strength, deals))

        return [self.command("solo", solo)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """Another one, at the end; and something to do while nobody has joined a challenge yet."""
        return {Spot.MATCH_RESULT: _again_button, Spot.CHALLENGE: _meanwhile_button}

    # ------------------------------------------------------------------ what is offered

    async def _solo(self, reply: Reply, strength: str, length: int) -> None:
        """The command: the open match, or the offer of one."""
        if length not in LENGTHS:
            raise Refused("refused-length")
        if strength not in STRENGTHS:
            raise Refused("refused-strength")
        await self._offer(reply, strength, length)

    async def _meanwhile(self, reply: Reply, _press: ComponentId) -> None:
        """The button below a challenge, for anybody: the open match, or the offer of one."""
        await self._offer(reply, USUAL_STRENGTH, USUAL.deals)

    async def _again(self, reply: Reply, press: ComponentId) -> None:
        """The same once more; what the match came to stays where it is."""
        self.core.pace.check(reply)  # it appears where a card was pressed
        game = await self.core.games.find(press.subject)
        game.own_seat(reply.user_id)
        if kind_of(game).value not in _BUTTONS:
            raise Refused("refused-unknown-button")
        if game.is_open:
            await self._bring_back(reply, game.id)
            return
        await self._offer(reply, _strength_of(game), game.match.format.deals)

    async def _offer(self, reply: Reply, strength: str, length: int) -> None:
        """Offer a match in the place of whatever was offered before; an open one is brought back instead."""
        t, solos, user_id = reply.texts, self.core.store.solos, reply.user_id
        has_lapsed = await solos.of(user_id) is None and await solos.has_lapsed(user_id, APART)
        try:
            offer = await solos.offer(user_id, strength, length, self.core.clock(), self.core.games.new_shuffle())
        except SoloOpen as error:
            await self._bring_back(reply, error.match_id)
            return
        note_commit()
        self.core.house.expect_somebody()
        screen = offer_screen(t, offer)
        await reply.apart(screen.with_note(t("solo-lapsed")) if has_lapsed else screen)

    # ------------------------------------------------------------------ what is played

    async def _deal(self, reply: Reply, press: ComponentId) -> None:
        """Begin the match; once it has begun, a second press shows it as well."""
        offer = await self._mine(reply, press)
        if offer is None:
            return
        try:
            game = await self.core.games.begin(_agreed(reply, offer), self.core.clock())
        except Refused:
            if await self._mine(reply, press) is None:
                return  # somebody's other press was quicker
            raise
        self.core.pace.note(reply)
        try:
            with self.core.panels.answering.about(game.id, 0):
                await self.core.panels.show(reply, await self.core.house.replied(game), 0)
        except DISCORD_FAILS as error:
            self.core.counters.failed(name_of(error))
            log.warning("begun but not shown match=%s failure=%s", game.id, name_of(error))
            await reply.tell_failed(error, reply.texts("solo-begun"))

    async def _mine(self, reply: Reply, press: ComponentId) -> Solo | None:
        """The offer that was pressed; ``None`` where its match is open and was shown. Raises :class:`Refused`."""
        solo = await self.core.store.solos.of(reply.user_id)
        if solo is None or solo.id != press.subject:
            raise Refused("refused-solo-offer")
        if solo.match_id is None:
            return solo
        await self._bring_back(reply, solo.match_id, is_asked=False)
        return None

    async def _bring_back(self, reply: Reply, match_id: int, *, is_asked: bool = True) -> None:
        """The open match, in whatever state it is; ``is_asked``: another one was asked for."""
        game = await self.core.games.find(match_id)
        seat = game.own_seat(reply.user_id)
        note = await self._told(reply.texts, game) if is_asked else None
        await self.core.panels.show(reply, game, seat, state=self.core.panels.choice(game, seat), note=note)
        self.core.pace.note(reply)

    async def _told(self, t: Texts, game: Game) -> str:
        """That the match is open still, and what was promised of its shuffle, which left with the offer."""
        seal = await seal_of(self.core.store, game.id)
        said = t("solo-open", strength=_strength_of(game))
        return said if seal is None else f"{said} {t('solo-open-commitment', commitment=seal.commitment)}"


_BUTTONS = {Kind.SOLO.value: "solo-again", Kind.LESSON.value: "solo-after-lesson"}
"""The matches at whose end another one begins, and what the button there says: a lesson leads to its own like."""

_OPTIONS = ("strength", "deals")
"""What the command takes."""


def _agreed(reply: Reply, offer: Solo) -> Agreement:
    """The match of an offer, which a press takes up. Its player has no other name than everywhere."""
    user = reply.interaction.user
    players = Player.of(Person(user.id, user.global_name or user.name)), Player.house(offer.strength)
    decks, public = (CHANCE, None) if offer.commitment is None else (SHUFFLE, str(reply.interaction.id))
    return Agreement(players, PRIVATE, Format(offer.length), decks, public=public, offer_id=offer.id)


def _strength_of(game: Game) -> str:
    return next(player.strength or "" for player in game.players if player.is_house)


def _again_button(t: Texts, subject: Subject) -> Button | None:
    key = _BUTTONS.get(subject.kind)
    return None if key is None else again_button(t, key, subject.id)


def _meanwhile_button(t: Texts, subject: Subject) -> Button | None:
    return Button(t("solo-meanwhile"), ComponentId(verbs.SOLO)) if subject.for_anybody else None
