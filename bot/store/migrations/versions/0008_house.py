"""The house at the table: which computer player holds a seat, and challenges of the house."""

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
