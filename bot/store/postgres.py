"""PostgreSQL through asyncpg: many writers at once, over a network that may fail at any moment."""

from __future__ import annotations

import ssl
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .dialects import Dialect
from .errors import StoreError
from .locks import Lock

DRIVER = "postgresql+asyncpg"
SCHEMES = ("postgres", "postgresql", DRIVER)
"""What hosts hand out, and what SQLAlchemy would write."""

CONNECTIONS = 10
"""At the most. Acts of different matches are written side by side."""

ANSWER_WITHIN = 5.0
"""Seconds for a connection, and for each statement: a network may swallow what is sent into it."""

GOODBYE = 0.3
"""Seconds in which the server may take leave of a connection; after one that was in vain no other waits for it."""

TURN_WITHIN = 2.5
"""Seconds to wait for a connection while others have them all."""

SESSION = {
    "application_name": "bridgette",
    # A process that was stopped in the middle of a transaction keeps its rows from everybody.
    "idle_in_transaction_session_timeout": "30s",
    # A machine that went away says nothing; its locks must not stay.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "20s",
}
"""What each connection asks of the server."""

OF_VALUES = "22"
"""How the codes of errors begin that quote a value."""

TLS_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
TLS_OPTIONS = ("sslmode", "ssl", "sslrootcert", "sslcert", "sslkey", "sslpassword")
OPTIONS = ("host", "port", "user", "password", "database", "passfile", "target_session_attrs")
"""What an address may say besides, as the driver takes it."""

SESSION_OPTIONS = ("application_name", "options")
"""What an address may say to the server itself."""

IDLE_OPTIONS = ("channel_binding", "connect_timeout", "sslnegotiation", "sslcompression", "gssencmode", "pgbouncer")
"""What hosts add to an address for other drivers. This one cannot do it, or it is decided here."""


class Postgres(Dialect):
    """PostgreSQL, by an address as hosts hand it out."""

    errors = (OSError, TimeoutError)
    has_news = True

    # What is read by several statements would else be of several moments: a deal's acts, say, without the deal.
    reading = MappingProxyType({"isolation_level": "REPEATABLE READ"})

    def __init__(self, url: sa.URL, *, is_patient: bool = False) -> None:
        options = {name: value for name, value in url.query.items() if name not in IDLE_OPTIONS}
        self._tls = tls_of({name: _one(options.pop(name)) for name in TLS_OPTIONS if name in options})
        self._session = SESSION | {name: _one(options.pop(name)) for name in SESSION_OPTIONS if name in options}
        if set(options) - set(OPTIONS):
            raise StoreError("The database URL cannot be used: it has an option that is not known here.")
        self._url = url.set(drivername=DRIVER, query=options)
        self._answer_within = None if is_patient else ANSWER_WITHIN

    def engine(self) -> AsyncEngine:
        """The engine; nothing is connected yet."""
        return self._engine(pool_size=CONNECTIONS, max_overflow=0, pool_timeout=TURN_WITHIN)

    def direct(self) -> AsyncEngine:
        """An engine for who keeps a connection of its own: without a pool each is new, and closed when given back."""
        return self._engine(poolclass=sa.NullPool)

    def _engine(self, **pool: Any) -> AsyncEngine:
        import asyncpg

        is_silent = False

        class Connection(asyncpg.Connection):  # type: ignore[misc]
            """Ends in time and without an error, whatever the network does."""

            async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 (the driver's own)
                nonlocal is_silent
                if is_silent:
                    self.terminate()
                    return
                try:
                    await super().close(timeout=min(timeout or GOODBYE, GOODBYE))
                except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                    is_silent = True  # the driver has cut this one

        # Errors would else name the parameters, hidden cards among them, and so bring them into the log.
        engine = create_async_engine(
            self._url,
            hide_parameters=True,
            **pool,
            connect_args={
                "timeout": ANSWER_WITHIN,
                "command_timeout": self._answer_within,
                "connection_class": Connection,
                "server_settings": self._session,
                **({} if self._tls is None else {"ssl": self._tls}),
            },
        )

        @event.listens_for(engine.sync_engine, "do_connect")
        def on_connect(dialect: sa.Dialect, _record: Any, arguments: Any, options: Any) -> Any:
            try:
                return dialect.connect(*arguments, **options)
            except ssl.SSLError:
                raise  # whose certificate is refused: that is a ValueError too
            except (TypeError, ValueError, OverflowError):
                # The driver's own words may hold what the URL does, a password too.
                raise StoreError("The database's driver does not take what DATABASE_URL says.") from None

        return engine

    def alone(self, connection: sa.Connection, lock: Lock, key: int = 0) -> None:
        """Let nobody else do this work, with the same key, until the transaction ends; they wait."""
        numbers = (sa.cast(number, sa.Integer) for number in lock.numbers(key))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(*numbers)))

    def words(self, error: object) -> str:
        """The server's message alone: its details quote the row that it refuses, and the driver's the value."""
        if isinstance(error, TimeoutError):
            return "it does not answer"
        if isinstance(error, ConnectionError) and "SSL" in str(error):
            return "it speaks no TLS, which the URL asks for"
        if isinstance(error, OSError):
            return error.strerror or type(error).__name__
        if str(getattr(error, "sqlstate", "")).startswith(OF_VALUES):
            return "it takes no such value"
        return str(error).partition("\n")[0]

    def insert(self, table: sa.Table) -> sqlite.Insert:
        """An INSERT that takes an ON CONFLICT clause."""
        from sqlalchemy.dialects import postgresql

        # The clauses used here (`on_conflict_do_update`, `excluded`) are the same in both.
        return postgresql.insert(table)  # type: ignore[return-value]


