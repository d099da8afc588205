"""Results, and the leaderboards that come from them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.results import BestDeal, Figures, Opponent, Page, Standing
from bot.values import NAMELESS, Ending

from .database import Database
from .members import names_of
from .schema import deal_results, results, standings
from .sums import COUNTED, MINE, NOT_VOIDED, shift, sides, sums

OPPONENTS_SHOWN = 10

# What the order of a leaderboard compares, one after the other; more is better.
_KEYS: tuple[sa.Label[Any], ...] = (
    standings.c.wins.label("key_wins"),
    # Among equal wins the larger share is that of fewer matches; without a win every share is 0.
    sa.case((standings.c.wins == 0, 0), else_=-standings.c.matches).label("key_share"),
    # Two quotients of whole numbers are equal as floats exactly when they are equal, as long as the products
    # across (points of one, deals of the other) stay below 2**53.
    sa.case((standings.c.deals == 0, 0.0), else_=sa.cast(standings.c.points_for, sa.Double) / standings.c.deals).label(
        "key_average"
    ),
)


class Standings:
    """The leaderboard of each server: a sum of its results, kept in step with them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, guild_id: int, offset: int, limit: int) -> Page:
        """Lines `offset` to `offset + limit` of a server's leaderboard, best first.

        Ordered by wins, then share of matches won, then average a deal; who is equal in all three has the
        same rank, and as many ranks after it are skipped.
        """
        lines = sa.select(standings, *_KEYS).where(standings.c.guild_id == guild_id)
        lines = lines.order_by(*(key.desc() for key in _KEYS), standings.c.user_id).limit(limit).offset(offset)
        count = sa.select(sa.func.count()).select_from(standings).where(standings.c.guild_id == guild_id)
        async with self._database.read() as connection:
            total: int = (await connection.execute(count)).scalar_one()
            rows = (await connection.execute(lines)).all()
            names = await names_of(connection, guild_id, [row.user_id for row in rows])
            # Only the first line's rank is looked up; SQL's RANK() would rank the whole server for a page.
            rank = await _rank(connection, rows[0]) if rows else 0
        page = []
        for place, (row, before) in enumerate(zip(rows, [*rows[:1], *rows], strict=False), offset + 1):
            if _key_of(row) != _key_of(before):
                rank = place
            page.append(_standing(rank, row, names))
        return Page(page, total)

    async def figures(self, guild_id: int, user_id: int) -> Figures | None:
        """All that is known of a player's matches in a server; None for somebody without any."""
        line = sa.select(standings, *_KEYS).where(standings.c.guild_id == guild_id, standings.c.user_id == user_id)
        this = results.c.guild_id == guild_id, MINE.c.user_id == user_id
        mine = sides(NOT_VOIDED, *this).subquery("mine")
        async with self._database.read() as connection:
            own = (await connection.execute(line)).one_or_none()
            if own is None:
                return None
            rank = await _rank(connection, own)
            bid, made = (await connection.execute(_contracts(mine))).one()
            best = (await connection.execute(_best_deal(mine))).one_or_none()
            met = (await connection.execute(_opponents(mine))).all()
            ids = {user_id, *(row.opponent_id for row in met), best.opponent_id if best else None}
            names = await names_of(connection, guild_id, ids - {None})
        return Figures(
            standing=_standing(rank, own, names),
            contracts_bid=bid,
            contracts_made=made,
            best_deal=None
            if best is None
            else BestDeal(
                points=best.points,
                contract=best.contract,
                declared=best.declarer == best.seat,
                match_id=best.match_id,
                deal=best.deal,
                opponent=names.get(best.opponent_id, best.opponent_name),
            ),
            opponents=[
                Opponent(row.opponent_id, names.get(row.opponent_id, NAMELESS), row.matches, row.wins, row.losses)
                for row in met
            ],
        )

    async def rebuild(self) -> None:
        """Sum all results anew. Changes nothing as long as the sums are right, as they always should be."""
        async with self._database.write() as connection:
            await connection.execute(sa.delete(standings))
            await connection.execute(
                sa.insert(standings).from_select(["guild_id", "user_id", *COUNTED], sums(NOT_VOIDED))
            )

    async def record(
        self, connection: AsyncConnection, match_id: int, guild_id: int | None, ending: Ending, at: datetime
    ) -> None:
        """Write the result of a match and add it to its players' sums, in the caller's transaction.

        It is added for people only, and only where it was played on a server. Raises sqlalchemy's IntegrityError if
        the match has a result already.
        """
        await connection.execute(
            sa.insert(results).values(
                match_id=match_id,
                guild_id=guild_id,
                how=ending.how,
                winner=ending.winner,
                points0=ending.points[0],
                points1=ending.points[1],
                deals=ending.deals,
                ended_at=at,
                counts=ending.counts,
            )
        )
        await shift(self._database, connection, results.c.match_id == match_id, by=1)


async def _rank(connection: AsyncConnection, row: sa.Row[Any]) -> int:
    """One more than the number of those in the same server who stand before this line."""
    better = sa.tuple_(*_KEYS) > sa.tuple_(*_key_of(row))
    query = sa.select(sa.func.count()).select_from(standings).where(standings.c.guild_id == row.guild_id, better)
    return 1 + int((await connection.execute(query)).scalar_one())


def _key_of(row: sa.Row[Any]) -> tuple[int, int, float]:
    return row.key_wins, row.key_share, row.key_average


def _contracts(mine: sa.Subquery) -> sa.Select[Any]:
    deal = deal_results.c
    return (
        sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(sa.case((deal.made, 1), else_=0)), 0))
        .select_from(mine.join(deal_results, deal.match_id == mine.c.match_id))
        .where(deal.declarer == mine.c.seat)
    )


def _best_deal(mine: sa.Subquery) -> sa.Select[Any]:
    """The deal with most points for the player, the earliest of equals."""
    deal = deal_results.c
    points = sa.case((mine.c.seat == 0, deal.points0), else_=deal.points1).label("points")
    return (
        sa.select(
            points,
            deal.contract,
            deal.declarer,
            deal.match_id,
            deal.deal,
            mine.c.seat,
            mine.c.opponent_id,
            mine.c.opponent_name,
        )
        .select_from(mine.join(deal_results, deal.match_id == mine.c.match_id))
        .where(points > 0)
        .order_by(points.desc(), deal.match_id, deal.deal)
        .limit(1)
    )


def _opponents(mine: sa.Subquery) -> sa.Select[Any]:
    met = sa.func.sum(mine.c.matches).label("matches")
    wins, losses = sa.func.sum(mine.c.wins).label("wins"), sa.func.sum(mine.c.losses).label("losses")
    return (
        sa.select(mine.c.opponent_id, met, wins, losses)
        .group_by(mine.c.opponent_id)
        .having(met > 0)
        .order_by(met.desc(), mine.c.opponent_id.nulls_first())
        .limit(OPPONENTS_SHOWN)
    )


def _standing(rank: int, row: sa.Row[Any], names: dict[int, str]) -> Standing:
    return Standing(rank, row.user_id, names[row.user_id], *(getattr(row, name) for name in COUNTED))
