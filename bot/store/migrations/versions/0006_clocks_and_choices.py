"""A clock for each match, what servers and people choose, blocks and pings, results that were voided."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

DAY = 24 * 3600


def upgrade() -> None:
    """Matches that are open already get a whole clock of a day, counted from the start of this version."""
    own_id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("matches", sa.Column("clock", sa.Integer()))
    op.add_column("challenges", sa.Column("clock", sa.Integer()))
    op.create_index("ix_challenges_match_id", "challenges", ["match_id"])
    op.add_column("results", sa.Column("is_voided", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("notices", sa.Column("stage", sa.Text(), nullable=False, server_default="running"))
    op.create_index("ix_results_guild_id", "results", ["guild_id"])
    clocks = op.create_table(
        "clocks",
        sa.Column("match_id", own_id, nullable=False),
        sa.Column("seconds", sa.Integer()),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.Column("stopped_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_clocks_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_clocks"),
    )
    op.create_index("ix_clocks_next_at", "clocks", ["next_at"])
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("clock", sa.Integer(), nullable=False),
        sa.Column("own_threads", sa.Boolean(), nullable=False),
        sa.Column("challenge_role", sa.BigInteger()),
        sa.Column("has_leaderboard", sa.Boolean(), nullable=False),
        sa.Column("left_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", name="pk_servers"),
    )
    op.create_table(
        "server_channels",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["servers.guild_id"], name="fk_server_channels_guild_id"),
        sa.PrimaryKeyConstraint("guild_id", "channel_id", name="pk_server_channels"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "persons",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("direct", sa.Boolean(), nullable=False),
        sa.Column("asks", sa.Boolean(), nullable=False),
        sa.Column("is_challengeable", sa.Boolean(), nullable=False),
        sa.Column("direct_failed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_persons"),
    )
    op.create_table(
        "blocks",
        sa.Column("blocker_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked", sa.Text(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.PrimaryKeyConstraint("blocker_id", "blocked", name="pk_blocks"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "pings",
        sa.Column("id", own_id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("challenge_id", sa.BigInteger()),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("receiver", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("declined_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_pings"),
    )
    op.create_index("ix_pings_guild_id_sender", "pings", ["guild_id", "sender"])
    op.create_index("ix_pings_at", "pings", ["at"])
    matches = sa.table("matches", sa.column("id"), sa.column("ended_how"))
    values = (str(DAY), "'running'", str(DAY * 1000), str(DAY * 500))
    running = sa.select(matches.c.id, *map(sa.literal_column, values))
    columns = ["match_id", "seconds", "stage", "due", "next_at"]
    op.execute(sa.insert(clocks).from_select(columns, running.where(matches.c.ended_how.is_(None))))
