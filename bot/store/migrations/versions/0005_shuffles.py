"""Shuffles that both players can check: the secret of each challenge, and of the match that comes of it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Challenges and matches that are there already have none: nothing was promised when they were made."""
    op.create_table(
        "shuffles",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("challenge_id", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("public", sa.Text()),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_shuffles_challenge_id"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_shuffles_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_shuffles"),
        sa.UniqueConstraint("challenge_id", name="uq_shuffles_challenge_id"),
        sa.UniqueConstraint("match_id", name="uq_shuffles_match_id"),
    )
