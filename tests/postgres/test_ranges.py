"""Processes that share the bot by ranges of shards: one holds each, others stand by, who lost one writes nothing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.host import commands
from bot.store import (
    RESERVE,
    LeaseHeld,
    LeaseLost,
    Plan,
    PlanChanged,
    RangeLost,
    Ranges,
    RangesHeld,
    Store,
    StoreError,
    StoreUnavailable,
    TooManyStarts,
)
from bot.store.identify import A_DAY, SPACING
from bot.store.locks import Lock
from tests.support.databases import Databases, beside

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLAN = Plan(4, 2)

pytestmark = pytest.mark.usefixtures("postgres")


class Member:
    """One of the processes, as far as the database can tell."""

    def __init__(self, store: Store, ranges: Ranges) -> None:
        self.store, self.ranges = store, ranges
        self.losses = 0
        ranges.session.on_lost = self._lost

    def _lost(self) -> None:
        self.losses += 1

    async def take(self) -> bool:
        return await self.ranges.take(NOW)

    async def write(self) -> None:
        await self.store.meta.set("written", "something")

    @property
    def held(self) -> set[int]:
        return set(self.ranges.held)


class Bot:
    """A database, and processes that share it."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url, self._stack = url, stack

    async def member(self, plan: Plan = PLAN, most: int = 1) -> Member:
        store = await Store.open(self.url)
        ranges = store.share(await store.plans.add(plan), most)
        self._stack.push_async_callback(store.close)
        self._stack.push_async_callback(ranges.session.close)
        await ranges.stand_by()
        return Member(store, ranges)

    def rows(self, statement: str = "SELECT * FROM shard_lease ORDER BY range") -> list[dict[str, Any]]:
        with beside(self.url) as connection:
            return connection.rows(statement)

    def change(self, statement: str) -> None:
        with beside(self.url) as connection:
            connection.execute(statement)


@pytest.fixture
async def bot(databases: Databases) -> AsyncIterator[Bot]:
    async with AsyncExitStack() as stack:
        yield Bot(databases(), stack)


async def until(condition: Callable[[], Any]) -> None:
    """Wait for what is to become true."""
    async with asyncio.timeout(20):
        while True:
            found = condition()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(0.02)


async def test_each_range_has_one_holder_and_more_stand_by(bot: Bot) -> None:
    members = [await bot.member() for _ in range(5)]
    for _ in range(3):
        await asyncio.gather(*(one.take() for one in members if not one.held))
    assert sorted(sorted(one.held) for one in members) == [[], [], [], [0], [1]]
    (first,) = (one for one in members if one.held == {0})
    (second,) = (one for one in members if one.held == {1})
    assert first.ranges.shards == [0, 1]
    assert second.ranges.shards == [2, 3]
    _, standing_by = await first.store.plans.holders(PLAN)
    assert standing_by == 3
    await first.write()
    await second.write()
    for one in members:
        if not one.held:
            with pytest.raises(RangeLost):
                await one.write()


async def test_who_loses_its_connection_loses_its_range_at_once(bot: Bot) -> None:
    one, two = await bot.member(Plan(2, 1)), await bot.member()
    assert await one.take()
    assert not await two.take()
    await one.write()
    end_session(bot, one)
    await until(lambda: one.losses)
    assert not one.held
    assert not one.ranges.covers(1 << 22)
    assert await two.take()
    assert [(row["token"], row["holder"] is not None) for row in bot.rows()] == [(2, True)]
    with pytest.raises(RangeLost):
        await one.write()
    with pytest.raises(RangeLost):
        await one.ranges.renew(NOW)
    with pytest.raises(RangeLost):
        await one.take()
    await two.write()


def end_session(bot: Bot, member: Member) -> None:
    """End the connection by which a process holds its ranges, as the server does where it hears nothing more."""
    with beside(bot.url) as connection:
        pid = member.ranges.session._driver.get_server_pid()
        connection.execute("SELECT pg_terminate_backend(?)", (pid,))


async def test_who_hangs_is_ended_once_it_is_overdue_and_not_before(bot: Bot) -> None:
    one, two = await bot.member(Plan(1, 1)), await bot.member()
    assert await one.take()
    for _ in range(3):
        assert not await two.take()
    assert one.losses == 0
    bot.change("UPDATE shard_lease SET until = until - 20000")
    assert not await two.take(), "its connection is ended, and the range is free after that"
    await until(lambda: one.losses)
    await until(two.take)
    assert two.held == {0}
    with pytest.raises(RangeLost):
        await one.write()


