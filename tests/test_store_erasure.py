"""What is forgotten is gone, all at once; and the leaderboard is the sum of what is left, whatever came before."""

import random
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.store import NewChallenge, NewShuffle, Person, Store
from bot.store.schema import challenges, members, metadata, results, seats, shuffles

from .test_store_standings import ELSEWHERE, GUILD, NAMES, NOW, begin, play, sums

SHUFFLE = NewShuffle("bridgette-shuffle/1", "c" * 64, "5" * 64)


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


async def rows(store, table):
    async with store._database.read() as connection:
        return [tuple(row) for row in await connection.execute(sa.select(table))]


async def everything(store):
    return {table.name: await rows(store, table) for table in metadata.sorted_tables if table.name != "meta"}


@pytest.mark.parametrize("seed", range(5))
async def test_the_sums_are_those_of_the_results_whatever_is_voided_and_forgotten(seed, store):
    draw = random.Random(seed)
    played = []
    for _ in range(40):
        users = draw.sample(sorted(NAMES), 2) if draw.random() < 0.9 else (draw.choice(sorted(NAMES)), 0)
        points = draw.choice([0, 50, 700]), draw.choice([0, 20])
        winner, deals, guild = draw.choice([0, 1, None]), draw.choice([0, 1, 6]), draw.choice([GUILD, ELSEWHERE, None])
        played.append((await play(store, users, winner, points, deals, guild=guild, counts=draw.random() < 0.8), guild))
        match_id, where = draw.choice(played)
        if where is not None and draw.random() < 0.5:
            await store.results.void(where, match_id, is_voided=draw.random() < 0.6)
        if draw.random() < 0.1:
            assert await store.erasure.forget_person(draw.choice(sorted(NAMES)))
        kept = await sums(store)
        await store.standings.rebuild()
        assert await sums(store) == kept
    await store.departures.note(ELSEWHERE, NOW)
    kept = [line for line in await sums(store) if line[0] != ELSEWHERE]
    assert await store.erasure.forget_server(ELSEWHERE)
    assert await sums(store) == kept
    await store.standings.rebuild()
    assert await sums(store) == kept


async def test_voiding_is_told_once_and_only_on_its_own_server(store):
    match_id = await play(store, (1, 2), 0, (50, 20), 4)
    before = await sums(store)
    assert not await store.results.void(ELSEWHERE, match_id, is_voided=True)
    assert not await store.results.void(GUILD, match_id, is_voided=False)
    assert not await store.results.void(GUILD, match_id + 1, is_voided=True)
    assert await sums(store) == before
    assert await store.results.void(GUILD, match_id, is_voided=True)
    assert not await store.results.void(GUILD, match_id, is_voided=True)
    assert await sums(store) == []
    found = await store.results.get(GUILD, match_id)
    assert (found.is_voided, found.winner, found.points, found.players[1].name) == (True, 0, (50, 20), "Bob")
    assert await store.results.newest(GUILD, 5) == [found]
    assert await store.results.newest(ELSEWHERE, 5) == []


@pytest.mark.sqlite
async def test_the_newest_results_are_found_by_an_index(store):
    async with store._database.read() as connection:
        query = sa.select(results.c.match_id).where(results.c.guild_id == 1).order_by(results.c.match_id.desc())
        plan = await connection.exec_driver_sql(
            "EXPLAIN QUERY PLAN " + str(query.limit(5).compile(compile_kwargs={"literal_binds": True}))
        )
        (step,) = [row[-1] for row in plan]
    assert "ix_results_guild_id" in step


async def test_nobody_is_forgotten_in_the_middle_of_a_match(store):
    await play(store, (1, 3), 0, (50, 20), 4)
    await begin(store, (1, 2))
    before = await everything(store)
    assert not await store.erasure.forget_person(1)
    assert await everything(store) == before
    assert await store.erasure.forget_person(3), "another one's open match is no obstacle"


