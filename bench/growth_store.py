"""How much one process carries: acts a second with either database, and a start with very many open matches."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.matches import random_action, write_open_matches
from bench.memory import resident
from bench.report import Section, Table
from bot.client import BridgetteClient
from bot.games import Agreement, Game, GameManager, Move
from bot.settings import Settings
from bot.store import Person, Place, Player, Store, StoreError
from tests.support.postgres import Server, binaries, server
from tests.support.world import World

RATES = (50, 100, 150, 200, 300, 400, 600, 800, 1000)
"""Acts that are asked for in a second."""

SECONDS = 4.0
PLAYED = 200
"""Matches that are being played at once."""

LATE = 0.1
"""Seconds within which 99 of 100 acts are to be saved, from the moment each is due."""

OPEN_MATCHES = 10_000


class Load:
    """Acts that are due at fixed moments, whether those before are saved or not."""

    def __init__(self, store: Store, seed: int) -> None:
        self._store = store
        self._rng = Random(seed)
        self._games = GameManager(store, self._rng.randrange)
        self._channels = count(seed * 1_000_000)
        self._free: list[Game] = []

    async def prepare(self) -> None:
        """Begin the matches."""
        self._free = [await self._new() for _ in range(PLAYED)]

    async def run(self, rate: int) -> tuple[float, list[float]]:
        """Ask for so many acts a second; how many were saved in one, and how late each was, in seconds."""
        loop = asyncio.get_running_loop()
        latencies: list[float] = []
        tasks: set[asyncio.Task[None]] = set()
        begun = loop.time()
        for number in range(int(rate * SECONDS)):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not self._free:
                continue  # shed: every match has an act on its way
            task = asyncio.create_task(self._act(self._free.pop(self._rng.randrange(len(self._free))), due, latencies))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
        return len(latencies) / (loop.time() - begun), sorted(latencies)

    async def _act(self, game: Game, due: float, latencies: list[float]) -> None:
        if not game.is_open:
            game = await self._new()
        seat, action = random_action(game.match, self._rng)
        doing = Move(seat, action)
        try:
            game = (await self._games.do(game.id, doing, datetime.now(UTC), decision=game.decisions[seat])).after
            latencies.append(asyncio.get_running_loop().time() - due)
        except StoreError:
            pass
        self._free.append(game)

    async def _new(self) -> Game:
        channel = next(self._channels)
        players = Player.of(Person(2 * channel + 1, "alice")), Player.of(Person(2 * channel + 2, "bob"))
        return await self._games.begin(Agreement(players, Place(channel % 50 + 1, channel)), datetime.now(UTC))


async def _carried(url: str, rate: int, seed: int) -> tuple[float, list[float]]:
    store = await Store.open(url)
    load = Load(store, seed)
    await load.prepare()
    found = await load.run(rate)
    await store.close()
    return found


def acts(runs: int) -> Iterator[Table]:
    """Acts through the manager and the store, side by side."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        urls = {"SQLite": f"sqlite:///{folder}/a.db"}
        if binaries() is not None:
            urls["PostgreSQL"] = _database(stack.enter_context(server(sure=True)))
        rows, most = [], dict.fromkeys(urls, 0.0)
        for seed, rate in enumerate(RATES, 1):
            cells = [f"{rate}"]
            for name, url in urls.items():
                done, latencies = asyncio.run(_carried(url, rate, seed))
                middle, late = (latencies[int(len(latencies) * part)] * 1000 for part in (0.5, 0.99))
                cells.append(f"{done:.0f} done, p50 {middle:.0f} ms, p99 {late:.0f} ms")
                if late <= LATE * 1000 and done > 0.95 * rate:
                    most[name] = done
            rows.append(cells)
    rows.append([f"most with p99 under {LATE * 1000:.0f} ms", *(f"{found:.0f}" for found in most.values())])
    aims = {"SQLite": "150", "PostgreSQL": "800"}
    rows.append(["aim", *(aims[name] for name in urls)])
    note = (
        f"{PLAYED} matches are being played. The server is on the same machine and waits for the disk, as SQLite does."
    )
    yield Table("Acts a second through one process", ["asked for in a second", *urls], rows, [note])


def _database(one: Server) -> str:
    return one.database()


def many_open(runs: int) -> Iterator[Table]:
    """A start with very many open matches of which nothing has changed."""
    with TemporaryDirectory() as folder:
        none = asyncio.run(_start(Path(folder) / "none.db", 0))
        many = asyncio.run(_start(Path(folder) / "many.db", OPEN_MATCHES))
    rows = [
        ["processor time until all is up to date", f"{none[0]:.2f} s", f"{many[0]:.2f} s", "3 s more"],
        ["memory afterwards", f"{none[1]:.0f} MB", f"{many[1]:.0f} MB", "100 MB more"],
        ["requests sent", f"{none[2]}", f"{many[2]}", "0 more"],
    ]
    yield Table("A start, nothing having changed", ["", "no open match", f"{OPEN_MATCHES:,} open", "aim"], rows)


def _note_as_told(database: Path) -> None:
    """As it is after a match was shown: each table shows its last act, and nothing else is due."""
    last = "(SELECT coalesce(max(number), 0) FROM acts WHERE match_id = matches.id)"
    deal = "(SELECT max(deal) FROM deals WHERE match_id = matches.id)"
    moment = "started_at"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            f"UPDATE matches SET table_message_id = id, table_deal = {deal}, table_posted_at = {moment}, "
            f"table_act = {last}, settled = {last}"
        )


async def _start(database: Path, matches: int) -> tuple[float, float, int]:
    """Processor seconds, memory and requests of a second start, all tables being as they should."""
    settings = Settings(database_url=f"sqlite:///{database}")
    world = World(lambda: BridgetteClient(settings), channels=[f"table-{number}" for number in range(max(1, matches))])
    await (await Store.open(settings.database_url)).close()
    if matches:
        channels = [channel.id for channel in world.channels.values()]
        users = (world["alice"].id, world["bob"].id)
        await write_open_matches(settings.database_url, Random(1), world.guild.id, channels, users)
        await asyncio.to_thread(_note_as_told, database)
    async with world:
        await world.settle()
        await world.client.close()
        before = len(world.env.http_requests)
        used, memory = time.process_time(), resident()
        await world.restart()
        await world.settle()
        return time.process_time() - used, resident() - memory, len(world.env.http_requests) - before


SECTIONS: dict[str, Section] = {"growth-acts": acts, "growth-open": many_open}
