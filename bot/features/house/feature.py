"""Tells the house's opponent what the house does."""

from __future__ import annotations

from collections.abc import Mapping

from bot.discord.feature import Feature
from bot.features.house.screens import done_line, strength_line, thinking_line
from bot.games.deciding import seat_of_house
from bot.games.kinds import kind_of
from bot.screens.spots import Addition, Piece, Spot, Subject
from bot.texts import Texts


class HouseFeature(Feature):
    """Adds to table and panel of a match against the house; who acts for it is ``core.house``."""

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """How well it plays, that it thinks, and what it has done."""
        return {Spot.TABLE: self._at_table, Spot.PANEL: self._on_panel}

    def _at_table(self, t: Texts, subject: Subject) -> list[Piece]:
        game = self.core.games.peek(subject.id)
        players = () if game is None else game.players
        return [strength_line(t, player.strength or "") for player in players if player.is_house]

    def _on_panel(self, t: Texts, subject: Subject) -> list[Piece]:
        game, view = self.core.games.peek(subject.id), subject.view
        if game is None or view is None or view.seat is None or view.ended is not None:
            return []
        other = 1 - view.seat
        if not game.players[other].is_house:
            return []
        if view.seat not in view.to_act and seat_of_house(game) is not None:
            return [thinking_line(t)]
        # Where there is no table the panel tells all of it.
        done = done_line(t, view, other) if kind_of(game).is_public else None
        return [] if done is None else [done]
