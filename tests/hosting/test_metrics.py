"""Figures for Prometheus: right after some clicks, nobody named in them, and nothing where none are asked for."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.games.lanes import Lane
from bot.metrics import Metrics
from bot.store import StoreUnavailable
from tests.bot import scene as scenes
from tests.bot.conftest import NewWorld, error_log, new_world
from tests.bot.test_main import ROOT, TOKEN, Run, Start, one_line, run, start
from tests.support.verbs import Verb

__all__ = ["error_log", "new_world", "run", "start"]

Figures = dict[str, float]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


async def scrape(port: int) -> tuple[str, Figures]:
    """The page as it is, and its figures by name and labels."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/plain; version=")
        text = await answer.text()
    samples = (one for family in text_string_to_metric_families(text) for one in family.samples)
    return text, {"".join((one.name, *(f" {value}" for value in one.labels.values()))): one.value for one in samples}


async def test_after_some_clicks_the_figures_are_right_and_name_nobody(new_world: NewWorld) -> None:
    port = free_port()
    metrics = Metrics()
    async with new_world(below=scenes.plain_deal()) as world, metrics.served("127.0.0.1", port):
        client: Any = world.client
        metrics.watch(client.app, lambda: client.shards)
        _, before = await scrape(port)
        assert before["bridgette_acts_total"] == before["bridgette_click_seconds_count"] == 0
        assert before["bridgette_matches_open"] == 0
        scene = await scenes.start(world)
        await scene.to_play()  # by acts that are not told
        await scene.show()
        card = scenes.enabled(scene.panel(1), Verb.PLAY)[0]
        clicks = len(world.env.backend.interactions)
        await world.press(scene.players[1], card.custom_id, on=scene.panel(1))
        assert len(world.env.backend.interactions) == clicks + 1
        client.app.core.counters.failed(50013)
        client.app.core.budget.refused({"X-RateLimit-Scope": "shared"}, is_counted=False)
        text, after = await scrape(port)
        assert after["bridgette_acts_total"] == 1
        assert after["bridgette_click_seconds_count"] == len(world.env.backend.interactions)
        assert after["bridgette_commit_seconds_count"] >= before["bridgette_commit_seconds_count"] + 4
        assert after["bridgette_matches_open"] == after["bridgette_matches_held"] == 1
        assert after["bridgette_failures_total 50013"] == 1
        assert after["bridgette_too_many_requests_total shared"] == 1
        assert after["bridgette_budget_waiting"] == after["bridgette_tables_behind"] == 0
        assert after["bridgette_decisions_in_hand"] == after["bridgette_analyses_in_hand"] == 0
        assert after["bridgette_shard_up 0"] == 1
        check_names_nobody(text, world, scene)


def check_names_nobody(text: str, world: Any, scene: Any) -> None:
    ids = {str(one) for one in (world.guild.id, scene.channel.id, client_id(world), *(m.id for m in scene.players))}
    names = {"Bridge Club", "bridge", *(member.name for member in scene.players)}
    words = set(re.findall(r"[\w-]+", text))
    assert not ids & words
    assert not {name for name in names if re.search(rf"\b{name}\b", text)}
    assert not re.findall(r"\d{15,}", re.sub(r"\.\d+", "", text)), "no id of Discord's, whosever it is"
    labels = set(re.findall(r'(\w+)="', text))
    assert labels <= {"le", "shard", "what", "limit"}


def client_id(world: Any) -> int:
    found: int = world.client.user.id
    return found


