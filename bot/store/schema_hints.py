"""The table of deals in which the house was asked for a hint."""

from __future__ import annotations

import sqlalchemy as sa

from .schema import metadata

# Deals are counted from 0, as in the record. What was hinted is stored nowhere: that a hint was given is what counts.
hints = sa.Table(
    "hints",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
)
