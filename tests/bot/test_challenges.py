"""Challenges: posted, taken up, closed; who may do what, and why not."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, chance, core_of, public, rows, start

LIFETIME = 15 * 60


def labels(seen: Seen) -> list[str]:
    return [one.label for one in seen.buttons]


async def challenge(world: World, who: str = "alice", whom: str | None = "bob", channel: Any = None) -> Seen:
    """A challenge, as the challenger sees it."""
    where = channel or world.channel
    options = {} if whom is None else {"opponent": world[whom]}
    result = world.assert_answered(await world[who].slash(where, "bridgette challenge", **options))
    assert result.response is not None
    return world.look(result.response)


async def refused(world: World, who: str, sentence: str, channel: Any = None, **options: Any) -> None:
    """The challenge is refused in private with this sentence; nothing is posted, nobody is pinged."""
    where = channel or world.channel
    before, pings, stored = public(world, where), len(world.pings), rows(world)
    result = await world[who].slash(where, "bridgette challenge", **options)
    world.assert_answered(result, contains=sentence)
    assert result.ephemeral
    assert unedited(public(world, where)) == unedited(before)
    assert len(world.pings) == pings
    assert rows(world) == stored


def unedited(messages: list[str]) -> list[str]:
    """The messages but for the moment of their last edit: an empty edit asks whether a message is there."""
    return [re.sub(r'"edited_timestamp": ("[^"]*"|null)', "", one) for one in messages]


async def test_a_challenge_is_public_and_pings_the_opponent_once(world: World) -> None:
    offer = await challenge(world)
    assert not offer.ephemeral
    assert labels(offer) == ["Accept", "Decline", "Withdraw", "Rules"]
    assert "alice" in offer.text
    assert "to a match of 6 deals" in offer.text
    assert world.look(offer).raw == next(one.raw for one in world.sees(world["carol"]) if one.id == offer.id)
    assert [len(world.pinged(world[name])) for name in ("alice", "bob", "carol")] == [0, 1, 0]
    world.assert_answered(await world.press(world["bob"], "Accept"))
    assert len(world.pinged(world["bob"])) == 1


async def test_the_countdown_ends_when_the_challenge_does(world: World) -> None:
    now, offer = world.now().timestamp(), await challenge(world)
    found = re.search(r"<t:(\d+):R>", offer.text)
    assert found is not None
    assert abs(int(found[1]) - now - LIFETIME) <= 2
    await world.advance(LIFETIME - 30)
    assert labels(world.look(offer))
    await world.advance(60)
    shown = world.look(offer)
    assert "has expired" in shown.text
    assert shown.buttons == []
    assert "<t:" not in shown.text
    assert len(world.pinged(world["bob"])) == 1, "an edit pings nobody"
    await challenge(world)


async def test_anybody_may_join_an_open_challenge(world: World) -> None:
    offer = await challenge(world, whom=None)
    assert labels(offer) == ["Join", "Withdraw", "Play the house meanwhile", "Rules"]
    assert not world.pings
    world.assert_answered(await world.press(world["carol"], "Join"), contains="carol")
    shown = world.look(offer)
    assert shown.buttons == []
    assert "accepted" in shown.text
    game = await core_of(world).games.in_channel(world.channel.id)
    assert game is not None
    assert [one.name for one in game.players] == ["alice", "carol"]
    assert "Pick" in world.panel(world["carol"]).text


async def test_declined_by_the_opponent_withdrawn_by_the_challenger(world: World) -> None:
    offer = await challenge(world)
    for who, button in (("alice", "Decline"), ("bob", "Withdraw"), ("carol", "Decline"), ("carol", "Withdraw")):
        result = world.assert_answered(await world.press(world[who], button, on=offer))
        assert result.ephemeral
    world.assert_answered(await world.press(world["bob"], "Decline", on=offer), contains="would rather not play")
    assert world.look(offer).buttons == []
    offer = await challenge(world, whom="carol")
    world.assert_answered(await world.press(world["alice"], "Withdraw", on=offer), contains="alice")
    assert "withdrew" in world.look(offer).text
    assert world.look(offer).buttons == []
    assert not rows(world)["matches"]


async def test_rules_on_a_challenge_are_private_and_for_everybody(world: World) -> None:
    offer = await challenge(world)
    for name in ("alice", "bob", "carol"):
        result = world.assert_answered(await world.press(world[name], "Rules", on=offer), contains="colons")
        assert result.ephemeral
    assert labels(world.look(offer))


async def test_of_several_open_challenges_the_first_accepted_starts(world: World) -> None:
    first, second, third = (
        await challenge(world),
        await challenge(world, "carol", None),
        await challenge(world, "bob", "carol"),
    )
    world.assert_answered(await world.press(world["carol"], "Accept", on=third))
    result = world.assert_answered(await world.press(world["bob"], "Accept", on=first))
    assert result.ephemeral
    answer = world.answer(result)
    assert "bob" in answer
    assert "carol" in answer
    assert "are playing in this channel" in answer
    world.assert_answered(await world.press(world["alice"], "Join", on=second), contains="are playing in this channel")
    assert labels(world.look(first)) == ["Accept", "Decline", "Withdraw", "Rules"], "they stay until they expire"
    assert labels(world.look(second)) == ["Join", "Withdraw", "Play the house meanwhile", "Rules"]
    await world.advance(LIFETIME + 60)
    for offer in (first, second):
        assert "has expired" in world.look(offer).text
        assert not world.look(offer).buttons


async def test_a_challenge_left_over_is_accepted_when_the_match_is_over(world: World) -> None:
    left = await challenge(world, "carol", None)
    scene = await start(world)
    await scene.led()
    await scene.resign(world["alice"])
    await scene.tell()
    world.assert_answered(await world.press(world["bob"], "Join", on=left), contains="accepted")


# ------------------------------------------------------------------------------ refused


async def test_oneself_bots_and_a_second_one_like_it_are_refused(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    await refused(world, "alice", "You cannot challenge yourself", opponent=world["alice"])
    await refused(world, "alice", "is a bot", opponent=robot)
    await challenge(world)
    await refused(world, "alice", "an open challenge like this", opponent=world["bob"])
    await refused(world, "bob", "has challenged you already", opponent=world["alice"])
    await challenge(world, "alice", None)
    await refused(world, "alice", "an open challenge like this")
    await challenge(world, "alice", "carol")
    world.join("dave")
    await refused(world, "alice", "You have 3 open challenges", opponent=world["dave"])
    await challenge(world, "alice", "dave", world.channels["lounge"])


async def test_somebody_who_cannot_see_the_channel_is_refused(world: World) -> None:
    hidden = world.guild.create_text_channel(
        "secret", overwrites={world["carol"]: discord.PermissionOverwrite(view_channel=False)}
    )
    await refused(world, "alice", "cannot see this channel", hidden, opponent=world["carol"])
    await challenge(world, "alice", "bob", hidden)
    gone = world.join("gone")
    world.guild.remove_member(gone)
    with pytest.raises(Exception, match=r"member|guild"):  # a client offers no such person
        await world["alice"].slash(world.channel, "bridgette challenge", opponent=gone)


@pytest.mark.parametrize(("permission", "name"), [("send_messages", "Send Messages"), ("attach_files", "Attach Files")])
async def test_a_permission_that_the_bot_lacks_is_named(permission: str, name: str, world: World) -> None:
    deny = discord.PermissionOverwrite(**{permission: False})
    mute = world.guild.create_text_channel("mute", overwrites={world.client.user: deny})  # type: ignore[dict-item]
    await refused(world, "alice", f"“{name}”", mute, opponent=world["bob"])


async def test_the_context_menu_challenges_a_member(world: World) -> None:
    result = await world["alice"].context_menu(world.channel, "Challenge to Bridgette", world["bob"])
    world.assert_answered(result, contains="challenges")
    assert "to a match of 6 deals" in world.answer(result)
    assert len(world.pinged(world["bob"])) == 1
    result = await world["alice"].context_menu(world.channel, "Challenge to Bridgette", world["alice"])
    world.assert_answered(result, contains="You cannot challenge yourself")
    world.assert_answered(await world.press(world["bob"], "Accept"))
    assert len(rows(world)["matches"]) == 1


async def test_a_failed_post_leaves_no_challenge_behind(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    result = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])
    assert not result.acknowledged
    world.excuse(result)  # type: ignore[attr-defined]
    await challenge(world)


async def test_a_match_begins_even_if_its_challenge_cannot_be_edited(world: World) -> None:
    await challenge(world)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    result = await world.press(world["bob"], "Accept")
    world.excuse(result)  # type: ignore[attr-defined]
    (table,) = [one for one in world.sees(world["carol"]) if one.button("My hand") and one.button("Rules")]
    assert "choose your discards" in table.text
    assert "Pick" in world.panel(world["bob"]).text


# ------------------------------------------------------------------------- a busy channel


async def busy(world: World, who: str = "carol", channel: Any = None, **options: Any) -> Seen:
    """Ask for a match in a busy channel; the private answer."""
    where = channel or world.channel
    before, pings = public(world, where), len(world.pings)
    result = await world[who].slash(where, "bridgette challenge", **options)
    world.assert_answered(result, contains="are playing in this channel")
    assert result.ephemeral
    answer = world.answer(result)
    assert "alice" in answer
    assert "bob" in answer
    assert public(world, where) == before
    assert len(world.pings) == pings
    assert result.response is not None
    return world.look(result.response)


@pytest.mark.parametrize("named", [True, False], ids=["named", "anybody"])
async def test_a_busy_channel_gives_a_thread_in_which_a_match_can_be_played(named: bool, world: World) -> None:
    await start(world)
    world.join("dave")
    answer = await busy(world, **({"opponent": world["dave"]} if named else {}))
    assert labels(answer) == ["Play in a new thread"]
    result = world.assert_answered(await world.press(world["carol"], "Play in a new thread"))
    (thread,) = world.channel.threads
    shown = world.look(answer)
    assert f"<#{thread.id}>" in shown.text
    assert not shown.buttons
    assert result.response is None or result.response.ephemeral
    offer = world.find(world["dave"], "Accept" if named else "Join", channel=thread)
    assert "carol" in offer.text
    assert len(world.pinged(world["dave"])) == int(named)
    scene = await accepted(world, thread, "dave", "Accept" if named else "Join")
    for seat in (0, 1):
        await scene.discard(seat)
    assert "your call" in scene.table().text
    assert len(rows(world)["matches"]) == 2


async def accepted(world: World, thread: Any, who: str, button: str) -> Scene:
    """The match in the thread, with both panels open."""
    world.assert_answered(await world.press(world[who], button, channel=thread))
    game = await core_of(world).games.in_channel(thread.id)
    assert game is not None
    people = {actor.id: actor for actor in world.members.values()}
    first, second = (people[one.user_id] for one in game.players)
    scene = Scene(world, game.id, (first, second), thread)
    await scene.open_panels()
    return scene


@pytest.mark.parametrize(
    ("permission", "name"),
    [("create_public_threads", "Create Public Threads"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_no_thread_names_the_permission_that_the_bot_lacks(permission: str, name: str, world: World) -> None:
    deny = discord.PermissionOverwrite(**{permission: False})
    where = world.guild.create_text_channel("flat", overwrites={world.client.user: deny})  # type: ignore[dict-item]
    await start(world, channel=where)
    answer = await busy(world, channel=where)
    assert f"I lack the permission “{name}”" in answer.text
    assert not answer.buttons


@pytest.mark.parametrize(
    ("permission", "name"),
    [("create_public_threads", "Create Public Threads"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_no_thread_for_somebody_who_may_not_open_one_or_write_in_it(
    permission: str, name: str, world: World
) -> None:
    deny = discord.PermissionOverwrite(**{permission: False})
    where = world.guild.create_text_channel("flat", overwrites={world["carol"]: deny})
    await start(world, channel=where)
    answer = await busy(world, channel=where)
    assert f"you lack the permission “{name}”" in answer.text
    assert not answer.buttons
    forged = await world.forge(world["carol"], answer, button_id(Verb.THREAD, 0, 6))
    world.assert_answered(forged, contains="does not belong to anything")
    assert not where.threads


async def test_one_challenge_of_a_member_waits_in_a_thread(world: World) -> None:
    """Nobody fills a channel with threads; once the challenge is over, the next one may come."""
    await start(world)
    first = await busy(world)
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=first))
    (thread,) = world.channel.threads
    for _ in range(2):
        again = await busy(world)
        result = await world.press(world["carol"], "Play in a new thread", on=again)
        world.assert_answered(result, contains=f"a challenge waiting in <#{thread.id}> already")
        assert len(world.channel.threads) == 1
        await world.restart()
    world.assert_answered(await world.press(world["carol"], "Withdraw", channel=thread))
    once_more = await busy(world)
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=once_more))
    assert len(world.channel.threads) == 2


async def test_of_two_refusals_pressed_at_once_one_opens_a_thread(world: World) -> None:
    await start(world)
    first, second = await busy(world), await busy(world)
    both = await world.together(
        *((world["carol"], one, button.custom_id) for one in (first, second) for button in one.buttons)
    )
    said = [world.answer(world.assert_answered(result)) for result in both]
    (thread,) = world.channel.threads
    assert f"waiting in <#{thread.id}>" in said[0]
    assert "opened already" in said[1]
    assert len(rows(world)["challenges"]) == 2


async def test_threads_of_two_members_are_opened_at_once(world: World) -> None:
    await start(world)
    world.join("dave")
    asked = [(world[who], await busy(world, who)) for who in ("carol", "dave")]
    await world.together(*((who, one, button.custom_id) for who, one in asked for button in one.buttons))
    assert len(world.channel.threads) == 2


async def test_a_deleted_challenge_in_a_thread_is_in_nobodys_way(world: World) -> None:
    await start(world)
    first = await busy(world)
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=first))
    (thread,) = world.channel.threads
    world.env.backend.delete_message(thread.id, world.find(world["carol"], "Withdraw", channel=thread).id)
    again = await busy(world)
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=again))
    assert len(world.channel.threads) == 2


@pytest.mark.parametrize("is_accepted", [True, False])
async def test_once_the_challenge_in_a_thread_is_over_another_thread_may_be_opened(
    is_accepted: bool, world: World
) -> None:
    await start(world)
    world.join("dave")
    await busy(world)
    world.assert_answered(await world.press(world["carol"], "Play in a new thread"))
    (thread,) = world.channel.threads
    if is_accepted:
        world.assert_answered(await world.press(world["dave"], "Join", channel=thread))
    else:
        await world.advance(LIFETIME - 60)
        refusal = await busy(world)
        result = await world.press(world["carol"], "Play in a new thread", on=refusal)
        world.assert_answered(result, contains="already")
        await world.advance(90)
    once_more = await busy(world)
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=once_more))
    assert len(world.channel.threads) == 2


@pytest.mark.parametrize("length", [0, 3, 5, 7, 600])
async def test_a_thread_with_a_made_up_length_is_refused(length: int, world: World) -> None:
    await start(world)
    asked = await busy(world)
    forged = await world.forge(world["carol"], asked, button_id(Verb.THREAD, 0, length))
    world.assert_answered(forged, contains="does not belong to anything")
    assert not world.channel.threads
    assert len(rows(world)["challenges"]) == 1


async def test_no_thread_in_a_thread_or_a_voice_channel(world: World) -> None:
    await start(world)
    world.join("dave")
    await busy(world, opponent=world["dave"])
    world.assert_answered(await world.press(world["carol"], "Play in a new thread"))
    (thread,) = world.channel.threads
    await accepted(world, thread, "dave", "Accept")
    result = await world["alice"].slash(thread, "bridgette challenge")
    world.assert_answered(result, contains="this is a thread already")
    voice = world.guild.create_voice_channel("talk")
    await start(world, channel=voice)
    answer = await busy(world, channel=voice)
    assert "this kind of channel has no threads" in answer.text
    assert not answer.buttons


async def test_a_thread_that_discord_refuses_is_told_and_can_be_tried_again(world: World) -> None:
    await start(world)
    answer = await busy(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/threads", status=403, code=50013)
    result = world.assert_answered(await world.press(world["carol"], "Play in a new thread"))
    assert "A thread cannot be opened here" in world.answer(result)
    assert not world.channel.threads
    assert len(rows(world)["challenges"]) == 1
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=answer))
    assert len(world.channel.threads) == 1


# ------------------------------------------------------------------------------- rematch


async def finished(world: World) -> Scene:
    """A match that alice has resigned."""
    scene = await start(world)
    await scene.led()
    await scene.resign(world["alice"])
    await scene.tell()
    return scene


async def test_a_rematch_is_accepted_with_one_press(new_world: Any) -> None:
    dealers = chance(dealer=0, seed=5)
    async with new_world(below=dealers) as world:
        await finished(world)
        pings = len(world.pinged(world["alice"]))
        result = world.assert_answered(await world.press(world["bob"], "Rematch"), contains="another match")
        assert not result.ephemeral
        assert "drawn anew" in world.answer(result)
        assert len(world.pinged(world["alice"])) == pings + 1
        world.assert_answered(await world.press(world["alice"], "Accept"))
        stored = rows(world)
        assert len(stored["matches"]) == 2
        assert all(row[1] == 0 for row in stored["deals"]), "a new first deal each"


async def test_the_first_dealer_is_drawn_anew(new_world: Any) -> None:
    drawn: list[int] = []

    def below(n: int) -> int:
        if n == 2 and len(drawn) < 1:
            drawn.append(1)
            return 1
        return 0

    async with new_world(below=below) as world:
        await finished(world)
        await world.press(world["bob"], "Rematch")
        await world.press(world["alice"], "Accept")
        assert [row[2] for row in rows(world)["deals"]] == [1, 0]


async def test_who_may_ask_for_a_rematch(world: World) -> None:
    await finished(world)
    result = world.assert_answered(await world.press(world["carol"], "Rematch"), contains="only they can do that")
    assert result.ephemeral
    world.assert_answered(await world.press(world["alice"], "Rematch"), contains="another match")
    result = world.assert_answered(await world.press(world["alice"], "Rematch"), contains="an open challenge like this")
    assert result.ephemeral
    result = world.assert_answered(await world.press(world["bob"], "Rematch"))
    assert "has challenged you already: accept that" in world.answer(result)
    assert result.ephemeral
    assert len(rows(world)["challenges"]) == 2
    world.assert_answered(await world.press(world["bob"], "Accept"))
    assert len(rows(world)["matches"]) == 2


async def test_a_rematch_while_the_channel_is_busy_gives_a_thread(world: World) -> None:
    await finished(world)
    await start(world, "carol", "alice")
    result = world.assert_answered(await world.press(world["bob"], "Rematch"), contains="are playing in this channel")
    assert result.ephemeral
    assert result.response is not None
    world.assert_answered(await world.press(world["bob"], "Play in a new thread"))
    (thread,) = world.channel.threads
    assert world.find(world["alice"], "Accept", channel=thread)


async def test_a_challenge_is_never_pressed_by_its_number_alone(world: World) -> None:
    """Two open challenges: the buttons of one do nothing to the message of the other."""
    to_bob, to_all = await challenge(world), await challenge(world, "carol", None)
    before = public(world)
    result = await world.forge(world["bob"], to_all, button_id(Verb.ACCEPT, 1))
    world.assert_answered(result, contains="does not belong to anything")
    assert public(world) == before
    assert labels(world.look(to_bob))
