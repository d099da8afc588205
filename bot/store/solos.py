"""What people play alone: the offer of a match against the house, and whose match of that kind is open."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.solo import Solo

from .database import Database
from .errors import OfferGone, SoloOpen
from .locks import Lock
from .schema import acts, matches, seats, shuffles
from .schema_solo import solo_offers
from .shuffles import NewShuffle, keep_shuffle

_SOLO = sa.select(solo_offers, shuffles.c.commitment).outerjoin(shuffles, shuffles.c.id == solo_offers.c.shuffle_id)


class Solos:
    """One row a person: an offer that stands, or the open match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> Solo | None:
        """What somebody is offered or plays alone; None for nothing."""
        async with self._database.read() as connection:
            row = (await connection.execute(_SOLO.where(solo_offers.c.user_id == user_id))).one_or_none()
        return None if row is None else _solo(row, row.commitment)

    async def offer(
        self, user_id: int, strength: str, length: int, now: datetime, shuffle: NewShuffle | None = None
    ) -> Solo:
        """Offer somebody a match, in the place of the offer before, whose secret goes unused.

        Raises SoloOpen, and changes nothing, where such a match of theirs is open.
        """
        async with self._database.write() as connection:
            await self._database.alone(connection, Lock.SOLO, user_id)
            mine = sa.select(solo_offers.c.match_id).where(solo_offers.c.user_id == user_id)
            match_id: int | None = await connection.scalar(mine)
            if match_id is not None:
                raise SoloOpen(match_id)
            await drop_offer(connection, user_id)
            shuffle_id = None if shuffle is None else await keep_shuffle(connection, shuffle)
            values = {"user_id": user_id, "strength": strength, "length": length, "made_at": now}
            insert = sa.insert(solo_offers).values(shuffle_id=shuffle_id, **values).returning(solo_offers)
            row = (await connection.execute(insert)).one()
        return _solo(row, None if shuffle is None else shuffle.commitment)

    async def has_lapsed(self, user_id: int, apart: Collection[str] = ()) -> bool:
        """Whether the last match that somebody played alone is void since nobody acted, and nothing came after it.

        ``apart``: sources of decks whose matches are something else.
        """
        mine = sa.select(sa.func.max(seats.c.match_id)).join(matches, matches.c.id == seats.c.match_id)
        last = mine.where(seats.c.user_id == user_id, matches.c.guild_id.is_(None), matches.c.decks.not_in(apart))
        kinds = sa.select(acts.c.kind).order_by(acts.c.number.desc()).limit(1)
        async with self._database.read() as connection:
            match_id = await connection.scalar(last)
            return match_id is not None and await connection.scalar(kinds.where(acts.c.match_id == match_id)) == LAPSE


LAPSE = "lapse"
"""The act by which a match ends that nobody goes on with."""


async def take_offer(connection: AsyncConnection, offer_id: int, match_id: int, public: str | None) -> None:
    """An offer becomes the match that has just begun, and its shuffle that match's, in the caller's transaction.

    Raises OfferGone where it was taken before, or another one stands in its place.
    """
    this = sa.and_(solo_offers.c.id == offer_id, solo_offers.c.match_id.is_(None))
    update = sa.update(solo_offers).where(this).values(match_id=match_id).returning(solo_offers.c.shuffle_id)
    taken = (await connection.execute(update)).one_or_none()
    if taken is None:
        raise OfferGone
    if public is not None:
        sealed = sa.update(shuffles).where(shuffles.c.id == taken.shuffle_id)
        await connection.execute(sealed.values(match_id=match_id, public=public))


async def drop_offer(connection: AsyncConnection, user_id: int) -> None:
    """An offer goes with its shuffle, in the caller's transaction; an open match stays."""
    this = sa.and_(solo_offers.c.user_id == user_id, solo_offers.c.match_id.is_(None))
    shuffle_id = await connection.scalar(sa.delete(solo_offers).where(this).returning(solo_offers.c.shuffle_id))
    if shuffle_id is not None:
        await connection.execute(sa.delete(shuffles).where(shuffles.c.id == shuffle_id))


async def drop_solo(connection: AsyncConnection, match_id: int) -> None:
    """A match that is over leaves its player free for the next, in the caller's transaction."""
    await connection.execute(sa.delete(solo_offers).where(solo_offers.c.match_id == match_id))


def _solo(row: sa.Row[Any], commitment: str | None) -> Solo:
    return Solo(row.id, row.user_id, row.strength, row.length, row.made_at, commitment, row.match_id)
