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
    _daily()
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


def _daily() -> None:
    """Days with their shuffles, and the tries of each."""
    op.create_table(
        "days",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("shuffle_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("house_match_id", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("opened_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["shuffle_id"], ["shuffles.id"], name="fk_days_shuffle_id"),
        sa.ForeignKeyConstraint(["house_match_id"], ["matches.id"], name="fk_days_house_match_id"),
        sa.PrimaryKeyConstraint("day", name="pk_days"),
        sa.UniqueConstraint("shuffle_id", name="uq_days_shuffle_id"),
        sa.UniqueConstraint("house_match_id", name="uq_days_house_match_id"),
        sqlite_with_rowid=False,
    )
    unopened = sa.text("opened_at IS NULL")
    op.create_index("ix_days_unopened", "days", ["day"], sqlite_where=unopened, postgresql_where=unopened)
    op.create_table(
        "dailies",
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=False, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("code", sa.Text()),
        sa.Column("guild_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_dailies_match_id"),
        sa.ForeignKeyConstraint(["day"], ["days.day"], name="fk_dailies_day"),
        sa.PrimaryKeyConstraint("match_id", name="pk_dailies"),
        sa.UniqueConstraint("day", "user_id", name="uq_dailies_day_user_id"),
    )
    op.create_index("ix_dailies_user_id", "dailies", ["user_id"])
    op.create_index("ix_dailies_guild_id_day", "dailies", ["guild_id", "day"])


def _hints() -> None:
    op.create_table(
        "hints",
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_hints_match_id"),
        sa.PrimaryKeyConstraint("match_id", "deal", "seat", name="pk_hints"),
    )
