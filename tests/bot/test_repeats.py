"""Deliveries that come twice, late or out of order, at the moments that matter most; more of it in test_races.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.discord.repeats import REMEMBERED, Repeats
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, controls, enabled, plain_deal, public, rows, start
from .test_races import acts, is_last_card, said


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match before its first lead, in which bob (seat 1) leads."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.to_play()
        await found.show()
        yield found


async def test_a_click_that_comes_again_much_later_does_nothing(scene: Scene) -> None:
    world = scene.world
    first = await scene.press(1, Verb.PLAY, "DQ")
    await scene.press(0, Verb.PLAY, "DK")
    before, shown = rows(world), public(world)
    panels = [scene.panel(seat).text for seat in (0, 1)]
    for _ in range(3):
        await world.deliver_again(first)
    assert rows(world) == before
    assert public(world) == shown
    assert [scene.panel(seat).text for seat in (0, 1)] == panels


async def test_a_click_that_comes_again_after_a_restart_does_nothing(scene: Scene) -> None:
    """A new process does not know the interaction: the number of the decision tells that it is over."""
    world: Any = scene.world
    first = await scene.press(1, Verb.PLAY, "DQ")
    await world.restart(crash=True)
    before = acts(scene)
    await world.deliver_again(first)
    world.excuse(first)
    assert acts(scene) == before


async def test_two_clicks_that_arrive_in_the_wrong_order(scene: Scene) -> None:
    """The lead comes after the answer to it: the first to arrive is refused, and nothing is played for anybody."""
    number, before = (await scene.game()).number, len(acts(scene))
    follow = await scene.forge(scene.players[0], scene.panel(0), Verb.PLAY, number + 1, "DK")
    scene.world.assert_answered(follow)
    assert len(acts(scene)) == before
    await scene.press(1, Verb.PLAY, "DQ")
    assert len(acts(scene)) == before + 1
    await scene.press(0, Verb.PLAY, "DK")


@pytest.mark.parametrize("copies", [2, 3])
async def test_the_last_card_that_comes_several_times_ends_the_match_once(copies: int, world: World) -> None:
    scene = await start(world)
    await scene.until(is_last_card)
    await scene.show()
    seat = await scene.turn()
    card = enabled(scene.panel(seat), Verb.PLAY)[0].custom_id
    with world.copies(copies):
        result = await world.forge(scene.players[seat], scene.panel(seat), card)
    world.assert_answered(result)
    await world.deliver_again(result)
    assert len(rows(world)["results"]) == 1
    assert sum(bool(one.button("Rematch")) for one in world.sees(world["carol"])) == 1


@pytest.mark.parametrize("copies", [2, 3])
async def test_a_resignation_that_comes_several_times(copies: int, scene: Scene) -> None:
    world = scene.world
    await scene.led()
    await scene.players[0].slash(scene.channel, "bridgette resign")
    (yes,) = controls(scene.panel(0), Verb.RESIGN)
    with world.copies(copies):
        result = await world.forge(scene.players[0], scene.panel(0), yes.custom_id)
    world.assert_answered(result)
    assert len(rows(world)["results"]) == 1
    assert Counter(row[4] for row in acts(scene))["resign"] == 1


async def test_both_resign_at_the_same_moment(scene: Scene) -> None:
    world, clicks = scene.world, []
    await scene.led()
    for seat in (0, 1):
        await scene.players[seat].slash(scene.channel, "bridgette resign")
        (yes,) = controls(scene.panel(seat), Verb.RESIGN)
        clicks.append((scene.players[seat], scene.panel(seat), yes.custom_id))
    said(scene, await world.together(*clicks))
    assert len(rows(world)["results"]) == 1
    assert sum(bool(one.button("Rematch")) for one in world.sees(world["carol"])) == 1


@pytest.mark.parametrize("withdraw_first", [True, False])
async def test_accept_and_withdraw_together_in_either_order_and_each_twice(withdraw_first: bool, world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    offer = world.find(bob, "Accept")
    clicks = [(alice, offer, button_id(Verb.WITHDRAW, 1)), (bob, offer, button_id(Verb.ACCEPT, 1))]
    with world.copies(2):
        both = await world.together(*(clicks if withdraw_first else clicks[::-1]))
    for result in both:
        world.assert_answered(result)
    stored = rows(world)
    (state,) = [row[10] for row in stored["challenges"]]
    assert len(stored["matches"]) == (1 if state == "accepted" else 0)
    assert ("accepted. Good" in world.look(offer).text) == (state == "accepted")


async def test_a_rematch_asked_for_by_both_at_once(scene: Scene) -> None:
    world = scene.world
    await scene.led()
    await scene.resign(scene.players[0])
    await scene.tell()
    ended = world.find(world["carol"], "Rematch")
    (again,) = controls(ended, Verb.REMATCH)
    both = await world.together(*[(player, ended, again.custom_id) for player in scene.players])
    for result in both:
        world.assert_answered(result)
    open_ones = [row for row in rows(world)["challenges"] if row[10] == "open"]
    assert 1 <= len(open_ones) <= 2
    for _ in open_ones:
        offer = world.find(world["carol"], "Accept")
        await world.press(scene.players[0] if "bob⁩ asks" in offer.text else scene.players[1], "Accept", on=offer)
    assert len(rows(world)["matches"]) == 2


def test_what_is_remembered_of_interactions_does_not_grow() -> None:
    repeats = Repeats()
    assert all(repeats.is_new(number) for number in range(3 * REMEMBERED))
    assert not repeats.is_new(3 * REMEMBERED - 1)
    assert not repeats.is_new(2 * REMEMBERED)
    assert len(repeats._ids) == REMEMBERED
