"""The live panels: the latest interaction token of each player, good for a quarter of an hour.

A convenience only: a panel whose token is gone is found again by its player's next click. What a panel shows is the
business of whoever draws it. A player has one panel: a new one takes the place of the one before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import discord

from bot.discord.background import Tasks
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.live_panel import (
    TOKEN_LIFE,
    UNKNOWN,
    Answering,
    Draw,
    Expected,
    LivePanel,
    Token,
    as_it_stands,
    keep,
    last_deal,
    shown_panel,
    token_of,
)
from bot.discord.readers import Readers
from bot.discord.reply import Reply, Sent
from bot.discord.send import Sender
from bot.games import DamagedMatch, Game, GameManager, Refused
from bot.screens.message import Screen, plain_screen
from bot.screens.panel import PanelState
from bot.screens.reader import Reader
from bot.store import StoreError
from bot.texts import Texts, texts_for
from bridgette import Seat

FOR_TABLE = 3.0
"""Seconds for which the first panels of a match wait for its table, below which they are to stand."""

FOR_EDIT = 2.0
"""Seconds for which a press waits for the answer to an edit of its panel."""

log = logging.getLogger(__name__)


class Panels:
    """Shows players their panels, remembers the live ones, and brings them up to date when the opponent acts."""

    def __init__(
        self, sender: Sender, games: GameManager, readers: Readers, tasks: Tasks, clock: Callable[[], datetime]
    ) -> None:
        self._sender = sender
        self._games = games
        self._readers = readers
        self._tasks = tasks
        self._clock = clock
        self._begun_at = clock()
        self._draw: Draw | None = None
        self._live: dict[tuple[int, Seat], LivePanel] = {}
        self._wanted: dict[tuple[int, Seat], tuple[Game, bool]] = {}
        self._challengers: dict[tuple[int, int], Token] = {}  # by channel and user
        self._expected: dict[int, Expected] = {}  # by match
        self._going: dict[int, None] = {}  # messages that are being taken away, or were: the oldest go first
        self.answering = Answering()
        self._edits: dict[tuple[int, Seat], asyncio.Future[None]] = {}  # those that are on their way

    def drawn_by(self, draw: Draw) -> None:
        """Say who draws panels."""
        self._draw = draw

    # ------------------------------------------------------------------ by way of an interaction

    async def show(
        self, reply: Reply, game: Game, seat: Seat, *, state: PanelState | None = None, note: str | None = None
    ) -> None:
        """Answer with a player's panel as things stand, or with a choice half made; ``note``: why not."""
        reader = (await self._readers.of(game, seat)).with_note(note)
        state, clicked = state or as_it_stands(game, seat), reply.interaction.message
        screen = self._screen(reply.texts, game, seat, state, reader)
        screen = screen.with_note(note) if note else screen
        is_going = clicked is not None and clicked.id in self._going
        self._keep(reply, game, seat, state, await (reply.apart(screen) if is_going else reply.private(screen)))

    async def show_below(self, reply: Reply, game: Game, seat: Seat) -> None:
        """Show a player's panel at the bottom of the channel; the private message that was clicked goes."""
        reader = await self._readers.of(game, seat)
        state, clicked = as_it_stands(game, seat), reply.interaction.message
        sent = await reply.below(self._screen(reply.texts, game, seat, state, reader))
        live = self._live.get((game.id, seat))
        if live is not None and clicked is not None and live.sent.message_id == clicked.id:
            del self._live[game.id, seat]
        self._keep(reply, game, seat, state, sent)

    def _screen(self, t: Texts, game: Game, seat: Seat, state: PanelState, reader: Reader) -> Screen:
        if self._draw is None:
            raise RuntimeError("nobody draws panels")
        return self._draw(t, state, game, seat, reader)

    def _keep(self, reply: Reply, game: Game, seat: Seat, state: PanelState, sent: Sent) -> None:
        """Note the panel that was just shown, and look whether it is out of date already.

        An older one, in another message, goes: it would stay alive and wrong.
        """
        old = self._live.pop((game.id, seat), None)
        if old is not None and old.sent.message_id != sent.message_id and old.token.lives(self._clock()):
            self._retire_soon(old, reply.texts)
        if not game.is_open:
            return
        self._live[game.id, seat] = shown_panel(token_of(reply, self._clock()), sent, game, seat, state)
        if self._games.peek(game.id) is not game:
            self._tasks.spawn(self._overtaken(game, seat), f"panel {game.id}")

    def _retire_soon(self, panel: LivePanel, t: Texts) -> None:
        """Take a panel away; where that fails, leave one line of it. From now on it is nobody's."""
        if panel.sent.message_id is not None:
            keep(self._going, panel.sent.message_id, None)
        self._tasks.spawn(self._retire(panel, t), "old panel")

    async def _retire(self, panel: LivePanel, t: Texts) -> None:
        try:
            await self._sender.delete_by_token(panel.token.text, panel.sent.name)
        except DISCORD_FAILS as error:
            log.info("old panel not deleted failure=%s", name_of(error))
            with contextlib.suppress(*DISCORD_FAILS):
                await self._sender.edit_by_token(panel.token.text, panel.sent.name, plain_screen(t("panel-moved")))

    async def _overtaken(self, shown: Game, seat: Seat) -> None:
        """Something happened in the match while an answer was on its way: its panel shows what was before."""
        panel = self._live.get(key := (shown.id, seat))
        try:
            latest = await self._games.find(shown.id)
        except (Refused, DamagedMatch, StoreError) as error:
            log.info("panel not refreshed match=%s seat=%s reason=%s", shown.id, seat, type(error).__name__)
            return
        if latest.number > shown.number:
            if panel is not None and not latest.is_open:  # it may have been forgotten meanwhile
                self._live.setdefault(key, panel)
            await self.refresh(latest, seat)
        elif not latest.is_open:
            self._live.pop(key, None)

    # ------------------------------------------------------------------ the first ones

    def remember(self, reply: Reply) -> None:
        """Keep the token of somebody who challenges: the panel is to come without a click when that is accepted."""
        keep(self._challengers, (reply.channel_id, reply.user_id), token_of(reply, self._clock()))

    def expect(self, reply: Reply, game: Game, seat: Seat) -> None:
        """Whoever accepts is shown a panel once the table stands, or in a moment without it."""
        timer = asyncio.get_running_loop().call_later(FOR_TABLE, self._wait_no_longer, game.id)
        self._expected[game.id] = Expected(seat, token_of(reply, self._clock()), timer)

    def answered(self, game: Game) -> None:
        """Accept has been answered, before which Discord takes no further message for it."""
        if (expected := self._expected.get(game.id)) is not None:
            expected.is_answered = True
            if game.shown.table is not None:
                self._wait_no_longer(game.id)

    def _wait_no_longer(self, match_id: int) -> None:
        game = self._games.peek(match_id)
        if game is not None:
            self._tasks.spawn(self.show_first(game), f"panel {match_id}")

    async def show_first(self, game: Game) -> None:
        """Show both players their first panels, as far as tokens of theirs are kept; a second time does nothing."""
        expected = self._expected.get(game.id)
        for seat in (0, 1) if game.is_open else ():
            if expected is not None and expected.seat == seat:
                if expected.is_answered and self._expect_no_more(game.id):
                    await self._show_by_token(expected.token, game, seat, is_seen=True)
                continue
            where = game.place.channel_id or 0, game.players[seat].user_id or 0
            token = self._challengers.pop(where, None)
            if token is not None:
                await self._show_by_token(token, game, seat, is_seen=False)

    def _expect_no_more(self, match_id: int) -> bool:
        """Whether a panel was still expected."""
        expected = self._expected.pop(match_id, None)
        if expected is not None:
            expected.timer.cancel()
        return expected is not None

    async def _show_by_token(self, token: Token, game: Game, seat: Seat, *, is_seen: bool) -> None:
        reader = await self._readers.of(game, seat)
        if (game.id, seat) in self._live or not token.lives(self._clock()):
            return
        state = as_it_stands(game, seat)
        screen = self._screen(texts_for(token.locale), game, seat, state, reader)
        try:
            message_id = await self._sender.send_by_token(token.text, screen)
        except DISCORD_FAILS as error:
            log.info("first panel not shown match=%s seat=%s failure=%s", game.id, seat, name_of(error))
            return
        panel = shown_panel(token, Sent(str(message_id), message_id), game, seat, state)
        if (game.id, seat) in self._live:  # the player asked for the hand meanwhile
            self._retire_soon(panel, texts_for(token.locale))
            return
        appeared = discord.utils.snowflake_time(message_id)
        self._live[game.id, seat] = replace(panel, is_seen=is_seen, changed_at=appeared)
        if self._games.peek(game.id) is not game:
            await self._overtaken(game, seat)

    # ------------------------------------------------------------------ by the token

    def is_live(self, game: Game, seat: Seat) -> bool:
        """Whether the last edit of the seat's panel worked, its token lives, and its player has seen it.

        Of panels shown before this process began nothing is known; a player who did something then, a few minutes ago,
        is taken to have one.
        """
        panel = self._live.get((game.id, seat))
        if panel is not None:
            return panel.is_seen and panel.works and panel.token.lives(self._clock())
        if (expected := self._expected.get(game.id)) is not None and expected.seat == seat:
            return True  # it is about to come
        acted = game.acted[seat]
        return acted is not None and acted < self._begun_at and self._clock() - acted < TOKEN_LIFE

    async def changed_at(self, game: Game, seat: Seat) -> datetime | None:
        """When the seat's panel last changed without a click of its player, by Discord's clock.

        An edit that is on its way may have been seen already: its answer is waited for, if it comes soon.
        """
        if (edit := self._edits.get((game.id, seat))) is not None:
            await asyncio.wait({edit}, timeout=FOR_EDIT)
        panel = self._live.get((game.id, seat))
        return None if panel is None else panel.changed_at

    def result(self, game: Game, seat: Seat) -> int | None:
        """The deal, counted from 0, whose result the seat's panel shows until its player goes on."""
        panel = self._live.get((game.id, seat))
        return None if panel is None else panel.state.result

    def choice(self, game: Game, seat: Seat) -> PanelState | None:
        """What the seat's panel shows of a choice half made; ``None`` where nothing is known of it, or it is old."""
        panel = self._live.get((game.id, seat))
        return panel.state if panel is not None and panel.decision == game.decisions[seat] else None

    async def refresh(self, game: Game, seat: Seat, *, again: bool = False) -> None:
        """Show the seat's live panel as things stand, unless its player is choosing or it shows that already.

        ``again``: even if it shows that act already, since something else on it has changed. A deal that has ended
        since is shown as its result first. Edits of one panel never overlap: what comes up meanwhile is shown by the
        next one.
        """
        key = game.id, seat
        is_running = key in self._wanted
        self._wanted[key] = game, again or self._wanted.get(key, (game, False))[1]
        if is_running:
            return
        done: tuple[Game, bool] | None = None
        try:
            while (wanted := self._wanted[key]) is not done:
                await self._refresh(wanted[0], seat, again=wanted[1])
                done = wanted
        finally:
            del self._wanted[key]
            if done is not None and not done[0].is_open:
                self._live.pop(key, None)

    async def _refresh(self, game: Game, seat: Seat, *, again: bool) -> None:
        key, reader = (game.id, seat), await self._readers.of(game, seat)
        panel = self._live.get(key)
        if panel is None or not panel.token.lives(self._clock()):
            self._live.pop(key, None)
            return
        is_shown = panel.act > game.number or (panel.act == game.number and not again)
        if is_shown or not panel.works or key in self.answering:
            return
        is_choosing = panel.decision == game.decisions[seat] and seat in game.match.to_act
        if is_choosing and not again:
            return  # an edit would close an open select and lose the choice half made; and a result stays for a while
        is_result = (
            panel.decision in (game.decisions[seat], UNKNOWN) if panel.is_result else panel.deal < last_deal(game)
        )
        result = panel.deal if is_result else None
        state = panel.state if is_choosing else replace(as_it_stands(game, seat), result=result)
        screen = self._screen(texts_for(panel.token.locale), game, seat, state, reader)
        self._edits[key] = edit = asyncio.get_running_loop().create_future()
        try:
            changed_at = await self._sender.edit_by_token(panel.token.text, panel.sent.name, screen)
        except DISCORD_FAILS as error:
            log.info("panel not refreshed match=%s seat=%s failure=%s", game.id, seat, name_of(error))
            if self._live.get(key) is panel:
                self._live[key] = replace(panel, works=False)  # the next one takes it away, if that is possible
            return
        finally:
            edit.set_result(None)
            del self._edits[key]
        now, latest = self._live.get(key), self._games.peek(game.id)
        if now is panel:
            shown = shown_panel(panel.token, panel.sent, game, seat, state)
            self._live[key] = replace(shown, is_seen=panel.is_seen, changed_at=changed_at)
        elif now is not None and now.act > game.number and latest is not None:
            # The player clicked meanwhile. If the click's answer came first it was overwritten just now: once more.
            self._live[key] = replace(now, act=game.number, decision=UNKNOWN)
            self._wanted[key] = latest, False

    def forget_person(self, user_id: int) -> None:
        """Keep no token of a challenge that somebody made."""
        self._challengers = {where: token for where, token in self._challengers.items() if where[1] != user_id}

    def forget(self, match_id: int) -> None:
        """Let go of a match that is over, once its panels show so."""
        for seat in (0, 1):
            if (match_id, seat) not in self._wanted:
                self._live.pop((match_id, seat), None)
        self._expect_no_more(match_id)
