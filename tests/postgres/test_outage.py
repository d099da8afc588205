"""A database that is away, swallows, loses an answer: the player is told, nothing is half done, play goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from bot.store import Conflict, NewAct, NewMatch, Person, Place, Player, Store, StoreUnavailable, postgres
from tests.bot import scene as scenes
from tests.bot.conftest import ErrorLog, error_log, world_on
from tests.bot.scene import Scene, enabled
from tests.support.databases import Databases, beside
from tests.support.postgres import Server
from tests.support.proxy import Proxy, proxy
from tests.support.seen import Seen
from tests.support.verbs import Verb

__all__ = ["error_log"]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NEW = NewMatch(Place(1, 2), 6, "chance", (Player.of(Person(1, "Ann")), Player.of(Person(2, "Bob"))), 0, "deck")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "ANSWER_WITHIN", 0.5)


@pytest.fixture
def between(postgres: Server) -> Iterator[Proxy]:
    with proxy(postgres.port) as found:
        yield found


@pytest.fixture
async def store(postgres: Server, between: Proxy) -> AsyncIterator[Store]:
    url = postgres.database()
    found = await Store.open(postgres.url(url.rpartition("/")[2], between.port))
    yield found
    await found.close()
    postgres.drop(url)


async def fails(store: Store) -> None:
    for _ in range(2 * postgres.CONNECTIONS):
        with pytest.raises(StoreUnavailable, match=r"^The database "):
            await store.matches.get(1)
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            await store.meta.set("key", "away")


async def works(store: Store) -> None:
    """Each of the pool's connections may have to find out that it is dead."""
    for _ in range(postgres.CONNECTIONS):
        try:
            await store.meta.set("key", "there")
        except StoreUnavailable:
            continue
        break
    assert await store.meta.get("key") == "there"


async def test_a_database_that_is_away_is_unavailable_and_then_there_again(store: Store, between: Proxy) -> None:
    await works(store)
    between.cut()
    await fails(store)
    between.open()
    await works(store)


async def test_a_server_that_was_started_anew_is_there_again(store: Store, postgres: Server) -> None:
    await works(store)
    postgres.stop()
    await fails(store)
    postgres.go()
    await works(store)


async def test_a_network_that_swallows_everything_is_unavailable(store: Store, between: Proxy) -> None:
    await works(store)
    between.swallow()
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await store.meta.set("key", "swallowed")
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await store.matches.get(1)
    between.cut()
    between.open()
    await works(store)
    assert await store.meta.get("key") == "there"


async def test_a_commit_whose_answer_is_lost_is_there_and_done_once(store: Store, between: Proxy) -> None:
    match_id = (await store.matches.begin(None, NEW, NOW)).id
    between.lose_the_answer_to(b"COMMIT")
    act = NewAct(1, 0, 0, "call", "1S")
    with pytest.raises(StoreUnavailable):
        await store.matches.append(match_id, [act], NOW)
    assert between.lost == 1
    with pytest.raises(Conflict):
        await store.matches.append(match_id, [act], NOW)
    stored = await store.matches.load(match_id)
    assert stored is not None
    assert [one.number for one in stored.acts] == [1]


# ------------------------------------------------------------------------------------------------ the whole bot


@dataclass
class Reached:
    """A match whose bot reaches its database through the proxy; the test does so directly."""

    scene: Scene
    url: str
    seat: int
    panel: Seen
    button: str

    def acts(self) -> int:
        """How many are saved."""
        with beside(self.url) as connection:
            found: int = connection.execute("SELECT count(*) FROM acts").fetchone()[0]
            return found

    async def call(self) -> str:
        """Whoever was to call at first presses the first button, once more too; what is answered."""
        result = await self.scene.players[self.seat].click(self.panel.handle, custom_id=self.button)
        self.scene.world.assert_answered(result)
        return self.scene.world.answer(result)


class Through(Databases):
    """Databases by the address of a proxy."""

    def __init__(self, databases: Databases, server: Server, between: Proxy) -> None:
        self._databases, self._pg, self._between = databases, server, between

    def __call__(self, name: str = "a.db") -> str:
        return self._pg.url(self._databases(name).rpartition("/")[2], self._between.port)


@pytest.fixture
async def reached(databases: Databases, postgres: Server, between: Proxy) -> AsyncIterator[Reached]:
    """A match before a call."""
    async with world_on(Through(databases, postgres, between))() as world:
        scene = await scenes.start(world)
        await scene.exchange()
        await scene.show()
        seat = await scene.turn()
        (button, *_) = enabled(scene.panel(seat), Verb.CALL)
        yield Reached(scene, databases("bridgette.db"), seat, scene.panel(seat), button.custom_id)


async def test_a_player_is_told_and_goes_on_afterwards(reached: Reached, between: Proxy, error_log: ErrorLog) -> None:
    before = reached.acts()
    between.cut()
    assert "I cannot tell whether that was saved" in await reached.call()
    assert ["perhaps not saved" in line for line in error_log.take()] == [True]
    assert reached.acts() == before
    between.open()
    for _ in range(postgres.CONNECTIONS):  # the pool takes them for sound, each until it is tried
        if reached.acts() > before:
            break
        await reached.call()
    assert reached.acts() == before + 1


async def test_a_commit_whose_answer_is_lost_on_the_way_to_the_bot_is_done_once(
    reached: Reached, between: Proxy
) -> None:
    before = reached.acts()
    between.lose_the_answer_to(b"COMMIT", of=b"call")  # not that of what is noted beside the act
    answer = await reached.call()
    assert between.lost == 1
    assert reached.acts() == before + 1
    assert "nothing has changed" not in answer
