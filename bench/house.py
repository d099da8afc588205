"""The house at the table: how soon a click is answered with its reply, and what its thinking costs everybody else."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from bench.clicks import KINDS, Meter, TimedClient, _kind, _press
from bench.matches import begin_match, random_action, write_open_matches
from bench.memory import resident
from bench.report import Section, Table
from bot.games import Agreement
from bot.games.thinker import Thinker
from bot.settings import Settings
from bot.store import Person, Place, Player, Store, schema
from bot.values import HOUSE
from bridgette import Match, MatchView, Phase, shuffled_deck, view
from bridgette.computer.players import Form, Strength, computer_player, own_form, source
from tests.support.world import World

TABLES, CLICKS = 8, 20
"""Matches against the expert that are played in turn, and clicks of each kind at the least."""

EXPERTS = 8
"""Who think at once while the event loop, and the clicks of others, are looked at."""

AIMS = {"card": 150, "call": 250, "discard": 300}
BEAT = 0.001
MATCHES = 1000


# ---------------------------------------------------------------------------- a click with its reply


def replies(runs: int) -> Iterator[Table]:
    """A click against the expert: from the event's dispatch to the answer that holds the reply, commits included."""
    found: dict[str, list[float]] = defaultdict(list)
    for seed in range(max(1, runs // 3)):
        with TemporaryDirectory() as folder:
            asyncio.run(_play(Path(folder) / "house.db", seed, found))
    rows = [
        [
            kind,
            f"{median(found[kind]):.0f}",
            f"{quantiles(found[kind], n=20)[18]:.0f}",
            f"{AIMS[kind]}",
            f"{max(found[kind]):.0f}",
            str(len(found[kind])),
        ]
        for kind in KINDS
    ]
    note = f"Milliseconds, form {own_form().value}, a person who acts at random against the expert."
    yield Table("A click answered with the house's reply", ["", "p50", "p95", "aim", "most", "clicks"], rows, [note])


async def _play(database: Path, seed: int, found: dict[str, list[float]]) -> None:
    rng = Random(seed)
    settings = Settings(database_url=f"sqlite:///{database}")
    world = World(lambda: TimedClient(settings, below=rng.randrange), channels=[f"table-{n}" for n in range(TABLES)])
    async with world:
        client, member = world.client, world["alice"]
        assert isinstance(client, TimedClient)
        core = client.app.core

        async def begin(channel: Any) -> int:
            players = Player.of(Person(member.id, "alice")), Player.house("expert")
            with world.env._bot_scope():
                game = await core.games.begin(Agreement(players, Place(world.guild.id, channel.id)), core.clock())
            await world.settle()
            return game.id

        channels = list(world.channels.values())
        matches = [await begin(channel) for channel in channels]
        panels = [(await member.slash(channel, "bridgette hand")).response for channel in channels]
        meter, turn, done = Meter(), 0, dict.fromkeys(KINDS, 0)
        with meter.on(client):
            while min(done.values()) < CLICKS:
                place = turn % TABLES
                turn += 1
                game = await core.games.find(matches[place])
                if not game.is_open:
                    matches[place] = await begin(channels[place])
                    continue
                seat, action = random_action(game.match, rng)
                panel = panels[place]
                assert seat == 0, "the house has not acted"
                assert panel is not None
                await world.forge(member, panel, str(_press(game, seat, action)))
                found[_kind(action)].append(meter.times[-1])
                done[_kind(action)] += 1


# ---------------------------------------------------------------------------- what it costs the others


def thinking(runs: int) -> Iterator[Table]:
    """The event loop's longest pause while eight experts think, and clicks between two people meanwhile."""
    rows = []
    for form in Form:
        if form is Form.C and own_form() is not Form.C:
            continue
        waits, works = [], []
        for seed in range(runs):
            wall, processor = asyncio.run(_beats(form, seed))
            waits.append(wall)
            works.append(processor)
        aim = "20" if form is Form.C else "50"
        rows.append([form.value, f"{median(works):.0f}", f"{max(works):.0f}", aim, f"{median(waits):.0f}"])
    header = ["form", "processor, median of runs", "most", "aim", "by the clock"]
    note = f"Milliseconds between two beats of the loop at most, {EXPERTS} experts thinking; of this process alone."
    yield Table("The event loop while experts think", header, rows, [note])
    without, meanwhile, ratios = [], [], []
    for _ in range(runs):
        with TemporaryDirectory() as folder:
            both = asyncio.run(_people(Path(folder) / "people.db"))
        alone, beside = ((median(times), quantiles(times, n=100)[98]) for times in both)
        without.append(alone)
        meanwhile.append(beside)
        ratios.append(beside[1] / alone[1])
    middles = [f"{median(column):.1f}" for pairs in (without, meanwhile) for column in zip(*pairs, strict=True)]
    ratio = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    header = ["", "p50 without", "p99", "p50 meanwhile", "p99", "ratio of p99", "aim"]
    title = f"A click between two people, {EXPERTS} experts thinking beside"
    yield Table(title, header, [["ms", *middles, ratio, "1.5"]], ["Medians of runs of 200 clicks each."])


def _views(seed: int) -> list[MatchView]:
    """What the seats to act see, deal after deal, in calls and cards between two novices."""
    rng, found = Random(seed), []
    match = Match(("a", "b")).begin_deal(shuffled_deck(rng.randrange), 0)
    player = computer_player(Strength.NOVICE)
    while len(found) < 40:
        seat = min(match.to_act)
        seen = view(match, seat)
        if seen.deal.phase is not Phase.PLAY or len(seen.deal.tricks) < 6:
            found.append(seen)
        match = match.after(seat, player.choose(seen, source(len(found))).action)
        if match.needs_deck:
            match = match.begin_deal(shuffled_deck(rng.randrange))
    return found


@asynccontextmanager
async def _experts(form: Form, seed: int) -> AsyncIterator[None]:
    """While experts think, each again as soon as it has decided."""
    thinker, views = Thinker(form), _views(seed)

    async def think(expert: int) -> None:
        for turn in range(sys.maxsize):
            one = views[(7 * expert + turn) % len(views)]
            await thinker.decide(one, "expert", source(turn), match_id=expert)

    await thinker.decide(views[0], "expert", source(0))  # what is loaded at first is loaded
    tasks = [asyncio.create_task(think(expert)) for expert in range(EXPERTS)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        thinker.stop()


async def _beats(form: Form, seed: int) -> tuple[float, float]:
    """The longest pause of the loop within three seconds: milliseconds by the clock, and of processor."""
    wall = processor = 0.0
    async with _experts(form, seed):
        end = time.perf_counter() + 3
        while time.perf_counter() < end:
            began, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(BEAT)
            wall = max(wall, time.perf_counter() - began - BEAT)
            processor = max(processor, time.process_time() - worked)
    return 1000 * wall, 1000 * processor


async def _people(database: Path) -> tuple[list[float], list[float]]:
    """Clicks of two people, without and with experts that think beside: milliseconds."""
    rng = Random(1)
    settings = Settings(database_url=f"sqlite:///{database}")
    world = World(lambda: TimedClient(settings, below=rng.randrange))
    found: list[list[float]] = []
    async with world:
        client, members = world.client, (world["alice"], world["bob"])
        assert isinstance(client, TimedClient)
        core, ids = client.app.core, (members[0].id, members[1].id)
        match_id = await begin_match(core.store, rng, world.guild.id, world.channel.id, ids)
        panels = [(await member.slash(world.channel, "bridgette hand")).response for member in members]
        meter = Meter()

        async def clicks() -> list[float]:
            nonlocal match_id
            before = len(meter.times)
            while len(meter.times) - before < 10 * CLICKS:
                game = await core.games.find(match_id)
                if not game.is_open:
                    match_id = await begin_match(core.store, rng, world.guild.id, world.channel.id, ids)
                    continue
                seat, action = random_action(game.match, rng)
                panel = panels[seat]
                assert panel is not None
                await world.forge(members[seat], panel, str(_press(game, seat, action)))
            return meter.times[before:]

        with meter.on(client):
            await clicks()
            found.append(await clicks())
            async with _experts(own_form(), 1):
                found.append(await clicks())
    return found[0], found[1]


# ---------------------------------------------------------------------------- what a match takes


def solo_memory(runs: int) -> Iterator[Table]:
    """By how much the process grows for each match alone that it holds."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/solo.db"
        asyncio.run(_write(url))
        command = [sys.executable, "-m", "bench.house", url]
        found = [float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(runs)]
    rows = [[f"each of {MATCHES} of all lengths", f"{median(found):.1f} kB", "20 kB"]]
    yield Table("Memory of one more match alone", ["resident", "", "aim"], rows)


async def _write(url: str) -> None:
    store = await Store.open(url)
    await write_open_matches(url, Random(1), 1, range(1, MATCHES + 1), (1, 2))
    async with store._database.write() as connection:
        house = {"kind": "house", "user_id": None, "name": HOUSE, "strength": "expert", "version": "1", "form": "c"}
        await connection.execute(sa.update(schema.seats).where(schema.seats.c.seat == 1).values(house))
        await connection.execute(sa.update(schema.matches).values(guild_id=None, channel_id=None))
    await store.close()


async def _growth(url: str) -> float:
    from bot.games import GameManager

    store = await Store.open(url)
    games = GameManager(store, Random(1).randrange)
    before = resident()
    for match in range(1, MATCHES + 1):
        await games.find(match)
    grown = 1024 * (resident() - before) / MATCHES
    await store.close()
    return grown


SECTIONS: dict[str, Section] = {"replies": replies, "thinking": thinking, "solo-memory": solo_memory}

if __name__ == "__main__":
    print(asyncio.run(_growth(sys.argv[1])))
