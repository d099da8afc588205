"""The pictures as people get them: with which messages, with which words, who may switch them off, and what follows
when they are slow, refused or not drawn.
"""

from __future__ import annotations

import asyncio
import io
import logging
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import discord
import pytest
from PIL import Image
from simcord.components import walk_components

from bot.discord import painter
from bot.discord.painter import Painter
from bot.features.settings import verbs
from bot.preferences import USUAL_PICTURES, Pictures, ServerSettings, pictures_up_to, pictures_within
from bot.screens.message import MOST_SAID
from bot.store import StoreError
from bridgette import MatchView, Phase, view
from tests.support.seen import Seen
from tests.support.verbs import Verb

from .conftest import Club, ErrorLog, NewWorld
from .house import choose, managers, open_panel, stored
from .scene import Scene, button_id, core_of, in_phase, plain_deals, publisher_of, start, table_text

GALLERY = 12
CHOICES = ("No pictures", "Results", "All")
"""The buttons with which a server chooses."""

PATIENCE = timedelta(minutes=5)


class Shown(NamedTuple):
    """A picture as it stands in a message."""

    name: str
    content: bytes
    said: str


def pictures(club: Club, seen: Seen) -> list[Shown]:
    """The pictures of a message; every file that it brings is shown, and every picture has its file."""
    message = club.env.backend.get_message(seen.handle.channel_id, seen.id)
    files = {one["filename"]: club.env.backend.cdn.get(one["url"]) or b"" for one in message.attachments}
    items = [
        item
        for part in walk_components(club.look(seen).components)
        if part["type"] == GALLERY
        for item in part["items"]
    ]
    assert len(items) == len(files)
    names = [item["media"]["url"].rpartition("/")[2] for item in items]
    return [Shown(name, files[name], item["description"]) for name, item in zip(names, items, strict=True)]


@pytest.fixture
async def club(new_world: NewWorld) -> AsyncIterator[Club]:
    """A server with pictures, and plain deals."""
    async with new_world(below=plain_deals(), pictures=Pictures.ALL) as world:
        yield world


async def step(scene: Scene, acts: int = 1) -> None:
    """Some acts, told after the last one."""
    done = iter(range(acts))
    await scene.until(lambda _: next(done, None) is None)
    await scene.tell()


async def to_the_play(scene: Scene) -> None:
    await scene.until(in_phase(Phase.PLAY))
    await scene.tell()


async def result_of(scene: Scene) -> Seen:
    """Play the deal to its end; its result, as carol sees it."""
    deals = len((await scene.match()).deals)
    await scene.until(lambda match: len(match.deals) > deals)
    await scene.tell()
    return scene.world.find(scene.world["carol"], "Show the play")


def edits(scene: Scene, since: int) -> list[Any]:
    """The edits of the table since so many requests."""
    path = f"/channels/{scene.channel.id}/messages/{scene.table().id}"
    entries = scene.world.env.http_requests[since:]
    return [one for one in entries if one.method == "PATCH" and one.path == path]


# ------------------------------------------------------------------------------- what is sent


async def test_a_table_has_its_picture_and_all_its_words(club: Club) -> None:
    scene = await start(club)
    for phase in (Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY):
        await scene.until(in_phase(phase))
        await scene.tell()
        (picture,) = pictures(club, scene.table())
        assert picture.name == "table.png"
        with Image.open(io.BytesIO(picture.content)) as opened:
            assert opened.size == (960, 540)
        words = [line for line in str(table_text(scene.core, await scene.game())).splitlines() if "<t:" not in line]
        assert [line for line in words if line not in scene.table().text] == []


async def test_the_alternative_text_says_it_without_markup(club: Club) -> None:
    scene = await start(club)
    await to_the_play(scene)
    await step(scene, 3)
    (picture,) = pictures(club, scene.table())
    assert "alice" in picture.said
    assert "Contract" in picture.said
    assert len(picture.said) <= MOST_SAID <= 1024
    for mark in ("**", "###", "-# ", "<:", "<t:", "```", "\\", "\ue000"):
        assert mark not in picture.said


