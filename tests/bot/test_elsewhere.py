"""What is typed in another channel than the match's names the match and asks; the list of one's matches is whole."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from simcord import InteractionResult

from bot.store import NewMatch, Person, Place, Player
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, core_of, plain_deal, plain_deals, public, rows, start


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """Alice and bob play in one channel; there is a lounge, too."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.open_panels()
        yield found


async def say(scene: Scene, seat: int, command: str, **options: Any) -> InteractionResult:
    """A command in the lounge."""
    lounge = scene.world.channels["lounge"]
    result = scene.world.assert_answered(await scene.players[seat].slash(lounge, f"bridgette {command}", **options))
    assert result.ephemeral
    assert public(scene.world, lounge) == []
    return result


async def asked(scene: Scene, seat: int, question: str, command: str, **options: Any) -> InteractionResult:
    """It is asked about first, in private, with the match's channel named, and nothing has happened yet."""
    before = rows(scene.world)
    result = await say(scene, seat, command, **options)
    answer = scene.world.answer(result)
    other = scene.players[1 - seat].name
    assert f"Your match against ⁨{other}⁩ is in <#{scene.channel.id}>." in answer
    assert question in answer
    assert rows(scene.world) == before
    return result


async def press(scene: Scene, seat: int, label: str) -> str:
    """Press a button of the question; all the text of the answer."""
    lounge = scene.world.channels["lounge"]
    result = await scene.world.press(scene.players[seat], label, channel=lounge)
    return scene.world.answer(scene.world.assert_answered(result))


async def test_a_card_a_call_and_discards_are_asked_about(scene: Scene) -> None:
    for seat in (1, 0):
        cards = " ".join(map(str, (await scene.match()).deals[-1].drawn(seat)))
        await asked(scene, seat, "Discard ", "discard", cards=cards)
        assert "You discarded" in await press(scene, seat, "Yes, there")
        assert (await scene.match()).deals[-1].discards[seat] is not None
    await asked(scene, 0, "Call 1♠︎ there?", "call", call="1S")
    assert "Your call: 1♠︎" in await press(scene, 0, "Yes, there")
    await asked(scene, 1, "Call Pass there?", "call", call="Pass")
    await press(scene, 1, "Yes, there")
    await asked(scene, 1, "Play ♦︎Q there?", "play", card="DQ")
    assert "You played ♦︎Q" in await press(scene, 1, "Yes, there")
    assert "♦︎Q" in scene.table().text
    assert "Waiting for" in scene.panel(1).text, "the panel beside the table follows"


async def test_where_no_panel_is_alive_the_answer_is_one(scene: Scene) -> None:
    await scene.to_play()
    await scene.tell()
    await scene.world.advance(16 * 60)
    await asked(scene, 1, "Play ♦︎Q there?", "play", card="DQ")
    answer = await press(scene, 1, "Yes, there")
    assert "You led ♦︎Q to trick 1." in answer
    assert "Waiting for ⁨alice⁩" in answer
    (panel,) = scene.world.sees(scene.players[1], scene.world.channels["lounge"])
    assert panel.ephemeral
    assert "there?" not in panel.text, "the question is gone"


@pytest.mark.parametrize("label", ["Yes, there", "No"])
async def test_a_question_that_the_end_of_the_match_overtook(label: str, scene: Scene) -> None:
    await scene.to_play()
    await scene.tell()
    await asked(scene, 1, "Play ♦︎Q there?", "play", card="DQ")
    await scene.resign(scene.players[0])
    await scene.tell()
    before = rows(scene.world)
    answer = await press(scene, 1, label)
    assert "The match is over. The match is void: it counts for nobody." in answer
    assert "goes on" not in answer
    assert rows(scene.world) == before


async def test_no_does_nothing(scene: Scene) -> None:
    await scene.exchange()
    await scene.tell()
    await asked(scene, 0, "Call 7NT there?", "call", call="7NT")
    before = rows(scene.world)
    assert "the match goes on" in await press(scene, 0, "No")
    assert rows(scene.world) == before


async def test_what_cannot_be_done_is_refused_at_once(scene: Scene) -> None:
    await scene.to_play()
    await scene.tell()
    for seat, command, options, reason in (
        (0, "play", {"card": "SA"}, "not your turn"),
        (1, "play", {"card": "SA"}, "do not hold"),
        (1, "call", {"call": "1S"}, ""),
        (1, "play", {"card": "nonsense"}, ""),
    ):
        answer = scene.world.answer(await say(scene, seat, command, **options))
        assert reason in answer
        assert "there?" not in answer


async def test_a_question_is_good_for_its_decision_only(scene: Scene) -> None:
    await scene.to_play()
    await scene.tell()
    await scene.open_panels()
    await asked(scene, 1, "Play ♦︎Q there?", "play", card="DQ")
    await scene.press(1, Verb.PLAY, "DJ")
    before = rows(scene.world)["acts"]
    assert "earlier moment" in await press(scene, 1, "Yes, there")
    assert rows(scene.world)["acts"] == before


