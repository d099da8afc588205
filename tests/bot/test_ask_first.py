"""Who wants to be asked before each card and call is asked in place; nobody else is, and typing never asks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.store import StoreUnavailable
from bridgette import parse_card
from tests.support.verbs import Verb

from .conftest import ErrorLog
from .scene import Scene, controls, core_of, plain_deal, start
from .test_quick_fingers import QUICK, click, count, press


@pytest.fixture
async def auction(new_world: Any) -> AsyncIterator[Scene]:
    """Bob, who wants to be asked, is to call over alice's one spade."""
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.exchange()
        await scene.calls("1S")
        await scene.show()
        await asks(scene)
        yield scene


@pytest.fixture
async def play(new_world: Any) -> AsyncIterator[Scene]:
    """Bob, who wants to be asked, is about to lead."""
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.to_play()
        await scene.show()
        await asks(scene)
        yield scene


async def asks(scene: Scene, button: str = "Ask me first") -> None:
    """Bob chooses so, in another channel, as people do it."""
    lounge, bob = scene.world.channels["lounge"], scene.players[1]
    scene.world.assert_answered(await bob.slash(lounge, "bridgette me"))
    scene.world.assert_answered(await scene.world.press(bob, button, channel=lounge))


def labels(scene: Scene, seat: int = 1) -> list[str]:
    return [one.label for one in scene.panel(seat).buttons if one.label != "Rules"]


# ------------------------------------------------------------------------------------ calls


@pytest.mark.parametrize(
    ("label", "question"), [("Pass", "Really pass?"), ("2♠︎", "Really 2♠︎?"), ("Double", "Really double?")]
)
async def test_each_call_is_asked_about_in_place(auction: Scene, label: str, question: str) -> None:
    scene = auction
    if label not in {one.label for one in scene.panel(1).buttons}:
        await click(scene, 1, "Higher bids")
    before, number = labels(scene), await count(scene)
    await click(scene, 1, label)
    assert labels(scene) == [*(question if one == label else one for one in before), "Back"]
    assert await count(scene) == number
    await click(scene, 1, question, 0.2)
    assert await count(scene) == number, "the second half of a double click is no answer"
    assert QUICK in scene.panel(1).text
    assert question in labels(scene), "and the question stays"
    await click(scene, 1, question)
    assert await count(scene) == number + 1


async def test_back_shows_the_bids_that_were_shown_before(auction: Scene) -> None:
    scene = auction
    await click(scene, 1, "Higher bids")
    before, number = labels(scene), await count(scene)
    await click(scene, 1, "4♠︎")
    await click(scene, 1, "Back")
    assert labels(scene) == before
    assert await count(scene) == number
    await click(scene, 1, "4♠︎")
    await click(scene, 1, "Really 4♠︎?")
    assert await count(scene) == number + 1


async def test_a_usual_call_pressed_too_soon_leaves_the_bids_as_they_were(auction: Scene) -> None:
    """Of whoever does not want to be asked."""
    scene = auction
    await asks(scene, "No questions")
    scene.world.assert_answered(await scene.world.press(scene.players[1], "My hand", on=scene.table()))
    await click(scene, 1, "Higher bids", 0.1)
    before, number = labels(scene), await count(scene)
    await click(scene, 1, "4♠︎", 0.1)
    assert QUICK in scene.panel(1).text
    assert labels(scene) == before, "the same levels, and no question"
    await click(scene, 1, "Pass", 0.1)
    assert QUICK in scene.panel(1).text
    assert await count(scene) == number
    await click(scene, 1, "Pass")
    assert await count(scene) == number + 1


# ------------------------------------------------------------------------------------ cards


async def test_each_card_is_asked_about_in_place(play: Scene) -> None:
    scene = play
    (*before, last), number = labels(scene), await count(scene)
    assert last == "Take back", "of the pass before"
    await click(scene, 1, "♦︎Q")
    assert labels(scene) == [*("Play ♦︎Q?" if one == "♦︎Q" else one for one in before), "Back", last]
    assert await count(scene) == number
    await click(scene, 1, "Play ♦︎Q?", 0.2)
    assert await count(scene) == number
    assert "Play ♦︎Q?" in labels(scene)
    assert QUICK in scene.panel(1).text
    await click(scene, 1, "Play ♦︎Q?")
    assert await count(scene) == number + 1
    # Alice has chosen nothing: one press.
    await click(scene, 0, "♦︎K")
    assert await count(scene) == number + 2


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_double_click_on_a_card_asks_once_and_the_question_stays(at_once: bool, play: Scene) -> None:
    await double_click(play, "♦︎Q", "Play ♦︎Q?", at_once=at_once)


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_double_click_on_a_call_asks_once_and_the_question_stays(at_once: bool, auction: Scene) -> None:
    await double_click(auction, "2♠︎", "Really 2♠︎?", at_once=at_once)


async def double_click(scene: Scene, label: str, question: str, *, at_once: bool) -> None:
    """The second press is of the button that is a question by now: it is no answer, and takes nothing away."""
    world, bob, panel = scene.world, scene.players[1], scene.panel(1)
    number, button = await count(scene), panel.button(label)
    assert button is not None
    if at_once:
        await world.together(*[(bob, panel, button.custom_id)] * 2)
    else:
        await click(scene, 1, label)
        with world.hurrying(0.2):
            await world.forge(bob, panel, button.custom_id)
        assert QUICK in world.look(panel).text
    assert question in labels(scene)
    assert await count(scene) == number
    await click(scene, 1, question)
    assert await count(scene) == number + 1