def tls_of(options: dict[str, str]) -> str | ssl.SSLContext | None:
    """How to speak TLS, as the driver takes it, from the options of an address; None leaves it to the driver.

    As PostgreSQL's own clients do: `require` speaks TLS with anybody or, with certificates to check against, with whom
    they vouch for; `verify-ca` and `verify-full` always check, the latter the name as well. What only would like TLS
    checks nothing. Raises StoreError for what cannot be.
    """
    mode = options.get("sslmode", options.get("ssl"))
    if mode is not None and mode not in TLS_MODES:
        raise StoreError(f"The database URL cannot be used: sslmode is one of {', '.join(TLS_MODES)}.")
    roots, own = options.get("sslrootcert"), options.get("sslcert")
    checks = mode in ("verify-ca", "verify-full") or (mode == "require" and roots is not None)
    if not checks and (mode != "require" or own is None):
        return mode
    try:
        context = ssl.create_default_context(cafile=None if roots in (None, "system") else roots)
        context.check_hostname = mode == "verify-full" or roots == "system"
        if not checks:
            context.verify_mode = ssl.CERT_NONE
        if own is not None:
            context.load_cert_chain(own, options.get("sslkey"), options.get("sslpassword"))
    except (OSError, ssl.SSLError) as error:
        name = getattr(error, "strerror", None) or type(error).__name__
        raise StoreError(f"The database URL cannot be used: its certificates cannot be read ({name}).") from None
    return context


def _one(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else value[-1]


def libpq_of(url: sa.URL, **session: str) -> dict[str, str]:
    """The same address as PostgreSQL's own library takes it, which speaks TLS by the same words; for other drivers.

    `session`: what the server is asked besides, as its settings are called.
    """
    options = {name: value for name, value in url.query.items() if name not in IDLE_OPTIONS}
    # Several servers have one list each of hosts and ports.
    found = {name: value if isinstance(value, str) else ",".join(value) for name, value in options.items()}
    if "ssl" in found:
        found.setdefault("sslmode", found.pop("ssl"))
    parts = {"host": url.host, "port": url.port, "user": url.username, "password": url.password, "dbname": url.database}
    found = {name: str(value) for name, value in parts.items() if value is not None} | found
    if "database" in found:
        found["dbname"] = found.pop("database")
    asked = " ".join(f"-c {name}={value}" for name, value in session.items())
    return (
        {"application_name": SESSION["application_name"]}
        | found
        | {
            "options": f"{found.get('options', '')} {asked}".strip(),
            "connect_timeout": f"{ANSWER_WITHIN:.0f}",
            # As in `SESSION`, from this end.
            "keepalives_idle": "10",
            "keepalives_interval": "5",
            "keepalives_count": "2",
            "tcp_user_timeout": "20000",
        }
    )