async def test_what_waits_is_counted(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = Metrics()
    async with new_world() as world:
        client: Any = world.client
        metrics.watch(client.app, lambda: client.shards)
        core = client.app.core
        table = next(one for one in client.app.features if type(one).__name__ == "TableFeature")
        monkeypatch.setattr(type(core.budget), "waiting", 7)
        monkeypatch.setattr(type(core.budget), "age", 1.5)
        monkeypatch.setattr(type(table), "backlog", (3, 40.0))
        monkeypatch.setattr(type(core.thinker), "in_hand", (5, 2))
        text = (await metrics.text()).decode()
    for line in (
        "bridgette_budget_waiting 7.0",
        "bridgette_budget_oldest_seconds 1.5",
        "bridgette_tables_behind 3.0",
        "bridgette_tables_oldest_seconds 40.0",
        "bridgette_decisions_in_hand 5.0",
        "bridgette_analyses_in_hand 2.0",
    ):
        assert f"\n{line}\n" in text


async def test_a_lane_counts_what_waits_and_what_is_done() -> None:
    lane, gate = Lane(1, 10, apart=False), threading.Event()
    assert lane.in_hand == 0
    works = [asyncio.create_task(lane.done(number, gate.wait)) for number in range(3)]
    await asyncio.sleep(0)
    assert lane.in_hand == 3
    gate.set()
    await asyncio.gather(*works)
    assert lane.in_hand == 0
    lane.stop()


async def test_without_the_database_the_other_figures_are_there(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails() -> int:
        raise StoreUnavailable("gone")

    metrics = Metrics()
    async with new_world() as world:
        client: Any = world.client
        metrics.watch(client.app, lambda: client.shards)
        await metrics.text()
        monkeypatch.setattr(client.app.core.store.matches, "count_open", fails)
        text = (await metrics.text()).decode()
    assert "bridgette_matches_open" not in text
    assert "bridgette_acts_total" in text


async def test_before_the_bot_is_there_the_page_is() -> None:
    assert b"bridgette_acts_total 0.0" in await Metrics().text()


async def test_nothing_else_is_served() -> None:
    port = free_port()
    async with Metrics().served("127.0.0.1", port), aiohttp.ClientSession() as session:
        for path in ("/", "/metrics/x", "/favicon.ico"):
            async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
                assert answer.status == 404
        async with session.post(f"http://127.0.0.1:{port}/metrics") as answer:
            assert answer.status == 405


# ------------------------------------------------------------------------------------ at the terminal


@pytest.mark.parametrize("port", ["0", "65536", "x", "-1", "80a", "٨٠"])
def test_what_is_no_port_is_one_line(port: str, run: Run) -> None:
    code, out, err = run(DISCORD_TOKEN=TOKEN, METRICS_PORT=port)
    assert (code, out) == (2, "")
    assert one_line(err) == "METRICS_PORT must be a number from 1 to 65535.\n"


@pytest.fixture
def served(start: Callable[[Start], None]) -> list[str]:
    """Lets the bot ask for its own page instead of Discord; what it gets."""
    pages: list[str] = []

    async def ask(self: Any, token: str, **options: object) -> None:
        await self.open_store()
        pages.append((await scrape(PORT))[0])

    start(ask)
    return pages


PORT = free_port()


def test_a_bot_serves_its_figures_on_this_machine_alone(run: Run, served: list[str]) -> None:
    assert run(DISCORD_TOKEN=TOKEN, METRICS_PORT=str(PORT))[0] == 0
    (page,) = served
    assert "\nbridgette_matches_open 0.0\n" in page
    assert "\nprocess_resident_memory_bytes " in page or sys.platform != "linux"
    with socket.socket() as one:
        assert one.connect_ex(("127.0.0.1", PORT)) != 0, "no longer than the bot runs"


def test_a_port_that_is_taken_is_one_line(run: Run, served: list[str]) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        port = one.getsockname()[1]
        code, out, err = run(DISCORD_TOKEN=TOKEN, METRICS_PORT=str(port))
    assert (code, out, served) == (1, "", [])
    assert f"cannot be served at 127.0.0.1:{port}: Address already in use." in one_line(err)


def test_a_machine_that_is_not_there_is_one_line(run: Run, served: list[str]) -> None:
    code, out, err = run(DISCORD_TOKEN=TOKEN, METRICS_PORT=str(PORT), METRICS_HOST="no.such.host.invalid")
    assert (code, out, served) == (1, "", [])
    assert "cannot be served at no.such.host.invalid" in one_line(err)


def test_without_the_extra_one_line_says_what_to_install(
    run: Run, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("prometheus_client")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "bot.metrics")
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    code, out, err = run(DISCORD_TOKEN=TOKEN, METRICS_PORT=str(PORT))
    assert (code, out, served) == (2, "", [])
    assert one_line(err) == 'METRICS_PORT needs the extra "metrics": pip install ".[metrics]".\n'


def test_a_bot_without_figures_loads_nothing_for_them(tmp_path: Path) -> None:
    program = "import sys, bot.host.serve; print('prometheus_client' in sys.modules, 'bot.metrics' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "False False\n"
