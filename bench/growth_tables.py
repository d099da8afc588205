"""Many busy matches at a Discord that takes 50 requests a second: ``python -m bench.growth_tables``, two minutes.

The bot talks by discord.py's own client to a server in the same process that counts, in real time; there is no gateway,
and acts go straight to the bot's game manager. Clicks are answered outside of Discord's limit, so they are left out.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from socket import socket
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import discord
from aiohttp import web

from bench.matches import random_action, write_open_matches
from bench.report import Section, Table
from bot.client import BridgetteClient
from bot.discord.budget import LIMIT
from bot.games import Game, Move
from bot.preferences import Pictures
from bot.settings import Settings
from bot.store import Store
from bot.store import Table as Shown
from bridgette import Seat
from tests.bot.scene import publisher_of_client, table_text
from tests.support.discord_http import GUILD, Limited, listening
from tests.support.seen import texts

MATCHES = 1000
EACH = 10.0
"""Seconds from one act of a match to the next."""

LASTS = 60.0
"""Seconds for which they are played."""

WITHOUT_PANEL = 20
"""One of so many seats has no panel that the bot can edit, so that each of its turns is told by a notice."""

FIRST_CHANNEL = 1000


@dataclass
class Figures:
    """What was measured."""

    saves: list[float] = field(default_factory=list)
    """Seconds that each act took to be saved."""
    refused: int = 0
    most: int = 0
    edits: int = 0
    turn: float = 0.0
    """Seconds for which a request waited for its turn, at the most."""
    notices: list[float] = field(default_factory=list)
    """Seconds from the act's commit to the notice's arrival."""
    behind: float = 0.0
    """Seconds since the oldest act that a table did not show, at the most."""
    wrong: int = 0


class Watched(Limited):
    """Notes when each notice arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived: dict[str, float] = {}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer, and look at what came."""
        done = len(self.requests)
        answer = await super().handle(request)
        for line, body in self.requests[done:]:
            if line.startswith("POST") and str(body.get("nonce", "")).startswith("n"):
                self.arrived.setdefault(body["nonce"], time.perf_counter())
        return answer


class Busy:
    """The bot and its matches."""

    def __init__(self, client: BridgetteClient, server: Watched) -> None:
        self._client, self._server, self._core = client, server, client.app.core
        self._rng, self._figures = Random(2), Figures()
        self._due: dict[str, float] = {}
        self._committed: dict[int, dict[int, float]] = defaultdict(dict)
        self._tasks: set[asyncio.Task[None]] = set()
        self._acting: set[int] = set()

    async def play(self) -> Figures:
        """For as long as it lasts, and until all is shown."""
        self._time_turns()
        found, begun, edits = self._figures, time.perf_counter(), len(self._server.asked("^PATCH"))
        watch = asyncio.ensure_future(self._watch())
        for number in range(int(LASTS * MATCHES / EACH)):
            await asyncio.sleep(begun + number * EACH / MATCHES - time.perf_counter())
            task = asyncio.ensure_future(self._act(number % MATCHES + 1))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await asyncio.gather(*self._tasks)
        found.edits = len(self._server.asked("^PATCH")) - edits
        late = publisher_of_client(self._client).late
        while len(late) or not self._core.tasks.is_idle:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        watch.cancel()
        found.refused, found.most = self._server.refused, self._server.most
        found.notices = [
            self._server.arrived[one] - due for one, due in self._due.items() if one in self._server.arrived
        ]
        found.wrong = sum([not await self._is_right(number) for number in range(1, MATCHES + 1)])
        return found

    def _time_turns(self) -> None:
        budget = self._core.budget
        turn = budget.turn

        async def timed() -> None:
            begun = time.perf_counter()
            await turn()
            self._figures.turn = max(self._figures.turn, time.perf_counter() - begun)

        budget.turn = timed  # type: ignore[method-assign]

    async def _act(self, match_id: int) -> None:
        game = await self._core.games.find(match_id)
        if not game.is_open or match_id in self._acting:
            return
        self._acting.add(match_id)
        begun = time.perf_counter()
        seat, action = random_action(game.match, self._rng)
        try:
            await self._core.games.do(match_id, Move(seat, action), datetime.now(UTC))
        finally:
            self._acting.discard(match_id)
        self._figures.saves.append(time.perf_counter() - begun)
        game, now = await self._core.games.find(match_id), time.perf_counter()
        self._committed[match_id][game.number] = now
        for one in game.match.to_act:
            if not _has_panel(game, one):
                self._due.setdefault(f"n{match_id}.{one}.{game.decisions[one]}", now)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            for game in self._core.games.held:
                self._figures.behind = max(self._figures.behind, self._lag(game))

    def _lag(self, game: Game) -> float:
        """Seconds since the oldest act that the table of a match does not show."""
        acts, table = self._committed[game.id], game.shown.table
        shown = game.number if table is None or not game.is_open else table.act
        oldest = min((at for number, at in acts.items() if number > shown), default=None)
        self._committed[game.id] = {number: at for number, at in acts.items() if number > shown}
        return 0.0 if oldest is None else time.perf_counter() - oldest

    async def _is_right(self, match_id: int) -> bool:
        game = await self._core.games.find(match_id)
        if not game.is_open:
            return game.shown.result_message_id is not None
        assert game.shown.table is not None
        message = self._server.messages[game.shown.table.message_id]
        return table_text(self._core, game) == "\n".join(texts(message["components"]))


def _has_panel(game: Game, seat: Seat) -> bool:
    return (game.id * 2 + seat) % WITHOUT_PANEL != 0


async def _measure(folder: Path) -> Figures:
    """Write the matches with tables that are right, and play."""
    rng, server = Random(1), Watched()
    settings = Settings(database_url=f"sqlite:///{folder}/busy.db", pictures=Pictures.NONE)
    await (await Store.open(settings.database_url)).close()
    channels = range(FIRST_CHANNEL, FIRST_CHANNEL + MATCHES)
    await write_open_matches(settings.database_url, rng, GUILD, channels, (30, 31))
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    base = discord.http.Route.BASE
    client = BridgetteClient(settings, below=rng.randrange)
    async with listening(server, port) as address:
        discord.http.Route.BASE = address
        try:
            await client.login("token")
            guild = {"id": str(GUILD), "name": "Club", "channels": [], "roles": [], "members": [], "threads": []}
            client._connection._add_guild_from_data(guild)  # type: ignore[arg-type]
            client.app.core.panels.is_live = _has_panel  # type: ignore[method-assign]
            await _show_all(client, server)
            return await Busy(client, server).play()
        finally:
            discord.http.Route.BASE = base
            await client.close()


async def _show_all(client: BridgetteClient, server: Watched) -> None:
    """Let each match have been shown already, its notices too, without asking for it."""
    core, numbers = client.app.core, count(10_000)
    for match_id in range(1, MATCHES + 1):
        game = await core.games.find(match_id)
        message_id, deal = next(numbers), len(game.match.deals) - 1
        components: list[dict[str, Any]] = []
        server.messages[message_id] = {"id": message_id, "channel": game.place.channel_id, "components": components}
        game.shown.table = Shown(message_id, deal, core.clock(), game.number)
        game.shown.results |= {number: next(numbers) for number in range(deal)}
        for number in game.shown.results.values():
            server.messages[number] = {"id": number, "channel": game.place.channel_id, "components": components}


def tables(_: int) -> Iterator[Table]:
    """One run of a minute and what is left to show after it."""
    with TemporaryDirectory() as folder:
        found = asyncio.run(_measure(Path(folder)))
    p99 = quantiles(found.notices, n=100)[98]
    rows = [
        ["acts saved a second", f"{len(found.saves) / LASTS:.0f}", ""],
        ["an act saved, median", f"{median(found.saves) * 1000:.0f} ms", ""],
        ["edits of tables and results a second", f"{found.edits / LASTS:.0f}", ""],
        ["refused (429)", f"{found.refused}", "0"],
        ["requests in any one second, at the most", f"{found.most}", f"under {LIMIT}"],
        ["a request that waits for its turn, the longest", f"{found.turn:.2f} s", ""],
        ["a notice after its act, median", f"{median(found.notices):.2f} s", ""],
        ["p99", f"{p99:.2f} s", ""],
        ["the latest", f"{max(found.notices):.2f} s", "under 2 s"],
        ["a table behind its match, at the most", f"{found.behind:.0f} s", "at most 45 s"],
        ["tables that are wrong in the end", f"{found.wrong}", "0"],
    ]
    title = f"{MATCHES:,} busy matches at {LIMIT} requests a second"
    note = (
        f"An act every {EACH:.0f} s in each for {LASTS:.0f} s, in real time; one seat in {WITHOUT_PANEL} is called by "
        f"notices ({len(found.notices)} of them), which are deleted again."
    )
    yield Table(title, ["", "found", "aim"], rows, [note])


SECTIONS: dict[str, Section] = {"growth-tables": tables}


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    for one in tables(1):
        print(one.markdown())
