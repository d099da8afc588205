"""News between the processes of a database: in which match something was committed, and who was forgotten.

Each is sent by PostgreSQL itself, at the commit of what it tells of, and never without. It wakes up and proves nothing:
whoever hears of a match looks at its rows. What is lost on the way, since a connection was, is made good by looking at
everything once there is another one.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database

ACTS, CHOICES, FORGOTTEN = "acts", "choices", "forgotten"
"""The channels: of matches, of what people have chosen for themselves, and of people who were forgotten."""

LOOK = 2.0
"""Seconds between two looks whether the connection is there, and carries anything: a network may swallow it."""

PAUSES = (1.0, 2.0, 5.0)
"""Seconds before another connection is tried, one after the other; the last one again and again."""

log = logging.getLogger(__name__)


class Ears(Protocol):
    """Who hears the news of the other processes. None of it may wait or fail."""

    def heard(self, match_id: int, guild_id: int | None) -> None:
        """Something about a match was committed, in another process; its server, where there is one."""

    def chosen(self, user_id: int) -> None:
        """Somebody has chosen other settings, in another process."""

    def forgotten(self, user_id: int) -> None:
        """Somebody was forgotten, in another process."""

    def missed(self) -> None:
        """Some news may have been lost: anything may have been committed."""


class News:
    """What a process tells the others, and hears of them; nothing at all where there are no others."""

    def __init__(self, database: Database, are_others: Callable[[], bool]) -> None:
        self._database = database
        self._are_others = are_others
        self._origin = secrets.token_hex(6)
        """By which a process knows its own news."""
        self._listening: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether there may be other processes to tell and to hear."""
        return self._database.has_news and self._are_others()

    async def tell(self, connection: AsyncConnection, *match_ids: int, guild_id: int | None = None) -> None:
        """Let the others know of matches of a server, once the transaction of this connection is committed."""
        await self._tell(connection, ACTS, match_ids, guild_id or 0)

    async def tell_chosen(self, connection: AsyncConnection, user_id: int) -> None:
        """Let the others know of somebody who has chosen other settings, once the transaction is committed."""
        await self._tell(connection, CHOICES, [user_id])

    async def tell_forgotten(self, connection: AsyncConnection, user_id: int) -> None:
        """Let the others know of somebody who is forgotten, once the transaction is committed."""
        await self._tell(connection, FORGOTTEN, [user_id])

    async def _tell(self, connection: AsyncConnection, channel: str, ids: Iterable[int], guild_id: int = 0) -> None:
        if self.is_shared:
            for one in ids:
                await connection.execute(sa.select(sa.func.pg_notify(channel, f"{one} {self._origin} {guild_id}")))

    def listen(self, ears: Ears) -> None:
        """Begin to hear; ``ears.missed()`` comes with each connection, the first one too."""
        if self.is_shared and self._listening is None:
            self._listening = asyncio.create_task(self._listen(ears))

    async def stop(self) -> None:
        """Hear no more."""
        task, self._listening = self._listening, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def _listen(self, ears: Ears) -> None:
        failed = 0
        while True:
            try:
                connection = await self._database.lasting()
                try:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    for channel in (ACTS, CHOICES, FORGOTTEN):
                        await driver.add_listener(channel, self._hearer(ears))
                    log.info("news are heard")
                    failed = 0
                    ears.missed()
                    while True:
                        await asyncio.sleep(LOOK)
                        await driver.execute("SELECT 1")
                finally:
                    await connection.close()
                    await connection.engine.dispose()
            except Exception as error:
                # Of the driver itself, too. Not its words, which may name the server.
                log.warning("news are not heard reason=%s", type(error).__name__)
            await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
            failed += 1

    def _hearer(self, ears: Ears) -> Callable[[Any, int, str, str], None]:
        def hear(_connection: Any, _pid: int, channel: str, payload: str) -> None:
            found = re.fullmatch(r"(\d{1,19}) ([0-9a-f]+) (\d{1,19})", payload)
            if found is None or found[2] == self._origin:
                return  # one's own; or somebody else's, with a channel of the same name
            if channel == ACTS:
                ears.heard(int(found[1]), int(found[3]) or None)
            elif channel == CHOICES:
                ears.chosen(int(found[1]))
            else:
                ears.forgotten(int(found[1]))

        return hear
