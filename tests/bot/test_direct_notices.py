"""Turn notices by direct message too: asked for, once for each, without a card; and where they cannot be sent."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import pytest

from bot.preferences import PersonSettings
from bot.screens.symbols import card_name, card_symbol
from bot.texts import ENGLISH
from bridgette import DECK
from tests.support.seen import Seen, seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club, ErrorLog, NewWorld
from .scene import Scene, core_of, plain_deal, rows, start

MINUTE = 60
TOKEN = 15 * MINUTE
FAILED = "Discord did not let me write to you"
DM = "/users/@me/channels"


@pytest.fixture
async def scene(new_world: NewWorld) -> AsyncIterator[Scene]:
    """Bob is about to lead and has asked for direct messages; all panels are dead, and he has just been told."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.to_play()
        await found.show()
        await asks_for(world)
        await world.advance(TOKEN + MINUTE)
        yield found


async def asks_for(world: World, who: str = "bob", button: str = "Write to me") -> None:
    """Somebody asks for direct messages, or for none."""
    lounge = world.channels["lounge"]
    world.assert_answered(await world[who].slash(lounge, "bridgette me"))
    world.assert_answered(await world.press(world[who], button, channel=lounge))


def letters(world: World, who: str = "bob") -> list[Seen]:
    """The direct messages that somebody has got, oldest first."""
    channel_id = world.env.backend.dm_channels.get(world[who].id)
    if channel_id is None:
        return []
    messages = world.env.backend.messages.get(channel_id, {}).values()
    return [seen(world.env, one) for one in sorted(messages, key=lambda one: one.id)]


async def settings(world: World, who: str = "bob") -> PersonSettings:
    store = core_of(world).store
    store.persons.forget(world[who].id)
    return await store.persons.get(world[who].id)


# ------------------------------------------------------------------------ written


async def test_who_asked_is_written_to_beside_the_notice(scene: Scene) -> None:
    world = scene.world
    (notice,), (letter,) = scene.notices(1), letters(world)
    assert "It is your turn to play a card in your match against ⁨alice⁩:" in letter.text
    assert f"https://discord.com/channels/{world.guild.id}/{scene.channel.id}/{notice.id}" in letter.text
    assert "`/bridgette me`" in letter.text
    assert not letter.buttons
    assert not letters(world, "alice")
    assert not letters(world, "carol")


