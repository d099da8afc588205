"""Makes the pictures in docs/: a deal is played in the demo, on two phones, then one alone; all is photographed.

Each is taken as wide as a phone and as wide as a desktop's window. Run it with `make screenshots`.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tools.browser import PHONE, Tab, find_chromium, free_port, running_demo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screens"
TALL = 2400
"""The height of the window: so tall that table and panel are seen at once."""
WIDTHS = {"phone": PHONE[0], "desktop": 1000}
SHARPNESS = 2
MARGIN = 8
COLOURS = 256
BIDS = 3
"""Bids that are made before somebody passes."""
CARDS = 7
"""Cards that are played before the play is photographed: three tricks, and the lead to the fourth."""

CHOICE = range(3, 11)
"""Cards among which somebody alone has the choice who asks for a hint."""

BID = re.compile("^[♠♥♦♣]?︎? ?[0-7](NT|[♠♥♦♣])?")
CARD = re.compile("[♠♥♦♣]|Grand|Royal|Little")
LOOKED_AT = re.compile("last page|not looked at here")
"""What an analysis says once it grows no more."""
DISCARD = re.compile("^Discard these")
PASS = "Pass"
LAID_OUT = """async () => {
    await Promise.all([...document.images].map(image => image.decode().catch(() => null)));
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
"""Ends when the pictures of the page are there and it has been laid out with them."""
A_LOOK = 300
"""Milliseconds for which one player's page is looked at before the other's is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the pictures; the process's exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to put the pictures (otherwise %(default)s)")
    folder: Path = parser.parse_args(arguments).folder
    if importlib.util.find_spec("playwright") is None:
        return _refuse("The pictures need Playwright: use `make screenshots`, or pip install -e '.[demo,screenshots]'.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = find_chromium(playwright)
        if chromium is None:
            return _refuse("The pictures need Chromium, and none was found: install it, or run `playwright install`.")
        folder.mkdir(parents=True, exist_ok=True)
        with playwright.chromium.launch(executable_path=chromium) as browser:
            _photograph(browser, folder)
    return 0


def _photograph(browser: Browser, folder: Path) -> None:
    context = browser.new_context(device_scale_factor=SHARPNESS)
    with (
        tempfile.TemporaryDirectory() as kept,
        running_demo(Path(kept) / "demo.db", free_port()) as address,
    ):
        alice, bob = tabs = [Tab(context, address, (PHONE[0], TALL)) for _ in range(2)]
        album = Album(folder)
        alice.type("/bridgette challenge")
        bob.buttons("Join").wait_for()
        album.take("challenge", bob, bob.messages.last)
        bob.press(bob.buttons("Join"))
        for tab in tabs:
            if not tab.private.count():
                tab.press(tab.buttons("My hand"))
                tab.private.first.wait_for()
        album.take("exchange", bob)
        _exchange(tabs)
        album.take("auction", _turn(tabs, PASS)[0])
        for _ in range(BIDS):
            tab, _ = _turn(tabs, PASS)
            bids = _offered(tab, BID)
            tab.press(bids.first if bids.count() else _offered(tab, PASS))
        album.take("auction-later", _turn(tabs, PASS)[0])
        tab, passing = _turn(tabs, PASS)
        tab.press(passing)
        for _ in range(CARDS):
            tab, card = _turn(tabs, None)
            tab.press(card.last)
        tab, _ = _turn(tabs, None)
        album.take("play", tab)
        album.take("waiting", alice if tab is bob else bob)
        while not alice.buttons("Show the play").count():
            tab, card = _turn(tabs, None)
            tab.press(card.last)
        for tab in tabs:
            tab.press(tab.buttons("Next deal"))
        results = alice.messages.filter(has=alice.buttons("Show the play"))
        album.take("result", alice, results.last)
        alice.press(alice.buttons("Show the play"))
        album.take("show-the-play", alice, alice.private.last)
        bob.press(bob.buttons("Rules").and_(table(bob).locator("button")))
        album.take("rules", bob, bob.private.last)
        bob.press(bob.buttons("Score"))
        album.take("rules-score", bob, bob.private.last)
        alice.type("/bridgette resign")
        alice.press(alice.buttons("Resign the match"))
        album.take("match-result", bob, bob.messages.filter(has=bob.buttons("Rematch")).last)
        bob.type("/bridgette leaderboard")
        album.take("leaderboard", bob, bob.private.last)
        _alone(alice, album)


def _alone(tab: Tab, album: Album) -> None:
    """The lesson's beginning; a deal against the house with a hint, and its analysis; the deal of the day."""

    def take(name: str) -> None:
        album.take(name, tab, tab.private.last)

    tab.type("/bridgette learn")
    take("learn")
    tab.type("/bridgette solo")
    take("solo")
    tab.press(tab.buttons("Deal"))
    take("solo-exchange")
    _exchange([tab])
    take("solo-auction")
    bids = _offered(tab, BID)
    tab.press(bids.first if bids.count() else _offered(tab, PASS))
    while _offered(tab, PASS).count():
        tab.press(_offered(tab, PASS))
    is_hinted = False
    while not tab.buttons("Next deal").count():
        _, card = _turn([tab], None)
        if not is_hinted and card.count() in CHOICE:
            tab.press(_offered(tab, "Hint"))
            take("solo-play")
            is_hinted = True
            _, card = _turn([tab], None)
        tab.press(card.last)
    take("solo-result")
    tab.press(_offered(tab, "Analysis"))
    tab.private.last.get_by_text(LOOKED_AT).wait_for()
    take("analysis")
    tab.type("/bridgette daily")
    take("daily")


class Album:
    """Where the pictures go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, name: str, tab: Tab, *things: Locator) -> None:
        """Photograph things that stand below one another, at each width; by default the table and the panel."""
        shown = things or (table(tab), tab.private.last)
        for kind, width in WIDTHS.items():
            tab.page.set_viewport_size({"width": width, "height": TALL})
            tab.page.mouse.move(0, 0)  # so that nothing lies under the pointer
            tab.page.evaluate("document.activeElement.blur()")  # nor looks pressed
            tab.drawn()
            tab.page.evaluate(LAID_OUT)
            boxes = [box for thing in shown if (box := thing.bounding_box())]
            top = min(box["y"] for box in boxes) - MARGIN
            bottom = max(box["y"] + box["height"] for box in boxes) + MARGIN
            left = min(box["x"] for box in boxes)
            clip = {"x": left, "y": top, "width": width - left, "height": bottom - top}
            shot = Image.open(io.BytesIO(tab.page.screenshot(clip=clip))).convert("RGB")
            # A palette makes a third of it, and nobody sees the difference.
            few = shot.quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(self._folder / f"{kind}-{name}.png", optimize=True)
        tab.page.set_viewport_size({"width": PHONE[0], "height": TALL})


def table(tab: Tab) -> Locator:
    """The table's message."""
    public = tab.page.locator(":not(:has(.message-ephemeral-note))")
    return tab.messages.filter(has=tab.buttons("Follow")).and_(public).last


def _exchange(tabs: Sequence[Tab]) -> None:
    for tab in tabs:
        asked = re.search(r"Pick (\d+)", tab.private.last.inner_text())
        if asked is None:
            raise RuntimeError("the panel does not say how many cards go")
        for picked in range(int(asked[1])):
            tab.press(_offered(tab, None).nth(picked))
            tab.private.last.get_by_text(f"({picked + 1}, red)").wait_for()
        tab.press(_offered(tab, DISCARD))


def _offered(tab: Tab, label: str | re.Pattern[str] | None) -> Locator:
    """The buttons on a player's panel with that label, or any, that can be pressed."""
    own = tab.private.last.locator("button.component-button:enabled")
    return own if label is None else tab.buttons(label).and_(own)


def _turn(tabs: Sequence[Tab], label: str | None) -> tuple[Tab, Locator]:
    """The player who can press such a button now, and the buttons; without a label, who is to play."""
    from playwright.sync_api import TimeoutError as NotYet

    for _ in range(50):
        for tab in tabs:
            with suppress(NotYet):
                tab.drawn()
                offered = _offered(tab, label)
                if label is None:
                    offered = offered.filter(has_text=CARD)
                offered.first.wait_for(timeout=A_LOOK)
                return tab, offered
    raise RuntimeError("nobody is offered what comes next")


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
