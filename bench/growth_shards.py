"""What is lost, and for how long, where several processes share the bot: killed, hung, cut off, replaced one by one."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.report import Section, Table
from tests.support.clicks import Pair, Tally
from tests.support.postgres import Server, binaries, server
from tests.support.processes import Process
from tests.support.proxy import Proxy
from tests.support.shared import Shared, answered, deploy, sharing

SHARDS = 3
"""As many ranges, and so processes that serve."""

RUNS, RUNS_OF_HUNG = 5, 2
"""How often each is done at the most; how long one that hangs is waited for hardly differs."""

LONG = 60.0
KILLED, STOPPED, CUT_OFF = "killed", "stopped (SIGSTOP)", "cut off from the database"
AIMS = {KILLED: "3 s", STOPPED: "20 s", CUT_OFF: "20 s"}


@dataclass
class Found:
    """What was measured, in seconds and megabytes."""

    taken: dict[str, list[float]] = field(default_factory=dict)
    answered: dict[str, list[float]] = field(default_factory=dict)
    memory: list[float] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)


async def _lost(shared: Shared, pair: Pair, found: Found, what: str, proxy: Proxy) -> None:
    """The process that holds the first range is lost, while another one stands by."""
    await shared.standby()
    holder, token = shared.holder(0), shared.leases()[0].token
    assert isinstance(holder, Process)
    if what == KILLED:
        holder.kill()
    elif what == STOPPED:
        holder.send(signal.SIGSTOP)
    else:
        proxy.swallow()
    taken = await shared.taken_over(0, token, LONG)
    found.taken.setdefault(what, []).append(taken)
    found.answered.setdefault(what, []).append(taken + await answered(pair, LONG))
    holder.kill()


async def _through(shared: Shared, proxy: Proxy, target: int) -> None:
    """Let a process that reaches the database through a proxy serve the first range."""
    proxy.open()
    holder = shared.holder(0)
    assert isinstance(holder, Process)
    new = shared.run(url=shared.url.replace(f":{target}/", f":{proxy.port}/"))
    await shared.replace(holder, new)


async def _measure(folder: Path, one: Server, runs: int) -> Found:
    found = Found()
    async with sharing(folder, one.database(), SHARDS) as shared:
        await shared.plan(SHARDS, SHARDS)
        for _ in range(SHARDS):
            shared.run()
        await shared.serve(SHARDS, SHARDS)
        pairs = shared.pairs(2, found.tally)
        for pair in pairs:
            await pair.begin()
        found.memory = [process.memory() for process in shared.bots.all if process.code is None]
        await deploy(shared, pairs)
        alone = shared.pairs(3)[-SHARDS]
        await alone.begin()
        for what, most in ((KILLED, RUNS), (STOPPED, RUNS_OF_HUNG), (CUT_OFF, RUNS_OF_HUNG)):
            for _ in range(min(runs, most)):
                proxy = Proxy(one.port)
                if what == CUT_OFF:
                    await _through(shared, proxy, one.port)
                await _lost(shared, alone, found, what, proxy)
                proxy.cut()
    return found


def shards(runs: int) -> Iterator[Table]:
    """Processes that are lost, and a rolling deploy; nothing where there is no PostgreSQL."""
    if binaries() is None:
        return
    with TemporaryDirectory() as folder, server(sure=True) as one:
        found = asyncio.run(_measure(Path(folder), one, runs))
    rows = [
        [f"{what}, {len(times)} times"]
        + [f"{median(each):.1f} s, {max(each):.1f} s" for each in (times, found.answered[what])]
        + [AIMS[what]]
        for what, times in found.taken.items()
    ]
    note = "Discord is a program of the tests on the same machine, without the seconds that it has identifies wait."
    header = ["the process was", "taken over: median, longest", "a click is answered", "aim, taken over"]
    yield Table("A shard process that is lost while another one stands by", header, rows, [note])
    tally = found.tally
    middle, longest = median(tally.took) * 1000, max(tally.took) * 1000
    rows = [
        ["clicks", f"{tally.clicks}", ""],
        ["acts", f"{tally.acts}", ""],
        ["acts lost, acts done twice", f"{tally.lost}, {tally.twice}", "0, 0"],
        ["clicks not answered, answered twice", f"{tally.failed}, {tally.repeated}", "0, 0"],
        ["from the click to its answer, median", f"{middle:.0f} ms", ""],
        ["the longest", f"{longest:.0f} ms", "under 3,000 ms"],
        ["memory of a shard process, its own", f"{median(found.memory):.0f} MB", ""],
    ]
    title = f"A rolling deploy of {SHARDS} processes while {2 * SHARDS} matches are played"
    yield Table(title, ["", "found", "aim"], rows)


SECTIONS: dict[str, Section] = {"growth-shards": shards}
