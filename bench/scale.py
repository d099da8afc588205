"""What a large and busy host has: many open matches at start, many players on the leaderboard."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from bench.matches import write_open_matches, write_rows
from bench.report import Section, Table
from bot.client import ROUND, BridgetteClient
from bot.clock import Clock
from bot.features.leaderboard.screens import PAGE
from bot.games.acts import write_cards
from bot.preferences import USUAL_CLOCK
from bot.running import BEAT
from bot.settings import Settings
from bot.store import Store, schema
from bot.store.clocks import row_of
from bridgette import shuffled_deck
from tests.support.world import World

OPEN_MATCHES = 1000
OPEN_CLOCKS = 10_000
PLAYERS, MATCHES = 5_000, 100_000


def start(runs: int) -> Iterator[Table]:
    """Ready again, with many open matches and with none, in pairs."""
    without, with_many = [], []
    with TemporaryDirectory() as folder:
        database = Path(folder) / "many.db"
        asyncio.run(_ready(Path(folder) / "none.db", prepare=0))
        asyncio.run(_ready(database, prepare=OPEN_MATCHES))
        for _ in range(max(3, runs // 2)):
            without.append(asyncio.run(_ready(Path(folder) / "none.db")))
            with_many.append(asyncio.run(_ready(database)))
    more = median(many - none for many, none in zip(with_many, without, strict=True))
    rows = [
        ["no open match", f"{median(without):.2f} s", ""],
        [f"{OPEN_MATCHES} open matches", f"{median(with_many):.2f} s", ""],
        ["more", f"{more:.2f} s", "under 1 s"],
    ]
    note = "From the client's start to READY, when it answers; the channels are then brought up to date one by one."
    yield Table("Ready again", ["", "time", "aim"], rows, [note])


class _Timed(BridgetteClient):
    """Notes the moment of READY and leaves it at that: the background work that follows is another matter."""

    ready_at = 0.0

    async def on_ready(self) -> None:
        self.ready_at = time.perf_counter()


async def _ready(database: Path, prepare: int | None = None) -> float:
    """Seconds from start to READY; ``prepare``: begin so many matches, in channels of their own, and play some way."""
    count = OPEN_MATCHES if "many" in database.name else 1
    settings = Settings(database_url=f"sqlite:///{database}")
    world = World(lambda: _Timed(settings), channels=[f"table-{number}" for number in range(count)])
    if prepare:
        await (await Store.open(settings.database_url)).close()
        channels = [channel.id for channel in world.channels.values()]
        users = (world["alice"].id, world["bob"].id)
        await write_open_matches(settings.database_url, Random(1), world.guild.id, channels, users)
    begun = time.perf_counter()
    async with world:
        assert isinstance(world.client, _Timed)
        return world.client.ready_at - begun


def leaderboard(runs: int) -> Iterator[Table]:
    """A page of a large server's leaderboard."""
    with TemporaryDirectory() as folder:
        times = asyncio.run(_pages(f"sqlite:///{folder}/board.db", runs))
    rows = [[name, f"{median(found):.1f} ms", "under 50 ms"] for name, found in times.items()]
    title = f"The leaderboard of a server with {PLAYERS:,} players and {MATCHES:,} matches"
    yield Table(title, ["page", "time", "aim"], rows)


