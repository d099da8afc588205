"""The tables by which processes share a bot: the plan, who holds which range of shards, and who identifies when.

Only PostgreSQL can be shared, so in SQLite they stay empty. Moments are milliseconds since 1970 by the clock of the
database, the one that all processes have in common.
"""

from __future__ import annotations

import sqlalchemy as sa

from .schema import metadata

NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
"""The present moment by the database's clock."""

shard_plan = sa.Table(
    "shard_plan",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("shard_count", sa.Integer, nullable=False),
    sa.Column("ranges", sa.Integer, nullable=False),
    sa.CheckConstraint("id = 1", name="only_one"),
)

# Rows are never deleted: a token that was given must not come again. Without a holder a range is free. The heir is the
# process that listens to the range's shards while their holder, which is told to stop, still answers; `taken` are the
# interactions that this one had taken last when it gave the range up.
shard_lease = sa.Table(
    "shard_lease",
    metadata,
    sa.Column("range", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("token", sa.BigInteger, nullable=False),
    sa.Column("holder", sa.Text),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("born", sa.Text, nullable=False),
    sa.Column("backend", sa.Integer, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("is_closing", sa.Boolean, nullable=False),
    sa.Column("heir", sa.Text),
    sa.Column("heir_until", sa.BigInteger, nullable=False),
    sa.Column("heir_listens", sa.Boolean, nullable=False),
    sa.Column("taken", sa.Text, nullable=False),
)

identify = sa.Table(
    "identify",
    metadata,
    sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("free_at", sa.BigInteger, nullable=False),
)

session_starts = sa.Table(
    "session_starts",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("remaining", sa.Integer, nullable=False),
    sa.Column("resets_at", sa.BigInteger, nullable=False),
    sa.CheckConstraint("id = 1", name="only_one"),
)
