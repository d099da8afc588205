"""The bot in processes of its own, which are always ended, and what is seen of them from outside."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOOK = 0.02
"""Seconds between two looks at whether something has come true."""


async def until(condition: Callable[[], object], within: float = 30.0, what: str = "") -> float:
    """Wait for something to come true; the seconds that took. Fails after ``within`` seconds."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > within:
            raise AssertionError(f"it did not come to that within {within:.0f} s: {what}")
        await asyncio.sleep(LOOK)
    return time.monotonic() - begun


class Process:
    """One ``python -m bot ARGUMENT ...``, in a process group of its own."""

    def __init__(
        self, folder: Path, name: str, address: str, url: str, arguments: tuple[str, ...], settings: Mapping[str, str]
    ) -> None:
        self.name = name
        self._output = folder / f"{name}.log"
        place = folder / name
        place.mkdir()
        self.alive_file = place / "alive"
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": url,
            "DISCORD_TOKEN": "not-a-token",
            "PICTURES": "none",
            "ALIVE_FILE": str(self.alive_file),
            **settings,
        }
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.start", address, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=place,
                env=environment,
                start_new_session=True,
            )
        self.pid = self._process.pid

    @property
    def said(self) -> str:
        """All that it has written so far."""
        return self._output.read_text(errors="replace")

    @property
    def code(self) -> int | None:
        """The exit code; ``None`` while it runs."""
        return self._process.poll()

    def send(self, number: signal.Signals) -> None:
        """A signal to all of its processes."""
        if self.code is None:
            os.killpg(self.pid, number)

    def kill(self) -> None:
        """End it, as a machine's failure would."""
        self.send(signal.SIGKILL)
        self._process.wait(10)

    async def ends(self, within: float = 30.0) -> int:
        """Wait for its end; the exit code."""
        await until(lambda: self.code is not None, within, f"{self.name} ends; it said:\n{self.said}")
        assert self.code is not None
        return self.code

    def memory(self) -> float:
        """Megabytes that are its own alone."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


class Processes:
    """Starts processes at one Discord; all are of one database, unless it is said otherwise."""

    def __init__(self, folder: Path, address: str, url: str) -> None:
        self._folder, self._address, self._url = folder, address, url
        self.all: list[Process] = []

    def start(self, *arguments: str, url: str | None = None, **settings: str) -> Process:
        """One more."""
        name = f"process-{len(self.all) + 1}"
        self.all.append(Process(self._folder, name, self._address, url or self._url, arguments, settings))
        return self.all[-1]

    def complaints(self) -> list[str]:
        """The lines of all processes that tell of something wrong."""
        signs = ("ERROR", "CRITICAL", "Traceback")
        return [
            f"{one.name}: {line}"
            for one in self.all
            for line in one.said.splitlines()
            if any(sign in line for sign in signs)
        ]


@contextmanager
def processes(folder: Path, address: str, url: str) -> Iterator[Processes]:
    """None yet; whatever was started is killed at the end."""
    found = Processes(folder, address, url)
    try:
        yield found
    finally:
        for one in found.all:
            one.kill()