async def test_a_result_has_its_low_picture_and_the_next_table_its_own(club: Club) -> None:
    scene = await start(club)
    (low,) = pictures(club, await result_of(scene))
    assert low.name == "low.png"
    assert "alice" in low.said
    (table,) = pictures(club, scene.table())
    assert table.name == "table.png"


async def test_show_the_play_has_the_tall_picture_for_whoever_asks(club: Club) -> None:
    scene = await start(club)
    result = club.assert_answered(await club.press(club["carol"], "Show the play", on=await result_of(scene)))
    assert result.ephemeral
    assert result.response is not None
    (tall,) = pictures(club, club.look(result.response))
    assert tall.name == "tall.png"
    assert tall.said


async def test_a_void_match_leaves_no_picture(club: Club) -> None:
    scene = await start(club)
    table = scene.table()
    assert pictures(club, table)
    await scene.resign(scene.players[0])
    await scene.tell()
    assert pictures(club, table) == []


async def test_what_is_unchanged_is_not_sent_again(club: Club) -> None:
    scene = await start(club)
    await step(scene)
    before = len(club.env.http_requests)
    (await scene.game()).shown.is_stale = True
    await scene.tell()
    assert edits(scene, before) == []
    await step(scene)
    assert len(edits(scene, before)) == 1


async def test_an_edit_that_failed_is_made_up_for_though_nothing_has_changed(club: Club) -> None:
    scene = await start(club)
    await step(scene)
    table = scene.table()
    club.env.inject_error("PATCH", f"/channels/*/messages/{table.id}", status=403, code=50001, times=None)
    await step(scene)
    club.env.backend.faults.clear()
    before = len(club.env.http_requests)
    await scene.tell()
    assert len(edits(scene, before)) == 1


# ------------------------------------------------------------------------------- who chooses


@pytest.mark.parametrize(("most", "at_tables", "at_results"), [("all", 1, 1), ("results", 0, 1), ("none", 0, 0)])
async def test_the_host_says_where_the_bot_draws(
    most: str, at_tables: int, at_results: int, new_world: NewWorld
) -> None:
    async with new_world(below=plain_deals(), pictures=Pictures(most)) as world:
        scene = await start(world)
        assert len(pictures(world, scene.table())) == at_tables
        result = await result_of(scene)
        assert len(pictures(world, result)) == at_results
        shown = world.assert_answered(await world.press(world["carol"], "Show the play", on=result))
        assert shown.response is not None
        assert len(pictures(world, world.look(shown.response))) == at_results


def test_a_server_never_has_more_than_its_host_allows() -> None:
    for most in Pictures:
        assert pictures_within(None, most) is most
        for chosen in Pictures:
            assert pictures_within(chosen, most) in pictures_up_to(most)
            if chosen in pictures_up_to(most):
                assert pictures_within(chosen, most) is chosen
    assert pictures_up_to(Pictures.ALL) == (Pictures.NONE, Pictures.RESULTS, Pictures.ALL)
    assert pictures_within(None, USUAL_PICTURES) is USUAL_PICTURES
    assert ServerSettings().pictures is None


async def test_a_server_chooses_for_itself(club: Club) -> None:
    managers(club, "alice")
    scene = await start(club)
    panel = await open_panel(club)
    assert "**Pictures**: of tables and of results" in panel.text
    assert [one.disabled for one in panel.buttons if one.label in CHOICES] == [False, False, True]
    club.assert_answered(await club.press(club["alice"], "Results", on=panel))
    assert "**Pictures**: of results" in club.look(panel).text
    assert (await stored(club)).pictures is Pictures.RESULTS
    await step(scene)
    assert pictures(club, scene.table()) == []
    assert len(pictures(club, await result_of(scene))) == 1
    club.assert_answered(await club.press(club["alice"], "No pictures", on=panel))
    assert pictures(club, await result_of(scene)) == []
    club.assert_answered(await club.press(club["alice"], "All", on=panel))
    await step(scene)
    assert len(pictures(club, scene.table())) == 1


