"""Matches: beginning them, recording what happens in them, ending them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.values import Ending, FinishedDeal, MatchRow, NewAct, NewDeal, NewMatch, Person

from . import schema
from .clocks import change_clocks, drop_clock, put_clock
from .dailies import add_try
from .database import Database
from .dialects import held, seized
from .errors import ChallengeClosed, ChannelBusy, Conflict
from .members import Members
from .news import News
from .schema import OPEN_CHALLENGE, OPEN_MATCH, acts, challenges, matches, notices, seats
from .shuffles import take_over
from .solos import drop_solo, take_offer
from .standings import Standings
from .telling import MatchMessages
from .watchers import drop_watchers

_before = acts.alias("before")
_OPEN = sa.select(matches.c.id).where(matches.c.id == sa.bindparam("act_match_id"), OPEN_MATCH)


def _adding(open_match: sa.Select[tuple[int]]) -> sa.Insert:
    """The statement that adds an act if its match is open, and if it is the first or the one before it is there."""
    return sa.insert(acts).from_select(
        [column.name for column in acts.c],
        sa.select(*(sa.bindparam(f"act_{column.name}", type_=column.type) for column in acts.c)).where(
            sa.exists(open_match),
            sa.or_(
                sa.bindparam("act_number") == 1,
                sa.exists().where(
                    _before.c.match_id == sa.bindparam("act_match_id"),
                    _before.c.number == sa.bindparam("act_number") - 1,
                ),
            ),
        ),
    )


# Most of what the bot ever writes, so each is built once. One that ends the match will change the match's row, and
# whoever acts at the same moment must not hold it meanwhile, waiting for this act.
_ADD_ACT, _ADD_LAST_ACT = _adding(held(_OPEN)), _adding(seized(_OPEN))


class Matches(MatchMessages):
    """The matches and their records. Every change is one transaction: all of it is kept, or nothing."""

    def __init__(
        self,
        database: Database,
        members: Members,
        standings: Standings,
        hash_of: Callable[[int], Awaitable[str]],
        news: News,
    ) -> None:
        super().__init__(database)
        self._news = news
        self._hash_of = hash_of
        self._members = members
        self._standings = standings

    async def begin(
        self,
        challenge_id: int | None,
        new: NewMatch,
        now: datetime,
        clock: Clock | None = None,
        *,
        offer_id: int | None = None,
    ) -> MatchRow:
        """Open a match with its first deal and the clock of that, accepting the challenge or the offer it comes from.

        Raises ChallengeClosed if the challenge is closed, past its time or unknown, OfferGone if the offer was taken or
        replaced, ChannelBusy if the channel has an open match, TriedAlready if it is a second try of a day, Conflict if
        both players are one person or the day is over; nothing is written then.
        """
        place = new.place
        match = {
            "guild_id": place.guild_id,
            "channel_id": place.channel_id,
            "length": new.length,
            "decks": new.decks,
            "started_at": now,
            "clock": None if new.clock is None else int(new.clock.total_seconds()),
        }
        people = [
            Person(player.user_id, player.name)
            for player in new.players
            if player.kind == "person" and player.user_id is not None and place.guild_id is not None
        ]
        tries = None if new.daily is None else new.daily.user_id
        code = None if tries is None else await self._hash_of(tries)
        async with self._database.write() as connection:
            insert = self._database.insert(matches).values(match).on_conflict_do_nothing()
            match_id: int | None = await connection.scalar(insert.returning(matches.c.id))
            if challenge_id is not None:
                await _accept(connection, challenge_id, match_id, now)
            if match_id is None:
                busy = sa.select(matches.c.id).where(OPEN_MATCH, matches.c.channel_id == place.channel_id)
                other: int | None = await connection.scalar(busy)
                if other is None:
                    raise Conflict("The channel's open match has ended at this very moment.")
                raise ChannelBusy(other)
            await _add_seats(connection, match_id, new)
            await _add_deal(connection, match_id, 0, new.dealer, new.deck)
            if clock is not None:
                await put_clock(self._database, connection, match_id, clock)
            if challenge_id is not None and new.public is not None:
                await take_over(connection, challenge_id, match_id, new.public)
            if new.daily is not None:
                await add_try(connection, match_id, new.daily, code)
            if offer_id is not None:
                await take_offer(connection, offer_id, match_id, new.public)
            if people and place.guild_id is not None:
                await connection.execute(self._members.upsert(place.guild_id, people, now))
        if place.guild_id is not None:
            self._members.remember(place.guild_id, people)
        return _begun(match_id, new, now)

    async def append(
        self,
        match_id: int,
        new_acts: Sequence[NewAct],
        at: datetime,
        finished: FinishedDeal | None = None,
        next_deal: NewDeal | None = None,
        ending: Ending | None = None,
        *,
        clock: Clock | None = None,
        place: int | None = None,
    ) -> None:
        """Record an act together with all that follows from it, further acts included.

        All of them are of one deal. `finished` is what that deal came to, `next_deal` the deal after it, `ending` the
        end of the match, `clock` what the match's clock has become, where it has changed; `place` is its server. Raises
        Conflict, and writes nothing, if an act's number is taken or not the next, if its deal is not there, or if the
        match is over or unknown.
        """
        async with self._database.write() as connection:
            await _add_act(connection, match_id, new_acts[0], at, is_last=ending is not None)
            if len(new_acts) > 1:
                # The first one has found the match open; those after it are its own.
                await connection.execute(sa.insert(acts).values([_act_row(match_id, one, at) for one in new_acts[1:]]))
            if clock is not None:
                await put_clock(self._database, connection, match_id, clock)
            deal = new_acts[-1].deal
            if finished is not None:
                await connection.execute(
                    sa.insert(schema.deal_results).values(
                        match_id=match_id,
                        deal=deal,
                        declarer=finished.declarer,
                        contract=finished.contract,
                        made=finished.made,
                        points0=finished.points[0],
                        points1=finished.points[1],
                        tricks=finished.tricks,
                    )
                )
            if next_deal is not None:
                await _add_deal(connection, match_id, deal + 1, next_deal.dealer, next_deal.deck)
            if ending is not None:
                await self._end(connection, match_id, ending, at)
            await self._news.tell(connection, match_id, guild_id=place)

    async def set_version(self, match_id: int, seat: int, version: str | None) -> None:
        """Note which version of the computer player decides at a seat of the house."""
        this = sa.and_(seats.c.match_id == match_id, seats.c.seat == seat)
        async with self._database.write() as connection:
            await connection.execute(sa.update(seats).where(this).values(version=version))
            await self._news.tell(connection, match_id)

    async def end(self, match_id: int, ending: Ending, at: datetime) -> None:
        """End a match by no act, for one whose record is damaged; the record itself is not looked at.

        Raises Conflict, and writes nothing, if it is over or unknown.
        """
        async with self._database.write() as connection:
            await self._end(connection, match_id, ending, at)
            await self._news.tell(connection, match_id)

    async def suspend(self, guild_id: int, now: datetime, running: int) -> list[int]:
        """Note that a server was left: its open matches rest, and their clocks, from that moment of running time.

        Returns those that did not rest before, oldest first.
        """
        here = sa.and_(OPEN_MATCH, matches.c.guild_id == guild_id, matches.c.suspended_at.is_(None))
        return await self._rest(here, now, lambda clock: clock.stopped(running))

    async def resume(self, guild_id: int, running: int) -> list[int]:
        """Note that a server is there again. Returns its open matches that rested, oldest first."""
        here = sa.and_(OPEN_MATCH, matches.c.guild_id == guild_id, matches.c.suspended_at.is_not(None))
        return await self._rest(here, None, lambda clock: clock.resumed(running))

    async def _rest(
        self, which: sa.ColumnElement[bool], since: datetime | None, change: Callable[[Clock], Clock]
    ) -> list[int]:
        update = sa.update(matches).where(which).values(suspended_at=since).returning(matches.c.id)
        async with self._database.write() as connection:
            found = sorted(await connection.scalars(update))
            await change_clocks(connection, found, change)
            await self._news.tell(connection, *found)
            return found

    async def _end(self, connection: AsyncConnection, match_id: int, ending: Ending, at: datetime) -> None:
        gone: dict[str, Any] = {}
        if ending.place_is_gone:
            gone = dict.fromkeys(("table_message_id", "table_deal", "table_posted_at", "table_act"))
        update = (
            sa.update(matches)
            .where(matches.c.id == match_id, OPEN_MATCH)
            .values(ended_how=ending.how, ended_by=ending.by, winner=ending.winner, ended_at=at, **gone)
            .returning(matches.c.guild_id)
        )
        ended = (await connection.execute(update)).one_or_none()
        if ended is None:
            raise Conflict(f"Match {match_id} is over or unknown.")
        await drop_clock(connection, match_id)
        await drop_watchers(connection, match_id)
        if ended.guild_id is None:
            await drop_solo(connection, match_id)
        if ending.place_is_gone:
            await connection.execute(sa.delete(notices).where(notices.c.match_id == match_id))
        if ending.how != "void":
            await self._standings.record(connection, match_id, ended.guild_id, ending, at)


async def _accept(connection: AsyncConnection, challenge_id: int, match_id: int | None, now: datetime) -> None:
    """Close the challenge for this match; `match_id` is None when the channel is busy.

    The challenge comes first: someone whose challenge is over is told so, busy channel or not.
    """
    this = challenges.c.id == challenge_id
    update = sa.update(challenges).where(this, OPEN_CHALLENGE, challenges.c.expires_at > now)
    if (await connection.execute(update.values(state="accepted", match_id=match_id))).rowcount == 0:
        state: str | None = await connection.scalar(sa.select(challenges.c.state).where(this))
        raise ChallengeClosed("expired" if state == "open" else state)


async def _add_seats(connection: AsyncConnection, match_id: int, new: NewMatch) -> None:
    rows = [
        {
            "match_id": match_id,
            "seat": seat,
            "kind": player.kind,
            "user_id": player.user_id,
            "name": player.name,
            "strength": player.strength,
            "version": player.version,
            "form": player.form,
        }
        for seat, player in enumerate(new.players)
    ]
    await connection.execute(sa.insert(seats), rows)


async def _add_deal(connection: AsyncConnection, match_id: int, deal: int, dealer: int, deck: str) -> None:
    await connection.execute(sa.insert(schema.deals).values(match_id=match_id, deal=deal, dealer=dealer, deck=deck))


async def _add_act(connection: AsyncConnection, match_id: int, act: NewAct, at: datetime, *, is_last: bool) -> None:
    row = {f"act_{name}": value for name, value in _act_row(match_id, act, at).items()}
    if (await connection.execute(_ADD_LAST_ACT if is_last else _ADD_ACT, row)).rowcount == 0:
        raise Conflict(f"Match {match_id} is over or unknown, or has no act before {act.number}.")


def _act_row(match_id: int, act: NewAct, at: datetime) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "number": act.number,
        "deal": act.deal,
        "seat": act.seat,
        "kind": act.kind,
        "value": act.value,
        "at": at,
    }


def _begun(match_id: int, new: NewMatch, now: datetime) -> MatchRow:
    return MatchRow(
        id=match_id,
        place=new.place,
        length=new.length,
        decks=new.decks,
        players=new.players,
        # As it will be read: the store keeps whole milliseconds.
        started_at=schema.to_the_millisecond(now),
        suspended_at=None,
        ended_how=None,
        ended_by=None,
        winner=None,
        ended_at=None,
        table=None,
        settled=None,
        result_message_id=None,
        clock=new.clock,
    )
