"""What servers choose: kept whole, changed one thing at a time, and never told otherwise than it is stored."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.preferences import CLOCKS, USUAL_CLOCK, ServerSettings, clock_of, clock_within
from bot.store import Store, StoreUnavailable
from bot.store import servers as module
from bot.store.schema_choices import server_channels, servers

BIG = 2**63 - 1
CHOSEN = ServerSettings(timedelta(days=3), frozenset((5, 6, BIG)), True, BIG, False)


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


async def read(store, guild=1):
    """What is stored, whatever is kept in memory."""
    store.servers.forget(guild)
    return await store.servers.get(guild)


async def count(store, table):
    async with store.servers._database.read() as connection:
        return await connection.scalar(sa.select(sa.func.count()).select_from(table))


async def test_who_has_chosen_nothing_has_the_usual_settings_and_no_row(store):
    for guild in (None, 0, 1, BIG):
        assert await store.servers.get(guild) == ServerSettings()
    assert await count(store, servers) == 0
    assert ServerSettings() == ServerSettings(USUAL_CLOCK, frozenset(), False, None, True)


@pytest.mark.parametrize(
    "settings",
    [CHOSEN, ServerSettings(), replace(CHOSEN, clock=None), *(ServerSettings(clock) for clock in CLOCKS)],
)
async def test_what_is_chosen_is_read_as_it_was(store, settings):
    for guild in (1, BIG):
        await store.servers.set(guild, settings)
        assert await store.servers.get(guild) == settings
        assert await read(store, guild) == settings
    assert await store.servers.get(2) == ServerSettings()


async def test_channels_are_replaced(store):
    await store.servers.set(2, CHOSEN)
    for channels in (frozenset((1, 2)), frozenset((2, 3)), frozenset()):
        await store.servers.set(1, ServerSettings(channels=channels))
        assert (await read(store)).channels == channels
    assert await read(store, 2) == CHOSEN
    assert await count(store, server_channels) == 3


async def test_changes_at_once_undo_nothing_of_each_other(store):
    changes = {"clock": None, "channels": frozenset((1,)), "own_threads": True, "challenge_role": 4}
    await asyncio.gather(
        *(
            store.servers.change(1, lambda now, name=name, value=value: replace(now, **{name: value}))
            for name, value in changes.items()
        ),
        *(store.servers.get(1) for _ in range(5)),
    )
    assert await store.servers.get(1) == await read(store) == ServerSettings(**changes)


async def test_a_change_tells_what_is_stored_since(store):
    assert await store.servers.change(1, lambda _: CHOSEN) == CHOSEN
    assert await store.servers.change(1, lambda now: replace(now, clock=None)) == replace(CHOSEN, clock=None)


async def test_a_change_that_is_refused_leaves_all_as_it_was(store):
    await store.servers.set(1, CHOSEN)

    def refuse(_):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await store.servers.change(1, refuse)
    assert await store.servers.get(1) == await read(store) == CHOSEN


async def test_a_write_that_fails_halfway_is_no_write(store):
    await store.servers.set(1, CHOSEN)
    with pytest.raises((OverflowError, StoreUnavailable)):  # the id of a channel that the database cannot hold
        await store.servers.set(1, replace(CHOSEN, clock=None, channels=frozenset((7, 2**70))))
    assert await store.servers.get(1) == await read(store) == CHOSEN


async def test_memory_is_bounded_and_never_wrong(store, monkeypatch):
    monkeypatch.setattr(module, "CACHE_SIZE", 3)
    for guild in range(10):
        await store.servers.set(guild, ServerSettings(challenge_role=guild))
    assert len(store.servers._known) == 3
    for guild in range(10):
        assert (await store.servers.get(guild)).challenge_role == guild


async def test_a_clock_is_chosen_up_to_what_the_server_allows():
    hour, day = timedelta(hours=1), timedelta(days=1)
    assert clock_within(None, day) == clock_within(day, day) == clock_within(timedelta(days=3), day) == day
    assert clock_within(hour, day) == hour
    assert clock_within(hour, None) is clock_within(None, None) is None


async def test_a_clock_that_is_offered_is_found_by_its_seconds():
    assert [clock_of(int(one.total_seconds())) for one in CLOCKS] == list(CLOCKS)
    assert [clock_of(seconds) for seconds in (0, -300, 299, 301, 2**60)] == [None] * 5
