"""Whose turn it is to be thought about, how much may wait, and that nothing waits for what is no decision."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from bot.games import thinker as thinkers
from bot.games.thinker import Thinker, TooMuch
from bridgette import Match, shuffled_deck, view


class Noting:
    """A thinker of threads that decides one thing at a time, and notes what is done, in order; a gate holds it up."""

    def __init__(self) -> None:
        self.thinker = Thinker(apart=False)
        self.gate, self.order = threading.Event(), list[str]()
        self._works: list[asyncio.Future[object]] = []

    async def hold(self) -> None:
        """Let both kinds of work wait for the gate."""
        self._works += [
            asyncio.ensure_future(self.thinker.run(self.gate.wait)),
            asyncio.ensure_future(self.thinker._decisions.done(0, self.gate.wait)),
        ]
        await asyncio.sleep(0)

    def decide(self, match_id: int, what: str) -> asyncio.Future[object]:
        """A decision is asked for."""
        note = partial(self.order.append, what)
        self._works.append(asyncio.ensure_future(self.thinker._decisions.done(match_id, note)))
        return self._works[-1]

    def run(self, match_id: int, what: str) -> asyncio.Future[object]:
        """Something else is asked for."""
        self._works.append(asyncio.ensure_future(self.thinker.run(self.order.append, what, match_id=match_id)))
        return self._works[-1]

    async def all_done(self) -> list[str]:
        """Open the gate, and let all of it be done."""
        await asyncio.sleep(0)
        self.gate.set()
        await asyncio.gather(*self._works, return_exceptions=True)
        return self.order


@pytest.fixture
def noting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Noting]:
    monkeypatch.setattr(thinkers, "AT_ONCE", 1)  # so that there is an order, on whatever machine
    one = Noting()
    yield one
    one.gate.set()
    one.thinker.stop()


async def test_no_match_comes_twice_before_the_others_and_what_nobody_waits_for_not_at_all(noting: Noting) -> None:
    await noting.hold()
    noting.decide(1, "1a")
    given_up = noting.decide(1, "1b")
    noting.decide(1, "1c")
    noting.decide(2, "2a")
    noting.decide(3, "3a")
    await asyncio.sleep(0)
    given_up.cancel()
    assert await noting.all_done() == ["1a", "2a", "3a", "1c"]


async def test_the_same_holds_for_what_is_no_decision(noting: Noting) -> None:
    await noting.hold()
    for what in ("1a", "1b", "1c"):
        noting.run(1, what)
    noting.run(2, "2a")
    assert await noting.all_done() == ["1a", "2a", "1b", "1c"]


async def test_no_decision_waits_for_anything_else(noting: Noting) -> None:
    """However much of it there is."""
    one = view(Match(("a", "b")).begin_deal(shuffled_deck(Random(1).randrange), 0), 0)
    beside = [asyncio.ensure_future(noting.thinker.run(noting.gate.wait, match_id=match)) for match in range(5)]
    assert await noting.thinker.decide(one, "club", Random(5)) is not None
    assert not any(work.done() for work in beside)
    noting.gate.set()
    await asyncio.gather(*beside)


async def test_nothing_else_waits_for_decisions_for_ever(noting: Noting) -> None:
    """As where experts decide and decide."""
    decisions = [asyncio.ensure_future(noting.thinker._decisions.done(match, noting.gate.wait)) for match in range(5)]
    assert await noting.thinker.run(abs, -1) == 1
    assert not any(work.done() for work in decisions)
    noting.gate.set()
    await asyncio.gather(*decisions)


async def test_as_many_are_done_at_once_as_was_said_of_both_kinds() -> None:
    thinker, all_there = Thinker(apart=False, at_once=3), threading.Barrier(6)
    lanes = 3 * (thinker._decisions, thinker._beside)
    try:
        await asyncio.wait_for(asyncio.gather(*(lane.done(0, all_there.wait, 10) for lane in lanes)), 20)
    finally:
        thinker.stop()


async def test_no_more_waits_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "MOST_BESIDE", 3)
    thinker, gate = Thinker(apart=False), threading.Event()
    waiting = [asyncio.ensure_future(thinker.run(gate.wait)) for _ in range(thinkers.BESIDE_AT_ONCE + 3)]
    await asyncio.sleep(0)
    with pytest.raises(TooMuch):
        await thinker.run(gate.wait)
    assert await thinker._decisions.done(1, abs, -1) == 1, "decisions have a line of their own"
    gate.set()
    await asyncio.gather(*waiting)
    assert await thinker.run(abs, -1) == 1
    thinker.stop()
    for work in (thinker.run(abs, -1), thinker._decisions.done(1, abs, -1)):
        with pytest.raises(TooMuch):
            await work
