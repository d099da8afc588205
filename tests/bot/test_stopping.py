"""Ways out without a winner: both agree to stop, or a moderator stops a match; whatever comes together, one result."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bridgette import How
from bridgette.record import write_record
from tests.support.world import World

from .conftest import NewWorld
from .scene import Scene, enabled, plain_deals, start
from .test_clocks import chosen, named_rows, run_out, under_way


@pytest.fixture
async def scene(new_world: NewWorld) -> AsyncIterator[Scene]:
    """A match under way, with a clock of five minutes; carol may be a moderator."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        await chosen(world)
        found = await start(world)
        await under_way(found)
        yield found


async def stop(scene: Scene, member: MemberActor) -> InteractionResult:
    return await member.slash(scene.channel, "bridgette stop")


async def moderator(world: World, name: str = "carol") -> MemberActor:
    """The member becomes a moderator."""
    role = world.guild.create_role("moderators", permissions=discord.Permissions(manage_messages=True))
    world.env.backend.add_member_role(world.guild.id, world[name].id, role.id)
    await world.settle()
    return world[name]


async def ended(scene: Scene) -> How | None:
    found = (await scene.stored()).ended
    return None if found is None else found.how


# ---------------------------------------------------------------------- both


async def test_both_agree_and_nobody_wins(scene: Scene) -> None:
    world, (alice, bob) = scene.world, scene.players
    await scene.until(lambda match: match.counted == 1)
    await scene.tell()
    world.assert_answered(await stop(scene, alice), contains="You have proposed")
    assert "proposes to stop" in scene.table().text
    pings = len(world.pinged(bob))
    world.assert_answered(await world.press(bob, "Agree to stop", on=scene.table()), contains="both agreed")
    assert await ended(scene) is How.AGREED
    (result,) = [one for one in world.sees(world["carol"]) if "The match is over" in one.text]
    assert "Both agreed to stop" in result.text
    assert len(world.pinged(bob)) == pings
    for row in named_rows(world, "standings"):
        assert (row["matches"], row["wins"], row["losses"], row["deals"]) == (1, 0, 0, 1)
    assert write_record(await scene.stored())["ended"] == {"how": "agreed", "by": None, "winner": None}