@pytest.mark.parametrize("detail", ["", "x.SA", "p", "p.", "p.XX", "c.8NT", "d.fffffff", "d.zz", "d", "SA", "p.SA.SK"])
async def test_made_up_answers_are_refused(scene: Scene, detail: str) -> None:
    await scene.to_play()
    await scene.show()
    before = rows(scene.world)["acts"]
    number = (await scene.game()).decisions[1]
    result = await scene.world.forge(scene.players[1], scene.panel(1), button_id(Verb.THERE, scene.id, number, detail))
    scene.world.assert_answered(result, contains="That question was from an earlier moment")
    assert rows(scene.world)["acts"] == before


async def test_a_stranger_cannot_answer_for_a_player(scene: Scene) -> None:
    await scene.to_play()
    await scene.tell()
    number = (await scene.game()).decisions[1]
    forged = button_id(Verb.THERE, scene.id, number, "p.DQ")
    result = await scene.world.forge(scene.world["carol"], scene.table(), forged)
    scene.world.assert_answered(result, contains="You are welcome to watch")
    result = await scene.world.forge(scene.players[0], scene.table(), forged)
    scene.world.assert_answered(result, contains="not your turn")
    assert (await scene.game()).number == number


async def test_a_resignation_names_the_channel(scene: Scene) -> None:
    await scene.led()
    await scene.tell()
    await asked(scene, 0, "Resign this match?", "resign")
    assert "You have resigned" in await press(scene, 0, "Resign the match")
    assert "resigned" in scene.world.reads(scene.world["carol"])


async def test_leaving_before_the_first_lead_names_the_channel_too(scene: Scene) -> None:
    await asked(scene, 0, "Nobody has led to a contract yet, so it is void", "resign")
    assert "It is void" in await press(scene, 0, "Resign the match")
    assert not rows(scene.world)["results"]
    assert "This match is void" in scene.world.reads(scene.world["carol"])


async def test_a_resignation_beside_the_table_names_no_channel(scene: Scene) -> None:
    result = await scene.players[0].slash(scene.channel, "bridgette resign")
    assert "<#" not in scene.world.answer(result)


async def test_all_of_many_matches_are_listed_each_with_its_channel(new_world: Any) -> None:
    """Twenty-eight, which one message of links did not hold."""
    async with new_world(below=plain_deals()) as world:
        await many(world, 28)
        lounge = world.channels["lounge"]
        result = world.assert_answered(await world["alice"].slash(lounge, "bridgette hand"))
        assert result.ephemeral
        listed = re.findall(r"<#(\d+)> · against ⁨rival (\d+)⁩", world.answer(result))
        assert "Page 1 of 2" in world.answer(result)
        turned = world.assert_answered(await world.press(world["alice"], "Next ▶", channel=lounge))
        listed += re.findall(r"<#(\d+)> · against ⁨rival (\d+)⁩", world.answer(turned))
        assert listed == [(str(7000 + number), str(number)) for number in range(28)]
        world.assert_answered(await world.press(world["alice"], "◀ Previous", channel=lounge), contains="Page 1 of 2")
        for page in (2, 99, 999_999_999):
            forged = await world.forge(
                world["alice"], world.panel(world["alice"], lounge), button_id(Verb.LIST, at=page, detail="n")
            )
            world.assert_answered(forged, contains="Page 2 of 2")


@pytest.mark.parametrize("left", [0, 1])
async def test_a_list_of_which_little_is_left(left: int, new_world: Any) -> None:
    """Whoever turns its pages later is not told of several channels."""
    async with new_world(below=plain_deals()) as world:
        await many(world, 26)
        lounge = world.channels["lounge"]
        world.assert_answered(await world["alice"].slash(lounge, "bridgette hand"), contains="Page 1 of 2")
        games = core_of(world).games
        for game, _ in (await games.of_player(world["alice"].id, world.guild.id)).games[left:]:
            await games.void(game.id, world.now(), place_is_gone=True)
        await world.settle()
        result = world.assert_answered(await world.press(world["alice"], "Next ▶", channel=lounge))
        answer = world.answer(result)
        assert "several matches" not in answer
        assert ("Deal 1 of 6" if left else "You have no open match here") in answer


async def many(world: World, count: int) -> None:
    """So many open matches of alice's, in as many channels."""
    core, me = core_of(world), world["alice"]
    scene = await start(world)
    stored = await core.store.matches.load(scene.id)
    assert stored is not None
    await scene.resign(world["alice"])
    for number in range(count):
        players = (Player.of(Person(me.id, "alice")), Player.of(Person(9000 + number, f"rival {number}")))
        place = Place(world.guild.id, 7000 + number)
        new = NewMatch(place, 6, "chance", players, 0, stored.deals[0].deck)
        await core.store.matches.begin(None, new, world.now())
