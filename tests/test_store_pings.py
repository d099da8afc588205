"""Who may ping whom: counted with the challenges, by keyed hashes, on one server, for an hour."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.preferences import PersonSettings
from bot.store import NewChallenge, Person, PingRefused, Store
from bot.store.pings import AFTER_DECLINE, MOST_PEOPLE, MOST_TO_ONE, WHILE
from bot.store.schema import challenges as challenge_rows
from bot.store.schema_choices import pings

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
ANN, BOB, CID = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cid")
CROWD = [Person(100 + number, f"P{number}") for number in range(MOST_PEOPLE + 1)]
GUILD = 1


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


@pytest.fixture
async def rival(store, databases):
    """A second store on the same file."""
    rival = await Store.open(databases())
    yield rival
    await rival.close()


async def ask(store, opponent=BOB, at=NOW, challenger=ANN, guild=GUILD):
    new = NewChallenge(guild, 7, challenger, opponent)
    return await store.challenges.add(new, at, at + 15 * MINUTE)


async def why_not(store, opponent=BOB, at=NOW, challenger=ANN, guild=GUILD):
    """Why a challenge is refused, and until when; the look beforehand says the same, and nothing is recorded."""
    before = await recorded(store)
    with pytest.raises(PingRefused) as refused:
        await ask(store, opponent, at, challenger, guild)
    ping = await store.pings.of(guild, challenger.user_id, opponent.user_id)
    with pytest.raises(PingRefused) as looked:
        await store.pings.check(ping, at)
    assert (looked.value.reason, looked.value.until) == (refused.value.reason, refused.value.until)
    after = await recorded(store)
    assert after[0] == before[0]
    assert after[1] <= before[1]
    return refused.value.reason, refused.value.until


async def recorded(store):
    """How many challenges and pings are recorded."""
    async with store._database.read() as connection:
        count = sa.select(sa.func.count())
        return (
            await connection.scalar(count.select_from(challenge_rows)),
            await connection.scalar(count.select_from(pings)),
        )


# The limits


async def test_one_person_three_times_an_hour_to_the_second(store):
    for number in range(MOST_TO_ONE):
        await ask(store, at=NOW + number * MINUTE)
    for at in (NOW + 2 * MINUTE, NOW + WHILE - SECOND):
        assert await why_not(store, at=at) == ("often", NOW + WHILE)
    await ask(store, CID, NOW + WHILE - SECOND)
    await ask(store, at=NOW + WHILE)
    assert await why_not(store, at=NOW + WHILE) == ("often", NOW + MINUTE + WHILE)


async def test_ten_people_an_hour_to_the_second(store):
    for number, person in enumerate(CROWD[:MOST_PEOPLE]):
        await ask(store, person, NOW + number * MINUTE)
    await ask(store, CROWD[0], NOW + 10 * MINUTE)  # one of the ten, again
    last = CROWD[MOST_PEOPLE]
    until = NOW + MINUTE + WHILE  # of the ten, the second was asked longest ago
    for at in (NOW + 11 * MINUTE, until - SECOND):
        assert await why_not(store, last, at) == ("many", until)
    await ask(store, last, until)


async def test_after_a_decline_the_pair_waits_ten_minutes_to_the_second(store):
    made, declined_at = await ask(store), NOW + 5 * MINUTE
    assert await store.challenges.decline(made.id, declined_at)
    assert not await store.challenges.decline(made.id, declined_at + MINUTE), "only once"
    until = declined_at + AFTER_DECLINE
    for at in (declined_at, until - SECOND):
        assert await why_not(store, at=at) == ("declined", until)
    await ask(store, ANN, declined_at, BOB)  # who declined may ask back at once
    await ask(store, CID, declined_at)
    await ask(store, at=until)


async def test_of_several_limits_the_longest_is_told(store):
    for _ in range(MOST_TO_ONE):
        made = await ask(store)
    await store.challenges.decline(made.id, NOW + 14 * MINUTE)
    assert await why_not(store, at=NOW + 15 * MINUTE) == ("often", NOW + WHILE)
    await store.challenges.decline((await ask(store, CID, NOW)).id, NOW + 14 * MINUTE)
    assert (await why_not(store, CID, NOW + 15 * MINUTE))[0] == "declined"


@pytest.mark.parametrize("end", ["open", "withdrawn", "declined", "expired"])
async def test_however_a_challenge_ends_it_counts(store, end):
    for _ in range(MOST_TO_ONE):
        made = await ask(store)
        if end != "open":
            assert await store.challenges.close(made.id, end)
    assert (await why_not(store))[0] == "often"


async def test_what_could_not_be_posted_does_not_count(store):
    for _ in range(MOST_TO_ONE + 1):
        made = await ask(store)
        await store.challenges.take_back(made.id)
        assert (await store.challenges.get(made.id)).state == "withdrawn"
    made = await ask(store)
    await store.challenges.decline(made.id, NOW)
    await store.challenges.take_back(made.id)
    assert (await store.challenges.get(made.id)).state == "declined", "somebody has seen it after all"
    assert (await why_not(store))[0] == "declined"


async def test_other_servers_other_directions_and_challenges_to_anybody_make_no_difference(store):
    for _ in range(MOST_TO_ONE):
        await ask(store)
    await ask(store, guild=GUILD + 1)
    await ask(store, ANN, challenger=BOB)
    for _ in range(MOST_PEOPLE + 1):
        await ask(store, None)
    assert (await why_not(store))[0] == "often"
    assert (await recorded(store))[1] == MOST_TO_ONE + 2


async def test_of_two_at_the_limit_at_once_one_is_made(store, rival):
    for _ in range(MOST_TO_ONE - 1):
        await ask(store)
    tries = await asyncio.gather(ask(store), ask(rival), ask(store), return_exceptions=True)
    assert sum(not isinstance(one, BaseException) for one in tries) == 1
    assert {one.reason for one in tries if isinstance(one, PingRefused)} == {"often"}
    assert await recorded(store) == (MOST_TO_ONE, MOST_TO_ONE)


async def test_the_limits_hold_after_a_restart(store, databases):
    for _ in range(MOST_TO_ONE):
        await ask(store)
    await store.close()
    again = await Store.open(databases())
    assert (await why_not(again))[0] == "often"
    await again.close()


async def test_rows_are_an_hour_old_at_most_and_hold_no_id(store):
    await ask(store)
    await ask(store, CID, NOW + 30 * MINUTE)
    assert (await recorded(store))[1] == 2
    await ask(store, ANN, NOW + WHILE, CID, GUILD + 1)  # whoever pings, wherever
    async with store._database.read() as connection:
        rows = list(await connection.execute(sa.select(pings)))
    assert sorted(row.at for row in rows) == [NOW + 30 * MINUTE, NOW + WHILE]
    hashes = {await store.persons.hash_of(one.user_id) for one in (ANN, CID)}
    assert {row.sender for row in rows} | {row.receiver for row in rows} == hashes


# Clocks


@pytest.mark.parametrize("back", [SECOND, timedelta(hours=5), timedelta(days=400)])
async def test_a_clock_set_back_blocks_nobody_for_longer_than_the_limit(store, back):
    for _ in range(MOST_TO_ONE):
        made = await ask(store)
    await ask(store, CID)
    await store.challenges.decline(made.id, NOW)
    then = NOW - back
    assert await why_not(store, at=then) == ("often", then + WHILE)
    # The hour has begun when that was noticed: it does not begin anew with each look.
    assert await why_not(store, at=then + WHILE - SECOND) == ("often", then + WHILE)
    await ask(store, at=then + WHILE)


async def test_a_decline_of_the_future_counts_as_one_of_now(store):
    made = await ask(store)
    await store.challenges.decline(made.id, NOW + 10 * MINUTE)
    then = NOW - timedelta(hours=3)
    assert await why_not(store, at=then) == ("declined", then + AFTER_DECLINE)
    await ask(store, at=then + AFTER_DECLINE)


async def test_a_clock_set_ahead_frees_by_the_jump_alone(store):
    for _ in range(MOST_TO_ONE):
        await ask(store)
    jump = 20 * MINUTE
    assert await why_not(store, at=NOW + jump) == ("often", NOW + WHILE)


# What lies with the other person


async def test_who_is_blocked_and_who_wants_no_challenges_say_the_same(store):
    await store.persons.block(BOB.user_id, ANN.user_id, "Ann", NOW)
    assert await why_not(store) == ("unwelcome", None)
    await ask(store, challenger=CID)
    await store.persons.unblock(BOB.user_id, await store.persons.hash_of(ANN.user_id))
    await store.persons.set(BOB.user_id, PersonSettings(is_challengeable=False))
    for one in (ANN, CID):
        assert await why_not(store, challenger=one) == ("unwelcome", None)
    await ask(store, CID, challenger=BOB)  # who may challenge others all the same
    await store.persons.set(BOB.user_id, PersonSettings())
    await ask(store)


async def test_one_s_own_limit_comes_first_whatever_the_other_one_has_chosen(store):
    made = await ask(store)
    await store.challenges.decline(made.id, NOW)
    before = await why_not(store)
    await store.persons.block(BOB.user_id, ANN.user_id, "Ann", NOW)
    assert await why_not(store) == before
    assert (await why_not(store, at=NOW + AFTER_DECLINE))[0] == "unwelcome"


async def test_whom_one_has_blocked_one_does_not_ask(store):
    await store.persons.block(ANN.user_id, BOB.user_id, "Bob", NOW)
    assert await why_not(store) == ("blocked", None)
    await store.persons.block(BOB.user_id, ANN.user_id, "Ann", NOW)
    assert await why_not(store) == ("blocked", None)


async def test_a_block_declines_what_that_one_has_asked_and_nothing_else(store):
    asked, elsewhere = await ask(store), await ask(store, guild=GUILD + 1)
    other = await ask(store, challenger=CID)
    back, anybody = await ask(store, ANN, challenger=BOB), await ask(store, None)
    await store.persons.block(BOB.user_id, ANN.user_id, "Ann", NOW + MINUTE)
    states = [(await store.challenges.get(one.id)).state for one in (asked, elsewhere, other, back, anybody)]
    assert states == ["declined", "declined", "open", "open", "open"]
    # As after any other decline.
    assert await why_not(store, at=NOW + MINUTE) == ("declined", NOW + MINUTE + AFTER_DECLINE)


# Settings


async def test_two_changes_at_once_are_both_kept(store):
    await asyncio.gather(
        store.persons.change(1, direct=True),
        store.persons.change(1, asks=True),
        store.persons.change(1, reminders=False),
    )
    wanted = PersonSettings(reminders=False, direct=True, asks=True)
    assert await store.persons.get(1) == wanted
    store.persons.forget(1)
    assert await store.persons.get(1) == wanted
    assert await store.persons.get(2) == PersonSettings()


async def test_what_is_read_late_covers_no_newer_choice(store, monkeypatch):
    """A look that was on its way while something was chosen."""
    reading, chosen = asyncio.Event(), asyncio.Event()
    real = store._database.read

    class Slow:
        def __init__(self):
            self.inner = real()

        async def __aenter__(self):
            return await self.inner.__aenter__()

        async def __aexit__(self, *error):
            await self.inner.__aexit__(*error)
            reading.set()
            await chosen.wait()

    monkeypatch.setattr(store._database, "read", Slow)
    look = asyncio.create_task(store.persons.get(1))
    await reading.wait()
    await store.persons.change(1, asks=True)
    chosen.set()
    await look
    assert (await store.persons.get(1)).asks


async def test_old_pings_go_though_nobody_pings_any_more(store):
    await ask(store)
    await ask(store, CID, NOW + MINUTE)
    await store.pings.tidy(NOW + WHILE - SECOND)
    assert (await recorded(store))[1] == 2
    await store.pings.tidy(NOW + WHILE)
    assert (await recorded(store))[1] == 1
    await store.pings.tidy(NOW + WHILE + MINUTE)
    assert (await recorded(store))[1] == 0
