"""The live panels: the latest interaction token of each player, good for a quarter of an hour.

A convenience only: a panel whose token is gone is found again by its player's next click. What a panel shows is the
business of whoever draws it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

import discord

from bot.discord.background import Tasks
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.reply import Reply
from bot.discord.send import edit_by_token
from bot.games import DamagedMatch, Game, GameManager, Refused
from bot.screens.message import Screen
from bot.screens.panel import PanelState
from bot.store import StoreError
from bot.texts import Texts, texts_for
from bridgette import MatchView, Seat

TOKEN_LIFE = timedelta(minutes=15)

Draw: TypeAlias = Callable[[Texts, PanelState, MatchView], Screen]
"""Draws a player's panel, from the view that this player may have."""

NO_DECISION = -1
"""Shown by a panel of which it is not known what it shows."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LivePanel:
    """Where a player's latest panel can be edited until its token dies, and the act and decision that it shows.

    ``since`` is when it was shown, by the host's clock: Discord's, which the token has its moment from, may differ.
    """

    token: str
    message: str
    locale: str
    since: datetime
    act: int
    decision: int


class Panels:
    """Shows players their panels, remembers the live ones, and brings them up to date when the opponent acts."""

    def __init__(self, client: discord.Client, games: GameManager, tasks: Tasks, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._games = games
        self._tasks = tasks
        self._clock = clock
        self._begun_at = clock()
        self._draw: Draw | None = None
        self._live: dict[tuple[int, Seat], LivePanel] = {}
        self._wanted: dict[tuple[int, Seat], tuple[Game, bool]] = {}

    def drawn_by(self, draw: Draw) -> None:
        """Say who draws panels."""
        self._draw = draw

    # ------------------------------------------------------------------ by way of an interaction

    async def show(
        self, reply: Reply, game: Game, seat: Seat, *, state: PanelState | None = None, note: str | None = None
    ) -> None:
        """Answer with a player's panel as things stand, or with a choice half made; ``note`` is a sentence on top."""
        screen = self._screen(reply.texts, game, seat, state)
        self._keep(reply, game, seat, await reply.private(screen.with_note(note) if note else screen))

    async def show_apart(self, reply: Reply, game: Game, seat: Seat) -> None:
        """Show a player's panel in a private message of its own, whether or not there was an answer before."""
        self._keep(reply, game, seat, await reply.apart(self._screen(reply.texts, game, seat, None)))

    def _screen(self, t: Texts, game: Game, seat: Seat, state: PanelState | None) -> Screen:
        if self._draw is None:
            raise RuntimeError("nobody draws panels")
        return self._draw(t, state or PanelState(game.id, game.decisions[seat]), game.view(seat))

    def _keep(self, reply: Reply, game: Game, seat: Seat, message: str) -> None:
        """Note the panel that was just shown, and look whether it is out of date already."""
        if not game.is_open:
            self._live.pop((game.id, seat), None)
            return
        interaction = reply.interaction
        self._live[game.id, seat] = LivePanel(
            token=interaction.token,
            message=message,
            locale=interaction.locale.value,
            since=self._clock(),
            act=game.number,
            decision=game.decisions[seat],
        )
        if self._games.peek(game.id) is not game:
            self._tasks.spawn(self._overtaken(game, seat), f"panel {game.id}")

    async def _overtaken(self, shown: Game, seat: Seat) -> None:
        """Something happened in the match while an answer was on its way: its panel shows what was before."""
        try:
            latest = await self._games.find(shown.id)
        except (Refused, DamagedMatch, StoreError) as error:
            log.info("panel not refreshed match=%s seat=%s reason=%s", shown.id, seat, type(error).__name__)
            return
        if latest.number > shown.number:
            await self.refresh(latest, seat)
        elif not latest.is_open:
            self._live.pop((shown.id, seat), None)

    # ------------------------------------------------------------------ by the token

    def is_live(self, game: Game, seat: Seat) -> bool:
        """Whether the last edit of the seat's panel worked and its token lives.

        Of panels shown before this process began nothing is known; a player who did something then, a few minutes ago,
        is taken to have one.
        """
        panel = self._live.get((game.id, seat))
        if panel is not None:
            if self._clock() - panel.since < TOKEN_LIFE:
                return True
            del self._live[game.id, seat]
            return False
        acted = game.acted[seat]
        return acted is not None and acted < self._begun_at and self._clock() - acted < TOKEN_LIFE

    async def refresh(self, game: Game, seat: Seat, *, again: bool = False) -> None:
        """Show the seat's live panel as things stand, unless its player is choosing or it shows that already.

        ``again``: even if it shows that act already, since something else on it has changed. Edits of one panel never
        overlap: what comes up meanwhile is shown by the next one.
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
        key = game.id, seat
        panel = self._live.get(key)
        if panel is None or not self.is_live(game, seat):
            return
        if panel.act > game.number or (panel.act == game.number and not again):
            return
        if seat in game.match.to_act and panel.decision == game.decisions[seat] and not again:
            return  # the player is choosing: an edit would close an open select and lose the choice half made
        try:
            await edit_by_token(
                self._client, panel.token, panel.message, self._screen(texts_for(panel.locale), game, seat, None)
            )
        except DISCORD_FAILS as error:
            log.info("panel not refreshed match=%s seat=%s failure=%s", game.id, seat, name_of(error))
            if self._live.get(key) is panel:
                del self._live[key]
            return
        now, latest = self._live.get(key), self._games.peek(game.id)
        if now is panel:
            self._live[key] = replace(panel, act=game.number, decision=game.decisions[seat])
        elif now is not None and now.act > game.number and latest is not None:
            # The player clicked meanwhile. If the click's answer came first it was overwritten just now: once more.
            self._live[key] = replace(now, act=game.number, decision=NO_DECISION)
            self._wanted[key] = latest, False

    def forget(self, match_id: int) -> None:
        """Let go of a match that is over, once its panels show so."""
        for seat in (0, 1):
            if (match_id, seat) not in self._wanted:
                self._live.pop((match_id, seat), None)
