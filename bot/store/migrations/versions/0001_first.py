"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user0", sa.BigInteger(), nullable=False),
        sa.Column("user1", sa.BigInteger(), nullable=False),
        sa.Column("name0", sa.Text(), nullable=False),
        sa.Column("name1", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_how", sa.Text()),
        sa.Column("ended_by", sa.Integer()),
        sa.Column("winner", sa.Integer()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("table_message_id", sa.BigInteger()),
        sa.Column("table_deal", sa.Integer()),
        sa.Column("table_posted_at", sa.BigInteger()),
        sa.Column("result_message_id", sa.BigInteger()),
        sa.CheckConstraint("(ended_how IS NULL) = (ended_at IS NULL)", name=op.f("ck_matches_whole_end")),
        sa.CheckConstraint("ended_by IN (0, 1)", name=op.f("ck_matches_ended_by_seat")),
        sa.CheckConstraint("user0 <> user1", name=op.f("ck_matches_two_players")),
        sa.CheckConstraint("winner IN (0, 1)", name=op.f("ck_matches_winner_seat")),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_matches_unpublished",
        "matches",
        ["id"],
        sqlite_where=sa.text("ended_how IS NOT NULL AND ended_how != 'void' AND result_message_id IS NULL"),
        postgresql_where=sa.text("ended_how IS NOT NULL AND ended_how != 'void' AND result_message_id IS NULL"),
    )
    op.create_index(
        "uq_matches_open_channel",
        "matches",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("ended_how IS NULL"),
        postgresql_where=sa.text("ended_how IS NULL"),
    )
    op.create_table(
        "members",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_members"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("points_for", sa.BigInteger(), nullable=False),
        sa.Column("points_against", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_name", sa.Text(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("opponent_name", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("match_id", sa.Integer()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_challenges_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_challenges_open_channel",
        "challenges",
        ["channel_id"],
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index(
        "ix_challenges_open_expiry",
        "challenges",
        ["expires_at"],
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "deals",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("result_message_id", sa.BigInteger()),
        sa.CheckConstraint("dealer IN (0, 1)", name=op.f("ck_deals_dealer_seat")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_deals_match_id"),
        sa.PrimaryKeyConstraint("match_id", "deal", name="pk_deals"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notices",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_notices_seat_seat")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_notices_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_notices"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("match_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("winner_user", sa.BigInteger()),
        sa.Column("loser_user", sa.BigInteger()),
        sa.Column("user0", sa.BigInteger(), nullable=False),
        sa.Column("user1", sa.BigInteger(), nullable=False),
        sa.Column("points0", sa.Integer(), nullable=False),
        sa.Column("points1", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_results_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_results"),
    )
    op.create_index("ix_results_guild_id_user0", "results", ["guild_id", "user0"])
    op.create_index("ix_results_guild_id_user1", "results", ["guild_id", "user1"])
    op.create_table(
        "actions",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer()),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_actions_seat_seat")),
        sa.ForeignKeyConstraint(
            ["match_id", "deal"], ["deals.match_id", "deals.deal"], name="fk_actions_match_id_deal"
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_actions"),
        sa.UniqueConstraint("match_id", "deal", "step", name="uq_actions_match_id_deal_step"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deal_results",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("declarer", sa.Integer(), nullable=False),
        sa.Column("contract", sa.Text(), nullable=False),
        sa.Column("made", sa.Boolean(), nullable=False),
        sa.Column("points0", sa.Integer(), nullable=False),
        sa.Column("points1", sa.Integer(), nullable=False),
        sa.Column("tricks", sa.Integer(), nullable=False),
        sa.CheckConstraint("declarer IN (0, 1)", name=op.f("ck_deal_results_declarer_seat")),
        sa.ForeignKeyConstraint(
            ["match_id", "deal"], ["deals.match_id", "deals.deal"], name="fk_deal_results_match_id_deal"
        ),
        sa.PrimaryKeyConstraint("match_id", "deal", name="pk_deal_results"),
        sqlite_with_rowid=False,
    )
