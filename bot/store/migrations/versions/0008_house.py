"""The house: which computer player holds a seat, challenges of the house, and what people play alone."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No seat of the house was there before, and nobody had challenged it."""
    for name in ("version", "form"):
        op.add_column("seats", sa.Column(name, sa.Text()))
    op.add_column("challenges", sa.Column("strength", sa.Text()))
    _solo()
    _hints()


def _solo() -> None:
    own_id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "solo_offers",
        sa.Column("id", own_id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("strength", sa.Text(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("shuffle_id", own_id),
        sa.Column("match_id", own_id),
        sa.ForeignKeyConstraint(["shuffle_id"], ["shuffles.id"], name="fk_solo_offers_shuffle_id"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_solo_offers_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_solo_offers"),
        sa.UniqueConstraint("user_id", name="uq_solo_offers_user_id"),
        sa.UniqueConstraint("shuffle_id", name="uq_solo_offers_shuffle_id"),
        sa.UniqueConstraint("match_id", name="uq_solo_offers_match_id"),
        sqlite_autoincrement=True,
    )


def _hints() -> None:
    op.create_table(
        "hints",
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_hints_match_id"),
        sa.PrimaryKeyConstraint("match_id", "deal", "seat", name="pk_hints"),
    )
