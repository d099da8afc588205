"""A thread of its own for each match: opened when a challenge is accepted, and none is left where no match begins."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from simcord import ChannelHandle, InteractionResult

from bot.discord.failures import HAS_THREAD_ALREADY
from bot.store import ChallengeClosed, StoreError
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club
from .house import choose
from .scene import Scene, controls, core_of, plain_deals, public, rows, start
from .test_places import without

NAMES = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "read_message_history": "Read Message History",
}


@pytest.fixture
async def club(new_world: Any) -> AsyncIterator[Club]:
    """A server on which each match gets its own thread, with plain deals."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        await choose(world, own_threads=True)
        yield world


async def challenge(
    world: World, first: str = "alice", second: str | None = "bob", channel: ChannelHandle | None = None
) -> Seen:
    options = {} if second is None else {"opponent": world[second]}
    result = await world[first].slash(channel or world.channel, "bridgette challenge", **options)
    world.assert_answered(result)
    assert result.response is not None
    return world.look(result.response)


async def accept(world: World, offer: Seen, who: str = "bob") -> InteractionResult:
    return await world.press(world[who], "Accept" if offer.button("Accept") else "Join", on=offer)


async def begun(world: World, first: str = "alice", second: str = "bob") -> Scene:
    """A match in a thread of its own."""
    offer = await challenge(world, first, second)
    world.assert_answered(await accept(world, offer, second), contains="accepted")
    (thread,) = (one for one in world.channel.threads if one.id == offer.id)
    game = await core_of(world).games.in_channel(thread.id)
    assert game is not None
    return Scene(world, game.id, (world[first], world[second]), thread)


@contextmanager
def begin_fails(world: World, error: Exception, *, also: str | None = None) -> Iterator[None]:
    """Inside, no match can begin; ``also``: nor does the store answer that."""
    matches: Any = core_of(world).store.matches

    async def fail(*_: Any, **__: Any) -> None:
        raise error

    names = ("begin", *([also] if also else []))
    for name in names:
        setattr(matches, name, fail)
    try:
        yield
    finally:
        for name in names:
            delattr(matches, name)


def is_open(world: World, offer: Seen) -> bool:
    """The challenge waits as before, and no match has begun."""
    return bool(world.look(offer).buttons) and not rows(world)["matches"]


# ------------------------------------------------------------------------------ a match begins


async def test_an_accepted_challenge_begins_in_a_thread_named_after_both(club: Club) -> None:
    offer = await challenge(club)
    assert not club.channel.threads
    club.assert_answered(await accept(club, offer), contains="accepted")
    (thread,) = club.channel.threads
    assert thread.name == "Bridgette: alice · bob"
    assert f"⁨bob⁩ accepted. The match is in <#{thread.id}>" in club.look(offer).text
    assert not club.look(offer).buttons
    assert any("Up-card" in one.text for one in club.sees(club["carol"], thread))
    assert not any("Up-card" in one.text for one in club.sees(club["carol"]))


async def test_both_are_mentioned_there_and_play_it_there(club: Club) -> None:
    scene = await begun(club)
    for name in ("alice", "bob"):
        assert [ping.channel_id for ping in club.pinged(club[name])][-1] == scene.channel.id
        assert not any(one.ephemeral and controls(one, Verb.MARK) for one in club.sees(club[name])), "no hand elsewhere"
    await scene.open_panels()
    await scene.discard(0)
    await scene.discard(1)
    await scene.press(0, Verb.CALL, "1S")
    await club.restart()
    await scene.open_panels()
    await scene.press(1, Verb.CALL, "Pass")
    assert "Contract" in scene.table().text


async def test_odd_names_make_a_name_that_discord_takes(club: Club) -> None:
    odd = club.join("odd", nick="@everyone\n" + "W" * 22)
    result = await odd.slash(club.channel, "bridgette challenge")
    assert club.assert_answered(result).response is not None
    club.assert_answered(await club.press(club.join("other", nick="W" * 32), "Join"), contains="accepted")
    (thread,) = club.channel.threads
    assert thread.name is not None
    assert len(thread.name) <= 100
    assert "\n" not in thread.name