@pytest.mark.parametrize(
    ("most", "said", "labels"),
    [
        (Pictures.RESULTS, "allows no more than pictures of results", {"Results", "No pictures"}),
        (Pictures.NONE, "has turned them off", set()),
    ],
)
async def test_the_panel_offers_no_more_than_the_host_allows(
    most: Pictures, said: str, labels: set[str], new_world: NewWorld
) -> None:
    async with new_world(pictures=most) as world:
        managers(world, "alice")
        panel = await open_panel(world)
        assert said in panel.text
        assert {one.label for one in panel.buttons} & set(CHOICES) == labels
        forged = await world.forge(world["alice"], panel, button_id(Verb.SETTING, at=2, detail=verbs.PICTURES))
        world.assert_answered(forged, contains="fewer pictures than that")
        assert (await stored(world)).pictures is None


async def test_a_server_that_chose_all_has_what_its_host_allows_later(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), pictures=Pictures.RESULTS) as world:
        await choose(world, pictures=Pictures.ALL)
        scene = await start(world)
        assert pictures(world, scene.table()) == []
        assert len(pictures(world, await result_of(scene))) == 1


async def test_whoever_does_not_manage_the_server_changes_nothing(club: Club) -> None:
    managers(club, "alice")
    panel = await open_panel(club)
    club.assert_answered(await club.forge(club["carol"], panel, button_id(Verb.SETTING, detail=verbs.PICTURES)))
    assert (await stored(club)).pictures is None


def test_a_bot_without_pictures_does_not_load_pillow() -> None:
    look = "import sys, bot.client, bot.app, bot.features; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], check=False).returncode == 0


# ------------------------------------------------------------------------------- not drawn


def broken(*_: Any) -> bytes:
    raise MemoryError("of a card such as SA")


