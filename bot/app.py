"""What every handler works with, in one value."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

import discord

from bot.games import Challenges, Game, GameManager, Refused
from bot.games.marks import Marks
from bot.store import Person, Store, StoreError
from bot.ui.counters import Counters
from bot.ui.panels import Panels
from bot.ui.publisher import Publisher
from bot.ui.work import Work
from bridgette import Seat

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class App:
    """The store, the use cases, and what shows them; ``clock`` gives the present moment, in UTC."""

    store: Store
    games: GameManager
    challenges: Challenges
    panels: Panels
    marks: Marks
    publisher: Publisher
    work: Work
    counters: Counters
    clock: Callable[[], datetime]
    threads: set[int] = field(default_factory=set)
    """The messages whose button has opened a thread."""

    @classmethod
    def build(
        cls, client: discord.Client, store: Store, below: Callable[[int], int], clock: Callable[[], datetime]
    ) -> App:
        """Put the parts together."""
        games = GameManager(store, below)
        panels = Panels(client, clock)
        counters = Counters()
        publisher = Publisher(client, store, games, panels, counters, clock)
        work = Work(clock, counters)
        return cls(store, games, Challenges(store, games), panels, Marks(), publisher, work, counters, clock)

    async def my_games(self, interaction: discord.Interaction) -> list[tuple[Game, Seat]]:
        """The open games of whoever asks: this channel's alone if they play in it, else all on this server."""
        user_id = interaction.user.id
        if (here := await self.games.in_channel(interaction.channel_id or 0)) is not None:
            seat = here.seat_of(user_id)
            if seat is not None:
                return [(here, seat)]
        games = await self.games.of_player(user_id, interaction.guild_id or 0)
        return [(game, seat) for game in games if (seat := game.seat_of(user_id)) is not None]

    async def my_game(self, interaction: discord.Interaction) -> tuple[Game, Seat]:
        """The one game that a command means. Raises :class:`Refused` when there is none, or several elsewhere."""
        mine = await self.my_games(interaction)
        if not mine:
            raise Refused("hand-none")
        if len(mine) > 1:
            raise Refused("refused-several-matches")
        return mine[0]

    async def see(self, interaction: discord.Interaction) -> None:
        """Remember the name under which a member was last seen. Failing that harms nothing but the name."""
        if interaction.guild_id is not None:
            user = interaction.user
            try:
                await self.store.members.see(interaction.guild_id, user.id, user.display_name, self.clock())
            except StoreError as error:
                log.warning("the name of a member was not noted: %s", error)


def person(user: discord.User | discord.Member) -> Person:
    """A member as the use cases know one."""
    return Person(user.id, user.display_name)
