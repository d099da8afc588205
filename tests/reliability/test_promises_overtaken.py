"""What comes too late, or of which nobody knows whether it arrived: the rows tell, and what is shown follows them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from simcord import InteractionResult

from bot.discord.send import Sender
from bot.features.table.channel import Channel
from bot.games import Move, Resignation
from bot.host import database
from bot.store import StoreUnavailable
from bot.store.matches import Matches
from bridgette import parse_call
from tests.bot.conftest import ErrorLog, error_log, new_world
from tests.bot.scene import Scene, controls, enabled, plain_deal, rows, start
from tests.bot.test_mutants import shows_how_things_stand
from tests.reliability.several import ROUND, UNCHANGED, all_read, failing, shows_the_last_state, to
from tests.reliability.test_promises_damage import DAMAGES, damage
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "new_world"]

MINUTE, HOUR, LONG = 60, 3600, 3 * 60
UNSURE = "I cannot tell whether that was saved"


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match before its first lead, in which bob (seat 1) leads; both panels are open."""
    async with new_world(below=plain_deal()) as world:
        begun = await start(world)
        await begun.to_play()
        await begun.show()
        yield begun


async def happens(scene: Scene, act: Move | Resignation) -> None:
    """Something that a player does elsewhere: saved, and told as ever."""
    world = scene.world
    with world.env._bot_scope():
        await scene.core.games.do(scene.id, act, world.now())
    await world.settle()


# ------------------------------------------------------------- saved, although saving failed


@contextmanager
def connection_lost(*, arrives: bool = True) -> Iterator[list[bool]]:
    """The next act is saved (or not), and then the connection to the database is lost."""
    real, lost = Matches.append, list[bool]()

    async def append(self: Matches, *arguments: Any, **options: Any) -> None:
        if not lost:
            lost.append(arrives)
            if arrives:
                await real(self, *arguments, **options)
            raise StoreUnavailable("The connection was lost (a test).")
        await real(self, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Matches, "append", append)
        yield lost


async def test_an_act_that_was_saved_although_saving_it_failed_is_an_act_as_any_other(scene: Scene) -> None:
    """Told as saved, on the opponent's panel and the table at once, and the opponent goes on."""
    world = scene.world
    with connection_lost() as lost:
        result = await scene.press(1, Verb.PLAY, "DQ")
        assert lost == [True]
    assert "Waiting for" in world.answer(result)
    assert UNCHANGED not in all_read(world)
    assert "♦︎Q" in scene.table().text
    assert await shows_the_last_state(scene)
    assert enabled(scene.panel(0), Verb.PLAY), "the opponent is asked at once"
    assert (await scene.stored()) == (await scene.match())
    await scene.press(0, Verb.PLAY, "DK")
    assert (await scene.match()).deals[-1].play.won == (1, 0)  # type: ignore[union-attr]
    assert await shows_the_last_state(scene)


async def test_an_end_that_was_saved_although_saving_it_failed_is_an_end_as_any_other(scene: Scene) -> None:
    world = scene.world
    await scene.press(1, Verb.PLAY, "DQ")
    world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette resign"))
    with connection_lost() as lost:
        result = world.assert_answered(await world.press(scene.players[0], "Resign the match", channel=scene.channel))
        assert lost == [True]
    assert UNCHANGED not in world.answer(result)
    assert world.find(world["carol"], "Rematch")
    assert len(rows(world)["results"]) == 1
    assert not scene.core.games.held


async def test_an_act_that_was_not_saved_is_told_so_and_can_be_done_again(scene: Scene, error_log: ErrorLog) -> None:
    world, table, panel = scene.world, scene.table().text, scene.panel(1)
    with connection_lost(arrives=False):
        result = await scene.press(1, Verb.PLAY, "DQ")
    assert UNCHANGED in world.answer(result)
    (line,) = error_log.take()
    assert "not saved" in line
    await world.advance(2 * ROUND)
    assert scene.table().text == table
    await scene.press(1, Verb.PLAY, "DQ", on=panel)
    assert await shows_the_last_state(scene)


