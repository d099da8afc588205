"""What a PostgreSQL server is like, and how its database is copied and put back by its own tools."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database, parse_url
from .errors import StoreUnavailable, not_opened
from .files import file_of

OLDEST = 15
"""The oldest version of the server with which the bot is tested."""

ENCODING = "UTF8"
"""The encoding in which every name can be kept."""

SHORTEST_LIMIT = 5_000
"""Milliseconds that each of the server's limits on a statement, a lock or a transaction must leave."""

_LIMITS = ("statement_timeout", "lock_timeout", "transaction_timeout")
_IDLE = "idle_session_timeout"
"""The limit that must not be there at all: a connection of the bot may have nothing to do for hours."""

USER, HOST = "USER", "HOST"
"""What stands in a command for a user, or a host, that is not shown."""

_FOR_TOOLS = {
    **{name: name for name in ("host", "port", "passfile", "sslmode", "sslrootcert", "sslcert", "sslkey")},
    "database": "dbname",
    "ssl": "sslmode",
}
"""The options of an address that the server's own tools need, as they call them; others may be secrets."""


_SETTINGS = sa.table("pg_settings", sa.column("name", sa.Text), sa.column("setting", sa.Text))
_CONNECTIONS = sa.table("pg_stat_ssl", sa.column("pid", sa.Integer), sa.column("ssl", sa.Boolean))


@dataclass(frozen=True, slots=True)
class Server:
    """A server as the bot finds it. `limits`: those in which the bot could not work, as the server writes them."""

    version: str
    number: int
    encoding: str
    is_encrypted: bool
    limits: dict[str, str]

    @property
    def is_new_enough(self) -> bool:
        """Whether the bot is tested with a server as old as this."""
        return self.number >= OLDEST * 10_000


async def server_of(url: str) -> Server | None:
    """The server of the database; None for SQLite. Raises StoreError when it cannot be reached."""
    if file_of(url) is not None:
        return None
    database = Database(url)
    try:
        async with database.read() as connection:
            return await _look(connection)
    except StoreUnavailable as error:
        raise not_opened(database.name, error) from error
    finally:
        await database.close()


async def _look(connection: AsyncConnection) -> Server:
    settings = (sa.func.current_setting(f"server_{name}") for name in ("version", "version_num", "encoding"))
    encrypted = sa.select(_CONNECTIONS.c.ssl).where(_CONNECTIONS.c.pid == sa.func.pg_backend_pid())
    version, number, encoding = (await connection.execute(sa.select(*settings))).one()
    is_encrypted = bool(await connection.scalar(encrypted))
    told = sa.select(_SETTINGS.c.name, _SETTINGS.c.setting, sa.func.current_setting(_SETTINGS.c.name))
    found = await connection.execute(told.where(_SETTINGS.c.name.in_([*_LIMITS, _IDLE])))
    limits = [(name, int(value), words) for name, value, words in found]
    short = {name: words for name, value, words in limits if value and (name == _IDLE or value < SHORTEST_LIMIT)}
    return Server(version, int(number), encoding, is_encrypted, short)


def copying(url: str, file: Path) -> str:
    """The command by which a PostgreSQL database is copied to a file, also while the bot runs."""
    command = shlex.join(["pg_dump", "--format=custom", f"--file={file}", _address(parse_url(url))])
    return f"(umask 077; {command})"  # for nobody else to read, as all copies


def putting_back(url: str, file: Path) -> str:
    """The commands by which such a copy becomes a database of its own, beside the one that is there."""
    old = parse_url(url)
    name = f"{old.query.get('database') or old.database or 'bridgette'}_restored"
    query = {key: value for key, value in old.query.items() if key != "database"}
    make = ["createdb", "--template=template0", f"--encoding={ENCODING}", f"--maintenance-db={_address(old)}", name]
    new = _address(old.set(database=name, query=query))
    fill = ["pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={new}", str(file)]
    return f"{shlex.join(make)} && {shlex.join(fill)}"


def _address(url: sa.URL) -> str:
    """The address for the server's own tools, which ask for the password themselves.

    A user without a password is not shown either, for it may be a password that was written in the wrong place; nor
    is a host behind a password with a blank in it, for that may end with an `@` that was not escaped.
    """
    name, password = url.username or url.query.get("user"), str(url.password or url.query.get("password") or "")
    user = str(name) if name and password else USER
    host = HOST if any(map(str.isspace, password)) else url.host
    query = {_FOR_TOOLS[name]: value for name, value in url.query.items() if name in _FOR_TOOLS}
    return sa.URL.create("postgresql", user, None, host, url.port, url.database, query).render_as_string()
