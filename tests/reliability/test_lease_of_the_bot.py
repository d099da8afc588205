"""The bot and its lease: it waits for one that may be abandoned, refuses beside another, stops when it lost its own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot import client as client_module
from bot.client import BridgetteClient
from bot.settings import Settings
from bot.store import DatabaseGone, LeaseHeld, LeaseLost, StoreUnavailable
from bot.store.lease import LIFE
from bot.tenure import LOOK
from tests.bot.conftest import ErrorLog, error_log, new_world, world
from tests.reliability.test_lease import ROOT, another_process, change, on_another_machine, row, tell, url
from tests.support.world import World

__all__ = ["error_log", "new_world", "url", "world"]


LOOKS = [LOOK] * int(LIFE.total_seconds() / LOOK)
"""The waits of a bot that watches a lease."""


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The client's waits for a lease, which take no time here."""
    taken: list[float] = []
    sleep = asyncio.sleep

    async def nap(seconds: float) -> None:
        taken.append(seconds)
        await sleep(0)

    monkeypatch.setattr(client_module.asyncio, "sleep", nap)
    return taken


async def test_a_second_bot_watches_for_one_lease_and_refuses(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sleep, naps = asyncio.sleep, []
    with another_process(url) as other:

        async def nap(seconds: float) -> None:
            naps.append(seconds)
            assert tell(other, "renew") == "done"
            await sleep(0)

        async with BridgetteClient(Settings(database_url=url)) as client:
            with monkeypatch.context() as patch:
                patch.setattr(client_module.asyncio, "sleep", nap)
                with pytest.raises(LeaseHeld, match="stop that one first"):
                    await client.open_store()
            assert naps == LOOKS, "it looks for as long as a lease lasts, and no longer"
            with pytest.raises(RuntimeError, match="not started"):
                _ = client.app
        assert row(url) is not None, "the other's lease stays"
        assert tell(other, "write other") == "done"


async def test_a_bot_whose_forerunner_died_elsewhere_starts_when_the_lease_was_watched(
    url: str, naps: list[float]
) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
    on_another_machine(url)
    async with BridgetteClient(Settings(database_url=url)) as client:
        await client.open_store()
        assert naps == LOOKS
        assert client.app.core.store.lease.covers(1)
    assert row(url) is None


async def test_a_bot_starts_as_soon_as_the_one_before_has_ended(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sleep, naps = asyncio.sleep, []
    with another_process(url) as other:

        async def nap(seconds: float) -> None:
            naps.append(seconds)
            if len(naps) == 3:
                assert tell(other, "drop") == "done"
            await sleep(0)

        async with BridgetteClient(Settings(database_url=url)) as client:
            with monkeypatch.context() as patch:
                patch.setattr(client_module.asyncio, "sleep", nap)
                await client.open_store()
            assert naps == LOOKS[:3]
            assert client.app.core.store.lease.covers(1)


async def test_a_bot_whose_forerunner_died_here_starts_at_once(url: str, naps: list[float]) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
    async with BridgetteClient(Settings(database_url=url)) as client:
        await client.open_store()
        assert naps == []


async def test_a_bot_that_starts_beside_another_says_why_not_in_one_line(url: str, tmp_path: Path) -> None:
    """The real command line, but for Discord itself and the waiting."""
    program = (
        "import asyncio, sqlite3, sys, discord\n"
        "from bot import __main__, client\n"
        "async def start(self, token):\n"
        "    await self.setup_hook()\n"
        "discord.AutoShardedClient.start = start\n"
        "real = asyncio.sleep\n"
        "def nap(seconds):\n"
        "    with sqlite3.connect(sys.argv[1]) as connection:\n"
        "        connection.execute('UPDATE lease SET beat = beat + 1')\n"
        "    return real(0)\n"
        "client.asyncio.sleep = nap\n"
        "sys.exit(__main__.main([]))\n"
    )
    environment = {"DISCORD_TOKEN": "x.y.z", "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    with another_process(url):
        ended = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", program, url.removeprefix("sqlite:///")],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
    assert ended.returncode == 1, ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stderr.splitlines()[-1] == (
        "The database cannot be used: Another process of the bot is running with this database: stop that one first."
    )


async def test_who_loses_the_lease_stops_with_the_reason(world: World, error_log: ErrorLog) -> None:
    client: Any = world.client
    change(client._settings.database_url, holder="another", host="elsewhere")
    await client._renew()
    assert isinstance(client.fault, LeaseLost)
    await client._ending
    assert client.is_closed()
    assert row(client._settings.database_url)[0] == "another", "the winner's lease stays"  # type: ignore[index]
    (line,) = error_log.take()
    assert "Another process of the bot" in line


async def test_whose_file_was_deleted_stops_with_the_reason(world: World, error_log: ErrorLog) -> None:
    client: Any = world.client
    await asyncio.to_thread(Path(client._settings.database_url.removeprefix("sqlite:///")).unlink)
    await client._renew()
    assert isinstance(client.fault, DatabaseGone)
    await client._ending
    assert client.is_closed()
    assert any("was deleted or replaced" in line for line in error_log.take())


async def test_a_lease_that_cannot_be_renewed_now_stops_nothing(
    world: World, error_log: ErrorLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    client: Any = world.client

    async def refuse(_: datetime) -> None:
        raise StoreUnavailable("The database cannot be used now (locked).")

    with monkeypatch.context() as patch:
        patch.setattr(client.app.core.store.lease, "renew", refuse)
        await client._renew()
    assert client.fault is None
    assert not client.is_closed()
    (line,) = error_log.take()
    assert "could not be renewed" in line
    await client._renew()
    assert client.fault is None


async def test_a_clean_end_gives_the_lease_up(world: World) -> None:
    client: Any = world.client
    assert row(client._settings.database_url) is not None
    await client.close()
    assert row(client._settings.database_url) is None
