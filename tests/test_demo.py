"""The demo as a host starts and ends it."""

from __future__ import annotations

import importlib.util
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bot import demo


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
