"""The tables of the deal of the day."""

from __future__ import annotations

import sqlalchemy as sa

from .schema import Moment, metadata

# One shuffle a day, for everybody. The house's own match, in which it holds both seats, is what people are compared
# with. As long as a day is not opened its secret stays in the database.
days = sa.Table(
    "days",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("shuffle_id", sa.ForeignKey("shuffles.id"), nullable=False, unique=True),
    sa.Column("house_match_id", sa.ForeignKey("matches.id"), unique=True),
    sa.Column("opened_at", Moment),
    sqlite_with_rowid=False,
)

UNOPENED_DAY = days.c.opened_at.is_(None)

sa.Index("ix_days_unopened", days.c.day, sqlite_where=UNOPENED_DAY)

# One try a person and day. Somebody who was forgotten has none any more, and what it brought still counts for others;
# until the day is opened the person's keyed hash stays with it, so that being forgotten brings no second try.
dailies = sa.Table(
    "dailies",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    sa.Column("day", sa.ForeignKey("days.day"), nullable=False),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("code", sa.Text),
    sa.Column("guild_id", sa.BigInteger),
    sa.UniqueConstraint("day", "user_id"),
    sa.Index(None, "user_id"),
    sa.Index(None, "guild_id", "day"),
)
