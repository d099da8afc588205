"""Turn notices by direct message: for whoever asked, one for each notice, without a card, given up with a word."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.store import StoreUnavailable
from bridgette import Phase
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club
from .scene import Scene, core_of, in_phase, plain_deal, start
from .test_secrecy import cards_in

MINUTE = 60
FAILED = "Discord did not let me write to you, so your direct messages are off."
TO_DM = "/users/@me/channels"


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """Bob, who is to lead, and alice have their panels."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.to_play()
        await found.show()
        yield found


async def choose(world: World, name: str, button: str) -> None:
    """One of the settings, in another channel, as people choose it."""
    lounge, member = world.channels["lounge"], world[name]
    world.assert_answered(await member.slash(lounge, "bridgette me"))
    world.assert_answered(await world.press(member, button, channel=lounge))


async def asked_for(scene: Scene, *names: str) -> World:
    for name in names:
        await choose(scene.world, name, "Write to me")
    return scene.world


async def next_turn(scene: Scene, lead: str = "DQ", follow: str = "D2") -> None:
    """Bob leads, wins, and lets his next lead wait until he has a notice."""
    scene.world.assert_answered(await scene.world.press(scene.players[1], "My hand"))
    await scene.press(1, Verb.PLAY, lead)
    await scene.plays(follow)
    await scene.tell()
    await scene.world.advance(6 * MINUTE)
    assert len(scene.notices(1)) == 1


def written(world: World, name: str) -> list[Seen]:
    """The direct messages that somebody has got."""
    member = world[name]
    return world.sees(member, member.user.dm_channel)


def refuse(world: World, name: str, code: int = 50007, status: int = 403) -> None:
    """From now on Discord takes no direct message to this member."""
    path = f"/channels/{world[name].user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=code, times=None)


async def direct_of(scene: Scene, seat: int) -> tuple[bool, bool]:
    """Whether somebody's direct messages are on, and whether they are still to be told that one failed."""
    settings = await core_of(scene.world).store.persons.get(scene.players[seat].id)
    return settings.direct, settings.direct_failed


def confessions(scene: Scene, seat: int) -> int:
    """How often somebody has been told, for their eyes alone, that direct messages are off."""
    return sum(FAILED in one.text for one in scene.private(seat))


# ------------------------------------------------------------------------------ who gets one


async def test_nobody_gets_one_who_has_not_asked(scene: Scene) -> None:
    world = scene.world
    await asked_for(scene, "alice")
    await world.advance(6 * MINUTE)
    assert len(scene.notices(1)) == 1
    assert not written(world, "bob")
    assert not written(world, "alice"), "it is not her turn"
    assert not any(entry.path == TO_DM for entry in world.env.http_requests)


async def test_it_says_whose_turn_against_whom_and_where_and_names_no_card(scene: Scene) -> None:
    world = await asked_for(scene, "alice", "bob")
    await scene.press(1, Verb.PLAY, "DQ")
    await world.advance(6 * MINUTE)
    (notice,) = scene.notices(0)
    (message,) = written(world, "alice")
    assert "It is your turn to play a card in your match against ⁨bob⁩" in message.text
    assert f"https://discord.com/channels/{world.guild.id}/{scene.channel.id}/{notice.id}" in message.text
    assert "`/bridgette me`" in message.text
    assert not cards_in(message.raw)
    assert not message.buttons
    assert not written(world, "bob")


