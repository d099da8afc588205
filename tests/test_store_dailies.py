"""The deal of the day in the store: one shuffle a day, one try a person, a secret kept until the day is over."""

import asyncio
import random
from datetime import UTC, date, datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.daily import Attempt, Field, close_of, day_of, end_of, is_closed, last_closed, streak_of
from bot.features.daily.outcome import outcome_of
from bot.store import (
    Conflict,
    DailyTry,
    Ending,
    NewMatch,
    NewShuffle,
    Person,
    Place,
    Player,
    Sealed,
    Store,
    TriedAlready,
)
from bot.store.schema import metadata, shuffles
from bot.store.schema_daily import dailies, days

NOW = datetime(2027, 1, 31, 12, 0, tzinfo=UTC)
DAY, NEXT = "2027-01-31", "2027-02-01"
METHOD, COMMITMENT, SECRET = "bridgette-daily/1", "c0" * 32, "5e" * 32
NEW = NewShuffle(METHOD, COMMITMENT, SECRET)
HOUSE = Player("house", None, "house", "expert")
GUILD, ELSEWHERE = 100, 200


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


def begin(store, user, day=DAY, guild=GUILD, name=None):
    players = (Player.of(Person(user, name or f"member {user}")), HOUSE)
    new = NewMatch(Place(None, None), 1, "daily", players, 0, "deck", day, None, DailyTry(day, user, guild))
    return store.matches.begin(None, new, NOW)


def house(store, day=DAY):
    new = NewMatch(Place(None, None), 1, "daily", (HOUSE, HOUSE), 0, "deck", day, None, DailyTry(day))
    return store.matches.begin(None, new, NOW)


async def end(store, match, net=None, how="played"):
    """Played out with so much more for the person, or ended otherwise."""
    points = (0, 0) if net is None else (max(net, 0), max(-net, 0))
    winner = None if how != "played" else int(points[1] > points[0])
    await store.matches.end(match.id, Ending(how, None, winner, points, 1 if how == "played" else 0), NOW)


# ------------------------------------------------------------------------------------ days


async def test_a_day_is_made_once_and_keeps_its_first_shuffle(store):
    assert await store.dailies.day(DAY) is None
    assert await store.shuffles.for_dealing(day=DAY) is None
    made = await store.dailies.make_day(DAY, NEW)
    assert (made.day, made.commitment, made.house_match_id, made.opened_at) == (DAY, COMMITMENT, None, None)
    assert await store.dailies.make_day(DAY, NewShuffle(METHOD, "c1" * 32, "5f" * 32)) == made
    assert await store.shuffles.for_dealing(day=DAY) == Sealed(METHOD, COMMITMENT, DAY, SECRET)
    assert SECRET not in repr(made)


async def test_of_two_who_ask_at_once_one_makes_the_day_and_no_shuffle_is_left_over(store):
    news = [NewShuffle(METHOD, f"c{n}" * 32, f"5{n}" * 32) for n in range(5)]
    found = await asyncio.gather(*(store.dailies.make_day(DAY, new) for new in news))
    assert len({one.commitment for one in found}) == 1
    async with store._database.read() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(shuffles)) == 1


def test_a_day_ends_at_midnight_and_closes_an_hour_later():
    midnight = datetime(2027, 2, 1, tzinfo=UTC)
    assert (end_of(DAY), close_of(DAY)) == (midnight, midnight + timedelta(hours=1))
    second = timedelta(seconds=1)
    assert [day_of(midnight - second), day_of(midnight)] == [DAY, NEXT]
    assert last_closed(midnight + timedelta(hours=1) - second) < DAY
    assert last_closed(midnight + timedelta(hours=1)) == DAY
    closed = [is_closed(DAY, close_of(DAY) + late) for late in (-timedelta(microseconds=1), timedelta(0), 99 * second)]
    assert closed == [False, True, True]
    # Whatever the zone of the moment: days are those of UTC.
    from datetime import timezone

    assert day_of((midnight - second).astimezone(timezone(timedelta(hours=14)))) == DAY


# ------------------------------------------------------------------------------------ one try