async def test_who_has_the_lock_of_an_overdue_holder_and_is_about_to_claim_is_not_ended(bot: Bot) -> None:
    one, two = await bot.member(Plan(1, 1)), await bot.member()
    assert await one.take()
    bot.change("UPDATE shard_lease SET until = until - 20000, backend = backend + 1")  # a holder before, with its own
    assert not await two.take()
    assert not await two.take()
    assert one.losses == 0
    assert one.held == {0}


async def test_the_token_alone_keeps_out_who_still_has_a_connection(bot: Bot) -> None:
    one = await bot.member(Plan(2, 2), most=2)
    assert await one.take()
    assert one.held == {0, 1}
    await one.write()
    bot.change("UPDATE shard_lease SET token = token + 1 WHERE range = 1")
    with pytest.raises(RangeLost):
        await one.write()
    with pytest.raises(RangeLost):
        await one.ranges.renew(NOW)
    assert not one.held


async def test_a_transaction_that_hangs_holds_nobody_up(bot: Bot) -> None:
    one, two = await bot.member(Plan(1, 1)), await bot.member()
    assert await one.take()
    reached, goes_on = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        async with one.store._database.write() as connection:
            await connection.execute(sa.text("INSERT INTO meta VALUES ('hung', 'x')"))
            reached.set()
            await goes_on.wait()

    hanging = asyncio.create_task(hang())
    await reached.wait()
    end_session(bot, one)
    await until(two.take)
    goes_on.set()
    with pytest.raises(StoreUnavailable):
        await hanging
    assert await two.store.meta.get("hung") is None


