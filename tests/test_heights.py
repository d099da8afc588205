"""How high the panels are on a phone: what must fit a screen does."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from bot.screens.message import Accent, Button, screen
from tools import heights
from tools.newcomer import newcomer_panels
from tools.panels import LIMITS, Panel, panels


def test_a_missing_browser_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(heights, "chromium_here", lambda: None)
    assert heights.main([]) == 1
    assert capsys.readouterr().err == "The heights need Chromium and Playwright: see `make screenshots`.\n"


async def test_no_panel_is_too_high_and_no_row_wraps(tmp_path: Path) -> None:
    """Nor is one that would be taken for fine: a panel with a row too long, and one too high, are found."""
    chromium = heights.chromium_here()
    if chromium is None or importlib.util.find_spec("playwright") is None:
        pytest.skip("Playwright or Chromium is not installed")
    long = tuple(Button("x" * 20, one.id) for row in panels()[0].screen.blocks[1:2] for one in row)  # type: ignore[union-attr]
    wrapped = Panel("wrapped", screen(Accent.YOURS, "A text.", long), None)
    high = Panel("high", screen(Accent.YOURS, "\n".join(["A text."] * 30), long[:1]), 500)
    *measured, one, other = await heights.measure([*panels(), *newcomer_panels(), wrapped, high], chromium, tmp_path)
    assert [each for each in measured if not each.is_fine] == []
    assert {each.panel.limit for each in measured} >= set(LIMITS.values())
    assert len(one.wrapped) == 1
    assert other.height > 500
    assert not other.is_fine
    assert (tmp_path / "play-seven-rows.png").stat().st_size
