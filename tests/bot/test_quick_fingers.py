"""The press that ended one decision does not make the next, and a costly call is asked about once.

All moments are Discord's. Its simulated clock stands still but for what a test lets pass before each press.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from simcord import InteractionResult

from bot.discord.pace import TOO_QUICK
from tests.support.seen import Button
from tests.support.verbs import Verb

from .scene import Scene, controls, plain_deal, start

QUICK = "That was very quick; press again if you mean it."
ENOUGH = TOO_QUICK.total_seconds()


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """Bob, at seat 1, is about to lead; both have their panels on the screen."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.to_play()
        await found.show()
        yield found


def card(scene: Scene, seat: int, name: str) -> Button:
    """The button of a card on the seat's panel."""
    (found,) = (one for one in controls(scene.panel(seat), Verb.PLAY) if one.custom_id.endswith(f":{name}"))
    return found


async def press(scene: Scene, seat: int, button: Button, after: float) -> InteractionResult:
    """Press a button of the seat's panel so many seconds after the last thing that anybody did."""
    with scene.world.hurrying(after):
        result = await scene.players[seat].click(scene.panel(seat).handle, custom_id=button.custom_id)
    return scene.world.assert_answered(result)


async def count(scene: Scene) -> int:
    """How many acts are saved."""
    return (await scene.game()).number


# ----------------------------------------------------------------------------- too quick


@pytest.mark.parametrize(("after", "is_taken"), [(0.2, False), (ENOUGH - 0.01, False), (ENOUGH, True), (5, True)])
async def test_the_second_half_of_a_double_click_does_not_lead(scene: Scene, after: float, is_taken: bool) -> None:
    await press(scene, 1, card(scene, 1, "DQ"), 1)
    await press(scene, 0, card(scene, 0, "DK"), 1)  # which wins the trick
    before = await count(scene)
    await press(scene, 0, card(scene, 0, "SA"), after)
    assert await count(scene) - before == is_taken
    assert (QUICK in scene.panel(0).text) is not is_taken
    if not is_taken:
        await press(scene, 0, card(scene, 0, "SA"), 1)
        assert await count(scene) - before == 1
        assert QUICK not in scene.panel(0).text


@pytest.mark.parametrize(("after", "is_taken"), [(0.2, False), (ENOUGH - 0.01, False), (ENOUGH, True)])
async def test_a_press_just_after_the_panel_changed_by_itself_is_not_taken(
    scene: Scene, after: float, is_taken: bool
) -> None:
    await press(scene, 1, card(scene, 1, "DQ"), 1)  # by which the other panel becomes one with cards to play
    before = await count(scene)
    await press(scene, 0, card(scene, 0, "DK"), after)
    assert await count(scene) - before == is_taken
    assert (QUICK in scene.panel(0).text) is not is_taken


async def test_where_refresh_was_nothing_is_done_at_once(scene: Scene) -> None:
    await press(scene, 1, card(scene, 1, "DQ"), 1)
    before = await count(scene)
    scene.world.assert_answered(await scene.world.press(scene.players[0], "My hand", on=scene.table()))
    await press(scene, 0, card(scene, 0, "DK"), 0.3)
    assert await count(scene) == before
    assert QUICK in scene.panel(0).text