async def test_nobody_is_written_to_who_has_not_asked(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.to_play()
        await scene.show()
        await world.advance(TOKEN + MINUTE)
        assert scene.notices(1)
        assert not letters(world)
        assert not [one for one in world.env.http_requests if one.path == DM]


async def test_where_there_is_no_notice_there_is_no_letter(new_world: NewWorld) -> None:
    """Whoever looks at the match is not written to; nor is anybody twice about the same."""
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await asks_for(world)
        await scene.to_play()
        await scene.show()
        await world.advance(4 * MINUTE)
        assert not scene.notices(1)
        assert not letters(world)
        await world.advance(2 * MINUTE)
        assert len(scene.notices(1)) == len(letters(world)) == 1
        await world.advance(3 * 60 * MINUTE)
        await world.restart()
        await world.advance(60 * MINUTE)
        await world.restart(crash=True)
        assert len(scene.notices(1)) == len(letters(world)) == 1


async def test_each_turn_has_its_words_and_each_notice_its_letter(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await asks_for(world)
        await asks_for(world, "alice")
        await world.advance(TOKEN + MINUTE)
        await scene.exchange()
        await scene.tell()
        await scene.calls("1S")
        await scene.tell()
        await scene.calls("Pass")
        await scene.tell()
        said = [letter.text.partition(" your match")[0] for letter in letters(world)]
        assert said[0].startswith("Your match against ⁨alice⁩ is waiting for your discards")
        assert said[1:] == ["It is your call in", "It is your turn to play a card in"]
        (letter,) = letters(world, "alice")  # of the exchange she had been told before she asked
        assert "It is your call in your match against ⁨bob⁩" in letter.text


async def test_a_letter_stays_when_its_notice_goes(scene: Scene) -> None:
    world = scene.world
    world.assert_answered(await scene.players[1].slash(scene.channel, "bridgette play", card="DQ"))
    assert not scene.notices(1)
    assert len(letters(world)) == 1


async def test_a_letter_holds_nothing_that_is_hidden(new_world: NewWorld) -> None:
    """In no phase a card, not even one of the reader's own."""
    signs = {card_symbol(ENGLISH, card) for card in DECK} | {card_name(ENGLISH, card) for card in DECK}
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await asks_for(world)
        await asks_for(world, "alice")
        await world.advance(TOKEN + MINUTE)
        await scene.to_play()
        await scene.tell()
        await scene.plays("DQ")
        await scene.tell()
        found = [*letters(world), *letters(world, "alice")]
        assert len(found) == 3, "of bob's discards and lead, of alice's answer"
        for letter in found:
            assert not [sign for sign in signs if sign in letter.text]


async def test_a_name_does_nothing_but_stand_there(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal(), members=("bob", "carol")) as world:
        world.join("alice", nick="@everyone **x**")
        scene = await start(world)
        await asks_for(world)
        await world.advance(TOKEN + MINUTE)
        await scene.tell()
        (letter,) = letters(world)
        assert "⁨\\@everyone \\*\\*x\\*\\*⁩" in letter.text


async def test_a_setting_changed_in_the_middle_holds_from_the_next_notice(scene: Scene) -> None:
    world = scene.world
    await asks_for(world, button="No messages")
    await scene.plays("DQ DK SA")
    await scene.tell()
    assert scene.notices(1)
    assert len(letters(world)) == 1
    await asks_for(world)
    await scene.plays("SQ SK")
    await scene.tell()
    assert len(letters(world)) == 2
    await world.restart()
    await scene.plays("SJ S3")
    await scene.tell()
    assert len(letters(world)) == 3


# ------------------------------------------------------------------------ not written


async def refused(scene: Scene, code: int = 50007, status: int = 403, path: str | None = None) -> None:
    """The next direct message is refused, at the next turn of bob's."""
    world = scene.world
    channel_id = world.env.backend.dm_channels[world["bob"].id]
    world.env.inject_error("POST", path or f"/channels/{channel_id}/messages", status=status, code=code, times=None)
    await scene.plays("DQ DK SA")
    await scene.tell()
    assert scene.notices(1)
    assert len(letters(world)) == 1


async def test_who_takes_no_messages_is_asked_once_and_told_on_the_next_hand(scene: Scene) -> None:
    world = scene.world
    await refused(scene)
    assert await settings(world) == PersonSettings(direct=False, direct_failed=True)
    before = len(world.env.http_requests)
    await scene.plays("SQ SK")
    await scene.tell()
    assert scene.notices(1)
    assert not [one for one in world.env.http_requests[before:] if "users" in one.path]
    await world.restart()  # which the word survives
    bob = scene.players[1]
    world.assert_answered(await world.press(bob, "My hand", on=scene.notices(1)[0]))
    told = [one for one in scene.private(1) if FAILED in one.text]
    assert len(told) == 1
    assert [one for one in scene.private(1) if Verb.PLAY in one.raw], "beside the hand, which is there as well"
    world.assert_answered(await world.press(bob, "My hand", on=scene.notices(1)[0]))
    assert len([one for one in scene.private(1) if FAILED in one.text]) == 1, "once"
    assert await settings(world) == PersonSettings()
    assert FAILED not in world.reads(scene.players[0])


async def test_or_told_by_the_command_or_among_the_settings(scene: Scene) -> None:
    world, bob = scene.world, scene.players[1]
    await refused(scene)
    lounge = world.channels["lounge"]
    result = world.assert_answered(await bob.slash(lounge, "bridgette me"), contains=FAILED)
    assert "Direct messages: off" in world.answer(result)
    assert FAILED not in world.answer(world.assert_answered(await bob.slash(lounge, "bridgette me")))
    await core_of(world).store.persons.change(bob.id, direct_failed=True)
    world.assert_answered(await bob.slash(scene.channel, "bridgette hand"), contains=FAILED)
    assert await settings(world) == PersonSettings()


@pytest.mark.parametrize("way", ["pressed", "typed"])
async def test_or_with_the_next_act_without_looking_at_the_hand(way: str, scene: Scene) -> None:
    """Whoever still has a panel in front of them, or types, may never ask for the hand."""
    world, bob = scene.world, scene.players[1]
    world.assert_answered(await world.press(bob, "My hand"))
    channel_id = world.env.backend.dm_channels[bob.id]
    world.env.inject_error("POST", f"/channels/{channel_id}/messages", status=403, code=50007, times=None)
    await scene.press(1, Verb.PLAY, "DQ")
    world.assert_answered(await world.press(scene.players[0], "My hand"))
    await scene.press(0, Verb.PLAY, "D2")  # so that bob leads again
    await world.advance(6 * MINUTE)
    assert len(scene.notices(1)) == 1
    assert (await settings(world)).direct_failed
    if way == "typed":
        world.assert_answered(await bob.slash(scene.channel, "bridgette play", card="DJ"))
    else:
        await scene.press(1, Verb.PLAY, "DJ")
    assert len([one for one in scene.private(1) if FAILED in one.text]) == 1
    assert await settings(world) == PersonSettings()
    assert FAILED not in world.reads(scene.players[0])


async def test_the_post_cannot_appear_twice(scene: Scene) -> None:
    """A process that dies right after the notice sends the same again, and Discord knows it by its nonce."""
    channel_id = scene.world.env.backend.dm_channels[scene.players[1].id]
    (post,) = (one for one in scene.world.env.http_requests if one.path == f"/channels/{channel_id}/messages")
    (notice,) = scene.notices(1)  # which Discord knows by its own, and gives the same id
    assert post.json is not None
    assert (post.json["nonce"], post.json["enforce_nonce"]) == (f"d{notice.id}", True)


async def test_asked_for_again_it_works_again(scene: Scene) -> None:
    world = scene.world
    await refused(scene)
    world.env.backend.faults.clear()
    await asks_for(world)
    assert await settings(world) == PersonSettings(direct=True)
    await scene.plays("SQ SK")
    await scene.tell()
    assert len(letters(world)) == 2


async def test_a_word_that_could_not_be_told_is_told_the_next_time(scene: Scene) -> None:
    world, bob = scene.world, scene.players[1]
    await refused(scene)
    world.env.inject_error("POST", "/webhooks/*", status=404, code=10062)
    world.assert_answered(await world.press(bob, "My hand", on=scene.notices(1)[0]))
    assert FAILED not in world.reads(bob)
    assert (await settings(world)).direct_failed
    world.assert_answered(await world.press(bob, "My hand", on=scene.notices(1)[0]))
    assert FAILED in world.reads(bob)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003), (400, 50035), (403, 20026)])
