"""The bot's own time for a click: from the event's dispatch to the request that answers it, the commit included.

Discord is simulated, so the network and Discord's own time are not in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from simcord.http.client import FakeWebhookAdapter

from bench.matches import begin_match, random_action
from bench.report import Section, Table
from bot.client import BridgetteClient
from bot.games import Game
from bot.ids import ComponentId, Verb
from bot.settings import Settings
from bridgette import Action, Card, Discard
from tests.support.world import World

OPEN = (1, 200)
"""Open matches while the clicks are measured."""

CLICKS = 100
"""Clicks of each kind in a run, at the least."""


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


@contextmanager
def answers(client: TimedClient) -> Iterator[list[float]]:
    """The times of the answers that are given meanwhile, in milliseconds."""
    times: list[float] = []
    request = FakeWebhookAdapter.request

    async def answer(adapter: FakeWebhookAdapter, route: Any, *arguments: Any, **more: Any) -> Any:
        if route.url.endswith("/callback"):
            begun = client.dispatched.pop(route.url.split("/")[-3])
            times.append((time.perf_counter() - begun) * 1000)
        return await request(adapter, route, *arguments, **more)

    FakeWebhookAdapter.request = answer  # type: ignore[method-assign]
    try:
        yield times
    finally:
        FakeWebhookAdapter.request = request  # type: ignore[method-assign]


def clicks(runs: int) -> Iterator[Table]:
    """Clicks for a card, a call and a discard, with one open match and with many."""
    rows = []
    for count in OPEN:
        times: dict[str, list[float]] = {"card": [], "call": [], "discard": []}
        for seed in range(max(1, runs // 3)):
            with TemporaryDirectory() as folder:
                asyncio.run(_play(Path(folder) / "clicks.db", count, seed, times))
        for kind, found in times.items():
            p99 = quantiles(found, n=100)[98]
            rows.append([f"{kind}, {count} open", f"{median(found):.1f}", f"{p99:.1f}", f"{len(found)}"])
    note = (
        "Milliseconds from the event's dispatch to the answer, the durable commit included. Aim: p99 under 25 with 200."
    )
    yield Table("A click", ["", "p50", "p99", "clicks"], rows, [note])


async def _play(database: Path, count: int, seed: int, times: dict[str, list[float]]) -> None:
    """Two members play ``count`` matches in as many channels, an act in each in turn."""
    rng = Random(seed)
    settings = Settings(database_url=f"sqlite:///{database}")
    world = World(lambda: TimedClient(settings, below=rng.randrange), channels=[f"table-{n}" for n in range(count)])
    async with world:
        client, members = world.client, (world["alice"], world["bob"])
        assert isinstance(client, TimedClient)
        app = client.app
        channels = list(world.channels.values())

        async def begin(channel: Any) -> int:
            return await begin_match(app.store, rng, world.guild.id, channel.id, (members[0].id, members[1].id))

        matches = [await begin(channel) for channel in channels]
        panels = [
            [(await member.slash(channel, "bridgette hand")).response for member in members] for channel in channels
        ]
        with answers(client) as answered:
            turn, done = 0, dict.fromkeys(times, 0)
            while min(done.values()) < CLICKS:
                place = turn % count
                turn += 1
                game = await app.games.find(matches[place])
                if not game.is_open:
                    matches[place] = await begin(channels[place])
                    continue
                seat, action = random_action(game.match, rng)
                panel = panels[place][seat]
                assert panel is not None
                await world.forge(members[seat], panel, str(_press(game, seat, action)))
                kind = _kind(action)
                times[kind].append(answered[-1])
                done[kind] += 1


def _kind(action: Action) -> str:
    return "discard" if isinstance(action, Discard) else "card" if isinstance(action, Card) else "call"


def _press(game: Game, seat: int, action: Action) -> ComponentId:
    """The button that offers the action."""
    number = game.decisions[seat]
    if isinstance(action, Discard):
        hand = game.match.deals[-1].hand(seat)
        marked = sum(1 << hand.index(card) for card in action.cards)
        return ComponentId(Verb.DISCARD, game.id, number, f"{marked:x}")
    return ComponentId(Verb.PLAY if isinstance(action, Card) else Verb.CALL, game.id, number, str(action))


SECTIONS: dict[str, Section] = {"clicks": clicks}