async def test_one_try_a_person_and_day_wherever_it_is_begun(store):
    await store.dailies.make_day(DAY, NEW)
    match = await begin(store, 1)
    for guild in (GUILD, ELSEWHERE, None):
        with pytest.raises(TriedAlready) as refused:
            await begin(store, 1, guild=guild)
        assert refused.value.match_id == match.id
    await end(store, match, 50)
    with pytest.raises(TriedAlready):
        await begin(store, 1)
    assert await store.matches.all_ids() == [match.id], "nothing half done stays"
    await begin(store, 2)
    await store.dailies.make_day(NEXT, NewShuffle(METHOD, "c1" * 32, "5f" * 32))
    await begin(store, 1, NEXT)


async def test_of_two_starts_at_once_one_counts(store):
    await store.dailies.make_day(DAY, NEW)
    found = await asyncio.gather(*(begin(store, 1) for _ in range(5)), return_exceptions=True)
    (match,) = (one for one in found if not isinstance(one, Exception))
    refused = [one for one in found if isinstance(one, TriedAlready)]
    assert [one.match_id for one in refused] == [match.id] * 4
    assert await store.matches.all_ids() == [match.id]


async def test_the_house_tries_once_too_and_is_no_try_of_anybody(store):
    await store.dailies.make_day(DAY, NEW)
    match = await house(store)
    with pytest.raises(TriedAlready):
        await house(store)
    assert (await store.dailies.day(DAY)).house_match_id == match.id
    assert await store.dailies.attempt_in(match.id) is None
    assert await store.dailies.house_attempt(DAY) == Attempt(DAY, match.id, None, None, None)
    await end(store, match, -70)
    found = await store.dailies.house_attempt(DAY)
    assert (found.how, found.points, found.net) == ("played", (0, 70), -70)


async def test_a_day_that_is_not_there_or_is_over_takes_no_try(store):
    with pytest.raises(Conflict):
        await begin(store, 1)
    await store.dailies.make_day(DAY, NEW)
    assert await store.dailies.open_day(DAY, NOW)
    for start in (begin(store, 1), house(store)):
        with pytest.raises(Conflict):
            await start
    assert await store.matches.all_ids() == []


async def test_a_try_is_found_by_person_and_by_match_as_it_stands(store):
    await store.dailies.make_day(DAY, NEW)
    match = await begin(store, 1)
    assert await store.dailies.attempt(DAY, 1) == Attempt(DAY, match.id, GUILD, None, None)
    assert await store.dailies.attempt(DAY, 2) is None
    assert await store.dailies.attempt(NEXT, 1) is None
    await end(store, match, -130)
    found = await store.dailies.attempt(DAY, 1)
    assert found == Attempt(DAY, match.id, GUILD, "played", (0, 130))
    assert found.net == -130
    assert await store.dailies.attempt_in(match.id) == found


@pytest.mark.parametrize("how", ["resigned", "void", "stopped"])
async def test_what_was_not_played_out_has_no_points(store, how):
    await store.dailies.make_day(DAY, NEW)
    match = await begin(store, 1)
    await store.matches.end(match.id, Ending(how, None, None, (300, 0), 0), NOW)
    found = await store.dailies.attempt(DAY, 1)
    assert (found.how, found.points, found.net) == (how, None, None)


# ------------------------------------------------------------------------------------ the secret


async def test_the_secret_is_for_dealing_and_in_no_record_before_the_day_is_opened(store):
    await store.dailies.make_day(DAY, NEW)
    first, second, own = await begin(store, 1), await begin(store, 2), await house(store)
    matches = (first, second, own)
    for match in matches:
        assert await store.shuffles.for_dealing(match_id=match.id) == Sealed(METHOD, COMMITMENT, DAY, SECRET)
        assert await store.shuffles.for_the_record(match.id) == Sealed(METHOD, COMMITMENT, DAY, None)
        assert not await store.dailies.is_opened(match.id)
    await end(store, first, 10)
    await end(store, own, 10)
    assert (await store.shuffles.for_the_record(first.id)).secret is None, "ended, but the day is not over"
    # One match that goes on keeps it for all.
    assert not await store.dailies.open_day(DAY, NOW)
    assert not await store.dailies.is_opened(first.id)
    await end(store, second, how="void")
    assert await store.dailies.open_day(DAY, NOW)
    for match in matches:
        assert (await store.shuffles.for_the_record(match.id)).secret == SECRET
        assert await store.dailies.is_opened(match.id)
    assert (await store.dailies.day(DAY)).opened_at == NOW
    # Again: nothing changes.
    assert await store.dailies.open_day(DAY, NOW + timedelta(hours=1))
    assert (await store.dailies.day(DAY)).opened_at == NOW
    assert await store.shuffles.for_the_record(own.id + 1) is None
    assert not await store.dailies.is_opened(own.id + 1)


