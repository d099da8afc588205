"""The clock of each decision: shown, reminded of at half time, run out, claimed, or given anew.

Most clocks here are of five minutes, so that every limit is reached one second before and at it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from simcord import MemberActor

from bot.clock import Stage
from bot.games import Refused
from bot.games.asides import Lapse, Moved, Reminder, RunOut
from bot.preferences import PersonSettings, ServerSettings
from bridgette import Card, Discard, How, Phase
from tests.support.seen import Seen
from tests.support.world import World

from .conftest import Club, NewWorld
from .scene import Scene, core_of, enabled, plain_deals, rows, start, untold

FIVE = timedelta(minutes=5)
HALF, WHOLE = 150, 300


async def chosen(world: World, clock: timedelta | None = FIVE, **settings: Any) -> None:
    """What the server has chosen."""
    with world.env._bot_scope():
        await core_of(world).store.servers.set(world.guild.id, ServerSettings(clock=clock, **settings))


async def changed(world: World, clock: timedelta | None) -> None:
    """The server chooses another clock while matches are open."""
    await chosen(world, clock)
    with world.env._bot_scope():
        await world.client.app.server_changed(world.guild.id)  # type: ignore[attr-defined]
    await world.settle()


@pytest.fixture
async def scene(new_world: NewWorld) -> AsyncIterator[Scene]:
    """A match on a server with a clock of five minutes, in the exchange of the first deal."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        await chosen(world)
        yield await start(world)


async def under_way(scene: Scene) -> int:
    """To a card that is to be played in a match under way; returns the seat that has to."""
    await scene.to_play()
    seat = await scene.turn()
    await scene.act(seat, (await scene.match()).deals[-1].play.legal[0])  # type: ignore[union-attr]
    await scene.tell()
    return await scene.turn()


def countdowns(seen: Seen) -> list[int]:
    """The moments that a message counts down to."""
    return [int(found) for found in re.findall(r"<t:(\d+):R>", seen.text)]


def moment(world: World) -> float:
    return world.now().timestamp()


def running(world: World) -> int:
    """The bot's running time, in milliseconds."""
    with world.env._bot_scope():
        return core_of(world).games.running.now


async def clock_of(scene: Scene) -> Any:
    return (await scene.game()).clock


# ---------------------------------------------------------------------- shown


async def test_without_a_word_it_is_a_day(world: Club) -> None:
    scene = await start(world)
    (due,) = countdowns(scene.table())
    assert due == pytest.approx(moment(world) + 24 * 3600, abs=30)


