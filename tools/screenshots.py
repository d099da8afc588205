"""Makes the picture in the README: a match is begun in the demo, on two phones, and one of them is photographed.

Run it with `make screenshots`.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tools.browser import Tab, find_chromium, free_port, running_demo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "table-and-panel.png"
TALL = (390, 2000)
"""As wide as a phone, and so tall that table and panel are seen at once."""
SHARPNESS = 2
MARGIN = 8
BIDS = 3
"""Bids that are made before somebody passes."""
CARDS = 7
"""Cards that are played: three tricks, and the lead to the fourth."""

CARD = re.compile("^[♠♥♦♣]")
BID = re.compile("^[0-7](NT|[♠♥♦♣])")
DISCARD = re.compile("^Discard these")
PASS = "Pass"
A_LOOK = 300
"""Milliseconds for which one player's page is looked at before the other's is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the picture; the process's exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("--picture", type=Path, default=PICTURE, help="the file to write (otherwise %(default)s)")
    picture: Path = parser.parse_args(arguments).picture
    if importlib.util.find_spec("playwright") is None:
        return _refuse("The pictures need Playwright: use `make screenshots`, or pip install -e '.[demo,screenshots]'.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = find_chromium(playwright)
        if chromium is None:
            return _refuse("The pictures need Chromium, and none was found: install it, or run `playwright install`.")
        with playwright.chromium.launch(executable_path=chromium) as browser:
            _photograph(browser, picture)
    return 0


def _photograph(browser: Browser, picture: Path) -> None:
    context = browser.new_context(device_scale_factor=SHARPNESS)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_demo(Path(folder) / "demo.db", free_port()) as address,
    ):
        tabs = [Tab(context, address, TALL) for _ in range(2)]
        _begin(tabs)
        _exchange(tabs)
        _bid(tabs)
        for _ in range(CARDS):
            tab, card = _turn(tabs, CARD)
            tab.press(card)
        tab, _ = _turn(tabs, CARD)
        _take(tab, picture)


def _begin(tabs: Sequence[Tab]) -> None:
    challenger, other = tabs
    challenger.type("/bridgette challenge")
    other.press(other.buttons("Join"))
    for tab in tabs:
        if not tab.private.count():
            tab.press(tab.buttons("My hand"))
            tab.private.first.wait_for()


def _exchange(tabs: Sequence[Tab]) -> None:
    for tab in tabs:
        asked = re.search(r"Pick (\d+)", tab.private.last.inner_text())
        if asked is None:
            raise RuntimeError("the panel does not say how many cards go")
        for picked in range(int(asked[1])):
            tab.press(_offered(tab, CARD))
            tab.private.last.get_by_text(f"({picked + 1}, red)").wait_for()
        tab.press(_offered(tab, DISCARD))


def _bid(tabs: Sequence[Tab]) -> None:
    for _ in range(BIDS):
        tab, _ = _turn(tabs, PASS)
        bids = _offered(tab, BID)
        tab.press(bids if bids.count() else _offered(tab, PASS))
    tab, passing = _turn(tabs, PASS)
    tab.press(passing)


def _offered(tab: Tab, label: str | re.Pattern[str]) -> Locator:
    """The buttons on a player's panel with that label that can be pressed."""
    return tab.buttons(label).and_(tab.private.last.locator("button"))


def _turn(tabs: Sequence[Tab], label: str | re.Pattern[str]) -> tuple[Tab, Locator]:
    """The player who can press such a button now, and the buttons."""
    from playwright.sync_api import TimeoutError as NotYet

    for _ in range(50):
        for tab in tabs:
            with suppress(NotYet):
                tab.drawn()
                offered = _offered(tab, label)
                offered.first.wait_for(timeout=A_LOOK)
                return tab, offered
    raise RuntimeError("nobody is offered what comes next")


def _take(tab: Tab, picture: Path) -> None:
    """The table and the panel, with what stands between them."""
    public = tab.page.locator(":not(:has(.message-ephemeral-note))")
    table = tab.messages.filter(has=tab.buttons("My hand")).and_(public)
    tab.page.mouse.move(0, 0)  # so that nothing lies under the pointer
    tab.drawn()
    above, below = table.last.bounding_box(), tab.private.last.bounding_box()
    if above is None or below is None:
        raise RuntimeError("the table or the panel is not shown")
    top = above["y"] - MARGIN
    height = below["y"] + below["height"] + MARGIN - top
    tab.page.screenshot(path=picture, clip={"x": 0, "y": top, "width": TALL[0], "height": height})


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
