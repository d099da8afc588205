"""What a person asks to have looked at is looked at one after the other; others do not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.background import Tasks
from bot.features.analysis import looks as at_looks
from bot.features.analysis.looks import Looks
from bridgette.computer.players import Form


class Thinker:
    """Takes note of what begins, and goes on when it is let."""

    form = Form.C

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.goes_on: dict[int, asyncio.Event] = {}

    async def run(self, function: Any, *arguments: Any, match_id: int = 0) -> list[Any]:
        self.begun.append(match_id)
        await self.goes_on.setdefault(match_id, asyncio.Event()).wait()
        return []


class Nobody:
    """No thinker elsewhere."""

    async def look_at(self, *_: Any) -> AsyncIterator[Any]:
        for progress in ():
            yield progress


async def test_of_one_person_one_deal_is_looked_at_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_looks, "can_look", lambda: True)
    thinker, tasks = Thinker(), Tasks()
    looks = Looks(thinker, Nobody(), tasks)  # type: ignore[arg-type]

    def game(match_id: int, user_id: int) -> Any:
        return SimpleNamespace(id=match_id, match=None, players=(SimpleNamespace(user_id=user_id),))

    async def soon() -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    for match_id, user_id in ((1, 7), (2, 7), (3, 8)):
        looks.of(game(match_id, user_id), 0, 0)
    await soon()
    assert thinker.begun == [1, 3]
    thinker.goes_on[1].set()
    await soon()
    assert thinker.begun == [1, 3, 2]
    for match_id in (2, 3):
        thinker.goes_on[match_id].set()
    await soon()
    assert tasks.is_idle
    assert not looks._last, "nothing is kept of who has asked"