async def test_a_range_is_renewed_beside_writes_and_changes_hands_only_between_them(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.ranges.IN_THE_WAY", 60.0)  # this write ends by itself, also on a slow machine
    one, two = await bot.member(Plan(1, 1)), await bot.member()
    assert await one.take()
    before = bot.rows()[0]["until"]
    async with one.store._database.write() as connection:
        await connection.execute(sa.text("INSERT INTO meta VALUES ('slow', 'x')"))
        await asyncio.wait_for(one.ranges.renew(NOW), 4)
        await one.ranges.drop()
        taking = asyncio.create_task(two.take())
        while not bot.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            assert not taking.done()
            await asyncio.sleep(0)
        assert bot.rows()[0]["token"] == 1
    assert await taking
    assert bot.rows()[0]["until"] > before
    assert await two.store.meta.get("slow") == "x", "what was under way when the range was given up is saved"


async def test_a_range_that_is_given_up_is_free_at_once(bot: Bot) -> None:
    one, two = await bot.member(Plan(1, 1)), await bot.member()
    assert await one.take()
    await one.ranges.drop()
    with pytest.raises(RangeLost):
        await one.write()
    assert one.losses == 0, "nothing was lost"
    await until(two.take)


async def test_one_process_and_several_never_serve_one_database(bot: Bot) -> None:
    alone, one = await Store.open(bot.url), await bot.member(Plan(1, 1))
    await alone.lease.take(NOW)
    with pytest.raises(LeaseHeld) as found:
        await one.take()
    assert not one.held
    # As if it had been watched for a minute, and was left behind elsewhere.
    bot.change("UPDATE lease SET host = 'elsewhere'")
    with pytest.raises(LeaseHeld):
        await one.take()
    assert await one.ranges.take(NOW, abandoned=found.value.held)
    with pytest.raises(LeaseLost):
        await alone.meta.set("written", "by who was thought dead")
    with pytest.raises(RangesHeld, match="stop them all first"):
        await alone.lease.take(NOW)
    # Of a process elsewhere that does not renew.
    bot.change("UPDATE shard_lease SET host = 'elsewhere'")
    with pytest.raises(RangesHeld):
        await alone.lease.take(NOW)
    bot.change("UPDATE shard_lease SET until = 0")
    await alone.lease.take(NOW)
    with pytest.raises(RangeLost):
        await one.write()
    await alone.meta.set("written", "by the one")
    await alone.close()


async def test_who_serves_all_forgets_how_far_the_clocks_of_parts_had_come(bot: Bot) -> None:
    alone = await Store.open(bot.url)
    await alone.meta.set("running", "5 5")
    await alone.meta.set("running 0/2/4", "3 3")
    await alone.lease.take(NOW)
    assert await alone.meta.get("running") == "5 5"
    assert await alone.meta.get("running 0/2/4") is None
    await alone.close()


async def test_the_plan_changes_only_while_nobody_serves_and_ends_who_serves_by_another(bot: Bot) -> None:
    one, two = await bot.member(), await bot.member(Plan(9, 9))
    assert two.ranges.plan == PLAN, "the first plan is the plan"
    assert await one.take()
    assert await two.take()
    with pytest.raises(RangesHeld):
        await one.store.plans.set(Plan(8, 4))
    bot.change("UPDATE shard_lease SET until = 0")
    await one.store.plans.set(Plan(8, 4))
    with pytest.raises(RangeLost):
        await one.write()
    for member in (one, two):
        with pytest.raises(PlanChanged, match="start this process anew"):
            await member.ranges.renew(NOW)
        assert not member.held
    members = [await bot.member() for _ in range(4)]
    for member in members:
        assert await member.take()
    assert [row["token"] for row in bot.rows()] == [3, 3, 1, 1], "a token never comes again"
    waiting = await bot.member()
    bot.change("UPDATE shard_plan SET ranges = 2")
    with pytest.raises(PlanChanged):
        await waiting.take()


async def test_who_is_told_to_stop_has_one_heir_that_takes_over_what_it_gives_up(bot: Bot) -> None:
    old = await bot.member(most=2)
    assert await old.take()
    assert not await old.ranges.announce(), "nobody stands by"
    new, other = await bot.member(), await bot.member()
    assert await old.ranges.announce()
    assert sorted(await asyncio.gather(new.ranges.inherit(), other.ranges.inherit())) == [False, True]
    if other.ranges.inherits:
        new, other = other, new
    assert new.ranges.inherits == {0, 1}
    assert new.ranges.shards == [0, 1, 2, 3]
    assert not await old.ranges.is_heard()
    assert not await new.ranges.go_on_inheriting(listens=True)
    assert await old.ranges.is_heard()
    assert not new.held
    assert not new.ranges.covers(5 << 22)
    with pytest.raises(RangeLost):
        await new.write()
    await old.write()
    assert not await new.take(), "it is not free yet"
    old.ranges.lately = lambda: (5, 2**62)
    await old.ranges.drop()
    assert not await other.take(), "it has an heir"
    assert await new.ranges.go_on_inheriting(listens=True)
    await until(lambda: other.ranges.session.lock(Lock.RANGE, 1))
    assert not await new.take(), "all or none: whoever goes lets go of one range after the other"
    assert new.ranges.inherits == {0, 1}
    await other.ranges.session.unlock(Lock.RANGE, 1)
    await until(new.take)
    assert new.held == {0, 1}
    assert new.ranges.taken == {5, 2**62}
    assert [(row["heir"], row["taken"], row["is_closing"]) for row in bot.rows()] == [(None, "", False)] * 2
    await new.write()
    with pytest.raises(RangeLost):
        await old.write()


async def test_an_heir_that_is_gone_keeps_nobody_waiting_and_a_dead_holder_has_said_nothing(bot: Bot) -> None:
    old, new, other = await bot.member(Plan(1, 1)), await bot.member(), await bot.member()
    assert await old.take()
    assert await old.ranges.announce()
    assert await new.ranges.inherit()
    assert not await other.ranges.inherit()
    bot.change("UPDATE shard_lease SET heir_until = 0, taken = '7'")
    assert not await old.ranges.is_heard(), "of an heir that is gone"
    assert await other.ranges.inherit()
    with pytest.raises(RangeLost):
        await new.ranges.go_on_inheriting(listens=True)
    end_session(bot, old)
    await until(lambda: old.losses)
    await until(other.take)
    assert other.ranges.taken is None, "nobody knows what it took"
    assert other.held == {0}


@pytest.mark.parametrize("buckets", [1, 16])
async def test_one_shard_of_a_bucket_identifies_at_a_time(bot: Bot, buckets: int) -> None:
    members = [await bot.member() for _ in range(3)]
    shards = range(2 * buckets)
    turns = await asyncio.gather(*(members[shard % 3].store.identify.turn(shard, buckets) for shard in shards))
    assert sorted(shard % buckets for shard in shards if not turns[shard]) == list(range(buckets)), "one of each bucket"
    assert all(3 < wait <= SPACING for wait in turns if wait), "and the others wait as long as Discord wants"
    bot.change("UPDATE identify SET free_at = 0 WHERE bucket = 0")
    assert await members[0].store.identify.turn(0, buckets) == 0.0
    assert await members[1].store.identify.turn(buckets, buckets) > 3


async def test_the_last_session_starts_of_a_day_are_left(bot: Bot) -> None:
    identify = (await bot.member()).store.identify
    assert await identify.remaining() is None
    assert await identify.turn(0, 64) == 0.0, "as long as Discord has told nothing"
    await identify.told(RESERVE + 2, 3_600_000)
    for shard in (1, 2):
        assert await identify.turn(shard, 64) == 0.0
    assert await identify.remaining() == RESERVE
    with pytest.raises(TooManyStarts, match=f"Only {RESERVE} session starts are left until"):
        await identify.turn(3, 64)
    assert await identify.remaining() == RESERVE
    bot.change("UPDATE session_starts SET resets_at = 0")
    assert await identify.remaining() == A_DAY
    assert await identify.turn(3, 64) == 0.0, "and the turn was not used up"
    assert await identify.remaining() == A_DAY - 1


async def test_an_act_between_two_processes_is_done_once_and_private_matches_are_the_first_ranges(bot: Bot) -> None:
    one, two = await bot.member(), await bot.member()
    assert await one.take()
    assert await two.take()
    first, second = (one.ranges, two.ranges) if one.held == {0} else (two.ranges, one.ranges)
    servers = [shard << 22 for shard in range(8)]
    assert [first.covers(one) for one in servers] == [True, True, False, False] * 2
    assert [second.covers(one) for one in servers] == [False, False, True, True] * 2
    assert [first.holds(one) for one in servers] == [first.covers(one) for one in servers]
    assert (first.covers(None), second.covers(None)) == (True, False)
    assert (first.holds(None), second.holds(None)) == (False, False)
    assert first.is_shared


@pytest.fixture
def run(bot: Bot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command of the host's, in a thread; its exit code and what it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", bot.url)

    async def run(*arguments: str) -> tuple[int, list[str]]:
        code = await asyncio.to_thread(commands.run, list(arguments))
        said = capsys.readouterr()
        return code, (said.out + said.err).splitlines()

    return run


async def test_the_host_sees_who_serves_what_and_sets_the_plan(bot: Bot, run: Any) -> None:
    await (await Store.open(bot.url)).close()
    code, (line,) = await run("shards")
    assert code == 0
    assert line.startswith("There is no plan yet")
    assert await run("shards", "set", "2", "4") == (2, ["There cannot be more ranges than shards."])
    assert await run("shards", "set", "5", "2") == (0, ["From now on there are 5 shards in 2 ranges."])
    alone = await Store.open(bot.url)
    await alone.lease.take(NOW)
    code, (line,) = await run("shards")
    assert line.startswith(f"One process serves everything (process {os.getpid()} on ")
    await alone.lease.drop()
    await alone.close()
    one, _ = await bot.member(), await bot.member()
    assert await one.take()
    code, lines = await run("shards")
    assert len(lines) == 5, lines
    plan, first, second, standing_by, starts = lines
    assert code == 0
    assert plan == "5 shards in 2 ranges"
    assert first.startswith(f"range 0 (shards 0 to 1): process {os.getpid()} on ")
    assert ", token 1, since 20" in first
    assert first.endswith(" UTC")
    assert second.startswith("range 1 (shards 2 to 4): NOBODY serves it")
    assert standing_by == "1 process stands by"
    assert starts == "how many session starts are left today is not known yet"
    _, lines = await run("check")
    (used,) = [line for line in lines if " by shards" in line]
    assert used.startswith("WRONG: 1 process serves it by shards, and 1 range of the 2 is served by nobody: ")
    await one.store.identify.told(987, 1000)
    bot.change("UPDATE shard_lease SET is_closing = true")
    code, lines = await run("shards")
    assert lines[1].endswith("(it is about to stop)")
    assert lines[-1] == "987 session starts are left today"
    bot.change("UPDATE shard_lease SET until = 0")
    _, lines = await run("shards")
    assert "(it does not answer: " in lines[1]
    assert "ok: no bot is running with it" in (await run("check"))[1]
    await one.ranges.renew(NOW)
    with pytest.raises(StoreError):
        await one.store.plans.set(PLAN)
    code, (line,) = await run("shards", "set", "4", "2")
    assert code == 1
    assert "stop them all first" in line
