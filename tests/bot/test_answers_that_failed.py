"""Answers that fail and answers that come late: an act is wholly done or not at all, and everybody sees the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from simcord import InteractionResult

from bridgette import How
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club
from .scene import Scene, controls, core_of, enabled, plain_deal, public, rows, start

LONG = 60.0
"""Seconds that a slow database takes: more than the bot waits before it acknowledges."""

FAILURES = [(404, 10062), (400, 40060), (500, 0), (503, 0), (403, 50013), (404, 10008)]


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match before its first lead, in which bob (seat 1) leads."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.to_play()
        await found.show()
        yield found


def break_answers(world: World, status: int, code: int) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)


def dropped(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer's connection is cut before Discord has heard of it."""
    from discord.webhook.async_ import AsyncWebhookAdapter

    async def cut(*args: Any, **options: Any) -> Any:
        raise ConnectionResetError("cut")

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", cut)


async def card(scene: Scene, panel: Seen | None = None) -> InteractionResult:
    """Bob leads the queen of diamonds by a click that may not be answered."""
    panel = panel or scene.panel(1)
    (button,) = [one for one in enabled(panel, Verb.PLAY) if one.custom_id.endswith(":DQ")]
    return await scene.players[1].click(panel.handle, custom_id=button.custom_id)


@pytest.mark.parametrize("failure", [*FAILURES, "dropped"], ids=str)
async def test_an_act_whose_answer_fails_is_wholly_done(
    failure: Any, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    world: Any = scene.world
    number = (await scene.game()).number
    with monkeypatch.context() as patched:
        if failure == "dropped":
            dropped(world, patched)
        else:
            break_answers(world, *failure)
        result = await card(scene)
        world.env.backend.faults.clear()
    world.excuse(result)
    assert (await scene.game()).number == number + 1
    assert await scene.stored() == await scene.match()
    shown = scene.table().text
    assert "♦︎Q" in shown
    assert "♦︎Q" in scene.panel(0).text, "the other player sees it"
    hand = world.assert_answered(await scene.players[1].slash(scene.channel, "bridgette hand"))
    assert "♦︎Q" in world.answer(hand)
    assert "Waiting for" in world.answer(hand)
    # The same click, delivered again or made again, does no harm.
    before = rows(world)
    await world.deliver_again(result)
    assert rows(world) == before
    again = await world.forge(scene.players[1], scene.panel(1), f"b1:play:{scene.id}:{number}:DQ")
    world.assert_answered(again)
    assert rows(world)["acts"] == before["acts"]
    assert scene.table().text == shown
    await scene.press(0, Verb.PLAY, "DK")


async def test_the_last_answer_of_a_match_fails(scene: Scene) -> None:
    world: Any = scene.world
    await scene.led()
    await scene.players[0].slash(scene.channel, "bridgette resign")
    break_answers(world, 500, 0)
    result = await world.press(scene.players[0], "Resign the match", channel=scene.channel)
    world.env.backend.faults.clear()
    world.excuse(result)
    ended = (await scene.match()).ended
    assert ended is not None
    assert ended.how is How.RESIGNED
    assert len(rows(world)["results"]) == 1
    assert world.find(world["carol"], "Rematch")
    await world.deliver_again(result)
    assert len(rows(world)["results"]) == 1


async def test_an_accepting_click_whose_answer_fails(world: Club) -> None:
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"]))
    offer = world.find(world["bob"], "Accept")
    break_answers(world, 500, 0)
    result = await world.press(world["bob"], "Accept")
    world.env.backend.faults.clear()
    world.excuse(result)
    assert len(rows(world)["matches"]) == 1
    assert world.find(world["carol"], "My hand")
    again = await world.press(world["bob"], "Accept", on=offer)
    world.assert_answered(again, contains="accepted already")
    assert len(rows(world)["matches"]) == 1


async def test_a_save_that_fails_is_told_and_nothing_is_done(scene: Scene, error_log: Any) -> None:
    """The other way round: not done at all, and the panel stays as it was."""
    from bot.store import StoreError

    world, before, shown, panel = scene.world, rows(scene.world), scene.table().text, scene.panel(1)
    matches = scene.core.store.matches
    append = matches.append

    async def fail(*args: Any, **options: Any) -> None:
        raise StoreError("full")

    matches.append = fail  # type: ignore[method-assign]
    result = await card(scene)
    world.assert_answered(result, contains="nothing has changed")
    matches.append = append  # type: ignore[method-assign]
    assert rows(world) == before
    assert scene.table().text == shown
    world.assert_answered(await card(scene, panel))
    assert "♦︎Q" in scene.table().text
    assert all("not saved" in line for line in error_log.take())


# ------------------------------------------------------------------------------ late answers


@contextmanager
def slow(*methods: tuple[Any, str]) -> Iterator[None]:
    """These methods take long, in virtual time."""
    kept = [(owner, name, getattr(owner, name)) for owner, name in methods]

    def late(method: Any) -> Any:
        async def wait(*args: Any, **options: Any) -> Any:
            await asyncio.sleep(LONG)
            return await method(*args, **options)

        return wait

    for owner, name, method in kept:
        setattr(owner, name, late(method))
    try:
        yield
    finally:
        for owner, name, method in kept:
            setattr(owner, name, method)


def kinds(world: World, result: InteractionResult) -> list[int]:
    """The types of the callbacks that answered an interaction."""
    prefix = f"/interactions/{result._interaction.id}/"
    return [one.json["type"] for one in world.env.http_requests if one.path.startswith(prefix)]


THINKING, UPDATING = 5, 6


async def test_a_late_panel_click_is_acknowledged_and_then_edited_in_place(scene: Scene) -> None:
    world, panel = scene.world, scene.panel(1)
    with slow((scene.core.store.matches, "append")):
        result = await card(scene)
        await world.advance(1.6)
        assert kinds(world, result) == [UPDATING]
        assert "♦︎Q" not in scene.table().text
        await world.advance(LONG)
    world.assert_answered(result)
    assert scene.panel(1).id == panel.id
    assert "Waiting for" in scene.panel(1).text
    assert "♦︎Q" in scene.table().text
    await scene.press(0, Verb.PLAY, "DK")
    assert "♦︎K" in scene.panel(1).text, "the panel lives on by the token of that click"


async def test_a_late_hand_is_a_new_private_message(scene: Scene) -> None:
    world, shown, table = scene.world, public(scene.world), scene.table().id
    before, messages = scene.panel(0), len(world.sees(scene.players[0]))
    with slow((scene.core.games, "find")):
        result = await world.press(scene.players[0], "My hand")
        await world.advance(1.6)
        assert kinds(world, result) == [THINKING]
        await world.advance(LONG)
    world.assert_answered(result)
    assert result.ephemeral
    assert scene.panel(0).id > before.id
    assert len(world.sees(scene.players[0])) == messages, "in the place of the panel before"
    assert public(world) == shown
    assert scene.table().id == table


async def test_a_late_accept_edits_the_challenge_in_place(world: Club) -> None:
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"]))
    offer = world.find(world["bob"], "Accept")
    with slow((core_of(world).store.matches, "begin")):
        result = await world.press(world["bob"], "Accept")
        await world.advance(1.6)
        assert kinds(world, result) == [UPDATING]
        await world.advance(LONG)
    world.assert_answered(result)
    assert "accepted. Good luck" in world.look(offer).text
    assert not world.look(offer).buttons
    assert "Pick" in world.panel(world["bob"]).text
    assert len([one for one in world.sees(world["bob"]) if one.ephemeral]) == 1


async def test_a_late_challenge_pings_exactly_once(world: Club) -> None:
    with slow((core_of(world).store.challenges, "add")):
        result = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])
        await world.advance(1.6)
        assert kinds(world, result) == [THINKING]
        await world.advance(LONG)
    world.assert_answered(result, contains="That took a moment")
    assert len(world.pinged(world["bob"])) == 1
    assert len(public(world)) == 1
    offer = world.find(world["carol"], "Accept")
    world.assert_answered(await world.press(world["bob"], "Accept", on=offer), contains="accepted")
    assert len(world.pinged(world["bob"])) == 1


