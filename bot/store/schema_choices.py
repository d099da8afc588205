"""The tables of what servers and people have chosen, of pings in the last hour, of watchers, of the emoji uploaded."""

from __future__ import annotations

import sqlalchemy as sa

from .schema import Id, Moment, metadata

# `clock` is in seconds; 0: off.
servers = sa.Table(
    "servers",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("clock", sa.Integer, nullable=False),
    sa.Column("own_threads", sa.Boolean, nullable=False),
    sa.Column("challenge_role", sa.BigInteger),
    sa.Column("has_leaderboard", sa.Boolean, nullable=False),
    sa.Column("pictures", sa.Text),
    sa.Column("left_at", Moment),
)

server_channels = sa.Table(
    "server_channels",
    metadata,
    sa.Column("guild_id", sa.ForeignKey("servers.guild_id"), primary_key=True),
    sa.Column("channel_id", sa.BigInteger, primary_key=True),
    sqlite_with_rowid=False,
)

persons = sa.Table(
    "persons",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("reminders", sa.Boolean, nullable=False),
    sa.Column("direct", sa.Boolean, nullable=False),
    sa.Column("asks", sa.Boolean, nullable=False),
    sa.Column("is_challengeable", sa.Boolean, nullable=False),
    sa.Column("direct_failed", sa.Boolean, nullable=False),
    sa.Column("words", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("knows_game", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("quiet", sa.Boolean, nullable=False, server_default=sa.false()),
)

# Whoever is blocked, and both sides of a ping, stand here as keyed hashes: being forgotten is no way round.
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("blocker_id", sa.BigInteger, primary_key=True),
    sa.Column("blocked", sa.Text, primary_key=True),
    sa.Column("name", sa.Text),
    sa.Index(None, "blocked"),
    sqlite_with_rowid=False,
)

pings = sa.Table(
    "pings",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("challenge_id", sa.BigInteger),
    sa.Column("sender", sa.Text, nullable=False),
    sa.Column("receiver", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("declined_at", Moment),
    sa.Index(None, "guild_id", "sender"),
    sa.Index(None, "at"),
)

# Who wants to be told when a deal of a match begins; `deal` is the latest one, counted from 0, that was told of.
watchers = sa.Table(
    "watchers",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# The messages that have told watchers of a deal, and are to go when the next one is told of.
watch_posts = sa.Table(
    "watch_posts",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("message_id", sa.BigInteger, primary_key=True),
    sa.Column("deal", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The application's emoji, by the names of their faces: what is at Discord, and of which picture it was made.
emoji = sa.Table(
    "emoji",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("emoji_id", sa.BigInteger, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
)
