"""What databases do differently: what every kind of them can be asked. Nothing else asks which one it works with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from .locks import Lock

WRITES = "bridgette_writes"
"""The execution option of a connection whose transactions write."""

_Query = TypeVar("_Query", bound=sa.Select[Any])


def held(query: _Query) -> _Query:
    """The query, so that the rows it finds stay as they are until the transaction ends.

    SQLite, which has one writer at a time, leaves the clause out.
    """
    return query.with_for_update(read=True)


def kept(query: _Query) -> _Query:
    """The query, so that the rows it finds are neither deleted nor `seized` by others until the transaction ends.

    They may be changed otherwise meanwhile: who renews a row waits for none of the many who keep it.
    """
    return query.with_for_update(read=True, key_share=True)


def seized(query: _Query) -> _Query:
    """The query, so that nobody else holds, keeps or changes the rows it finds until the transaction ends."""
    return query.with_for_update()


class Dialect(ABC):
    """One kind of database."""

    errors: tuple[type[Exception], ...] = ()
    """Those of the driver that SQLAlchemy does not put into its own."""

    reading: Mapping[str, str] = {}
    """The execution options of a connection whose transactions only read, and see one state of the database."""

    def prepare(self, *, create: bool, only_looks: bool = False) -> None:  # noqa: B027 (nothing to do for a server)
        """Get ready to connect. Raises StoreError where that cannot be, or, without `create`, where nothing is.

        `only_looks`: not even the database's settings are changed.
        """

    @abstractmethod
    def engine(self) -> AsyncEngine:
        """The engine; nothing is connected yet."""

    has_news = False
    """Whether connections can tell each other something."""

    def direct(self) -> AsyncEngine:
        """An engine for who keeps a connection of its own, and closes both."""
        return self.engine()

    def writing(self) -> AbstractAsyncContextManager[Any]:
        """What a transaction that writes must hold in this process."""
        return nullcontext()

    def check(self) -> None:  # noqa: B027 (a server says so itself)
        """Raises DatabaseGone when what was opened is not there any more."""

    def alone(self, connection: sa.Connection, lock: Lock, key: int = 0) -> None:  # noqa: B027 (one writer is alone)
        """Let nobody else do this work, with the same key, until the transaction ends; they wait."""

    def words(self, error: object) -> str:
        """The driver's words for what went wrong, without anything that is stored."""
        return str(error)

    @abstractmethod
    def insert(self, table: sa.Table) -> sqlite.Insert:
        """An INSERT that takes an ON CONFLICT clause."""