async def test_picking_cards_quickly_is_no_act(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        for place in range(3):
            button = controls(scene.panel(1), Verb.MARK)[place]
            await press(scene, 1, button, 0.1)
            assert QUICK not in scene.panel(1).text
        assert "One too many" in scene.panel(1).text.replace("*", "")


async def test_what_was_pressed_slowly_and_arrives_at_once_is_taken(scene: Scene) -> None:
    """Two presses a second apart, both delivered late: by Discord's moments they are no double click."""
    await press(scene, 1, card(scene, 1, "DQ"), 1)
    game = await scene.game()
    panel, held = scene.panel(0), []
    next_lead = controls(panel, Verb.PLAY)[0].custom_id.rsplit(":", 2)[0] + f":{game.number + 1}:SA"
    with scene.world.rewriting(lambda payload: held.append(payload)):  # type: ignore[func-returns-value]
        for custom_id in (card(scene, 0, "DK").custom_id, next_lead):
            result = scene.world._queue(scene.players[0], panel, custom_id)
            scene.world.excuse(result)
    assert len(held) == 2
    await scene.world.advance(60)
    for payload in held:
        scene.world.env.backend.emit("INTERACTION_CREATE", payload)
        await scene.world.settle()
    assert await count(scene) == game.number + 2


async def test_the_hosts_clock_makes_no_difference(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    core = scene.core
    for wrong in (timedelta(hours=-1), timedelta(hours=1)):
        monkeypatch.setattr(type(core), "clock", property(lambda self, by=wrong: lambda: scene.world.now() + by))
        seat = await scene.turn()
        legal = next(one for one in controls(scene.panel(seat), Verb.PLAY) if not one.disabled)
        before = await count(scene)
        await press(scene, seat, legal, 1)
        assert await count(scene) == before + 1


async def test_rematch_where_resign_was_is_not_pressed_by_the_same_press(scene: Scene) -> None:
    await press(scene, 1, card(scene, 1, "DQ"), 1)
    world, bob = scene.world, scene.players[1]
    world.assert_answered(await bob.slash(scene.channel, "bridgette resign"))
    world.assert_answered(await world.press(bob, "Resign the match"), contains="You have resigned")
    with world.hurrying(0.3):
        world.assert_answered(await world.press(bob, "Rematch"), contains=QUICK)
    assert not [one for one in world.sees(bob) if one.button("Withdraw")]
    world.assert_answered(await world.press(bob, "Rematch"))
    assert world.find(bob, "Withdraw")


async def test_a_resignation_is_not_the_second_half_of_an_act(scene: Scene) -> None:
    world, bob = scene.world, scene.players[1]
    world.assert_answered(await bob.slash(scene.channel, "bridgette resign"))
    question = world.panel(bob)
    world.assert_answered(await world.press(bob, "My hand", on=scene.table()))
    with world.hurrying(0.2):
        result = await world.press(bob, "Resign the match", on=question)
    world.assert_answered(result, contains=QUICK)
    assert (await scene.game()).is_open
    world.assert_answered(await world.press(bob, "Resign the match", on=question))
    assert not (await scene.stored()).to_act


# ------------------------------------------------------------------------------- costly


@pytest.fixture
async def auction(new_world: Any) -> AsyncIterator[Scene]:
    """Bob is to call over alice's one spade."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.exchange()
        await found.calls("1S")
        await found.show()
        yield found


async def click(scene: Scene, seat: int, label: str, after: float = 1) -> None:
    (button,) = (one for one in scene.panel(seat).buttons if one.label == label)
    await press(scene, seat, button, after)


def labels(scene: Scene) -> list[str]:
    """What can be done on the panel."""
    return [one.label for one in scene.panel(1).buttons if one.label != "Rules"]


COSTLY = {"Double": ("Double", "Really double?"), "5♠︎": ("5♠︎", "Really 5♠︎?"), "7NT": ("7NT", "Really 7NT?")}


@pytest.mark.parametrize("call", COSTLY)
async def test_a_costly_call_is_asked_about_in_place(auction: Scene, call: str) -> None:
    scene, (label, question) = auction, COSTLY[call]
    while label not in {one.label for one in scene.panel(1).buttons}:
        await click(scene, 1, "Higher bids")
    before, number = labels(scene), await count(scene)
    await click(scene, 1, label)
    after = labels(scene)
    assert after == [*(question if one == label else one for one in before), "Back"]
    assert await count(scene) == number
    # The second half of a double click is no answer, and the question stays.
    await click(scene, 1, question, 0.2)
    assert await count(scene) == number
    assert QUICK in scene.panel(1).text
    await click(scene, 1, question)
    assert await count(scene) == number + 1


@pytest.mark.parametrize("call", ["Pass", "2♠︎", "4♠︎"])
async def test_a_usual_call_is_one_press(auction: Scene, call: str) -> None:
    scene = auction
    if call not in {one.label for one in scene.panel(1).buttons}:
        await click(scene, 1, "Higher bids")
    before = await count(scene)
    await click(scene, 1, call)
    assert await count(scene) == before + 1


async def test_a_redouble_is_asked_about(auction: Scene) -> None:
    scene = auction
    await click(scene, 1, "Double")
    await click(scene, 1, "Really double?")
    before = await count(scene)
    await click(scene, 0, "Redouble")
    assert await count(scene) == before
    await click(scene, 0, "Really redouble?")
    assert await count(scene) == before + 1


async def test_another_call_can_be_made_instead_of_the_answer(auction: Scene) -> None:
    scene = auction
    await click(scene, 1, "Double")
    before = await count(scene)
    await click(scene, 1, "Pass")
    assert await count(scene) == before + 1
    assert (await scene.match()).deals[-1].play is not None


async def test_a_question_of_an_earlier_decision_is_an_old_panel(auction: Scene) -> None:
    scene = auction
    await click(scene, 1, "Double")
    old = scene.panel(1)
    (question,) = (one for one in old.buttons if one.label == "Really double?")
    scene.world.assert_answered(await scene.players[1].slash(scene.channel, "bridgette call", call="2H"))
    before = await count(scene)
    result = await scene.world.forge(scene.players[1], scene.panel(1), question.custom_id)
    scene.world.assert_answered(result, contains="earlier moment")
    assert await count(scene) == before
