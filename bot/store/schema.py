"""The tables. The migrations must produce exactly these; a test compares them.

What must never happen is kept out by keys: two open matches in a channel, two acts in one place of a record,
two results of a match, one person on both seats. Ids take 64 bits; moments are whole milliseconds since 1970.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from .errors import DamagedRow

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
"""An id that is given here: in SQLite only a column of this very type can count upwards by itself."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def to_the_millisecond(moment: datetime) -> datetime:
    """The moment as it will come back from the database."""
    return EPOCH + (moment - EPOCH) // MILLISECOND * MILLISECOND


class Moment(sa.TypeDecorator[datetime]):
    """An aware moment, kept as milliseconds since 1970 and returned in UTC; a naive one is a ValueError."""

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> int | None:
        """Turn a moment into a number."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment must carry its time zone")
        return (value - EPOCH) // MILLISECOND

    def process_result_value(self, value: int | None, dialect: sa.Dialect) -> datetime | None:
        """Turn a number into a moment. Raises DamagedRow for what is none."""
        try:
            return None if value is None else EPOCH + value * MILLISECOND
        except (TypeError, OverflowError):
            raise DamagedRow("A moment in the database is no number.") from None


def _seat_check(column: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} IN (0, 1)", name=f"{column}_seat")


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("channel_id", sa.BigInteger),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("decks", sa.Text, nullable=False),
    sa.Column("started_at", Moment, nullable=False),
    sa.Column("suspended_at", Moment),
    sa.Column("ended_how", sa.Text),
    sa.Column("ended_by", sa.Integer),
    sa.Column("winner", sa.Integer),
    sa.Column("ended_at", Moment),
    sa.Column("table_message_id", sa.BigInteger),
    sa.Column("table_deal", sa.Integer),
    sa.Column("table_posted_at", Moment),
    sa.Column("table_act", sa.Integer),
    sa.Column("settled", sa.Integer),
    sa.Column("result_message_id", sa.BigInteger),
    sa.Column("clock", sa.Integer),
    sa.CheckConstraint("(ended_how IS NULL) = (ended_at IS NULL)", name="whole_end"),
    _seat_check("ended_by"),
    _seat_check("winner"),
    # A match's id stands in old messages, so it is never given away again.
    sqlite_autoincrement=True,
)

# A partial index serves a query only where the condition is spelled alike, so each is written once, with
# its constants in the text and not as parameters. (The migrations make the indexes partial in PostgreSQL too;
# to say so here would load that dialect into every bot.)
OPEN_MATCH = matches.c.ended_how.is_(None)
UNPUBLISHED = sa.and_(
    matches.c.ended_how.is_not(None),
    matches.c.result_message_id.is_(None),
    sa.or_(matches.c.ended_how != sa.literal_column("'void'"), matches.c.table_message_id.is_not(None)),
)
"""Ended, and what came of it not shown yet; of a void match only the table that stands has to change."""

sa.Index(
    "uq_matches_open_channel",
    matches.c.channel_id,
    unique=True,
    sqlite_where=OPEN_MATCH,
)
sa.Index("ix_matches_open_guild", matches.c.guild_id, sqlite_where=OPEN_MATCH)
sa.Index("ix_matches_unpublished", matches.c.id, sqlite_where=UNPUBLISHED)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("strength", sa.Text),
    sa.Column("version", sa.Text),
    sa.Column("form", sa.Text),
    sa.UniqueConstraint("match_id", "user_id"),
    sa.Index(None, "user_id"),
    _seat_check("seat"),
    sqlite_with_rowid=False,
)

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("dealer", sa.Integer, nullable=False),
    sa.Column("deck", sa.Text, nullable=False),
    sa.Column("result_message_id", sa.BigInteger),
    _seat_check("dealer"),
    sqlite_with_rowid=False,
)

acts = sa.Table(
    "acts",
    metadata,
    sa.Column("match_id", Id, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.ForeignKeyConstraint(["match_id", "deal"], ["deals.match_id", "deals.deal"]),
    _seat_check("seat"),
    sqlite_with_rowid=False,
)

# The users are those of the seats. A match without a server counts on none.
results = sa.Table(
    "results",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("how", sa.Text, nullable=False),
    sa.Column("winner", sa.Integer),
    sa.Column("points0", sa.Integer, nullable=False),
    sa.Column("points1", sa.Integer, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("ended_at", Moment, nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("is_voided", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index(None, "guild_id"),
    _seat_check("winner"),
)

deal_results = sa.Table(
    "deal_results",
    metadata,
    sa.Column("match_id", Id, primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("declarer", sa.Integer, nullable=False),
    sa.Column("contract", sa.Text, nullable=False),
    sa.Column("made", sa.Boolean, nullable=False),
    sa.Column("points0", sa.Integer, nullable=False),
    sa.Column("points1", sa.Integer, nullable=False),
    sa.Column("tricks", sa.Integer, nullable=False),
    sa.ForeignKeyConstraint(["match_id", "deal"], ["deals.match_id", "deals.deal"]),
    _seat_check("declarer"),
    sqlite_with_rowid=False,
)

# The sum of `results` by player, kept in step with them and rebuildable from them.
standings = sa.Table(
    "standings",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
    sa.Column("points_for", sa.BigInteger, nullable=False),
    sa.Column("points_against", sa.BigInteger, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("seen_at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("challenger_id", sa.BigInteger, nullable=False),
    sa.Column("challenger_name", sa.Text, nullable=False),
    sa.Column("opponent_id", sa.BigInteger),
    sa.Column("opponent_name", sa.Text),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("expires_at", Moment, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("shown", sa.Text, nullable=False),
    sa.Column("match_id", sa.ForeignKey("matches.id")),
    sa.Column("length", sa.Integer, nullable=False, server_default=sa.text("6")),
    sa.Column("is_rematch", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("clock", sa.Integer),
    sa.Column("strength", sa.Text),
    sqlite_autoincrement=True,
)

OPEN_CHALLENGE = challenges.c.state == sa.literal_column("'open'")
UNTOLD_CHALLENGE = sa.and_(challenges.c.state != sa.literal_column("'open'"), challenges.c.shown != challenges.c.state)
"""Closed, and its message, if it has one, does not show so yet."""

sa.Index(
    "ix_challenges_open_channel",
    challenges.c.channel_id,
    sqlite_where=OPEN_CHALLENGE,
)
sa.Index(
    "ix_challenges_open_expiry",
    challenges.c.expires_at,
    sqlite_where=OPEN_CHALLENGE,
)
# What hangs on a match is found by the match, also when that is deleted.
sa.Index("ix_challenges_match_id", challenges.c.match_id)
sa.Index("ix_challenges_untold", challenges.c.id, sqlite_where=UNTOLD_CHALLENGE)

# No check here: what one refuses, PostgreSQL shows whole in its error, and a secret must stand in none.
shuffles = sa.Table(
    "shuffles",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("challenge_id", sa.ForeignKey("challenges.id"), unique=True),
    sa.Column("match_id", sa.ForeignKey("matches.id"), unique=True),
    sa.Column("method", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("public", sa.Text),
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("decision", sa.Integer, nullable=False),
    sa.Column("message_id", sa.BigInteger, nullable=False),
    sa.Column("posted_at", Moment, nullable=False),
    sa.Column("stage", sa.Text, nullable=False, server_default="running"),
    _seat_check("seat"),
    sqlite_with_rowid=False,
)

# The clock of what is to be decided now in each open match. `due`, `next_at` and `stopped_at` are milliseconds of the
# time for which the bot has been running.
clocks = sa.Table(
    "clocks",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    sa.Column("seconds", sa.Integer),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("next_at", sa.BigInteger, nullable=False),
    sa.Column("stopped_at", sa.BigInteger),
    sa.Index(None, "next_at"),
)

lease = sa.Table(
    "lease",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("born", sa.Text, nullable=False),
    sa.Column("beat", sa.BigInteger, nullable=False),
    sa.Column("until", Moment, nullable=False),
    sa.CheckConstraint("id = 1", name="only_one"),
)

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
