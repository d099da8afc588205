"""Challenges and matches: what is kept, what is refused, and that a refusal leaves no trace."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.store import (
    Act,
    ActRow,
    ChallengeClosed,
    ChannelBusy,
    Conflict,
    DealRow,
    Ending,
    FinishedDeal,
    NewDeal,
    Notice,
    Person,
    Store,
)
from bot.store.schema import metadata

NOW = datetime(2026, 3, 1, 12, 0, 0, 123000, tzinfo=UTC)
SOON, LATER = NOW + timedelta(minutes=1), NOW + timedelta(minutes=10)
GUILD, CHANNEL = 100, 200
ANN, BOB, CYD = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cyd")
WON = Ending("played", None, 0, (30, 0), 1)
FINISHED = FinishedDeal(0, "1S", True, (30, 0), 7)
BIG = 2**63 - 1


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(f"sqlite:///{tmp_path}/a.db")
    yield store
    await store.close()


@pytest.fixture
async def rival(store, tmp_path):
    """A second store on the same file, as a second process would have."""
    rival = await Store.open(f"sqlite:///{tmp_path}/a.db")
    yield rival
    await rival.close()


async def challenge(store, channel=CHANNEL, opponent=BOB):
    return await store.challenges.add(GUILD, channel, ANN, opponent, NOW, LATER)


async def begin(store, channel=CHANNEL, players=(ANN, BOB), challenge_id=None, at=SOON, guild=GUILD):
    return await store.matches.begin(challenge_id, guild, channel, players, 1, "deck one", at)


def call(number, deal=0, step=None):
    return Act(number, deal, number if step is None else step, number % 2, "call", "1S")


async def everything(store):
    """All rows of all tables."""
    async with store._database.read() as connection:
        return {
            table.name: [tuple(row) for row in await connection.execute(sa.select(table))]
            for table in metadata.sorted_tables
        }


# Challenges


async def test_a_challenge_round_trips(store):
    made = await store.challenges.add(BIG, BIG - 1, Person(BIG - 2, "Änn 🂡"), None, NOW, LATER)
    await store.challenges.set_message(made.id, BIG - 3)
    found = await store.challenges.get(made.id)
    assert found is not None
    assert (found.guild_id, found.channel_id, found.message_id) == (BIG, BIG - 1, BIG - 3)
    assert (found.challenger, found.opponent) == (Person(BIG - 2, "Änn 🂡"), None)
    assert (found.created_at, found.expires_at, found.state, found.match_id) == (NOW, LATER, "open", None)
    named = await challenge(store)
    assert (await store.challenges.get(named.id)) == named
    assert named.opponent == BOB
    assert await store.challenges.get(named.id + 1) is None


async def test_a_challenge_closes_once(store, rival):
    made = await challenge(store)
    tries = await asyncio.gather(
        store.challenges.close(made.id, "declined"), rival.challenges.close(made.id, "withdrawn")
    )
    assert sorted(tries) == [False, True]
    state = "declined" if tries[0] else "withdrawn"
    assert (await store.challenges.get(made.id)).state == state
    assert not await store.challenges.close(999, "declined")


async def test_open_challenges_of_a_channel_oldest_first(store):
    one, two, _elsewhere, closed = [await challenge(store, channel) for channel in (7, 7, 8, 7)]
    await store.challenges.close(closed.id, "declined")
    assert await store.challenges.open_in(7) == [one, two]
    assert await store.challenges.open_in(9) == []


async def test_expired_challenges_are_listed_and_stay_open(store):
    made, closed = await challenge(store), await challenge(store)
    await store.challenges.close(closed.id, "declined")
    assert await store.challenges.expired(LATER - timedelta(milliseconds=1)) == []
    assert await store.challenges.expired(LATER) == [made]
    assert (await store.challenges.get(made.id)).state == "open"


# Beginning


async def test_a_match_begins_with_its_challenge_accepted_and_its_first_deal(store):
    made = await challenge(store)
    match_id = await begin(store, challenge_id=made.id)
    accepted = await store.challenges.get(made.id)
    assert (accepted.state, accepted.match_id) == ("accepted", match_id)
    stored = await store.matches.load(match_id)
    assert stored.match == await store.matches.get(match_id) == await store.matches.open_in(CHANNEL)
    assert stored.match.is_open
    assert stored.match.players == (ANN, BOB)
    assert (stored.match.guild_id, stored.match.channel_id, stored.match.started_at) == (GUILD, CHANNEL, SOON)
    assert stored.deals == [DealRow(0, 1, "deck one", None)]
    assert stored.acts == []
    assert await store.members.names(GUILD, [1, 2]) == {1: "Ann", 2: "Bob"}


async def test_ids_of_64_bits_round_trip(store):
    players = (Person(BIG, "Ann"), Person(BIG - 1, "Bob"))
    match_id = await begin(store, BIG - 2, players, guild=BIG - 3)
    await store.matches.set_table(match_id, BIG - 4, 0, LATER)
    match = await store.matches.get(match_id)
    assert match.players == players
    assert (match.channel_id, match.guild_id, match.table_message_id) == (BIG - 2, BIG - 3, BIG - 4)
    await store.matches.append(match_id, call(0), LATER, ending=WON)
    assert (await store.standings.page(BIG - 3, 0, 9)).rows[0].user_id == BIG


async def test_a_busy_channel_is_refused_with_nothing_written(store):
    match_id = await begin(store)
    made = await challenge(store)
    before = await everything(store)
    for challenge_id in (None, made.id):
        with pytest.raises(ChannelBusy) as caught:
            await begin(store, players=(BOB, CYD), challenge_id=challenge_id)
        assert caught.value.match_id == match_id
    assert await everything(store) == before


@pytest.mark.parametrize("state", ["declined", "withdrawn", "expired"])
async def test_a_closed_challenge_is_refused_with_nothing_written(store, state):
    made = await challenge(store)
    await store.challenges.close(made.id, state)
    before = await everything(store)
    with pytest.raises(ChallengeClosed) as caught:
        await begin(store, challenge_id=made.id)
    assert caught.value.state == state
    assert await everything(store) == before


async def test_a_challenge_past_its_time_counts_as_expired_though_nobody_closed_it(store):
    made = await challenge(store)
    with pytest.raises(ChallengeClosed) as caught:
        await begin(store, challenge_id=made.id, at=LATER)
    assert caught.value.state == "expired"
    assert await store.matches.open_ids() == []


async def test_an_unknown_challenge_is_refused(store):
    with pytest.raises(ChallengeClosed) as caught:
        await begin(store, challenge_id=5)
    assert caught.value.state is None
    assert await store.matches.open_ids() == []


async def test_an_accepted_challenge_is_called_accepted_though_the_channel_is_busy_too(store):
    made = await challenge(store)
    await begin(store, challenge_id=made.id)
    with pytest.raises(ChallengeClosed) as caught:
        await begin(store, challenge_id=made.id)
    assert caught.value.state == "accepted"


async def test_nobody_plays_himself(store):
    with pytest.raises(Conflict):
        await begin(store, players=(ANN, ANN))


async def test_of_two_processes_beginning_in_one_channel_one_succeeds(store, rival):
    for channel in range(20):
        tries = await asyncio.gather(begin(store, channel), begin(rival, channel), return_exceptions=True)
        ids = [outcome for outcome in tries if isinstance(outcome, int)]
        busy = [outcome for outcome in tries if isinstance(outcome, ChannelBusy)]
        assert len(ids) == len(busy) == 1
        assert busy[0].match_id == ids[0] == (await store.matches.open_in(channel)).id
    assert len((await everything(store))["deals"]) == 20


async def test_the_key_itself_allows_one_open_match_a_channel(store):
    await begin(store)
    columns = "guild_id, channel_id, user0, user1, name0, name1, started_at"
    with pytest.raises(Conflict, match="UNIQUE"):
        async with store._database.write() as connection:
            await connection.exec_driver_sql(f"INSERT INTO matches ({columns}) SELECT {columns} FROM matches")


async def test_a_channel_is_free_again_and_ids_are_not_reused(store):
    first = await begin(store)
    await store.matches.append(first, call(0), SOON, ending=WON)
    assert await store.matches.open_in(CHANNEL) is None
    second = await begin(store)
    async with store._database.write() as connection:
        for table in ("deals", "matches"):
            await connection.exec_driver_sql(f"DELETE FROM {table} WHERE {'match_' * (table == 'deals')}id = 2")
    assert (first, second, await begin(store)) == (1, 2, 3)


# The record


async def test_a_record_round_trips_in_order(store):
    match_id = await begin(store)
    acts = [
        Act(0, 0, 0, 1, "discard", "9S 4H"),
        Act(1, 0, 1, 0, "call", "P"),
        Act(2, 1, 0, 0, "call", "4SX"),
        Act(3, 1, None, 1, "resign", ""),
    ]
    await store.matches.append(match_id, acts[0], NOW)
    await store.matches.append(match_id, acts[1], SOON, next_deal=NewDeal(0, "deck two"))
    await store.matches.append(match_id, acts[2], SOON)
    await store.matches.append(match_id, acts[3], LATER, ending=Ending("resigned", 1, 0, (0, 0), 0))
    stored = await store.matches.load(match_id)
    moments = (NOW, SOON, SOON, LATER)
    assert stored.acts == [
        ActRow(act.number, act.deal, act.step, act.seat, act.kind, act.value, at)
        for act, at in zip(acts, moments, strict=True)
    ]
    assert stored.deals == [DealRow(0, 1, "deck one", None), DealRow(1, 0, "deck two", None)]
    match = stored.match
    assert (match.ended_how, match.ended_by, match.winner, match.ended_at) == ("resigned", 1, 0, LATER)
    assert not match.is_open
    assert await store.matches.load(99) is None
    assert await store.matches.get(99) is None


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(call(0, step=9), id="number taken"),
        pytest.param(call(9, step=0), id="step taken"),
        pytest.param(call(9, deal=5), id="no such deal"),
    ],
)
async def test_an_act_in_a_wrong_place_conflicts_with_nothing_written(store, act):
    match_id = await begin(store)
    await store.matches.append(match_id, call(0), SOON)
    before = await everything(store)
    with pytest.raises(Conflict):
        await store.matches.append(match_id, act, SOON, FINISHED, NewDeal(0, "deck two"), WON)
    assert await everything(store) == before


async def test_what_fails_late_in_a_transaction_undoes_what_came_before(store):
    match_id = await begin(store)
    await store.matches.append(match_id, call(0), SOON, FINISHED, NewDeal(0, "deck two"))
    before = await everything(store)
    with pytest.raises(Conflict):  # deal 1 is there already
        await store.matches.append(match_id, call(1), SOON, None, NewDeal(0, "deck two"), WON)
    assert await everything(store) == before


async def test_the_same_step_in_another_deal_or_match_is_free(store):
    one, two = await begin(store, 1), await begin(store, 2)
    await store.matches.append(one, call(0), SOON, next_deal=NewDeal(0, "deck two"))
    await store.matches.append(one, call(1, deal=1, step=0), SOON)
    await store.matches.append(two, call(0), SOON)


async def test_acts_that_are_no_steps_do_not_meet(store):
    match_id = await begin(store)
    for number in range(3):
        await store.matches.append(match_id, Act(number, 0, None, 0, "offer", ""), SOON)
    assert len((await store.matches.load(match_id)).acts) == 3


async def test_nothing_is_added_to_a_match_that_is_over_or_unknown(store):
    match_id = await begin(store)
    await store.matches.append(match_id, call(0), SOON, FINISHED, None, WON)
    before = await everything(store)
    for unfit in (match_id, 99):
        with pytest.raises(Conflict):
            await store.matches.append(unfit, call(1), LATER)
        with pytest.raises(Conflict):
            await store.matches.append(unfit, call(1), LATER, ending=WON)
        with pytest.raises(Conflict):
            await store.matches.end(unfit, WON, LATER)
    assert await everything(store) == before


async def test_of_two_processes_writing_one_step_one_succeeds(store, rival):
    match_id = await begin(store)
    for number in range(20):
        tries = await asyncio.gather(
            store.matches.append(match_id, call(number), SOON),
            rival.matches.append(match_id, call(number), SOON),
            return_exceptions=True,
        )
        assert sorted(type(outcome) for outcome in tries if outcome is not None) == [Conflict]
    assert [act.number for act in (await store.matches.load(match_id)).acts] == list(range(20))


async def test_of_many_clicks_at_once_one_succeeds(store):
    match_id = await begin(store)
    tries = await asyncio.gather(
        *(store.matches.append(match_id, call(0), SOON, FINISHED, None, WON) for _ in range(20)),
        return_exceptions=True,
    )
    assert tries.count(None) == 1
    assert len((await everything(store))["results"]) == 1


async def test_a_match_can_end_without_an_act(store):
    match_id = await begin(store)
    await store.matches.end(match_id, Ending("void", None, None, (0, 0), 0), LATER)
    match = await store.matches.get(match_id)
    assert (match.ended_how, match.ended_by, match.winner, match.ended_at) == ("void", None, None, LATER)


# Finding matches


async def test_open_matches_of_a_person(store):
    first = await begin(store, 1, (ANN, BOB))
    second = await begin(store, 2, (CYD, ANN))
    abroad = await begin(store, 3, (ANN, CYD), guild=GUILD + 1)
    over = await begin(store, 4, (ANN, BOB))
    await store.matches.end(over, WON, LATER)

    async def ids(*of):
        return [match.id for match in await store.matches.open_of(*of)]

    assert await ids(ANN.user_id) == [first, second, abroad]
    assert await ids(ANN.user_id, GUILD) == [first, second]
    assert await ids(BOB.user_id) == [first]
    assert await ids(99) == []
    assert await store.matches.open_ids() == [first, second, abroad]


async def test_unpublished_matches_are_those_that_ended_and_lack_their_message(store):
    lacking, published, void, _open = [await begin(store, channel) for channel in range(4)]
    await store.matches.end(lacking, WON, LATER)
    await store.matches.end(published, WON, LATER)
    await store.matches.end(void, Ending("void", None, None, (0, 0), 0), LATER)
    await store.matches.set_result_message(published, 5)
    assert await store.matches.unpublished() == [lacking]


# Messages


async def test_messages_are_remembered(store):
    match_id = await begin(store)
    await store.matches.append(match_id, call(0), SOON, FINISHED, NewDeal(0, "deck two"))
    await store.matches.set_table(match_id, 11, 0, NOW)
    await store.matches.set_table(match_id, 12, 1, SOON)
    await store.matches.set_deal_message(match_id, 0, 13)
    await store.matches.set_result_message(match_id, 14)
    stored = await store.matches.load(match_id)
    match = stored.match
    assert (match.table_message_id, match.table_deal, match.table_posted_at) == (12, 1, SOON)
    assert match.result_message_id == 14
    assert [deal.result_message_id for deal in stored.deals] == [13, None]


async def test_one_notice_stands_for_each_player(store):
    match_id = await begin(store)
    assert await store.matches.notice(match_id, 0) is None
    await store.matches.set_notice(match_id, 1, 4, 50, NOW)
    await store.matches.set_notice(match_id, 0, 3, 51, NOW)
    await store.matches.set_notice(match_id, 0, 5, 52, SOON)
    ann, bob = Notice(match_id, 0, 5, 52, SOON), Notice(match_id, 1, 4, 50, NOW)
    assert await store.matches.notices(match_id) == [ann, bob]
    assert await store.matches.notice(match_id, 0) == ann
    await store.matches.drop_notice(match_id, 0)
    await store.matches.drop_notice(match_id, 0)
    assert await store.matches.notices(match_id) == [bob]
