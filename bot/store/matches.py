"""Matches: beginning them, recording what happens in them, finding them again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.values import Act, ActRow, DealRow, Ending, FinishedDeal, MatchRow, NewDeal, Notice, Person, StoredMatch

from . import schema
from .database import Database
from .errors import ChallengeClosed, ChannelBusy, Conflict
from .members import Members
from .schema import OPEN_CHALLENGE, OPEN_MATCH, UNPUBLISHED, challenges, matches, notices
from .standings import Standings

# Most of what the bot ever writes, so it is one statement, built once: the act goes in if its match is open.
_ADD_ACT = sa.insert(schema.actions).from_select(
    [column.name for column in schema.actions.c],
    sa.select(*(sa.bindparam(f"act_{column.name}", type_=column.type) for column in schema.actions.c)).where(
        sa.exists().where(matches.c.id == sa.bindparam("act_match_id"), OPEN_MATCH)
    ),
)


class Matches:
    """The matches and their records. Every change is one transaction: all of it is kept, or nothing."""

    def __init__(self, database: Database, members: Members, standings: Standings) -> None:
        self._database = database
        self._members = members
        self._standings = standings

    async def begin(
        self,
        challenge_id: int | None,
        guild_id: int,
        channel_id: int,
        players: tuple[Person, Person],
        dealer: int,
        deck: str,
        now: datetime,
    ) -> int:
        """Open a match with its first deal, accepting the challenge it comes from; returns the match's id.

        Raises ChallengeClosed if the challenge is closed, past its time or unknown, and ChannelBusy if the
        channel has an open match; nothing is written then.
        """
        match = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "user0": players[0].user_id,
            "user1": players[1].user_id,
            "name0": players[0].name,
            "name1": players[1].name,
            "started_at": now,
        }
        async with self._database.write() as connection:
            insert = self._database.insert(matches).values(match).on_conflict_do_nothing()
            match_id: int | None = await connection.scalar(insert.returning(matches.c.id))
            if challenge_id is not None:
                await _accept(connection, challenge_id, match_id, now)
            if match_id is None:
                holder = sa.select(matches.c.id).where(OPEN_MATCH, matches.c.channel_id == channel_id)
                raise ChannelBusy((await connection.execute(holder)).scalar_one())
            await _add_deal(connection, match_id, 0, dealer, deck)
            await connection.execute(self._members.upsert(guild_id, players, now))
        self._members.remember(guild_id, players)
        return match_id

    async def append(
        self,
        match_id: int,
        act: Act,
        at: datetime,
        finished: FinishedDeal | None = None,
        next_deal: NewDeal | None = None,
        ending: Ending | None = None,
    ) -> None:
        """Record an act together with all that follows from it.

        `finished` is what the act's deal came to, `next_deal` the deal after it, `ending` the end of the
        match. Raises Conflict, and writes nothing, if the act's number or step is taken, if its deal is not
        there, or if the match is over or unknown.
        """
        async with self._database.write() as connection:
            await _add_act(connection, match_id, act, at)
            if finished is not None:
                await connection.execute(
                    sa.insert(schema.deal_results).values(
                        match_id=match_id,
                        deal=act.deal,
                        declarer=finished.declarer,
                        contract=finished.contract,
                        made=finished.made,
                        points0=finished.points[0],
                        points1=finished.points[1],
                        tricks=finished.tricks,
                    )
                )
            if next_deal is not None:
                await _add_deal(connection, match_id, act.deal + 1, next_deal.dealer, next_deal.deck)
            if ending is not None:
                await self._end(connection, match_id, ending, at)

    async def end(self, match_id: int, ending: Ending, at: datetime) -> None:
        """End a match by no act of a player. Raises Conflict, and writes nothing, if it is over or unknown."""
        async with self._database.write() as connection:
            await self._end(connection, match_id, ending, at)

    async def _end(self, connection: AsyncConnection, match_id: int, ending: Ending, at: datetime) -> None:
        update = (
            sa.update(matches)
            .where(matches.c.id == match_id, OPEN_MATCH)
            .values(ended_how=ending.how, ended_by=ending.by, winner=ending.winner, ended_at=at)
            .returning(matches.c.guild_id, matches.c.user0, matches.c.user1)
        )
        ended = (await connection.execute(update)).one_or_none()
        if ended is None:
            raise Conflict(f"Match {match_id} is over or unknown.")
        if ending.how != "void":
            users = (ended.user0, ended.user1)
            await self._standings.record(connection, match_id, ended.guild_id, users, ending, at)

    async def get(self, match_id: int) -> MatchRow | None:
        """The match without its record, or None."""
        found = await self._find(matches.c.id == match_id)
        return found[0] if found else None

    async def load(self, match_id: int) -> StoredMatch | None:
        """The match with its whole record, all of one moment, or None."""
        one, deals, acts = schema.matches, schema.deals, schema.actions
        async with self._database.read() as connection:
            match = (await connection.execute(sa.select(one).where(one.c.id == match_id))).one_or_none()
            if match is None:
                return None
            deal_rows = await connection.execute(
                sa.select(deals.c.deal, deals.c.dealer, deals.c.deck, deals.c.result_message_id)
                .where(deals.c.match_id == match_id)
                .order_by(deals.c.deal)
            )
            act_rows = await connection.execute(
                sa.select(acts.c.number, acts.c.deal, acts.c.step, acts.c.seat, acts.c.kind, acts.c.value, acts.c.at)
                .where(acts.c.match_id == match_id)
                .order_by(acts.c.number)
            )
            return StoredMatch(_match(match), [DealRow(*row) for row in deal_rows], [ActRow(*row) for row in act_rows])

    async def open_in(self, channel_id: int) -> MatchRow | None:
        """The open match of a channel, or None."""
        found = await self._find(OPEN_MATCH, matches.c.channel_id == channel_id)
        return found[0] if found else None

    async def open_of(self, user_id: int, guild_id: int | None = None) -> list[MatchRow]:
        """The open matches of a person, oldest first: everywhere, or in one server."""
        mine = sa.or_(matches.c.user0 == user_id, matches.c.user1 == user_id)
        here = sa.true() if guild_id is None else matches.c.guild_id == guild_id
        return await self._find(OPEN_MATCH, mine, here)

    async def open_on(self, guild_id: int) -> list[MatchRow]:
        """The open matches of a server, oldest first."""
        return await self._find(OPEN_MATCH, matches.c.guild_id == guild_id)

    async def all_ids(self) -> list[int]:
        """The ids of all matches ever begun, in their order."""
        return await self._ids(sa.true())

    async def open_ids(self) -> list[int]:
        """The ids of all open matches, oldest first."""
        return await self._ids(OPEN_MATCH)

    async def unpublished(self) -> list[int]:
        """The ids of the matches that ended, not as void, and have no result message yet; oldest first."""
        return await self._ids(UNPUBLISHED)

    async def set_table(self, match_id: int, message_id: int, deal: int, posted_at: datetime) -> None:
        """Note which message is the table, and the deal it shows."""
        await self._set(match_id, table_message_id=message_id, table_deal=deal, table_posted_at=posted_at)

    async def set_result_message(self, match_id: int, message_id: int) -> None:
        """Note which message shows the result of the match."""
        await self._set(match_id, result_message_id=message_id)

    async def set_deal_message(self, match_id: int, deal: int, message_id: int) -> None:
        """Note which message shows the result of a deal."""
        deals = schema.deals
        update = sa.update(deals).where(deals.c.match_id == match_id, deals.c.deal == deal)
        async with self._database.write() as connection:
            await connection.execute(update.values(result_message_id=message_id))

    async def notice(self, match_id: int, seat: int) -> Notice | None:
        """The notice that stands for this player, or None."""
        return next((notice for notice in await self.notices(match_id) if notice.seat == seat), None)

    async def notices(self, match_id: int) -> list[Notice]:
        """The notices that stand in a match, by seat."""
        query = sa.select(notices).where(notices.c.match_id == match_id).order_by(notices.c.seat)
        async with self._database.read() as connection:
            return [Notice(*row) for row in await connection.execute(query)]

    async def set_notice(self, match_id: int, seat: int, number: int, message_id: int, at: datetime) -> None:
        """Note the notice posted for a player, in place of the one before."""
        what = {"number": number, "message_id": message_id, "posted_at": at}
        insert = self._database.insert(notices).values(match_id=match_id, seat=seat, **what)
        upsert = insert.on_conflict_do_update(index_elements=["match_id", "seat"], set_=what)
        async with self._database.write() as connection:
            await connection.execute(upsert)

    async def drop_notice(self, match_id: int, seat: int) -> None:
        """Forget the notice of a player, if there is one."""
        delete = sa.delete(notices).where(notices.c.match_id == match_id, notices.c.seat == seat)
        async with self._database.write() as connection:
            await connection.execute(delete)

    async def _find(self, *conditions: sa.ColumnElement[bool]) -> list[MatchRow]:
        # Sorted here: asked for an order by id, SQLite would walk all matches ever played in that order.
        async with self._database.read() as connection:
            rows = await connection.execute(sa.select(matches).where(*conditions))
            return sorted((_match(row) for row in rows), key=lambda match: match.id)

    async def _ids(self, condition: sa.ColumnElement[bool]) -> list[int]:
        async with self._database.read() as connection:
            return sorted(await connection.scalars(sa.select(matches.c.id).where(condition)))

    async def _set(self, match_id: int, **values: Any) -> None:
        async with self._database.write() as connection:
            await connection.execute(sa.update(matches).where(matches.c.id == match_id).values(**values))


async def _accept(connection: AsyncConnection, challenge_id: int, match_id: int | None, now: datetime) -> None:
    """Close the challenge for this match; `match_id` is None when the channel is busy.

    The challenge comes first: someone whose challenge is over is told so, busy channel or not.
    """
    this = challenges.c.id == challenge_id
    update = sa.update(challenges).where(this, OPEN_CHALLENGE, challenges.c.expires_at > now)
    if (await connection.execute(update.values(state="accepted", match_id=match_id))).rowcount == 0:
        state: str | None = await connection.scalar(sa.select(challenges.c.state).where(this))
        raise ChallengeClosed("expired" if state == "open" else state)


async def _add_deal(connection: AsyncConnection, match_id: int, deal: int, dealer: int, deck: str) -> None:
    await connection.execute(sa.insert(schema.deals).values(match_id=match_id, deal=deal, dealer=dealer, deck=deck))


async def _add_act(connection: AsyncConnection, match_id: int, act: Act, at: datetime) -> None:
    row = {
        "act_match_id": match_id,
        "act_number": act.number,
        "act_deal": act.deal,
        "act_step": act.step,
        "act_seat": act.seat,
        "act_kind": act.kind,
        "act_value": act.value,
        "act_at": at,
    }
    if (await connection.execute(_ADD_ACT, row)).rowcount == 0:
        raise Conflict(f"Match {match_id} is over or unknown.")


def _match(row: sa.Row[Any]) -> MatchRow:
    return MatchRow(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        players=(Person(row.user0, row.name0), Person(row.user1, row.name1)),
        started_at=row.started_at,
        ended_how=row.ended_how,
        ended_by=row.ended_by,
        winner=row.winner,
        ended_at=row.ended_at,
        table_message_id=row.table_message_id,
        table_deal=row.table_deal,
        table_posted_at=row.table_posted_at,
        result_message_id=row.result_message_id,
    )
