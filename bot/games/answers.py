"""What hints and analyses find, as text and back: they are thought in one process and shown by another."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum
from typing import Any

from bridgette import Bid, Card, Discard, parse_call, parse_card
from bridgette.calls import PlainCall, Strain
from bridgette.computer.advice.hindsight import BestContract, Hindsight, Judged
from bridgette.computer.advice.hint import CallHint, CardHint, CardOption, Expected, KeepHint, Size
from bridgette.computer.advice.regret import Progress, Regret

_RECORDS: dict[str, Callable[..., Any]] = {
    kind.__name__: kind
    for kind in (
        *(KeepHint, CallHint, CardHint, CardOption, Expected),
        *(Hindsight, BestContract, Judged),
        *(Progress, Regret, Discard),
    )
}
"""What has fields, by name."""

_WORDS: dict[str, Callable[[str], Any]] = {
    "Card": parse_card,
    "Call": parse_call,
    "Strain": Strain.__getitem__,
    "Size": Size.__getitem__,
}
"""What has a notation, by name."""


def write(value: Any) -> str:
    """The text of what was found."""
    return json.dumps(_told(value))


def read(text: str) -> Any:
    """What was found, equal to what was written. Raises ``ValueError`` and the like for any other text."""
    return _meant(json.loads(text))


def _told(value: Any) -> Any:
    if isinstance(value, Card):
        return {"Card": str(value)}
    if isinstance(value, Bid | PlainCall):
        return {"Call": str(value)}
    if isinstance(value, Enum):
        return {type(value).__name__: value.name}
    if isinstance(value, tuple):
        fields = [_told(one) for one in value]
        return {type(value).__name__: fields} if type(value).__name__ in _RECORDS else fields
    return value


def _meant(told: Any) -> Any:
    if isinstance(told, list):
        return tuple(_meant(one) for one in told)
    if isinstance(told, dict):
        ((name, of),) = told.items()
        return _WORDS[name](of) if name in _WORDS else _RECORDS[name](*map(_meant, of))
    return told
