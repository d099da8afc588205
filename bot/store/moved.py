"""The mark on a database whose matches have moved to another one, so that nobody goes on with the old copy.

A move is one transaction of the new database. Right before its commit the old one is marked as MOVING, and right after
it as MOVED, with the move's own number, which the new one has too: a move that is cut off anywhere before leaves no
trace, and one that is cut off in between is told apart by looking there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import MovedAway, MoveUnsure

if TYPE_CHECKING:
    from .store import Store

MOVING, MOVED = "moving", "moved"
"""Keys of the old database."""

MOVED_HERE = "moved-here"
"""The key of the new one."""


async def check_place(store: Store) -> None:
    """Raises MovedAway when the matches of this database go on elsewhere, MoveUnsure when that is not known."""
    if await store.meta.get(MOVED) is not None:
        raise MovedAway
    if await store.meta.get(MOVING) is not None:
        raise MoveUnsure


async def move_back(store: Store) -> bool:
    """Take this database up again. Returns whether it had moved."""
    return await store.meta.remove(MOVED, MOVING)
