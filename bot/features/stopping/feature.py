"""``/bridgette stop``: players offer each other to stop, moderators stop the matches of others."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.discord.servers import permission_name
from bot.features.stopping import verbs
from bot.features.stopping.screens import (
    alone_screen,
    answer_screen,
    moderator_screen,
    offer_buttons,
    offer_line,
    own_offer_screen,
)
from bot.games import Game, Refused
from bot.games.asides import AgreeStop, DropOffer, ModeratorStop, OfferStop, StopAlone
from bot.games.kinds import kind_of
from bot.ids import ComponentId
from bot.screens.message import plain_screen
from bot.screens.names import shown_name
from bot.screens.spots import Addition, Piece, Spot, Subject
from bot.texts import Texts
from bridgette import Seat

MODERATES = "manage_messages"
"""The permission that a moderator has in the channel."""

log = logging.getLogger(__name__)


class StoppingFeature(Feature):
    """Ways out without a winner."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The answers to an offer, and to a moderator's question."""
        return [
            Verb(verbs.AGREE, self._agree),
            Verb(verbs.DROP, self._drop),
            Verb(verbs.ALONE, self._stop_alone),
            Verb(verbs.STOP, self._stop),
            Verb(verbs.LEAVE, self._leave),
        ]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``stop``."""

        async def stop(interaction: discord.Interaction) -> None:
            await self.run(interaction, "stop", self._ask, on_server=True)

        return [self.command("stop", stop)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """An offer that stands."""
        return {Spot.TABLE: self._at_table, Spot.PANEL: self._on_panel}

    def _at_table(self, t: Texts, subject: Subject) -> list[Piece]:
        game = self.core.games.peek(subject.id)
        if game is None or game.offer is None or subject.view is None or subject.view.ended is not None:
            return []
        return [offer_line(t, subject.view, game.offer.seat), *offer_buttons(t, game.id, game.offer.number)]

    def _on_panel(self, t: Texts, subject: Subject) -> list[Piece]:
        """The line alone, for a panel has no room: the buttons are at the table."""
        return [piece for piece in self._at_table(t, subject) if isinstance(piece, str)]

    # ------------------------------------------------------------------ the command

    async def _ask(self, reply: Reply) -> None:
        """Of one's own match: offer to stop, or show the offer that stands. Of another's: a moderator is asked once."""
        game = await self.core.games.in_channel(reply.channel_id)
        if game is None:
            raise Refused("table-none")
        seat = game.seat_of(reply.user_id)
        if seat is None:
            _check_moderator(reply)
            await reply.private(moderator_screen(reply.texts, game.id, game.view(None)))
            return
        if not kind_of(game).may_offer_stop:
            await reply.private(alone_screen(reply.texts, game.id, len(game.match.deals)))
            return
        if game.offer is None:
            game = (await self.core.games.do(game.id, OfferStop(seat), self.core.clock())).after
            self._refresh(game, seat)
        await self._show_offer(reply, game, seat)

    async def _show_offer(self, reply: Reply, game: Game, seat: Seat) -> None:
        if game.offer is None:
            raise Refused("refused-no-offer")
        number, t = game.offer.number, reply.texts
        if game.offer.seat == seat:
            await reply.private(own_offer_screen(t, game.id, number, shown_name(game.players[1 - seat].name)))
        else:
            await reply.private(answer_screen(t, game.id, number, game.view(seat)))

    # ------------------------------------------------------------------ the answers

    async def _agree(self, reply: Reply, press: ComponentId) -> None:
        """Both have agreed."""
        game = await self.core.games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        self.core.pace.check(reply)
        after = (await self.core.games.do(game.id, AgreeStop(seat, press.at), self.core.clock())).after
        self.core.pace.note(reply)
        await reply.private(plain_screen(reply.texts("stop-agreed")))
        self._refresh(after, seat)

    async def _drop(self, reply: Reply, press: ComponentId) -> None:
        """The offer is declined, or taken back."""
        game = await self.core.games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        after = (await self.core.games.do(game.id, DropOffer(seat, press.at), self.core.clock())).after
        await reply.private(plain_screen(reply.texts("stop-dropped")))
        self._refresh(after, seat)

    async def _stop_alone(self, reply: Reply, press: ComponentId) -> None:
        """The match against the house is stopped: whoever plays it was asked."""
        game = await self.core.games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        self.core.pace.check(reply)
        if game.is_open and press.at != len(game.match.deals):
            raise Refused("refused-old-question")
        after = (await self.core.games.do(game.id, StopAlone(seat), self.core.clock())).after
        self.core.pace.note(reply)
        await reply.private(plain_screen(reply.texts("stop-done")))
        self._refresh(after, seat)

    def _refresh(self, game: Game, seat: Seat) -> None:
        """The answer took the place of something else: the panel stands elsewhere."""
        self.core.tasks.spawn(self.core.panels.refresh(game, seat, again=True), f"panel {game.id}")

    # ------------------------------------------------------------------ a moderator

    async def _stop(self, reply: Reply, press: ComponentId) -> None:
        """The moderator's answer; whether it is one is looked at again."""
        game = await self._others_game(reply, press)
        if press.at != len(game.match.deals):
            raise Refused("refused-old-question")
        await self.core.games.do(game.id, ModeratorStop(), self.core.clock())
        log.info("stopped by a moderator match=%s server=%s", game.id, reply.guild_id)
        await reply.private(plain_screen(reply.texts("stop-done")))

    async def _leave(self, reply: Reply, press: ComponentId) -> None:
        """The match goes on."""
        await self._others_game(reply, press)
        await reply.private(plain_screen(reply.texts("stop-left")))

    async def _others_game(self, reply: Reply, press: ComponentId) -> Game:
        """The match that a moderator was asked about. Permissions are those in the channel of the press."""
        game = await self.core.games.find(press.subject)
        if game.place.channel_id != reply.channel_id or game.place.guild_id != reply.guild_id:
            raise Refused("refused-unknown-button")
        if game.seat_of(reply.user_id) is not None:
            raise Refused("refused-own-match")
        _check_moderator(reply)
        if not game.is_open:
            raise Refused("refused-match-over")
        return game


def _check_moderator(reply: Reply) -> None:
    if not getattr(reply.interaction.permissions, MODERATES):
        raise Refused("refused-your-permission", permission=permission_name(reply.texts, MODERATES))