@pytest.mark.parametrize("arrives", [True, False], ids=["saved", "not saved"])
@pytest.mark.parametrize("outage", [1, None], ids=["a moment", "until the next round"])
async def test_where_nobody_knows_whether_an_act_was_saved_that_is_told_and_then_the_rows_tell(
    arrives: bool, outage: int | None, scene: Scene, error_log: ErrorLog
) -> None:
    """Looking fails as well. The next round shows what the rows say, on the table and the opponent's panel."""
    world = scene.world
    looks = failing(Matches, "has_act", times=outage), failing(Matches, "load", times=outage)
    with connection_lost(arrives=arrives), looks[0] as failed, looks[1]:
        result = await scene.press(1, Verb.PLAY, "DQ")
        assert failed
    assert UNSURE in world.answer(result)
    assert UNCHANGED not in world.answer(result)
    assert "perhaps not saved" in error_log.take()[0]
    await world.advance(2 * ROUND)
    assert ("♦︎Q" in scene.table().text) is arrives
    assert await shows_the_last_state(scene)
    assert bool(enabled(scene.panel(0), Verb.PLAY)) is arrives
    hand = world.assert_answered(await scene.players[1].slash(scene.channel, "bridgette hand"))
    assert ("Waiting for" in world.answer(hand)) is arrives
    if not arrives:
        await scene.press(1, Verb.PLAY, "DQ")
    await world.press(scene.players[0], "My hand", channel=scene.channel)
    await scene.press(0, Verb.PLAY, "DK")
    assert await shows_the_last_state(scene)
    assert len(scene.tables()) == 1


# ------------------------------------------------------------- answers and edits that are overtaken


@contextmanager
def held_answers(world: World) -> Iterator[asyncio.Event]:
    """Answers that edit the clicked message wait on their way until they are let go."""
    let_go, real = asyncio.Event(), discord.InteractionResponse.edit_message

    async def late(self: discord.InteractionResponse[Any], *arguments: Any, **options: Any) -> Any:
        await world.env.external_wait(let_go.wait(), reason="Discord is slow")
        return await real(self, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "edit_message", late)
        try:
            yield let_go
        finally:
            let_go.set()


@contextmanager
def slow_edits() -> Iterator[None]:
    """Edits of panels by their tokens take three minutes on their way, in virtual time."""
    real = Sender.edit_by_token

    async def late(*arguments: Any) -> None:
        await asyncio.sleep(LONG)
        await real(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sender, "edit_by_token", late)
        yield


def click(scene: Scene, seat: int, verb: str, detail: str = "") -> InteractionResult:
    """A click that is on its way when this returns."""
    panel = scene.panel(seat)
    (button,) = [one for one in controls(panel, verb) if one.custom_id.split(":")[4] == detail]
    return scene.world._queue(scene.players[seat], panel, button.custom_id)


def nothing_is_kept(scene: Scene) -> bool:
    """Whether no panel of the match is remembered."""
    found = scene.core.panels
    return not [key for key in (*found._live, *found._wanted) if key[0] == scene.id]


async def test_a_slow_answer_that_arrives_after_the_opponents_act_does_not_leave_the_older_state(
    new_world: Any,
) -> None:
    """Bob bids; before the answer has reached Discord alice has bid as well, and his panel has shown it already."""
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.exchange()
        await scene.calls("1S")
        await scene.show()
        with held_answers(world) as let_go:
            result = click(scene, 1, Verb.CALL, "2S")
            await world.advance(0)
            assert len((await scene.match()).deals[-1].auction.calls) == 2, "saved"  # type: ignore[union-attr]
            await happens(scene, Move(0, parse_call("3S")))
            assert not result.acknowledged
            let_go.set()
            await world.settle()
        world.assert_answered(result)
        assert await scene.turn() == 1
        assert "Waiting for" not in scene.panel(1).text
        assert enabled(scene.panel(1), Verb.LEVEL)
        assert (scene.id, 1) in scene.core.panels._live
        assert await shows_how_things_stand(scene, 1)


async def test_a_slow_answer_that_arrives_after_the_end_shows_the_end_and_keeps_nothing(scene: Scene) -> None:
    world = scene.world
    with held_answers(world) as let_go:
        result = click(scene, 0, Verb.HAND)
        await world.advance(0)
        await happens(scene, Resignation(1))
        assert not result.acknowledged
        let_go.set()
        await world.settle()
    world.assert_answered(result)
    assert "The match is over" in scene.panel(0).text
    assert nothing_is_kept(scene)


async def test_the_end_of_a_match_reaches_a_panel_whose_edit_is_under_way(scene: Scene) -> None:
    """Alice's panel is on its way to show bob's lead when he resigns."""
    world = scene.world
    with slow_edits():
        await scene.press(1, Verb.PLAY, "DQ")
        await happens(scene, Resignation(1))
        assert "The match is over" not in scene.panel(0).text
        await world.advance(2 * LONG + 1)
    assert "The match is over" in scene.panel(0).text
    await world.settle()
    assert nothing_is_kept(scene)