async def test_challenges_that_something_refers_to_stay_with_nobody_in_them(store):
    ann, bob = Person(1, "Ann"), Person(2, "Bob")
    later = NOW + timedelta(minutes=15)
    made = [
        await store.challenges.add(NewChallenge(GUILD, 7, one, other), NOW, later, SHUFFLE)
        for one, other in ((ann, bob), (bob, ann), (ann, None), (bob, None))
    ]
    await store.challenges.close(made[2].id, "expired")
    assert await store.erasure.forget_person(1)
    columns = (challenges.c[f"{who}_{what}"] for who in ("challenger", "opponent") for what in ("id", "name"))
    async with store._database.read() as connection:
        query = sa.select(*columns, challenges.c.state).order_by(challenges.c.id)
        found = [tuple(row) for row in await connection.execute(query)]
    assert found == [
        (0, "", 2, "Bob", "withdrawn"),
        (2, "Bob", 0, "", "declined"),
        (0, "", None, None, "expired"),
        (2, "Bob", None, None, "open"),
    ]
    assert len(await rows(store, shuffles)) == 4


async def test_a_server_that_was_not_left_is_not_forgotten(store):
    await play(store, (1, 2), 0, (50, 20), 4)
    before = await everything(store)
    assert not await store.erasure.forget_server(GUILD)
    assert await everything(store) == before
    await store.departures.note(GUILD, NOW)
    await store.departures.take_back(GUILD)
    assert not await store.erasure.forget_server(GUILD)
    assert len(await rows(store, results)) == 1


async def test_departures_are_noted_once_and_told_in_their_order(store):
    for guild_id, days in ((GUILD, 2), (ELSEWHERE, 1), (GUILD, 9)):
        await store.departures.note(guild_id, NOW + timedelta(days=days))
    assert await store.departures.all() == [GUILD, ELSEWHERE]
    assert await store.departures.before(NOW + timedelta(hours=23)) == []
    assert await store.departures.before(NOW + timedelta(days=1)) == [ELSEWHERE]
    assert await store.departures.before(NOW + timedelta(days=2)) == [ELSEWHERE, GUILD]
    await store.members.see(300, 1, "Ann", NOW)
    await store.challenges.add(NewChallenge(301, 7, Person(1, "Ann"), None), NOW, NOW)
    assert await store.departures.not_noted() == [300, 301]


async def test_names_in_memory_are_forgotten_too(store):
    await store.members.see(GUILD, 1, "Ann", NOW)
    await store.members.see(GUILD, 2, "Bob", NOW)
    assert await store.erasure.forget_person(1)
    await store.members.see(GUILD, 1, "Ann", NOW)
    assert len(await rows(store, members)) == 2, "written anew, although the same name was written before"
    await store.departures.note(GUILD, NOW)
    assert await store.erasure.forget_server(GUILD)
    await store.members.see(GUILD, 2, "Bob", NOW)
    assert len(await rows(store, members)) == 1


async def test_what_is_read_of_a_person_is_only_their_own(store):
    match_id = await play(store, (1, 2), 0, (50, 20), 4)
    traces = await store.personal.of(1)
    assert traces.matches == [match_id]
    row = await store.personal.match(1, match_id)
    assert (row["seat"], row["name"], row["opponent_name"], row["result_deals"]) == (0, "Ann", "Bob", 4)
    assert await store.personal.match(3, match_id) is None
    nobody = await store.personal.of(3)
    assert (nobody.matches, nobody.names, nobody.standings, nobody.settings) == ([], [], [], None)
    house = await play(store, (1, 0), 0)
    assert (await store.personal.match(1, house))["opponent_name"] == "House"
    async with store._database.write() as connection:
        await connection.execute(sa.delete(seats).where(seats.c.match_id == house, seats.c.seat == 1))
    assert (await store.personal.match(1, house))["opponent_name"] is None, "what is there is told all the same"