async def test_a_late_leaderboard_is_private(world: Club) -> None:
    with slow((core_of(world).store.standings, "page")):
        result = await world["alice"].slash(world.channel, "bridgette leaderboard")
        await world.advance(LONG + 1)
    world.assert_answered(result, contains="Nobody has finished a match here yet")
    assert result.ephemeral
    assert not public(world)
    assert not world.sees(world["carol"])


async def test_a_late_private_command(scene: Scene) -> None:
    world, shown = scene.world, public(scene.world)
    with slow((scene.core.games, "find")):
        result = await scene.players[0].slash(scene.channel, "bridgette hand")
        await world.advance(3 * LONG)
    world.assert_answered(result)
    assert result.ephemeral
    assert "Waiting for" in world.answer(result)
    assert public(world) == shown


async def test_a_late_refusal_of_a_click_on_a_public_message_is_private(world: Club) -> None:
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"]))
    shown = public(world)
    offer = world.find(world["bob"], "Accept")
    for button in ("Accept", "Decline", "Withdraw"):
        with slow((core_of(world).store.challenges, "get")):
            result = await world.press(world["carol"], button, on=offer)
            await world.advance(3 * LONG)
        world.assert_answered(result)
        (said,) = result.followups
        assert said.ephemeral
        assert public(world) == shown, "the challenge stays as it is"


