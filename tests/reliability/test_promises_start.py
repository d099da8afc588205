"""What holds at a start: one match that cannot be caught up with delays no other, and nothing is sent without need."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from simcord import HttpLogEntry

from bot.client import BridgetteClient
from bot.settings import Settings
from bot.store import OtherApplication
from bot.store.matches import Matches
from tests.bot import scene as scenes
from tests.bot.conftest import error_log, new_world
from tests.bot.scene import Scene
from tests.bot.test_main import APPLICATION, TOKEN, Run, Start, run, start
from tests.bot.test_places import Invitation
from tests.reliability import several
from tests.reliability.several import PAIRS, ROUND, failing, sent, shows_the_last_state
from tests.reliability.test_host_commands import everything, file, url
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "file", "new_world", "run", "start"]

MINUTE = 60
crashing = pytest.mark.parametrize("crash", [False, True], ids=["clean", "crash"])


async def untold(world: World, count: int) -> list[Scene]:
    """Matches in each of which something was saved and not told when the process died."""
    found = await several.in_play(world, count)
    for scene in found:
        await scene.act(1, (await scene.match()).deals[-1].legal_cards(1)[0])
    await world.advance(1)
    return found


# ------------------------------------------------------------------------ failures at the start


async def test_a_store_that_fails_for_a_match_at_ready_delays_that_match_and_no_other(new_world: Any) -> None:
    """It is caught up with by the next rounds, with no act and no restart."""
    async with several.world_of(new_world, 3) as world:
        bad, *others = await untold(world, 3)
        stale = bad.table().text
        with failing(Matches, "load", times=None, when=lambda _, match_id: match_id == bad.id) as failed:
            await world.restart(crash=True)
            assert failed, "of every follower that asks"
            for scene in others:
                assert await shows_the_last_state(scene), "no other is delayed"
            assert bad.table().text == stale
        await world.advance(2 * ROUND)
        assert await shows_the_last_state(bad), "tried again"


@pytest.mark.parametrize("method", ["unsettled", "open_places"])
async def test_a_list_of_matches_that_cannot_be_read_at_ready_is_read_again(method: str, new_world: Any) -> None:
    """Nobody is caught up with at once then, and everybody by the next rounds."""
    async with several.world_of(new_world, 3) as world:
        found = await untold(world, 3)
        with failing(Matches, method) as failed:
            await world.restart(crash=True)
            assert len(failed) == 1
            await world.advance(2 * ROUND)
        for scene in found:
            assert await shows_the_last_state(scene)


FAULTS = {"500": (500, 0), "429": (429, 0), "unknown message": (404, 10008)}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_channel_that_fails_at_ready_delays_its_own_match_and_no_other(fault: str, new_world: Any) -> None:
    async with several.world_of(new_world, 3) as world:
        bad, *others = await untold(world, 3)
        status, code = FAULTS[fault]
        world.env.inject_error("PATCH", f"/channels/{bad.channel.id}/messages/*", status=status, code=code)
        await world.restart(crash=True)
        for scene in others:
            assert await shows_the_last_state(scene)
        await world.advance(2 * ROUND)
        assert await shows_the_last_state(bad)


async def test_two_faults_at_once_at_ready_delay_two_matches_and_no_third(new_world: Any) -> None:
    """The store fails for one match, and Discord for another one, whose act was the end of a deal."""
    async with several.world_of(new_world, 3) as world:
        first, second, third = await untold(world, 3)
        await second.until(lambda match: len(match.deals) == 2)
        world.env.inject_error("*", f"/channels/{second.channel.id}/messages*", status=503, times=2)
        with failing(Matches, "load", times=2, when=lambda _, match_id: match_id == first.id) as failed:
            await world.restart(crash=True)
            assert await shows_the_last_state(third)
            await world.advance(10 * MINUTE)
            assert len(failed) == 2, "the second try fails as well"
        assert await shows_the_last_state(first)
        assert await shows_the_last_state(second)
        results = [one for one in world.sees(world["alice"], second.channel) if "Deal 1 of 6 · totals: " in one.text]
        assert len(results) == 1


@pytest.mark.parametrize("method", ["resume", "unsettled"])
async def test_a_store_that_fails_once_when_a_server_is_back_is_tried_again(method: str, new_world: Any) -> None:
    """Two faults together: an outage of the server, and at its end the database."""
    async with several.world_of(new_world, 2) as world:
        found = await several.in_play(world, 2)
        with failing(Matches, method) as failed:
            async with world.outage():
                for scene in found:
                    await scene.act(1, (await scene.match()).deals[-1].legal_cards(1)[0])
            assert len(failed) == 1
            await world.advance(2 * ROUND)
        for scene in found:
            assert await shows_the_last_state(scene)


async def test_matches_of_a_server_that_invited_the_bot_again_while_it_was_off_go_on(new_world: Any) -> None:
    """Of the invitation no event comes: the start finds the server there. Also when the store fails once just then."""
    async with several.world_of(new_world, 2) as world:
        found = await several.in_play(world, 2)
        invitation = Invitation(world)
        invitation.remove()
        await world.settle()
        for scene in found:
            await scene.plays("DQ")
        assert await found[0].core.store.matches.open_places() == [], "they wait"
        await world.client.close()
        invitation.restore()
        with failing(Matches, "resume") as failed:
            await world.restart()
            await world.advance(2 * ROUND)
            assert len(failed) == 1
        for scene in found:
            assert await shows_the_last_state(scene)
        assert len(await found[0].core.store.matches.open_places()) == 2


# ------------------------------------------------------------------------ whose database, and outages


def as_application(number: int) -> Start:
    """The real command line's start, but for Discord itself, with the token of this application."""

    async def way(client: Any, _: str) -> None:
        client._connection.application_id = number
        await client.open_store()

    return way


