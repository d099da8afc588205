"""What Discord's server does to discord.py itself: rate limits, server errors, cut connections and late answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.games import Move, Resignation
from bridgette import parse_card
from tests.support.discord_http import ANSWER, CHANNELS, EDIT, POST, Discord, Fault, Table, is_table, table
from tests.support.verbs import Verb

from .scene import button_id, untold

__all__ = ["table"]

REPEATED: dict[str, tuple[int, int]] = {"429": (429, 2), "500": (500, 1), "502": (502, 3)}


@pytest.mark.parametrize("failure", REPEATED)
async def test_a_post_that_is_repeated_appears_once(failure: str, table: Table) -> None:
    status, times = REPEATED[failure]
    fault = table.server.fail(POST, status, times)
    match_id = await table.begin(CHANNELS[0])
    assert fault.hits == times
    posts = table.server.asked(POST)
    assert len(posts) >= times + 1
    assert all(one["enforce_nonce"] and 0 < len(one["nonce"]) <= 25 for one in posts)
    assert await table.is_right(match_id)
    kept = {one["nonce"] for one in table.server.shown(CHANNELS[0])}
    assert len(kept) == len(table.server.shown(CHANNELS[0])), "each once"


async def test_without_an_enforced_nonce_it_would_appear_twice(table: Table) -> None:
    """The counter-proof: what the test above looks at is the nonce's doing."""
    table.server.enforces = False
    table.server.fail(POST, 500)
    await table.begin(CHANNELS[0])
    nonces = [one["nonce"] for one in table.server.shown(CHANNELS[0])]
    assert len(nonces) > len(set(nonces))


async def test_a_post_whose_answer_never_came_is_not_made_twice(table: Table) -> None:
    """The connection is cut after the table has arrived: the bot tries again, by then there is more to show."""
    table.server.fail(POST, None)
    match_id = await table.begin(CHANNELS[0])
    (lost,) = [one for one in table.server.shown(CHANNELS[0]) if is_table(one)]
    await table.click(match_id, "DQ")
    await table.click(match_id, "DK")
    table.now += timedelta(minutes=1)
    await table.retry()
    assert await table.is_right(match_id)
    row = await table.client.app.core.store.matches.get(match_id)
    assert row is not None
    assert row.table is not None
    assert row.table.message_id == lost["id"]


@pytest.mark.parametrize("acts", [1, 2])
async def test_a_table_whose_first_post_was_lost_on_the_way_shows_the_last_act(acts: int, table: Table) -> None:
    """The post that is sent again is the old one to Discord, with the old state: the bot edits it, and at once."""
    table.server.fail(POST, None)
    match_id = await table.begin(CHANNELS[0])
    other = await table.begin(CHANNELS[1])
    core = table.client.app.core
    with untold(core):
        for card in ("DQ", "DK")[:acts]:
            await core.games.do(match_id, Move(await table.turn(match_id), parse_card(card)), table.now)
    before = len(table.server.asked(EDIT))
    table.now += timedelta(minutes=1)
    await table.retry()
    assert await table.is_right(match_id), "though nobody has done anything since"
    assert len(table.server.asked(EDIT)) == before + 1
    assert len([one for one in table.server.shown(CHANNELS[0]) if is_table(one)]) == 1
    assert await table.is_right(other)


async def test_a_result_that_is_sent_again_appears_once(table: Table) -> None:
    match_id = await ended(table)
    table.server.fail(POST, 502, 2)
    await table.client.app.core.games.followers.catch_up(match_id)
    await table.quiet()
    posts = [one for one in table.server.asked(POST) if "Rematch" in json.dumps(one)]
    assert len(posts) == 3
    assert not any(one.get("sizes") for one in posts), "the record is not between the result and what comes next"
    results = [one for one in table.server.shown(CHANNELS[0]) if "Rematch" in json.dumps(one)]
    assert len(results) == 1


async def test_a_record_that_is_sent_again_has_its_file_again(table: Table) -> None:
    match_id = await ended(table)
    table.server.fail(ANSWER, 502, 2)
    await table.press(match_id, 1, button_id(Verb.RECORD, match_id))
    await table.quiet()
    answers = [one for one in table.server.asked(ANSWER) if one.get("sizes")]
    assert len(answers) == 3
    assert answers[0]["sizes"] == answers[2]["sizes"] != [0]


async def ended(table: Table) -> int:
    """A match that was under way and has been resigned, of which nobody has been told."""
    match_id = await table.begin(CHANNELS[0])
    await table.act(match_id, "DQ")
    core = table.client.app.core
    with untold(core):
        await core.games.do(match_id, Resignation(0), table.now)
    return match_id