@pytest.mark.parametrize(
    ("phase", "said"),
    [(Phase.EXCHANGE, "is waiting for your discards"), (Phase.AUCTION, "It is your call in your match against ⁨bob⁩")],
)
async def test_it_says_what_is_to_be_done(phase: Phase, said: str, new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        await choose(world, "alice", "Write to me")
        scene = await start(world)
        await scene.until(in_phase(phase))
        await scene.show()
        await world.advance(6 * MINUTE)
        assert said in written(world, "alice")[-1].text


async def test_with_a_live_panel_neither_comes_before_five_minutes(scene: Scene) -> None:
    world = await asked_for(scene, "bob")
    await world.advance(4 * MINUTE)
    assert (len(scene.notices(1)), len(written(world, "bob"))) == (0, 0)
    await world.advance(2 * MINUTE)
    assert (len(scene.notices(1)), len(written(world, "bob"))) == (1, 1)


@pytest.mark.parametrize("crash", [False, True])
async def test_one_for_each_notice_also_over_a_restart(crash: bool, scene: Scene) -> None:
    world: Any = await asked_for(scene, "bob")
    await world.advance(6 * MINUTE)
    await world.advance(30 * MINUTE)
    await world.restart(crash=crash)
    await world.advance(30 * MINUTE)
    assert len(written(world, "bob")) == 1
    await next_turn(scene)
    assert len(written(world, "bob")) == 2


async def test_a_choice_in_the_middle_holds_from_the_next_notice(scene: Scene) -> None:
    world = scene.world
    await world.advance(6 * MINUTE)
    await asked_for(scene, "bob")
    await world.advance(10 * MINUTE)
    assert not written(world, "bob"), "the notice of this turn was there before"
    await next_turn(scene)
    assert len(written(world, "bob")) == 1
    await choose(world, "bob", "Do not write to me")
    await next_turn(scene, "DJ", "D3")
    assert len(written(world, "bob")) == 1


# ------------------------------------------------------------------------------ when Discord refuses it


async def refused(scene: Scene, code: int = 50007, status: int = 403) -> Scene:
    """Bob has asked for direct messages, and the one of this turn was refused."""
    world = await asked_for(scene, "bob")
    refuse(world, "bob", code, status)
    await world.advance(6 * MINUTE)
    assert len(scene.notices(1)) == 1
    assert not written(world, "bob")
    return scene


def attempts(world: World, name: str) -> int:
    path = f"/channels/{world[name].user.dm_channel.id}/messages"
    return sum(entry.method == "POST" and entry.path == path for entry in world.env.http_requests)


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("way", ["My hand", "hand", "play", "a card"])
async def test_who_cannot_be_written_to_is_told_once_and_alone(way: str, restarted: bool, scene: Scene) -> None:
    world, bob = (await refused(scene)).world, scene.players[1]
    assert await direct_of(scene, 1) == (False, True)
    if restarted:
        await world.restart()
    assert confessions(scene, 1) == 0
    match way:
        case "My hand":
            world.assert_answered(await world.press(bob, "My hand", on=scene.notices(1)[0]), contains=FAILED)
        case "hand":
            world.assert_answered(await bob.slash(world.channel, "bridgette hand"), contains=FAILED)
        case "play":
            world.assert_answered(await bob.slash(world.channel, "bridgette play", card="DQ"), contains=FAILED)
        case _:
            await scene.press(1, Verb.PLAY, "DQ")
    assert confessions(scene, 1) == 1
    assert await direct_of(scene, 1) == (False, False)
    await world.restart()
    world.assert_answered(await bob.slash(world.channel, "bridgette hand"))
    assert confessions(scene, 1) == 1
    for member in (scene.players[0], world["carol"]):
        assert FAILED not in world.reads(member)
    assert attempts(world, "bob") == 1


async def test_the_settings_tell_it_as_well_and_turn_them_on_again(scene: Scene) -> None:
    world, bob = (await refused(scene)).world, scene.players[1]
    lounge = world.channels["lounge"]
    shown = world.assert_answered(await bob.slash(lounge, "bridgette me"), contains=FAILED)
    assert "Direct messages: off." in world.answer(shown)
    world.assert_answered(await world.press(bob, "My hand"))
    assert confessions(scene, 1) == 0, "told already"
    world.env.backend.faults.clear()
    world.assert_answered(await world.press(bob, "Write to me", channel=lounge))
    assert FAILED not in world.panel(bob, lounge).text
    await next_turn(scene)
    assert len(written(world, "bob")) == 1


async def test_what_could_not_be_told_is_told_the_next_time(scene: Scene) -> None:
    world, bob = (await refused(scene)).world, scene.players[1]
    world.env.inject_error("POST", "/webhooks/*", status=404, code=10015)
    world.assert_answered(await world.press(bob, "My hand"))
    assert confessions(scene, 1) == 0
    assert await direct_of(scene, 1) == (False, True)
    world.assert_answered(await world.press(bob, "Refresh" if scene.panel(1).button("Refresh") else "My hand"))
    assert confessions(scene, 1) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 20026), (400, 50035), (404, 10003)])
async def test_another_refusal_is_logged_and_not_tried_again(
    status: int, code: int, scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        world = (await refused(scene, code, status)).world
    assert f"direct message not sent match={scene.id} seat=1 failure={code}" in caplog.text
    assert await direct_of(scene, 1) == (True, False)
    await world.advance(20 * MINUTE)
    await world.restart()
    await world.advance(20 * MINUTE)
    assert attempts(world, "bob") == 1
    world.env.backend.faults.clear()
    await next_turn(scene)
    assert confessions(scene, 1) == 0
    assert len(written(world, "bob")) == 1, "the next turn is told of"


async def test_a_private_channel_that_cannot_be_opened_changes_nothing_else(scene: Scene) -> None:
    world = await asked_for(scene, "bob")
    world.env.inject_error("POST", TO_DM, status=403, code=50013)
    await world.advance(6 * MINUTE)
    assert len(scene.notices(1)) == 1
    assert await direct_of(scene, 1) == (True, False)


# ------------------------------------------------------------------------------ when the database refuses


def unavailable(*_: object, **__: object) -> Any:
    raise StoreUnavailable("The database cannot be used now.")


@pytest.mark.parametrize("what", ["get", "change"])
async def test_without_the_database_the_notice_comes_all_the_same(
    what: str, scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = await asked_for(scene, "bob")
    refuse(world, "bob")
    with monkeypatch.context() as broken:
        broken.setattr(core_of(world).store.persons, what, unavailable)
        await world.advance(6 * MINUTE)
    assert len(scene.notices(1)) == 1
    assert await direct_of(scene, 1) == (True, False)
    assert f"direct message match={scene.id} seat=1 reason=The database" in caplog.text
    world.env.backend.faults.clear()
    await next_turn(scene)
    assert len(written(world, "bob")) == 1


async def test_the_word_waits_for_the_database(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    world, bob = (await refused(scene)).world, scene.players[1]
    with monkeypatch.context() as broken:
        broken.setattr(core_of(world).store.persons, "get", unavailable)
        world.assert_answered(await world.press(bob, "My hand"), contains="Lead to trick 1")
        assert confessions(scene, 1) == 0
    world.assert_answered(await world.press(bob, "My hand"))
    assert confessions(scene, 1) == 1


async def test_a_message_that_is_sent_again_appears_once(new_world: Any) -> None:
    """Its nonce is that of the decision: a process that died right after the notice sends the same again."""
    async with new_world(below=plain_deal()) as world:
        club: Club = world
        await choose(world, "bob", "Write to me")
        scene = await start(world)
        await scene.to_play()
        await scene.show()
        await club.advance(6 * MINUTE)
        (message,) = (
            one for one in club.env.http_requests if one.path.endswith(f"{club['bob'].user.dm_channel.id}/messages")
        )
        assert message.json is not None
        decision = (await core_of(world).games.find(scene.id)).decisions[1]
        assert message.json["nonce"] == f"d{scene.id}.1.{decision}"
        assert message.json["enforce_nonce"] is True
