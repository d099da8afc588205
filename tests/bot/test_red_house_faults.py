"""Faults around matches against the house: nothing is lost, nothing is done twice, and the house acts in the end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import pairwise
from typing import Any

import pytest

from bot.features.data.forgetting import Forgetting
from bot.store import StoreError, StoreUnavailable
from bridgette import Match, Phase
from tests.reliability.test_promises_damage import DAMAGES, damage
from tests.support.verbs import Verb

from .alone import play, solo
from .conftest import Club, ErrorLog, NewWorld
from .house_scene import Musing, start_house, until
from .scene import Scene, in_phase, plain_deal, rows
from .stored import database
from .test_daily import begun, quickly
from .test_house_table import at_the_call, of_house, queue


def twice(scene: Scene) -> bool:
    """Whether the house has done anything twice in the auction: at seat 1, two acts in a row of one deal."""
    acts = sorted((row[1], row[3]) for row in rows(scene.world)["acts"] if row[0] == scene.id and row[4] == "call")
    return any(one[1] == two[1] for one, two in pairwise(acts))


def is_waiting_for_person(match: Match) -> bool:
    """Whether the house has nothing to do."""
    return match.ended is not None or 1 not in match.to_act


async def playing(world: Club, where: str) -> Scene:
    """A match against the house of that kind, whose person is to play a card."""
    makers: dict[str, Callable[[Club], Awaitable[Scene]]] = {"table": start_house, "solo": solo, "daily": begun}
    scene = await makers[where](world)
    await play(scene, in_phase(Phase.PLAY))
    return scene


@pytest.mark.parametrize("how", list(DAMAGES))
async def test_one_damaged_match_among_several_keeps_no_other_from_going_on(
    how: str, world: Club, error_log: ErrorLog
) -> None:
    there = world.guild.create_text_channel("there")
    made = (
        (lambda: start_house(world), Phase.PLAY),
        (lambda: start_house(world, "bob", there), None),
        (lambda: solo(world, "carol"), Phase.AUCTION),
        (lambda: begun(world, "bob"), Phase.PLAY),
    )
    scenes = []
    for make, phase in made:
        scenes.append(await make())
        if phase is not None:
            await play(scenes[-1], in_phase(phase))
    with closing(database(world)) as file, file:
        # As when the process was killed before the house acted.
        assert file.execute("DELETE FROM acts WHERE match_id = ?", (scenes[1].id,)).rowcount == 1
    damage(world, scenes[0], how)
    await world.restart(crash=True)
    await world.advance(31)
    error_log.take()
    for scene in scenes[1:]:
        assert is_waiting_for_person(await scene.match()), scene.id
    assert len(of_house(scenes[1])) == 1


@pytest.mark.parametrize("is_saved", [False, True])
async def test_an_act_of_which_nobody_knows_whether_it_was_saved_is_done_once(
    is_saved: bool, new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        before, matches = of_house(scene), scene.core.store.matches
        append, load, failed = matches.append, matches.load, 0

        async def fails(match_id: int, acts: Any, *rest: Any, **options: Any) -> None:
            nonlocal failed
            if acts[0].seat == 1 and not failed:
                failed = 1
                if is_saved:
                    await append(match_id, acts, *rest, **options)
                raise StoreError("no answer")
            await append(match_id, acts, *rest, **options)

        async def fails_too(match_id: int) -> Any:
            nonlocal failed
            if failed in (1, 2):
                failed += 1
                raise StoreUnavailable("gone")
            return await load(match_id)

        monkeypatch.setattr(matches, "append", fails)
        monkeypatch.setattr(matches, "load", fails_too)
        await scene.press(0, Verb.CALL, "1S")
        await world.advance(61)
        assert is_waiting_for_person(await scene.match())
        assert len(of_house(scene)) > len(before)
        assert not twice(scene)
        assert "The house thinks" not in scene.panel(0).text


@pytest.mark.parametrize(
    ("where", "status", "code"),
    [("table", 500, 0), ("table", 404, 10062), ("solo", 503, 0), ("solo", 404, 10015), ("daily", 400, 50035)],
)
async def test_discord_fails_where_the_reply_would_be_shown(
    where: str, status: int, code: int, world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await playing(world, where)
    match = await scene.match()
    card = str(match.deals[-1].legal_cards(0)[0])
    musing = Musing(scene.core, monkeypatch)
    pressed = queue(scene, Verb.PLAY, card)
    await until(lambda: pressed.acknowledged)
    world.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, times=20)
    musing.end()
    await world.settle()
    await world.advance(61)
    world.env.backend.faults.clear()
    assert is_waiting_for_person(await scene.match())
    world.assert_answered(await world["alice"].slash(scene.channel, "bridgette hand"))
    if where == "daily":
        await quickly(scene)
    else:
        await play(scene)
    assert (await scene.match()).ended is not None


@pytest.mark.parametrize("where", ["table", "solo", "daily"])
async def test_who_is_forgotten_while_it_thinks_is_forgotten(
    where: str, world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await playing(world, where)
    card = str((await scene.match()).deals[-1].legal_cards(0)[0])
    musing = Musing(scene.core, monkeypatch)
    pressed = queue(scene, Verb.PLAY, card)
    await until(lambda: musing.views or pressed.acknowledged)
    before = of_house(scene)
    with world.env._bot_scope():
        forgetting = Forgetting(scene.core)
        for match_id in await forgetting.open_matches(world["alice"].id):
            await forgetting.leave(match_id, world["alice"].id)
        assert await forgetting.remove(world["alice"].id)
    musing.end()
    await world.settle()
    assert of_house(scene) == before
    assert world["alice"].name not in str(rows(world)["seats"])


async def test_a_channel_that_is_deleted_while_it_thinks(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        musing = Musing(scene.core, monkeypatch)
        queue(scene, Verb.CALL, "1S")
        await until(lambda: musing.views)
        world.env.backend.delete_channel(scene.channel.id)
        musing.end()
        await world.settle()
        await world.advance(31)
        match = await scene.stored()
        assert match.ended is not None


@pytest.mark.parametrize("where", ["table", "solo", "daily"])
async def test_a_bot_that_is_stopped_while_it_thinks_acts_at_the_next_start(
    where: str, world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await playing(world, where)
    card = str((await scene.match()).deals[-1].legal_cards(0)[0])
    Musing(scene.core, monkeypatch)
    pressed = queue(scene, Verb.PLAY, card)
    await until(lambda: pressed.acknowledged)
    await world.restart()
    await world.advance(31)
    assert is_waiting_for_person(await scene.match())
