"""Measures the panels on a phone of 390 pixels, with emoji, as SimCord draws them in a headless browser.

Run it with `python -m tools.heights`; it needs Chromium and Playwright (`make screenshots` installs the latter).
`--pictures FOLDER` keeps a picture of each.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from simcord.preview._capture import ManagedCapture

import bot
from bot.client import BridgetteClient
from bot.screens.faces import FACES
from bot.settings import Settings
from tests.support.world import World
from tools.browser import NAMES
from tools.newcomer import newcomer_panels
from tools.panels import Panel, panels

PHONE = (390, 1800)
"""As wide as a phone, and higher than any panel."""

EMOJI = Path(bot.__file__).parent / "art" / "emoji"
"""The pictures of the cards and suits."""

_WRAPPED = """() => [...document.querySelectorAll('.component-row')].filter(row =>
    new Set([...row.querySelectorAll('button')].map(one => Math.round(one.getBoundingClientRect().top))).size > 1
).map(row => row.innerText.replaceAll('\\n', ' '))"""
"""The rows of buttons that take more than one line."""


class Measured(NamedTuple):
    """How high a panel is, in pixels, and which of its rows take more than one line."""

    panel: Panel
    height: int
    wrapped: tuple[str, ...]

    @property
    def is_fine(self) -> bool:
        """Whether it keeps to its limit, and no row wraps."""
        return not self.wrapped and (self.panel.limit is None or self.height <= self.panel.limit)


async def measure(found: Sequence[Panel], chromium: str, folder: Path | None) -> list[Measured]:
    """Show each panel to a player in the simulated Discord, and look at it; ``folder``: where its picture goes."""
    with tempfile.TemporaryDirectory() as temporary:
        database = Path(temporary) / "heights.db"
        world = World(lambda: BridgetteClient(Settings(database_url=f"sqlite:///{database}")), members=("alice", "bob"))
        async with world, _looking(chromium) as wrapped:
            client: Any = world.client
            core, alice, assets = client.app.core, world["alice"], {}
            with world.env._bot_scope():
                for name in FACES:
                    face = (EMOJI / f"{name}.png").read_bytes()
                    emoji = await client.create_application_emoji(name=name, image=face)
                    core.emoji.have(name, f"<:{name}:{emoji.id}>")
                    assets[f"https://cdn.simcord.invalid/emojis/{emoji.id}.png"] = (f"{name}.png", face)
            await alice.slash(world.channel, "bridgette challenge", opponent=world["bob"])
            await world.press(world["bob"], "Accept")
            await world.settle()
            measured = []
            for panel in found:
                core.panels.drawn_by(lambda *_args, screen=panel.screen: screen)
                await world.press(alice, "My hand")
                name = re.sub("[^a-z0-9]+", "-", panel.name)
                file = None if folder is None else folder / f"{name}.png"
                async with world.env.preview(world.channel, viewers=[alice], assets=assets) as preview:
                    target = world.panel(alice).handle
                    taken = await preview.screenshot(file, target=target, viewport=PHONE, layout="message")
                measured.append(Measured(panel, taken.output_height, tuple(wrapped)))
            return measured


@asynccontextmanager
async def _looking(chromium: str) -> AsyncIterator[list[str]]:
    """Let SimCord take its pictures with this Chromium; the list holds the rows that wrapped on the latest one."""
    from playwright.async_api import async_playwright

    launch, freeze, wrapped = ManagedCapture._ensure_browser, ManagedCapture._freeze, list[str]()

    async def ensure(capture: Any) -> Any:
        if capture._browser is None:
            capture._playwright = await async_playwright().start()
            capture._browser = await capture._playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox"]
            )
        return capture._browser

    async def look(page: Any) -> None:
        wrapped[:] = await page.evaluate(_WRAPPED)
        await freeze(page)

    names: Any = ManagedCapture  # SimCord has no setting for it
    names._ensure_browser, names._freeze = ensure, staticmethod(look)
    try:
        yield wrapped
    finally:
        names._ensure_browser, names._freeze = launch, staticmethod(freeze)


def chromium_here() -> str | None:
    """The path of this machine's Chromium, if it has one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the heights; the process's exit code is 1 where a panel is too high or a row wraps."""
    parser = argparse.ArgumentParser(prog="python -m tools.heights", description=__doc__)
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the panels")
    options = parser.parse_args(arguments)
    chromium = chromium_here()
    if chromium is None or importlib.util.find_spec("playwright") is None:
        sys.stderr.write("The heights need Chromium and Playwright: see `make screenshots`.\n")
        return 1
    if options.pictures is not None:
        options.pictures.mkdir(parents=True, exist_ok=True)
    measured = asyncio.run(measure([*panels(), *newcomer_panels()], chromium, options.pictures))
    for panel, height, wrapped in measured:
        limit = "" if panel.limit is None else f" of {panel.limit}"
        sys.stdout.write(f"{panel.name}: {height}{limit} px{''.join(f'; wraps: {row}' for row in wrapped)}\n")
    return 0 if all(one.is_fine for one in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
