"""The demo as a host starts and ends it."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.demo import __main__ as demo
from bot.demo.kept import Address, file_of
from bot.texts import ENGLISH, HOST
from tools.browser import free_port

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def log_levels() -> Iterator[None]:
    """What the demo keeps the log from saying is said again in the tests that follow."""
    loggers = [logging.getLogger(name) for name in ("", "discord", "bot.client")]
    levels = [logger.level for logger in loggers]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.fixture
def port() -> int:
    return free_port()


def test_a_missing_simcord_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    known = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "simcord" else known(name))
    assert demo.main([]) == 2
    complaint = capsys.readouterr().err
    assert "pip install" in complaint
    assert complaint.count("\n") == 1


def test_a_busy_port_is_one_sentence(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        assert demo.main(["--port", str(port)]) == 2
    complaint = capsys.readouterr().err
    assert str(port) in complaint
    assert complaint.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to handle")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_its_page_and_ends_without_a_trace(number: signal.Signals, port: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot.demo", "--port", str(port), "--database", str(tmp_path / "demo.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
        with urllib.request.urlopen(address.partition("#")[0], timeout=10) as page:
            assert page.status == 200
        process.send_signal(number)
        _, complaints = process.communicate(timeout=30)
    assert process.returncode == 0, complaints
    assert complaints == ""


# ------------------------------------------------------------------------------ the address, from run to run


class Served:
    """What `_serve` was called with, instead of serving."""

    def __init__(self) -> None:
        self.ports: list[int] = []

    async def __call__(self, database: Path, address: Address) -> None:
        self.ports.append(address.port)
        address.write(file_of(database))


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    found = Served()
    monkeypatch.setattr(demo, "_serve", found)
    return found


@pytest.fixture
def held(port: int) -> Iterator[int]:
    """A port in use, as by an older demo."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        yield port


def test_another_port_is_told_and_kept(
    held: int, served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "demo.db"
    before = Address(held, "k" * 43)
    before.write(file_of(database))
    assert demo.main(["--database", str(database)]) == 0
    chosen = served.ports[0]
    told = capsys.readouterr().out
    assert str(held) in told
    assert str(chosen) in told
    assert chosen != held
    assert Address.read(file_of(database), 1) == Address(chosen, before.key)
    assert demo.main(["--database", str(database)]) == 0
    assert served.ports == [chosen, chosen]
    assert not capsys.readouterr().out


def test_the_address_is_for_the_host_alone(tmp_path: Path) -> None:
    file = file_of(tmp_path / "demo.db")
    Address(8765, "k" * 43).write(file)
    assert Address.read(file, 1) == Address(8765, "k" * 43)
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize(
    "content", ["", "[]", "{", "null", '{"port": 8766}', json.dumps({"port": "8766", "key": "short"}), "\xff"]
)
def test_what_is_kept_and_makes_no_sense_is_made_anew(content: str, tmp_path: Path) -> None:
    file = tmp_path / "address.json"
    file.write_text(content, "latin-1")
    address = Address.read(file, 8765)
    assert address.port in {8765, 8766}
    assert len(address.key) >= 32
    assert address.key != Address.read(file, 8765).key


# ------------------------------------------------------------------------------------- what it says first


def test_the_channel_begins_with_three_lines_that_say_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, port: int
) -> None:
    """The one message in the channel before anybody acts; what it names is there, by that name."""
    seen: list[Any] = []

    async def look(pages: Any) -> None:
        messages = pages.env.backend.messages.values()
        seen.extend(message for channel in messages for message in channel.values())

    monkeypatch.setattr(demo, "_pulse", look)
    asyncio.run(demo._serve(tmp_path / "demo.db", Address(port, "k" * 43)))
    (greeting,) = seen  # and no answer about a table that is not there
    assert greeting.content == HOST("demo-greeting")
    lines = greeting.content.split("\n")
    assert len(lines) == 3
    assert f"`/bridgette {ENGLISH('command-solo')}`" in lines[0]
    assert f"**{ENGLISH('solo-deal')}**" in lines[0]
    assert f"`/bridgette {ENGLISH('command-learn')}`" in lines[1]
    assert f"`/bridgette {ENGLISH('command-challenge')}`" in lines[2]
    assert f"**{ENGLISH('challenge-join')}**" in lines[2]
    assert f"**{ENGLISH('button-hand')}**" in lines[2]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is missing")
@pytest.mark.parametrize("target", ["demo", "test"])
def test_make_says_that_it_installs_and_only_then(target: str, tmp_path: Path) -> None:
    """With a Python that does nothing but tell what it was asked for."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    stub = tmp_path / "stub"
    stub.write_text(
        "#!/bin/sh\n"
        'if [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; touch "$3/bin/pip"; fi\n'
        '[ "$1" = -c ] || echo "ran $2"\n'
    )
    stub.chmod(0o755)
    make = ["make", "--no-print-directory", target, f"PYTHON={stub}"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    first, second = (
        subprocess.run(make, cwd=tmp_path, env=environment, text=True, capture_output=True, check=True).stdout
        for _ in range(2)
    )
    assert first.count("about a minute") == 1
    assert first.index("about a minute") < first.index("ran pip")
    assert "ran" in second
    assert "minute" not in second
    assert "pip" not in second