def test_a_database_of_another_application_is_refused_at_the_start_until_it_is_handed_over(
    file: Path, run: Run, start: Callable[[Start], None]
) -> None:
    """Exit code 1 and one sentence; nothing in the database has changed; ``adopt`` accepts it."""
    settings = {"DATABASE_URL": url(file), "DISCORD_TOKEN": TOKEN}
    start(as_application(555))
    assert run(**settings)[0] == 0, "the first one claims it"
    kept = everything(file)
    start(as_application(APPLICATION))
    for _ in range(2):
        code, out, err = run(**settings)
        assert (code, out) == (1, "")
        assert "Traceback" not in err
        assert err.splitlines()[-1] == (
            f"The database cannot be used: The database belongs to the application 555, and this is {APPLICATION}: "
            "give the token of that one, or hand the database over by python -m bot adopt."
        )
        assert everything(file) == kept
    code, out, err = run("adopt", "--yes", **settings)
    assert (code, err) == (0, "")
    assert run(**settings)[0] == 0
    start(as_application(555))
    assert run(**settings)[0] == 1, "it belongs to the other one now"
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT * FROM lease").fetchall() == [], "who is refused holds no lease"


async def test_a_client_of_another_application_opens_no_store_and_leaves_it_to_the_right_one(new_world: Any) -> None:
    """Matches are begun by one application; another one is refused; the first one goes on."""
    async with several.world_of(new_world, 2) as world:
        found = await several.in_play(world, 2)
        settings: Settings = world.client._settings
        await world.client.close()
        other = BridgetteClient(settings)
        other._connection.application_id = 555
        async with other:
            with pytest.raises(OtherApplication, match=r"belongs to the application \d+, and this is 555"):
                await other.open_store()
            with pytest.raises(RuntimeError, match="not started"):
                _ = other.app
        await world.restart()
        for scene in found:
            await scene.press(1, Verb.PLAY, "DQ")
            assert await shows_the_last_state(scene)


async def test_while_a_server_has_an_outage_no_unknown_channel_is_believed(new_world: Any) -> None:
    """Players go on by their panels meanwhile; afterwards table, reminders and results go on as well."""
    async with several.world_of(new_world, 2) as world:
        one, two = await several.in_play(world, 2)
        world.assert_answered(await world["erin"].slash(world.channels["attic"], "bridgette challenge"))
        for channel in world.channels.values():
            world.env.inject_error("*", f"/channels/{channel.id}*", status=404, code=10003, times=None)
        async with world.outage():
            for scene in (one, two):
                await scene.press(1, Verb.PLAY, "DQ")
                assert "♦︎Q" in scene.panel(0).text
            await two.players[0].slash(two.channel, "bridgette table")
            await world["erin"].slash(world.channels["attic"], "bridgette challenge")
            await world.advance(6 * MINUTE)
            with world.env._bot_scope():
                await scenes.publisher_of(world).publish(one.id, fresh_table=True)
            world.env.backend.faults.clear()
        assert scenes.rows(world)["challenges"][-1][10] == "open"
        for scene in (one, two):
            assert (await scene.match()).ended is None
            assert await shows_the_last_state(scene)
            assert len(scene.notices(0)) == 1
            await scene.open_panels()
            await scene.press(0, Verb.PLAY, "DK")
            assert await shows_the_last_state(scene)