@pytest.mark.parametrize("what", [ANSWER, EDIT], ids=["the answer", "the table"])
async def test_nothing_that_waits_for_discord_stops_anybody(what: str, table: Table) -> None:
    """Discord takes seconds: the opponent acts meanwhile, and so does another match."""
    one, two = [await table.begin(channel) for channel in CHANNELS]
    held = table.server.fail(what, held=True)
    slow = asyncio.create_task(table.click(one, "DQ"))
    await held.reached.wait()
    assert not slow.done()
    assert (await table.game(one)).match.deals[-1].play.plays, "saved before anybody is told"  # type: ignore[union-attr]
    await asyncio.wait_for(table.click(one, "DK", waits=False), 5)
    await asyncio.wait_for(table.click(two, "DQ"), 5)
    assert await table.is_right(two)
    assert len(table.server.answers) >= 2
    held.released.set()
    await slow
    await table.quiet()
    assert await table.is_right(one)


async def test_a_rate_limit_holds_no_lock(table: Table) -> None:
    one, two = [await table.begin(channel) for channel in CHANNELS]
    gate = asyncio.Event()

    async def sleep(seconds: float) -> None:
        table.quick.slept.append(seconds)
        if seconds:
            await gate.wait()

    table.quick.sleep = sleep  # type: ignore[method-assign]
    fault = table.server.fail(f"^PATCH /channels/{CHANNELS[0]}/", 429)
    slow = asyncio.create_task(table.click(one, "DQ"))
    await fault.reached.wait()
    await asyncio.wait_for(table.click(one, "DK", waits=False), 5)
    await asyncio.wait_for(table.click(two, "DQ"), 5)
    assert await table.is_right(two)
    gate.set()
    await slow
    await table.quiet()
    assert [one for one in table.quick.slept if one] == [0.3], "as long as Discord says"
    assert await table.is_right(one)


async def test_edits_of_one_table_coalesce(table: Table) -> None:
    """Ten acts while one edit is on its way: one more edit, and it shows the last."""
    match_id = await table.begin(CHANNELS[0])
    before, acts = len(table.server.asked(EDIT)), (await table.game(match_id)).number
    held = table.server.fail(EDIT, held=True)
    slow = asyncio.create_task(table.click(match_id, "DQ"))
    await held.reached.wait()
    for _ in range(10):
        deal = (await table.game(match_id)).match.deals[-1]
        (seat,) = deal.to_act
        for card in deal.hand(seat):
            if deal.objection(seat, card) is None:
                await asyncio.wait_for(table.click(match_id, str(card), waits=False), 5)
                break
    assert (await table.game(match_id)).number == acts + 11
    held.released.set()
    await slow
    await table.quiet()
    assert await table.is_right(match_id)
    assert len(table.server.asked(EDIT)) == before + 2, "nine states were never sent"


FAILED: dict[str, Callable[[Discord, str], Fault]] = {
    "500": lambda server, what: server.fail(what, 500, 5),
    "502": lambda server, what: server.fail(what, 502, 5),
    "429": lambda server, what: server.fail(what, 429, 5),
    "dropped before": lambda server, what: server.fail(what, None, 5, arrives=False),
    "dropped after": lambda server, what: server.fail(what, None, 5),
}


@pytest.mark.parametrize("failure", FAILED)
@pytest.mark.parametrize("what", [ANSWER, EDIT], ids=["answer", "edit"])
async def test_a_request_that_fails_for_good_loses_nothing(failure: str, what: str, table: Table) -> None:
    one, two = [await table.begin(channel) for channel in CHANNELS]
    fault = FAILED[failure](table.server, what)
    await table.click(one, "DQ")
    assert fault.hits
    table.server.faults.clear()
    await table.click(two, "DQ")
    assert await table.is_right(two)
    for _ in range(8):
        table.now += timedelta(minutes=1)
        await table.retry()
    assert await table.is_right(one)
    before = len(table.server.requests)
    for _ in range(60):
        table.now += timedelta(minutes=1)
        await table.retry()
    assert len(table.server.requests) == before, "what is up to date is left alone"
    await table.click(one, "DK")
    assert await table.is_right(one)


async def test_a_server_that_fails_for_hours_is_asked_less_and_less(table: Table) -> None:
    match_id = await table.begin(CHANNELS[0])
    table.server.fail(EDIT, 500, 10_000)
    await table.click(match_id, "DQ")
    asked: list[int] = []
    for _ in range(8):
        before = len(table.server.asked(EDIT))
        for _ in range(60):
            table.now += timedelta(minutes=1)
            await table.retry()
        asked.append((len(table.server.asked(EDIT)) - before) // 5)
    assert asked[0] <= 8
    assert max(asked[2:]) <= 1
    table.server.faults.clear()
    await table.click(match_id, "DK")
    assert await table.is_right(match_id)


async def test_an_answer_that_is_repeated_after_it_arrived(table: Table) -> None:
    """discord.py sends the answer again after a 502: the act is done once."""
    match_id = await table.begin(CHANNELS[0])
    table.server.fail(ANSWER, 502)
    await table.click(match_id, "DQ")
    assert len(table.server.asked(ANSWER)) == 2
    stored = await table.client.app.core.store.matches.load(match_id)
    assert stored is not None
    assert [act.value for act in stored.acts].count("DQ") == 1
    assert await table.is_right(match_id)
