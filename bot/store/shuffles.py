"""The shuffles of challenges and matches. Their secrets leave the database by two ways, named after who may ask."""

from __future__ import annotations

from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import matches, shuffles
from .schema_daily import dailies, days
from .schema_solo import solo_offers

_SEALED = (shuffles.c.method, shuffles.c.commitment, shuffles.c.public)


@dataclass(frozen=True, slots=True)
class NewShuffle:
    """The shuffle of a challenge to be made: a secret, in hex, and the commitment to it that everybody sees."""

    method: str
    commitment: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A shuffle as stored. `secret`, in hex, is None for whoever may not know it yet.

    `public` is what the accepter's press added; None before.
    """

    method: str
    commitment: str
    public: str | None
    secret: str | None = field(repr=False)


class Shuffles:
    """What was promised with each challenge, and what the match's decks come from."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def for_dealing(
        self,
        *,
        challenge_id: int | None = None,
        offer_id: int | None = None,
        match_id: int | None = None,
        day: str | None = None,
    ) -> Sealed | None:
        """The shuffle of one of these, secret and all: for whoever deals, and nobody else."""
        if challenge_id is not None:
            this = shuffles.c.challenge_id == challenge_id
        elif offer_id is not None:
            offered = sa.select(solo_offers.c.shuffle_id).where(solo_offers.c.id == offer_id)
            this = shuffles.c.id == offered.scalar_subquery()
        elif day is not None:
            this = shuffles.c.id.in_(_of_day(days.c.day == day))
        else:
            this = sa.or_(shuffles.c.match_id == match_id, shuffles.c.id.in_(_of_day(has_match(match_id))))
        return await self._find(sa.select(*_SEALED, shuffles.c.secret).where(this))

    async def for_the_record(self, match_id: int) -> Sealed | None:
        """The shuffle of a match as everybody may know it.

        With its secret only once the match has ended; that of a day, which is many matches', once the day is opened.
        """
        secret = sa.case((matches.c.ended_how.is_not(None), shuffles.c.secret))
        query = sa.select(*_SEALED, secret.label("secret")).join(matches, matches.c.id == shuffles.c.match_id)
        if (found := await self._find(query.where(shuffles.c.match_id == match_id))) is not None:
            return found
        secret = sa.case((sa.and_(matches.c.ended_how.is_not(None), days.c.opened_at.is_not(None)), shuffles.c.secret))
        query = (
            sa.select(*_SEALED, secret.label("secret"))
            .join(days, days.c.shuffle_id == shuffles.c.id)
            .join(matches, matches.c.id == match_id)
        )
        return await self._find(query.where(shuffles.c.id.in_(_of_day(has_match(match_id)))))

    async def _find(self, query: sa.Select[tuple[str, str, str | None, str | None]]) -> Sealed | None:
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Sealed(row.method, row.commitment, row.public, row.secret)


def has_match(match_id: int | None) -> sa.ColumnElement[bool]:
    """Whether a match is one of a day, the house's own included."""
    tried = sa.select(dailies.c.day).where(dailies.c.match_id == match_id)
    return sa.or_(days.c.house_match_id == match_id, days.c.day == tried.scalar_subquery())


def _of_day(which: sa.ColumnElement[bool]) -> sa.Select[tuple[int]]:
    """The ids of the shuffles of days."""
    return sa.select(days.c.shuffle_id).where(which)


async def keep_shuffle(
    connection: AsyncConnection, new: NewShuffle, *, challenge_id: int | None = None, public: str | None = None
) -> int:
    """Keep a new shuffle, that of a challenge or of what refers to it by the id that is returned."""
    values = {"method": new.method, "commitment": new.commitment, "secret": new.secret, "public": public}
    insert = sa.insert(shuffles).values(challenge_id=challenge_id, **values).returning(shuffles.c.id)
    return int((await connection.execute(insert)).scalar_one())


async def take_over(connection: AsyncConnection, challenge_id: int, match_id: int, public: str) -> None:
    """The shuffle of an accepted challenge is its match's from now on."""
    this = sa.update(shuffles).where(shuffles.c.challenge_id == challenge_id)
    await connection.execute(this.values(match_id=match_id, public=public))
