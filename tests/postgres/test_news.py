"""News between processes: told at the commit alone, to the others alone, and made good where they were lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from bot.store import Store, news
from bot.store import postgres as dialect
from tests.support.databases import Databases, beside
from tests.support.postgres import Server
from tests.support.proxy import proxy

WITHIN = 20.0

pytestmark = pytest.mark.usefixtures("postgres")


class Ears:
    """Notes what is heard."""

    def __init__(self) -> None:
        self.matches: list[int] = []
        self.people: list[int] = []
        self.gaps = 0

    def heard(self, match_id: int, guild_id: int | None) -> None:
        self.matches.append(match_id)

    def chosen(self, user_id: int) -> None:
        self.people.append(-user_id)

    def forgotten(self, user_id: int) -> None:
        self.people.append(user_id)

    def missed(self) -> None:
        self.gaps += 1


async def until(is_so: Callable[[], bool]) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + WITHIN
    while not is_so():
        assert loop.time() < end, "it does not come"
        await asyncio.sleep(0.01)


@asynccontextmanager
async def opened(url: str, *, is_shared: bool = True) -> AsyncIterator[Store]:
    store = await Store.open(url)
    store.lease.is_shared = is_shared
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def stores(databases: Databases) -> AsyncIterator[tuple[Store, Store]]:
    """Two processes' stores, as far as the database can tell."""
    async with opened(databases()) as one, opened(databases()) as two:
        yield one, two


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost connection is noticed soon, and made good soon."""
    monkeypatch.setattr(news, "LOOK", 0.2)
    monkeypatch.setattr(news, "PAUSES", (0.05,))


async def tell(store: Store, *match_ids: int) -> None:
    async with store._database.write() as connection:
        await store.news.tell(connection, *match_ids)


async def listening(store: Store) -> Ears:
    ears = Ears()
    store.news.listen(ears)
    await until(lambda: ears.gaps == 1)
    return ears


async def test_what_is_told_at_a_commit_is_heard_by_the_others_alone(stores: tuple[Store, Store]) -> None:
    one, two = stores
    own, others = await listening(one), await listening(two)
    await tell(one, 7, 2**40)
    async with one._database.write() as connection:
        await one.news.tell_chosen(connection, 98)
        await one.news.tell_forgotten(connection, 99)
    await until(lambda: len(others.people) == 2)
    await tell(two, 8)
    await until(lambda: bool(own.matches))
    assert (others.matches, others.people) == ([7, 2**40], [-98, 99])
    assert (own.matches, own.people) == ([8], [])


async def test_nobody_hears_of_what_was_not_committed(stores: tuple[Store, Store]) -> None:
    one, two = stores
    ears = await listening(two)
    with suppress(ZeroDivisionError):
        async with one._database.write() as connection:
            await one.news.tell(connection, 7)
            raise ZeroDivisionError
    await tell(one, 8)
    await until(lambda: bool(ears.matches))
    assert ears.matches == [8]


async def test_what_strangers_send_is_no_news(databases: Databases, stores: tuple[Store, Store]) -> None:
    one, two = stores
    ears = await listening(two)
    with beside(databases()) as connection:
        for payload in ("", "x", "x y", "7x 1"):
            connection.execute(f"NOTIFY acts, '{payload}'")
    await tell(one, 8)
    await until(lambda: bool(ears.matches))
    assert ears.matches == [8]


async def test_a_lost_connection_is_made_good(databases: Databases, stores: tuple[Store, Store]) -> None:
    one, two = stores
    ears = await listening(two)
    with beside(databases()) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT 1'")
    await until(lambda: ears.gaps == 2)
    await tell(one, 8)
    await until(lambda: bool(ears.matches))


async def test_a_network_that_swallows_is_noticed(
    databases: Databases, postgres: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dialect, "ANSWER_WITHIN", 1.0)
    name = databases().rpartition("/")[2]
    async with opened(databases()) as one:
        with proxy(postgres.port) as between:
            async with opened(postgres.url(name, between.port)) as two:
                ears = await listening(two)
                between.swallow()
                await tell(one, 7)
                await until(lambda: "news are not heard" in caplog.text)
                between.cut()
                between.open()
                await until(lambda: ears.gaps == 2)
                assert not ears.matches


async def test_one_process_alone_tells_nobody(databases: Databases) -> None:
    async with opened(databases(), is_shared=False) as store:
        ears = Ears()
        store.news.listen(ears)
        await tell(store, 7)
        assert store.news._listening is None
    assert not ears.gaps
