"""The deal of the day where it could leak, be had twice, or go on too long: exports, being forgotten, one o'clock."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.daily import Day, close_of, is_closed
from bot.features.daily import verbs
from bot.features.daily.days import Days
from bot.features.table import verbs as table
from bot.features.watching import verbs as watching
from bot.games import Move, Refused, Resignation
from bot.host.export import export
from bot.ids import ComponentId
from bot.store import StoreUnavailable
from bridgette import Card
from tests.game import playouts
from tests.support.world import World

from .alone import Direct, play, solo
from .conftest import Club
from .scene import Scene, core_of, untold
from .stored import everything
from .test_daily import (
    DAY,
    MIDNIGHT,
    NEXT,
    asked,
    attempt_of,
    begun,
    forged,
    house_done,
    house_of,
    labels,
    opened,
    ordinal,
    playing_third_card,
    quickly,
    until,
)
from .test_forget_me import forget
from .test_my_data import my_data
from .test_secrecy import Everything, logged  # noqa: F401
from .test_shuffles import url_of

ONE = MIDNIGHT + timedelta(hours=1)
"""The first day is closed from then on."""

BRIEFLY = timedelta(seconds=1)

CARD = re.compile(r"\b([SHDC][2-9TJQKA]|[GRL]C)\b|[♠♥♦♣]")
"""A card, as records and as screens write it."""


async def day_of(world: World) -> Day:
    found = await core_of(world).store.dailies.day(DAY)
    assert found is not None
    return found


async def is_sealed(world: World, match_id: int) -> bool:
    """Whether nobody can have the secret."""
    found = await core_of(world).store.shuffles.for_the_record(match_id)
    assert found is not None
    assert (found.secret is None) == ((await day_of(world)).opened_at is None)
    return found.secret is None


async def in_the_auction(world: World, name: str = "alice") -> Scene:
    """A try in which it is its player's turn to call."""
    scene = await begun(world, name)
    await play(scene, lambda match: match.deals[-1].auction is not None and 0 in match.to_act)
    return scene


@contextmanager
def no_round() -> Iterator[None]:
    """Inside, the round that closes days does not come."""

    async def late(_days: Days, _now: Any) -> None:
        return

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Days, "close", late)
        yield


# ------------------------------------------------------------------------------------ the host's export


async def run(*arguments: str) -> int:
    """A command of the host's, beside the bot that runs."""
    return await asyncio.to_thread(main, list(arguments))


def holds(written: str, deck: tuple[Card, ...]) -> bool:
    """Whether a record names a deck, card by card."""
    return "".join(map(str, deck)) in re.sub("[^0-9A-Z]", "", written)


