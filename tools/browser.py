"""The demo in headless Chromium, as people use it: started, opened in tabs, typed to and pressed.

Playwright is needed (`pip install 'bridgette[screenshots]'`). Nothing here waits for a fixed time: each step waits
until the page shows what came of it.
"""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page, Playwright, Response

NAMES = ("chromium", "chromium-browser", "google-chrome")
APART = 1.0
"""Seconds that a person leaves between two acts: the bot asks about what comes quicker."""
PATIENCE = 15.0
"""Seconds in which a page must show what is waited for."""
PHONE = (390, 844)
ACTS = {"click", "run_command", "send_message"}
SHOWN = """revision => new Promise(done => {
    const look = () => {
        const page = window.simcordPreview;
        if (page.ready && page.publishedRevision >= revision) done();
        else setTimeout(look, 20);
    };
    look();
})"""
"""Ends when the page shows what was published with that revision."""
MESSAGES = "#channel-message-list > [data-message-id]"


def find_chromium(playwright: Playwright) -> Path | None:
    """A Chromium on this machine: one that is installed, else Playwright's own."""
    installed = next((found for name in NAMES if (found := shutil.which(name))), None)
    path = Path(installed or playwright.chromium.executable_path)
    return path if path.is_file() else None


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_demo(database: Path, port: int | None = None) -> Iterator[str]:
    """The demo as a process of its own, on that port or the one it kept; its address. It ends with the block."""
    command = [sys.executable, "-m", "bot.demo", "--database", str(database)]
    command += ["--port", str(port)] if port else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            words = (word for line in process.stdout for word in line.split())
            address = next((word for word in words if word.startswith("http://")), None)
            if address is None:
                raise RuntimeError("the demo did not start")
            yield address
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)


class Tab:
    """One tab, and so one player."""

    _acted: ClassVar[float] = 0.0
    """When any of them last did something, which changes the panels of all: people look before they press."""

    def __init__(self, context: BrowserContext, address: str, size: tuple[int, int] = PHONE) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.goto(address)
        self.drawn()

    def drawn(self) -> None:
        """Wait until the page shows a channel, and is drawn to the end."""
        self.page.bring_to_front()  # a browser draws what is behind but seldom
        self.page.locator("#preview-app[aria-busy=false] #channel-layout:not([hidden])").wait_for()

    @property
    def messages(self) -> Locator:
        """All messages."""
        return self.page.locator(MESSAGES)

    @property
    def private(self) -> Locator:
        """The messages that nobody else sees."""
        return self.page.locator(f"{MESSAGES}:has(.message-ephemeral-note)")

    def buttons(self, label: str | re.Pattern[str]) -> Locator:
        """The buttons with that label that can be pressed."""
        return self.page.locator("button.component-button:enabled").filter(
            has_text=label if isinstance(label, re.Pattern) else re.compile(f"^{re.escape(label)}$")
        )

    def type(self, command: str) -> None:
        """Type a slash command and send it, as the channel's greeting says."""
        self.drawn()
        self.page.locator("#channel-composer-input").click()
        self.page.keyboard.type(command)
        self.page.locator(".command-popup [role=option]").first.wait_for()
        self.page.keyboard.press("Enter")
        self.page.locator("[data-command-chip]").wait_for()
        with self._acting():
            self.drawn()  # a page that is about to be drawn anew takes no command
            self.page.keyboard.press("Enter")

    def say(self, words: str) -> None:
        """Write an ordinary message."""
        self.drawn()
        self.page.locator("#channel-composer-input").fill(words)
        with self._acting():
            self.page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        """Press a button, the last of those."""
        self.drawn()
        with self._acting():
            button.last.click()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """The block is an act: it comes a while after the last one, and what came of it is shown at the end."""
        self._leave_time()
        with self.page.expect_response(_answers_an_act) as answer:
            yield
        self.page.evaluate(SHOWN, answer.value.json()["revision"])

    def _leave_time(self) -> None:
        """Wait until it is a while since anybody's last act, by the clock that the demo goes by: this machine's."""
        left = Tab._acted + APART - time.time()
        if left > 0:
            # Playwright waits for it in the page, whose clock is the same.
            self.page.evaluate("ms => new Promise(done => setTimeout(done, ms))", left * 1000)
        Tab._acted = time.time()


def _answers_an_act(response: Response) -> bool:
    return response.url.endswith("/api/action") and (response.request.post_data_json or {}).get("kind") in ACTS
