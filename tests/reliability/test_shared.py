"""Several processes share a bot: each server is served by one, and another one goes on where that one is lost."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.screens.faces import FACES
from tests.support.clicks import Alone, Pair, Tally
from tests.support.postgres import Server
from tests.support.processes import Process, until
from tests.support.proxy import Proxy
from tests.support.shared import Shared, answered, deploy, sharing

TWO = 2
"""Shards, and ranges, in most of these tests."""

SOON, HUNG = 3.0, 20.0
"""Seconds in which another process takes over: where one was killed; where one hangs, or its network does."""

SLACK = 4.0
"""Seconds that a machine of two cores may be busy with something else."""


@pytest.fixture
def url(postgres: Server) -> Iterator[str]:
    found = postgres.database()
    yield found
    postgres.drop(found)


@pytest.fixture
async def two(url: str, tmp_path: Path) -> AsyncIterator[Shared]:
    """Two shards in two ranges, and no process yet."""
    async with sharing(tmp_path, url, TWO) as shared:
        await shared.plan(TWO, TWO)
        yield shared


async def in_play(shared: Shared) -> list[tuple[Pair, list[str]]]:
    """A match on each server, and what its players were told."""
    found = []
    for pair in shared.pairs():
        await pair.begin()
        await pair.play(6)
        found.append((pair, await hands(pair)))
    return found


async def hands(pair: Pair) -> list[str]:
    """What both are shown when they ask for their hands."""
    found = []
    for who in (0, 1):
        assert await pair.hand(who) is not None, "My hand was not answered"
        found.append(pair.read(who))
    return found


async def go_on(pair: Pair, shown: list[str], saved: list[Any]) -> None:
    """Nothing that was told is lost, and the match goes on with the same cards."""
    assert pair.acts() == saved
    assert await hands(pair) == shown
    await pair.play(4)
    assert (pair.tally.lost, pair.tally.twice, pair.tally.repeated) == (0, 0, 0)


def acted(one: Process, pair: Pair) -> int:
    """Acts of a match that a process has saved."""
    return one.said.count(f"act match={pair.match_id} ")


async def test_each_server_is_served_by_one_process_and_by_a_standby_once_that_one_is_killed(two: Shared) -> None:
    for _ in range(TWO):
        two.run()
    await two.serve(TWO, TWO)
    matches = await in_play(two)
    for of, (pair, _) in enumerate(matches):
        owners = [one for one in two.bots.all if acted(one, pair)]
        assert owners == [two.holder(of)], "one process acts in the matches of a server"
    standby = await two.standby()

    (pair, shown), (other, others_shown) = matches
    saved, before = pair.acts(), two.leases()
    killed = two.holder(0)
    assert killed is not None
    killed.kill()
    took = await two.taken_over(0, before[0].token, SOON + SLACK)
    assert two.holder(0) is standby
    await answered(pair, 20.0)
    await go_on(pair, shown, saved)
    await go_on(other, others_shown, other.acts())
    assert two.leases()[1] == before[1], "the other range is as it was"
    assert two.void() == 0, "neither a start nor a takeover ends a match"
    assert (two.gateway.syncs, two.gateway.strange, two.bots.complaints()) == (1, [], [])
    assert took < SOON + SLACK


async def test_who_hangs_or_is_cut_off_is_replaced_and_writes_nothing_more(two: Shared, postgres: Server) -> None:
    proxy = Proxy(postgres.port)
    proxy.open()
    through = two.url.replace(f":{postgres.port}/", f":{proxy.port}/")
    hung = two.run()
    await until(lambda: "serving ranges=" in hung.said, what=f"the first serves:\n{hung.said}")
    cut = two.run(url=through)
    await two.serve(TWO, TWO)
    matches = await in_play(two)
    standbys = [await two.standby() for _ in range(TWO)]

    before, saved = two.leases(), [pair.acts() for pair, _ in matches]
    of_hung = next(of for of in before if two.holder(of) is hung)
    hung.send(signal.SIGSTOP)
    proxy.swallow()
    # Discord tells the sessions that are there still: the one reads it when it wakes up, the other cannot save it.
    await asyncio.gather(*(pair.act() for pair, _ in matches))
    for of in range(TWO):
        await two.taken_over(of, before[of].token, HUNG + SLACK)
        assert two.holder(of) in standbys
    assert await cut.ends(HUNG) == 1, cut.said
    hung.send(signal.SIGCONT)
    assert await hung.ends(HUNG) == 1, hung.said
    for one in (hung, cut):
        assert "Traceback" not in one.said, one.said
        assert len(one.said.splitlines()[-1].split()) > 4, "it ends with a sentence"
    assert [two.holder(of) in standbys for of in range(TWO)] == [True, True]
    await two.serve(TWO, TWO)
    for (pair, shown), acts in zip(matches, saved, strict=True):
        await answered(pair, 20.0)
        await go_on(pair, shown, acts)
    assert acted(hung, matches[of_hung][0]) == len(saved[of_hung]), "who wakes up saves nothing"
    assert (two.void(), two.gateway.syncs) == (0, 1)
    proxy.cut()


@pytest.mark.parametrize(("max_concurrency", "shards"), [(1, 2), (16, 17)])
async def test_five_processes_that_start_at_once_agree(
    url: str, tmp_path: Path, max_concurrency: int, shards: int
) -> None:
    async with sharing(tmp_path, url, shards, max_concurrency=max_concurrency, channels=1) as shared:
        shared.gateway.takes_emoji = True
        await shared.plan(shards, TWO)
        started = [shared.run() for _ in range(5)]
        await shared.serve(shards, TWO)
        await until(lambda: sum("standing by" in one.said for one in started) == 3, what="the others stand by")
        assert shared.gateway.too_close() == []
        assert sorted(one.shard for one in shared.gateway.identifies) == list(range(shards)), "one session each"
        assert shared.gateway.syncs == 1
        await until(lambda: len(set(shared.gateway.uploads)) == len(FACES), what="all emoji are uploaded")
        assert len(shared.gateway.uploads) == len(FACES), "each once"
        assert [one.code for one in started] == [None] * 5
        assert (shared.gateway.strange, shared.bots.complaints()) == ([], [])


async def test_a_plan_that_changes_under_a_running_process_ends_it(two: Shared) -> None:
    one = two.run()
    await until(lambda: "serving ranges=" in one.said, what=f"it serves:\n{one.said}")
    refused = two.bots.start("shards", "set", "4", "1")
    assert await refused.ends() != 0, "not while somebody serves"
    assert "Traceback" not in refused.said
    assert len(refused.said.splitlines()) == 1
    two.database.execute("UPDATE shard_plan SET shard_count = 4")
    assert await one.ends(HUNG) == 1, one.said
    assert "Traceback" not in one.said, one.said
    assert len(one.said.splitlines()[-1].split()) > 4, "it ends with a sentence"


async def test_a_match_alone_is_played_through_two_processes_in_turn(two: Shared) -> None:
    for _ in range(TWO):
        two.run()
    await two.serve(TWO, TWO)
    alone = Alone(two.gateway, two.database, None, 77)
    await alone.begin()
    elsewhere = next(iter(two.gateway.guilds)) + ((2 * TWO + 1) << 22)  # the bot is not there; its shard is the second
    for guild_id, channel_id in ((None, 77), (elsewhere, 78)) * 2:
        alone.guild_id, alone.channel_id = guild_id, channel_id
        assert await alone.hand(0) is not None
        await alone.play(4)
    assert all(acted(one, alone) >= 6 for one in two.bots.all if one.code is None), "both have saved acts of it"
    tally = alone.tally
    assert (tally.failed, tally.repeated, tally.lost, tally.twice, tally.refused) == (0, 0, 0, 0, 0)
    assert (two.gateway.strange, two.bots.complaints()) == ([], [])


async def test_two_processes_and_a_thinker_play_the_house(two: Shared) -> None:
    for _ in range(TWO):
        two.run()
    await two.serve(TWO, TWO)
    thinker = two.bots.start("think", "--threads", "1")
    await until(lambda: "thinking" in thinker.said, what=f"it thinks:\n{thinker.said}")
    matches = [Alone(two.gateway, two.database, guild, 77 + number) for number, guild in enumerate(two.gateway.guilds)]
    for alone in matches:
        await alone.begin("expert")
        await alone.play(3)
    assert all(acted(thinker, alone) >= 2 for alone in matches), two.said()
    thinker.send(signal.SIGTERM)
    assert await thinker.ends() == 0, thinker.said
    for alone in matches:
        await alone.play(2)  # the bot thinks by itself again
        tally = alone.tally
        assert (tally.failed, tally.repeated, tally.lost, tally.twice, tally.refused) == (0, 0, 0, 0, 0)
    assert (two.gateway.strange, two.bots.complaints()) == ([], [])


async def test_a_rolling_deploy_loses_no_click(url: str, tmp_path: Path) -> None:
    shards = 3
    async with sharing(tmp_path, url, shards) as shared:
        await shared.plan(shards, shards)
        for _ in range(shards):
            shared.run()
        await shared.serve(shards, shards)
        tally = Tally()
        pairs = shared.pairs(2, tally)
        for pair in pairs:
            await pair.begin()
        await deploy(shared, pairs)
        assert (tally.failed, tally.repeated, tally.lost, tally.twice, tally.refused) == (0, 0, 0, 0, 0), shared.said()
        assert tally.acts > 30
        assert shared.gateway.too_close() == []
        assert (shared.void(), shared.gateway.strange, shared.bots.complaints()) == (0, [], [])


async def test_who_hands_over_connects_anew_when_discord_asks_for_it(url: str, tmp_path: Path) -> None:
    async with sharing(tmp_path, url, 1) as shared:
        await shared.plan(1, 1)
        old = shared.run(HAND_OVER="60")
        await shared.serve(1, 1)
        (pair,) = shared.pairs()
        await pair.begin()
        await pair.play(4)
        new, before = await shared.standby(), shared.leases()[0]
        shared.gateway.takes_sessions.clear()
        old.send(signal.SIGTERM)
        await until(lambda: len(shared.gateway.identifies) == TWO, what=f"the new one connects:\n{shared.said()}")
        (session,) = shared.gateway.sessions
        socket = session.socket
        await session.reconnect()
        await until(lambda: session.socket is not socket, what=f"the old one connects anew:\n{old.said}")
        acts = len(pair.acts())
        await pair.act()
        assert len(pair.acts()) == acts + 1, "whoever clicks then is answered"
        assert shared.holder(0) is old
        shared.gateway.takes_sessions.set()
        await shared.taken_over(0, before.token, 30.0)
        assert await old.ends() == 0, old.said
        assert shared.holder(0) is new
        assert pair.tally.failed == pair.tally.lost == 0, shared.said()
        assert (shared.gateway.strange, shared.bots.complaints()) == ([], [])