async def test_the_days_to_be_opened_and_what_goes_on_in_them(store):
    await store.dailies.make_day(DAY, NEW)
    await store.dailies.make_day(NEXT, NewShuffle(METHOD, "c1" * 32, "5f" * 32))
    first, own = await begin(store, 1), await house(store)
    await begin(store, 1, NEXT)
    assert await store.dailies.unopened("2027-01-30") == []
    assert await store.dailies.unopened(DAY) == [DAY]
    assert await store.dailies.unopened(NEXT) == [DAY, NEXT]
    assert await store.dailies.open_matches(DAY) == [first.id, own.id]
    await end(store, first, 1)
    assert await store.dailies.open_matches(DAY) == [own.id]
    await end(store, own, 1)
    assert await store.dailies.open_day(DAY, NOW)
    assert await store.dailies.unopened(NEXT) == [NEXT]


# ------------------------------------------------------------------------------------ compared


async def test_a_try_is_compared_with_all_others_of_its_day(store):
    await store.dailies.make_day(DAY, NEW)
    nets = {1: 100, 2: -50, 3: 100, 4: 300, 5: 0}
    tries = {user: await begin(store, user) for user in nets}
    for user, net in nets.items():
        await end(store, tries[user], net)
    await end(store, await begin(store, 6), how="resigned")
    await begin(store, 7)
    await end(store, await house(store), 900)  # which is nobody's rival in the list
    await store.dailies.make_day(NEXT, NewShuffle(METHOD, "c1" * 32, "5f" * 32))
    await end(store, await begin(store, 1, NEXT), 999)

    async def field(user):
        return await store.dailies.field(DAY, tries[user].id, nets[user])

    assert await field(1) == Field(finished=4, less=2, same=1, unfinished=2)
    assert {user: (await field(user)).rank for user in nets} == {4: 1, 1: 2, 3: 2, 5: 4, 2: 5}
    assert {user: (await field(user)).beaten for user in nets} == {4: 1.0, 1: 0.5, 3: 0.5, 5: 0.25, 2: 0.0}


async def test_who_is_alone_beats_nobody_and_is_first(store):
    await store.dailies.make_day(DAY, NEW)
    match = await begin(store, 1)
    await end(store, match, -10)
    await begin(store, 2)
    found = await store.dailies.field(DAY, match.id, -10)
    assert (found.rank, found.beaten, found.unfinished) == (1, None, 1)


@pytest.mark.parametrize("seed", range(3))
async def test_ranks_are_those_of_a_plain_count(store, seed):
    draw = random.Random(seed)
    await store.dailies.make_day(DAY, NEW)
    nets = {}
    for user in range(1, 30):
        match = await begin(store, user, guild=draw.choice([GUILD, ELSEWHERE, None]))
        nets[match.id] = draw.choice([None, -100, 0, 0, 50, 200])
        if nets[match.id] is not None:
            await end(store, match, nets[match.id])
    finished = [net for net in nets.values() if net is not None]
    for match_id, net in nets.items():
        if net is not None:
            found = await store.dailies.field(DAY, match_id, net)
            assert found.rank == 1 + sum(other > net for other in finished)
            assert found.beaten == sum(other < net for other in finished) / (len(finished) - 1)
            assert found.unfinished == len(nets) - len(finished)


