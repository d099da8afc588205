"""A bot that several processes share, and what the database says of who holds what."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bot.store import Store

from .clicks import Pair, Tally
from .databases import Beside, watching
from .gateway import Gateway, serving
from .processes import Process, Processes, processes, until

FIRST = 900
"""Of the servers, one in each shard; what a shard has is the rest of this number by the shards."""


class Lease(NamedTuple):
    """Who holds a range."""

    token: int
    holder: str | None
    pid: int


class Shared:
    """The processes, Discord, and a server for each shard, with some channels each."""

    def __init__(self, gateway: Gateway, bots: Processes, url: str, database: Beside) -> None:
        self.gateway, self.bots, self.url, self.database = gateway, bots, url, database

    async def plan(self, shards: int, ranges: int) -> None:
        """Make the database, and the plan as a host does."""
        await (await Store.open(self.url)).close()
        setting = self.bots.start("shards", "set", str(shards), str(ranges))
        assert await setting.ends() == 0, setting.said

    def run(self, *, url: str | None = None, **settings: str) -> Process:
        """One more process, maybe by another way to the database, or with other settings."""
        return self.bots.start("run", "--shards", "auto", url=url, **settings)

    async def standby(self) -> Process:
        """One more, which stands by."""
        return await self.stands_by(self.run())

    @staticmethod
    async def stands_by(one: Process) -> Process:
        """Wait until it does."""
        await until(lambda: "standing by" in one.said, what=f"one more stands by; it said:\n{one.said}")
        return one

    async def replace(self, old: Process, new: Process | None = None) -> Process:
        """A new process for an old one, as a rolling deploy does; it serves what the old one did."""
        before = self.leases()
        (of,) = (of for of, lease in before.items() if lease.pid == old.pid)
        new = await self.stands_by(new or self.run())
        old.send(signal.SIGTERM)
        await self.taken_over(of, before[of].token, 30.0)
        assert await old.ends() == 0, old.said
        assert self.holder(of) is new
        return new

    def leases(self) -> dict[int, Lease]:
        """Who holds which range."""
        rows = self.database.rows("SELECT range, token, holder, pid FROM shard_lease")
        return {row["range"]: Lease(row["token"], row["holder"], row["pid"]) for row in rows}

    def holder(self, of: int) -> Process | None:
        """The process that holds a range."""
        lease = self.leases().get(of)
        if lease is None or lease.holder is None:
            return None
        return next((one for one in self.bots.all if one.pid == lease.pid), None)

    def shards(self) -> set[int]:
        """The shards of which Discord has a session."""
        return {session.shard for session in self.gateway.sessions}

    async def serve(self, shards: int, ranges: int, within: float = 60.0) -> None:
        """Wait until each range is held, and each shard has a session."""

        def all_there() -> bool:
            return self.shards() == set(range(shards)) and all(self.holder(of) is not None for of in range(ranges))

        await until(all_there, within, f"all is served; the processes said:\n{self.said()}")

    async def taken_over(self, of: int, since: int, within: float) -> float:
        """Wait until a range has a newer token and a holder; the seconds that took."""

        def is_taken() -> bool:
            lease = self.leases()[of]
            return lease.token > since and lease.holder is not None

        return await until(is_taken, within, f"range {of} is taken over; the processes said:\n{self.said()}")

    def said(self) -> str:
        """All that the processes have written."""
        return "\n".join(f"--- {one.name} ({one.code})\n{one.said}" for one in self.bots.all)

    def pairs(self, count: int = 1, tally: Tally | None = None) -> list[Pair]:
        """So many matches that are not begun yet on each server."""
        return [
            Pair(self.gateway, self.database, guild, channels[number], seed=channels[number], tally=tally)
            for number in range(count)
            for guild, channels in self.gateway.guilds.items()
        ]

    def void(self) -> int:
        """Matches that are over without anybody's wish."""
        ((found,),) = self.database.execute("SELECT count(*) FROM matches WHERE ended_how IS NOT NULL").fetchall()
        return int(found)


@asynccontextmanager
async def sharing(
    folder: Path, url: str, shards: int, *, max_concurrency: int = 16, channels: int = 4
) -> AsyncIterator[Shared]:
    """Discord with a server in each shard; no process yet."""
    guilds = {(FIRST * shards + shard) << 22: _channels(shard, channels) for shard in range(shards)}
    async with serving(Gateway(guilds, shards=shards, max_concurrency=max_concurrency)) as gateway:
        with processes(folder, gateway.address, url) as bots, watching(url) as database:
            yield Shared(gateway, bots, url, database)


def _channels(shard: int, count: int) -> tuple[int, ...]:
    return tuple(range(100 * (shard + 1), 100 * (shard + 1) + count))


async def clicking(pairs: Sequence[Pair], stop: asyncio.Event, pause: float) -> None:
    """All play, each the next decision when the last one was answered and some time has passed, until told to stop."""

    async def play(pair: Pair) -> None:
        while not stop.is_set():
            await pair.ready()
            await pair.act()
            await asyncio.sleep(pause)

    await asyncio.gather(*(play(pair) for pair in pairs))


async def deploy(shared: Shared, pairs: Sequence[Pair], pause: float = 0.5) -> None:
    """A new process for each old one, one after the other, while all play."""
    stop = asyncio.Event()
    playing = asyncio.ensure_future(clicking(pairs, stop, pause))
    try:
        for one in [one for one in shared.bots.all if one.code is None]:
            await shared.replace(one)
        await asyncio.sleep(1.0)
    finally:
        stop.set()
        await playing


async def answered(pair: Pair, within: float) -> float:
    """Ask for a hand until somebody answers; the seconds until the answer."""
    begun = time.monotonic()
    while await pair.hand(0) is None:
        assert time.monotonic() - begun < within, "nobody answers"
        await asyncio.sleep(0.05)
    return time.monotonic() - begun
