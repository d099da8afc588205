"""The clock as a value, and the time that it runs by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import GRACE, LOOK, UNUSED, Clock, Stage, milliseconds
from bot.preferences import clock_within
from bot.running import KEY, LONGEST_GAP, RunningTime
from bot.store import Store

HOUR = timedelta(hours=1)
H = milliseconds(HOUR)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("chosen", "allowed", "found"),
    [
        (None, HOUR, HOUR),
        (timedelta(minutes=5), HOUR, timedelta(minutes=5)),
        (2 * HOUR, HOUR, HOUR),
        (HOUR, None, None),
        (None, None, None),
    ],
)
def test_a_match_chooses_up_to_what_the_server_allows(
    chosen: timedelta | None, allowed: timedelta | None, found: timedelta | None
) -> None:
    assert clock_within(chosen, allowed) == found


def test_a_clock_from_its_start_to_its_end() -> None:
    clock = Clock.start(HOUR, 1000)
    assert (clock.due, clock.next_at, clock.stage) == (1000 + H, 1000 + H // 2, Stage.RUNNING)
    assert not clock.is_due(clock.next_at - 1)
    assert clock.is_due(clock.next_at)
    clock = clock.reminded(clock.next_at)
    assert (clock.due, clock.next_at, clock.stage) == (1000 + H, 1000 + H, Stage.REMINDED)
    assert not clock.is_run_out
    clock = clock.ran_out(clock.next_at)
    assert (clock.due, clock.next_at, clock.end, clock.is_run_out) == (1000 + H, 1000 + 2 * H, 1000 + 2 * H, True)


def test_a_late_reminder_still_leaves_half_of_the_time() -> None:
    clock = Clock.start(HOUR, 0)
    assert clock.reminded(H // 2 + GRACE).due == H
    assert clock.reminded(H // 2 + GRACE + 1).due == H + GRACE + 1
    assert clock.reminded(5 * H).due == 5 * H + H // 2


def test_what_is_found_to_have_run_out_late_still_leaves_the_whole_time_after_it() -> None:
    clock = Clock.start(HOUR, 0).reminded(H // 2)
    assert clock.ran_out(H + 1).end == 2 * H
    assert clock.ran_out(9 * H).end == 10 * H
    assert Clock.start(HOUR, 0).ran_out(H // 2).end == H // 2 + H, "who has left is absent at once"


@pytest.mark.parametrize("stage", Stage)
def test_what_stands_still_goes_on_as_if_no_time_had_passed(stage: Stage) -> None:
    clock = Clock.start(HOUR, 0)
    if stage is not Stage.RUNNING:
        clock = clock.reminded(H // 2)
    if stage is Stage.RUN_OUT:
        clock = clock.ran_out(H)
    still = clock.stopped(H + 7)
    assert still.stopped_at == H + 7
    assert not still.is_run_out
    assert still.next_at == H + 7 + milliseconds(LOOK)
    assert still.stopped(3 * H).stopped_at == H + 7, "since when stays"
    on = still.resumed(11 * H + 7)
    assert (on.due, on.next_at) == (clock.due + 10 * H, clock.next_at + 10 * H)
    assert (on.stage, on.stopped_at) == (stage, None)
    assert clock.resumed(99 * H) is clock


def test_nobody_waits_longer_than_thirty_days() -> None:
    still = Clock.start(HOUR, 0).stopped(5)
    assert not still.is_given_up(5 + milliseconds(UNUSED) - 1)
    assert still.is_given_up(5 + milliseconds(UNUSED))
    off = Clock.start(None, 5)
    assert off.next_at == off.due == off.end == 5 + milliseconds(UNUSED)
    assert not off.is_run_out


class Steady:
    """A clock that nobody sets."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
async def store(tmp_path):  # type: ignore[no-untyped-def]
    """A database."""
    opened = await Store.open(f"sqlite:///{tmp_path / 'bridgette.db'}")
    yield opened
    await opened.close()


async def test_running_time_grows_with_the_steady_clock_alone(store: Store) -> None:
    steady = Steady()
    running = RunningTime(steady)
    await running.resume(store)
    assert running.now == 0
    steady.seconds += 20
    assert running.now == 20_000
    await running.beat(store, NOW)
    steady.seconds -= 5
    assert running.now == 20_000, "nor does it ever go back"


async def test_a_gap_between_two_beats_is_downtime(store: Store) -> None:
    steady = Steady()
    running = RunningTime(steady)
    await running.resume(store)
    await running.beat(store, NOW)
    steady.seconds += 24 * 3600
    assert running.now == LONGEST_GAP * 1000
    await running.beat(store, NOW)
    steady.seconds += 1
    assert running.now == LONGEST_GAP * 1000 + 1000


async def test_it_goes_on_where_the_life_before_has_written_it_down(store: Store) -> None:
    steady = Steady()
    running = RunningTime(steady)
    await running.resume(store)
    steady.seconds += 30
    await running.beat(store, NOW)
    steady.seconds += 10  # and then the process dies
    other = RunningTime(Steady())
    await other.resume(store)
    assert other.now == 30_000


@pytest.mark.parametrize("written", ["", "nonsense", "-5 7", "1e9 3", "99999999999999999999 1", "7"])
async def test_what_is_written_down_may_be_nonsense(written: str, store: Store) -> None:
    await store.meta.set(KEY, written)
    running = RunningTime(Steady())
    await running.resume(store)
    assert running.now == 0


async def test_a_shift_is_told_once_and_only_where_it_matters_to_some_clock(store: Store) -> None:
    steady = Steady()
    running = RunningTime(steady)
    await running.resume(store)
    assert await running.beat(store, NOW) is None

    async def after(wall: float, passed: float = 20.0) -> timedelta | None:
        nonlocal moment
        steady.seconds += passed
        moment += timedelta(seconds=wall)
        return await running.beat(store, moment)

    moment = NOW
    assert await after(20) is None
    assert await after(20 + 29) is None, "under a tenth of the shortest clock"
    assert await after(20 + 1) == timedelta(seconds=30), "small ones add up"
    assert await after(20) is None
    assert await after(20 - 3600) == timedelta(hours=1)
    other = RunningTime(Steady())
    await other.resume(store)
    assert await other.beat(store, moment + timedelta(days=1)) == timedelta(days=1), "downtime"
