"""The demo's pages over real HTTP: two people act at once, and every click arrives as it was meant."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.demo_page import Pages
from tests.support.world import World
from tests.test_support import Toy, layout


class Stepper(Toy):
    """Every press redraws the panel for a new step: with other custom_ids in the same places."""

    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    async def on_interaction(self, interaction: Any) -> None:
        if interaction.type.name == "component":
            self.clicks.append(f"{interaction.user.name} {interaction.data['custom_id']}")
            self.step += 1
            await interaction.response.edit_message(view=layout(f"step {self.step}"))


class Tab:
    """What a browser tab does: it reads its page, and sends clicks on what it last read."""

    def __init__(self, session: aiohttp.ClientSession, preview: Any) -> None:
        self.session = session
        self.base, _, self.capability = preview.url.partition("#")
        self.page = ""
        self.sequence = 0
        self.state: dict[str, Any] = {}

    async def ask(self, path: str, body: Any = None) -> Any:
        headers = {"X-Simcord-Capability": self.capability}
        if self.page:
            headers["X-Simcord-Context"] = self.page
        send = self.session.get if body is None else self.session.post
        async with send(self.base + path, headers=headers, **({} if body is None else {"json": body})) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def open(self) -> None:
        self.state = await self.ask("api/pages", {})
        self.page = self.state["context"]["id"]

    async def read(self) -> None:
        self.state = await self.ask("api/state")

    def control(self, custom_id: str) -> dict[str, Any]:
        def parts(value: Any) -> Any:
            for part in value:
                yield part
                yield from parts(part.get("components", []))

        shown = [part for message in self.state["messages"].values() for part in parts(message["components"])]
        return next(part for part in shown if part.get("custom_id") == custom_id)

    async def click(self, custom_id: str) -> Any:
        key = self.control(custom_id)["control_key"]
        self.sequence += 1
        return await self.ask(
            "api/action",
            {
                "protocol_version": 3,
                "kind": "click",
                "sequence": self.sequence,
                "request_id": f"{self.page} {self.sequence}",
                "generation": self.state["context"]["generation"],
                "bot_generation": self.state["botGeneration"],
                "published_revision": self.state["publishedRevision"],
                "control_key": key,
                "target_id": key.split(":")[1],
            },
        )


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World(Stepper, members=("alice", "bob")) as found:
        yield found


@pytest.fixture
async def tabs(world: World) -> AsyncIterator[tuple[Tab, Tab, Pages]]:
    viewers = list(world.members.values())
    for viewer in viewers:
        await viewer.slash(world.channel, "panel")
    async with (
        world.env.preview(world.channel, viewers=viewers, layout="channel") as preview,
        aiohttp.ClientSession() as session,
    ):
        pages = Pages(world.env, preview)
        alice, bob = Tab(session, preview), Tab(session, preview)
        await alice.open()
        await bob.open()
        yield alice, bob, pages


async def test_the_second_tab_is_the_second_persons(world: World, tabs: tuple[Tab, Tab, Pages]) -> None:
    assert [int(tab.state["viewerId"]) for tab in tabs[:2]] == [world["alice"].id, world["bob"].id]


async def test_no_click_is_lost_while_both_act_and_pages_are_refreshed(
    world: World, tabs: tuple[Tab, Tab, Pages]
) -> None:
    alice, bob, pages = tabs
    client: Any = world.client

    async def play(tab: Tab) -> None:
        for _ in range(15):
            await tab.read()
            answer = await tab.click("toy:1")
            assert not answer["rejected"], answer

    async def pulse() -> None:
        while True:
            await asyncio.sleep(0.01)
            async with pages.turn:
                await world.advance(0.01)
                await pages.refresh()

    beat = asyncio.create_task(pulse())
    await asyncio.gather(play(alice), play(bob))
    beat.cancel()
    await asyncio.gather(beat, return_exceptions=True)
    assert sorted(client.clicks) == ["alice toy:1"] * 15 + ["bob toy:1"] * 15


async def test_a_click_means_what_its_page_showed(world: World, tabs: tuple[Tab, Tab, Pages]) -> None:
    alice, _, pages = tabs
    client: Any = world.client
    panel = world.panel(world["alice"])
    stored = world.env.backend.get_message(panel.handle.channel_id, panel.id)
    # The panel is redrawn behind the page's back: what was the first button is gone, another is in its place.
    row = next(part for part in stored.components[0]["components"] if part["type"] == 1)
    row["components"][0]["custom_id"] = "toy:other"
    world.env.backend.transcript.append(("HTTP", "", None))
    async with pages.turn:
        await pages.refresh()
    assert not (await alice.click("toy:1"))["rejected"]
    assert client.clicks == ["alice toy:1"]
    await alice.read()
    assert not (await alice.click("toy:1"))["rejected"]
    assert client.clicks == ["alice toy:1"] * 2
