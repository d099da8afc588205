"""Deals in which a player was given a hint: they count apart."""

from __future__ import annotations

import sqlalchemy as sa

from .database import Database
from .schema_hints import hints


class Hints:
    """Which deals were played with a hint, by match and seat."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, match_id: int, deal: int, seat: int) -> None:
        """Note that a seat was given a hint in a deal, counted from 0; again: nothing changes."""
        row = self._database.insert(hints).values(match_id=match_id, deal=deal, seat=seat)
        async with self._database.write() as connection:
            await connection.execute(row.on_conflict_do_nothing())

    async def of(self, match_id: int, seat: int) -> list[int]:
        """The deals of a match in which a seat was given a hint, in order."""
        mine = sa.select(hints.c.deal).where(hints.c.match_id == match_id, hints.c.seat == seat)
        async with self._database.read() as connection:
            return sorted(await connection.scalars(mine))
