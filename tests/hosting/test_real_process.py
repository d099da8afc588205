"""The bot as a host runs it, asked by `alive` while it starts, serves, hangs, goes on and ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.alive import OLD
from bot.host.heart import BEAT
from tests.support.databases import Databases
from tests.support.gateway import Gateway, serving
from tests.support.processes import ROOT, Process, processes, until


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    async with serving(Gateway({900 << 22: (101,)})) as found:
        yield found


async def alive(process: Process) -> tuple[int | None, str]:
    """What the command says of a process: its exit code, and its words."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ALIVE_FILE": str(process.alive_file)}
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "alive"), env=environment, stderr=asyncio.subprocess.PIPE
    )
    _, said = await asked.communicate()
    return asked.returncode, said.decode()


async def test_alive_tells_of_a_real_bot(gateway: Gateway, databases: Databases, tmp_path: Path) -> None:
    with processes(tmp_path, gateway.address, databases()) as bots:
        one = bots.start("run")
        file = one.alive_file
        code, said = await alive(one)
        assert code == 1
        assert "is not running, or has not been well" in said
        await until(file.exists, 60, one.said)
        assert len(gateway.sessions) == 1, "it is well once it serves"
        assert await alive(one) == (0, "")

        one.send(signal.SIGSTOP)  # as an event loop that hangs
        os.utime(file, (time.time() - OLD - 1,) * 2)
        code, said = await alive(one)
        assert code == 1
        assert "or hangs" in said
        one.send(signal.SIGCONT)
        await until(lambda: time.time() - file.stat().st_mtime < OLD, 2 * BEAT + 10, "it beats again")
        assert await alive(one) == (0, "")

        one.send(signal.SIGTERM)
        assert await one.ends() == 0
        assert not file.exists()
        assert (await alive(one))[0] == 1
        assert bots.complaints() == []