async def _pages(url: str, runs: int) -> dict[str, list[float]]:
    store = await Store.open(url)
    await _fill(url)
    await store.standings.rebuild()
    times: dict[str, list[float]] = {"first": [], "in the middle": [], "last": []}
    for _ in range(10 * runs):
        for name, offset in (("first", 0), ("in the middle", PLAYERS // 2), ("last", PLAYERS - PAGE)):
            begun = time.perf_counter()
            page = await store.standings.page(1, offset, PAGE)
            times[name].append((time.perf_counter() - begun) * 1000)
            assert page.rows
    await store.close()
    return times


async def _fill(url: str) -> None:
    """Write the results of random matches, past the store's own ways, which take a match at a time."""
    rng, moment = Random(1), datetime.now(UTC)
    matches: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for number in range(1, MATCHES + 1):
        winner, points = rng.randrange(2), (rng.randrange(0, 5000, 50), rng.randrange(0, 5000, 50))
        end = {"winner": winner, "ended_at": moment}
        place = {"guild_id": 1, "channel_id": number}
        agreed = {"length": 6, "decks": "chance", "started_at": moment}
        matches.append({"id": number, **place, **agreed, **end, "ended_how": "played", "result_message_id": 1})
        seats += [
            {"match_id": number, "seat": seat, "kind": "person", "user_id": user, "name": f"player {user}"}
            for seat, user in enumerate(rng.sample(range(1, PLAYERS + 1), 2))
        ]
        counted = {"points0": points[0], "points1": points[1], "deals": 6}
        results.append({"match_id": number, "guild_id": 1, "how": "played", **counted, **end})
    members = [
        {"guild_id": 1, "user_id": user, "name": f"player {user}", "seen_at": moment} for user in range(1, PLAYERS + 1)
    ]
    rows = {schema.matches: matches, schema.seats: seats, schema.results: results, schema.members: members}
    await write_rows(url, rows)


def idle(runs: int) -> Iterator[Table]:
    """What the bot does while nobody plays, with many matches in memory whose clocks run."""
    with TemporaryDirectory() as folder:
        rounds, beats = asyncio.run(_rounds(Path(folder) / "idle.db", max(20, 5 * runs)))
    share = median(rounds) / (ROUND * 1000) + median(beats) / (BEAT * 1000)
    rows = [
        [f"all rounds, every {ROUND:.0f} s", f"{median(rounds):.1f} ms", ""],
        [f"a beat, every {BEAT:.0f} s", f"{median(beats):.2f} ms", ""],
        ["of one core", f"{share:.2%}", "under 1 %"],
    ]
    note = "Time of the processor, the database's threads included; no clock is due meanwhile."
    yield Table(f"Idle, with {OPEN_CLOCKS:,} open matches", ["", "time", "aim"], rows, [note])


async def _rounds(database: Path, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds of the processor for each round of everything, and for each beat."""
    settings = Settings(database_url=f"sqlite:///{database}")
    await (await Store.open(settings.database_url)).close()
    await _fill_clocks(settings.database_url)
    rounds, beats = [], []
    async with World(lambda: BridgetteClient(settings)) as world:
        client: Any = world.client
        with world.env._bot_scope():
            for match_id in range(1, OPEN_CLOCKS + 1):
                await client.app.core.games.find(match_id)
            for _ in range(count):
                begun = time.process_time()
                await client._catch_up.go_round()
                for feature in client.app.features:
                    await feature.go_round()
                rounds.append((time.process_time() - begun) * 1000)
                begun = time.process_time()
                await client._beat()
                beats.append((time.process_time() - begun) * 1000)
    return rounds, beats


async def _fill_clocks(url: str) -> None:
    """Open matches with a clock and both notices, in private places, so that nothing is asked of Discord."""
    rng, moment = Random(1), datetime.now(UTC)
    rows: dict[sa.Table, list[dict[str, Any]]] = {
        table: [] for table in (schema.matches, schema.seats, schema.deals, schema.clocks, schema.notices)
    }
    for number in range(1, OPEN_CLOCKS + 1):
        match = {"id": number, "length": 6, "decks": "chance", "started_at": moment, "settled": 0}
        rows[schema.matches].append(match)
        rows[schema.seats] += [
            {"match_id": number, "seat": seat, "kind": "person", "user_id": 2 * number + seat, "name": "somebody"}
            for seat in (0, 1)
        ]
        deck = write_cards(shuffled_deck(rng.randrange))
        rows[schema.deals].append({"match_id": number, "deal": 0, "dealer": 0, "deck": deck})
        clock = row_of(Clock.start(USUAL_CLOCK, rng.randrange(10_000_000)))
        rows[schema.clocks].append({"match_id": number, **clock})
        rows[schema.notices] += [
            {"match_id": number, "seat": seat, "decision": 0, "message_id": number, "posted_at": moment}
            for seat in (0, 1)
        ]
    await write_rows(url, rows)


SECTIONS: dict[str, Section] = {"start": start, "leaderboard": leaderboard, "idle": idle}
