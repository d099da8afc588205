"""Watching: whoever follows a match is told once of each deal that starts, until it ends or they follow no more."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa
from simcord import InteractionResult

from bot.features.watching import verbs
from bot.features.watching.feature import MOST
from bot.games import Move, Refused, Resignation
from bot.games.acts import Act, Void
from bot.preferences import PersonSettings
from bot.store import Ending, StoreUnavailable
from bot.store.schema_choices import watchers
from bot.store.watchers import Watchers
from bridgette import Match, Phase, PlainCall
from tests.game import playouts
from tests.support.seen import Seen
from tests.support.world import World

from .conftest import NewWorld
from .scene import Scene, button_id, controls, core_of, plain_deals, start
from .stored import everything
from .test_my_data import my_data

MEMBERS = ("alice", "bob", "carol", "dave", "erin")
SILENT = 1 << 12


@pytest.fixture
async def scene(new_world: NewWorld) -> AsyncIterator[Scene]:
    """A match of alice and bob in the exchange of its first deal."""
    async with new_world(below=plain_deals(), members=MEMBERS) as world:
        yield await start(world)


async def follow(scene: Scene, name: str = "carol") -> InteractionResult:
    world = scene.world
    return world.assert_answered(await world.press(world[name], "Follow", on=scene.table()))


async def told(scene: Scene, act: Act) -> None:
    """An act of which the bot hears as of any."""
    with scene.world.env._bot_scope():
        await scene.core.games.do(scene.id, act, scene.world.now())
    await scene.world.settle()


def _is_last(match: Match) -> bool:
    play = match.deals[-1].play
    return match.deals[-1].phase is Phase.PLAY and play is not None and len(play.plays) == 23


async def next_deal(scene: Scene, *, untold: bool = False) -> None:
    """To the beginning of the next deal; ``untold``: as if the process died before anybody heard of it."""
    await scene.until(_is_last)
    seat, action = playouts.action(scene._rng, (await scene.match()).deals[-1], playouts.modest)
    if untold:
        await scene.act(seat, action)
    else:
        await told(scene, Move(seat, action))


def posts(scene: Scene) -> list[Seen]:
    """The messages that tell of a deal that stand in the channel."""
    onlooker = scene.world["dave"]
    return [one for one in scene.world.sees(onlooker, scene.channel) if " starts:" in one.text and not one.ephemeral]


def sent(scene: Scene) -> int:
    """How many such messages were ever sent: each has its own id."""
    return len({ping.message_id for name in MEMBERS for ping in scene.world.pinged(scene.world[name])})


def flags(seen: Seen) -> int:
    return int(json.loads(seen.raw.partition("\n")[0])["flags"])


async def quiet(world: World, name: str) -> None:
    with world.env._bot_scope():
        await core_of(world).store.persons.set(world[name].id, PersonSettings(quiet=True))


async def followers(scene: Scene) -> dict[int, int]:
    """Who follows any match, and up to which deal they were told."""
    async with core_of(scene.world).store._database.read() as connection:
        found = await connection.execute(sa.select(watchers.c.user_id, watchers.c.deal))
        return {row.user_id: row.deal for row in found}


async def ended(scene: Scene) -> None:
    await told(scene, Resignation(0))


# ---------------------------------------------------------------------- told


async def test_one_message_a_deal_that_pings_exactly_those_who_follow(scene: Scene) -> None:
    world = scene.world
    for name in ("carol", "dave"):
        assert "I ping you here" in world.answer(await follow(scene, name))
    before = {name: len(world.pinged(world[name])) for name in MEMBERS}
    await next_deal(scene)
    (post,) = posts(scene)
    assert "Deal 2 of 6 starts:" in post.text
    assert "⁨alice⁩ against ⁨bob⁩" in post.text
    assert f"https://discord.com/channels/{world.guild.id}/{scene.channel.id}/{scene.table().id}" in post.text
    assert post.id > scene.table().id, "below the table"
    for name in ("carol", "dave"):
        pings = world.pinged(world[name])[before[name] :]
        assert [ping.message_id for ping in pings] == [post.id]
    assert len(world.pinged(world["erin"])) == before["erin"]
    assert not [ping for name in ("alice", "bob") for ping in world.pinged(world[name]) if ping.message_id == post.id]


async def test_the_message_of_the_deal_before_goes(scene: Scene) -> None:
    await follow(scene)
    await next_deal(scene)
    (first,) = posts(scene)
    await next_deal(scene)
    (second,) = posts(scene)
    assert second.id != first.id
    assert len(scene.world.pinged(scene.world["carol"])) == 2


async def test_not_of_the_deal_in_which_one_began_to_follow(scene: Scene) -> None:
    await follow(scene)
    await scene.world.advance(60)
    await scene.world.restart(crash=True)
    await scene.world.advance(60)
    assert not posts(scene)
    await next_deal(scene)
    await follow(scene, "dave")
    await scene.world.restart(crash=True)
    await scene.world.advance(60)
    assert len(scene.world.pinged(scene.world["dave"])) == 0
    assert len(scene.world.pinged(scene.world["carol"])) == 1


async def test_a_passed_out_deal_is_told_of_as_any(scene: Scene) -> None:
    await follow(scene)
    await scene.exchange()
    await scene.calls("Pass")
    seat = await scene.turn()
    await told(scene, Move(seat, PlainCall.PASS))
    (post,) = posts(scene)
    assert "Deal 1 of 6 starts:" in post.text


async def test_nothing_is_left_when_the_match_ends(scene: Scene) -> None:
    await follow(scene)
    await next_deal(scene)
    pings = len(scene.world.pinged(scene.world["carol"]))
    await scene.until(lambda match: match.deals[-1].phase is Phase.PLAY)
    await ended(scene)
    assert not posts(scene)
    assert len(scene.world.pinged(scene.world["carol"])) == pings, "the end is no start of a deal"
    assert not await followers(scene)
    assert not everything(scene.world)["watch_posts"]


async def test_several_matches_at_once(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=MEMBERS) as world:
        one = await start(world)
        two = await start(world, "carol", "dave", channel=world.channels["lounge"])
        await follow(one, "erin")
        await follow(two, "alice")  # who plays elsewhere
        await next_deal(one)
        assert len(posts(one)) == 1
        assert not posts(two)
        await next_deal(two)
        assert len(posts(one)) == len(posts(two)) == 1
        assert world["alice"].mention in posts(two)[0].text
        await ended(one)
        assert not posts(one)
        assert len(posts(two)) == 1


# ---------------------------------------------------------------------- no more


async def test_the_same_button_ends_it(scene: Scene) -> None:
    await follow(scene)
    assert "not follow this match any more" in scene.world.answer(await follow(scene))
    await next_deal(scene)
    assert not posts(scene)
    await follow(scene)
    await next_deal(scene)
    assert len(posts(scene)) == 1


async def test_the_answer_has_a_button_that_ends_it(scene: Scene) -> None:
    world = scene.world
    result = await follow(scene)
    assert result.ephemeral
    assert result.response is not None
    answer = world.look(result.response)
    unfollow = controls(answer, verbs.UNFOLLOW)[0].custom_id
    world.assert_answered(await world.press(world["carol"], "Unfollow", on=answer), contains="any more")
    assert not await followers(scene)
    result = await world.forge(world["carol"], scene.table(), unfollow)
    world.assert_answered(result, contains="any more")
    assert not await followers(scene), "again: the same"


async def test_a_double_click_does_not_undo_itself(scene: Scene) -> None:
    world = scene.world
    click = (world["carol"], scene.table(), button_id(verbs.FOLLOW, scene.id))
    results = await world.together(click, click)
    said = "\n".join(world.answer(world.assert_answered(one)) for one in results)
    assert "I ping you here" in said
    assert "very quick" in said
    assert list(await followers(scene)) == [world["carol"].id]


# ---------------------------------------------------------------------- who may not


async def test_players_do_not_follow_their_own_match(scene: Scene) -> None:
    for name in ("alice", "bob"):
        assert "You are playing in this match" in scene.world.answer(await follow(scene, name))
    assert not await followers(scene)


async def test_fifty_and_not_one_more(scene: Scene) -> None:
    world = scene.world
    with world.env._bot_scope():
        for user_id in range(1, MOST):
            assert await scene.core.store.watchers.follow(scene.id, user_id, 0, MOST) == "now"
    clicks = [(world[name], scene.table(), button_id(verbs.FOLLOW, scene.id)) for name in ("carol", "dave")]
    said = [world.answer(world.assert_answered(one)) for one in await world.together(*clicks)]
    assert sorted("50 people follow this match already" in one for one in said) == [False, True]
    assert len(await followers(scene)) == MOST
    await next_deal(scene)
    (post,) = posts(scene)
    assert post.text.count("<@") == MOST
    assert set((await followers(scene)).values()) == {1}


async def test_from_elsewhere_and_forged(scene: Scene) -> None:
    """A match is followed where it can be seen, whatever ids a stranger makes up."""
    world, erin = scene.world, scene.world["erin"]
    other = await start(world, "carol", "dave", channel=world.channels["lounge"])
    for verb in (verbs.FOLLOW, verbs.UNFOLLOW):
        result = await world.forge(erin, other.table(), button_id(verb, scene.id))
        world.assert_answered(result, contains="does not belong")
        result = await world.forge(erin, scene.table(), button_id(verb, 999))
        world.assert_answered(result, contains="no such match")
        await world.advance(2)
    assert not await followers(scene)
    result = await world.forge(erin, scene.table(), button_id(verbs.FOLLOW, scene.id, 7, "x"))
    world.assert_answered(result, contains="I ping you here")
    assert await followers(scene) == {erin.id: 0}, "what else stands in the id makes no difference"


async def test_not_a_match_that_is_over(scene: Scene) -> None:
    world = scene.world
    forged = button_id(verbs.FOLLOW, scene.id)
    await scene.led()
    await ended(scene)
    on = world.sees(world["carol"])[-1]
    assert not controls(on, verbs.FOLLOW)
    world.assert_answered(await world.forge(world["carol"], on, forged), contains="over")
    assert not await followers(scene)


@pytest.mark.parametrize("follows_first", [False, True])
async def test_the_end_and_a_press_at_once(follows_first: bool, scene: Scene) -> None:
    """Nobody is left to follow a match that is over, whichever came first."""
    world = scene.world
    await scene.led()
    await scene.tell()
    asked = await scene.players[0].slash(scene.channel, "bridgette resign")
    assert asked.response is not None
    question = world.look(asked.response)
    click = (world["carol"], scene.table(), button_id(verbs.FOLLOW, scene.id))
    resign = (scene.players[0], question, controls(question, "resign")[0].custom_id)
    for result in await world.together(*((click, resign) if follows_first else (resign, click))):
        world.assert_answered(result)
    assert (await scene.stored()).ended is not None
    assert not await followers(scene)


# ---------------------------------------------------------------------- exactly once


async def test_a_crash_before_anything_was_told(scene: Scene) -> None:
    world = scene.world
    await follow(scene)
    await next_deal(scene, untold=True)
    await world.restart(crash=True)
    await world.advance(30)
    assert len(posts(scene)) == 1
    assert len(world.pinged(world["carol"])) == 1
    for _ in range(3):
        await world.restart(crash=True)
        await world.advance(30)
    assert len(world.pinged(world["carol"])) == 1


async def test_a_crash_after_all_but_the_watchers_were_told(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match is settled, so that nothing else of it is caught up with."""
    world = scene.world
    await follow(scene)
    with monkeypatch.context() as patch:
        patch.setattr("bot.features.watching.herald.Herald.tell_soon", lambda self, match_id: None)
        await next_deal(scene)
        await world.advance(400)
        assert not posts(scene)
    await world.restart()
    with world.env._bot_scope():
        assert not await core_of(world).store.matches.unsettled()
    await world.advance(30)
    assert len(world.pinged(world["carol"])) == 1


