"""The numbers of PostgreSQL's advisory locks: all that the processes of the bot agree on by locking it.

They are as many as there are works that no two processes may do at once; the database gives each lock back when the
transaction, or the connection, that has it ends.
"""

from __future__ import annotations

from enum import IntEnum

BASE = 0x_B91D_6E77E << 16
"""Far from the small numbers that other programs of the same server may use."""


class Lock(IntEnum):
    """A work that one process does at a time."""

    MIGRATE = BASE + 1
    """Looking at the schema's revision and bringing it up to date."""
