"""Checking a record's shuffle: that first dealer and decks are those which the secret, promised beforehand, gives.

What the house did is another matter: who can play like it must decide again what it decided, and that is not done here.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, NamedTuple

from bridgette.errors import BadRecord
from bridgette.match import Match
from bridgette.record.house import HouseSeat, read_house
from bridgette.record.read import Reading
from bridgette.shuffle import DAILY, METHOD, SECRET_BYTES, Seal, Shuffle, commitment_of

_HEX = re.compile(f"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}", re.ASCII)
_ID = re.compile("0|[1-9][0-9]{0,19}", re.ASCII)
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class Verified(NamedTuple):
    """A match whose shuffle holds, the shuffle, opened, and the seats that the computer held, not judged yet."""

    match: Match
    shuffle: Shuffle
    house: tuple[HouseSeat, ...]


def verify_record(document: Any) -> Verified:
    """What there is in a record whose shuffle holds; ``document`` is the record's JSON value.

    Raises :class:`BadRecord`: as for any reader where the record is faulty, with the rule ``shuffle`` where its shuffle
    is missing, malformed, not opened yet or wrong, then with the rule ``house`` where that is malformed.
    """
    reading = Reading(document)
    for _ in reading:
        pass
    match = reading.finish()
    if "shuffle" not in document:
        raise _fault(
            "the record has no shuffle, as that of a match from before there was one, so there is nothing to check"
        )
    seal = read_seal(document["shuffle"])
    if seal.method == DAILY and match.format.deals != 1:
        raise _fault("in shuffle, the method is that of a day's match, but length is not 1")
    if seal.secret is None:
        raise _fault("the shuffle is not opened yet: the secret comes into the record after the end of the match")
    if match.ended is None or "ended" not in document:
        raise _fault("in shuffle, a secret, but the match has not ended")
    shuffle = Shuffle(bytes.fromhex(seal.secret), seal.public, seal.method)
    _check(match, seal, shuffle)
    return Verified(match, shuffle, read_house(document.get("house", [])))


def read_seal(value: Any) -> Seal:
    """What ``shuffle`` says, read strictly. Raises :class:`BadRecord` with the rule ``shuffle``."""
    if not isinstance(value, dict):
        raise _fault("shuffle is not an object")
    method = value.get("method")
    if method not in (METHOD, DAILY):
        raise _fault(f"in shuffle, the method is neither {METHOD} nor {DAILY}")
    commitment, public, secret = (value.get(key) for key in ("commitment", "public", "secret"))
    if not _is_hex(commitment):
        raise _fault("in shuffle, commitment is not 64 hex digits")
    if method == METHOD and not (isinstance(public, str) and _ID.fullmatch(public)):
        raise _fault("in shuffle, public is not an id in decimal")
    if method == DAILY and not (isinstance(public, str) and _is_day(public)):
        raise _fault("in shuffle, public is not a day, such as 2027-01-31")
    if "secret" in value and not _is_hex(secret):
        raise _fault("in shuffle, secret is not 64 hex digits")
    return Seal(str(method), str(commitment), str(public), secret)


def _check(match: Match, seal: Seal, shuffle: Shuffle) -> None:
    if commitment_of(shuffle.secret) != seal.commitment.lower():
        raise _fault("the secret is not the one that was promised: its SHA-256 is not the commitment")
    if match.deals and match.deals[0].dealer != shuffle.first_dealer():
        raise _fault("the first dealer is not the one that the secret gives", deal=0)
    for index, deal in enumerate(match.deals):
        if deal.deck != shuffle.deck(index):
            raise _fault("the deck is not the one that the secret gives", deal=index)


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _fault(what: str, *, deal: int | None = None) -> BadRecord:
    return BadRecord(what, rule="shuffle", deal=deal)
