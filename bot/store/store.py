"""The store as a whole: one object, opened at start and closed at the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Self

import sqlalchemy as sa

from .challenges import Challenges
from .clocks import Clocks
from .dailies import Dailies
from .database import Database
from .departures import Departures
from .emoji import UploadedEmoji
from .erasure import Erasure
from .errors import StoreError, StoreUnavailable, not_opened
from .hints import Hints
from .identify import Identify
from .lease import Beside, Lease
from .locks import Lock
from .matches import Matches
from .members import Members
from .meta import Meta
from .migrate import HEAD, bring_to_head, known_revision
from .news import News
from .personal import PersonalData
from .persons import Persons
from .pings import Pings
from .plan import Plan, Plans
from .queue import Queue
from .ranges import Ranges
from .results import Results
from .servers import ServerChoices
from .shuffles import Shuffles
from .solos import Solos
from .standings import Standings
from .watchers import Watchers


class Store:
    """What the bot remembers, by subject.

    `name` is the database's URL without a password; `is_new`: the database had no schema before it was opened.
    """

    def __init__(self, database: Database, *, is_new: bool = False) -> None:
        self._database = database
        self.name = database.name
        self.is_new = is_new
        self.members = Members(database)
        self.meta = Meta(database)
        self.lease: Lease | Ranges = Lease(database)
        self.plans = Plans(database)
        self.identify = Identify(database)
        self.news = News(database, lambda: self.lease.is_shared)
        self.servers = ServerChoices(database, lambda guild_id: self.lease.holds(guild_id))
        self.persons = Persons(database, self.meta, self.news)
        self.pings = Pings(database, self.persons.hash_of)
        self.challenges = Challenges(database, self.pings)
        self.shuffles = Shuffles(database)
        self.solos = Solos(database)
        self.hints = Hints(database)
        self.standings = Standings(database)
        self.clocks = Clocks(database, lambda guild_id: self.lease.part_of(guild_id))
        self.emoji = UploadedEmoji(database)
        self.departures = Departures(database, self.servers)
        self.results = Results(database)
        self.matches = Matches(database, self.members, self.standings, self.persons.hash_of, self.news)
        self.dailies = Dailies(database)
        self.watchers = Watchers(database)
        self.queue = Queue(database)
        self.personal = PersonalData(database, self.persons)
        self.erasure = Erasure(database, self.members, self.persons, self.servers, self.news)

    @classmethod
    async def open(cls, url: str, *, create: bool = True) -> Self:
        """Open the database, making it or bringing it up to date as needed.

        `url` is a database URL, such as `sqlite:///data/bridgette.db`; a missing folder is made. With `create` False
        nothing is made where there is no database yet: that is a StoreError. Raises StoreError, with a sentence for
        the host, when the database cannot be reached, cannot be written to, is no database, or was made by a newer
        version of the bot.
        """
        if not create:
            await revision_of(url)
        database = Database(url, create=create)
        return cls(database, is_new=await _brought_to_head(database) is None)

    async def ping(self) -> None:
        """Ask the database for an answer, whatever it is. Raises StoreUnavailable."""
        async with self._database.read() as connection:
            await connection.execute(sa.select(1))

    def listen(self, written: Callable[[float], None]) -> None:
        """Tell of each commit, from now on, how many seconds its transaction took. It must not fail."""
        self._database.written = written

    def stand_beside(self) -> None:
        """This process has no lease: it acts beside those that serve the matches, and lets them know."""
        self.lease = Beside(self._database)

    def share(self, plan: Plan, most: int = 1) -> Ranges:
        """From now on be one of several processes, each with some ranges of the shards; it has none yet, and waits."""
        self.lease = ranges = Ranges(self._database, plan, most)
        return ranges

    def keep_nothing(self) -> None:
        """Keep nothing in memory that another process may have changed without a word."""
        self.persons.forget_all()
        self.members.forget_all()

    async def close(self) -> None:
        """Close the database; the store cannot be used afterwards."""
        await self.news.stop()
        await self._database.close()

    async def let_go(self) -> None:
        """Close the database so that another process can serve by it at once."""
        with contextlib.suppress(StoreError):
            await self.lease.drop()
        await self.close()


async def bring_up_to_date(url: str) -> str | None:
    """Make the database and its queue, or bring them up to date, and take the time that it needs.

    Returns the revision there was before, None where there was no database. Processes that do so at once wait for each
    other. Raises as `Store.open`.
    """
    database = Database(url, is_patient=True)
    before = await _brought_to_head(database)
    try:
        queue = Queue(database)
        if queue.is_possible and queue.is_installed:
            await queue.prepare()
    finally:
        await database.close()
    return before


async def _brought_to_head(database: Database) -> str | None:
    """Bring a database up to date; the revision there was before. When that fails it is closed."""
    try:
        # A write, even when there is nothing to migrate: two processes starting together take turns,
        # and a database that cannot be written to is noticed now and not at the first match.
        async with database.write() as connection:
            await database.alone(connection, Lock.MIGRATE)
            return await connection.run_sync(bring_to_head)
    except BaseException as error:
        await database.close()
        if isinstance(error, StoreUnavailable | OSError):
            raise not_opened(database.name, error) from error
        raise


async def revision_of(url: str) -> str:
    """The revision of the schema of a database that is there already; nothing is made or migrated.

    HEAD is that of this code. Raises StoreError when there is no database, or one that this code cannot read.
    """
    database = Database(url, create=False, only_looks=True)
    try:
        async with database.read() as connection:
            found = await connection.run_sync(known_revision)
    except (StoreUnavailable, OSError) as error:
        raise not_opened(database.name, error) from error
    finally:
        await database.close()
    if found is None:
        raise StoreError(f"There is no database of this bot at {database.name}: the bot makes it at its first start.")
    return found


__all__ = ["HEAD", "Store", "bring_up_to_date", "revision_of"]
