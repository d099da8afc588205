"""Shorter matches: how many deals a challenge proposes, and which results are won or lost in the leaderboard."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Until now every match was one of six deals, and every challenge may have been a first one."""
    op.add_column("challenges", sa.Column("length", sa.Integer(), nullable=False, server_default=sa.text("6")))
    op.add_column("challenges", sa.Column("is_rematch", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("counts", sa.Boolean(), nullable=False, server_default=sa.true()))