async def test_several_matches_run_from_one_channel(club: Club) -> None:
    scenes = [await begun(club), await begun(club, "carol", "dave"), await begun(club, "bob", "carol")]
    assert len({scene.channel.id for scene in scenes}) == 3
    for scene in scenes:
        await scene.open_panels()
    assert len(rows(club)["matches"]) == 3


async def test_a_match_that_runs_in_the_channel_itself_is_not_in_the_way(club: Club) -> None:
    await choose(club, own_threads=False)
    await start(club)
    await choose(club, own_threads=True)
    assert (await begun(club, "carol", "dave")).tables()


async def test_a_setting_changed_between_challenge_and_accept_holds_at_accept(club: Club) -> None:
    offer = await challenge(club)
    await choose(club, own_threads=False)
    club.assert_answered(await accept(club, offer), contains="Good luck")
    assert not club.channel.threads
    assert await core_of(club).games.in_channel(club.channel.id) is not None


async def test_a_rematch_in_the_matchs_own_thread_is_played_there(club: Club) -> None:
    scene = await begun(club)
    await scene.led()
    await scene.resign(club["alice"])
    await scene.tell()
    club.assert_answered(await club.press(club["bob"], "Rematch", channel=scene.channel))
    club.assert_answered(await club.press(club["alice"], "Accept", channel=scene.channel), contains="accepted")
    assert len(club.channel.threads) == 1
    assert await core_of(club).games.in_channel(scene.channel.id) is not None


async def test_where_no_threads_are_it_is_played_where_it_is(club: Club) -> None:
    voice = club.guild.create_voice_channel("talk")
    made = club.env.backend.create_thread(club.channel.id, "game", club["carol"].id)
    await club.settle()
    for where in (voice, ChannelHandle(club.env, club.guild, made)):
        offer = await challenge(club, channel=where)
        club.assert_answered(await accept(club, offer), contains="accepted")
        assert await core_of(club).games.in_channel(where.id) is not None
    assert len(club.channel.threads) == 1


async def test_the_press_stays_the_shuffles_public_part(new_world: Any) -> None:
    async with new_world(shuffles=True) as world:
        await choose(world, own_threads=True)
        scene = await begun(world)
        accepted = max(
            one.id for one in world.env.backend.interactions.values() if one.id and one.user_id == world["bob"].id
        )
        await scene.open_panels()
        await scene.led()
        await scene.resign(world["alice"])
        await scene.tell()
        world.assert_answered(await world.press(world["carol"], "Match record", channel=scene.channel))
        (file,) = json.loads(world.panel(world["carol"], scene.channel).raw.partition("\n")[0])["attachments"]
        record = json.loads(world.env.backend.cdn.get(file["url"]) or b"")
        assert record["shuffle"]["public"] == str(accepted)


# ----------------------------------------------------------------------------- what is lacking


@pytest.mark.parametrize("permission", NAMES)
async def test_a_missing_permission_is_named_when_it_is_made_and_when_it_is_accepted(
    permission: str, club: Club
) -> None:
    said = f"I lack the permission “{NAMES[permission]}”"
    with club.rewriting(without(permission)):
        result = await club["alice"].slash(club.channel, "bridgette challenge")
    assert club.assert_answered(result, contains=said).ephemeral
    assert not rows(club)["challenges"]
    offer = await challenge(club)
    before = public(club)
    with club.rewriting(without(permission)):
        result = await accept(club, offer)
    club.assert_answered(result, contains=said)
    assert public(club) == before
    assert is_open(club, offer)
    assert not club.channel.threads
    club.assert_answered(await accept(club, offer), contains="accepted")


async def test_without_the_setting_nobody_asks_for_those(club: Club) -> None:
    await choose(club, own_threads=False)
    with club.rewriting(without("create_public_threads")):
        offer = await challenge(club)
        club.assert_answered(await accept(club, offer), contains="accepted")


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006), (404, 10008), (500, 0)])
async def test_a_thread_that_cannot_be_opened_is_told_and_nothing_has_changed(
    status: int, code: int, club: Club
) -> None:
    offer = await challenge(club)
    before = public(club)
    times = 20 if status == 500 else 1
    path = "/channels/*/messages/*/threads"
    club.env.inject_error("POST", path, status=status, code=code, times=times)
    result = await accept(club, offer)
    await club.advance(30)
    club.env.backend.faults.clear()
    club.assert_answered(result, contains="A thread cannot be opened here: Discord does not take it now.")
    assert public(club) == before
    assert is_open(club, offer)
    assert not club.channel.threads
    club.assert_answered(await accept(club, offer), contains="accepted")


