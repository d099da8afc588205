"""Seats of persons and of the house, matches without a server, how far people were told, a lease with a beat.

Nearly every table refers to another that changes, so all of them are put aside, dropped and made anew. That is
done in plain SQL: SQLite can change neither keys nor checks of a table that is there.
"""

# ruff: noqa: S608
# Nothing in these statements comes from outside.

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# Each comes before those that it refers to.
ASIDE = ("actions", "deal_results", "notices", "results", "challenges", "deals", "matches", "lease")

UNPUBLISHED = (
    "ended_how IS NOT NULL AND result_message_id IS NULL AND (ended_how != 'void' OR table_message_id IS NOT NULL)"
)


def upgrade() -> None:
    """Make the tables anew with all that was in them."""
    for table in ASIDE:
        op.execute(f"CREATE TABLE old_{table} AS SELECT * FROM {table}")
    for table in ASIDE:
        op.drop_table(table)
    _make_matches()
    _make_records()
    _make_challenges()
    _make_lease()
    _fill()
    for table in ASIDE:
        op.drop_table(f"old_{table}")


def _id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _index(name: str, table: str, column: str, where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(name, table, [column], unique=unique, sqlite_where=condition, postgresql_where=condition)


def _make_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", _id(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("decks", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("suspended_at", sa.BigInteger()),
        sa.Column("ended_how", sa.Text()),
        sa.Column("ended_by", sa.Integer()),
        sa.Column("winner", sa.Integer()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("table_message_id", sa.BigInteger()),
        sa.Column("table_deal", sa.Integer()),
        sa.Column("table_posted_at", sa.BigInteger()),
        sa.Column("table_act", sa.Integer()),
        sa.Column("settled", sa.Integer()),
        sa.Column("result_message_id", sa.BigInteger()),
        sa.CheckConstraint("(ended_how IS NULL) = (ended_at IS NULL)", name=op.f("ck_matches_whole_end")),
        sa.CheckConstraint("ended_by IN (0, 1)", name=op.f("ck_matches_ended_by_seat")),
        sa.CheckConstraint("winner IN (0, 1)", name=op.f("ck_matches_winner_seat")),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )
    _index("uq_matches_open_channel", "matches", "channel_id", "ended_how IS NULL", unique=True)
    _index("ix_matches_open_guild", "matches", "guild_id", "ended_how IS NULL")
    _index("ix_matches_unpublished", "matches", "id", UNPUBLISHED)
    op.create_table(
        "seats",
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("strength", sa.Text()),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_seats_seat_seat")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("match_id", "user_id", name="uq_seats_match_id_user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def _make_records() -> None:
    op.create_table(
        "deals",
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("result_message_id", sa.BigInteger()),
        sa.CheckConstraint("dealer IN (0, 1)", name=op.f("ck_deals_dealer_seat")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_deals_match_id"),
        sa.PrimaryKeyConstraint("match_id", "deal", name="pk_deals"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "acts",
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_acts_seat_seat")),
        sa.ForeignKeyConstraint(["match_id", "deal"], ["deals.match_id", "deals.deal"], name="fk_acts_match_id_deal"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_acts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("match_id", _id(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("winner", sa.Integer()),
        sa.Column("points0", sa.Integer(), nullable=False),
        sa.Column("points1", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("winner IN (0, 1)", name=op.f("ck_results_winner_seat")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_results_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_results"),
    )
    op.create_table(
        "deal_results",
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("declarer", sa.Integer(), nullable=False),
        sa.Column("contract", sa.Text(), nullable=False),
        sa.Column("made", sa.Boolean(), nullable=False),
        sa.Column("points0", sa.Integer(), nullable=False),
        sa.Column("points1", sa.Integer(), nullable=False),
        sa.Column("tricks", sa.Integer(), nullable=False),
        sa.CheckConstraint("declarer IN (0, 1)", name=op.f("ck_deal_results_declarer_seat")),
        sa.ForeignKeyConstraint(
            ["match_id", "deal"], ["deals.match_id", "deals.deal"], name="fk_deal_results_match_id_deal"
        ),
        sa.PrimaryKeyConstraint("match_id", "deal", name="pk_deal_results"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notices",
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_notices_seat_seat")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_notices_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_notices"),
        sqlite_with_rowid=False,
    )


def _make_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", _id(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_name", sa.Text(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("opponent_name", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("match_id", _id()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_challenges_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_autoincrement=True,
    )
    _index("ix_challenges_open_channel", "challenges", "channel_id", "state = 'open'")
    _index("ix_challenges_open_expiry", "challenges", "expires_at", "state = 'open'")
    _index("ix_challenges_untold", "challenges", "id", "state != 'open' AND shown != state")


def _make_lease() -> None:
    op.create_table(
        "lease",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("born", sa.Text(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_lease_only_one")),
        sa.PrimaryKeyConstraint("id", name="pk_lease"),
    )


def _fill() -> None:
    """Each table from what was put aside, those referred to first."""
    # A match was void only when its place was gone, and its table with it.
    table = ", ".join(
        f"CASE WHEN ended_how = 'void' THEN NULL ELSE {column} END"
        for column in ("table_message_id", "table_deal", "table_posted_at")
    )
    op.execute(
        "INSERT INTO matches (id, guild_id, channel_id, length, decks, started_at, ended_how, ended_by, winner, "
        "ended_at, table_message_id, table_deal, table_posted_at, result_message_id) "
        "SELECT id, guild_id, channel_id, 6, 'chance', started_at, ended_how, ended_by, winner, ended_at, "
        f"{table}, result_message_id FROM old_matches"
    )
    for seat in (0, 1):
        op.execute(
            "INSERT INTO seats (match_id, seat, kind, user_id, name) "
            f"SELECT id, {seat}, 'person', user{seat}, name{seat} FROM old_matches"
        )
    op.execute("INSERT INTO deals SELECT match_id, deal, dealer, deck, result_message_id FROM old_deals")
    op.execute("INSERT INTO acts SELECT match_id, number, deal, seat, kind, value, at FROM old_actions")
    op.execute(
        "INSERT INTO results SELECT match_id, guild_id, how, "
        "CASE winner_user WHEN user0 THEN 0 WHEN user1 THEN 1 END, points0, points1, deals, ended_at FROM old_results"
    )
    op.execute(
        "INSERT INTO deal_results SELECT match_id, deal, declarer, contract, made, points0, points1, tricks "
        "FROM old_deal_results"
    )
    op.execute("INSERT INTO notices SELECT match_id, seat, number, message_id, posted_at FROM old_notices")
    op.execute(
        "INSERT INTO challenges SELECT id, guild_id, channel_id, challenger_id, challenger_name, opponent_id, "
        "opponent_name, created_at, expires_at, message_id, state, state, match_id FROM old_challenges"
    )
    op.execute("INSERT INTO lease SELECT id, holder, host, pid, '', 0, until FROM old_lease")
    if op.get_bind().dialect.name == "postgresql":
        # Rows that bring their ids with them do not move PostgreSQL's counters.
        for table in ("matches", "challenges"):
            op.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table} HAVING max(id) > 0"
            )