async def test_the_list_of_a_server_has_who_finished_first_and_only_its_own(store):
    await store.dailies.make_day(DAY, NEW)
    for user, net in ((1, -50), (2, 100), (3, 100), (4, None), (5, 70)):
        match = await begin(store, user, guild=GUILD if user != 5 else ELSEWHERE)
        if net is not None:
            await end(store, match, net)
    await end(store, await begin(store, 6, guild=None), 500)
    await end(store, await begin(store, 7), how="resigned")
    found = await store.dailies.server_list(DAY, GUILD, 0, 10)
    lines = [(row.rank, row.user_id, row.name, row.net, row.state) for row in found.rows]
    assert lines == [
        (1, 2, "member 2", 100, "finished"),
        (1, 3, "member 3", 100, "finished"),
        (3, 1, "member 1", -50, "finished"),
        (None, 4, "member 4", None, "playing"),
        (None, 7, "member 7", None, "unfinished"),
    ]
    assert found.total == 5
    page = await store.dailies.server_list(DAY, GUILD, 2, 2)
    assert [(row.rank, row.user_id) for row in page.rows] == [(3, 1), (None, 4)]
    assert page.total == 5
    assert (await store.dailies.server_list(NEXT, GUILD, 0, 10)).rows == []


# ------------------------------------------------------------------------------------ streaks


def run(*days_before: int) -> list[str]:
    """The days so many days before this one."""
    return [(date.fromisoformat(DAY) - timedelta(days=n)).isoformat() for n in days_before]


@pytest.mark.parametrize(
    ("finished", "current", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([1], 1, 1),
        ([2], 0, 1),
        ([0, 1, 2], 3, 3),
        ([1, 2, 3], 3, 3),
        ([0, 2, 3, 4], 1, 3),
        ([2, 3, 4, 5], 0, 4),
        ([0, 1, 3, 4], 2, 2),
        # Over the end of a month and of a leap year.
        (list(range(1100)), 1100, 1100),
    ],
)
def test_a_streak_is_days_in_a_row_and_today_breaks_none_yet(finished, current, longest):
    found = streak_of(run(*finished), DAY)
    assert (found.current, found.longest) == (current, longest)


async def test_only_what_was_played_out_is_a_day_of_a_streak(store):
    for day, how in (("2027-01-28", "played"), ("2027-01-29", "void"), ("2027-01-30", "resigned"), (DAY, "played")):
        await store.dailies.make_day(day, NewShuffle(METHOD, f"{day[-2:]}" * 32, f"{day[-2:]}" * 32))
        await end(store, await begin(store, 1, day), 0, how)
    await begin(store, 2)
    assert await store.dailies.finished_days(1) == ["2027-01-28", DAY]
    assert await store.dailies.finished_days(2) == []


async def test_what_may_still_be_finished_has_broken_no_streak_yet(store):
    for day in ("2027-01-30", DAY):
        await store.dailies.make_day(day, NewShuffle(METHOD, f"{day[-2:]}" * 32, f"{day[-2:]}" * 32))
    await end(store, await begin(store, 1, "2027-01-30"), 0)
    await begin(store, 1, DAY)
    today = await store.dailies.day(DAY)
    for minutes, current in ((59, 1), (60, 0)):
        now = end_of(DAY) + timedelta(minutes=minutes)
        assert (await outcome_of(store, today, 1, now)).streak.current == current


# ------------------------------------------------------------------------------------ forgotten


async def test_who_is_forgotten_has_no_try_any_more_and_what_it_brought_still_counts(store):
    await store.dailies.make_day(DAY, NEW)
    first, second = await begin(store, 1), await begin(store, 2)
    assert not await store.erasure.forget_person(1), "as long as it goes on"
    await end(store, first, 100)
    await end(store, second, 50)
    assert await store.erasure.forget_person(1)
    assert await store.dailies.attempt(DAY, 1) is None
    assert [row.user_id for row in (await store.dailies.server_list(DAY, GUILD, 0, 9)).rows] == [2]
    assert (await store.dailies.field(DAY, second.id, 50)).rank == 2
    assert (await store.dailies.attempt_in(first.id)).net == 100
    async with store._database.read() as connection:
        for table in metadata.sorted_tables:
            for row in await connection.execute(sa.select(table)):
                assert "member 1" not in row
                assert 1 not in [value for name, value in row._mapping.items() if name in ("user_id", "guild_id")]
    # Two who were forgotten do not stand in each other's way.
    assert await store.erasure.forget_person(2)


