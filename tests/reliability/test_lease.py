"""One process serves a database: another refuses to start with the reason, and takes over when it may."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot import client as client_module
from bot.client import BridgetteClient
from bot.settings import Settings
from bot.store import LeaseHeld, Store, is_running
from bot.store import lease as lease_module
from bot.store.lease import LIFE
from tests.bot.conftest import ErrorLog, error_log, new_world, world
from tests.support.world import World

__all__ = ["error_log", "new_world", "world"]

ROOT = Path(__file__).resolve().parents[2]

HOLDER = """
import asyncio, sys
from datetime import UTC, datetime
from bot.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    await store.lease.take(datetime.now(UTC))
    print("taken", flush=True)
    for line in sys.stdin:
        if line == "renew\\n":
            await store.lease.renew(datetime.now(UTC))
            print("renewed", flush=True)
        if line == "drop\\n":
            await store.lease.drop()
            print("dropped", flush=True)
    await store.close()

asyncio.run(main())
"""


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'a.db'}"


@contextmanager
def another_process(url: str) -> Iterator[subprocess.Popen[str]]:
    """A living process that holds the lease; it renews and drops it when told to."""
    command = [sys.executable, "-c", HOLDER, url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "taken\n"
        try:
            yield process
        finally:
            process.kill()


def tell(process: subprocess.Popen[str], word: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(word + "\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def row(url: str) -> tuple[Any, ...] | None:
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    try:
        return connection.execute("SELECT holder, host, pid, until FROM lease").fetchone()
    finally:
        connection.close()


def on_another_machine(url: str, until: datetime | None = None) -> None:
    """Make the lease that of a process elsewhere."""
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    with connection:
        connection.execute("UPDATE lease SET host = 'elsewhere'")
        if until is not None:
            connection.execute("UPDATE lease SET until = ?", (int(until.timestamp() * 1000),))
    connection.close()


async def test_a_living_process_keeps_its_database_as_long_as_it_renews(url: str) -> None:
    with another_process(url) as other:
        store = await Store.open(url)
        before = row(url)
        for later in (timedelta(0), LIFE / 2):
            with pytest.raises(LeaseHeld, match="Another process of the bot is running with this database"):
                await store.lease.take(now() + later)
        assert is_running(url, now())
        assert row(url) == before, "asking changed nothing"
        assert tell(other, "renew") == "renewed"
        assert row(url) != before
        with pytest.raises(LeaseHeld):
            await store.lease.take(now() + LIFE / 2)
        await store.close()


async def test_a_lease_that_was_given_up_is_free_at_once(url: str) -> None:
    with another_process(url) as other:
        store = await Store.open(url)
        assert tell(other, "drop") == "dropped"
        assert row(url) is None
        assert not is_running(url, now())
        await store.lease.take(now())
        await store.lease.drop()
        assert row(url) is None
        await store.close()


async def test_a_process_killed_on_this_machine_is_followed_at_once(url: str) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
        assert row(url) is not None
        store = await Store.open(url)
        assert not is_running(url, now())
        await store.lease.take(now())
        await store.close()


async def test_elsewhere_the_lease_must_run_out(url: str) -> None:
    with another_process(url) as other:
        other.kill()
        other.wait()
        on_another_machine(url)
        store = await Store.open(url)
        with pytest.raises(LeaseHeld) as caught:
            await store.lease.take(now())
        assert caught.value.until <= now() + LIFE
        await store.lease.take(caught.value.until)
        await store.close()


async def test_a_lease_that_another_took_is_lost_and_not_dropped(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_module, "_is_gone", lambda host, pid: False)
    first, second = await Store.open(url), await Store.open(url)
    await first.lease.take(now())
    with pytest.raises(LeaseHeld):
        await second.lease.take(now())
    await second.lease.take(now() + 2 * LIFE)
    with pytest.raises(LeaseHeld):
        await first.lease.renew(now())
    taken = row(url)
    await first.lease.drop()
    assert row(url) == taken, "what another holds stays"
    await first.close()
    await second.close()


async def test_of_many_that_start_together_one_serves(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_module, "_is_gone", lambda host, pid: False)
    stores = [await Store.open(url) for _ in range(5)]
    outcomes = await asyncio.gather(*(store.lease.take(now()) for store in stores), return_exceptions=True)
    assert sorted(type(one).__name__ for one in outcomes) == ["LeaseHeld"] * 4 + ["NoneType"]
    for store in stores:
        await store.close()


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


async def test_a_second_bot_waits_one_lease_and_refuses(url: str, naps: list[float]) -> None:
    with another_process(url):
        async with BridgetteClient(Settings(database_url=url)) as client:
            with pytest.raises(LeaseHeld, match="stop that one first"):
                await client.open_store()
            assert len(naps) == 1, "it asks once more, and no more"
            assert 0 < naps[0] <= LIFE.total_seconds() + 1
            with pytest.raises(RuntimeError, match="not started"):
                _ = client.app
        assert row(url) is not None, "the other's lease stays"


async def test_a_bot_whose_forerunner_died_elsewhere_starts_when_the_lease_is_over(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = [now()]
    sleep = asyncio.sleep

    async def nap(seconds: float) -> None:
        moments[0] += timedelta(seconds=seconds)
        await sleep(0)

    with another_process(url) as other:
        other.kill()
        other.wait()
    on_another_machine(url)
    monkeypatch.setattr(client_module.asyncio, "sleep", nap)
    async with BridgetteClient(Settings(database_url=url), clock=lambda: moments[0]) as client:
        await client.open_store()
        assert client.app.core.store is not None
        monkeypatch.undo()
    assert row(url) is None


async def test_a_bot_that_starts_beside_another_says_why_not_in_one_line(url: str, tmp_path: Path) -> None:
    """The real command line, but for Discord itself and the waiting."""
    program = (
        "import asyncio, sys, discord\n"
        "from bot import __main__, client\n"
        "from datetime import timedelta\n"
        "from bot.store import lease\n"
        "async def start(self, token):\n"
        "    await self.setup_hook()\n"
        "discord.AutoShardedClient.start = start\n"
        "real = asyncio.sleep\n"
        "client.asyncio.sleep = lambda seconds: real(0)\n"
        "sys.exit(__main__.main([]))\n"
    )
    environment = {"DISCORD_TOKEN": "x.y.z", "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    with another_process(url):
        ended = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", program],
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
    path = client._settings.database_url.removeprefix("sqlite:///")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE lease SET holder = 'another', host = 'elsewhere'")
    connection.close()
    await client._renew.coro(client)
    assert isinstance(client.fault, LeaseHeld)
    await client._ending
    assert client.is_closed()
    assert row(client._settings.database_url)[0] == "another", "the winner's lease stays"
    (line,) = error_log.take()
    assert "Another process of the bot" in line


async def test_a_lease_that_cannot_be_renewed_now_stops_nothing(
    world: World, error_log: ErrorLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.store import StoreUnavailable

    client: Any = world.client

    async def refuse(_: datetime) -> None:
        raise StoreUnavailable("The database cannot be used now (locked).")

    with monkeypatch.context() as patch:
        patch.setattr(client.app.core.store.lease, "renew", refuse)
        await client._renew.coro(client)
    assert client.fault is None
    assert not client.is_closed()
    (line,) = error_log.take()
    assert "could not be renewed" in line
    await client._renew.coro(client)
    assert client.fault is None


async def test_a_clean_end_gives_the_lease_up(world: World) -> None:
    client: Any = world.client
    assert row(client._settings.database_url) is not None
    await client.close()
    assert row(client._settings.database_url) is None
