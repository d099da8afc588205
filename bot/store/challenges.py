"""Challenges: open until accepted, declined, withdrawn or expired. Accepting is part of `Matches.begin`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.values import Challenge, ChallengeState, NewChallenge, Person

from .database import Database
from .locks import Lock
from .pings import Pings, drop_ping, note_declined, note_ping, why_not
from .schema import OPEN_CHALLENGE, UNTOLD_CHALLENGE, challenges, shuffles
from .shuffles import NewShuffle, keep_shuffle

_CHALLENGE = sa.select(challenges, shuffles.c.commitment).outerjoin(
    shuffles, shuffles.c.challenge_id == challenges.c.id
)


class Challenges:
    """Who asked whom for a match."""

    def __init__(self, database: Database, pings: Pings) -> None:
        self._database = database
        self._pings = pings

    async def add(
        self, new: NewChallenge, now: datetime, expires_at: datetime, shuffle: NewShuffle | None = None
    ) -> Challenge:
        """Record an open challenge, with the shuffle that it promises and the ping that it is.

        Raises PingRefused where it may ping nobody now; one to anybody pings nobody.
        """
        insert = (
            sa.insert(challenges)
            .values(
                guild_id=new.guild_id,
                channel_id=new.channel_id,
                challenger_id=new.challenger.user_id,
                challenger_name=new.challenger.name,
                opponent_id=new.opponent.user_id if new.opponent else None,
                opponent_name=new.opponent.name if new.opponent else None,
                length=new.length,
                is_rematch=new.is_rematch,
                strength=new.strength,
                clock=None if new.clock is None else int(new.clock.total_seconds()),
                created_at=now,
                expires_at=expires_at,
                state="open",
                shown="open",
            )
            .returning(challenges)
        )
        ping = None
        if new.opponent is not None:
            ping = await self._pings.of(new.guild_id, new.challenger.user_id, new.opponent.user_id)
        async with self._database.write() as connection:
            if ping is not None:
                await self._database.alone(connection, Lock.PING, ping.sender_id)
            refusal = None if ping is None else await why_not(connection, ping, now)
            if refusal is None:
                row = (await connection.execute(insert)).one()
                if shuffle is not None:
                    await keep_shuffle(connection, shuffle, challenge_id=row.id)
                if ping is not None:
                    await note_ping(connection, ping, row.id, now)
        if refusal is not None:
            raise refusal
        return _challenge(row, None if shuffle is None else shuffle.commitment)

    async def get(self, challenge_id: int) -> Challenge | None:
        """The challenge, or None if there is no such one."""
        found = await self._find(challenges.c.id == challenge_id)
        return found[0] if found else None

    async def open_in(self, channel_id: int) -> list[Challenge]:
        """The open challenges of a channel, oldest first; also those past their time and not closed yet."""
        return await self._find(OPEN_CHALLENGE, challenges.c.channel_id == channel_id)

    async def open_by(self, guild_id: int, user_id: int) -> list[Challenge]:
        """The open challenges that somebody has made on a server, oldest first."""
        mine = sa.and_(challenges.c.guild_id == guild_id, challenges.c.challenger_id == user_id)
        return await self._find(OPEN_CHALLENGE, mine)

    async def expired(self, now: datetime) -> list[Challenge]:
        """The open challenges whose time is over, oldest first. This does not close them."""
        return await self._find(OPEN_CHALLENGE, challenges.c.expires_at <= now)

    async def set_message(self, challenge_id: int, message_id: int) -> None:
        """Note which message shows the challenge."""
        update = sa.update(challenges).where(challenges.c.id == challenge_id).values(message_id=message_id)
        async with self._database.write() as connection:
            await connection.execute(update)

    async def close(self, challenge_id: int, state: ChallengeState) -> bool:
        """Close a challenge that is still open; False when somebody was quicker.

        One that its opponent declines goes by `decline`.
        """
        update = sa.update(challenges).where(challenges.c.id == challenge_id, OPEN_CHALLENGE).values(state=state)
        async with self._database.write() as connection:
            return (await connection.execute(update)).rowcount == 1

    async def decline(self, challenge_id: int, now: datetime) -> bool:
        """Close a challenge that is still open, since its opponent says no; False when somebody was quicker."""
        async with self._database.write() as connection:
            return await decline_open(connection, challenges.c.id == challenge_id, now) == 1

    async def take_back(self, challenge_id: int) -> None:
        """Close a challenge that could not be posted: it pinged nobody."""
        update = sa.update(challenges).where(challenges.c.id == challenge_id, OPEN_CHALLENGE).values(state="withdrawn")
        async with self._database.write() as connection:
            if (await connection.execute(update)).rowcount:
                await drop_ping(connection, challenge_id)

    async def untold(self) -> list[Challenge]:
        """The closed challenges whose message does not show that yet, as far as is known; oldest first."""
        return await self._find(UNTOLD_CHALLENGE, challenges.c.message_id.is_not(None))

    async def note_shown(self, challenge_id: int, state: ChallengeState) -> None:
        """Note which state the message of the challenge shows."""
        update = sa.update(challenges).where(challenges.c.id == challenge_id).values(shown=state)
        async with self._database.write() as connection:
            await connection.execute(update)

    async def _find(self, *conditions: sa.ColumnElement[bool]) -> list[Challenge]:
        # Sorted here: asked for an order by id, SQLite would walk all challenges ever made in that order.
        async with self._database.read() as connection:
            rows = await connection.execute(_CHALLENGE.where(*conditions))
            return sorted((_challenge(row, row.commitment) for row in rows), key=lambda challenge: challenge.id)


async def decline_open(connection: AsyncConnection, which: sa.ColumnElement[bool], now: datetime) -> int:
    """Decline those of these challenges that are open, in the transaction of somebody else; how many they were."""
    update = sa.update(challenges).where(OPEN_CHALLENGE, which).values(state="declined").returning(challenges.c.id)
    found = list(await connection.scalars(update))
    await note_declined(connection, found, now)
    return len(found)


def _challenge(row: sa.Row[Any], commitment: str | None) -> Challenge:
    return Challenge(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        challenger=Person(row.challenger_id, row.challenger_name),
        opponent=None if row.opponent_id is None else Person(row.opponent_id, row.opponent_name),
        created_at=row.created_at,
        expires_at=row.expires_at,
        message_id=row.message_id,
        state=row.state,
        shown=row.shown,
        match_id=row.match_id,
        length=row.length,
        is_rematch=row.is_rematch,
        commitment=commitment,
        clock=None if row.clock is None else timedelta(seconds=row.clock),
        strength=row.strength,
    )
