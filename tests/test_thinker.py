"""Who thinks for the house: where, and what happens when it dies, hangs, or is not needed."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from time import sleep

import pytest

from bot.games import thinker as thinkers
from bot.games import workers
from bot.games.thinker import Thinker
from bot.games.workers import GivenUp, Worker
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


async def test_what_kills_its_process_again_and_again_fails_and_harms_no_other_work() -> None:
    thinker = Thinker()
    try:
        beside = asyncio.ensure_future(thinker.decide(views()[0], "expert", Random(5)))
        with pytest.raises(BrokenExecutor):
            await thinker.run(os._exit, 1)
        assert await thinker.run(abs, -1) == 1
        assert await beside == computer_player(Strength.EXPERT).choose(views()[0], Random(5))
    finally:
        thinker.stop()


async def test_a_work_that_is_lost_with_its_process_is_done_by_the_next_one() -> None:
    thinker = Thinker()
    try:
        first = await thinker.run(os.getpid)
        works = [asyncio.ensure_future(thinker.run(work, *with_)) for work, *with_ in ((sleep, 0.5), (abs, -1))]
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)
        assert await asyncio.gather(*works) == [None, 1]
        assert await thinker.run(os.getpid) != first
    finally:
        thinker.stop()


async def test_what_never_comes_to_an_end_is_given_up_with_its_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Thinker()
    try:
        child = await thinker.run(os.getpid)
        with monkeypatch.context() as patch:
            patch.setattr(workers, "LONGEST", 0.2)
            with pytest.raises(GivenUp):
                await thinker.run(sleep, 3600)
        await ended(child)
        assert [one.levelname for one in caplog.records].count("ERROR") == 1, "it is not tried again"
        assert await thinker.run(os.getpid) not in (child, os.getpid())
    finally:
        thinker.stop()


async def test_a_process_is_not_let_go_while_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it had nothing to do before."""
    thinker = Thinker()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(workers, "IDLE", 0.3)
            child = await thinker.run(os.getpid)
            await asyncio.sleep(0)
        await thinker.run(sleep, 1.0)
        assert await thinker.run(os.getpid) == child
    finally:
        thinker.stop()


async def test_where_no_process_can_be_started_the_work_fails_and_the_next_one_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinker = Thinker()

    def fails(*_: object) -> None:
        raise OSError(errno.EAGAIN, "too many processes")

    try:
        with monkeypatch.context() as patch:
            patch.setattr(workers.multiprocessing, "get_context", fails)
            with pytest.raises(BrokenExecutor):
                await thinker.run(abs, -1)
        assert await thinker.run(abs, -1) == 1
    finally:
        thinker.stop()


async def test_after_a_while_without_work_the_process_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "IDLE", 0.01)
    thinker = Thinker(Form.C)
    try:
        child = await thinker.run(os.getpid)
        await ended(child)
        assert await thinker.run(os.getpid) not in (child, os.getpid())
    finally:
        thinker.stop()


@FORMS
async def test_the_processes_end_with_the_thinker(form: Form) -> None:
    thinker = Thinker(form)
    children = await thinker.run(os.getpid), await thinker._decisions.done(1, os.getpid)
    assert len(set(children)) == 2
    thinker.stop()
    for child in children:
        await ended(child)


KILLED = """
import asyncio, os, signal
from bot.games.thinker import Thinker

def think_on():
    while True:
        pass

async def main():
    thinker = Thinker()
    print(await thinker.run(os.getpid), await thinker._decisions.done(1, os.getpid))
    works = [asyncio.ensure_future(lane.done(1, think_on)) for lane in (thinker._beside, thinker._decisions)]
    await asyncio.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_nothing_thinks_on_when_the_bot_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "killed.py"
    file.write_text(KILLED, encoding="ascii")
    process = await asyncio.create_subprocess_exec(sys.executable, file, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == -signal.SIGKILL
    children = {int(child) for child in said.split()}
    assert len(children) == 2
    for child in children:
        await ended(child)


async def test_a_process_that_was_made_ready_decides_first_and_no_other_starts() -> None:
    thinker = Thinker()
    try:
        await thinker.warm_up()
        (ready,) = there(thinker)
        await thinker.warm_up()
        assert there(thinker) == [ready]
        await thinker.decide(views()[0], "club", Random(5))
        assert there(thinker) == [ready]
        await thinker.run(abs, -1)
        assert len(there(thinker)) == 2
    finally:
        thinker.stop()


async def test_no_process_starts_for_what_a_novice_decides() -> None:
    thinker = Thinker()
    try:
        assert await thinker.decide(views()[0], "novice", Random(5)) is not None
        assert not there(thinker)
    finally:
        thinker.stop()


def there(thinker: Thinker) -> list[Worker]:
    return [one for lane in (thinker._decisions, thinker._beside) for one in lane._workers if one.is_there]


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
