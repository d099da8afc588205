"""What processes share a bot by: the plan of its shards, who holds which range of them, and who identifies when."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody shares the bot yet."""
    op.create_table(
        "shard_plan",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("ranges", sa.Integer(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_shard_plan_only_one")),
        sa.PrimaryKeyConstraint("id", name="pk_shard_plan"),
    )
    op.create_table(
        "shard_lease",
        sa.Column("range", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.BigInteger(), nullable=False),
        sa.Column("holder", sa.Text()),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("born", sa.Text(), nullable=False),
        sa.Column("backend", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("is_closing", sa.Boolean(), nullable=False),
        sa.Column("heir", sa.Text()),
        sa.Column("heir_until", sa.BigInteger(), nullable=False),
        sa.Column("heir_listens", sa.Boolean(), nullable=False),
        sa.Column("taken", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("range", name="pk_shard_lease"),
    )
    op.create_table(
        "identify",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("free_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identify"),
    )
    op.create_table(
        "session_starts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("remaining", sa.Integer(), nullable=False),
        sa.Column("resets_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_session_starts_only_one")),
        sa.PrimaryKeyConstraint("id", name="pk_session_starts"),
    )
