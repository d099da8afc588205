"""What only one process may do at a time, as numbers of PostgreSQL's advisory locks.

The database gives each back when the transaction, or the connection, that has it ends. Besides its number a lock has
a key, such as a person, so that only the same work of the same one waits.
"""

from __future__ import annotations

from enum import IntEnum

BASE = 0x_B91D_0000
"""Of the first of the two numbers, which are 32 bits each: far from the small ones that other programs may use."""

SIGN = 2**31


class Lock(IntEnum):
    """A work that one process does at a time."""

    MIGRATE = 1
    """Looking at the schema's revision and bringing it up to date."""

    PING = 2
    """Looking whether somebody may ping somebody, and noting it; the key is who pings."""

    SOLO = 3
    """Putting an offer of a match alone in the place of the one before; the key is the person."""

    PERSON = 4
    """Changing some of a person's settings; the key is the person."""

    QUEUE = 5
    """Making the queue of what is thought elsewhere."""

    def numbers(self, key: int = 0) -> tuple[int, int]:
        """The two numbers, each with a sign, as the database wants them. Keys far apart may seldom have the same."""
        return BASE + self - 2 * SIGN, key % (2 * SIGN) - SIGN
