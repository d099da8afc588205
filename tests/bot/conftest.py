"""A Discord server with the bot in it, and what must hold after every test: no error, no click left unanswered."""

from __future__ import annotations

import gc
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from itertools import count
from typing import Any

import pytest
from simcord import InteractionResult

from bot.client import BridgetteClient
from bot.discord.budget import Budget
from bot.games.thinker import Thinker
from bot.preferences import Pictures
from bot.running import RunningTime
from bot.settings import Settings
from bot.tenure import Tenure
from bridgette.shuffle import SECRET_BYTES
from tests.support.databases import Databases, beside
from tests.support.openapi import RequestLog
from tests.support.world import World

NewWorld = Callable[..., AbstractAsyncContextManager["Club"]]


class Club(World):
    """A world whose requests and answers are checked when it closes."""

    def __init__(self, clients: Callable[[], BridgetteClient], **options: Any) -> None:
        super().__init__(clients, **options)
        self.requests = RequestLog(self.env)
        self._excused: set[int] = set()

    async def restart(self, *, crash: bool = False) -> None:
        """A new bot process in the same Discord. After a crash the old one's lease is that of a dead process."""
        if crash:
            client: Any = self.client
            with beside(client._settings.database_url) as connection:
                (born,) = connection.execute("SELECT born FROM lease").fetchone()
                connection.execute("UPDATE lease SET born = ?", (f"{born.rpartition(' ')[0]} 0",))
        await super().restart(crash=crash)

    def excuse(self, *results: InteractionResult) -> None:
        """Leave these out of the rule of one answer: they were delivered twice, or never."""
        self._excused |= {result._interaction.id for result in results}

    def complaints(self) -> list[str]:
        """What was wrong so far: requests that Discord would refuse, clicks and commands without exactly one answer."""
        tries: Counter[str] = Counter()
        for entry in self.env.http_requests:
            if entry.path.startswith("/interactions/"):
                tries[entry.path.split("/")[2]] += 1
        return [
            *self.requests.check(),
            *(
                f"{tries[str(one.id)]} answers to an interaction of type {one.type} ({one.response_kind})"
                for one in self.env.backend.interactions.values()
                if one.id not in self._excused and not (one.responded and tries[str(one.id)] == 1)
            ),
        ]


@pytest.fixture
def new_world(databases: Databases) -> NewWorld:
    """Makes worlds on the databases of the test: :func:`world_on`."""
    return world_on(databases)


def world_on(databases: Databases) -> NewWorld:
    """Makes a world with the bot on a database file: ``async with new_world(below=...) as world``.

    ``below(n)`` is the chance from which all decks come, so that a test can choose them; with ``shuffles`` they come
    from shuffles as players can check them, as they do outside tests, with secrets of a fixed seed. With ``faces`` the
    bot uploads the cards' emoji; without, all tests see labels. ``database``: another file's name, for two bots that
    know nothing of each other. ``pictures``: where the bot draws; nowhere, where a test is not about them.
    ``crowded``: tables wait by the simulated time for their turn; else there is always room. ``tenure``: how the bot
    comes to serve. All else goes to ``World``. The same file serves every restart.
    """

    @asynccontextmanager
    async def make(
        *,
        below: Callable[[int], int] | None = None,
        shuffles: bool = False,
        faces: bool = False,
        database: str = "bridgette.db",
        pictures: Pictures = Pictures.NONE,
        crowded: bool = False,
        tenure: Tenure | None = None,
        **options: Any,
    ) -> AsyncIterator[Club]:
        settings = Settings(database_url=databases(database), pictures=pictures)
        rng = random.Random(1)
        chance = None if shuffles else below or rng.randrange
        made: list[Club] = []

        def steady() -> float:
            # The simulated time for whoever asks, a test's own code too.
            return made[0].env._virtual_time if made else 0.0

        def client() -> BridgetteClient:
            secret = partial(rng.randbytes, SECRET_BYTES)
            running = RunningTime(steady)
            thinker = Thinker(apart=False)  # a process for each test would take most of its time
            budget = Budget(now=steady if crowded else count(step=10.0).__next__)
            return BridgetteClient(
                settings,
                faces=faces,
                below=chance,
                secret=secret,
                running=running,
                budget=budget,
                thinker=thinker,
                tenure=tenure,
            )

        made.append(Club(client, **options))
        async with made[0] as world:
            yield world
            complaints = world.complaints()
        assert not complaints, "\n".join(complaints)

    return make


@pytest.fixture
async def world(new_world: NewWorld) -> AsyncIterator[Club]:
    """A world in which chance comes from a fixed seed."""
    async with new_world() as found:
        yield found


class ErrorLog(logging.Handler):
    """Keeps every record of level ERROR and above, those of task exceptions that nobody looked at included."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def take(self) -> list[str]:
        """The lines so far, each with its traceback; a test that expects one takes it, and then may pass."""
        gc.collect()  # a lost task tells of its exception only when it goes
        taken, self.lines = self.lines, []
        return taken


@pytest.fixture(autouse=True)
def error_log() -> Iterator[ErrorLog]:
    """Fail the test on any ERROR line in any log that it did not take."""
    handler = ErrorLog()
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    try:
        yield handler
    finally:
        logging.getLogger().removeHandler(handler)
    lines = handler.take()
    assert not lines, "\n".join(lines)
