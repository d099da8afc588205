"""The cards' emoji: uploaded beside everything else, kept in step, and never waited for."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import InteractionResult
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.discord import emoji_upkeep
from bot.discord.emoji_upkeep import MARK, picture_of
from bot.screens.faces import FACES
from bot.store import StoreUnavailable
from bot.store.emoji import UploadedEmoji

from .conftest import Club, ErrorLog, NewWorld
from .scene import Scene, controls, core_of, start
from .stored import database

EMOJI = "/applications/*/emojis"
ONE_EMOJI = f"{EMOJI}/*"
MARKUP = re.compile(r"<:(\w+):(\d+)>")
FEW_MINUTES, HOUR = 240.0, 3700.0


@pytest.fixture
async def club(new_world: NewWorld) -> AsyncIterator[Club]:
    """A world whose bot uploads the emoji."""
    async with new_world(faces=True) as world:
        yield world


def at_discord(world: Club) -> dict[str, int]:
    """The application's emoji: ids by names."""
    found = [(one.name, one.id) for one in world.env.backend.application_emojis.values()]
    assert len(dict(found)) == len(found), "two emoji have one name"
    return dict(found)


def shown(world: Club) -> dict[str, str]:
    """What texts show for each face."""
    return dict(core_of(world).emoji.markup)


def noted(world: Club) -> dict[str, tuple[int, str]]:
    """What the database knows: ids and digests by faces."""
    with closing(database(world)) as file:
        return {name: (number, digest) for name, number, digest in file.execute("SELECT * FROM emoji")}


def requests(world: Club, method: str, since: int = 0) -> list[str]:
    """The requests about emoji."""
    log = world.env.http_requests[since:]
    return [one.path for one in log if one.method == method and "/emojis" in one.path]


def digest(face: str) -> str:
    return hashlib.sha256(picture_of(face)).hexdigest()


def assert_in_step(world: Club) -> None:
    """Each face is one emoji at Discord, shown, and noted with its picture."""
    there = {number: name for name, number in at_discord(world).items()}
    known = noted(world)
    assert set(shown(world)) == set(FACES) == set(known)
    for face in FACES:
        number, sha256 = known[face]
        assert sha256 == digest(face)
        assert there[number].startswith(face)
        assert shown(world)[face] == f"<:{there[number]}:{number}>"


def redraw(monkeypatch: pytest.MonkeyPatch, *faces: str) -> None:
    """Other art for some faces, as by an update of the bot: that of the next face in the list."""
    known = picture_of
    others = {face: FACES[(FACES.index(face) + 1) % len(FACES)] for face in faces}
    monkeypatch.setattr(emoji_upkeep, "picture_of", lambda face: known(others.get(face, face)))
    monkeypatch.setattr("tests.bot.test_emoji.picture_of", emoji_upkeep.picture_of)


# ------------------------------------------------------------------------------------ at the start, and again


async def test_all_are_uploaded_at_the_start_each_with_its_picture(club: Club) -> None:
    assert set(at_discord(club)) == set(FACES)
    assert_in_step(club)
    assert len(requests(club, "POST")) == len(FACES) == 59
    # Nothing more is asked in the rounds, and each hour it is looked once.
    before = len(club.env.http_requests)
    await club.advance(HOUR)
    assert len(requests(club, "GET", before)) == 1
    assert requests(club, "POST", before) == requests(club, "DELETE", before) == []