# ------------------------------------------------------------------------ nothing to do


async def five(world: World) -> list[Scene]:
    """Five matches: one with a notice that stands, and in the exchange, the auction, the play, a second deal."""
    (noticed,) = await several.begin(world, 1)
    await noticed.to_play()
    await noticed.show()
    await world.advance(6 * MINUTE)
    assert noticed.notices(1)
    others = [
        await scenes.start(world, *PAIRS[one], world.channels[several.CHANNELS[one]]) for one in range(1, len(PAIRS))
    ]
    exchange, auction, play, second = others
    await exchange.open_panels()
    await exchange.discard(0)
    await auction.exchange()
    await auction.show()
    await auction.press(0, Verb.CALL, "1S")
    await play.to_play()
    await play.show()
    await play.press(1, Verb.PLAY, "DQ")
    await second.to_play()
    await second.until(lambda match: len(match.deals) == 2)
    await second.show()
    return [noticed, *others]


@crashing
async def test_a_restart_with_nothing_to_do_sends_nothing(crash: bool, new_world: Any) -> None:
    """Five matches in different states: no message, no edit, no panel, no ping; and again none at the next start."""
    async with several.world_of(new_world, 5) as world:
        found = await five(world)
        await world.advance(ROUND)  # what has been shown is written down in a round
        shown = {scene.id: scene.public() for scene in found}
        panels = {scene.id: [scene.panel(seat).raw for seat in (0, 1)] for scene in found}
        since, pings = len(world.env.http_requests), len(world.pings)
        for _ in range(2):
            await world.restart(crash=crash)
            assert asked(sent(world, since)) == []
        await world.advance(ROUND)
        assert asked(sent(world, since)) == [], "nor in the round after"
        assert len(world.pings) == pings
        for scene in found:
            assert scene.public() == shown[scene.id]
            assert [scene.panel(seat).raw for seat in (0, 1)] == panels[scene.id]
            for seat in (0, 1):
                world.assert_answered(await world.press(scene.players[seat], "My hand", on=scene.table()))


def asked(requests: list[HttpLogEntry]) -> list[str]:
    return [f"{one.method} {one.path}" for one in requests]


@crashing
async def test_a_restart_pings_nobody_who_acted_a_minute_ago_until_the_five_minutes_are_over(
    crash: bool, new_world: Any
) -> None:
    """Who has no panel is pinged at once: of one it is not known to be there."""
    async with several.world_of(new_world, 2) as world:
        quick, slow = await several.in_play(world, 2)
        bob, carol = world["bob"], world["carol"]
        # carol, who did her last act a quarter of an hour ago, has no panel any more; dave leads
        await world.advance(20 * MINUTE)
        await quick.open_panels()
        await quick.press(1, Verb.PLAY, "DQ")
        await quick.press(0, Verb.PLAY, "D2")
        assert await quick.turn() == 1, "bob has won and is to lead"
        await world.advance(MINUTE)
        await slow.act(1, (await slow.match()).deals[-1].legal_cards(1)[0])
        assert await slow.turn() == 0
        pings = len(world.pinged(bob)), len(world.pinged(carol))
        for _ in range(2):
            await world.restart(crash=crash)
            await world.advance(ROUND)
        assert len(world.pinged(bob)) == pings[0], "acted a minute ago"
        assert len(world.pinged(carol)) == pings[1] + 1, "once"
        await world.advance(3 * MINUTE)
        assert len(world.pinged(bob)) == pings[0]
        await world.advance(MINUTE)
        assert len(world.pinged(bob)) == pings[0] + 1, "five minutes after the turn began"
        assert len(quick.notices(1)) == 1
        await world.restart(crash=crash)
        await world.advance(10 * MINUTE)
        assert len(world.pinged(bob)) == pings[0] + 1
        assert len(world.pinged(carol)) == pings[1] + 1