async def codes(store):
    async with store._database.read() as connection:
        return list(await connection.scalars(sa.select(dailies.c.code).order_by(dailies.c.match_id)))


async def test_who_is_forgotten_has_no_second_try_and_after_the_day_no_trace_of_the_first(store):
    await store.dailies.make_day(DAY, NEW)
    first, other = await begin(store, 1), await begin(store, 2)
    await end(store, first, 100)
    await end(store, other, 50)
    assert await codes(store) == [None, None], "who is not forgotten has no code"
    assert await store.erasure.forget_person(1)
    assert await codes(store) == [await store.persons.hash_of(1), None]
    for guild in (GUILD, ELSEWHERE, None):
        with pytest.raises(TriedAlready):
            await begin(store, 1, guild=guild)
    assert [row["match_id"] for row in (await store.personal.of(1)).dailies] == [first.id], "it is told to that person"
    assert await store.erasure.forget_person(1), "again: the same"
    assert await codes(store) == [await store.persons.hash_of(1), None]
    await begin(store, 3)  # others are not held back
    # Another day is another one, also in the hour in which both are sealed.
    await store.dailies.make_day(NEXT, NewShuffle(METHOD, "c1" * 32, "5f" * 32))
    tomorrow = await begin(store, 1, NEXT)
    await end(store, tomorrow, 1)
    assert await store.erasure.forget_person(1)
    for match_id in await store.dailies.open_matches(DAY):
        await store.matches.end(match_id, Ending("void", None, None, (0, 0), 0), NOW)
    assert await store.dailies.open_day(DAY, NOW)
    assert await codes(store) == [None, None, None, await store.persons.hash_of(1)]
    assert [row["match_id"] for row in (await store.personal.of(1)).dailies] == [tomorrow.id]
    with pytest.raises(Conflict):
        await begin(store, 1)


async def test_who_is_forgotten_after_the_day_leaves_no_code(store):
    await store.dailies.make_day(DAY, NEW)
    await end(store, await begin(store, 1), 100)
    assert await store.dailies.open_day(DAY, NOW)
    assert await store.erasure.forget_person(1)
    assert await codes(store) == [None]


async def test_the_matches_of_sealed_days_are_known_until_each_is_opened(store):
    await store.dailies.make_day(DAY, NEW)
    first, own = await begin(store, 1), await house(store)
    await store.dailies.make_day(NEXT, NewShuffle(METHOD, "c1" * 32, "5f" * 32))
    second = await begin(store, 1, NEXT)
    await store.matches.begin(None, NewMatch(Place(1, 2), 1, "chance", (HOUSE, HOUSE), 0, "deck"), NOW)
    assert await store.dailies.sealed_matches() == {first.id: DAY, own.id: DAY, second.id: NEXT}
    assert [await store.dailies.day_of(one.id) for one in (first, own, second)] == [DAY, DAY, NEXT]
    assert await store.dailies.day_of(second.id + 1) is None
    await end(store, first, 1)
    await end(store, own, 1)
    assert set(await store.dailies.sealed_matches()) == {first.id, own.id, second.id}, "ended is not opened"
    assert await store.dailies.open_day(DAY, NOW)
    assert await store.dailies.sealed_matches() == {second.id: NEXT}


async def test_a_server_that_is_forgotten_has_no_list_any_more_and_nobody_loses_a_try(store):
    await store.dailies.make_day(DAY, NEW)
    match = await begin(store, 1)
    await end(store, match, 100)
    await store.departures.note(GUILD, NOW)
    assert await store.erasure.forget_server(GUILD)
    assert (await store.dailies.server_list(DAY, GUILD, 0, 9)).total == 0
    assert (await store.dailies.attempt(DAY, 1)).guild_id is None
    assert await store.dailies.finished_days(1) == [DAY]


async def test_the_tables_are_those_of_the_migrations(store):
    async with store._database.read() as connection:
        for table in (days, dailies):
            await connection.execute(sa.select(table))