@pytest.mark.parametrize("how", ["the drawing fails", "the thread is dead", "Pillow is missing"])
async def test_words_go_without_a_picture_that_cannot_be_drawn(
    how: str, club: Club, error_log: ErrorLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await start(club)
    await step(scene)
    if how == "the drawing fails":
        monkeypatch.setattr(painter, "_draw", broken)
    elif how == "the thread is dead":
        core_of(club).pictures.stop()
    else:
        monkeypatch.setitem(sys.modules, "bot.pictures.table", None)
        monkeypatch.setitem(sys.modules, "bot.pictures.results", None)
    await step(scene)
    assert pictures(club, scene.table()) == []
    assert scene.table().text == table_text(scene.core, await scene.game())
    result = await result_of(scene)
    assert pictures(club, result) == []
    assert "♠︎" in result.text  # the hands, in words
    lines = error_log.take()
    assert lines
    for line in lines:
        assert "no picture kind=" in line
        assert "SA" not in line


async def test_a_database_that_fails_costs_the_picture_alone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> ServerSettings:
        raise StoreError("gone")

    scene = await start(club)
    game = await scene.game()
    monkeypatch.setattr(core_of(club).store.servers, "get", fails)
    assert await core_of(club).pictures.table(club.guild.id, game.view(None)) is None


class Slow:
    """A drawing that lasts until it is let go."""

    def __init__(self) -> None:
        self.go, self.drawn = threading.Event(), 0

    def __call__(self, *_: Any) -> bytes:
        self.drawn += 1
        self.go.wait(30)
        return b"drawn"


async def test_a_drawing_that_hangs_is_not_waited_for_and_none_is_begun_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow, now = Slow(), [datetime(2027, 1, 1, tzinfo=UTC)]
    monkeypatch.setattr(painter, "_draw", slow)
    monkeypatch.setattr(painter, "PATIENCE", 0.01)
    one = Painter(None, Pictures.ALL, lambda: now[0])  # type: ignore[arg-type]
    shown = a_view()
    try:
        assert await one.table(None, shown) is None
        assert await one.table(None, shown) is None
        assert slow.drawn == 1
        slow.go.set()
        now[0] += PATIENCE
        monkeypatch.setattr(painter, "PATIENCE", 30.0)
        picture = await one.table(None, shown)
        assert picture is not None
        assert picture.content == b"drawn"
    finally:
        slow.go.set()
        one.stop()


async def test_the_loop_goes_on_while_a_picture_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(painter, "_draw", slow)
    one = Painter(None, Pictures.ALL, lambda: datetime(2027, 1, 1, tzinfo=UTC))  # type: ignore[arg-type]
    drawing = asyncio.create_task(one.table(None, a_view()))
    try:
        while not slow.drawn:  # noqa: ASYNC110 - a thread sets it
            await asyncio.sleep(0)  # would never come here if the drawing held the loop
        assert not drawing.done()
    finally:
        slow.go.set()
    assert await drawing is not None
    one.stop()


def a_view() -> MatchView:
    """Of a match in its exchange."""
    from bridgette import DECK, Deal, Match

    return view(Match(("a", "b"), (Deal.begin(0, DECK),)), None)


# ------------------------------------------------------------------------------- not taken


async def test_a_channel_that_takes_no_files_has_tables_without_pictures_until_the_next_start(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    for status, code in ((403, 50013), (413, 40005)):
        scene = await start(club, channel=club.channels["bridge" if code == 50013 else "lounge"])
        await step(scene)
        table = scene.table()
        club.env.inject_error("PATCH", f"/channels/*/messages/{table.id}", status=status, code=code)
        await step(scene)
        assert scene.table().id == table.id  # the same message, which is not posted anew
        assert scene.table().text == table_text(scene.core, await scene.game())
        assert pictures(club, table) == []
        await club.advance(3600)
        await step(scene)
        assert pictures(club, scene.table()) == []
        assert pictures(club, await result_of(scene)) == []
        assert f"failure={code}" in caplog.text
    await club.restart()
    scene.world.client = club.client
    await step(scene)
    assert len(pictures(club, scene.table())) == 1


async def test_a_channel_that_refuses_says_nothing_of_others(club: Club) -> None:
    one, other = await start(club), await start(club, "carol", "bob", club.channels["lounge"])
    club.env.inject_error("PATCH", f"/channels/{one.channel.id}/messages/*", status=403, code=50013)
    await step(one)
    await step(other)
    assert pictures(club, one.table()) == []
    assert len(pictures(club, other.table())) == 1


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_after_a_failure_on_the_way_a_table_goes_without_for_five_minutes(
    status: int, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await start(club)
    await step(scene)
    table = scene.table()
    with failing(monkeypatch, lambda: discord.HTTPException(_Answer(status), "")):  # type: ignore[arg-type]
        await step(scene)
    assert pictures(club, table) == []
    assert table_text(scene.core, await scene.game()) == club.look(table).text
    await club.advance(240)
    await step(scene)
    assert pictures(club, table) == []
    await club.advance(61)
    await step(scene)
    assert len(pictures(club, scene.table())) == 1


class _Answer:
    """What the library keeps of an answer."""

    reason = ""

    def __init__(self, status: int) -> None:
        self.status = status


class failing:  # noqa: N801 - a context
    """Inside, edits that bring files fail."""

    def __init__(self, patch: pytest.MonkeyPatch, error: Callable[[], Exception]) -> None:
        self._patch, self._error = patch, error

    def __enter__(self) -> None:
        real, error = discord.PartialMessage.edit, self._error

        async def edit(message: Any, **options: Any) -> Any:
            if options["attachments"]:
                raise error()
            return await real(message, **options)

        self._context = self._patch.context()
        self._context.__enter__().setattr(discord.PartialMessage, "edit", edit)

    def __exit__(self, *_: object) -> None:
        self._context.__exit__(None, None, None)


async def test_a_connection_that_breaks_costs_the_picture_alone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await start(club)
    await step(scene)
    with failing(monkeypatch, lambda: ConnectionResetError(104, "reset")):
        await step(scene)
    assert pictures(club, scene.table()) == []
    assert scene.table().text == table_text(scene.core, await scene.game())


async def test_after_a_slow_edit_a_table_goes_without_for_five_minutes_and_results_do_not(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await start(club)
    await step(scene)
    real = discord.PartialMessage.edit
    seconds = [2.0]

    async def slow(message: Any, **options: Any) -> Any:
        club.env.backend.clock.advance(seconds[0])
        return await real(message, **options)

    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessage, "edit", slow)
        await step(scene)  # exactly as long as it may take
        await step(scene)
        assert len(pictures(club, scene.table())) == 1
        seconds[0] = 2.1
        await step(scene)
        assert len(pictures(club, scene.table())) == 1  # that one has come
        seconds[0] = 0
        await step(scene)
        assert pictures(club, scene.table()) == []
    assert len(pictures(club, await result_of(scene))) == 1
    await club.advance(301)
    await step(scene)
    assert len(pictures(club, scene.table())) == 1


async def test_a_result_that_goes_without_its_picture_has_the_hands_in_words(club: Club) -> None:
    scene = await start(club)
    await step(scene)
    deals, table = len((await scene.match()).deals), scene.table()
    await scene.until(lambda match: len(match.deals) > deals)
    club.env.inject_error("PATCH", f"/channels/*/messages/{table.id}", status=413, code=40005)
    await scene.tell()
    result = club.look(table)
    assert result.button("Show the play")
    assert pictures(club, result) == []
    assert "♠︎" in result.text


async def test_a_refusal_that_is_not_the_pictures_is_what_it_was(club: Club) -> None:
    """A table that is gone is posted anew, with its picture; the channel is not thought to take none."""
    scene = await start(club)
    await step(scene)
    table = scene.table()
    club.env.backend.delete_message(scene.channel.id, table.id)
    before = len(club.env.http_requests)
    await step(scene)
    assert scene.table().id != table.id
    assert len(pictures(club, scene.table())) == 1
    tries = [one.method for one in club.env.http_requests[before:] if one.path.endswith(str(table.id))]
    assert tries.count("PATCH") == 1


async def test_a_match_that_is_over_leaves_nothing_behind(club: Club) -> None:
    scene = await start(club)
    await scene.led()
    await scene.tell()
    display: Any = publisher_of(club)._display
    display._guards._resting[scene.id] = club.now()
    assert scene.id in display._shown
    await scene.resign(scene.players[0])
    await scene.tell()
    assert scene.id not in display._shown
    assert scene.id not in display._guards._resting


async def test_two_matches_at_once_have_their_own_pictures(club: Club) -> None:
    one, other = await start(club), await start(club, "carol", "bob", club.channels["lounge"])
    await one.until(in_phase(Phase.PLAY))
    await asyncio.gather(one.tell(), asyncio.sleep(0))
    await other.tell()
    (first,), (second,) = pictures(club, one.table()), pictures(club, other.table())
    assert first.content != second.content
    assert "Contract" in first.said
    assert "Contract" not in second.said


async def test_after_a_restart_the_table_has_its_picture(club: Club) -> None:
    scene = await start(club)
    await step(scene)
    await club.restart(crash=True)
    await step(scene)
    assert len(pictures(club, scene.table())) == 1


async def test_nothing_of_pictures_is_logged_but_numbers(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    scene = await start(club)
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await step(scene, 2)
    lines = [one.getMessage() for one in caplog.records if "picture" in one.getMessage()]
    assert lines == [f"no picture match={scene.id} channel={scene.channel.id} failure=50013"]