async def test_back_and_another_card_instead(play: Scene) -> None:
    scene = play
    before, number = labels(scene), await count(scene)
    await click(scene, 1, "♦︎Q")
    await click(scene, 1, "Back")
    assert labels(scene) == before
    await click(scene, 1, "♦︎Q")
    await click(scene, 1, "♠︎Q")
    assert "Play ♠︎Q?" in labels(scene)
    assert "♦︎Q" in labels(scene)
    await click(scene, 1, "Play ♠︎Q?")
    assert await count(scene) == number + 1
    assert parse_card("SQ") in (await scene.match()).deals[-1].play.plays  # type: ignore[union-attr]


async def test_a_setting_changed_in_the_middle_holds_from_the_next_press(play: Scene) -> None:
    scene = play
    await click(scene, 1, "♦︎Q")
    await asks(scene, "No questions")
    number = await count(scene)
    await click(scene, 1, "Play ♦︎Q?")  # the question that stands is answered all the same
    assert await count(scene) == number + 1
    await click(scene, 0, "♦︎2")
    await click(scene, 1, "♠︎Q")
    assert await count(scene) == number + 3, "no question any more"
    await asks(scene)
    await click(scene, 0, "♠︎K")
    scene.world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette play", card="HA"))
    number = await count(scene)
    (card, *_) = [one for one in controls(scene.panel(1), Verb.PLAY) if not one.disabled]
    await press(scene, 1, card, 1)
    assert await count(scene) == number, "asked again"


async def test_the_setting_holds_after_a_restart(play: Scene) -> None:
    scene = play
    await scene.world.restart()
    number = await count(scene)
    await click(scene, 1, "♦︎Q")
    assert await count(scene) == number
    await click(scene, 1, "Play ♦︎Q?")
    assert await count(scene) == number + 1


async def test_a_typed_card_is_not_asked_about(play: Scene) -> None:
    scene, number = play, await count(play)
    result = await scene.players[1].slash(scene.channel, "bridgette play", card="DQ")
    scene.world.assert_answered(result, contains="You played")
    assert await count(scene) == number + 1


async def test_a_typed_call_is_not_asked_about(auction: Scene) -> None:
    scene, number = auction, await count(auction)
    result = await scene.players[1].slash(scene.channel, "bridgette call", call="X")
    scene.world.assert_answered(result, contains="Your call: Double")
    assert await count(scene) == number + 1


async def test_discards_have_their_own_question(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await asks(scene)
        number = await count(scene)
        await scene.discard(1)
        assert await count(scene) == number + 1


# ------------------------------------------------------------------------------------ old and made up


async def test_a_question_of_an_earlier_decision_is_an_old_panel(play: Scene) -> None:
    scene, bob = play, play.players[1]
    await click(scene, 1, "♦︎Q")
    questions = [*controls(scene.panel(1), Verb.SURE_PLAY), *controls(scene.panel(1), Verb.BACK)]
    assert len(questions) == 2
    scene.world.assert_answered(await bob.slash(scene.channel, "bridgette play", card="SQ"))
    number = await count(scene)
    for one in questions:
        result = await scene.world.forge(bob, scene.panel(1), one.custom_id)
        scene.world.assert_answered(result, contains="earlier moment")
        assert await count(scene) == number


@pytest.mark.parametrize("detail", ["SA", "XY", "", "5S"])
async def test_made_up_answers_play_nothing(play: Scene, detail: str) -> None:
    """A card not held, no card, none at all, a call."""
    scene, game = play, await play.game()
    at = game.decisions[1]
    for verb in (Verb.SURE_PLAY, Verb.PLAY, Verb.BACK):
        if verb == Verb.BACK and not detail:
            continue
        scene.world.assert_answered(await scene.forge(scene.players[1], scene.panel(1), verb, at, detail))
        assert await count(scene) == game.number


async def test_the_questions_are_nobody_else_s(play: Scene) -> None:
    scene, carol = play, play.world["carol"]
    await click(scene, 1, "♦︎Q")
    number = await count(scene)
    for verb in (Verb.SURE_PLAY, Verb.BACK):
        for one in controls(scene.panel(1), verb):
            result = await scene.world.forge(carol, scene.table(), one.custom_id)
            scene.world.assert_answered(result, contains="You are welcome to watch")
    assert await count(scene) == number


async def test_without_the_database_nothing_is_played_unasked(
    play: Scene, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    """Whether to ask is not known then: the press is refused, and the panel stays."""
    scene, panel = play, play.panel(1)
    number = await count(scene)
    (card,) = [one for one in controls(panel, Verb.PLAY) if one.label == "♦︎Q"]

    async def fails(_user_id: int) -> Any:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(core_of(scene.world).store.persons, "get", fails)
        scene.world.assert_answered(
            await scene.world.press(scene.players[1], card.custom_id, on=panel), contains="The database did not take"
        )
    assert len(error_log.take()) == 1
    assert await count(scene) == number
    scene.world.assert_answered(await scene.world.press(scene.players[1], card.custom_id, on=panel))
    assert await count(scene) == number
    assert "Play ♦︎Q?" in [one.label for one in scene.world.look(panel).buttons]