# ------------------------------------------------------------------ no empty thread is left


async def test_a_challenge_that_closes_meanwhile_leaves_no_thread(club: Club) -> None:
    offer = await challenge(club)
    with begin_fails(club, ChallengeClosed("withdrawn")):
        result = await accept(club, offer)
    club.assert_answered(result, contains="was withdrawn")
    assert [one.method for one in club.env.http_requests if one.path.endswith(f"{offer.id}/threads")] == ["POST"]
    assert not club.channel.threads
    assert not rows(club)["matches"]


async def test_a_database_that_fails_leaves_no_thread_and_the_challenge_open(club: Club, error_log: Any) -> None:
    offer = await challenge(club)
    with begin_fails(club, StoreError("full")):
        result = await accept(club, offer)
    club.assert_answered(result, contains="nothing has changed")
    assert error_log.take()
    assert not club.channel.threads
    assert is_open(club, offer)
    club.assert_answered(await accept(club, offer), contains="accepted")
    assert len(club.channel.threads) == 1


async def test_a_bug_leaves_no_thread_either(club: Club, error_log: Any) -> None:
    offer = await challenge(club)
    with begin_fails(club, RuntimeError("a bug")):
        result = await accept(club, offer)
    club.assert_answered(result, contains="Something went wrong")
    assert error_log.take()
    assert not club.channel.threads


async def test_a_thread_that_may_not_be_deleted_is_put_away(club: Club, error_log: Any) -> None:
    offer = await challenge(club)
    club.env.inject_error("DELETE", f"/channels/{offer.id}", status=403, code=50013)
    with begin_fails(club, StoreError("full")):
        await accept(club, offer)
    assert error_log.take()
    thread = club.env.backend.get_thread(offer.id)
    assert thread.thread_metadata is not None
    assert thread.thread_metadata.archived


async def test_a_match_of_which_the_answer_was_lost_keeps_its_thread(club: Club, error_log: Any) -> None:
    """The database took it, and did not tell."""
    offer = await challenge(club)
    matches: Any = core_of(club).store.matches
    begin = matches.begin

    async def lost(*arguments: Any, **options: Any) -> None:
        await begin(*arguments, **options)
        raise StoreError("the connection was lost")

    matches.begin = lost
    await accept(club, offer)
    del matches.begin
    assert error_log.take()
    (thread,) = club.channel.threads
    assert await core_of(club).games.in_channel(thread.id) is not None


@pytest.mark.parametrize("end", ["Accept", "Decline", "Withdraw", None])
async def test_a_thread_that_had_to_stay_goes_with_the_challenge_or_is_played_in(
    end: str | None, club: Club, error_log: Any
) -> None:
    """The database told nothing at all: whether there is a match is asked again when the challenge is over."""
    offer = await challenge(club)
    with begin_fails(club, StoreError("gone"), also="open_in"):
        await accept(club, offer)
    assert error_log.take()
    assert len(club.channel.threads) == 1
    assert is_open(club, offer)
    if end is None:
        await club.restart()
        await club.advance(16 * 60)
    elif end == "Accept":
        club.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=HAS_THREAD_ALREADY)
        club.assert_answered(await accept(club, offer), contains=f"The match is in <#{offer.id}>")
    else:
        club.assert_answered(await club.press(club["alice" if end == "Withdraw" else "bob"], end, on=offer))
        await club.settle()
    assert len(club.channel.threads) == int(end == "Accept")
    assert bool(rows(club)["matches"]) == (end == "Accept")


async def test_what_died_between_thread_and_match_is_taken_up_by_the_next_accept(club: Club) -> None:
    offer = await challenge(club)
    club.env.backend.create_thread(
        club.channel.id, "Bridgette: alice · bob", club.env.backend.bot_user.id, message_id=offer.id
    )
    await club.restart(crash=True)
    club.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=HAS_THREAD_ALREADY)
    club.assert_answered(await accept(club, offer), contains=f"<#{offer.id}>")
    assert await core_of(club).games.in_channel(offer.id) is not None


