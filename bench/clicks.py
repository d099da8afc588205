"""The bot's own time for a click: from the event's dispatch to the request that answers it, the commit included.

Discord is simulated, so the network and Discord's own time are not in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import discord
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


class Stopwatch:
    """Times interactions, in milliseconds; it stands at both ends of the bot for as long as it is entered."""

    def __init__(self, client: discord.Client) -> None:
        self.last = 0.0
        self._client = client
        self._begun: dict[str, float] = {}

    def __enter__(self) -> Stopwatch:
        dispatch, request = self._client.dispatch, FakeWebhookAdapter.request
        self._request = request

        def begin(event: str, /, *arguments: Any, **more: Any) -> None:
            if event == "interaction":
                self._begun[str(arguments[0].id)] = time.perf_counter()
            dispatch(event, *arguments, **more)

        async def end(adapter: FakeWebhookAdapter, route: Any, *arguments: Any, **more: Any) -> Any:
            if route.url.endswith("/callback"):
                begun = self._begun.pop(route.url.split("/")[-3], None)
                self.last = (time.perf_counter() - begun) * 1000 if begun else self.last
            return await request(adapter, route, *arguments, **more)

        self._client.dispatch = begin  # type: ignore[method-assign]
        FakeWebhookAdapter.request = end  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        FakeWebhookAdapter.request = self._request  # type: ignore[method-assign]


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
    world = World(lambda: BridgetteClient(settings, below=rng.randrange), channels=[f"table-{n}" for n in range(count)])
    async with world:
        client, members = world.client, (world["alice"], world["bob"])
        assert isinstance(client, BridgetteClient)
        app = client.app
        channels = list(world.channels.values())

        async def begin(channel: Any) -> int:
            return await begin_match(app.store, rng, world.guild.id, channel.id, (members[0].id, members[1].id))

        matches = [await begin(channel) for channel in channels]
        panels = [
            [(await member.slash(channel, "bridgette hand")).response for member in members] for channel in channels
        ]
        with Stopwatch(client) as stopwatch:
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
                times[kind].append(stopwatch.last)
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
