"""Whether the bot is well: the file that it touches, what systemd is told, what `alive` makes of it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.environment import alive_file, settings_given
from bot.health import FORGIVEN, Health, of_shards, of_store
from bot.host import heart as heart_module
from bot.host import serve as serve_module
from bot.host.heart import BEAT, Heart, pause
from bot.settings import Settings
from bot.store import Store, StoreUnavailable
from tests.bot.conftest import NewWorld, error_log, new_world
from tests.bot.test_main import ROOT, Run, run

__all__ = ["error_log", "new_world", "run"]


# ------------------------------------------------------------------------------------ alive


def test_a_fresh_touch_is_well_and_says_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "alive"
    file.touch()
    assert run("alive", ALIVE_FILE=str(file)) == (0, "", "")


@pytest.mark.parametrize("age", [61, 3600, -61, -3600])
def test_an_old_touch_and_one_that_lies_ahead_are_not(age: int, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "alive"
    file.touch()
    os.utime(file, (time.time() - age,) * 2)
    code, out, err = run("alive", ALIVE_FILE=str(file))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "The bot is not well, or hangs" in err


def test_without_a_file_it_does_not_run(run: Run, tmp_path: Path) -> None:
    code, out, err = run("alive", ALIVE_FILE=str(tmp_path / "none"))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "The bot is not running" in err


def test_settings_that_cannot_be_read_are_told_as_everywhere(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00")
    code, out, err = run("alive")
    assert (code, out) == (2, "")
    assert "The file .env cannot be read" in err


def test_it_loads_neither_discord_nor_the_database_nor_the_texts(tmp_path: Path) -> None:
    """It is asked every half minute beside a small bot."""
    file = tmp_path / "alive"
    file.touch()
    program = (
        "import sys; from bot.__main__ import main; code = main(['alive']);"
        "print(code, *sorted({name.partition('.')[0] for name in sys.modules}), 'bot.texts' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ALIVE_FILE": str(file)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    code, *modules, has_texts = done.stdout.split()
    assert (code, has_texts) == ("0", "False"), done.stderr
    assert not {"discord", "aiohttp", "sqlalchemy", "alembic", "fluent", "asyncio"} & set(modules)


def file_for(**settings: str) -> Path:
    return alive_file(settings_given(settings, Path("no.env")))


def test_each_database_of_a_machine_has_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    urls = ("sqlite:////a.db", "sqlite:////b.db", "postgresql://u:p@h/a", "postgresql://u:p@h/b", "")
    assert len({file_for(DATABASE_URL=url) for url in urls}) == len(urls)
    first = file_for()
    monkeypatch.chdir(tmp_path)
    assert file_for() != first, "each in a folder of its own"
    assert file_for() == file_for(DATABASE_URL=f"sqlite:///{tmp_path}/data/bridgette.db")


def test_no_password_is_in_the_name_of_the_file() -> None:
    assert file_for(DATABASE_URL="postgresql://u:one@h/a") == file_for(DATABASE_URL="postgresql://u:two@h/a")


# ------------------------------------------------------------------------------------ the heart


class Patient:
    """What is not well with it, as a test says."""

    def __init__(self) -> None:
        self.ills: list[str] = []

    async def __call__(self) -> list[str]:
        return self.ills


@pytest.fixture
def told() -> list[str]:
    return []


async def test_it_touches_the_file_only_while_all_is_well(tmp_path: Path, told: list[str]) -> None:
    file, patient = tmp_path / "alive", Patient()
    patient.ills = ["start"]
    heart = Heart(file, patient, told.append)
    await heart.beat()
    assert not file.exists()
    assert "READY=1" not in told
    patient.ills = []
    await heart.beat()
    assert file.exists()
    assert file.stat().st_mode & 0o777 == 0o600
    assert told.count("READY=1") == 1
    os.utime(file, (1, 1))
    patient.ills = ["shard 3"]
    await heart.beat()
    assert file.stat().st_mtime == 1
    patient.ills = []
    await heart.beat()
    assert file.stat().st_mtime > 1
    assert told.count("READY=1") == 1
    heart.stop()
    assert not file.exists()
    assert told[-1] == "STOPPING=1"


async def test_an_outage_is_no_reason_to_be_ended(tmp_path: Path, told: list[str]) -> None:
    """Each new process would cost the bot one of its thousand sessions a day, and help nobody."""
    patient = Patient()
    heart = Heart(tmp_path / "alive", patient, told.append)
    await heart.beat()
    patient.ills = ["database", "shard 0"]
    for _ in range(3):
        await heart.beat()
    assert told.count("WATCHDOG=1") == 4
    assert told.count("STATUS=database, shard 0") == 1


async def test_a_link_in_the_place_of_the_file_is_not_followed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Others may write to the folder of temporary files."""
    precious = tmp_path / "precious"
    precious.touch()
    os.utime(precious, (1, 1))
    (tmp_path / "alive").symlink_to(precious)
    heart = Heart(tmp_path / "alive", Patient(), lambda _: None)
    await heart.beat()
    await heart.beat()
    assert precious.stat().st_mtime == 1
    assert len([one for one in caplog.records if "ALIVE_FILE" in one.getMessage()]) == 1, "said once"


async def test_two_processes_with_one_file_are_told_of_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "alive"
    one, other = (Heart(file, Patient(), lambda _: None) for _ in range(2))
    for heart in (one, one, other, one, other, other):
        await heart.beat()
    (warning,) = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert "give each its own" in warning
    one.stop()
    assert not file.exists()
    caplog.clear()
    later = Heart(file, Patient(), lambda _: None)
    await later.beat()
    await other.beat()
    assert any("give each its own" in record.message for record in caplog.records)
    for heart in (other, later):
        heart.stop()