async def test_the_database_fails_after_the_message_was_sent(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    world = scene.world
    await follow(scene)

    async def fails(*args: Any, **more: Any) -> None:
        raise StoreUnavailable("gone")

    # The failing method itself is kept to be called again: what it does is what is changed.
    is_down, whole = [True], Watchers.note_told

    async def note(self: Watchers, *args: Any, **more: Any) -> None:
        await (fails() if is_down[0] else whole(self, *args, **more))

    monkeypatch.setattr(Watchers, "note_told", note)
    await next_deal(scene)
    assert len(posts(scene)) == 1
    await world.advance(3600)
    assert len(world.pinged(world["carol"])) == 1, "not again, though nothing is noted"
    assert set((await followers(scene)).values()) == {0}
    is_down[0] = False
    await world.advance(3700)
    assert set((await followers(scene)).values()) == {1}
    await world.restart(crash=True)
    await world.advance(30)
    assert len(world.pinged(world["carol"])) == 1


async def test_the_process_dies_between_message_and_note(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nonce is what the next life knows it by."""
    world = scene.world
    await follow(scene)

    async def fails(*args: Any, **more: Any) -> None:
        raise StoreUnavailable("gone")

    with world.enforced_nonces():
        with monkeypatch.context() as patch:
            patch.setattr(Watchers, "note_told", fails)
            await next_deal(scene)
        await world.restart(crash=True)
        await world.advance(30)
    assert len(posts(scene)) == 1
    assert len(world.pinged(world["carol"])) == 1
    assert set((await followers(scene)).values()) == {1}


@pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 50013), (400, 50035)])
async def test_discord_refuses_the_message(status: int, code: int, scene: Scene) -> None:
    """It comes later, and once; the table and the players' notices do not wait for it."""
    world = scene.world
    await follow(scene)
    await next_deal(scene)
    await scene.until(_is_last)
    world.env.inject_error("POST", f"/channels/{scene.channel.id}/messages", status=status, code=code, times=None)
    seat, action = playouts.action(scene._rng, (await scene.match()).deals[-1], playouts.modest)
    await told(scene, Move(seat, action))
    await world.advance(30)
    assert len(world.pinged(world["carol"])) == 1
    world.env.backend.faults.clear()
    for _ in range(3):
        await world.advance(3700)
    assert len(world.pinged(world["carol"])) == 2
    assert len(posts(scene)) == 1
    await world.advance(3700)
    assert len(world.pinged(world["carol"])) == 2


async def test_a_deal_that_was_over_before_it_could_be_told_is_not_told_of(scene: Scene) -> None:
    world = scene.world
    await follow(scene)
    await next_deal(scene, untold=True)
    await next_deal(scene)
    (post,) = posts(scene)
    assert "Deal 3 of 6" in post.text
    assert len(world.pinged(world["carol"])) == 1


async def test_an_old_message_that_cannot_be_deleted_harms_nothing(scene: Scene) -> None:
    world = scene.world
    await follow(scene)
    await next_deal(scene)
    (first,) = posts(scene)
    world.env.inject_error("DELETE", f"/channels/*/messages/{first.id}", status=403, code=50013, times=None)
    await next_deal(scene)
    assert len(posts(scene)) == 2
    assert len(world.pinged(world["carol"])) == 2
    await next_deal(scene)
    assert len(posts(scene)) == 2, "what stays is not tried again and again"


async def test_the_channel_is_gone(scene: Scene) -> None:
    world = scene.world
    await follow(scene)
    await next_deal(scene)
    await told(scene, Void(place_is_gone=True))
    assert not await followers(scene)
    assert not everything(world)["watch_posts"]


# ---------------------------------------------------------------------- without a push


async def test_quiet_watchers_have_a_message_of_their_own_without_a_push(scene: Scene) -> None:
    world = scene.world
    await quiet(world, "dave")
    await follow(scene, "carol")
    await follow(scene, "dave")
    await next_deal(scene)
    loud, silent = posts(scene)
    assert not flags(loud) & SILENT
    assert flags(silent) & SILENT
    assert world["carol"].mention in loud.text
    assert world["dave"].mention not in loud.text
    assert world["dave"].mention in silent.text
    assert not world.pinged(world["dave"])
    await quiet(world, "carol")
    await next_deal(scene)
    (both,) = posts(scene)
    assert flags(both) & SILENT
    assert len(world.pinged(world["carol"])) == 1, "the push of before went too"


async def test_a_quiet_player_is_told_of_the_turn_without_a_push(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=MEMBERS) as world:
        scene = await start(world)
        await quiet(world, "alice")
        await world.advance(16 * 60)
        await scene.exchange()
        await scene.tell()
        (notice,) = scene.notices(0)
        assert flags(notice) & SILENT
        assert world["alice"].id in _mentioned(world, notice), "the mention shows all the same"
        await scene.calls("1S")
        await scene.tell()
        (notice,) = scene.notices(1)
        assert not flags(notice) & SILENT


def _mentioned(world: World, seen: Seen) -> set[int]:
    return set(world.env.backend.get_message(seen.handle.channel_id, seen.id).ping_user_ids)


@pytest.mark.parametrize("is_quiet", [False, True])
async def test_a_challenge_and_the_end_of_a_match(is_quiet: bool, new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=MEMBERS) as world:
        if is_quiet:
            await quiet(world, "bob")
        world.assert_answered(await world["carol"].slash(world.channel, "bridgette challenge", opponent=world["bob"]))
        (challenge,) = world.sees(world["dave"])
        assert bool(flags(challenge) & SILENT) == is_quiet
        assert _mentioned(world, challenge) == {world["bob"].id}
        assert len(world.pinged(world["bob"])) == (not is_quiet)
        scene = await start(world)
        await scene.led()
        pings = len(world.pinged(world["bob"]))
        await ended(scene)
        assert len(world.pinged(world["bob"])) == pings + (not is_quiet)
        (result,) = [one for one in world.sees(world["carol"]) if "The match is over" in one.text]
        assert bool(flags(result) & SILENT) == is_quiet


async def test_without_the_database_a_push_comes_as_usual(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    world = scene.world
    await quiet(world, "carol")
    await follow(scene, "carol")
    core = core_of(world)

    async def fails(user_id: int) -> PersonSettings:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(core.store.persons, "get", fails)
    await next_deal(scene)
    assert len(world.pinged(world["carol"])) == 1


# ---------------------------------------------------------------------- one's data


async def test_my_data_tells_whom_one_follows_and_forget_me_ends_it(scene: Scene) -> None:
    world = scene.world
    await follow(scene, "carol")
    await follow(scene, "dave")
    found = await my_data(world, world["carol"])
    where = {"server": str(world.guild.id), "channel": str(scene.channel.id)}
    assert found["following"] == [{**where, "match": scene.id, "told_deal": 0}]
    assert (await my_data(world, world["erin"]))["following"] == []
    world.assert_answered(await world["carol"].slash(world.channel, "bridgette forget-me"))
    world.assert_answered(await world.press(world["carol"], "Forget me"))
    assert list(await followers(scene)) == [world["dave"].id]
    await next_deal(scene)
    assert not world.pinged(world["carol"])


async def test_a_forgotten_server_leaves_no_watchers(scene: Scene) -> None:
    world, core = scene.world, scene.core
    await follow(scene)
    await next_deal(scene)
    with world.env._bot_scope():
        await core.games.void(scene.id, world.now(), place_is_gone=True)
        await core.store.departures.note(world.guild.id, world.now())
        assert await core.store.erasure.forget_server(world.guild.id)
    left = everything(world)
    assert not left["watchers"]
    assert not left["watch_posts"]
    assert not left["matches"]


async def test_rows_that_were_left_go_with_their_match(scene: Scene) -> None:
    """Even those of a match that the host has ended by hand, with messages that nobody took away."""
    world, store = scene.world, scene.core.store
    with world.env._bot_scope():
        await store.watchers.follow(scene.id, 1, 0, MOST)
        await store.watchers.note_told(scene.id, 1, [1], 77)
    with world.env._bot_scope():
        await store.matches.end(scene.id, Ending("void", None, None, (0, 0), 0), world.now())
        assert await store.watchers.posts(scene.id) == [77]
        assert await store.watchers.waiting(scene.id, 9) == []
        await store.departures.note(world.guild.id, world.now())
        assert await store.erasure.forget_server(world.guild.id)
    assert not everything(world)["watch_posts"]


async def test_the_host_ends_the_match_by_hand(scene: Scene) -> None:
    """The bot notices at its next round, and takes the message away."""
    world = scene.world
    await follow(scene)
    await next_deal(scene)
    assert len(posts(scene)) == 1
    with world.env._bot_scope():
        await scene.core.store.matches.end(scene.id, Ending("void", None, None, (0, 0), 0), world.now())
    await world.advance(60)
    assert not posts(scene)
    with pytest.raises(Refused):
        await scene.do(Resignation(0))