async def test_the_table_and_the_panel_of_whoever_must_act_count_down(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    await scene.open_panels()
    (due,) = countdowns(scene.table())
    assert due == pytest.approx(moment(world) + WHOLE, abs=20)
    assert countdowns(scene.panel(seat)) == [due]
    assert countdowns(scene.panel(1 - seat)) == []
    assert countdowns(next(one for one in world.sees(world["carol"]) if one.button("My hand"))) == [due]


async def test_each_decision_has_a_whole_clock(scene: Scene) -> None:
    seat = await under_way(scene)
    (before,) = countdowns(scene.table())
    await scene.world.advance(100)
    await scene.act(seat, (await scene.match()).deals[-1].play.legal[0])  # type: ignore[union-attr]
    await scene.tell()
    (after,) = countdowns(scene.table())
    assert after >= before + 100
    assert (await clock_of(scene)).stage is Stage.RUNNING


async def test_in_the_exchange_both_have_the_same_clock(scene: Scene) -> None:
    (before,) = countdowns(scene.table())
    await scene.world.advance(60)
    await scene.act(0, Discard((await scene.match()).deals[-1].drawn(0)))
    await scene.tell()
    assert countdowns(scene.table()) == [before], "that one has chosen gives the other no more time"


# ---------------------------------------------------------------------- half time


async def test_one_reminder_at_half_time_that_pings(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    player = scene.players[seat]
    start_of = (await clock_of(scene)).due - WHOLE * 1000
    await world.advance((start_of + (HALF - 1) * 1000 - running(world)) / 1000)
    assert not any("Time runs out" in one.text for one in scene.notices(seat))
    pings = len(world.pinged(player))
    await world.advance(1.2)
    (notice,) = scene.notices(seat)
    assert "Time runs out" in notice.text
    assert "may claim the match" in notice.text
    assert len(world.pinged(player)) == pings + 1
    await world.advance(HALF - 3)
    assert len(world.pinged(player)) == pings + 1, "one reminder"
    assert not enabled(scene.table(), "claim")


async def test_whoever_wants_no_push_gets_the_notice_without(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    player = scene.players[seat]
    with world.env._bot_scope():
        await core_of(world).store.persons.set(player.id, PersonSettings(reminders=False))
    pings = len(world.pinged(player))
    await world.advance(HALF + 1)
    assert any("Time runs out" in one.text for one in scene.notices(seat))
    assert len(world.pinged(player)) - pings <= 0


async def test_a_reminder_comes_after_a_turn_notice_and_takes_it_away(scene: Scene) -> None:
    seat = await under_way(scene)
    await scene.tell()
    before = scene.notices(seat)
    await scene.world.advance(HALF + 1)
    (after,) = scene.notices(seat)
    assert after.id not in [one.id for one in before]


async def test_a_reminder_is_gone_with_the_move(scene: Scene) -> None:
    seat = await under_way(scene)
    await scene.world.advance(HALF + 1)
    await scene.act(seat, (await scene.match()).deals[-1].play.legal[0])  # type: ignore[union-attr]
    await scene.tell()
    assert not any("Time runs out" in one.text for one in scene.notices(seat))


# ---------------------------------------------------------------------- run out


async def run_out(scene: Scene) -> int:
    """To a card that was not played in time; returns the absent seat."""
    seat = await under_way(scene)
    await scene.world.advance(WHOLE + 1)
    assert (await clock_of(scene)).stage is Stage.RUN_OUT
    return seat


async def test_before_it_has_run_out_nobody_may_claim(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    due = (await clock_of(scene)).due
    await world.advance((due - running(world)) / 1000 - 1)
    assert not enabled(scene.table(), "claim")
    result = await scene.forge(scene.players[1 - seat], scene.table(), "claim", 0, "")
    world.assert_answered(result, contains="still has time")
    await world.advance(1.2)
    assert enabled(scene.table(), "claim")
    assert enabled(scene.table(), "more")


async def test_the_opponent_claims_at_the_table(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    absent, other = scene.players[seat], scene.players[1 - seat]
    assert "time has run out" in scene.table().text
    world.assert_answered(await world.press(other, "Claim the match", on=scene.table()), contains="it is yours")
    ended = (await scene.stored()).ended
    assert ended is not None
    assert (ended.how, ended.by, ended.winner) == (How.CLAIMED, seat, 1 - seat)
    (result,) = [one for one in world.sees(world["carol"]) if "The match is over" in one.text]
    assert "time ran out" in result.text
    standings = {row["user_id"]: row for row in named_rows(world, "standings")}
    assert (standings[other.id]["wins"], standings[absent.id]["losses"]) == (1, 1)
    assert not scene.notices(seat)


def named_rows(world: World, table: str) -> list[dict[str, Any]]:
    client: Any = world.client
    with closing(sqlite3.connect(client._settings.database_url.removeprefix("sqlite:///"))) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]


async def test_and_by_the_button_on_the_notice(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    (notice,) = scene.notices(seat)
    world.assert_answered(await world.press(scene.players[1 - seat], "Claim the match", on=notice))
    assert (await scene.stored()).ended is not None


async def test_the_absent_one_and_strangers_cannot_claim(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    for member, said in ((scene.players[seat], "It is you who has to act"), (world["carol"], "welcome to watch")):
        for label in ("Claim the match", "Give more time"):
            world.assert_answered(await world.press(member, label, on=scene.table()), contains=said)
    assert (await scene.match()).ended is None


async def test_the_absent_one_returns_in_time(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    await world.press(scene.players[seat], "My hand", on=scene.table())
    panel = scene.panel(seat)
    (card, *_) = enabled(panel, "play")
    old = scene.table()
    world.assert_answered(await scene.players[seat].click(panel.handle, custom_id=card.custom_id))
    assert not enabled(scene.table(), "claim")
    late = await scene.forge(scene.players[1 - seat], old, "claim", 0, "")
    assert (await scene.match()).ended is None
    scene.world.assert_answered(late)


async def test_more_time_is_one_whole_clock_as_often_as_given(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    for _ in range(2):
        world.assert_answered(
            await world.press(scene.players[1 - seat], "Give more time", on=scene.table()), contains="one whole clock"
        )
        (due,) = countdowns(scene.table())
        assert due == pytest.approx(moment(world) + WHOLE, abs=5)
        assert not enabled(scene.table(), "claim")
        assert not any(enabled(one, "claim") for one in scene.notices(seat))
        pings = len(world.pinged(scene.players[seat]))
        await world.advance(HALF + 2)
        assert len(world.pinged(scene.players[seat])) == pings + 1, "a reminder for each"
        await world.advance(HALF)
        assert enabled(scene.table(), "claim")


async def test_after_as_long_again_it_ends_by_itself(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    end = (await clock_of(scene)).end
    winner = scene.players[1 - seat]
    pings = len(world.pinged(winner))
    await world.advance((end - running(world)) / 1000 - 1)
    assert (await scene.match()).ended is None
    await world.advance(1.2)
    ended = (await scene.stored()).ended
    assert ended is not None
    assert (ended.how, ended.by, ended.winner) == (How.CLAIMED, seat, 1 - seat)
    assert len(world.pinged(winner)) == pings + 1, "who has not done it is told"
    again = await start(world)
    assert again.id != scene.id, "the channel is free"


@pytest.mark.parametrize("where", ["exchange", "auction", "lead"])
async def test_before_the_opening_lead_of_the_first_contract_it_is_void(where: str, scene: Scene) -> None:
    world = scene.world
    if where == "exchange":
        await scene.act(0, Discard((await scene.match()).deals[-1].drawn(0)))
    elif where == "auction":
        await scene.exchange()
    else:
        await scene.to_play()
    await scene.tell()
    seat = await scene.turn()
    await world.advance(WHOLE + 1)
    assert "counts for nobody" in scene.table().text
    world.assert_answered(
        await world.press(scene.players[1 - seat], "End the match", on=scene.table()), contains="counts for nobody"
    )
    ended = (await scene.stored()).ended
    assert ended is not None
    assert ended.how is How.VOID
    assert not rows(world)["standings"]


async def test_where_neither_has_chosen_it_is_void_however_many_deals_were_played(scene: Scene) -> None:
    world = scene.world
    await scene.until(lambda match: match.counted == 1 and match.deals[-1].phase is Phase.EXCHANGE)
    await scene.tell()
    await world.advance(WHOLE + 1)
    assert "for both" in scene.table().text
    assert not enabled(scene.table(), "claim")
    for seat in (0, 1):
        result = await scene.forge(scene.players[seat], scene.table(), "claim", 0, "")
        world.assert_answered(result, contains="It is you who has to act")
    await world.advance(WHOLE + 1)
    ended = (await scene.stored()).ended
    assert ended is not None
    assert ended.how is How.VOID
    assert not rows(world)["standings"]


async def test_whoever_chooses_late_may_claim_from_the_other(scene: Scene) -> None:
    world = scene.world
    await scene.until(lambda match: match.counted == 1 and match.deals[-1].phase is Phase.EXCHANGE)
    await scene.tell()
    await world.advance(WHOLE + 1)
    await scene.act(1, Discard((await scene.match()).deals[-1].drawn(1)))
    await scene.tell()
    world.assert_answered(await world.press(scene.players[1], "Claim the match", on=scene.table()))
    ended = (await scene.stored()).ended
    assert ended is not None
    assert (ended.how, ended.by) == (How.CLAIMED, 0)


async def test_claim_against_a_late_move_has_one_result(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    await world.press(scene.players[seat], "My hand", on=scene.table())
    (card, *_) = enabled(scene.panel(seat), "play")
    (claim,) = enabled(scene.table(), "claim")
    one, two = await world.together(
        (scene.players[seat], scene.panel(seat), card.custom_id),
        (scene.players[1 - seat], scene.table(), claim.custom_id),
    )
    match = await scene.stored()
    played = len(match.deals[-1].play.plays) == 2  # type: ignore[union-attr]
    assert played == (match.ended is None)
    world.assert_answered(one)
    world.assert_answered(two)


# ---------------------------------------------------------------------- time itself


async def restarted_after(scene: Scene, seconds: float) -> None:
    """The bot is off for some time."""
    world: Any = scene.world
    await world.client.close()
    world.env.backend.clock._epoch += timedelta(seconds=seconds)
    world.client = world.clients()
    await world.env.restart_bot(world.client)
    await world.settle()


@pytest.mark.parametrize("off", [600, 24 * 3600])
async def test_downtime_runs_nobodys_clock(off: int, scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    await world.advance(100)
    await restarted_after(scene, off)
    assert (await scene.match()).ended is None
    assert not any("Time runs out" in one.text for one in scene.notices(seat))
    left = (await clock_of(scene)).due - running(world)
    assert WHOLE - 105 <= left / 1000 <= WHOLE - 60, "what was confirmed by a beat has gone by, and no more"
    await world.advance(1)
    (due,) = countdowns(scene.table())
    assert due == pytest.approx(moment(world) + left / 1000, abs=5), "the table tells the new moment"


@pytest.mark.parametrize("jump", [-3600, 3600, 30 * 24 * 3600, -30 * 24 * 3600])
async def test_no_jump_of_the_wall_clock_ends_a_match(jump: int, scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    right = world.env.now
    world.env.now = lambda: right() + timedelta(seconds=jump)  # type: ignore[method-assign]
    await world.advance(HALF - 20)
    assert (await scene.match()).ended is None
    assert (await clock_of(scene)).stage is Stage.RUNNING
    await world.advance(30)
    assert (await clock_of(scene)).stage is Stage.REMINDED
    await world.advance(HALF)
    assert (await clock_of(scene)).stage is Stage.RUN_OUT, f"and none stops a clock: {seat}"


async def test_a_process_that_was_stopped_counts_for_nobody(scene: Scene) -> None:
    world = scene.world
    await under_way(scene)
    before = running(world)
    time = core_of(world).games.running
    steady = time._steady
    time._steady = lambda: steady() + 24 * 3600
    await world.advance(30)
    assert running(world) - before <= 90_000
    assert (await scene.match()).ended is None
    assert (await clock_of(scene)).stage is Stage.RUNNING


async def test_without_a_beat_in_the_database_time_stands_still(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.store import StoreUnavailable

    world = scene.world
    await under_way(scene)
    meta = core_of(world).store.meta

    async def fails(key: str, value: str) -> None:
        raise StoreUnavailable("The database cannot be used now.")

    monkeypatch.setattr(type(meta), "set", lambda self, key, value: fails(key, value))
    await world.advance(20 * 60)
    assert (await scene.match()).ended is None
    assert (await clock_of(scene)).stage is Stage.RUNNING
    monkeypatch.undo()
    await world.advance(HALF)
    assert (await clock_of(scene)).stage is Stage.REMINDED


async def test_a_restart_forgets_no_deadline(scene: Scene) -> None:
    world: Any = scene.world
    seat = await run_out(scene)
    await world.restart(crash=True)
    await world.advance(5)
    world.assert_answered(await world.press(scene.players[1 - seat], "Claim the match", on=scene.table()))
    assert (await scene.stored()).ended is not None


async def test_a_reminder_that_was_not_posted_comes_at_the_next_start(scene: Scene) -> None:

    world: Any = scene.world
    seat = await under_way(scene)
    core = core_of(world)
    with untold(core), world.env._bot_scope():
        clock = (await scene.game()).clock
        await core.games.do(scene.id, Reminder(None), world.now())
    assert clock.stage is Stage.RUNNING
    await world.restart(crash=True)
    await world.advance(2)
    assert any("Time runs out" in one.text for one in scene.notices(seat))


async def test_an_open_match_without_a_clock_gets_a_whole_one(scene: Scene) -> None:
    world: Any = scene.world
    await under_way(scene)
    path = world.client._settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM clocks")
    await world.restart(crash=True)
    (row,) = named_rows(world, "clocks")
    assert row["seconds"] == 24 * 3600


# ---------------------------------------------------------------------- settings


async def test_a_changed_setting_holds_from_the_next_decision(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    (before,) = countdowns(scene.table())
    await changed(world, timedelta(hours=1))
    assert countdowns(scene.table()) == [before]
    await scene.act(seat, (await scene.match()).deals[-1].play.legal[0])  # type: ignore[union-attr]
    await scene.tell()
    (after,) = countdowns(scene.table())
    assert after == pytest.approx(moment(world) + 3600, abs=20)


async def test_off_ends_running_deadlines(scene: Scene) -> None:
    world = scene.world
    seat = await run_out(scene)
    await changed(world, None)
    assert countdowns(scene.table()) == []
    assert not enabled(scene.table(), "claim")
    result = await scene.forge(scene.players[1 - seat], scene.table(), "claim", 0, "")
    world.assert_answered(result, contains="still has time")
    await world.advance(3 * WHOLE)
    assert (await scene.match()).ended is None


async def passed(scene: Scene, time: timedelta) -> None:
    """Running time goes by, without all that happens in it, and then what is due is looked at."""
    core = core_of(scene.world)
    core.games.running._confirmed += int(time.total_seconds() * 1000)
    await scene.world.advance(16)


async def test_without_a_clock_thirty_days_without_an_act_make_it_void(scene: Scene) -> None:
    await under_way(scene)
    await changed(scene.world, None)
    await passed(scene, timedelta(days=30) - timedelta(seconds=60))
    assert (await scene.match()).ended is None
    await passed(scene, timedelta(seconds=60))
    ended = (await scene.stored()).ended
    assert ended is not None
    assert ended.how is How.VOID


async def test_a_match_keeps_to_what_it_has_chosen(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await chosen(world, timedelta(hours=1))
        scene = await start(world)
        core = core_of(world)
        core.games._games.keep(replace(await scene.game(), chosen_clock=FIVE), core.games._games.doubts)
        await scene.to_play()
        assert (await clock_of(scene)).length == FIVE
        await changed(world, timedelta(minutes=4))
        await scene.plays("AS" if False else str(_legal(await scene.match())))
        assert (await clock_of(scene)).length == timedelta(minutes=4), "up to the server's longest"


def _legal(match: Any) -> Card:
    card: Card = match.deals[-1].play.legal[0]
    return card


# ---------------------------------------------------------------------- whoever cannot act


async def leave(world: World, member: MemberActor) -> None:
    world.env.backend.remove_member(world.guild.id, member.id)
    await world.settle()


async def test_who_has_left_the_server_is_absent_at_half_time(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    await leave(world, scene.players[seat])
    await world.advance(HALF - 20)
    assert not enabled(scene.table(), "claim")
    await world.advance(25)
    assert enabled(scene.table(), "claim")
    await world.advance(WHOLE + 1)
    ended = (await scene.stored()).ended
    assert ended is not None
    assert (ended.how, ended.by) == (How.CLAIMED, seat)


async def test_a_time_out_moves_the_deadline_to_its_end_and_half_a_clock(scene: Scene) -> None:
    world = scene.world
    seat = await under_way(scene)
    until = world.now() + timedelta(seconds=3 * WHOLE)
    member = world.env.backend.guilds[world.guild.id].members[scene.players[seat].id]
    member.timed_out_until = until.isoformat()
    await world.advance(WHOLE + 2)
    assert not enabled(scene.table(), "claim")
    (due,) = countdowns(scene.table())
    assert due == pytest.approx(until.timestamp() + HALF, abs=2)
    await world.advance(2 * WHOLE + HALF + 1)
    assert enabled(scene.table(), "claim")


async def test_a_question_that_discord_does_not_answer_costs_nobody_anything(scene: Scene) -> None:
    world = scene.world
    await under_way(scene)
    world.env.inject_error("GET", "/guilds/*/members/*", status=500, times=None)
    await world.advance(3 * WHOLE)
    assert (await scene.match()).ended is None
    assert (await clock_of(scene)).stage is Stage.RUNNING
    world.env.backend.faults.clear()
    await world.advance(70)
    assert (await clock_of(scene)).stage is Stage.REMINDED
    left = (await clock_of(scene)).due - running(world)
    assert left / 1000 > HALF - 75, "a warning comes before any loss"


# ---------------------------------------------------------------------- places that are closed


async def test_a_step_of_the_clock_and_a_move_cross(scene: Scene) -> None:
    """Whatever was looked at before a move came is not done after it."""
    world = scene.world
    seat = await under_way(scene)
    core = core_of(world)
    before = (await scene.game()).clock
    await world.advance(10)
    await scene.act(seat, (await scene.match()).deals[-1].play.legal[0])  # type: ignore[union-attr]
    number = (await scene.game()).number
    for step in (Reminder(before), RunOut(before), Lapse(before), Moved(before, before.due)):
        with pytest.raises(Refused), world.env._bot_scope():
            await core.games.do(scene.id, step, world.now())
    assert (await scene.game()).number == number
    assert (await scene.match()).ended is None


async def test_a_reminder_leaves_the_panel_as_it_is(scene: Scene) -> None:
    """Who is about to play when the reminder comes plays."""
    world = scene.world
    seat = await under_way(scene)
    await scene.open_panels()
    panel = scene.panel(seat)
    (card, *_) = enabled(panel, "play")
    await world.advance(HALF + 2)
    assert (await clock_of(scene)).stage is Stage.REMINDED
    world.assert_answered(await scene.players[seat].click(panel.handle, custom_id=card.custom_id))
    assert len((await scene.match()).deals[-1].play.plays) == 2  # type: ignore[union-attr]


async def test_while_the_connection_is_down_nobodys_clock_runs(scene: Scene) -> None:
    world: Any = scene.world
    await under_way(scene)
    world.client.dispatch("disconnect")
    await world.advance(3 * WHOLE)
    assert (await clock_of(scene)).stage is Stage.RUNNING
    world.client.dispatch("resumed")
    await world.advance(WHOLE + 10)
    assert (await clock_of(scene)).stage is Stage.RUN_OUT
