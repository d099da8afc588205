"""What the buttons and selects of the panel and the table do."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence

from bot.discord.core import Core
from bot.discord.dispatch import values_of
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.feature import Verb
from bot.discord.guard import sentence_for
from bot.discord.reply import Reply
from bot.features.table import verbs
from bot.features.table.marks import Marks
from bot.features.table.panel_screen import marked_cards
from bot.games import DamagedMatch, Game, Happened, Move, Refused, Resignation
from bot.ids import ComponentId
from bot.screens.message import plain_screen
from bot.screens.names import shown_name
from bot.screens.panel import PanelState
from bridgette import Action, Discard, Phase, Seat, Unreadable, parse_call, parse_card

log = logging.getLogger(__name__)


class Buttons:
    """The handlers, each with the press that it was called for."""

    def __init__(self, core: Core, marks: Marks) -> None:
        self._core = core
        self._marks = marks

    @property
    def verbs(self) -> Sequence[Verb]:
        """Every verb with its handler; a refusal shows a player how things stand."""
        handlers = {
            verbs.HAND: self.show_hand,
            verbs.MARK: self.mark,
            verbs.PICK: self.pick,
            verbs.CLEAR: self.clear,
            verbs.DISCARD: self.discard,
            verbs.LEVEL: self.choose_level,
            verbs.CALL: self.call,
            verbs.PLAY: self.play,
            verbs.RESIGN: self.resign,
            verbs.STAY: self.stay,
        }
        return [Verb(name, handler, refuse=self._refuse) for name, handler in handlers.items()]

    async def _refuse(self, reply: Reply, press: ComponentId, error: Exception) -> None:
        """Say no, and show a player how things stand; anybody else gets the sentence alone."""
        if isinstance(error, DamagedMatch):
            raise error
        game = await self._core.games.find(press.subject)
        seat = game.seat_of(reply.user_id)
        if seat is None:
            raise error
        await self._core.panels.show(reply, game, seat, note=sentence_for(reply.texts, error))

    async def _own_game(self, reply: Reply, press: ComponentId) -> tuple[Game, Seat]:
        game = await self._core.games.find(press.subject)
        return game, game.own_seat(reply.user_id)

    async def show_hand(self, reply: Reply, press: ComponentId) -> None:
        """My hand, or Refresh on the panel itself."""
        game, seat = await self._own_game(reply, press)
        await self._core.panels.show(reply, game, seat)

    # ------------------------------------------------------------------ the exchange

    async def mark(self, reply: Reply, press: ComponentId) -> None:
        """Pick a card to go, or take it back; the choice so far travels in the buttons."""
        game, seat = await self._choosing(reply, press)
        found = re.fullmatch(r"([0-9a-f]{1,7})\.([0-9]{1,2})\.([01])", press.detail)
        size = len(game.match.deals[-1].hand(seat))
        if found is None or int(found[2]) >= size:
            raise Refused("refused-old-panel")
        place = 1 << int(found[2])
        marked = self._marks.latest(game.id, seat, press.at, int(found[1], 16))
        marked = (marked | place if found[3] == "1" else marked & ~place) & ((1 << size) - 1)
        await self._show_marks(reply, game, seat, marked)

    async def pick(self, reply: Reply, press: ComponentId) -> None:
        """The select: the cards to go, all at once."""
        game, seat = await self._choosing(reply, press)
        hand = game.match.deals[-1].hand(seat)
        chosen = set(values_of(reply))
        if not chosen <= {str(card) for card in hand}:
            raise Refused("refused-old-panel")
        marked = sum(1 << place for place, card in enumerate(hand) if str(card) in chosen)
        await self._show_marks(reply, game, seat, marked)

    async def clear(self, reply: Reply, press: ComponentId) -> None:
        """Start the choice again."""
        game, seat = await self._choosing(reply, press)
        await self._show_marks(reply, game, seat, 0)

    async def _choosing(self, reply: Reply, press: ComponentId) -> tuple[Game, Seat]:
        game, seat = await self._own_game(reply, press)
        game.check_decision(seat, press.at)
        if game.match.deals[-1].phase is not Phase.EXCHANGE:
            raise Refused("refused-old-panel")
        return game, seat

    async def _show_marks(self, reply: Reply, game: Game, seat: Seat, marked: int) -> None:
        decision = game.decisions[seat]
        self._marks.keep(game.id, seat, decision, marked)
        await self._core.panels.show(reply, game, seat, state=PanelState(game.id, decision, marked))

    async def discard(self, reply: Reply, press: ComponentId) -> None:
        """Confirm the choice that the button's own panel showed."""
        game, seat = await self._choosing(reply, press)
        if not re.fullmatch(r"[0-9a-f]{1,7}", press.detail):
            raise Refused("refused-old-panel")
        hand, marked = game.match.deals[-1].hand(seat), int(press.detail, 16)
        if marked >> len(hand):
            raise Refused("refused-old-panel")
        await self._act(reply, press, seat, Discard(marked_cards(hand, marked)))
        self._marks.forget(game.id, seat)

    # ------------------------------------------------------------------ auction and play

    async def choose_level(self, reply: Reply, press: ComponentId) -> None:
        """The first half of a bid."""
        game, seat = await self._own_game(reply, press)
        game.check_decision(seat, press.at)
        if game.match.deals[-1].phase is not Phase.AUCTION or not re.fullmatch("[0-7]", press.detail):
            raise Refused("refused-old-panel")
        state = PanelState(game.id, press.at, level=int(press.detail))
        await self._core.panels.show(reply, game, seat, state=state)

    async def call(self, reply: Reply, press: ComponentId) -> None:
        """A call."""
        await self._read_and_act(reply, press, parse_call)

    async def play(self, reply: Reply, press: ComponentId) -> None:
        """A card."""
        await self._read_and_act(reply, press, parse_card)

    async def _read_and_act(self, reply: Reply, press: ComponentId, read: Callable[[str], Action]) -> None:
        try:
            action = read(press.detail)
        except Unreadable:
            raise Refused("refused-old-panel") from None
        _, seat = await self._own_game(reply, press)
        await self._act(reply, press, seat, action)

    async def _act(self, reply: Reply, press: ComponentId, seat: Seat, action: Action) -> None:
        happened = await self._core.games.do(press.subject, Move(seat, action), self._core.clock(), decision=press.at)
        await show_act(self._core, reply, happened, seat)

    # ------------------------------------------------------------------ the end

    async def resign(self, reply: Reply, press: ComponentId) -> None:
        """The resignation, confirmed."""
        game, seat = await self._own_game(reply, press)
        if game.is_open and press.at != len(game.match.deals):
            raise Refused("refused-old-panel")  # the question named the totals of another deal
        await self._core.games.do(game.id, Resignation(seat), self._core.clock())
        self._marks.forget(game.id, 0, 1)
        other = shown_name(game.players[1 - seat].name)
        await reply.private(plain_screen(reply.texts("resign-done", name=other)))

    async def stay(self, reply: Reply, press: ComponentId) -> None:
        """No resignation after all."""
        await self._own_game(reply, press)
        await reply.private(plain_screen(reply.texts("resign-kept")))


async def show_act(core: Core, reply: Reply, happened: Happened, seat: Seat) -> None:
    """Show the player what came of the act, which is saved already."""
    game = happened.after
    try:
        await core.panels.show(reply, game, seat)
    except DISCORD_FAILS as error:
        core.counters.failed(name_of(error))
        log.warning("saved but not answered match=%s number=%s failure=%s", game.id, game.number, name_of(error))
        await reply.tell_failed(error, reply.texts("refused-saved"))
        await core.panels.refresh(game, seat)
