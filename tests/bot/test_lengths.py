"""Matches of one, two, four or six deals: agreed on in the challenge, kept by a rematch, counted by what they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bridgette import Match
from bridgette.record import read_record
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, chance, core_of, enabled, plain_deals, rows, start

SAID = {1: "a match of one deal", 2: "a match of 2 deals", 4: "a match of 4 deals", 6: "a match of 6 deals"}


async def challenge(world: World, deals: int | None, whom: str | None = "bob") -> Seen:
    options: dict[str, Any] = {} if deals is None else {"deals": deals}
    if whom is not None:
        options["opponent"] = world[whom]
    result = await world["alice"].slash(world.channel, "bridgette challenge", **options)
    world.assert_answered(result)
    assert result.response is not None
    return world.look(result.response)


async def begun(world: World, deals: int | None) -> Scene:
    await challenge(world, deals)
    world.assert_answered(await world.press(world["bob"], "Accept"))
    (game,) = core_of(world).games.held
    return Scene(world, game.id, (world["alice"], world["bob"]), world.channel)


async def resigned(world: World, deals: int) -> None:
    """A match of that length which alice has given up."""
    scene = await begun(world, deals)
    await scene.led()
    await scene.resign(world["alice"])
    await scene.tell()


async def play_out(scene: Scene) -> Match:
    """To the last card that somebody plays, which is clicked."""

    def is_last(match: Match) -> bool:
        play = match.deals[-1].play
        ahead = match.counted >= match.format.deals - 1
        return ahead and play is not None and len(play.plays) == 23

    await scene.until(is_last)
    if (await scene.match()).ended is None:
        await scene.show()
        seat = await scene.turn()
        (card, *_) = enabled(scene.panel(seat), Verb.PLAY)
        await scene.world.press(scene.players[seat], card.custom_id, on=scene.panel(seat))
    if (await scene.match()).ended is None:  # a tie
        await scene.until(lambda match: False)
        await scene.tell()
    return await scene.stored()


@pytest.mark.parametrize("deals", [1, 2, 4, 6])
@pytest.mark.parametrize("named", [True, False])
async def test_the_challenge_names_the_length(deals: int, named: bool, world: World) -> None:
    offer = await challenge(world, deals, "bob" if named else None)
    assert SAID[deals] in offer.text
    world.assert_answered(await world.press(world["bob"], "Accept" if named else "Join"))
    assert SAID[deals] in world.look(offer).text
    table = next(one for one in world.sees(world["carol"]) if "Up-card" in one.text)
    assert f"Deal 1 of {deals}" in table.text


async def test_without_a_word_it_is_six(world: World) -> None:
    assert SAID[6] in (await challenge(world, None)).text


async def test_another_length_is_refused(world: World) -> None:
    """Discord offers four; what a client sends all the same is read like anything else."""
    for deals in (0, -1, 3, 5, 7, 12):

        def other(payload: Any, deals: int = deals) -> Any:
            (sub,) = payload["data"]["options"]
            sub["options"] = [{**one, "value": deals} if one["name"] == "deals" else one for one in sub["options"]]
            return payload

        with world.rewriting(other):
            result = await world["alice"].slash(world.channel, "bridgette challenge", deals=2)
        world.assert_answered(result, contains="A match has 1, 2, 4 or 6 deals.")
    assert not rows(world)["challenges"]


@pytest.mark.parametrize("deals", [1, 2, 4])
async def test_a_shorter_match_is_played_to_its_end_and_counts_by_its_deals_alone(deals: int, new_world: Any) -> None:
    async with new_world(below=chance(seed=deals)) as world:
        scene = await begun(world, deals)
        match = await play_out(scene)
        assert match.ended is not None
        assert match.counted >= deals
        assert match.format.deals == deals
        winner = scene.players[match.ended.winner or 0]
        assert "wins" in world.find(world["carol"], "Rematch").text
        (result,) = rows(world)["results"]
        assert tuple(result[4:6]) == match.totals
        for row, seat in zip(sorted(rows(world)["standings"], key=lambda one: one[1]), (0, 1), strict=True):
            # guild, user, matches, wins, losses, points for and against, deals
            assert row[2:] == (0, 0, 0, match.totals[seat], match.totals[1 - seat], match.counted)
        board = world.answer(await world["carol"].slash(world.channel, "bridgette leaderboard"))
        assert "0%" in board
        assert f"{match.totals[0]:,} : {match.totals[1]:,}" in board
        stats = world.answer(await world["carol"].slash(world.channel, "bridgette stats", member=winner))
        assert "matches 0" in stats
        assert f"over {match.counted} deal" in stats
        kept = rows(world)["standings"]
        await core_of(world).store.standings.rebuild()
        assert rows(world)["standings"] == kept


async def test_the_record_tells_the_length_and_replays(new_world: Any) -> None:
    async with new_world(below=chance(seed=2)) as world:
        scene = await begun(world, 2)
        match = await play_out(scene)
        world.assert_answered(await world.press(world["carol"], "Match record"))
        (attachment,) = json.loads(world.panel(world["carol"]).raw.partition("\n")[0])["attachments"]
        data = world.env.backend.cdn.get(attachment["url"])
        assert data is not None
        record = json.loads(data)
        assert record["length"] == 2
        assert read_record(data) == match


@pytest.mark.parametrize("deals", [1, 4, 6])
async def test_a_rematch_keeps_the_length_and_stays_a_rematch(deals: int, new_world: Any) -> None:
    async with new_world(below=plain_deals()) as world:
        await resigned(world, deals)
        world.assert_answered(await world.press(world["bob"], "Rematch"))
        offer = world.find(world["alice"], "Accept")
        assert "⁨bob⁩ asks <@" in offer.text
        assert SAID[deals].replace("a match", "another match") in offer.text
        await world.restart()
        world.assert_answered(await world.press(world["alice"], "Accept", on=offer))
        done = world.look(offer).text
        assert "a rematch" in done
        assert "another match" in done
        assert not world.look(offer).buttons
        assert [row[3] for row in rows(world)["matches"]] == [deals, deals]


@pytest.mark.parametrize("end", ["Withdraw", "Decline", None])
async def test_a_rematch_that_came_to_nothing_is_still_called_one(end: str | None, new_world: Any) -> None:
    async with new_world(below=plain_deals()) as world:
        await resigned(world, 2)
        world.assert_answered(await world.press(world["bob"], "Rematch"))
        offer = world.find(world["alice"], "Accept")
        if end is None:
            await world.restart()
            await world.advance(16 * 60)
        else:
            who = world["bob" if end == "Withdraw" else "alice"]
            world.assert_answered(await world.press(who, end, on=offer))
        assert not world.look(offer).buttons
        assert "another match of 2 deals" in world.look(offer).text


async def test_a_rematch_whose_message_could_not_be_edited_is_called_one_later(new_world: Any) -> None:
    async with new_world(below=plain_deals()) as world:
        await resigned(world, 2)
        world.assert_answered(await world.press(world["bob"], "Rematch"))
        offer = world.find(world["alice"], "Accept")
        world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        world.excuse(await world.press(world["alice"], "Accept", on=offer))
        await world.restart()
        await world.advance(60)
        done = world.look(offer)
        assert "asks ⁨alice⁩ for another match of 2 deals" in done.text
        assert "⁨alice⁩ accepted." in done.text
        assert not done.buttons


async def test_a_rematch_in_a_thread_is_still_one_and_keeps_the_length(new_world: Any) -> None:
    async with new_world(below=plain_deals()) as world:
        await resigned(world, 2)
        await start(world, "carol", "alice")
        result = world.assert_answered(await world.press(world["bob"], "Rematch"))
        assert result.ephemeral
        world.assert_answered(await world.press(world["bob"], "Play in a new thread"))
        (thread,) = world.channel.threads
        offer = world.find(world["alice"], "Accept", channel=thread)
        assert "⁨bob⁩ asks <@" in offer.text
        assert "another match of 2 deals" in offer.text
        world.assert_answered(await world.press(world["alice"], "Accept", on=offer))
        assert "a rematch" in world.look(offer).text
        table = next(one for one in world.sees(world["carol"], thread) if "Up-card" in one.text)
        assert "Deal 1 of 2" in table.text


@pytest.mark.parametrize("deals", [1, 4])
async def test_a_shorter_match_that_is_resigned_is_won_and_counts_for_nobody(deals: int, new_world: Any) -> None:
    """Its result names the winner, who may ask for a rematch; the leaderboard counts no win and no loss."""
    async with new_world(below=plain_deals()) as world:
        scene = await begun(world, deals)
        await scene.led()
        await scene.show()
        asked = world.assert_answered(await world["alice"].slash(world.channel, "bridgette resign"))
        assert "⁨bob⁩ wins it, whatever the totals" in world.answer(asked)
        assert "lost" not in world.answer(asked)
        world.assert_answered(await world.press(world["alice"], "Resign the match"), contains="⁨bob⁩ wins the match")
        assert f"{world['bob'].mention} wins!** ⁨alice⁩ resigned" in world.find(world["carol"], "Rematch").text
        (result,) = rows(world)["results"]
        assert result[2:4] == ("resigned", 1)
        assert not rows(world)["standings"], "nobody has a line for nothing"
        await core_of(world).store.standings.rebuild()
        assert not rows(world)["standings"]


@pytest.mark.parametrize("deals", [1, 4])
async def test_a_thread_for_a_busy_channel_keeps_the_length(deals: int, new_world: Any) -> None:
    async with new_world(members=("alice", "bob", "carol", "dave")) as world:
        await start(world, "carol", "dave")
        await challenge(world, deals)
        world.assert_answered(await world.press(world["alice"], "Play in a new thread"))
        (thread,) = world.channel.threads
        assert SAID[deals] in world.find(world["bob"], "Accept", channel=thread).text


async def test_who_challenges_cannot_accept_and_who_is_challenged_cannot_withdraw(world: World) -> None:
    offer = await challenge(world, None)
    for who, button, said in (("alice", "Accept", "your own challenge"), ("bob", "Withdraw", "Only ⁨alice⁩ can")):
        result = await world.press(world[who], button, on=offer)
        world.assert_answered(result, contains=said)
        assert result.ephemeral
    assert world.look(offer).text == offer.text
