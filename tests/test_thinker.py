"""Who thinks for the house: where, in which order, how much at most, and what happens when it dies."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from random import Random
from time import sleep

import pytest

from bot.games import thinker as thinkers
from bot.games.thinker import Thinker, TooMuch
from bridgette import Card, Match, MatchView, Phase, shuffled_deck, view
from bridgette.computer.players import Form, Note, Strength, computer_player, source

FORMS = pytest.mark.parametrize("form", Form)


def views(seed: int = 1, strength: Strength = Strength.NOVICE) -> list[MatchView]:
    """What the seats to act see in a deal between two players of a strength."""
    rng, found = Random(seed), []
    match = Match(("a", "b")).begin_deal(shuffled_deck(rng.randrange), 0)
    player = computer_player(strength)
    while len(match.deals) == 1 and match.deals[0].phase is not Phase.OVER:
        seat = min(match.to_act)
        found.append(view(match, seat))
        match = match.after(seat, player.choose(found[-1], source(len(found))).action)
    return found


@FORMS
async def test_the_same_view_and_source_are_decided_alike(form: Form) -> None:
    one = views()[0]
    wanted = computer_player(Strength.CLUB, form=form).choose(one, Random(5))
    thinker = Thinker(form)
    try:
        assert await thinker.decide(one, "club", Random(5)) == wanted
    finally:
        thinker.stop()


async def test_processes_think_and_threads_where_that_is_asked_for() -> None:
    in_process, in_thread = Thinker(Form.C), Thinker(apart=False)
    try:
        await in_process.warm_up()
        assert await in_process.run(os.getpid) != os.getpid()
        assert await in_thread.run(os.getpid) == os.getpid()
        assert await in_thread.run(threading.get_ident) != threading.get_ident()
    finally:
        in_process.stop()
        in_thread.stop()


@FORMS
async def test_a_process_that_dies_is_replaced_and_nothing_is_lost(form: Form) -> None:
    thinker = Thinker(form)
    try:
        first = await thinker.run(os.getpid)
        os.kill(first, signal.SIGKILL)
        assert await thinker.decide(views()[0], "club", Random(5)) is not None
        assert await thinker.run(os.getpid) not in (first, os.getpid())
    finally:
        thinker.stop()


async def test_what_kills_its_process_again_and_again_fails_and_the_next_work_is_done() -> None:
    thinker = Thinker(Form.PYTHON)
    try:
        with pytest.raises(Exception, match="terminated abruptly"):
            await thinker.run(os._exit, 1)
        assert await thinker.run(abs, -1) == 1
    finally:
        thinker.stop()


async def test_two_works_lost_with_one_process_are_both_done_by_the_next_ones() -> None:
    thinker = Thinker(Form.C)
    try:
        first = await thinker.run(os.getpid)
        waiting = [asyncio.ensure_future(thinker.run(sleep, 0.5)) for _ in range(2)]
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)
        assert await asyncio.gather(*waiting) == [None, None]
        assert await thinker.run(os.getpid) != first
        assert thinker._free == thinkers.AT_ONCE[Form.C]
    finally:
        thinker.stop()


async def test_after_a_while_without_work_the_process_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "IDLE", 0.01)
    thinker = Thinker(Form.C)
    try:
        child = await thinker.run(os.getpid)
        await ended(child)
        assert await thinker.run(os.getpid) not in (child, os.getpid())
    finally:
        thinker.stop()


async def test_the_process_ends_with_the_thinker() -> None:
    thinker = Thinker(Form.PYTHON)
    child = await thinker.run(os.getpid)
    thinker.stop()
    await ended(child)


async def ended(child: int) -> None:
    for _ in range(500):
        if not is_alive(child):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it thinks on")


def is_alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_no_match_comes_twice_before_the_others_and_decisions_come_before_all_else() -> None:
    thinker, gate, order = Thinker(Form.C, apart=False), threading.Event(), list[str]()

    def note(what: str) -> None:
        order.append(what)

    blocked = [asyncio.ensure_future(thinker.run(gate.wait)) for _ in range(thinkers.AT_ONCE[Form.C])]
    await asyncio.sleep(0)
    thinker._free -= thinkers.AT_ONCE[Form.C] - 1  # one at a time, so that there is an order
    works = [
        asyncio.ensure_future(thinker.run(note, "hint", match_id=9)),
        *(asyncio.ensure_future(thinker._done(thinker._decisions, 1, note, (f"1{one}",))) for one in "abc"),
        asyncio.ensure_future(thinker._done(thinker._decisions, 2, note, ("2a",))),
        asyncio.ensure_future(thinker._done(thinker._decisions, 3, note, ("3a",))),
    ]
    await asyncio.sleep(0)
    works[2].cancel()
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*blocked)
    await asyncio.gather(*works, return_exceptions=True)
    thinker.stop()
    assert order == ["1a", "2a", "3a", "1c", "hint"]


async def test_no_more_waits_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "MOST_BESIDE", 3)
    thinker, gate = Thinker(Form.C, apart=False), threading.Event()
    waiting = [asyncio.ensure_future(thinker.run(gate.wait)) for _ in range(thinkers.AT_ONCE[Form.C] + 3)]
    await asyncio.sleep(0)
    with pytest.raises(TooMuch):
        await thinker.run(gate.wait)
    gate.set()
    await asyncio.gather(*waiting)
    assert await thinker.run(abs, -1) == 1
    thinker.stop()
    with pytest.raises(TooMuch):
        await thinker.run(abs, -1)


async def test_in_pure_python_a_forced_reply_waits_as_long_as_a_considered_one() -> None:
    states = [one for one in views() if one.deal.phase is Phase.PLAY]
    forced = next(one for one in states if one.deal.own is not None and len(one.deal.own.cards) == 1)
    thinker = Thinker(Form.PYTHON)
    slept: list[float] = []

    async def no_sleep(seconds: float) -> None:
        slept.append(seconds)

    try:
        decision = await thinker.decide(states[0], "club", Random(1))
        assert Note.ONLY_CHOICE not in decision.reasons.notes
        taken = thinker._times[Phase.PLAY]
        thinkers.asyncio.sleep, real = no_sleep, thinkers.asyncio.sleep  # type: ignore[assignment]
        try:
            decision = await thinker.decide(forced, "club", Random(1))
        finally:
            thinkers.asyncio.sleep = real
        assert Note.ONLY_CHOICE in decision.reasons.notes
        assert slept == [pytest.approx(taken, abs=0.05)]
        assert thinker._times[Phase.PLAY] == taken, "what was forced says nothing of how long it takes"
    finally:
        thinker.stop()


def test_a_decision_that_is_forced_is_found_as_such() -> None:
    """Of every view that leaves one card, the player says that it had no choice."""
    for one in views(2):
        own = one.deal.own
        if one.deal.phase is Phase.PLAY and own is not None and len(own.cards) == 1:
            decision = computer_player(Strength.CLUB).choose(one, Random(1))
            assert Note.ONLY_CHOICE in decision.reasons.notes
            assert isinstance(decision.action, Card)
