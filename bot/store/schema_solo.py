"""The table of what people play alone: an offer of a match against the house, or the match that came of it."""

from __future__ import annotations

import sqlalchemy as sa

from .schema import Id, Moment, metadata

# One row a person, so that nobody ever has two open matches of this kind. Without a match it is an offer, whose shuffle
# is the match's from the moment in which that begins; with it, it goes when the match ends.
solo_offers = sa.Table(
    "solo_offers",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("user_id", sa.BigInteger, nullable=False, unique=True),
    sa.Column("strength", sa.Text, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("made_at", Moment, nullable=False),
    sa.Column("shuffle_id", sa.ForeignKey("shuffles.id"), unique=True),
    sa.Column("match_id", sa.ForeignKey("matches.id"), unique=True),
    # An offer's id stands in old messages, so it is never given away again.
    sqlite_autoincrement=True,
)
