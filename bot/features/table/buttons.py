"""What the buttons and selects of the panel and the table do."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence

from bot.discord.core import Core
from bot.discord.dispatch import values_of
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.feature import Verb
from bot.discord.guard import sentence_for
from bot.discord.panels import FOR_TABLE
from bot.discord.reply import Reply
from bot.features.table import verbs
from bot.features.table.direct import confess
from bot.features.table.marks import Marks
from bot.features.table.presses import asking, is_costly, read, read_action, read_discard
from bot.features.table.result_screens import record_screen
from bot.features.table.small_screens import VOID, did, did_screen
from bot.games import DamagedMatch, Game, Happened, Move, Refused, Resignation, check_told, deal_between, record_of
from bot.games.prepared import check_prepared
from bot.ids import ComponentId
from bot.screens.message import plain_screen
from bot.screens.panel import PanelState
from bot.screens.words import Words
from bridgette import Action, Call, Card, How, Phase, Seat, parse_call, parse_card

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
            verbs.OTHERS: self.show_others,
            verbs.DISCARD: self.discard,
            verbs.LEVEL: self.choose_level,
            verbs.CALL: self.call,
            verbs.SURE: self.sure_call,
            verbs.SURE_PLAY: self.sure_play,
            verbs.BACK: self.back,
            verbs.NEXT: self.next_deal,
            verbs.PLAY: self.play,
            verbs.THERE: self.act_there,
            verbs.RESIGN: self.resign,
            verbs.STAY: self.stay,
        }
        found = [Verb(name, handler, refuse=self._refuse) for name, handler in handlers.items()]
        return [*found, Verb(verbs.RECORD, self.record)]

    async def _refuse(self, reply: Reply, press: ComponentId, error: Exception) -> None:
        """Say no, and show a player how things stand; anybody else gets the sentence alone."""
        if isinstance(error, DamagedMatch):
            raise error
        game = await self._core.games.find(press.subject)
        seat = game.seat_of(reply.user_id)
        key = error.key if isinstance(error, Refused) else None
        is_question = press.verb in (verbs.RESIGN, verbs.THERE)
        if seat is None or (key == "refused-quick" and is_question):
            raise error  # a sentence of its own: the question stays
        if is_question and game.is_open:
            # Not a panel: the question may stand in another channel, and the panel beside the table.
            t = reply.texts
            said = t("refused-old-question") if key == "refused-old-panel" else sentence_for(t, error)
            await reply.private(plain_screen(said or ""))
            return
        state = None
        if (result := self._core.panels.result(game, seat)) is not None:
            state = PanelState(game.id, game.decisions[seat], result=result)  # it stays until its player goes on
        elif key == "refused-quick":
            state = self._core.panels.choice(game, seat)  # a question stays as well
        note = None if key == "refused-match-over" else sentence_for(reply.texts, error)  # the panel says so itself
        await self._core.panels.show(reply, game, seat, state=state, note=note)

    async def _own_game(self, reply: Reply, press: ComponentId) -> tuple[Game, Seat]:
        game = await self._core.games.find(press.subject)
        return game, game.own_seat(reply.user_id)

    async def show_hand(self, reply: Reply, press: ComponentId) -> None:
        """My hand, or Refresh on the panel itself; of a match that is over, the hand in the one that is played here."""
        game, seat = await self._own_game(reply, press)
        if not game.is_open and not game.is_private:
            here = await self._core.games.in_channel(reply.channel_id)
            if here is not None and (my_seat := here.seat_of(reply.user_id)) is not None:
                game, seat = here, my_seat
        if reply.is_on_private and self._core.panels.result(game, seat) is not None:
            # What was pressed may have turned into the result just now.
            self._core.pace.check(reply, await self._core.panels.changed_at(game, seat))
        await self._core.panels.show(reply, game, seat)
        self._core.pace.note(reply)  # Double may have appeared where Refresh was
        await confess(self._core, reply)

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
        await self._show_marks(reply, game, seat, marked, int(found[2]))

    async def show_others(self, reply: Reply, press: ComponentId) -> None:
        """The cards of the hand that had no room; the choice so far stays."""
        game, seat = await self._choosing(reply, press)
        found = re.fullmatch(r"([0-9a-f]{1,7})\.([0-9]{1,2})", press.detail)
        size = len(game.match.deals[-1].hand(seat))
        if found is None or int(found[2]) >= size:
            raise Refused("refused-old-panel")
        marked = self._marks.latest(game.id, seat, press.at, int(found[1], 16)) & ((1 << size) - 1)
        await self._show_marks(reply, game, seat, marked, int(found[2]))

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

    async def _show_marks(self, reply: Reply, game: Game, seat: Seat, marked: int, place: int = 0) -> None:
        decision = game.decisions[seat]
        self._marks.keep(game.id, seat, decision, marked)
        await self._core.panels.show(reply, game, seat, state=PanelState(game.id, decision, marked, place))

    async def discard(self, reply: Reply, press: ComponentId) -> None:
        """Confirm the choice that the button's own panel showed."""
        game, seat = await self._choosing(reply, press)
        await self._act(reply, press, read_discard(press.detail, game.match.deals[-1].hand(seat)))

    # ------------------------------------------------------------------ auction and play

    async def choose_level(self, reply: Reply, press: ComponentId) -> None:
        """The bids of other levels."""
        game, seat = await self._own_game(reply, press)
        game.check_decision(seat, press.at)
        if game.match.deals[-1].phase is not Phase.AUCTION or not re.fullmatch("[0-7]", press.detail):
            raise Refused("refused-old-panel")
        state = PanelState(game.id, press.at, level=int(press.detail))
        await self._core.panels.show(reply, game, seat, state=state)

    async def call(self, reply: Reply, press: ComponentId) -> None:
        """A call; a costly one is asked about once, and any one of somebody who wants that."""
        call = read(parse_call, press.detail)
        game, seat = await self._own_game(reply, press)
        is_legal = call in game.match.deals[-1].legal_calls(seat)
        if is_legal and (is_costly(call) or await self._is_asked(reply)):
            await self._ask(reply, game, seat, press, call)
        else:
            await self._act(reply, press, call)  # or refused with its reason

    async def sure_call(self, reply: Reply, press: ComponentId) -> None:
        """A call, after the question."""
        await self._act(reply, press, read(parse_call, press.detail))

    async def play(self, reply: Reply, press: ComponentId) -> None:
        """A card; somebody who wants that is asked about it once."""
        card = read(parse_card, press.detail)
        game, seat = await self._own_game(reply, press)
        if card in game.match.deals[-1].legal_cards(seat) and await self._is_asked(reply):
            await self._ask(reply, game, seat, press, card)
        else:
            await self._act(reply, press, card)  # or refused with its reason

    async def sure_play(self, reply: Reply, press: ComponentId) -> None:
        """A card, after the question."""
        await self._act(reply, press, read(parse_card, press.detail))

    async def _is_asked(self, reply: Reply) -> bool:
        """Whether whoever pressed wants to be asked about each card and call. Raises ``StoreError``."""
        return (await self._core.store.persons.get(reply.user_id)).asks

    async def _ask(self, reply: Reply, game: Game, seat: Seat, press: ComponentId, action: Call | Card) -> None:
        """Ask in place, before a call or a card counts."""
        await self._check_pace(reply, game, seat, press)
        check_prepared(game, Move(seat, action))  # a lesson explains at once what it does not mean
        await self._core.panels.show(reply, game, seat, state=asking(press, action))
        self._core.pace.note(reply)

    async def back(self, reply: Reply, press: ComponentId) -> None:
        """No to the question: the panel as it was before."""
        game, seat = await self._own_game(reply, press)
        game.check_decision(seat, press.at)
        if not re.fullmatch("[0-7]?", press.detail):
            raise Refused("refused-old-panel")
        level = int(press.detail) if press.detail else None
        await self._core.panels.show(reply, game, seat, state=PanelState(game.id, press.at, level=level))

    async def next_deal(self, reply: Reply, press: ComponentId) -> None:
        """On from a deal's result: the panel comes below the new table, if there is one, and the result goes."""
        game, seat = await self._own_game(reply, press)
        if self._core.panels.result(game, seat) is not None:
            self._core.pace.check(reply, await self._core.panels.changed_at(game, seat))
        if reply.is_on_private and game.is_open and not game.is_private:
            await self._wait_for_table(game)
            await self._core.panels.show_below(reply, game, seat)
        else:
            await self._core.panels.show(reply, game, seat)
        self._core.pace.note(reply)

    async def _wait_for_table(self, game: Game) -> None:
        """Let the table of the new deal come first, unless that takes long."""
        table = game.shown.table
        if table is None or table.deal != len(game.match.deals) - 1:
            coming = self._core.tasks.spawn(self._core.games.followers.catch_up(game.id), f"table {game.id}")
            await asyncio.wait({coming}, timeout=FOR_TABLE)

    async def act_there(self, reply: Reply, press: ComponentId) -> None:
        """What was typed in another channel than the match's, after the question."""
        game, seat = await self._own_game(reply, press)
        action = read_action(press.detail, game.match.deals[-1].hand(seat))
        await self._act(reply, press, action, said=did(reply.texts, action))

    async def _act(self, reply: Reply, press: ComponentId, action: Action, *, said: str | None = None) -> None:
        game, seat = await self._own_game(reply, press)
        await self._check_pace(reply, game, seat, press)
        happened = await self._core.games.do(press.subject, Move(seat, action), self._core.clock(), decision=press.at)
        self._core.pace.note(reply)
        self._marks.forget(game.id, seat)
        await show_act(self._core, reply, happened, seat, said=said)

    async def _check_pace(self, reply: Reply, game: Game, seat: Seat, press: ComponentId) -> None:
        """An old panel is told so first; then a click that came too soon is not taken."""
        game.check_decision(seat, press.at)
        self._core.pace.check(reply, await self._core.panels.changed_at(game, seat))

    # ------------------------------------------------------------------ the end

    async def resign(self, reply: Reply, press: ComponentId) -> None:
        """The resignation, confirmed."""
        game, seat = await self._own_game(reply, press)
        self._core.pace.check(reply)
        resignation = Resignation(seat, (press.at, press.detail != VOID))
        happened = await self._core.games.do(game.id, resignation, self._core.clock())
        self._core.pace.note(reply)
        self._marks.forget(game.id, 0, 1)
        if game.is_private:
            await self._core.panels.show(reply, happened.after, seat)  # the one message of the match, from now on
            return
        # Here the answer takes the place of the question: the panel stands elsewhere, and would stay as it is.
        self._core.tasks.spawn(self._core.panels.refresh(happened.after, seat), f"panel {game.id}")
        ended, t = happened.after.match.ended, reply.texts
        other = Words.of(t, happened.after.view(seat)).names[1 - seat]
        is_void = ended is not None and ended.how is How.VOID
        await reply.private(plain_screen(t("resign-done-void") if is_void else t("resign-done", name=other)))

    async def record(self, reply: Reply, press: ComponentId) -> None:
        """The record of a match that is over, for anybody who may be told."""
        game = await self._core.games.find(press.subject)
        await check_told(self._core.store, game, reply.user_id)
        if game.is_open:
            raise Refused("refused-match-open")
        await reply.apart(record_screen(reply.texts, game.id, await record_of(self._core.store, game)))

    async def stay(self, reply: Reply, press: ComponentId) -> None:
        """No resignation after all."""
        game, _ = await self._own_game(reply, press)
        if not game.is_open:
            raise Refused("refused-match-over")
        await reply.private(plain_screen(reply.texts("resign-kept")))


async def show_act(core: Core, reply: Reply, happened: Happened, seat: Seat, *, said: str | None = None) -> None:
    """Show the player what came of the act, which is saved already, and of the house's reply to it.

    A deal that has ended shows its result first. ``said``: what was done, for an act that was not made on the panel.
    The panel that is alive then follows, and only without one the answer is a panel.
    """
    game = happened.after
    try:
        with core.panels.answering.about(game.id, seat):
            game = await core.house.replied(game)
            is_apart = said is not None and game.is_open and core.panels.is_live(game, seat)
            if said is not None and is_apart:
                await reply.private(did_screen(reply.texts, game.id, said))
            else:
                state = PanelState(game.id, game.decisions[seat], result=deal_between(happened.before, game))
                await core.panels.show(reply, game, seat, state=state)
        if is_apart:
            core.tasks.spawn(core.panels.refresh(game, seat), f"panel {game.id}")
    except DISCORD_FAILS as error:
        core.counters.failed(name_of(error))
        log.warning("saved but not answered match=%s number=%s failure=%s", game.id, game.number, name_of(error))
        await reply.tell_failed(error, reply.texts("refused-saved"))
        await core.panels.refresh(game, seat)
        return
    await confess(core, reply)
