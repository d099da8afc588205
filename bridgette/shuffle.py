"""Shuffles that both players can check: decks that follow from a secret, promised beforehand, and from a press.

The methods ``bridgette-shuffle/1`` and ``bridgette-daily/1`` of ``docs/record.md``, which is the authority. A secret is
fixed, and its hash shown, before two players agree; ``public`` is known only when they do. Both together give the first
dealer and every deck, and the secret, shown after the end, lets anybody see that they do. Where the house plays, what
it leaves to chance follows from the secret too.

The parts are standard: SHA-256 (FIPS 180-4) for the promise; HMAC-SHA-256 (RFC 2104) of a counter for the stream; bytes
that would favour some cards passed over; the shuffle of Fisher and Yates as Durstenfeld wrote it (CACM Algorithm 235).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from bridgette.cards import Card, Seat, shuffled_deck

METHOD = "bridgette-shuffle/1"
"""A secret for each match; ``public`` is the id of the interaction by which it was accepted, in decimal."""

DAILY = "bridgette-daily/1"
"""A secret for each day; ``public`` is the day in UTC, ``2027-01-31``."""

SECRET_BYTES = 32

SEED_BYTES = 32
"""How many bytes of its stream make the seed of a decision of the house."""

_BYTES = 256


def commitment_of(secret: bytes) -> str:
    """What is shown before the secret may be: its SHA-256, in hex."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All first dealers and decks of a match, from its secret and its ``public`` part. It never shows the secret."""

    secret: bytes = field(repr=False)
    public: str
    method: str = METHOD

    def stream(self, label: str) -> Iterator[int]:
        """The endless bytes for a label: HMAC-SHA-256 of ``METHOD|PUBLIC|LABEL|i``, block after block."""
        block = 0
        while True:
            text = f"{self.method}|{self.public}|{label}|{block}"
            yield from hmac.digest(self.secret, text.encode("ascii"), "sha256")
            block += 1

    def first_dealer(self) -> Seat:
        """Who deals first (R5): the lowest bit of the first byte for ``dealer``."""
        return next(self.stream("dealer")) & 1

    def deck(self, deal: int) -> tuple[Card, ...]:
        """The deck of a deal (R7), counted from 0, passed-out ones too (R18)."""
        stream = self.stream(str(deal))

        def below(n: int) -> int:
            # Bytes from the last whole multiple of n on would make the low numbers likelier: they are passed over.
            limit = _BYTES - _BYTES % n
            while (byte := next(stream)) >= limit:
                pass
            return byte % n

        return shuffled_deck(below)

    def house_seed(self, deal: int, step: int) -> int:
        """The seed of a decision of the house; ``deal`` and ``step`` are counted as in a trace.

        The first bytes of the stream for ``house N S``, as a number with the highest byte first. It seeds Python's own
        generator, ``random.Random``.
        """
        return int.from_bytes(bytes(islice(self.stream(f"house {deal} {step}"), SEED_BYTES)), "big")


@dataclass(frozen=True, slots=True)
class Seal:
    """What a record says of its shuffle. ``secret``, in hex, is ``None`` as long as the seal is not broken."""

    method: str
    commitment: str
    public: str
    secret: str | None = field(default=None, repr=False)
