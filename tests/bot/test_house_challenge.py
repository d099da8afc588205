"""Challenging the house, and what is different in a match against it: clock, stopping, taking back, figures."""

from __future__ import annotations

import pytest
from simcord import ChannelHandle

from bot.store import Person, Player
from bridgette import How, Phase
from tests.support.verbs import Verb

from .conftest import Club, NewWorld
from .house_scene import challenge_house, start_house, the_bot
from .scene import button_id, core_of, forget_pings, plain_deal, rows, start, under_way

MINUTE = 60


async def test_the_house_is_challenged_with_a_commitment_and_started_by_its_challenger(new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        result = world.assert_answered(await challenge_house(world, world["alice"], strength="expert", deals=2))
        assert result.response is not None
        offer = world.look(result.response)
        assert "against the house (expert)" in offer.text
        assert "Commitment to the shuffle" in offer.text
        assert [one.label for one in offer.buttons] == ["Start", "Withdraw", "Rules"]
        refused = world.assert_answered(await world.press(world["bob"], "Start"))
        assert "alice⁩ starts this match" in world.answer(refused)
        world.assert_answered(await world.press(world["alice"], "Start"))
        assert not world.look(offer).button("Start")
        assert "Good luck, ⁨alice⁩" in world.look(offer).text
        game = await core_of(world).games.in_channel(world.channel.id)
        assert game is not None
        assert [one.kind for one in game.players] == ["person", "house"]
        assert game.players[1].strength == "expert"
        assert (game.players[1].version, game.players[1].form) != (None, None)
        assert game.match.format.deals == 2
        table = world.find(world["carol"], "My hand")
        assert "House" in table.text
        assert "How well the house plays: expert" in table.text
        assert world.panel(world["alice"]).selects, "the first panel comes by itself"


async def test_by_the_menu_of_the_bot_the_house_plays_as_usual(world: Club) -> None:
    result = await world["alice"].context_menu(world.channel, "Challenge to Bridgette", the_bot(world))
    world.assert_answered(result)
    assert "against the house (club)" in world.answer(result)


async def test_a_strength_without_an_opponent_means_the_house_and_with_a_person_it_is_refused(world: Club) -> None:
    result = await world["alice"].slash(world.channel, "bridgette challenge", strength="novice")
    assert "against the house (novice)" in world.answer(world.assert_answered(result))
    refused = await world["bob"].slash(world.channel, "bridgette challenge", opponent=world["carol"], strength="club")
    assert "a strength is for the house" in world.answer(world.assert_answered(refused))
    assert len(rows(world)["challenges"]) == 1


async def test_an_open_challenge_and_one_of_the_house_stand_beside_each_other(world: Club) -> None:
    open_to_all = world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge"))
    assert open_to_all.response is not None
    assert world.look(open_to_all.response).button("Play the house meanwhile")
    of_house = world.assert_answered(await challenge_house(world, world["alice"]))
    assert of_house.response is not None
    assert not world.look(of_house.response).button("Play the house meanwhile")
    again = world.assert_answered(await challenge_house(world, world["alice"]))
    assert "You have an open challenge like this" in world.answer(again)
    meanwhile = world.assert_answered(await world.press(world["bob"], "Play the house meanwhile"))
    assert meanwhile.ephemeral
    assert "against the house" in world.answer(meanwhile)


async def test_a_challenge_of_the_house_expires_and_is_withdrawn(world: Club) -> None:
    made = world.assert_answered(await challenge_house(world, world["alice"]))
    world.assert_answered(await world.press(world["alice"], "Withdraw"))
    assert made.response is not None
    assert "withdrew the challenge" in world.look(made.response).text
    made = world.assert_answered(await challenge_house(world, world["alice"]))
    await world.advance(16 * MINUTE)
    assert made.response is not None
    assert "was not started in time" in world.look(made.response).text


async def test_in_a_busy_channel_the_thread_gets_the_same_challenge(world: Club) -> None:
    await start(world)
    refused = world.assert_answered(await challenge_house(world, world["carol"], strength="expert", deals=1))
    assert refused.response is not None
    opened = await world.press(world["carol"], "Play in a new thread", on=world.look(refused.response))
    world.assert_answered(opened)
    (thread,) = (one for one in world.env.backend.channels.values() if one.parent_id == world.channel.id)
    place = ChannelHandle(world.env, world.guild, thread)
    assert "against the house (expert)" in world.find(world["carol"], "Start", channel=place).text
    forged = await world.forge(world["carol"], world.look(refused.response), button_id("thread", 0, 1, ".grandmaster"))
    assert "does not belong" in world.answer(forged)


# ------------------------------------------------------------------------ what is different


async def test_who_lets_the_clock_run_out_against_the_house_makes_the_match_void(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start_house(world, clock=5 * MINUTE)
        await scene.led()
        await scene.tell()
        assert 0 in (await scene.match()).to_act
        await world.advance(3 * MINUTE)
        assert any("After that the match is void" in one.text for one in scene.notices(0))
        assert not any(one.button("Claim the match") for one in world.sees(world["alice"]))
        await world.advance(3 * MINUTE)
        ended = (await scene.stored()).ended
        assert ended is not None
        assert ended.how is How.VOID
        assert "This match is void" in world.reads(world["carol"])
        assert rows(world)["results"] == []


async def test_stopping_against_the_house_needs_one_press(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start_house(world)
        await scene.led()
        await scene.show()
        asked = world.assert_answered(await world["alice"].slash(world.channel, "bridgette stop"))
        assert asked.response is not None
        question = world.look(asked.response)
        assert "The house agrees" in question.text
        stranger = await world.forge(world["bob"], scene.table(), question.buttons[0].custom_id)
        assert "only they can do that" in world.answer(stranger)
        assert (await scene.match()).ended is None
        await world.advance(2)
        world.assert_answered(await world.press(world["alice"], "Stop the match", on=question))
        ended = (await scene.stored()).ended
        assert ended is not None
        assert (ended.how, ended.winner) == (How.AGREED, None)
        assert "Both agreed to stop" in world.reads(world["carol"])


async def test_between_people_nobody_stops_alone(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.show()
        forged = await world.forge(world["alice"], scene.panel(0), button_id("alone", scene.id, 1))
        assert "does not stand any more" in world.answer(forged)
        assert (await scene.match()).ended is None


async def test_nothing_is_taken_back_from_the_house(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start_house(world)
        await scene.discard(0)
        await scene.press(0, Verb.CALL, "1S")
        assert not any(one.button("Take back") for one in scene.private(0))
        asked = world.assert_answered(await world["alice"].slash(world.channel, "bridgette takeback"))
        assert "nobody who could allow that" in world.answer(asked)


async def test_resigning_against_the_house_loses_apart_and_a_rematch_is_started_alike(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start_house(world, strength="novice")
        await scene.until(under_way)
        await scene.resign(world["alice"])
        await scene.tell()
        assert rows(world)["standings"] == []
        shown = world.assert_answered(await world["alice"].slash(world.channel, "bridgette stats"))
        assert "Against the house" in world.answer(shown)
        assert "As novice: 1 match, 0 won" in world.answer(shown)
        board = world.assert_answered(await world["bob"].slash(world.channel, "bridgette leaderboard"))
        assert "alice" not in world.answer(board)
        await world.advance(2)
        world.assert_answered(await world.press(world["alice"], "Rematch"))
        assert "against the house (novice)" in world.find(world["bob"], "Start").text
        world.assert_answered(await world.press(world["alice"], "Start"))
        game = await core_of(world).games.in_channel(world.channel.id)
        assert game is not None
        assert game.players[1] == Player("house", None, game.players[1].name, "novice", *_decider(game.players[1]))


def _decider(player: Player) -> tuple[str | None, str | None]:
    return player.version, player.form


async def test_another_version_of_the_player_is_told_by_the_seat(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start_house(world)
        monkeypatch.setattr("bot.games.house_seats.VERSION", "another")
        await world.restart()
        scene = type(scene)(world, scene.id, scene.players, scene.channel)
        await scene.open_panels()
        await scene.discard(0)
        await scene.press(0, Verb.CALL, "1S")
        assert (await scene.game()).players[1].version == "mixed"
        await world.restart()
        assert (await scene.game()).players[1].version == "mixed"


async def test_several_matches_against_the_house_and_one_of_people_go_on_beside_each_other(
    new_world: NewWorld,
) -> None:
    names = ("alice", "bob", "carol", "dave", "eve")
    async with new_world(members=names, channels=("one", "two", "three", "four"), below=plain_deal()) as world:
        channels = list(world.channels.values())
        people = await start(world, "alice", "bob", channels[0])
        await forget_pings(world)
        scenes = [
            await start_house(world, name, channel, strength=strength, deals=1)
            for name, channel, strength in zip(names[2:], channels[1:], ("novice", "club", "expert"), strict=True)
        ]
        await people.open_panels()
        for _ in range(3):
            for scene in scenes:
                match = await scene.match()
                assert 0 in match.to_act
                if match.deals[-1].phase is Phase.EXCHANGE:
                    await scene.discard(0)
                elif match.deals[-1].phase is Phase.AUCTION:
                    await scene.press(0, Verb.CALL, "Pass")
            if (await people.match()).deals[-1].phase is Phase.EXCHANGE:
                await people.discard(0)
                await people.discard(1)
        for scene in scenes:
            game = await scene.game()
            assert game.players[0] == Player.of(Person(scene.players[0].id, scene.players[0].name))
            assert 1 not in game.match.to_act
            assert {row[3] for row in rows(world)["acts"] if row[0] == scene.id} == {0, 1}
