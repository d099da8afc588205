"""What pictures cost: processor time and size of each kind, over whole random matches, and the memory of the bot."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bench.matches import random_action
from bench.memory import resident
from bench.report import Section, Table
from bot.preferences import Pictures
from bridgette import Match, MatchView, shuffled_deck, view

MATCHES = 3
"""Random matches whose tables are drawn after each act, and whose results in the end."""

AIM_MS, AIM_KB = 30, 60


def watched(seed: int) -> list[MatchView]:
    """A random match as everybody sees it after each act, up to its end."""
    rng, found = Random(seed), []
    match = Match(("alice", "bob")).begin_deal(shuffled_deck(rng.randrange), rng.randrange(2))
    while match.ended is None:
        match = match.after(*random_action(match, rng))
        found.append(view(match, None))
        if match.needs_deck:
            match = match.begin_deal(shuffled_deck(rng.randrange))
    return found


def pictures(runs: int) -> Iterator[Table]:
    """Processor time (of the drawing thread alone) and bytes of a picture; then the memory with and without."""
    from bot.pictures.results import low_result, tall_result
    from bot.pictures.table import table_picture

    states = [state for seed in range(MATCHES) for state in watched(seed)]
    ends = [(states[-1], index) for index, deal in enumerate(states[-1].deals) if deal.reveal is not None] * runs
    kinds: list[tuple[str, list[Callable[[], bytes]]]] = [
        ("the table", [lambda state=state: table_picture(state).png() for state in states]),  # type: ignore[misc]
        ("a result, low", [lambda end=end: low_result(*end).png() for end in ends]),  # type: ignore[misc]
        ("a result, tall", [lambda end=end: tall_result(*end).png() for end in ends]),  # type: ignore[misc]
    ]
    rows = []
    for name, drawings in kinds:
        drawings[0]()  # the sheets are read
        taken, sizes = zip(*map(_timed, drawings), strict=True)
        rows.append(
            [
                name,
                f"{1000 * median(taken):.1f} ms",
                f"{1000 * sorted(taken)[len(taken) * 99 // 100]:.1f} ms",
                f"{median(sizes) / 1000:.0f} kB",
                f"{max(sizes) / 1000:.0f} kB",
            ]
        )
    aims = ["aim", f"under {AIM_MS} ms", "", "", f"under {AIM_KB} kB"]
    yield Table("Pictures", ["picture", "processor, median", "p99", "size, median", "largest"], [*rows, aims])
    with TemporaryDirectory() as folder:
        _measure(Pictures.NONE, f"{folder}/0.db")  # migrates
        rows = [
            [f"PICTURES={mode.value}", f"{median(_measure(mode, f'{folder}/0.db') for _ in range(runs)):.0f} MB", aim]
            for mode, aim in ((Pictures.NONE, "under 90 MB"), (Pictures.ALL, "under 125 MB"))
        ]
    yield Table("Memory with and without pictures, one of each drawn", ["the bot after start", "resident", "aim"], rows)


def _timed(draw: Callable[[], bytes]) -> tuple[float, int]:
    begun = time.thread_time()
    made = draw()
    return time.thread_time() - begun, len(made)


def _measure(mode: Pictures, database: str) -> float:
    command = [sys.executable, "-m", "bench.pictures", mode.value, database]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


async def _after_start(mode: Pictures, database: str) -> float:
    from bot.client import BridgetteClient
    from bot.settings import Settings

    state = watched(1)[-1]
    async with BridgetteClient(Settings(database_url=f"sqlite:///{database}", pictures=mode)) as client:
        await client.open_store()
        painter = client.app.core.pictures
        await painter.table(None, state)
        await painter.low_result(None, state, 0)
        await painter.tall_result(None, state, 0)
        return resident()


SECTIONS: dict[str, Section] = {"pictures": pictures}

if __name__ == "__main__":
    print(asyncio.run(_after_start(Pictures(sys.argv[1]), sys.argv[2])))
