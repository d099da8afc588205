"""The pictures' maker where something is missing; that it makes them is seen by making them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools import screenshots
from tools.browser import NAMES, find_chromium


def playwright_with(own: Path) -> Any:
    return SimpleNamespace(chromium=SimpleNamespace(executable_path=str(own)))


def test_a_missing_playwright_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "playwright" else known(name))
    assert screenshots.main([]) == 1
    complaint = capsys.readouterr().err
    assert "make screenshots" in complaint
    assert complaint.count("\n") == 1


def test_a_missing_chromium_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    monkeypatch.setattr(screenshots, "find_chromium", lambda _: None)
    folder = tmp_path / "pictures"
    assert screenshots.main(["--folder", str(folder)]) == 1
    complaint = capsys.readouterr().err
    assert "Chromium" in complaint
    assert complaint.count("\n") == 1
    assert not folder.exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_chromium_of_the_machine_comes_before_playwrights_own(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    own = tmp_path / "own"
    assert find_chromium(playwright_with(own)) is None
    own.touch()
    assert find_chromium(playwright_with(own)) == own
    installed = tmp_path / name
    installed.touch()
    installed.chmod(0o755)
    assert find_chromium(playwright_with(own)) == installed
