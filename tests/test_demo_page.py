"""The demo's pages over real HTTP: two people act at once, and every click arrives as it was meant."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import pytest

from bot.demo.clock import Clock
from bot.demo.pages import Pages
from bot.demo.served import add_to_page
from tests.support.world import World
from tests.test_support import Toy, layout


class Stepper(Toy):
    """Every press redraws the panel for a new step: with other custom_ids in the same places."""

    def __init__(self) -> None:
        super().__init__()
        self.step = 0
        self.moments: list[datetime] = []

    async def on_interaction(self, interaction: Any) -> None:
        if interaction.type.name == "component":
            self.clicks.append(f"{interaction.user.name} {interaction.data['custom_id']}")
            self.moments.append(interaction.created_at)
            self.step += 1
            await interaction.response.edit_message(view=layout(f"step {self.step}"))


class Tab:
    """What a browser tab does: it reads its page, and sends clicks on what it last read."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.url = url
        self.base, _, self.capability = url.partition("#")
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

    async def open(self, viewer_id: str | None = None) -> None:
        self.state = await self.ask("api/pages", {"viewer_id": viewer_id} if viewer_id else {})
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

    async def click(self, custom_id: str, request_id: str | None = None) -> Any:
        key = self.control(custom_id)["control_key"]
        self.sequence += 1
        return await self.ask(
            "api/action",
            {
                "protocol_version": 3,
                "kind": "click",
                "sequence": self.sequence,
                "request_id": request_id or f"{self.page} {self.sequence}",
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
        with found.hurrying():  # time goes on by the demo's own clock
            yield found


class Watch:
    """The time of day, for a demo whose clock a test sets."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def go_on(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


KEY = "k" * 43


@pytest.fixture
def watch(world: World) -> Watch:
    return Watch(world.env.now())


@pytest.fixture
async def tabs(world: World, watch: Watch) -> AsyncIterator[tuple[Tab, Tab, Pages]]:
    viewers = list(world.members.values())
    for viewer in viewers:
        await viewer.slash(world.channel, "panel")
    preview = world.env.preview(world.channel, viewers=viewers, layout="channel")
    add_to_page(preview, KEY)
    async with preview, aiohttp.ClientSession() as session:
        pages = Pages(world.env, preview, Clock(world.env, watch))
        alice, bob = Tab(session, preview.url), Tab(session, preview.url)
        await alice.open()
        await bob.open()
        yield alice, bob, pages


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while True:
            if is_so():
                return
            await asyncio.sleep(0.01)


async def test_the_second_tab_is_the_second_persons(world: World, tabs: tuple[Tab, Tab, Pages]) -> None:
    assert [int(tab.state["viewerId"]) for tab in tabs[:2]] == [world["alice"].id, world["bob"].id]


async def test_a_tab_that_comes_back_is_the_same_persons(world: World, tabs: tuple[Tab, Tab, Pages]) -> None:
    alice, bob, _ = tabs
    third = Tab(alice.session, alice.url)  # by the numbers it would be Alice's
    for viewer_id, expected in ((str(world["bob"].id), "bob"), ("17", "alice")):
        await third.open(viewer_id)
        assert int(third.state["viewerId"]) == world[expected].id
    assert bob.page != third.page


async def test_no_click_is_lost_while_both_act_and_pages_are_refreshed(
    world: World, watch: Watch, tabs: tuple[Tab, Tab, Pages]
) -> None:
    alice, bob, pages = tabs
    client: Any = world.client

    async def play(tab: Tab) -> None:
        for _ in range(15):
            await tab.read()
            answer = await tab.click("toy:1")
            assert not answer["rejected"], answer

    async def pulse() -> None:
        while await pages.beat():
            watch.go_on(0.01)
            await asyncio.sleep(0.01)

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


async def test_clicks_sent_before_the_first_is_answered_arrive_in_order(
    world: World, tabs: tuple[Tab, Tab, Pages]
) -> None:
    alice, _, _ = tabs
    client: Any = world.client
    answers = await asyncio.gather(*(alice.click("toy:1") for _ in range(5)))
    assert [answer["rejected"] for answer in answers] == [False] * 5
    assert client.clicks == ["alice toy:1"] * 5


async def test_a_page_need_not_number_its_acts(world: World, tabs: tuple[Tab, Tab, Pages]) -> None:
    alice, _, _ = tabs
    client: Any = world.client
    for _ in range(3):
        alice.sequence = 0
        assert not (await alice.click("toy:1", f"request {len(client.clicks)}"))["rejected"]
    await alice.click("toy:1", "request 2")  # once more the same: it is answered, and not done again
    assert client.clicks == ["alice toy:1"] * 3


async def test_acts_that_wait_keep_the_moments_at_which_they_were_made(
    world: World, watch: Watch, tabs: tuple[Tab, Tab, Pages]
) -> None:
    """A double click looks like one to the bot however long the first one took, and time does not run ahead."""
    alice, _, pages = tabs
    client: Any = world.client
    start = watch.moment
    await pages.turn.acquire()
    first = asyncio.create_task(alice.click("toy:1"))
    await until(lambda: len(pages.waiting) == 1)
    beat = asyncio.create_task(pages.beat())
    await asyncio.sleep(0)
    watch.go_on(0.2)
    second = asyncio.create_task(alice.click("toy:1"))
    await until(lambda: len(pages.waiting) == 2)
    watch.go_on(5)
    pages.turn.release()
    await asyncio.gather(first, beat, second)
    passed = [round((moment - start) / timedelta(seconds=1), 3) for moment in client.moments]
    assert passed == [0.0, 0.2]
    await pages.beat()
    assert world.env.now() == watch.moment


async def test_an_act_is_made_at_the_present_moment(world: World, watch: Watch, tabs: tuple[Tab, Tab, Pages]) -> None:
    alice, _, _ = tabs
    client: Any = world.client
    for _ in range(2):
        watch.go_on(0.9)
        await alice.click("toy:1")
    apart = (client.moments[1] - client.moments[0]) / timedelta(seconds=1)
    assert round(apart, 2) == 0.9


# ----------------------------------------------------------------------- what is added to the page


async def test_the_page_comes_with_the_demos_script_and_style_at_a_known_address(
    tabs: tuple[Tab, Tab, Pages],
) -> None:
    alice, _, _ = tabs
    assert alice.capability == KEY
    async with alice.session.get(alice.base) as answer:
        page = await answer.text()
    for path, kind in (("demo.js", "application/javascript"), ("demo.css", "text/css"), ("demo-run", "text/plain")):
        async with alice.session.get(alice.base + path) as answer:
            assert answer.status == 200
            assert answer.content_type == kind
            assert await answer.text()
        assert (f'"/{path}"' in page) is (path != "demo-run")
    # The script is there before the page's own, and what is SimCord's stays.
    assert page.index("/demo.js") < page.index("/app.js")


async def test_another_simcord_still_serves_its_page(world: World, caplog: pytest.LogCaptureFixture) -> None:
    viewers = list(world.members.values())
    preview = world.env.preview(world.channel, viewers=viewers, layout="channel")
    inside: Any = preview
    index = inside._server._static

    async def other(request: Any) -> Any:
        page = await index(request)
        page.text = page.text.replace("</head>", "")
        return page

    inside._server._static = other
    with caplog.at_level(logging.WARNING):
        add_to_page(preview, KEY)
        async with preview, aiohttp.ClientSession() as session, session.get(preview.url) as answer:
            assert answer.status == 200
            assert "/app.js" in await answer.text()
    assert "built differently" in caplog.text

    class Bare:
        """A preview without anything that the demo knows."""

    add_to_page(Bare(), KEY)  # type: ignore[arg-type]
    assert "served differently" in caplog.text
