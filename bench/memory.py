"""Resident memory of the bot, measured in processes of their own, without the simulated Discord."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench.report import Section, Table

MATCHES = 1000


def memory(runs: int) -> Iterator[Table]:
    """After start, and for each further open match."""
    with TemporaryDirectory() as folder:
        first = [_measure("at_start", f"{folder}/{run}.db") for run in range(runs)]
        later = [_measure("at_start", f"{folder}/{run}.db") for run in range(runs)]
        _measure("of_writing", f"{folder}/matches.db")
        each = 1024 * _measure("of_matches", f"{folder}/matches.db") / MATCHES
    rows = [
        ["bare discord.py", f"{_measure('of_discord', '-'):.0f} MB", ""],
        ["the bot after start", f"{median(later):.0f} MB", "under 90 MB"],
        ["after a start that migrates the database", f"{median(first):.0f} MB", ""],
        [f"each further open match ({MATCHES} of all lengths)", f"{each:.1f} kB", "under 20 kB"],
    ]
    yield Table("Memory", ["resident", "", "aim"], rows)


def _measure(what: str, database: str) -> float:
    command = [sys.executable, "-m", "bench.memory", what, database]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def resident() -> float:
    """The resident memory of this process, in MB; needs Linux."""
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in status if line.startswith("VmRSS"))) / 1024


async def of_discord(_: str) -> float:
    """discord.py alone."""
    import discord  # noqa: F401 - what is measured

    return resident()


async def at_start(database: str) -> float:
    """Everything but the connection to Discord."""
    import bot.__main__  # noqa: F401 - the command line is there as well
    from bot.client import BridgetteClient
    from bot.settings import Settings

    async with BridgetteClient(Settings(database_url=f"sqlite:///{database}")) as client:
        await client.open_store()
        return resident()


async def of_writing(database: str) -> float:
    """Write the open matches: in a process of its own, for what it leaves free would hide what loading takes."""
    from bench.matches import write_open_matches
    from bot.store import Store

    url = f"sqlite:///{database}"
    await (await Store.open(url)).close()
    await write_open_matches(url, Random(1), 1, range(1, MATCHES + 1), (1, 2))
    return resident()


async def of_matches(database: str) -> float:
    """By how much the process grows when the open matches are loaded into the game manager."""
    from bot.games import GameManager
    from bot.store import Store

    store = await Store.open(f"sqlite:///{database}")
    games = GameManager(store, Random(1).randrange)
    before = resident()
    for match in range(1, MATCHES + 1):
        await games.find(match)
    grown = resident() - before
    await store.close()
    return grown


SECTIONS: dict[str, Section] = {"memory": memory}

_MEASURES: dict[str, Callable[[str], Coroutine[Any, Any, float]]] = {
    "of_discord": of_discord,
    "at_start": at_start,
    "of_writing": of_writing,
    "of_matches": of_matches,
}

if __name__ == "__main__":
    print(asyncio.run(_MEASURES[sys.argv[1]](sys.argv[2])))
