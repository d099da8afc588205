"""The turns of requests: never more in a second than Discord takes, those that people wait for first.

Time is that of an event loop that jumps to its next timer as soon as nothing else is to be done.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.budget import BURST, LIMIT, LONGEST, MOST, MOST_PARTS, Budget, Priority, priority

GLOBAL = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", "Retry-After": "3"}
SHARED = {"X-RateLimit-Scope": "shared", "Retry-After": "3"}


class Hurried(asyncio.SelectorEventLoop):
    """Nobody waits in it."""

    def __init__(self) -> None:
        self.moment = 0.0
        super().__init__()

    def time(self) -> float:
        return self.moment

    def _run_once(self) -> None:
        inner: Any = self
        if not inner._ready and inner._scheduled:
            self.moment = max(self.moment, inner._scheduled[0].when())
        super()._run_once()  # type: ignore[misc]


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loop = Hurried()
    try:
        loop.run_until_complete(test())
    finally:
        loop.close()


def now() -> float:
    return asyncio.get_running_loop().time()


def most_in_a_second(moments: list[float]) -> int:
    """The most that lie in any one second, of which the end is not part any more; by a millionth less."""
    found = sorted(moments)
    return max((bisect_left(found, one + 1 - 1e-6) - index for index, one in enumerate(found)), default=0)


async def send(budget: Budget, sent: list[float], of: Priority = Priority.FIRST) -> None:
    with priority(of):
        await budget.turn()
    sent.append(now())


wishes = st.tuples(
    st.sampled_from([0.0, 0.0, 0.0, 0.01, 0.3, 2.0]),  # seconds after the one before
    st.integers(1, 40),  # so many at once
    st.sampled_from(Priority),
    st.sampled_from([None, None, None, 0.0, 0.2]),  # seconds after which they are given up
)


@given(st.lists(wishes, max_size=25), st.sampled_from([None, GLOBAL, SHARED]))
def test_no_second_has_more_than_discord_takes(plan: list[Any], refusal: dict[str, str] | None) -> None:
    """Whatever comes, after any pause, and whoever gives up; and all that is not given up goes out."""
    assert MOST < LIMIT

    async def test() -> None:
        budget, sent = Budget(), list[float]()
        tasks, kept = [], 0
        for pause, times, of, patience in plan:
            await asyncio.sleep(pause)
            new = [asyncio.ensure_future(send(budget, sent, of)) for _ in range(times)]
            tasks += new
            if patience is None:
                kept += times
            else:
                for one in new:
                    asyncio.get_running_loop().call_later(patience, one.cancel)
        if refusal is not None:
            budget.refused(refusal)
        await asyncio.gather(*tasks, return_exceptions=True)
        assert most_in_a_second(sent) <= MOST
        assert len(sent) >= kept
        assert (budget.waiting, budget.age) == (0, 0.0)

    run(test)


@pytest.mark.parametrize("shares", [[1], [1, 1], [2, 1], [1, 1, 1], [5, 2, 1], [1] * MOST_PARTS])
def test_several_processes_divide(shares: list[int]) -> None:
    """All of them busy, and beginning after a pause: together they keep to the same."""

    async def test() -> None:
        sent: list[float] = []
        budgets = [Budget() for _ in shares]
        for budget, mine in zip(budgets, shares, strict=True):
            budget.divide(sum(shares), mine)
        await asyncio.gather(*(send(budget, sent) for budget in budgets for _ in range(12)))
        await asyncio.sleep(5)
        await asyncio.gather(*(send(budget, sent) for budget in budgets for _ in range(12)))
        assert most_in_a_second(sent) <= MOST

    run(test)


def test_a_share_can_change_while_requests_wait() -> None:
    async def test() -> None:
        budget, sent = Budget(parts=10), list[float]()
        waiting = [asyncio.ensure_future(send(budget, sent)) for _ in range(200)]
        await asyncio.sleep(1)
        few = len(sent)
        assert few <= MOST / 10 + 1
        budget.divide(1)
        await asyncio.gather(*waiting)
        assert now() < 7, "the last of them long before a tenth of the turns would have been enough"

    run(test)


@pytest.mark.parametrize(("parts", "mine"), [(0, 0), (2, 3), (2, 0), (MOST_PARTS + 1, 1)])
def test_shares_that_make_no_sense_are_refused(parts: int, mine: int) -> None:
    with pytest.raises(ValueError, match="parts"):
        Budget().divide(parts, mine)


def test_who_is_waited_for_goes_first() -> None:
    async def test() -> None:
        budget, order = Budget(), list[str]()

        async def one(name: str, of: Priority) -> None:
            with priority(of):
                await budget.turn()
            order.append(name)

        names = [f"result {number}" for number in range(BURST + 5)]
        results = [asyncio.ensure_future(one(name, Priority.RESULT)) for name in names]
        await asyncio.sleep(0)
        assert budget.waiting == 5
        notice = asyncio.ensure_future(one("notice", Priority.FIRST))
        await asyncio.gather(*results, notice)
        assert order == [*names[:BURST], "notice", *names[BURST:]]

    run(test)


def test_what_is_given_up_takes_no_turn() -> None:
    async def test() -> None:
        budget, sent = Budget(), list[float]()
        tasks = [asyncio.ensure_future(send(budget, sent)) for _ in range(BURST + 100)]
        await asyncio.sleep(0)
        for task in tasks[BURST:-1]:
            task.cancel()
        await asyncio.wait(tasks)
        assert len(sent) == BURST + 1
        assert sent[-1] < 0.1, "not after the turns of those who left"

    run(test)


def test_a_turn_that_comes_too_late_is_given_back() -> None:
    """Whoever waited is told of the turn and gives up in the same moment."""

    async def test() -> None:
        budget, tasks = Budget(), list[asyncio.Future[None]]()
        give = budget._give

        def give_and_cancel() -> None:
            give()
            tasks[0].cancel()

        budget._give = give_and_cancel  # type: ignore[method-assign]
        await asyncio.gather(*(budget.turn() for _ in range(BURST)))
        tasks.append(asyncio.ensure_future(budget.turn()))
        await asyncio.wait(tasks)
        assert tasks[0].cancelled()
        assert budget.has_room

    run(test)


def test_there_is_room_only_where_nobody_needs_it() -> None:
    async def test() -> None:
        budget = Budget()
        assert budget.has_room
        with budget.claim(), budget.claim(), budget.claim():
            assert budget.has_room
            with budget.claim():
                assert not budget.has_room, "all turns that there are have been claimed"
                await budget.turn()
                await budget.turn()
                assert not budget.has_room
            assert not budget.has_room, "the one claim of this context was used"
        assert budget.has_room, "what was claimed and not used is there again"
        waiting = [asyncio.ensure_future(budget.turn()) for _ in range(BURST + 1)]
        await asyncio.sleep(0)
        assert not budget.has_room
        await asyncio.gather(*waiting)
        await asyncio.sleep(1)
        assert budget.has_room

    run(test)


def test_a_refusal_of_the_whole_bot_stops_all_for_as_long_as_it_says() -> None:
    async def test() -> None:
        budget, sent = Budget(), list[float]()
        budget.refused(GLOBAL)
        assert not budget.has_room
        waiting = asyncio.ensure_future(send(budget, sent))
        await asyncio.sleep(2)
        assert (budget.waiting, budget.age, sent) == (1, 2.0, [])
        await waiting
        assert 3 <= sent[0] < 3.1
        assert budget.refusals == {"global": 1}

    run(test)


def test_a_refusal_of_one_route_makes_all_slower_for_as_long_as_it_says() -> None:
    async def test() -> None:
        budget, sent = Budget(), list[float]()
        budget.refused(SHARED)
        await asyncio.gather(*(send(budget, sent) for _ in range(200)))
        slow, then = (sum(begin <= one < begin + 1 for one in sent) for begin in (1, 4))
        assert 20 <= slow <= 22
        assert 40 <= then <= 43
        assert budget.refusals == {"shared": 1}

    run(test)


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        ({"Retry-After": "soon"}, 1, 1.1),
        ({}, 1, 1.1),
        ({"Retry-After": "-5"}, 0, 0.1),
        ({"Retry-After": "86400"}, LONGEST, LONGEST + 0.1),
    ],
)
def test_a_refusal_that_does_not_say_whose_is_heeded_too(headers: dict[str, str], least: float, most: float) -> None:
    async def test() -> None:
        budget, sent = Budget(), list[float]()
        budget.refused(headers)
        await send(budget, sent)
        assert least <= sent[0] <= most
        assert budget.refusals == {"unknown": 1}

    run(test)


def test_a_refusal_of_what_is_not_counted_stops_nothing() -> None:
    async def test() -> None:
        budget = Budget()
        budget.refused(GLOBAL, is_counted=False)
        assert budget.has_room
        assert budget.refusals == {"global": 1}

    run(test)


def test_a_clock_that_goes_back_stops_nothing_for_ever() -> None:
    async def test() -> None:
        moments = iter([100.0, 100.0, 50.0, 50.0])
        budget = Budget(now=lambda: next(moments, now() + 101))
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(budget.turn() for _ in range(BURST + 20))), 300)
        assert budget.waiting == 0

    run(test)
