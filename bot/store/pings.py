"""Who pinged whom by a challenge in the last hour, and who may ping whom now.

People stand here as keyed hashes, so that being forgotten is no way round. All is counted on one server: what happens
on others makes no difference. Rows are an hour old at most: older ones go in the rounds, and as new ones come.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .errors import PingReason, PingRefused
from .schema_choices import blocks, persons, pings

WHILE = timedelta(hours=1)
"""For how long a ping counts, however its challenge ends."""

MOST_TO_ONE = 3
"""Pings of one person by the same one within that time."""

MOST_PEOPLE = 10
"""People whom one person pings within that time."""

AFTER_DECLINE = timedelta(minutes=10)
"""How long somebody whose challenge was declined waits before the next one to the same person."""


@dataclass(frozen=True, slots=True)
class Ping:
    """A ping to be: on which server, from whom to whom; ids, with their hashes."""

    guild_id: int
    sender_id: int
    sender: str
    receiver_id: int
    receiver: str


class Pings:
    """Looks whether somebody may be pinged, before anything is made for it.

    `hash_of` gives the keyed hash of a person's id.
    """

    def __init__(self, database: Database, hash_of: Callable[[int], Awaitable[str]]) -> None:
        self._database = database
        self._hash_of = hash_of

    async def of(self, guild_id: int, sender_id: int, receiver_id: int) -> Ping:
        """The ping from one person to another."""
        sender, receiver = await self._hash_of(sender_id), await self._hash_of(receiver_id)
        return Ping(guild_id, sender_id, sender, receiver_id, receiver)

    async def check(self, ping: Ping, now: datetime) -> None:
        """Raises PingRefused where a challenge that pings would be refused now."""
        async with self._database.write() as connection:
            refusal = await why_not(connection, ping, now)
        if refusal is not None:
            raise refusal

    async def tidy(self, now: datetime) -> None:
        """Let go of what is older than an hour, also where nobody pings any more; writes only if there is something."""
        async with self._database.read() as connection:
            oldest = await connection.scalar(sa.select(pings.c.at).order_by(pings.c.at).limit(1))
        if oldest is not None and oldest <= now - WHILE:
            async with self._database.write() as connection:
                await _tidy(connection, now)


async def why_not(connection: AsyncConnection, ping: Ping, now: datetime) -> PingRefused | None:
    """Why somebody may not be pinged now, if so. Raise it only after the commit: old rows go by this.

    A limit of the sender's own comes first: it says nothing of the other person, whatever that one has chosen.
    """
    await _tidy(connection, now)
    limits = dict(_limits(await _sent(connection, ping), ping.receiver))
    reached = {reason: until for reason, until in limits.items() if until > now}
    if reached:
        reason = max(reached, key=lambda one: reached[one])
        return PingRefused(reason, reached[reason])
    if await _has_blocked(connection, ping.sender_id, ping.receiver):
        return PingRefused("blocked")
    is_closed = sa.select(persons.c.user_id).where(
        persons.c.user_id == ping.receiver_id, persons.c.is_challengeable.is_(False)
    )
    if await _has_blocked(connection, ping.receiver_id, ping.sender) or await connection.scalar(is_closed) is not None:
        return PingRefused("unwelcome")
    return None


async def note_ping(connection: AsyncConnection, ping: Ping, challenge_id: int, now: datetime) -> None:
    """A challenge that pings has been made."""
    row = {"guild_id": ping.guild_id, "sender": ping.sender, "receiver": ping.receiver}
    await connection.execute(sa.insert(pings).values(**row, challenge_id=challenge_id, at=now))


async def note_declined(connection: AsyncConnection, challenge_ids: list[int], now: datetime) -> None:
    """Challenges were declined: from now on the pair waits."""
    declined = sa.update(pings).where(pings.c.challenge_id.in_(challenge_ids))
    await connection.execute(declined.values(declined_at=now))


async def drop_ping(connection: AsyncConnection, challenge_id: int) -> None:
    """A challenge came before nobody's eyes: it pinged nobody."""
    await connection.execute(sa.delete(pings).where(pings.c.challenge_id == challenge_id))


async def _tidy(connection: AsyncConnection, now: datetime) -> None:
    """Let go of what does not count any more.

    What seems to have happened in the future tells that the clock was set back: it counts as now, so that nobody waits
    until the old time has come again.
    """
    await connection.execute(sa.delete(pings).where(pings.c.at <= now - WHILE))
    for column in (pings.c.at, pings.c.declined_at):
        await connection.execute(sa.update(pings).where(column > now).values({column: now}))


async def _sent(connection: AsyncConnection, ping: Ping) -> list[sa.Row[tuple[str, datetime, datetime | None]]]:
    """To whom somebody's pings went, when, and when each was declined; the latest first."""
    query = sa.select(pings.c.receiver, pings.c.at, pings.c.declined_at).where(
        pings.c.guild_id == ping.guild_id, pings.c.sender == ping.sender
    )
    return sorted(await connection.execute(query), key=lambda row: row.at, reverse=True)


def _limits(
    sent: list[sa.Row[tuple[str, datetime, datetime | None]]], receiver: str
) -> Iterator[tuple[PingReason, datetime]]:
    """The limits that keep somebody from pinging the receiver, each with its end."""
    to_one = [row for row in sent if row.receiver == receiver]
    if len(to_one) >= MOST_TO_ONE:
        yield "often", to_one[MOST_TO_ONE - 1].at + WHILE
    others: dict[str, datetime] = {}
    for row in sent:
        if row.receiver != receiver:
            others.setdefault(row.receiver, row.at)
    if not to_one and len(others) >= MOST_PEOPLE:
        yield "many", list(others.values())[MOST_PEOPLE - 1] + WHILE
    declined = [row.declined_at for row in to_one if row.declined_at is not None]
    if declined:
        yield "declined", max(declined) + AFTER_DECLINE


async def _has_blocked(connection: AsyncConnection, blocker_id: int, blocked: str) -> bool:
    this = sa.and_(blocks.c.blocker_id == blocker_id, blocks.c.blocked == blocked)
    return await connection.scalar(sa.select(blocks.c.blocked).where(this)) is not None
