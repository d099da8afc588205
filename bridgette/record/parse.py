"""The JSON of a record, read strictly: what an interpreter would let pass or stumble over is a fault here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from bridgette.errors import BadRecord

LONGEST_NUMBER = 999
"""Characters in the longest number that is read, in keys of others too; the format's own have at most five."""
DEEPEST = 100
"""How deep a record may be nested, in keys of others too; its own keys go five deep."""

_QUOTED_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[]}]', re.DOTALL)


def parse_json(data: bytes) -> Any:
    """The JSON value in ``data``, UTF-8 without a byte-order mark. Raises :class:`BadRecord`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8: byte {error.start} cannot be read") from None
    if text.startswith("\ufeff"):
        raise BadRecord("the file begins with a byte-order mark")
    _refuse_deep_nesting(text)
    try:
        return json.loads(text, parse_constant=_no_constant, parse_int=_whole, parse_float=_fraction)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None


def _refuse_deep_nesting(text: str) -> None:
    """Raise :class:`BadRecord` for what is nested too deeply: an interpreter's own limit is anywhere."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for match in _QUOTED_OR_BRACKET.finditer(text):
        mark = match[0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            raise BadRecord(f"not a record: nested more than {DEEPEST} deep")


def _no_constant(word: str) -> NoReturn:
    raise BadRecord(f"not JSON: {word} is not a number")


def _number(read: Callable[[str], int | float], text: str) -> int | float:
    """The number, whoever may read its key. Raises :class:`BadRecord` for one that is endless."""
    if len(text) > LONGEST_NUMBER:
        raise BadRecord(f"not a record: a number of more than {LONGEST_NUMBER} digits")
    return read(text)


_whole = partial(_number, int)
_fraction = partial(_number, float)
