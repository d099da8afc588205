"""Pictures, words on buttons, explanations, quiet notices; who watches which match; the emoji at Discord."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever has chosen something already keeps it, and gets the usual of what is new."""
    own_id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("servers", sa.Column("pictures", sa.Text()))
    for name in ("words", "knows_game", "quiet"):
        op.add_column("persons", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "watchers",
        sa.Column("match_id", own_id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_watchers_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_watchers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_watchers_user_id", "watchers", ["user_id"])
    op.create_table(
        "watch_posts",
        sa.Column("match_id", own_id, nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_watch_posts_match_id"),
        sa.PrimaryKeyConstraint("match_id", "message_id", name="pk_watch_posts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "emoji",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("emoji_id", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_emoji"),
    )