async def test_the_pictures_are_those_of_the_files(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    uploaded: dict[str, bytes] = {}
    client: Any = club.client
    create = client.create_application_emoji

    async def watched(*, name: str, image: bytes) -> Any:
        uploaded[name] = image
        return await create(name=name, image=image)

    monkeypatch.setattr(client, "create_application_emoji", watched)
    for number in list(club.env.backend.application_emojis):
        club.env.backend.delete_application_emoji(number)
    await club.advance(HOUR)
    root = Path(emoji_upkeep.__file__).parents[1] / "art" / "emoji"
    assert uploaded == {face: (root / f"{face}.png").read_bytes() for face in FACES}


@pytest.mark.parametrize("crash", [False, True])
async def test_after_a_restart_nothing_is_uploaded_again(crash: bool, club: Club) -> None:
    before, known = len(club.env.http_requests), at_discord(club)
    await club.restart(crash=crash)
    assert requests(club, "POST", before) == []
    assert at_discord(club) == known
    assert_in_step(club)


async def test_a_bot_that_is_not_told_to_uploads_nothing(world: Club) -> None:
    await world.advance(HOUR)
    assert at_discord(world) == shown(world) == {}


# ------------------------------------------------------------------------------------ what changes at Discord or here


async def test_changed_art_comes_before_the_old_goes(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    old, before = at_discord(club), len(club.env.http_requests)
    redraw(monkeypatch, "ten_of_clubs")
    await club.restart()
    new = at_discord(club)
    name = f"ten_of_clubs_{digest('ten_of_clubs')[:MARK]}"
    assert set(new) == set(FACES) - {"ten_of_clubs"} | {name}
    assert {face: old[face] for face in FACES if face != "ten_of_clubs"}.items() <= new.items()
    order = [one.method for one in club.env.http_requests[before:] if "/emojis" in one.path]
    assert order == ["GET", "POST", "DELETE"]
    assert_in_step(club)
    # And once more: now the face's own name is free again.
    monkeypatch.undo()
    await club.restart()
    assert set(at_discord(club)) == set(FACES)
    assert_in_step(club)


async def test_while_new_art_cannot_be_uploaded_the_old_is_shown(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    old = at_discord(club)
    redraw(monkeypatch, "ten_of_clubs")
    club.env.inject_error("POST", EMOJI, status=500, times=None)
    await club.restart()
    assert at_discord(club) == old
    assert shown(club)["ten_of_clubs"] == f"<:ten_of_clubs:{old['ten_of_clubs']}>"
    club.env.backend.faults.clear()
    await club.advance(30)
    assert_in_step(club)


async def test_what_somebody_deleted_comes_back(club: Club) -> None:
    gone = at_discord(club)["ace_of_spades"]
    club.env.backend.delete_application_emoji(gone)
    await club.advance(HOUR)
    assert at_discord(club)["ace_of_spades"] != gone
    assert_in_step(club)


async def test_what_is_gone_and_cannot_come_back_is_a_label(club: Club) -> None:
    club.env.backend.delete_application_emoji(at_discord(club)["ace_of_spades"])
    club.env.inject_error("POST", EMOJI, status=400, code=30008, times=None)
    await club.advance(HOUR)
    assert set(shown(club)) == set(FACES) - {"ace_of_spades"}


async def test_emoji_of_other_names_are_never_touched(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("joker", "ace_of_spades_2", "spades_old", "my_hearts", "ACE_OF_SPADES", "clubs_abcdefg")
    others = {club.env.backend.create_application_emoji(name).id for name in names}
    redraw(monkeypatch, *FACES)
    await club.restart()
    assert others <= set(club.env.backend.application_emojis)
    assert len(club.env.backend.application_emojis) == len(FACES) + len(names)
    assert_in_step(club)


async def test_a_database_that_lost_its_rows_heals(club: Club) -> None:
    """So does one that was another application's: of which art the emoji are is not known, so all are made again."""
    old = set(at_discord(club).values())
    with closing(database(club)) as file, file:
        file.execute("DELETE FROM emoji")
    await club.restart()
    assert old.isdisjoint(at_discord(club).values())
    assert len(at_discord(club)) == len(FACES)
    assert_in_step(club)


async def test_a_database_of_another_application_heals(club: Club) -> None:
    for number in list(club.env.backend.application_emojis):
        club.env.backend.delete_application_emoji(number)
    await club.restart()
    assert set(at_discord(club)) == set(FACES)
    assert_in_step(club)


async def test_one_that_was_uploaded_and_not_noted_is_not_uploaded_twice(club: Club) -> None:
    """The process died in between: the second name tells of which picture it was made."""
    backend = club.env.backend
    backend.delete_application_emoji(at_discord(club)["ten_of_clubs"])
    made = backend.create_application_emoji(f"ten_of_clubs_{digest('ten_of_clubs')[:MARK]}")
    before = len(club.env.http_requests)
    await club.restart()
    assert requests(club, "POST", before) == []
    assert noted(club)["ten_of_clubs"][0] == made.id
    assert_in_step(club)


# ------------------------------------------------------------------------------------ failures

REFUSED = {"maximum reached": (400, 30008), "forbidden": (403, 50013), "too many": (429, 0), "server": (503, 0)}


@pytest.mark.parametrize("call", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize("why", REFUSED)
async def test_a_failure_is_one_line_and_all_goes_on_in_words(
    call: str, why: str, new_world: NewWorld, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bot")
    status, code = REFUSED[why]
    async with new_world(faces=True) as world:
        await world.client.close()
        with closing(database(world)) as file, file:
            file.execute("DELETE FROM emoji")
        if call != "DELETE":
            world.env.backend.application_emojis.clear()
        caplog.clear()
        world.env.inject_error(call, EMOJI if call != "DELETE" else ONE_EMOJI, status=status, code=code, times=None)
        await world.restart()
        lines = [record for record in caplog.records if record.name == emoji_upkeep.__name__]
        assert len(lines) == 1
        assert str(code or status) in lines[0].getMessage()
        scene = await start(world)  # in words
        assert controls(scene.panel(0), "discard") or scene.panel(1)
        # A refusal is not asked again and again: in ten minutes at most a few times, each time later.
        before = len(world.env.http_requests)
        await world.advance(600)
        assert len(requests(world, call, before)) <= 6
        if why == "server":  # whatever the reason was, the next attempt that Discord takes mends it
            world.env.backend.faults.clear()
            await world.advance(2 * HOUR)
            assert_in_step(world)


async def test_what_was_uploaded_before_a_failure_is_shown(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, upload = [0], discord.Client.create_application_emoji

    async def until_it_fails(self: Any, **options: Any) -> Any:
        if made[0] == 11:
            raise OSError("the connection is cut")
        made[0] += 1
        return await upload(self, **options)

    with monkeypatch.context() as patch:
        patch.setattr(discord.Client, "create_application_emoji", until_it_fails)
        async with new_world(faces=True) as world:
            assert list(shown(world)) == list(FACES[:11])
            patch.undo()
            await world.advance(30)
            assert_in_step(world)


async def test_nobody_waits_for_a_limit_of_an_hour(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library waits out a 429 inside of the call."""
    async with new_world(faces=True) as world:
        await world.client.close()
        world.env.backend.application_emojis.clear()
        client = world.clients
        limited: list[str] = []

        def slow() -> Any:
            made: Any = client()
            create = made.create_application_emoji

            async def wait(*, name: str, image: bytes) -> Any:
                if not limited:
                    limited.append(name)
                    await asyncio.sleep(3600)
                return await create(name=name, image=image)

            made.create_application_emoji = wait
            return made

        world.clients = slow
        await world.restart()
        assert limited == [FACES[0]]
        assert shown(world) == {}
        scene = await start(world)
        assert "<:" not in scene.panel(0).text
        await world.advance(HOUR)
        assert_in_step(world)


@pytest.mark.parametrize("method", ["all", "note"])
async def test_the_database_failing_is_no_reason_to_upload_twice(
    method: str, new_world: NewWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise StoreUnavailable("The database cannot be used now.")

    async with new_world(faces=True) as world:
        await world.client.close()
        with closing(database(world)) as file, file:
            file.execute("DELETE FROM emoji")
        world.env.backend.application_emojis.clear()
        caplog.clear()
        with monkeypatch.context() as broken:
            broken.setattr(UploadedEmoji, method, fail)
            await world.restart()
            await world.advance(FEW_MINUTES)
        lines = [record for record in caplog.records if record.name == emoji_upkeep.__name__]
        assert 1 <= len(lines) <= 6
        before = len(requests(world, "POST"))
        assert before <= len(FACES) + 1
        await world.advance(FEW_MINUTES * 2)
        assert_in_step(world)
        assert set(at_discord(world)) == set(FACES)


async def test_a_file_that_is_missing_is_one_line(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(face: str) -> bytes:
        raise FileNotFoundError(face)

    async with new_world(faces=True) as world:
        monkeypatch.setattr(emoji_upkeep, "picture_of", missing)
        await world.restart()
        await start(world)


# ------------------------------------------------------------------------------------ a message refused for an emoji


@contextmanager
def no_emoji(world: Club, path: str = "") -> Iterator[list[bool]]:
    """Inside, Discord takes no message with an emoji at such a path. Whether each that came there had one."""
    backend, real = world.env.backend, router.dispatch
    had: list[bool] = []

    def dispatch(backend_: Any, method: str, where: str, **options: Any) -> Any:
        body = json.dumps(options, default=str)
        if backend_ is backend and method != "GET" and "/emojis" not in where and re.search(path, where):
            had.append(MARKUP.search(body) is not None)
            if had[-1]:
                raise BackendError(400, 50035, "Invalid Form Body")
        return real(backend_, method, where, **options)

    router.dispatch = dispatch
    try:
        yield had
    finally:
        router.dispatch = real


def drew(scene: Scene) -> int:
    """A seat whose panel lists what it drew."""
    return next(seat for seat in (0, 1) if MARKUP.search(scene.panel(seat).text))


async def pick(scene: Scene, seat: int) -> InteractionResult:
    """Press the first card on the panel that can be pressed."""
    panel = scene.panel(seat)
    button = next(one for one in panel.buttons if not one.disabled)
    return await scene.players[seat].click(panel.handle, custom_id=button.custom_id)


async def test_texts_show_the_emoji(club: Club) -> None:
    scene = await start(club)
    there = at_discord(club)
    found = MARKUP.findall(scene.panel(drew(scene)).text)
    assert found
    assert all(there[name] == int(number) for name, number in found)


async def test_a_refused_answer_is_sent_once_more_with_labels(club: Club) -> None:
    scene = await start(club)
    seat = drew(scene)
    with no_emoji(club) as had:
        result = await pick(scene, seat)
        club.excuse(result)
        assert result.acknowledged
        assert had[:2] == [True, False]
        assert True not in had[2:], "an emoji once more, after a refusal"
        assert not MARKUP.search(scene.panel(seat).text)
    assert shown(club) == {}
    # They are looked at anew, and are all there.
    before = len(club.env.http_requests)
    await club.advance(FEW_MINUTES)
    assert len(requests(club, "GET", before)) == 1
    assert requests(club, "POST", before) == []
    assert_in_step(club)
    await pick(scene, seat)
    assert MARKUP.search(scene.panel(seat).text)


async def test_one_that_was_deleted_and_refused_is_there_again_in_minutes(club: Club) -> None:
    scene = await start(club)
    seat = drew(scene)
    name, number = MARKUP.findall(scene.panel(seat).text)[0]
    club.env.backend.delete_application_emoji(int(number))
    with no_emoji(club):
        club.excuse(await pick(scene, seat))
    await club.advance(FEW_MINUTES)
    assert at_discord(club)[name] != int(number)
    assert_in_step(club)


async def test_one_that_is_refused_for_ever_is_looked_at_less_and_less(club: Club) -> None:
    scene = await start(club)
    seat = drew(scene)
    before = len(club.env.http_requests)
    refused: list[float] = []
    with no_emoji(club):
        for minute in range(180):
            if shown(club):
                refused.append(minute)
                club.excuse(await pick(scene, seat))
            await club.advance(60)
    assert shown(club) == {} or refused
    assert len(refused) <= 10
    assert refused[-1] - refused[-2] >= 30
    assert len(requests(club, "GET", before)) <= 10
    assert requests(club, "POST", before) == []


async def test_a_message_that_is_refused_for_something_else_leaves_the_emoji(club: Club, error_log: ErrorLog) -> None:
    scene = await start(club)
    seat = drew(scene)
    club.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, times=2)
    club.excuse(await pick(scene, seat))
    club.env.backend.faults.clear()
    error_log.take()
    club.errors()
    assert set(shown(club)) == set(FACES)
