"""What a sceptical look at pictures, emoji, slips of the finger and watching has found."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.components import walk_components

from bot.features.watching.feature import MOST
from bot.preferences import PersonSettings, Pictures
from tests.support.seen import Seen

from .conftest import Club, NewWorld
from .scene import Scene, plain_deals, start
from .test_clocks import WHOLE, chosen
from .test_my_data import my_data
from .test_watching import follow, next_deal

TAKEN_FOR_A_PICTURE = [(413, 40005), (403, 50013), (500, 0), (400, 50035)]
ROW = 1
PRIVACY = Path(__file__).parents[2] / "docs" / "privacy.md"
NOT_TAKEN = "Discord did not take my answer"


@pytest.fixture
async def club(new_world: NewWorld) -> AsyncIterator[Club]:
    """A server with pictures, and plain deals."""
    async with new_world(below=plain_deals(), pictures=Pictures.ALL) as world:
        yield world


async def a_result(scene: Scene) -> None:
    """To the second deal, with the result of the first in the channel."""
    await scene.until(lambda match: len(match.deals) > 1)
    await scene.tell()


# ------------------------------------------------------------------------------- pictures in answers


@pytest.mark.parametrize(("status", "code"), TAKEN_FOR_A_PICTURE)
async def test_show_the_play_is_told_in_words_where_its_picture_is_not_taken(
    status: int, code: int, club: Club
) -> None:
    scene = await start(club)
    await a_result(scene)
    club.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    result = await club.press(club["carol"], "Show the play")
    club.excuse(result)
    assert "led first, then whoever won" in club.answer(result)
    assert NOT_TAKEN not in club.answer(result)


@pytest.mark.parametrize(("status", "code"), TAKEN_FOR_A_PICTURE)
async def test_so_is_a_page_of_the_guide(status: int, code: int, club: Club) -> None:
    rules = await club["carol"].slash(club.channel, "bridgette rules")
    guide = club.panel(club["carol"])
    words = club.answer(rules)
    for _ in range(2):  # as a new message, and in the place of the page before
        club.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
        result = await club.press(club["carol"], "Next ▶", on=guide)
        club.excuse(result)
        assert NOT_TAKEN not in club.answer(result)
        assert club.look(guide).text not in ("", words)


async def test_an_answer_that_is_too_late_is_not_given_again(club: Club) -> None:
    scene = await start(club)
    await a_result(scene)
    club.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    result = await club.press(club["carol"], "Show the play")
    club.excuse(result)
    assert club.callbacks(result) == 1


# ------------------------------------------------------------------------------- marks of faces


async def test_no_name_holds_a_mark_and_nothing_that_is_sent_does(new_world: NewWorld) -> None:
    """Whoever has the marks of cards in their name shows no card by it, and no text falls apart."""
    async with new_world(members=(), pictures=Pictures.ALL, faces=True) as world:
        for name in ("alice", "bob", "carol"):
            world.members[name] = world.join(name, nick=f"\ue000{name}\ue0ff\ue034\ue003")
        scene = await start(world)
        await scene.show()
        await world["alice"].slash(world.channel, "bridgette play", card="\ue000x\ue0ff")
        await scene.until(lambda match: len(match.deals) > 1)
        await scene.show()
        await world.press(world["carol"], "Show the play")
        await world.press(world["carol"], "Follow")
        await scene.until(lambda _: False)
        await scene.tell()
        bodies = [repr(one.json) for one in world.env.http_requests]
        assert any("<:" in one for one in bodies)
        assert not [one for one in bodies if re.search(r"[\ue000-\uf8ff]|\\ue0", one)]


# ------------------------------------------------------------------------------- watching


async def test_whoever_follows_while_others_are_told_is_told_too(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        scene = await start(world)
        await follow(scene, "carol")
        with world.enforced_nonces():
            await next_deal(scene)
            with world.env._bot_scope():
                await scene.core.store.watchers.follow(scene.id, world["dave"].id, 0, MOST)
                await scene.core.games.followers.catch_up(scene.id)
            await world.settle()
        assert [len(world.pinged(world[name])) for name in ("carol", "dave")] == [1, 1]


async def test_whoever_is_forgotten_is_not_named_by_what_stands(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        scene = await start(world)
        await follow(scene, "carol")
        await next_deal(scene)
        assert await scene.core.store.erasure.forget_person(world["carol"].id)
        await next_deal(scene)
        assert str(world["carol"].id) not in "".join(scene.public())


# ------------------------------------------------------------------------------- under the finger


def places(seen: Seen) -> list[list[str]]:
    """What the buttons of a message do, row by row."""
    rows = [part["components"] for part in walk_components(seen.components) if part["type"] == ROW]
    return [[one["custom_id"].split(":")[1] for one in row if "custom_id" in one] for row in rows]


@pytest.mark.parametrize("what", ["a request", "an offer", "the clock"])
async def test_nothing_costly_comes_where_something_harmless_was(what: str, new_world: NewWorld) -> None:
    """Whoever presses Rules must not allow, stop or claim something that came up at that moment."""
    async with new_world(below=plain_deals()) as world:
        await chosen(world)
        scene = await start(world)
        await scene.exchange()
        await scene.calls("1S")
        await scene.show()
        before = places(scene.table())
        if what == "the clock":
            await world.advance(WHOLE + 1)
        else:
            command = "takeback" if what == "a request" else "stop"
            world.assert_answered(await scene.players[0].slash(scene.channel, f"bridgette {command}"))
        after = places(scene.table())
        assert after[: len(before)] == before
        assert len(after) > len(before)


async def test_a_claim_does_not_come_where_take_back_was(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await chosen(world)
        scene = await start(world)
        await scene.to_play()
        await scene.plays("HT")
        await scene.show()
        before = places(scene.panel(1))
        assert before[-1] == ["askback"]
        await world.advance(WHOLE + 1)
        after = places(scene.panel(1))
        assert "claim" in after[-1]
        assert [row[:1] for row in after[: len(before)]] == [row[:1] for row in before]


# ------------------------------------------------------------------------------- what is stored about people


async def test_the_page_on_privacy_describes_all_of_the_file(world: Club) -> None:
    """Somebody with settings who follows a match: each part of the file, and each setting, has its line there."""
    page = PRIVACY.read_text(encoding="utf-8")
    scene = await start(world)
    await follow(scene, "carol")
    with world.env._bot_scope():
        await scene.core.store.persons.set(world["carol"].id, PersonSettings(quiet=True))
    file = await my_data(world, world["carol"])
    parts = {"following": file["following"][0], "settings": file["settings"]}
    assert not [key for key in (*file, *(key for part in parts.values() for key in part)) if f"`{key}`" not in page]
    assert "follow" in page.partition("## What you can do")[0], "what is stored, why, and for how long"
