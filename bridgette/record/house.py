"""The seats that the computer held, as a record names them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn

from bridgette.cards import Seat
from bridgette.errors import BadRecord

STRENGTHS = ("novice", "club", "expert")
FORMS = ("c", "python")

_VERSION = re.compile("[!-~](?:[ -~]{0,38}[!-~])?")


class HouseSeat(NamedTuple):
    """A seat that the computer held: how strong it was, and which version and form of the player decided.

    ``version``: what the player calls itself, or :data:`MIXED`; ``form``: ``c``, or ``python`` with its smaller count.
    """

    seat: Seat
    strength: str
    version: str
    form: str


MIXED = "mixed"
"""The version of a seat for which more than one version or form decided: no single one can judge it."""


def write_house(seats: tuple[HouseSeat, ...]) -> list[dict[str, Any]]:
    """The value of the record's key ``house``."""
    return [seat._asdict() for seat in seats]


def read_house(value: Any) -> tuple[HouseSeat, ...]:
    """What ``house`` says, read strictly. Raises :class:`BadRecord` with the rule ``house``."""
    if not isinstance(value, list):
        _fault("house is not a list")
    seats = tuple(_read_seat(item) for item in value)
    if len({seat.seat for seat in seats}) != len(seats):
        _fault("in house, a seat stands there twice")
    return seats


def _read_seat(item: Any) -> HouseSeat:
    if not isinstance(item, dict):
        _fault("in house, a seat is not an object")
    seat, strength, version, form = (item.get(key) for key in HouseSeat._fields)
    if type(seat) is not int or seat not in (0, 1):
        _fault("in house, seat is not 0 or 1")
    if not (isinstance(strength, str) and strength in STRENGTHS):
        _fault(f"in house, strength is none of {', '.join(STRENGTHS)}")
    if not (isinstance(version, str) and _VERSION.fullmatch(version)):
        _fault("in house, version is not a word of 1 to 40 printable ASCII characters")
    if not (isinstance(form, str) and form in FORMS):
        _fault("in house, form is neither c nor python")
    return HouseSeat(seat, strength, version, form)


def _fault(what: str) -> NoReturn:
    raise BadRecord(what, rule="house")