async def test_an_export_leaves_out_what_others_may_still_play_and_says_so(
    world: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scene, other = await begun(world), await begun(world, "bob")
    await quickly(scene)
    house = await house_done(world)
    alone = await solo(world, "carol", strength="novice", deals=1)
    monkeypatch.setenv("DATABASE_URL", url_of(world))
    sealed = sorted((scene.id, other.id, house.id))
    decks = [(await scene.match()).deals[0].deck]
    for name in (str(tmp_path / "all.jsonl"), "-"):
        assert await run("export", name) == 0
        out, err = capsys.readouterr()
        written = out if name == "-" else await asyncio.to_thread(Path(name).read_text, "ascii")
        assert "after 2026-01-02 01:00 UTC: " + ", ".join(map(str, sealed)) in err
        (record,) = map(json.loads, written.splitlines())
        assert len(record["players"]) == 2
        assert [holds(written, deck) for deck in (*decks, (await alone.match()).deals[0].deck)] == [False, True]
    lines: list[str] = []
    found = await export(url_of(world), lambda line: lines.append(line) or True)  # type: ignore[func-returns-value]
    assert (found.written, found.sealed, found.sealed_until, found.damaged) == (1, sealed, close_of(DAY), [])
    assert alone.id not in found.sealed
    assert await run("check") == 1  # there is no token
    assert not CARD.search("".join(capsys.readouterr()))
    # A copy is complete: with it everything goes on.
    assert await run("backup", str(tmp_path / "copy.db")) == 0
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        kept = copy.execute("SELECT count(*) FROM matches WHERE decks = 'daily'").fetchone()
        secret = copy.execute(
            "SELECT count(*) FROM days JOIN shuffles ON id = shuffle_id WHERE secret <> ''"
        ).fetchone()
    assert (kept, secret) == ((3,), (1,))

    await opened(world)
    lines.clear()
    found = await export(url_of(world), lambda line: lines.append(line) or True)  # type: ignore[func-returns-value]
    assert (found.written, found.sealed, found.sealed_until) == (4, [], None)
    records = [json.loads(line) for line in lines]
    assert len([one for one in records if one.get("shuffle", {}).get("public") == DAY]) == 3


# ------------------------------------------------------------------------------------ every other way out


async def test_nobody_follows_it_sees_its_table_or_hears_of_it(world: Club, logged: Everything) -> None:  # noqa: F811
    alice, carol = world["alice"], world["carol"]
    logged.take()
    scene = await begun(world)
    await play(scene, playing_third_card)
    direct = Direct(carol)
    await asked(world, carol)
    await asked(world, direct, direct.channel)
    for member, channel in ((carol, world.channel), (direct, direct.channel), (alice, world.channel)):
        for verb in (watching.FOLLOW, watching.UNFOLLOW, table.HAND):
            told = await forged(world, member, verb, scene.id, channel=channel)
            if member is not alice:
                assert not re.search("alice|[♠♥♦♣]", told), (verb, told)
    await quickly(scene)
    await house_done(world)
    seen = "\n".join(one.text for one in world.sees(world["bob"]) if not one.ephemeral)
    assert not re.search("[♠♥♦♣]", seen), "nothing stands in the channel"
    assert everything(world).get("watchers", []) == []
    for line in logged.take():
        assert not CARD.search(line), line
    assert await is_sealed(world, scene.id)


# ------------------------------------------------------------------------------------ being forgotten


@pytest.mark.parametrize("is_finished", [True, False])
async def test_being_forgotten_brings_no_second_try(is_finished: bool, world: Club) -> None:
    alice = world["alice"]
    scene = await begun(world)
    if is_finished:
        await quickly(scene)
    await forget(world, alice)
    start = await asked(world, alice)
    assert labels(start) == ["Start"]
    for where, channel in ((alice, world.channel), (Direct(alice), alice.user.dm_channel)):
        await asked(world, where, channel)
        told = world.answer(world.assert_answered(await world.press(where, "Start", channel=channel)))
        assert "You have had your one try today" in told
        assert not re.search("[♠♥♦♣]", told)
    tries = [one for one in await core_of(world).store.matches.all_ids() if one != (await house_of(world)).id]
    assert tries == [scene.id]
    assert (await my_data(world, alice))["dailies"] == [{"server": None, "day": DAY, "match": scene.id}]
    told = await forged(world, alice, verbs.LIST, at=ordinal(DAY))
    assert "Play this deal first" in told, "nor do others' results come to who has no try any more"
    # Others play on, and tomorrow is another day; what was kept is gone once nobody can begin any more.
    await begun(world, "bob")
    await opened(world)
    assert (await my_data(world, alice))["dailies"] == []
    assert [row for row in everything(world)["dailies"] if any(len(str(value)) == 64 for value in row)] == []
    await begun(world)


# ------------------------------------------------------------------------------------ one o'clock


async def test_a_click_between_one_o_clock_and_the_round_is_refused(world: Club) -> None:
    with no_round():
        scene = await in_the_auction(world)
        await until(world, ONE - 4 * BRIEFLY)
        before, panel = await scene.match(), scene.panel(0)
        assert before.ended is None
        await until(world, ONE + 4 * BRIEFLY)
        (await scene.game()).check_decision(0, (await scene.game()).decisions[0])  # it is that player's turn
        at = (await scene.game()).decisions[0]
        for call in map(str, before.deals[-1].legal_calls(0)):
            press = str(ComponentId(table.CALL, scene.id, at, call))
            told = world.answer(world.assert_answered(await world.forge(world["alice"], panel, press)))
            assert "That day is over." in told or call != "Pass"  # a dear bid is asked about first
        assert await scene.match() == before
        assert await is_sealed(world, scene.id), "and the secret is nobody's yet"
    await opened(world)
    ended = (await scene.match()).ended
    assert ended is not None
    assert ended.how.value == "void"
    assert not await is_sealed(world, scene.id)


async def test_nor_does_the_house_act_once_the_day_is_closed(world: Club) -> None:
    core = core_of(world)
    with no_round():
        with untold(core):
            scene = await begun(world)  # the house has not discarded yet
        await until(world, ONE - 9 * BRIEFLY)
        before = await scene.match()
        assert 1 in before.to_act
        await until(world, ONE)
        with world.env._bot_scope():
            await core.house.catch_up(scene.id)
            await core.house.settled(scene.id, within=9)
        assert await scene.match() == before
        _, action = playouts.action(random.Random(1), before.deals[-1], playouts.modest)
        with pytest.raises(Refused, match="refused-day-over"):
            await core.games.do(scene.id, Move(0, action), ONE)
        # Giving it up is possible, and brings nothing.
        await core.games.do(scene.id, Resignation(0), ONE)
    await opened(world)


async def test_the_house_begins_no_day_that_is_closed(world: Club) -> None:
    core = core_of(world)
    with world.env._bot_scope():
        await core.store.dailies.make_day(DAY, core.games.decks.new_day())
        await Days(core.store, core.games).let_house_play(ONE)
        assert (await day_of(world)).house_match_id is None
        await Days(core.store, core.games).let_house_play(ONE - BRIEFLY)
    assert (await day_of(world)).house_match_id is not None


async def test_the_day_changes_in_mid_deal(world: Club) -> None:
    """Before midnight, at midnight, and until one: the same deal goes on; what is new is another one."""
    await until(world, MIDNIGHT - 20 * BRIEFLY)
    scene = await begun(world)
    await play(scene, lambda match: match.deals[-1].auction is not None)
    await until(world, MIDNIGHT)
    await play(scene, playing_third_card)
    start = await asked(world, world["alice"])
    assert "This is the deal of 2026-01-01." in start.text
    await until(world, ONE - 30 * BRIEFLY)
    await play(scene)
    assert (await attempt_of(world, world["alice"], DAY)).how == "played"
    await opened(world)
    assert (await attempt_of(world, world["alice"], DAY)).how == "played"


async def test_two_starts_of_one_person_at_midnight_are_one_try_of_one_day(world: Club) -> None:
    """Two presses come at once just before midnight, and once more one after it."""
    alice = world["alice"]
    seen = await asked(world, alice)
    old = seen.buttons[0].custom_id
    await until(world, MIDNIGHT - 10 * BRIEFLY)
    results = await world.together((alice, seen, old), (alice, seen, old))
    for result in results:
        world.assert_answered(result)
    attempt = await attempt_of(world, alice, DAY)
    await until(world, MIDNIGHT)
    await forged(world, alice, verbs.START, at=ordinal(DAY))
    assert await core_of(world).store.dailies.attempt(NEXT, alice.id) is None
    assert await attempt_of(world, alice, DAY) == attempt


@pytest.mark.parametrize("away", [timedelta(minutes=40), timedelta(days=3)])
async def test_a_bot_that_was_down_closes_first_and_opens_after(
    away: timedelta, world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From 0:50 on: what is unfinished is void before anybody can have the secret, and nothing is played meanwhile."""
    scene, other = await in_the_auction(world), await in_the_auction(world, "bob")
    await until(world, ONE - timedelta(minutes=10))
    panel = scene.panel(0)
    await world.client.close()
    world.env._move_clock(world.env._virtual_time + away / timedelta(seconds=1))
    with no_round():
        await world.restart()
        before = await scene.match()
        press = str(ComponentId(table.CALL, scene.id, (await scene.game()).decisions[0], "Pass"))
        told = world.answer(world.assert_answered(await world.forge(world["alice"], panel, press)))
        assert "That day is over." in told
        assert await scene.match() == before
        assert (await day_of(world)).opened_at is None
    core, done = core_of(world), list[tuple[str, bool]]()

    def noted(name: str, right: Any) -> Any:
        async def call(*arguments: Any, **options: Any) -> Any:
            are_sealed = [await is_sealed(world, one.id) for one in (scene, other)]
            done.append((name, all(are_sealed)))
            return await right(*arguments, **options)

        return call

    monkeypatch.setattr(core.games, "void", noted("void", core.games.void))
    monkeypatch.setattr(core.store.dailies, "open_day", noted("open", core.store.dailies.open_day))
    await world.advance(31)
    assert done == [("void", True), ("void", True), ("open", True)]
    for one in (scene, other):
        ended = (await one.match()).ended
        assert ended is not None
        assert ended.how.value == "void"
        assert not await is_sealed(world, one.id)
    assert is_closed(DAY, world.now())


async def test_of_the_round_and_a_finish_at_the_last_moment_whoever_is_first_counts(world: Club) -> None:
    """The move was made in time and is saved late: the day is opened after it, or it comes too late."""
    scene = await in_the_auction(world)
    core, before = core_of(world), await scene.match()
    call = before.deals[-1].legal_calls(0)[0]
    days, now = Days(core.store, core.games), ONE
    results = await asyncio.gather(
        days.close(now), core.games.do(scene.id, Move(0, call), now - BRIEFLY), return_exceptions=True
    )
    assert not [one for one in results if isinstance(one, Exception) and not isinstance(one, Refused)]
    assert (await scene.match()).ended is not None
    assert not await is_sealed(world, scene.id)


async def test_a_day_that_cannot_be_told_takes_no_move(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its day nobody knows whether it is over: as any failure of the database, nothing has changed."""
    scene = await in_the_auction(world)
    core, before = core_of(world), await scene.match()

    async def down(_match_id: int) -> str:
        raise StoreUnavailable("no")

    call = before.deals[-1].legal_calls(0)[0]
    with monkeypatch.context() as patch:
        patch.setattr(core.store.dailies, "day_of", down)
        with pytest.raises(StoreUnavailable):
            await core.games.do(scene.id, Move(0, call), world.now())
    assert await scene.match() == before
    await core.games.do(scene.id, Move(0, call), world.now())
