"""What has been told of a match: the messages that show it, and how far they are up to date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.clock import Stage
from bot.values import Table, Told

from .reading import MatchReader
from .schema import deals, matches, notices

# Each column moves forward only: what is told last is not always what is noted last.
_ADVANCE = {
    column.name: sa.update(matches)
    .where(
        matches.c.id == sa.bindparam("told_id"),
        sa.or_(column.is_(None), column < sa.bindparam("told", type_=column.type)),
    )
    .values({column: sa.bindparam("told", type_=column.type)})
    for column in (matches.c.table_act, matches.c.settled)
}


class MatchMessages(MatchReader):
    """Which messages show a match. A message of a match that is not there is forgotten without an error."""

    async def set_table(self, match_id: int, table: Table | None) -> None:
        """Note which message is the table, and what it shows; None where there is none any more."""
        await self._set(
            match_id,
            table_message_id=table and table.message_id,
            table_deal=table and table.deal,
            table_posted_at=table and table.posted_at,
            table_act=table and table.act,
        )

    async def note_told(self, told: Sequence[Told]) -> None:
        """Note, all at once, how far people have been told of some matches. What is None stays as it is.

        No match goes back behind what was noted before, in whatever order such notes come.
        """
        rows = {
            name: [
                {"told_id": one.match_id, "told": value} for one in told if (value := getattr(one, name)) is not None
            ]
            for name in _ADVANCE
        }
        if not any(rows.values()):
            return
        async with self._database.write() as connection:
            for name, found in rows.items():
                if found:
                    await connection.execute(_ADVANCE[name], found)

    async def set_result_message(self, match_id: int, message_id: int) -> None:
        """Note which message shows the result of the match."""
        await self._set(match_id, result_message_id=message_id)

    async def set_deal_message(self, match_id: int, deal: int, message_id: int) -> None:
        """Note which message shows the result of a deal."""
        update = sa.update(deals).where(deals.c.match_id == match_id, deals.c.deal == deal)
        async with self._database.write() as connection:
            await connection.execute(update.values(result_message_id=message_id))

    async def set_notice(
        self,
        match_id: int,
        seat: int,
        decision: int,
        message_id: int,
        at: datetime,
        stage: Stage = Stage.RUNNING,
    ) -> None:
        """Note the notice posted for a player, in place of the one before."""
        what = {"decision": decision, "message_id": message_id, "posted_at": at, "stage": stage.value}
        insert = self._database.insert(notices).values(match_id=match_id, seat=seat, **what)
        upsert = insert.on_conflict_do_update(index_elements=["match_id", "seat"], set_=what)
        async with self._database.write() as connection:
            await connection.execute(upsert)

    async def drop_notice(self, match_id: int, seat: int) -> None:
        """Forget the notice of a player, if there is one."""
        delete = sa.delete(notices).where(notices.c.match_id == match_id, notices.c.seat == seat)
        async with self._database.write() as connection:
            await connection.execute(delete)

    async def _set(self, match_id: int, **values: Any) -> None:
        async with self._database.write() as connection:
            await connection.execute(sa.update(matches).where(matches.c.id == match_id).values(**values))
