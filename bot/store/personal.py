"""All that is stored about one person, for that person alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import sqlalchemy as sa

from .database import Database
from .persons import Persons
from .schema import challenges, matches, members, notices, results, seats, standings
from .schema_choices import blocks, persons, pings

Row: TypeAlias = Mapping[str, Any]
"""A row of a table, by the names of its columns."""

_MATCH = (matches.c.id, matches.c.guild_id, matches.c.channel_id, matches.c.length, matches.c.started_at)
_END = (matches.c.ended_how, matches.c.ended_by, matches.c.winner, matches.c.ended_at)
_RESULT = (results.c.points0, results.c.points1, results.c.deals, results.c.counts, results.c.is_voided)
_NOTICE = (notices.c.message_id.label("notice_id"), notices.c.posted_at.label("notice_at"))


@dataclass(frozen=True, slots=True)
class Traces:
    """What is stored about a person, but for what was done in the matches.

    ``settings``: None for who has chosen nothing. ``blocked``: the names of those whom the person has blocked, None
    for who was forgotten. ``made`` and ``received`` are challenges, ``sent`` and ``got`` the pings of the last hour.
    ``matches``: a row for each, in their order, with the person's ``seat`` and the ``name`` there, the result and the
    notice that stands.
    """

    settings: Row | None
    blocked: list[str | None]
    names: list[Row]
    standings: list[Row]
    made: list[Row]
    received: list[Row]
    sent: list[Row]
    got: list[Row]
    matches: list[Row]


class PersonalData:
    """Reads what is stored about a person. What others have chosen about them is not looked at."""

    def __init__(self, database: Database, persons_: Persons) -> None:
        self._database = database
        self._persons = persons_

    async def of(self, user_id: int) -> Traces:
        """All of one moment. Raises StoreError."""
        hashed = await self._persons.hash_of(user_id)
        mine = [
            sa.select(table).where(table.c.user_id == user_id).order_by(table.c.guild_id)
            for table in (members, standings)
        ]
        asked = [
            sa.select(challenges).where(column == user_id).order_by(challenges.c.id)
            for column in (challenges.c.challenger_id, challenges.c.opponent_id)
        ]
        pinged = [
            sa.select(pings).where(column == hashed).order_by(pings.c.at)
            for column in (pings.c.sender, pings.c.receiver)
        ]
        async with self._database.read() as connection:

            async def rows(query: sa.Select[Any]) -> list[Row]:
                return [dict(row._mapping) for row in await connection.execute(query)]

            chosen = await rows(sa.select(persons).where(persons.c.user_id == user_id))
            blocked = await rows(sa.select(blocks.c.name).where(blocks.c.blocker_id == user_id))
            return Traces(
                chosen[0] if chosen else None,
                sorted((row["name"] for row in blocked), key=lambda name: (name is None, name)),
                *[await rows(query) for query in (*mine, *asked, *pinged)],
                await rows(_matches(user_id)),
            )


def _matches(user_id: int) -> sa.Select[Any]:
    """Each match of a person with its result and notice, if it has them."""
    notice = sa.and_(notices.c.match_id == seats.c.match_id, notices.c.seat == seats.c.seat)
    joined = (
        seats.join(matches, matches.c.id == seats.c.match_id)
        .outerjoin(results, results.c.match_id == seats.c.match_id)
        .outerjoin(notices, notice)
    )
    columns = (*_MATCH, *_END, *_RESULT, *_NOTICE, seats.c.seat, seats.c.name)
    return sa.select(*columns).select_from(joined).where(seats.c.user_id == user_id).order_by(seats.c.match_id)
