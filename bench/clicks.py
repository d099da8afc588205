"""The bot's own time for a click: from the event's dispatch to the request that answers it, the commit included.

Discord is simulated, so the network and Discord's own time are not in it. Beside the time stands how often a click goes
to the thread of the database's connection: each time costs some 0.1 ms, and the others wait.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import aiosqlite
from simcord.http.client import FakeWebhookAdapter

from bench.matches import begin_match, random_action
from bench.report import Section, Table
from bot.client import BridgetteClient
from bot.features.table import verbs
from bot.games import Game
from bot.ids import ComponentId
from bot.settings import Settings
from bridgette import Action, Card, Discard
from tests.support.world import World

OPEN = (1, 200)
"""Open matches while the clicks are measured."""

CLICKS = 100
"""Clicks of each kind in a run, at the least."""

KINDS = ("card", "call", "discard")


@dataclass
class Clicks:
    """What was measured of clicks of one kind: milliseconds and hops to the answer, hops with all that followed."""

    times: list[float] = field(default_factory=list)
    hops: list[int] = field(default_factory=list)
    all_hops: list[int] = field(default_factory=list)


class TimedClient(BridgetteClient):
    """Notes when each interaction was dispatched."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.dispatched: dict[str, float] = {}
        super().__init__(*arguments, **more)

    def dispatch(self, event: str, /, *arguments: Any, **more: Any) -> None:
        """Dispatch an event."""
        if event == "interaction":
            self.dispatched[str(arguments[0].id)] = time.perf_counter()
        super().dispatch(event, *arguments, **more)


class Meter:
    """What is counted while it is on: the hops to the database's thread, and each answer's time and hops."""

    def __init__(self) -> None:
        self.hops = 0
        self.times: list[float] = []
        self.hops_of_answers: list[int] = []

    @contextmanager
    def on(self, client: TimedClient) -> Iterator[None]:
        """Count the hops and note the answers that are given meanwhile, in milliseconds."""
        request, execute = FakeWebhookAdapter.request, aiosqlite.Connection._execute

        async def answer(adapter: FakeWebhookAdapter, route: Any, *arguments: Any, **more: Any) -> Any:
            if route.url.endswith("/callback"):
                begun = client.dispatched.pop(route.url.split("/")[-3])
                self.times.append((time.perf_counter() - begun) * 1000)
                self.hops_of_answers.append(self.hops)
            return await request(adapter, route, *arguments, **more)

        async def counted(connection: aiosqlite.Connection, *arguments: Any, **more: Any) -> Any:
            self.hops += 1
            return await execute(connection, *arguments, **more)

        FakeWebhookAdapter.request = answer  # type: ignore[method-assign]
        aiosqlite.Connection._execute = counted  # type: ignore[method-assign]
        try:
            yield
        finally:
            FakeWebhookAdapter.request = request  # type: ignore[method-assign]
            aiosqlite.Connection._execute = execute  # type: ignore[method-assign]


def clicks(runs: int) -> Iterator[Table]:
    """Clicks for a card, a call and a discard, with one open match and with many."""
    times, hops = [], []
    for count in OPEN:
        found: dict[str, Clicks] = defaultdict(Clicks)
        for seed in range(max(1, runs // 3)):
            with TemporaryDirectory() as folder:
                asyncio.run(_play(Path(folder) / "clicks.db", count, seed, found))
        for kind in KINDS:
            one, name = found[kind], f"{kind}, {count} open"
            p99 = quantiles(one.times, n=100)[98]
            times.append([name, f"{median(one.times):.1f}", f"{p99:.1f}", f"{len(one.times)}"])
            figures = (median(one.hops), max(one.hops), median(one.all_hops), max(one.all_hops))
            hops.append([name, *(f"{figure:.0f}" for figure in figures)])
    note = (
        "Milliseconds from the event's dispatch to the answer, the durable commit included. Aim: p99 under 12 with 200."
    )
    yield Table("A click", ["", "p50", "p99", "clicks"], times, [note])
    header = ["", "to the answer", "most", "with what follows", "most with what follows"]
    note = (
        "How often a click goes to the thread of the database's connection; the most is at the end of a deal or match. "
    )
    yield Table("Hops of a click", header, hops, [note + "Aim: at most 10 to the answer."])


async def _play(database: Path, count: int, seed: int, found: dict[str, Clicks]) -> None:
    """Two members play ``count`` matches in as many channels, an act in each in turn."""
    rng = Random(seed)
    settings = Settings(database_url=f"sqlite:///{database}")
    world = World(lambda: TimedClient(settings, below=rng.randrange), channels=[f"table-{n}" for n in range(count)])
    async with world:
        client, members = world.client, (world["alice"], world["bob"])
        assert isinstance(client, TimedClient)
        core = client.app.core
        channels = list(world.channels.values())

        async def begin(channel: Any) -> int:
            return await begin_match(core.store, rng, world.guild.id, channel.id, (members[0].id, members[1].id))

        matches = [await begin(channel) for channel in channels]
        panels = [
            [(await member.slash(channel, "bridgette hand")).response for member in members] for channel in channels
        ]
        meter = Meter()
        with meter.on(client):
            turn, done = 0, dict.fromkeys(KINDS, 0)
            while min(done.values()) < CLICKS:
                place = turn % count
                turn += 1
                game = await core.games.find(matches[place])
                if not game.is_open:
                    matches[place] = await begin(channels[place])
                    continue
                seat, action = random_action(game.match, rng)
                panel = panels[place][seat]
                assert panel is not None
                before = meter.hops
                await world.forge(members[seat], panel, str(_press(game, seat, action)))
                one = found[_kind(action)]
                one.times.append(meter.times[-1])
                one.hops.append(meter.hops_of_answers[-1] - before)
                one.all_hops.append(meter.hops - before)
                done[_kind(action)] += 1


def _kind(action: Action) -> str:
    return "discard" if isinstance(action, Discard) else "card" if isinstance(action, Card) else "call"


def _press(game: Game, seat: int, action: Action) -> ComponentId:
    """The button that offers the action."""
    number = game.decisions[seat]
    if isinstance(action, Discard):
        hand = game.match.deals[-1].hand(seat)
        marked = sum(1 << hand.index(card) for card in action.cards)
        return ComponentId(verbs.DISCARD, game.id, number, f"{marked:x}")
    return ComponentId(verbs.PLAY if isinstance(action, Card) else verbs.CALL, game.id, number, str(action))


SECTIONS: dict[str, Section] = {"clicks": clicks}
