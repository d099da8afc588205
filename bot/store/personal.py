"""All that is stored about one person, for that person alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import sqlalchemy as sa

from .database import Database
from .persons import Persons
from .schema import challenges, matches, members, notices, results, seats, standings
from .schema_choices import blocks, persons, pings, watchers
from .schema_daily import dailies
from .schema_solo import solo_offers

Row: TypeAlias = Mapping[str, Any]
"""A row of a table, by the names of its columns."""

_OTHER = seats.alias("other")

_SEAT = (seats.c.seat, seats.c.name, _OTHER.c.name.label("opponent_name"))
_MATCH = (
    matches.c.id,
    matches.c.guild_id,
    matches.c.channel_id,
    matches.c.length,
    matches.c.clock,
    matches.c.started_at,
)
_END = (matches.c.ended_how, matches.c.ended_by, matches.c.winner, matches.c.ended_at)
_RESULT = (
    results.c.points0,
    results.c.points1,
    results.c.deals.label("result_deals"),
    results.c.counts,
    results.c.is_voided,
)
_NOTICE = (notices.c.message_id.label("notice_id"), notices.c.posted_at.label("notice_at"))


@dataclass(frozen=True, slots=True)
class Traces:
    """What is stored about a person, but for what was done in the matches.

    ``settings``: None for who has chosen nothing. ``blocked``: the names of those whom the person has blocked, None
    for who was forgotten. ``made`` and ``received`` are challenges, ``sent`` and ``got`` the pings of the last hour.
    ``following``: the matches that the person watches, with their places; ``dailies``: tries of the deals of days;
    ``solo``: what the person is offered to play alone, or plays. ``matches``: the numbers of those that the person
    plays or has played, in order.
    """

    settings: Row | None
    blocked: list[str | None]
    names: list[Row]
    standings: list[Row]
    made: list[Row]
    received: list[Row]
    sent: list[Row]
    got: list[Row]
    following: list[Row]
    dailies: list[Row]
    solo: Row | None
    matches: list[int]


class PersonalData:
    """Reads what is stored about a person. What others have chosen about them is not looked at."""

    def __init__(self, database: Database, persons_: Persons) -> None:
        self._database = database
        self._persons = persons_

    async def of(self, user_id: int) -> Traces:
        """All of one moment. Raises StoreError."""
        hashed = await self._persons.hash_of(user_id)
        async with self._database.read() as connection:

            async def rows(table: sa.Table, mine: sa.ColumnElement[bool], order: sa.Column[Any]) -> list[Row]:
                found = await connection.execute(sa.select(table).where(mine).order_by(order))
                return [dict(row._mapping) for row in found]

            chosen = await rows(persons, persons.c.user_id == user_id, persons.c.user_id)
            blocked = await rows(blocks, blocks.c.blocker_id == user_id, blocks.c.blocked)
            watched = await connection.execute(_FOLLOWED.where(watchers.c.user_id == user_id))
            return Traces(
                settings=chosen[0] if chosen else None,
                blocked=sorted((row["name"] for row in blocked), key=lambda name: (name is None, name)),
                names=await rows(members, members.c.user_id == user_id, members.c.guild_id),
                standings=await rows(standings, standings.c.user_id == user_id, standings.c.guild_id),
                made=await rows(challenges, challenges.c.challenger_id == user_id, challenges.c.id),
                received=await rows(challenges, challenges.c.opponent_id == user_id, challenges.c.id),
                sent=await rows(pings, pings.c.sender == hashed, pings.c.at),
                got=await rows(pings, pings.c.receiver == hashed, pings.c.at),
                following=[dict(row._mapping) for row in watched],
                dailies=await rows(
                    dailies, sa.or_(dailies.c.user_id == user_id, dailies.c.code == hashed), dailies.c.day
                ),
                solo=next(iter(await rows(solo_offers, solo_offers.c.user_id == user_id, solo_offers.c.id)), None),
                matches=sorted(await connection.scalars(sa.select(seats.c.match_id).where(seats.c.user_id == user_id))),
            )

    async def match(self, user_id: int, match_id: int) -> Row | None:
        """A match of a person, without what was done in it; None where it is not, or no longer, theirs.

        With the person's ``seat`` and the ``name`` there, the opponent's, the result and the notice that stands. Raises
        DamagedRow for what cannot be read.
        """
        mine = seats.c.user_id == user_id, seats.c.match_id == match_id
        async with self._database.read() as connection:
            row = (await connection.execute(_MATCH_OF_PERSON.where(*mine))).one_or_none()
        return None if row is None else dict(row._mapping)


_FOLLOWED = (
    sa.select(watchers.c.match_id, watchers.c.deal, matches.c.guild_id, matches.c.channel_id)
    .join(matches, matches.c.id == watchers.c.match_id)
    .order_by(watchers.c.match_id)
)
_MATCH_OF_PERSON = sa.select(*_MATCH, *_END, *_RESULT, *_NOTICE, *_SEAT).select_from(
    seats.join(matches, matches.c.id == seats.c.match_id)
    .outerjoin(_OTHER, sa.and_(_OTHER.c.match_id == seats.c.match_id, _OTHER.c.seat != seats.c.seat))
    .outerjoin(results, results.c.match_id == seats.c.match_id)
    .outerjoin(notices, sa.and_(notices.c.match_id == seats.c.match_id, notices.c.seat == seats.c.seat))
)