async def test_a_late_refusal_leaves_the_panel(scene: Scene) -> None:
    """A card that is not held: the panel comes again with the reason, in its place, never in public."""
    world, shown, before = scene.world, public(scene.world), rows(scene.world)["acts"]
    number = (await scene.game()).number
    with slow((scene.core.games, "do")):
        result = await scene.forge(scene.players[1], scene.panel(1), Verb.PLAY, number, "SA")
        await world.advance(3 * LONG)
    world.assert_answered(result)
    assert rows(world)["acts"] == before
    assert public(world) == shown
    assert enabled(scene.panel(1), Verb.PLAY), "it can be gone on with"
    await scene.press(1, Verb.PLAY, "DQ")


async def test_a_late_store_error_leaves_the_panel_and_is_private(scene: Scene, error_log: Any) -> None:
    from bot.store import StoreError

    world, panel, shown = scene.world, scene.panel(1), public(scene.world)
    matches = scene.core.store.matches
    append = matches.append

    async def fail(*args: Any, **options: Any) -> None:
        await asyncio.sleep(LONG)
        raise StoreError("locked")

    matches.append = fail  # type: ignore[method-assign]
    result = await card(scene)
    await world.advance(3 * LONG)
    matches.append = append  # type: ignore[method-assign]
    world.assert_answered(result)
    (said,) = result.followups
    assert said.ephemeral
    assert "nothing has changed" in world.look(said).text
    assert world.look(panel).text == panel.text
    assert public(world) == shown
    assert error_log.take()


async def test_a_late_resignation_is_answered_and_told(scene: Scene) -> None:
    world = scene.world
    await scene.led()
    await scene.players[0].slash(scene.channel, "bridgette resign")
    (yes,) = controls(scene.panel(0), Verb.RESIGN)
    with slow((scene.core.store.matches, "append")):
        result = await scene.players[0].click(scene.panel(0).handle, custom_id=yes.custom_id)
        await world.advance(LONG + 1)
    world.assert_answered(result)
    assert "You have resigned" in scene.panel(0).text
    assert world.find(world["carol"], "Rematch")


async def test_the_same_late_click_twice_acts_once(scene: Scene) -> None:
    world, before = scene.world, len(rows(scene.world)["acts"])
    with slow((scene.core.store.matches, "append")), world.copies(2):
        result = await card(scene)
        await world.advance(3 * LONG)
    world.assert_answered(result)
    assert len(rows(world)["acts"]) == before + 1
