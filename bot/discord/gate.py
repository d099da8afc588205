"""Which interactions this process answers: each once, and where two processes hear of the same ones, one of them.

While a process takes over the shards of another one, Discord tells both of everything. The one that comes keeps what it
hears for as long as an answer may still come in time; once the one that goes has said what it took, it answers the
rest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.discord.repeats import Repeats

KEPT = 2.5
"""Seconds for which an interaction waits; Discord takes no answer after three."""

LATELY = 10.0
"""Seconds for which it is remembered what was taken here: longer than another process keeps it."""


class Gate:
    """Lets interactions in; at first all, as they come."""

    def __init__(self, repeats: Repeats) -> None:
        self._repeats = repeats
        self._opened = asyncio.Event()
        self._opened.set()
        self._is_left = self._is_unsure = False
        self._of_others: frozenset[int] = frozenset()
        self._taken: deque[tuple[float, int]] = deque()

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether to answer an interaction here; while another process still answers, this waits for its turn."""
        if not self._repeats.is_new(interaction.id):
            return False
        if not self._opened.is_set():
            try:
                await asyncio.wait_for(self._opened.wait(), KEPT)
            except TimeoutError:
                return False
            if self._is_unsure:
                return False
        if self._is_left or interaction.id in self._of_others:
            return False
        self._taken.append((self._now(), interaction.id))
        self._forget()
        return True

    def listen(self) -> None:
        """Another process answers for now."""
        self._opened.clear()

    def open(self, taken_there: Iterable[int] | None) -> None:
        """This process answers from now on, all but what the other one has taken.

        ``None``: that one died, and nobody knows what it took. What was kept is let go then, for none is done twice.
        """
        self._of_others, self._is_unsure = frozenset(taken_there or ()), taken_there is None
        self._opened.set()

    def leave(self) -> None:
        """Another process answers from now on."""
        self._is_left = True

    def lately(self) -> tuple[int, ...]:
        """The interactions that were taken here last."""
        self._forget()
        return tuple(one for _, one in self._taken)

    def _forget(self) -> None:
        while self._taken and self._taken[0][0] < self._now() - LATELY:
            self._taken.popleft()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


class GatedTree(app_commands.CommandTree[Any]):
    """The commands, each of which runs once for an interaction, in one process."""

    def __init__(self, client: discord.Client, gate: Gate) -> None:
        super().__init__(client)
        self._gate = gate

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let an interaction pass unanswered that was answered, or is being answered."""
        return await self._gate.admits(interaction)