async def test_a_thread_of_somebody_else_at_the_challenge_is_left_alone(club: Club, error_log: Any) -> None:
    offer = await challenge(club)
    club.env.backend.create_thread(club.channel.id, "talk", club["carol"].id, message_id=offer.id)
    await club.settle()
    club.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=HAS_THREAD_ALREADY)
    with begin_fails(club, StoreError("full")):
        await accept(club, offer)
    assert error_log.take()
    club.assert_answered(await club.press(club["alice"], "Withdraw", on=offer))
    await club.settle()
    assert len(club.channel.threads) == 1


# ---------------------------------------------------------------------------------- two at once


async def test_of_two_who_join_at_once_one_plays_in_one_thread(club: Club) -> None:
    offer = await challenge(club, second=None)
    (join, *_) = controls(offer, Verb.ACCEPT)
    results = await club.together(*((club[who], offer, join.custom_id) for who in ("bob", "carol", "dave")))
    said = [club.answer(club.assert_answered(result)) for result in results]
    assert sum("accepted already" in one for one in said) == 2
    assert len(club.channel.threads) == 1
    assert len(rows(club)["matches"]) == 1
    asked = [one for one in club.env.http_requests if one.path.endswith(f"{offer.id}/threads")]
    assert len(asked) == 1


@pytest.mark.parametrize("end", ["Withdraw", "Decline"])
async def test_accept_against_withdraw_and_decline_at_once_has_one_outcome(end: str, club: Club) -> None:
    offer = await challenge(club)
    (join,) = controls(offer, Verb.ACCEPT)
    (other,) = controls(offer, Verb.WITHDRAW if end == "Withdraw" else Verb.DECLINE)
    who = club["alice" if end == "Withdraw" else "bob"]
    for result in await club.together((club["bob"], offer, join.custom_id), (who, offer, other.custom_id)):
        club.assert_answered(result)
    began = len(rows(club)["matches"])
    assert len(club.channel.threads) == began
    assert ("The match is in" in club.look(offer).text) == bool(began)
    assert not club.look(offer).buttons


async def test_an_accept_that_is_delivered_twice_opens_one_thread(club: Club) -> None:
    offer = await challenge(club)
    (join,) = controls(offer, Verb.ACCEPT)
    club.assert_answered(await club.deliver_twice(club["bob"], offer, join.custom_id))
    assert len(club.channel.threads) == len(rows(club)["matches"]) == 1


# -------------------------------------------------------------------------------- what comes after


async def test_a_message_that_could_not_be_edited_links_to_the_thread_later(club: Club) -> None:
    offer = await challenge(club)
    club.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    club.excuse(await accept(club, offer))
    await club.restart()
    await club.advance(60)
    assert f"⁨bob⁩ accepted. The match is in <#{offer.id}>" in club.look(offer).text
    assert not club.look(offer).buttons


async def test_a_thread_that_is_deleted_ends_its_match_alone(club: Club) -> None:
    first, second = await begun(club), await begun(club, "carol", "dave")
    club.env.backend.delete_channel(first.channel.id)
    await club.settle()
    assert not (await first.game()).is_open
    assert (await second.game()).is_open


async def test_a_table_that_cannot_be_posted_there_is_told_in_the_challenge(club: Club) -> None:
    offer = await challenge(club)
    club.env.inject_error("POST", f"/channels/{offer.id}/messages", status=403, code=50013, times=None)
    club.assert_answered(await accept(club, offer))
    await club.settle()
    assert "The table could not be posted" in club.look(offer).text
    club.env.backend.faults.clear()
    await club.advance(3600)
    (thread,) = club.channel.threads
    assert any("Up-card" in one.text for one in club.sees(club["carol"], thread))


async def test_a_thread_of_the_message_that_was_deleted_is_no_place(club: Club) -> None:
    offer = await challenge(club)
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages/*/threads", status=400, code=160004)
    club.assert_answered(await accept(club, offer))
    (game,) = core_of(club).games.held
    assert game.place.channel_id != offer.id
    assert f"<#{game.place.channel_id}>" in club.look(offer).text
    assert game.shown.table is not None
