"""Which emoji the application has at Discord: one row for each face."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from .database import Database
from .schema_choices import emoji


@dataclass(frozen=True, slots=True)
class Uploaded:
    """An emoji at Discord: its id, and the SHA-256 (hexadecimal) of the picture that it was made of."""

    emoji_id: int
    sha256: str


class UploadedEmoji:
    """What has been uploaded, by the names of the faces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> dict[str, Uploaded]:
        """All that is known."""
        async with self._database.read() as connection:
            rows = await connection.execute(sa.select(emoji.c.name, emoji.c.emoji_id, emoji.c.sha256))
            return {name: Uploaded(emoji_id, sha256) for name, emoji_id, sha256 in rows}

    async def note(self, face: str, uploaded: Uploaded) -> None:
        """A face is this emoji from now on."""
        what = {"emoji_id": uploaded.emoji_id, "sha256": uploaded.sha256}
        insert = self._database.insert(emoji).values(name=face, **what)
        async with self._database.write() as connection:
            await connection.execute(insert.on_conflict_do_update(index_elements=["name"], set_=what))
