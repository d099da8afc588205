"""Hints and analysis in the terminal's words."""

from __future__ import annotations

from bridgette.cards import Pair
from bridgette.computer.advice.hindsight import Hindsight, Judged


def best_contracts(found: Hindsight, names: Pair[str]) -> str:
    """The best contract of each player."""
    parts = []
    for name, best in zip(names, found.best, strict=True):
        what = "none" if best is None else f"{best.bid} ({best.tricks} tricks, {best.points} points)"
        parts.append(f"{name} {what}")
    return ", ".join(parts)


def fault_in_words(fault: Judged) -> str:
    """What a card that cost points gave away, and the card that was best."""
    tricks = f"{_tricks(-fault.tricks)} too many" if fault.tricks < 0 else _tricks(fault.tricks)
    return f"trick {fault.trick + 1}, {fault.card}: {tricks}, {fault.points} points; {fault.best} was best"


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"