async def test_a_folder_that_is_not_there_ends_nothing(tmp_path: Path) -> None:
    heart = Heart(tmp_path / "none" / "alive", Patient(), lambda _: None)
    await heart.beat()
    heart.stop()


async def test_a_beat_that_fails_is_not_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error_log: Any
) -> None:
    monkeypatch.setattr(heart_module, "BEAT", 0.001)
    beats = 0

    async def ills() -> list[str]:
        nonlocal beats
        beats += 1
        if beats == 1:
            raise ZeroDivisionError
        return []

    file = tmp_path / "alive"
    async with Heart(file, ills, lambda _: None).beating():
        for _ in range(10_000):
            if file.exists():
                break
            await asyncio.sleep(0.001)
        assert file.exists()
    assert not file.exists()
    assert any("a beat failed" in line for line in error_log.take())


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="only Linux has systemd")
@pytest.mark.parametrize("name", ["@bridgette-test-{}", "{}/notify"])
async def test_systemd_is_told_through_its_socket(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = name.format(os.getpid() if name[0] == "@" else tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + address[1:] if address[0] == "@" else address)
        systemd.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        heart = Heart(None, Patient())
        await heart.beat()
        heart.stop()
        told = [systemd.recv(100).decode() for _ in range(4)]
    assert told == ["WATCHDOG=1", "STATUS=well", "READY=1", "STOPPING=1"]


@pytest.mark.parametrize(
    ("watchdog", "seconds"), [("", BEAT), ("90000000", BEAT), ("10000000", 5.0), ("x", BEAT), ("-5", BEAT)]
)
def test_it_beats_often_enough_for_the_watchdog(watchdog: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", watchdog)
    assert pause() == seconds


# ------------------------------------------------------------------------------------ what is well


async def test_what_is_not_well_is_forgiven_for_a_minute() -> None:
    time_, state = 0.0, {"lease": True, "database": True}

    async def look() -> dict[str, bool]:
        return state

    health = Health(look, now=lambda: time_)
    assert await health.ills() == []
    state["lease"] = False
    time_ = FORGIVEN
    assert await health.ills() == [], "as long as since the last time it was well"
    time_ += 1
    assert await health.ills() == ["lease"]
    state["lease"] = True
    assert await health.ills() == []
    del state["lease"]
    time_ += 1000
    assert await health.ills() == [], "what is not there any more is not missed"


class FakeShard:
    def __init__(self, latency: float, *, closed: bool = False) -> None:
        self.latency, self._closed = latency, closed

    def is_closed(self) -> bool:
        return self._closed


async def test_a_shard_is_well_while_connected_and_answered() -> None:
    shards = {
        0: FakeShard(0.1),
        1: FakeShard(float("inf")),
        2: FakeShard(float("nan")),
        3: FakeShard(61.0),
        4: FakeShard(0.1, closed=True),
    }
    found = await of_shards(lambda: shards)()
    assert [name for name, is_well in found.items() if is_well] == ["shard 0"]


async def test_the_database_is_well_while_it_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/a.db")
    assert await of_store(store)() == {"database": True}

    async def fails() -> None:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(store, "ping", fails)
    assert await of_store(store)() == {"database": False}
    await store.close()


async def test_a_running_bot_is_well_until_its_lease_is_not_renewed(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch, error_log: Any
) -> None:
    async with new_world() as world:
        client: Any = world.client
        now = 0.0
        monkeypatch.setattr(serve_module, "Health", lambda *looks: Health(*looks, now=lambda: now))
        ills = serve_module._ills_of(client)
        assert await ills() == []

        async def fails(_: object) -> None:
            raise StoreUnavailable("full")

        with monkeypatch.context() as patched:
            patched.setattr(client.app.core.store.lease, "renew", fails)
            await client._renew()
        now = FORGIVEN + 1
        assert await ills() == ["lease"]
        await client._renew()
        assert await ills() == []
        await client.close()
        assert await ills() == ["start"], "and no error, once it is over"
    assert any("could not be renewed" in line for line in error_log.take())


# ------------------------------------------------------------------------------------ a real process

HANGING = """
import asyncio, sys, time
from pathlib import Path
from bot.host import heart
heart.BEAT = 0.05

async def well():
    return []

async def main():
    async with heart.Heart(Path(sys.argv[1]), well).beating():
        await asyncio.sleep(0.5)
        if len(sys.argv) > 2:
            time.sleep(600)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Any]:
    """Starts a process with a heart, whose event loop may hang after half a second."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> Path:
        file = tmp_path / "alive"
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with (tmp_path / "log").open("wb") as log:
            command = [sys.executable, "-c", HANGING, str(file), *arguments]
            started.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True))
        until(file.exists)
        return file

    yield start
    for one in started:
        os.killpg(one.pid, signal.SIGKILL)
        one.wait()


def until(condition: Any, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.02)


def test_an_event_loop_that_hangs_touches_nothing_more(process: Any) -> None:
    file = process("hang")

    def is_old() -> bool:
        return time.time() - file.stat().st_mtime > 2  # forty beats

    until(is_old)


def test_one_that_goes_round_touches_on(process: Any) -> None:
    file = process()
    os.utime(file, (1, 1))
    until(lambda: file.stat().st_mtime > 1)


def test_without_a_file_the_heart_beats_for_systemd_alone(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        asyncio.run(Heart(None, Patient(), lambda _: None).beat())
    assert caplog.records == []
    assert Settings().alive_file is None
