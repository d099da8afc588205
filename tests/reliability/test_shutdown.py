"""SIGTERM: no new actions, the one in hand finished and answered, and out, even if nobody answers the goodbye."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import client as client_module
from bot.store import Store
from tests.bot import scene as scenes
from tests.bot.conftest import ErrorLog, error_log, new_world, world
from tests.bot.scene import Scene, button_id, core_of
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "new_world", "world"]

ROOT = Path(__file__).resolve().parents[2]


class Gate:
    """Holds up whatever the store saves, and notes the order of events."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events: list[str] = []
        self.open = asyncio.Event()
        self.reached = asyncio.Event()
        store = scene.core.store
        append, drop, close = store.matches.append, store.lease.drop, store.close

        async def held(*arguments: Any, **options: Any) -> None:
            self.events.append("act begins")
            self.reached.set()
            await self.open.wait()
            await append(*arguments, **options)
            self.events.append("act saved")

        async def dropped() -> None:
            await drop()
            self.events.append("lease given up")

        async def closed() -> None:
            await close()
            self.events.append("database closed")

        disconnect = discord.AutoShardedClient.close

        async def disconnected(client: Any) -> None:
            self.events.append("disconnects")
            await disconnect(client)

        monkeypatch.setattr(store.matches, "append", held)
        monkeypatch.setattr(store.lease, "drop", dropped)
        monkeypatch.setattr(store, "close", closed)
        monkeypatch.setattr(discord.AutoShardedClient, "close", disconnected)


async def in_the_middle(world: World, monkeypatch: pytest.MonkeyPatch) -> tuple[Scene, Gate, Any]:
    """A match at its first lead, whose leader has pressed a card that is not saved yet."""
    scene = await scenes.start(world)
    await scene.to_play()
    await scene.show()
    gate = Gate(scene, monkeypatch)
    panel = scene.panel(1)
    card = scenes.enabled(panel, Verb.PLAY)[0]
    result = world._queue(scene.players[1], panel, card.custom_id)
    await asyncio.wait_for(gate.reached.wait(), 10)
    return scene, gate, result


async def until(condition: Any) -> None:
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come to that")


async def test_the_act_in_hand_is_finished_and_answered_and_no_other_begins(
    new_world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=scenes.plain_deal()) as world:
        scene, gate, pressed = await in_the_middle(world, monkeypatch)
        before = scenes.rows(world)
        path = world.client._settings.database_url.removeprefix("sqlite:///")
        closing = asyncio.ensure_future(world.client.close())
        await until(lambda: core_of(world).guard._is_closing)
        late = world._queue(scene.players[0], scene.panel(0), button_id(Verb.RESIGN, scene.id))
        await until(lambda: late.acknowledged)
        assert "being restarted just now: nothing is lost" in world.answer(late)
        assert gate.events == ["act begins"], "nothing is closed while an act is in hand"
        assert scenes.rows(world) == before
        gate.open.set()
        await closing
        assert gate.events == ["act begins", "act saved", "disconnects", "lease given up", "database closed"]
        world.assert_answered(pressed)
        connection = sqlite3.connect(path)
        assert connection.execute("SELECT kind FROM acts ORDER BY number DESC").fetchone() == ("play",)
        assert connection.execute("SELECT * FROM lease").fetchall() == []
        connection.close()


async def test_an_act_that_takes_too_long_does_not_keep_the_process(
    new_world: Any, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    monkeypatch.setattr(client_module, "LAST_WORK", 0.1)
    async with new_world(below=scenes.plain_deal()) as world:
        _, gate, pressed = await in_the_middle(world, monkeypatch)
        world.excuse(pressed)
        before = scenes.rows(world)
        await world.client.close()
        assert gate.events == ["act begins", "disconnects", "lease given up", "database closed"]
        assert scenes.rows(world) == before, "the act is not done at all"
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            if "on_interaction" in repr(task):
                task.cancel()


async def test_a_discord_that_never_says_goodbye_does_not_keep_the_process(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    client: Any = world.client
    monkeypatch.setattr(client_module, "GOODBYE", 0.05)
    store = client.app.core.store
    hung, order = asyncio.Event(), []
    real = discord.AutoShardedClient.close
    close_http = client.http.close

    async def never(self: Any) -> None:
        await hung.wait()
        order.append("gave up waiting")
        await real(self)

    async def cut() -> None:
        order.append("cut")
        hung.set()
        await close_http()

    monkeypatch.setattr(discord.AutoShardedClient, "close", never)
    monkeypatch.setattr(client.http, "close", cut)
    await client.close()
    assert order[:2] == ["cut", "gave up waiting"]
    path = client._settings.database_url.removeprefix("sqlite:///")
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT * FROM lease").fetchall() == []
    connection.close()
    assert store is not None


async def made(url: str) -> None:
    """Make the database."""
    await (await Store.open(url)).close()


PROGRAM = """
import asyncio, sys, discord
from bot import __main__

async def start(self, token):
    await self.open_store()
    print("started", flush=True)
    {wait}

discord.AutoShardedClient.start = start
sys.exit(__main__.main([]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_real_process_ends_well_when_told_to(number: signal.Signals, tmp_path: Path) -> None:
    """The whole command line, but for Discord itself."""
    environment = {"DISCORD_TOKEN": "x.y.z", "DATABASE_URL": f"sqlite:///{tmp_path}/a.db", "PYTHONPATH": str(ROOT)}
    asyncio.run(made(environment["DATABASE_URL"]))  # a new one is told loudly
    program = PROGRAM.format(wait="await asyncio.Event().wait()")
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "started\n"
        process.send_signal(number)
        complaints = process.stderr.read()
    assert process.returncode == 0
    assert not [line for line in complaints.splitlines() if " INFO " not in line and " discord.client: " not in line]
    connection = sqlite3.connect(tmp_path / "a.db")
    assert connection.execute("SELECT * FROM lease").fetchall() == []
    connection.close()


def test_what_may_take_long_adds_up_to_less_than_five_seconds() -> None:
    assert client_module.LAST_WORK + client_module.GOODBYE + client_module.LET_GO < 5