async def test_another_failure_is_not_repeated_and_the_setting_stays(scene: Scene, status: int, code: int) -> None:
    world = scene.world
    await refused(scene, code, status)
    assert await settings(world) == PersonSettings(direct=True)
    sent = len(world.env.http_requests)
    await world.advance(60 * MINUTE)
    channel_id = world.env.backend.dm_channels[world["bob"].id]
    assert not [one for one in world.env.http_requests[sent:] if f"/channels/{channel_id}" in one.path]
    assert FAILED not in world.reads(scene.players[1])
    world.env.backend.faults.clear()
    await scene.plays("SQ SK")
    await scene.tell()
    assert len(letters(world)) == 2, "the next notice is written of again"


async def test_a_failure_leaves_the_match_alone(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await asks_for(world)
        world.env.inject_error("POST", DM, status=403, code=50007, times=None)
        await scene.to_play()
        await scene.show()
        await world.advance(TOKEN + MINUTE)
        assert len(scene.notices(1)) == 1
        assert await settings(world) == PersonSettings(direct_failed=True)
        assert not rows(world)["results"]
        world.assert_answered(await scene.players[1].slash(scene.channel, "bridgette play", card="DQ"))
        assert "led" in scene.table().text


async def test_with_the_database_gone_nobody_is_written_to(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    """What somebody has chosen is not known then; the notice stands all the same."""
    world: Club = scene.world  # type: ignore[assignment]
    core_of(world).store.persons.forget(world["bob"].id)
    client: Any = world.client
    with closing(sqlite3.connect(client._settings.database_url.removeprefix("sqlite:///"))) as connection:
        connection.execute("ALTER TABLE persons RENAME TO gone")
        connection.commit()
        await scene.plays("DQ DK SA")
        await scene.tell()
        assert scene.notices(1)
        assert len(letters(world)) == 1
        connection.execute("ALTER TABLE gone RENAME TO persons")
        connection.commit()
    assert not error_log.take()
