"""Discord may deliver an event more than once: only the first delivery is answered."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

REMEMBERED = 1000
"""Interactions; a repeat comes within seconds of the first delivery."""


class Repeats:
    """The interactions that came in lately."""

    def __init__(self) -> None:
        self._ids: dict[int, None] = {}

    def is_new(self, interaction_id: int) -> bool:
        """Whether the interaction comes for the first time."""
        if interaction_id in self._ids:
            return False
        self._ids[interaction_id] = None
        if len(self._ids) > REMEMBERED:
            del self._ids[next(iter(self._ids))]
        return True


class OnceTree(app_commands.CommandTree[Any]):
    """The commands, each of which runs once for an interaction."""

    def __init__(self, client: discord.Client, repeats: Repeats) -> None:
        super().__init__(client)
        self._repeats = repeats

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let a repeated delivery pass unanswered: its first one was answered, or is being answered."""
        return self._repeats.is_new(interaction.id)
