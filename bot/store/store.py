"""The store as a whole: one object, opened at start and closed at the end."""

from __future__ import annotations

from typing import Self

from .challenges import Challenges
from .database import Database
from .errors import StoreError, StoreUnavailable
from .lease import Lease
from .matches import Matches
from .members import Members
from .meta import Meta
from .migrate import bring_to_head
from .standings import Standings


class Store:
    """What the bot remembers, by subject."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.members = Members(database)
        self.meta = Meta(database)
        self.lease = Lease(database)
        self.challenges = Challenges(database)
        self.standings = Standings(database)
        self.matches = Matches(database, self.members, self.standings)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database, making it or bringing it up to date as needed.

        `url` is a database URL, such as `sqlite:///data/bridgette.db`; a missing folder is made. Raises
        StoreError, with a sentence for the host, when the database cannot be reached, cannot be written
        to, is no database, or was made by a newer version of the bot.
        """
        database = Database(url)
        try:
            # A write, even when there is nothing to migrate: two processes starting together take turns,
            # and a database that cannot be written to is noticed now and not at the first match.
            async with database.write() as connection:
                await connection.run_sync(bring_to_head)
        except BaseException as error:
            await database.close()
            if isinstance(error, StoreUnavailable | OSError):
                raise StoreError(f"Opening {database.name} failed: {error}") from error
            raise
        return cls(database)

    async def close(self) -> None:
        """Close the database; the store cannot be used afterwards."""
        await self._database.close()
