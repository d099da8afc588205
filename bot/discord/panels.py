"""The live panels: the latest interaction token of each player, good for a quarter of an hour.

A convenience only: a panel whose token is gone is found again by its player's next click.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import discord

from bot.games import Game
from bot.screens.panel import PanelState, panel_screen
from bot.texts import texts_for
from bot.ui.failures import DISCORD_FAILS, name_of
from bot.ui.layout import NO_PINGS, layout
from bridgette import Seat

TOKEN_LIFE = timedelta(minutes=15)
ORIGINAL = "@original"
"""Discord's name for the message that answered an interaction, or that a click's answer edited."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LivePanel:
    """Where a player's latest panel can be edited until its token dies, and the state that it shows."""

    token: str
    message: str
    locale: str
    since: datetime
    shown: int
    decision: int


class Panels:
    """Remembers the live panels and brings them up to date when the opponent acts."""

    def __init__(self, client: discord.Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock
        self._live: dict[tuple[int, Seat], LivePanel] = {}

    def keep(self, interaction: discord.Interaction, game: Game, seat: Seat, message: str = ORIGINAL) -> None:
        """Note the panel that was just shown by way of an interaction."""
        self._live[game.id, seat] = LivePanel(
            token=interaction.token,
            message=message,
            locale=interaction.locale.value,
            since=interaction.created_at,
            shown=game.number,
            decision=game.decisions[seat],
        )

    def is_live(self, game: Game, seat: Seat) -> bool:
        """Whether the last edit of the seat's panel worked and its token lives."""
        panel = self._live.get((game.id, seat))
        if panel is None:
            return False
        if self._clock() - panel.since < TOKEN_LIFE:
            return True
        del self._live[game.id, seat]
        return False

    async def refresh(self, game: Game, seat: Seat) -> None:
        """Show the seat's live panel as things stand, unless its player is choosing or it shows that already."""
        panel = self._live.get((game.id, seat))
        if panel is None or not self.is_live(game, seat) or panel.shown >= game.number:
            return
        if seat in game.match.to_act and panel.decision == game.decisions[seat]:
            return  # the player is choosing: an edit would close an open select and lose the choice half made
        state = PanelState(game.id, game.decisions[seat])
        screen = panel_screen(texts_for(panel.locale), state, game.view(seat))
        try:
            await self._edit(panel, layout(screen))
        except DISCORD_FAILS as error:
            log.info("panel not refreshed match=%s seat=%s failure=%s", game.id, seat, name_of(error))
            self._live.pop((game.id, seat), None)
            return
        if self._live.get((game.id, seat)) is panel:
            self._live[game.id, seat] = replace(panel, shown=game.number, decision=game.decisions[seat])

    async def _edit(self, panel: LivePanel, view: discord.ui.LayoutView) -> None:
        """Edit by token alone: an interaction kept for its own method would hold its message and more in memory."""
        route = discord.http.Route(
            "PATCH",
            f"/webhooks/{{application_id}}/{{token}}/messages/{panel.message}",
            application_id=self._client.application_id,
            token=panel.token,
        )
        payload = {
            "components": view.to_components(),  # type: ignore[no-untyped-call]
            "flags": discord.MessageFlags(components_v2=True).value,
            "allowed_mentions": NO_PINGS.to_dict(),
        }
        await self._client.http.request(route, json=payload)

    def forget(self, game: Game) -> None:
        """Let go of a match that is over."""
        for seat in (0, 1):
            self._live.pop((game.id, seat), None)
