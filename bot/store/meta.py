"""Small facts that the bot keeps about itself."""

from __future__ import annotations

import sqlalchemy as sa

from .database import Database
from .schema import meta


class Meta:
    """Text by key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """The value under `key`, or None."""
        async with self._database.read() as connection:
            value: str | None = await connection.scalar(sa.select(meta.c.value).where(meta.c.key == key))
            return value

    async def set(self, key: str, value: str) -> None:
        """Put `value` under `key`, whatever was there."""
        insert = self._database.insert(meta).values(key=key, value=value)
        async with self._database.write() as connection:
            await connection.execute(insert.on_conflict_do_update(index_elements=["key"], set_={"value": value}))

    async def add(self, key: str, value: str) -> str:
        """Put `value` under `key` if there is nothing yet. Returns what is there then."""
        insert = self._database.insert(meta).values(key=key, value=value).on_conflict_do_nothing()
        async with self._database.write() as connection:
            await connection.execute(insert)
            return str(await connection.scalar(sa.select(meta.c.value).where(meta.c.key == key)))

    async def remove(self, *keys: str) -> bool:
        """Forget what is under these keys. Returns whether there was anything."""
        async with self._database.write() as connection:
            return (await connection.execute(sa.delete(meta).where(meta.c.key.in_(keys)))).rowcount > 0