async def test_after_an_end_nothing_of_the_match_is_kept(scene: Scene) -> None:
    await scene.press(1, Verb.PLAY, "DQ")
    assert not nothing_is_kept(scene)
    await happens(scene, Resignation(1))
    assert "The match is over" in scene.panel(0).text
    assert nothing_is_kept(scene)


# ------------------------------------------------------------- an end that the host wrote


async def is_over(scene: Scene, since: int, pings: int) -> None:
    """The table has lost its buttons, nobody is pinged, and nothing more is sent, however long it takes."""
    world = scene.world
    told = sum(len(scene.notices(seat)) for seat in (0, 1))
    await world.advance(ROUND)
    assert not scene.tables()
    assert not scene.notices(0)
    assert not scene.notices(1)
    sent = ["PATCH"] + ["DELETE"] * told
    assert [one.method for one in to(world, scene, since)] == sent, "one edit, and the notices of turns go"
    await world.advance(HOUR)
    assert [one.method for one in to(world, scene, since)] == sent
    assert len(world.pings) == pings
    assert not scene.core.games.held


async def test_a_host_who_ends_a_match_under_the_running_bot_takes_its_table_down(scene: Scene) -> None:
    world: Any = scene.world
    since, pings, table, panel = len(world.env.http_requests), len(world.pings), scene.table(), scene.panel(0)
    assert await database.void(world.client._settings, scene.id) is None
    await is_over(scene, since, pings)
    assert [one.label for one in world.look(table).buttons] == ["Check the shuffle", "Match record"]
    hand = world.assert_answered(await scene.forge(scene.players[0], table, Verb.HAND, 0, ""))
    assert "The match is over" in world.answer(hand)
    played = world.assert_answered(await scene.forge(scene.players[1], panel, Verb.PLAY, 4, "DQ"))
    assert "over" in world.answer(played)
    assert not rows(world)["results"]
    since = len(world.env.http_requests)
    await world.restart()
    assert not to(world, scene, since)
    assert len((await start(world)).tables()) == 1


@pytest.mark.parametrize("how", DAMAGES)
async def test_a_damaged_match_that_the_host_ends_under_the_running_bot_loses_its_table(
    how: str, scene: Scene, error_log: ErrorLog
) -> None:
    world: Any = scene.world
    table = scene.table()
    damage(world, scene, how)
    await world.restart(crash=True)
    await world.advance(6 * MINUTE)
    error_log.take()
    since, pings = len(world.env.http_requests), len(world.pings)
    assert await database.void(world.client._settings, scene.id) is None
    await is_over(scene, since, pings)
    hand = world.assert_answered(await scene.forge(scene.players[0], table, Verb.HAND, 0, ""))
    assert re.search("(The|This) match is over", world.answer(hand))
    assert "damaged" not in world.answer(hand)
    assert len((await start(world)).tables()) == 1
    assert not error_log.take()


# ------------------------------------------------------------- a table on its way


@contextmanager
def held_posts(world: World) -> Iterator[tuple[asyncio.Event, list[str]]]:
    """New messages in channels wait on their way until they are let go; their nonces are told."""
    let_go, real, held = asyncio.Event(), Channel.post, list[str]()

    async def late(self: Channel, screen: Any, nonce: str, **options: Any) -> int:
        held.append(nonce)
        await world.env.external_wait(let_go.wait(), reason="Discord is slow")
        return await real(self, screen, nonce, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Channel, "post", late)
        try:
            yield let_go, held
        finally:
            let_go.set()


async def test_a_table_that_is_on_its_way_while_an_act_is_not_saved_stays_the_one_table(
    scene: Scene, error_log: ErrorLog
) -> None:
    """What is held in memory is given up then, and read anew; the post that is under way counts all the same."""
    world = scene.world
    await world.advance(HOUR + 2 * MINUTE)  # an old table is replaced
    await scene.open_panels()
    with held_posts(world) as (let_go, held):
        await scene.press(1, Verb.PLAY, "DQ")
        assert len(held) == 1
        with connection_lost(arrives=False):
            await scene.press(0, Verb.PLAY, "DK", on=scene.panel(0))
        assert "not saved" in error_log.take()[0]
        world.assert_answered(await world.press(scene.players[0], "My hand", channel=scene.channel))
        let_go.set()
        await world.settle()
    await world.advance(2 * ROUND)
    assert await shows_the_last_state(scene)
    await world.press(scene.players[0], "My hand", channel=scene.channel)
    await scene.press(0, Verb.PLAY, "DK")
    assert await shows_the_last_state(scene)
    assert len(held) == 1, "posted once"
    await world.restart()
    assert await shows_the_last_state(scene)
    assert len(scene.tables()) == 1
