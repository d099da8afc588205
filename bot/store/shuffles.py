"""The shuffles of challenges and matches. Their secrets leave the database by two ways, named after who may ask."""

from __future__ import annotations

from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import matches, shuffles
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
        self, *, challenge_id: int | None = None, offer_id: int | None = None, match_id: int | None = None
    ) -> Sealed | None:
        """The shuffle of a challenge, an offer or a match, secret and all: for whoever deals, and nobody else."""
        if challenge_id is not None:
            this = shuffles.c.challenge_id == challenge_id
        elif offer_id is not None:
            offered = sa.select(solo_offers.c.shuffle_id).where(solo_offers.c.id == offer_id)
            this = shuffles.c.id == offered.scalar_subquery()
        else:
            this = shuffles.c.match_id == match_id
        return await self._find(sa.select(*_SEALED, shuffles.c.secret).where(this))

    async def for_the_record(self, match_id: int) -> Sealed | None:
        """The shuffle of a match as both players may know it: with its secret only once the match has ended."""
        secret = sa.case((matches.c.ended_how.is_not(None), shuffles.c.secret))
        query = sa.select(*_SEALED, secret.label("secret")).join(matches, matches.c.id == shuffles.c.match_id)
        return await self._find(query.where(shuffles.c.match_id == match_id))

    async def _find(self, query: sa.Select[tuple[str, str, str | None, str | None]]) -> Sealed | None:
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Sealed(row.method, row.commitment, row.public, row.secret)


async def keep_shuffle(connection: AsyncConnection, new: NewShuffle, *, challenge_id: int | None = None) -> int:
    """Keep a new shuffle, that of a challenge or of what refers to it by the id that is returned."""
    values = {"method": new.method, "commitment": new.commitment, "secret": new.secret}
    insert = sa.insert(shuffles).values(challenge_id=challenge_id, **values).returning(shuffles.c.id)
    return int((await connection.execute(insert)).scalar_one())


async def take_over(connection: AsyncConnection, challenge_id: int, match_id: int, public: str) -> None:
    """The shuffle of an accepted challenge is its match's from now on."""
    this = sa.update(shuffles).where(shuffles.c.challenge_id == challenge_id)
    await connection.execute(this.values(match_id=match_id, public=public))
