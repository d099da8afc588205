"""The results of a server, one by one: found, voided, restored."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from bot.results import AgainstHouse, MatchResult
from bot.values import Player

from .database import Database
from .schema import OPEN_MATCH, deal_results, matches, results, seats
from .schema_hints import hints
from .sums import shift

_SEATS = seats.alias("first"), seats.alias("second")
_PLAYER = ("kind", "user_id", "name", "strength", "version", "form")
_RESULT = (
    sa.select(results, *(side.c[name].label(f"{name}{seat}") for seat, side in enumerate(_SEATS) for name in _PLAYER))
    .join(_SEATS[0], sa.and_(_SEATS[0].c.match_id == results.c.match_id, _SEATS[0].c.seat == 0))
    .join(_SEATS[1], sa.and_(_SEATS[1].c.match_id == results.c.match_id, _SEATS[1].c.seat == 1))
)


class Results:
    """What matches came to."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild_id: int, match_id: int) -> MatchResult | None:
        """The result of a match, if it was played on that server and has one."""
        found = await self._find(_RESULT.where(results.c.match_id == match_id, results.c.guild_id == guild_id))
        return found[0] if found else None

    async def newest(self, guild_id: int, count: int) -> list[MatchResult]:
        """The results of the matches of a server that began last, the newest first."""
        here = _RESULT.where(results.c.guild_id == guild_id)
        return await self._find(here.order_by(results.c.match_id.desc()).limit(count))

    async def deals_of(self, user_id: int, most: int, without: Collection[str] = ()) -> int:
        """How many deals of matches that are over a person has played to the end, on all servers; `most` at most.

        `without`: sources of decks whose matches are left out.
        """
        played = (
            sa.select(deal_results.c.deal)
            .join(matches, matches.c.id == deal_results.c.match_id)
            .join(seats, seats.c.match_id == matches.c.id)
            .where(seats.c.user_id == user_id, sa.not_(OPEN_MATCH), matches.c.decks.not_in(without))
            .limit(most)
        )
        count = sa.select(sa.func.count()).select_from(played.subquery("played"))
        async with self._database.read() as connection:
            return (await connection.execute(count)).scalar_one()

    async def against_house(
        self, user_id: int, guild_id: int | None, without: Collection[str] = ()
    ) -> list[AgainstHouse]:
        """What a person's matches against the house came to, by strength; those that nobody won count by their deals.

        What was played with hints stands apart: the matches with a hint, and of these the deals with one. On one
        server, or, without one, wherever they were played. `without`: sources of decks whose matches are left out.
        """
        mine, house = _SEATS
        points = sa.case((mine.c.seat == 0, results.c.points0), else_=results.c.points1)
        against = sa.case((mine.c.seat == 0, results.c.points1), else_=results.c.points0)
        hinted = _hinted()
        # Whether a match had a hint, and what its deals with one brought; the rest of its deals had none.
        had_hint = hinted.c.match_id.is_not(None)
        parts = [
            (sa.not_(had_hint), [total - sa.func.coalesce(part, 0) for total, part in _parts(points, against, hinted)]),
            (had_hint, [part for _, part in _parts(points, against, hinted)]),
        ]
        columns: list[sa.ColumnElement[Any]] = []
        for is_of_part, sums in parts:
            columns.append(sa.func.count(sa.case((is_of_part, results.c.winner))))
            columns.append(sa.func.count(sa.case((sa.and_(is_of_part, results.c.winner == mine.c.seat), 1))))
            columns += [sa.func.coalesce(sa.func.sum(one), 0) for one in sums]
        query = (
            sa.select(house.c.strength, *columns)
            .select_from(results.join(matches, matches.c.id == results.c.match_id))
            .join(mine, mine.c.match_id == results.c.match_id)
            .join(house, sa.and_(house.c.match_id == results.c.match_id, house.c.seat == 1 - mine.c.seat))
            .outerjoin(hinted, sa.and_(hinted.c.match_id == results.c.match_id, hinted.c.seat == mine.c.seat))
            .where(
                mine.c.user_id == user_id,
                house.c.kind == "house",
                house.c.strength.is_not(None),
                results.c.is_voided.is_(False),
                matches.c.decks.not_in(without),
                sa.true() if guild_id is None else results.c.guild_id == guild_id,
            )
            .group_by(house.c.strength)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        half = len(columns) // 2
        found = [AgainstHouse(row[0], *row[1 : 1 + half]) for row in rows]
        found += [replace(AgainstHouse(row[0], *row[1 + half :]), has_hints=True) for row in rows]
        return [one for one in found if one.matches or one.deals]

    async def void(self, guild_id: int, match_id: int, *, is_voided: bool) -> bool:
        """Let a result count nowhere, or again; the leaderboard follows in the same transaction.

        False where it was so already, or where that server has no such result.
        """
        this = results.c.match_id == match_id
        other = sa.and_(this, results.c.guild_id == guild_id, results.c.is_voided.is_(not is_voided))
        async with self._database.write() as connection:
            changed = await connection.execute(sa.update(results).where(other).values(is_voided=is_voided))
            if changed.rowcount == 0:
                return False
            await shift(self._database, connection, this, by=-1 if is_voided else 1)
        return True

    async def _find(self, query: sa.Select[Any]) -> list[MatchResult]:
        async with self._database.read() as connection:
            return [_result(row) for row in await connection.execute(query)]


def _hinted() -> sa.Subquery:
    """The seats that were given a hint in a match, and what their finished deals with one brought."""
    of_first = hints.c.seat == 0
    points = sa.case((of_first, deal_results.c.points0), else_=deal_results.c.points1)
    against = sa.case((of_first, deal_results.c.points1), else_=deal_results.c.points0)
    this = sa.and_(deal_results.c.match_id == hints.c.match_id, deal_results.c.deal == hints.c.deal)
    return (
        sa.select(
            hints.c.match_id,
            hints.c.seat,
            sa.func.sum(points).label("points"),
            sa.func.sum(against).label("against"),
            sa.func.count(deal_results.c.deal).label("deals"),
        )
        .select_from(hints.outerjoin(deal_results, this))
        .group_by(hints.c.match_id, hints.c.seat)
        .subquery("hinted")
    )


def _parts(
    points: sa.ColumnElement[int], against: sa.ColumnElement[int], hinted: sa.Subquery
) -> list[tuple[sa.ColumnElement[int], sa.ColumnElement[int]]]:
    """Of points, of those against, and of finished deals: those of a match, and those with a hint."""
    return [(points, hinted.c.points), (against, hinted.c.against), (results.c.deals, hinted.c.deals)]


def _result(row: sa.Row[Any]) -> MatchResult:
    return MatchResult(
        match_id=row.match_id,
        guild_id=row.guild_id,
        players=(
            Player(row.kind0, row.user_id0, row.name0, row.strength0, row.version0, row.form0),
            Player(row.kind1, row.user_id1, row.name1, row.strength1, row.version1, row.form1),
        ),
        how=row.how,
        winner=row.winner,
        points=(row.points0, row.points1),
        ended_at=row.ended_at,
        is_voided=row.is_voided,
    )
