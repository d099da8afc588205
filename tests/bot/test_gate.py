"""Which interactions a process answers, also while another one still answers what both of them hear."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord import gate as gate_module
from bot.discord.gate import Gate
from bot.discord.repeats import Repeats


def hears(gate: Gate, number: int) -> asyncio.Task[bool]:
    interaction: Any = SimpleNamespace(id=number)
    return asyncio.create_task(gate.admits(interaction))


async def test_what_is_new_is_answered_once_and_remembered_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(Repeats())
    assert [await hears(gate, number) for number in (1, 2, 1)] == [True, True, False]
    assert gate.lately() == (1, 2)
    monkeypatch.setattr(gate_module, "LATELY", -1.0)
    assert gate.lately() == ()


async def test_who_listens_answers_what_it_kept_once_it_is_its_turn_but_not_what_the_other_took() -> None:
    gate = Gate(Repeats())
    gate.listen()
    kept = [hears(gate, number) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    assert not any(one.done() for one in kept)
    gate.open({2, 4})
    assert await asyncio.gather(*kept) == [True, False, True]
    assert not await hears(gate, 4), "that comes late, and was taken there"
    assert not await hears(gate, 1), "again"
    assert await hears(gate, 5)
    assert gate.lately() == (1, 3, 5)


async def test_where_nobody_knows_what_the_other_took_nothing_of_before_is_answered() -> None:
    gate = Gate(Repeats())
    gate.listen()
    kept = hears(gate, 1)
    await asyncio.sleep(0)
    gate.open(None)
    assert not await kept
    assert await hears(gate, 2)


async def test_what_cannot_be_answered_in_time_any_more_is_not_acted_upon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "KEPT", 0.0)
    gate = Gate(Repeats())
    gate.listen()
    assert not await hears(gate, 1)
    gate.open(())
    assert not await hears(gate, 1)
    assert gate.lately() == ()


async def test_who_has_left_answers_nothing_and_leaves_it_to_the_other() -> None:
    gate = Gate(Repeats())
    assert await hears(gate, 1)
    gate.leave()
    assert not await hears(gate, 2)
    assert gate.lately() == (1,), "else nobody would answer it"
