"""``/bridgette takeback`` and its buttons: asking to take one's last move back, and the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.discord.feature import Feature, Verb
from bot.discord.guard import sentence_for
from bot.discord.reply import Reply
from bot.features.takeback import verbs
from bot.features.takeback.screens import (
    answer_buttons,
    answer_screen,
    ask_button,
    drop_button,
    kept_line,
    request_line,
    taken_line,
)
from bot.games import Act, DamagedMatch, Game, Refused
from bot.games.slips import Asked, Slip
from bot.games.takebacks import AskBack, KeepMove, TakeBack
from bot.ids import ComponentId
from bot.screens.panel import PanelState
from bot.screens.spots import Addition, Piece, Spot, Subject
from bot.texts import Texts
from bridgette import MatchView, Phase, Seat


class TakebackFeature(Feature):
    """Slips of the finger."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The request and its answers; a refusal shows a player how things stand."""
        handlers = {verbs.ASK: self._ask, verbs.ALLOW: self._allow, verbs.KEEP: self._keep}
        return [Verb(name, handler, refuse=self._refuse) for name, handler in handlers.items()]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``takeback``."""

        async def takeback(interaction: discord.Interaction) -> None:
            await self.run(interaction, "takeback", self._command, on_server=True)

        return [self.command("takeback", takeback)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The request that stands, and on one's own panel the button that makes it."""
        return {Spot.TABLE: self._at_table, Spot.PANEL: self._on_panel}

    # ------------------------------------------------------------------ what is shown

    def _at_table(self, t: Texts, subject: Subject) -> list[Piece]:
        game, view = self.core.games.peek(subject.id), subject.view
        if game is None or game.slip is None or view is None or view.ended is not None:
            return []
        slip = game.slip
        if slip.asked is Asked.GRANTED:
            return [taken_line(t, view, slip.seat)]
        if not slip.is_open:
            return []
        return [request_line(t, view, slip.seat), *answer_buttons(t, game.id, slip.request)]

    def _on_panel(self, t: Texts, subject: Subject) -> list[Piece]:
        """To the opponent what is at the table; to whose move it is what they may do about it."""
        game, view = self.core.games.peek(subject.id), subject.view
        if game is None or game.slip is None or view is None or view.ended is not None or view.seat != game.slip.seat:
            return self._at_table(t, subject)
        slip = game.slip
        match slip.asked:
            case Asked.NOT:
                is_shown = _is_at_hand(view) and self._may_ask(game, slip)
                return [ask_button(t, game.id, slip.number)] if is_shown else []
            case Asked.OPEN:
                return [request_line(t, view, slip.seat), drop_button(t, game.id, slip.request)]
            case Asked.KEPT:
                return [kept_line(t, view)]
        return self._at_table(t, subject)

    def _may_ask(self, game: Game, slip: Slip) -> bool:
        try:
            AskBack(slip.seat, slip.number).check(game, self.core.games.running.now)
        except Refused:
            return False
        return True

    # ------------------------------------------------------------------ what may be done

    async def _ask(self, reply: Reply, press: ComponentId) -> None:
        """The last move is to be taken back."""
        await self._press(reply, press, AskBack)

    async def _allow(self, reply: Reply, press: ComponentId) -> None:
        """The opponent agrees."""
        await self._press(reply, press, TakeBack)

    async def _keep(self, reply: Reply, press: ComponentId) -> None:
        """The opponent declines, or whoever asked lets it be."""
        await self._press(reply, press, KeepMove)

    async def _press(self, reply: Reply, press: ComponentId, act: Callable[[Seat, int], Act]) -> None:
        game = await self.core.games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        self.core.pace.check(reply, await self.core.panels.changed_at(game, seat) if reply.is_on_private else None)
        await self._do(reply, game.id, seat, act(seat, press.at))

    async def _command(self, reply: Reply) -> None:
        """Ask, or show the request that stands."""
        game = await self.core.games.in_channel(reply.channel_id)
        if game is None:
            raise Refused("table-none")
        seat, slip = game.own_seat(reply.user_id), game.slip
        if slip is None or not slip.is_open:
            await self._do(reply, game.id, seat, AskBack(seat))
        elif slip.seat == seat:
            await self.core.panels.show(reply, game, seat)
        else:
            await reply.private(answer_screen(reply.texts, game.id, slip.request, game.view(seat)))

    async def _do(self, reply: Reply, match_id: int, seat: Seat, act: Act) -> None:
        """Do it, and show both players their panels as they are then."""
        game = (await self.core.games.do(match_id, act, self.core.clock())).after
        self.core.pace.note(reply)
        other = 1 - seat
        if other in game.match.to_act and game.match.deals[-1].phase is not Phase.EXCHANGE:
            # Nobody else touches the panel of somebody who has to act. Who is choosing discards reads it at the table.
            self.core.tasks.spawn(self.core.panels.refresh(game, other, again=True), f"panel {game.id}")
        await self.core.panels.show(reply, game, seat)

    async def _refuse(self, reply: Reply, press: ComponentId, error: Exception) -> None:
        """Say no, and show a player how things stand; anybody else gets the sentence alone."""
        game = await self.core.games.find(press.subject)
        seat = game.seat_of(reply.user_id)
        if isinstance(error, DamagedMatch) or seat is None:
            raise error
        result, state = self.core.panels.result(game, seat), self.core.panels.choice(game, seat)
        if result is not None:
            state = PanelState(game.id, game.decisions[seat], result=result)
        note = sentence_for(reply.texts, error) if game.is_open else None  # the panel says so itself
        await self.core.panels.show(reply, game, seat, state=state, note=note)


def _is_at_hand(view: MatchView) -> bool:
    """Whether a panel has the button by itself.

    Not where its player goes on after winning a trick: the next card is what is needed there, and there is the command.
    """
    return view.seat not in view.to_act or not view.deal.tricks
