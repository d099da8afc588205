"""What every feature works with, in one value."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.discord.background import Tasks
from bot.discord.budget import Budget
from bot.discord.counters import Counters
from bot.discord.emoji import Emoji
from bot.discord.guard import Guard
from bot.discord.latency import Latency
from bot.discord.pace import Pace
from bot.discord.painter import Painter
from bot.discord.panels import Panels
from bot.discord.readers import Readers
from bot.discord.reply import Reply
from bot.discord.send import Sender
from bot.discord.servers import Server, Servers
from bot.games import GameManager, Refused
from bot.games.elsewhere import Elsewhere
from bot.games.house import House
from bot.games.thinker import Thinker
from bot.preferences import USUAL_PICTURES, Pictures
from bot.screens.spots import Spots
from bot.store import Store, StoreError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Core:
    """The store, the game manager, and what leads to Discord; ``clock`` gives the present moment, in UTC.

    ``tasks``: the work that goes on beside the interactions, which the bot lets finish before it ends; ``thinker``: the
    executors of the computer players, ``elsewhere``: those of other processes, ``house``: who acts with what both
    decide.
    """

    client: discord.Client
    store: Store
    games: GameManager
    servers: Servers
    panels: Panels
    pace: Pace
    spots: Spots
    guard: Guard
    latency: Latency
    counters: Counters
    budget: Budget
    tasks: Tasks
    emoji: Emoji
    sender: Sender
    readers: Readers
    pictures: Painter
    thinker: Thinker
    elsewhere: Elsewhere
    house: House
    clock: Callable[[], datetime]

    @classmethod
    def build(
        cls,
        client: discord.Client,
        store: Store,
        games: GameManager,
        clock: Callable[[], datetime],
        budget: Budget,
        pictures: Pictures = USUAL_PICTURES,
        thinker: Thinker | None = None,
    ) -> Core:
        """Put the parts together.

        ``budget``: the turns of the client's requests; ``pictures``: where the bot draws at the most; ``thinker``: who
        thinks for the house, usually child processes.
        """
        latency, counters, tasks = Latency(), Counters(), Tasks()
        emoji, readers = Emoji(), Readers(store)
        sender, thinker = Sender(client, emoji), thinker or Thinker()
        elsewhere = Elsewhere(store, games, thinker.form)
        return cls(
            client=client,
            store=store,
            games=games,
            servers=Servers(client),
            panels=Panels(sender, games, readers, tasks, clock),
            pace=Pace(),
            spots=Spots(),
            guard=Guard(clock, counters, latency, sender),
            latency=latency,
            counters=counters,
            budget=budget,
            tasks=tasks,
            emoji=emoji,
            sender=sender,
            readers=readers,
            pictures=Painter(store, pictures, clock),
            thinker=thinker,
            elsewhere=elsewhere,
            house=House(store, games, thinker, tasks.spawn, clock, elsewhere),
            clock=clock,
        )

    def redraw(self, user_id: int) -> None:
        """Show a person's live panels as they want them now, with what was chosen on them."""
        for game in self.games.held:
            seat = game.seat_of(user_id)
            if seat is not None:
                self.tasks.spawn(self.panels.refresh(game, seat, again=True), f"panel {game.id}")

    def forget_person(self, user_id: int) -> None:
        """Keep nothing in memory of somebody whom the store has forgotten."""
        self.panels.forget_person(user_id)
        self.pace.forget_person(user_id)
        self.readers.forget(user_id)

    def server_of(self, reply: Reply) -> Server:
        """The server that the bot is on where somebody asked. Raises :class:`Refused` anywhere else.

        Whoever has installed the bot for themselves may ask anywhere, on servers too that the bot is not on.
        """
        server = self.servers.get(reply.guild_id)
        if server is None:
            raise Refused("refused-elsewhere")
        return server

    async def see(self, reply: Reply) -> None:
        """Remember the name under which a member was last seen. Failing that harms nothing but the name.

        Of a server that the bot is not on nothing is remembered.
        """
        if self.servers.get(reply.guild_id) is not None and not reply.leaves_no_name:
            person = reply.person
            try:
                await self.store.members.see(reply.guild_id, person.user_id, person.name, self.clock())
            except StoreError as error:
                log.warning("the name of a member was not noted: %s", error)
