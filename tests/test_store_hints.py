"""Deals with a hint, in the database: marked once, by seat, and gone with their match."""

import pytest

from bot.store import Store
from bridgette.format import USUAL

from .test_store_standings import ELSEWHERE, NOW, play


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


async def test_a_deal_is_marked_once_and_for_its_seat_alone(store):
    match_id, other = await play(store, (1, 2), 0, (50, 20), 4), await play(store, (1, 3), 0, (50, 20), 4)
    for deal in (3, 0, 3):
        await store.hints.note(match_id, deal, 0)
    assert await store.hints.of(match_id, 0) == [0, 3]
    assert await store.hints.of(match_id, 1) == []
    assert await store.hints.of(other, 0) == []
    await store.hints.note(match_id, 0, 1)
    assert await store.hints.of(match_id, 1) == [0]


async def test_they_stay_when_a_player_is_forgotten_and_go_with_the_match(store):
    match_id = await play(store, (1, 2), 0, (50, 20), USUAL.deals, guild=ELSEWHERE)
    await store.hints.note(match_id, 1, 0)
    assert await store.erasure.forget_person(1)
    assert await store.hints.of(match_id, 0) == [1]
    await store.departures.note(ELSEWHERE, NOW)
    assert await store.erasure.forget_server(ELSEWHERE)
    assert await store.hints.of(match_id, 0) == []