async def test_before_the_first_lead_nothing_counts(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await stop(scene, scene.players[0])
        await world.press(scene.players[1], "Agree to stop", on=scene.table())
        assert await ended(scene) is How.AGREED
        assert not named_rows(world, "standings")


async def test_nobody_agrees_with_themselves_nor_a_stranger(scene: Scene) -> None:
    world, (alice, _) = scene.world, scene.players
    await stop(scene, alice)
    world.assert_answered(await world.press(alice, "Agree to stop", on=scene.table()), contains="your own proposal")
    world.assert_answered(await world.press(world["carol"], "Agree to stop", on=scene.table()), contains="welcome")
    assert await ended(scene) is None


async def test_it_is_declined_taken_back_or_played_over(scene: Scene) -> None:
    world, (alice, bob) = scene.world, scene.players
    await stop(scene, alice)
    (old,) = enabled(scene.table(), "agree")
    world.assert_answered(await world.press(bob, "No, play on", on=scene.table()))
    assert not enabled(scene.table(), "agree")
    result = await world.forge(bob, scene.table(), old.custom_id)
    world.assert_answered(result, contains="does not stand any more")
    await stop(scene, alice)
    world.assert_answered(await world.press(alice, "Take it back", on=scene.panel(0)))
    assert not enabled(scene.table(), "agree")
    seat = await scene.turn()
    await stop(scene, scene.players[1 - seat])
    result = await world.forge(scene.players[seat], scene.table(), old.custom_id)
    world.assert_answered(result, contains="does not stand any more"), "an answer to another one"
    await scene.act(seat, (await scene.match()).deals[-1].play.legal[0])  # type: ignore[union-attr]
    await scene.tell()
    assert not enabled(scene.table(), "agree"), "who plays on has answered"
    assert await ended(scene) is None


async def test_panels_stay_as_they_are(scene: Scene) -> None:
    """Neither a proposal nor its end makes a panel an old one."""
    world = scene.world
    await scene.open_panels()
    seat = await scene.turn()
    panel = scene.panel(seat)
    (card, *_) = enabled(panel, "play")
    await stop(scene, scene.players[1 - seat])
    world.assert_answered(await scene.players[seat].click(panel.handle, custom_id=card.custom_id))
    assert len((await scene.match()).deals[-1].play.plays) == 2  # type: ignore[union-attr]


async def test_the_other_is_shown_the_proposal_by_the_same_command(scene: Scene) -> None:
    world, (alice, bob) = scene.world, scene.players
    await stop(scene, alice)
    world.assert_answered(await stop(scene, alice), contains="You have proposed")
    result = await stop(scene, bob)
    assert result.response is not None
    world.assert_answered(await world.press(bob, "Agree to stop", on=world.look(result.response)))
    assert await ended(scene) is How.AGREED


async def test_a_proposal_outlives_a_restart(scene: Scene) -> None:
    world, (alice, bob) = scene.world, scene.players
    await stop(scene, alice)
    await world.restart(crash=True)
    world.assert_answered(await world.press(bob, "Agree to stop", on=scene.table()))
    assert await ended(scene) is How.AGREED


# ---------------------------------------------------------------------- a moderator


async def test_a_moderator_is_asked_once_and_stops_the_match(scene: Scene) -> None:
    world = scene.world
    await scene.until(lambda match: match.counted == 1)
    await scene.tell()
    carol = await moderator(world)
    world.assert_answered(await stop(scene, carol), contains="Stop the match of")
    world.assert_answered(await world.press(carol, "Stop the match"), contains="Nobody wins it")
    assert await ended(scene) is How.STOPPED
    assert any("A moderator stopped the match" in one.text for one in world.sees(world["dave"]))
    assert {row["deals"] for row in named_rows(world, "standings")} == {1}


async def test_the_moderator_lets_them_play(scene: Scene) -> None:
    carol = await moderator(scene.world)
    await stop(scene, carol)
    scene.world.assert_answered(await scene.world.press(carol, "Let them play"), contains="they play on")
    assert await ended(scene) is None


async def test_without_the_permission_nobody_stops_a_match(scene: Scene) -> None:
    world = scene.world
    world.assert_answered(await stop(scene, world["dave"]), contains="Manage Messages")
    carol = await moderator(world)
    result = await stop(scene, carol)
    assert result.response is not None
    question = world.look(result.response)
    (yes,) = enabled(question, "stop")
    world.assert_answered(await world.forge(world["dave"], scene.table(), yes.custom_id), contains="Manage Messages")
    for role_id in list(world.env.backend.guilds[world.guild.id].members[carol.id].role_ids):
        world.env.backend.remove_member_role(world.guild.id, carol.id, role_id)
    await world.settle()
    result = await carol.click(question.handle, custom_id=yes.custom_id)
    world.assert_answered(result, contains="Manage Messages")
    assert await ended(scene) is None


async def test_never_in_a_match_of_ones_own(scene: Scene) -> None:
    world = scene.world
    alice = await moderator(world, "alice")
    world.assert_answered(await stop(scene, alice), contains="You have proposed")
    result = await scene.forge(alice, scene.table(), "stop", 1, "")
    world.assert_answered(result, contains="your own match")
    assert await ended(scene) is None


async def test_not_from_another_channel(scene: Scene) -> None:
    world = scene.world
    carol = await moderator(world)
    there = await start(world, "carol", "dave", channel=world.channels["lounge"])
    result = await scene.forge(carol, there.table(), "stop", 1, "")
    world.assert_answered(result)
    assert await ended(scene) is None


# ---------------------------------------------------------------------- together


WAYS = ("claim", "agree", "stop", "resign", "play")


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(WAYS, 2)))
async def test_every_way_out_against_every_other_has_one_result(first: str, second: str, new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        await chosen(world)
        scene = await start(world)
        seat = await run_out(scene)
        absent, other = scene.players[seat], scene.players[1 - seat]
        carol = await moderator(world)
        await stop(scene, absent)
        asked = await stop(scene, carol)
        resigning = await other.slash(scene.channel, "bridgette resign")
        assert asked.response is not None
        assert resigning.response is not None
        question, giving_up = world.look(asked.response), world.look(resigning.response)
        await world.press(absent, "My hand", on=scene.table())
        panel, table = scene.panel(seat), scene.table()
        clicks = {
            "claim": (other, table, enabled(table, "claim")[0].custom_id),
            "agree": (other, table, enabled(table, "agree")[0].custom_id),
            "stop": (carol, question, enabled(question, "stop")[0].custom_id),
            "resign": (other, giving_up, enabled(giving_up, "resign")[0].custom_id),
            "play": (absent, panel, enabled(panel, "play")[0].custom_id),
        }
        one, two = await world.together(clicks[first], clicks[second])
        world.assert_answered(one)
        world.assert_answered(two)
        await world.settle()
        match = await scene.stored()
        over = [message for message in world.sees(world["dave"]) if "The match is over" in message.text]
        assert len(over) == (match.ended is not None)
        results = named_rows(world, "results")
        assert len(results) == (match.ended is not None)
        if match.ended is not None:
            assert results[0]["how"] == match.ended.how.value
        else:
            assert "play" in (first, second)
