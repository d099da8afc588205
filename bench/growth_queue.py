"""Processes that think beside the bot: what it costs to ask them, how soon a dead one's job is done, their memory."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.report import Section, Table
from bot.games import GameManager
from bot.games.deciding import decided, seat_of_house
from bot.games.elsewhere import kind_of_thinker
from bot.games.thinker import Thinker
from bot.store import Store
from bot.store.queue import Job, Work
from bridgette.computer.players import own_form
from tests.support.postgres import binaries, server
from tests.support.thinkers import Process, a_thinker, begin, jobs

JOBS = 40
"""Decisions that are asked for, one after the other."""

KIND = kind_of_thinker(own_form())
LOOK = 0.01


class Asking:
    """Matches in which the house is to act, and how long that takes elsewhere."""

    def __init__(self, store: Store, url: str) -> None:
        self._store, self._url = store, url
        rng = Random(1)
        self._games = GameManager(store, secret=lambda: rng.randbytes(32))
        self._channel = 0
        self._acts: asyncio.Queue[int] = asyncio.Queue()
        store.lease.is_shared = True
        store.news.listen(self)

    def heard(self, match_id: int, guild_id: int | None) -> None:
        self._acts.put_nowait(match_id)

    def chosen(self, user_id: int) -> None:
        pass

    def forgotten(self, user_id: int) -> None:
        pass

    def missed(self) -> None:
        pass

    async def job(self, strength: str) -> Job:
        """The house's first decision of a new match."""
        self._channel += 1
        match_id = await begin(self._store, self._games, strength, channel=self._channel)
        game = await self._games.find(match_id)
        seat = seat_of_house(game) or 0
        return Job(Work.DECISION, match_id, game.decisions[seat], seat)

    async def saved(self, job: Job) -> float:
        """Seconds from asking until the bot hears that the act is saved."""
        begun = time.perf_counter()
        await self._store.queue.ask(job, KIND)
        await self.until_saved(job)
        return time.perf_counter() - begun

    async def until_saved(self, job: Job) -> None:
        while await self._acts.get() != job.match_id:
            pass

    async def until_taken(self) -> None:
        while [one["status"] for one in jobs(self._url)] != ["doing"]:  # noqa: ASYNC110
            await asyncio.sleep(LOOK)

    async def thought(self, job: Job, thinker: Thinker) -> float:
        """Seconds that the same decision takes here, loading nothing."""
        game = await self._games.find(job.match_id)
        begun = time.perf_counter()
        await decided(self._games, thinker, game, job.seat, game.players[job.seat].strength or "")
        return time.perf_counter() - begun


async def _measured(url: str, folder: Path) -> list[list[str]]:
    store, thinker = await Store.open(url), Thinker(at_once=1)
    await store.lease.take(datetime.now(UTC))
    asking, rows = Asking(store, url), []
    await thinker.warm_up()
    await asyncio.sleep(1.0)  # for the ears
    with a_thinker(url, folder, "--threads", "1") as process:
        await asking.saved(await asking.job("expert"))
        for strength in ("novice", "expert"):
            over = []
            for _ in range(JOBS):
                job = await asking.job(strength)
                thinking = await asking.thought(job, thinker)
                over.append((await asking.saved(job) - thinking) * 1000)
            over.sort()
            p50, p95 = (over[int(len(over) * part)] for part in (0.5, 0.95))
            rows.append(
                [f"{strength}: asked to saved, less the thinking", f"p50 {p50:.0f} ms, p95 {p95:.0f} ms", "p50 50 ms"]
            )
        rows.append(["memory of a thinker with one child", f"{_memory(process):.0f} MB", ""])
        job = await asking.job("expert")
        process.hold()
        await store.queue.ask(job, KIND)
        await asking.until_taken()
        with a_thinker(url, folder, "--threads", "1"):
            process.tell(signal.SIGKILL)
            killed = time.perf_counter()
            await asking.until_saved(job)
            rows.append(["killed in its job: done by another after", f"{time.perf_counter() - killed:.1f} s", "15 s"])
    thinker.stop()
    await store.close()
    return rows


def _memory(process: Process) -> float:
    """Megabytes that are resident of the process and its children; what they share counts in each."""
    pages = sum(
        int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) for pid in (process.pid, *process.children)
    )
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def queue(runs: int) -> Iterator[Table]:
    """Decisions asked of a process that thinks."""
    if binaries() is None:
        return
    with server(sure=True) as one, TemporaryDirectory() as folder:
        rows = asyncio.run(_measured(one.database(), Path(folder)))
    note = f"{JOBS} decisions of each strength, one after the other; one thinker, and the server on the same machine."
    yield Table("Processes that think", ["", "measured", "aim"], rows, [note])


SECTIONS: dict[str, Section] = {"growth-queue": queue}
