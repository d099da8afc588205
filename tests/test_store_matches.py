"""Challenges and matches: what is kept, what is refused, and that a refusal leaves no trace."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.store import (
    ActRow,
    ChallengeClosed,
    ChannelBusy,
    Conflict,
    DealRow,
    Ending,
    FinishedDeal,
    NewAct,
    NewChallenge,
    NewDeal,
    NewMatch,
    Notice,
    Person,
    Place,
    Player,
    Store,
    Table,
    Told,
    Unsettled,
)
from bot.store.schema import metadata, seats

NOW = datetime(2026, 3, 1, 12, 0, 0, 123000, tzinfo=UTC)
SOON, LATER = NOW + timedelta(minutes=1), NOW + timedelta(minutes=10)
GUILD, CHANNEL = 100, 200
ANN, BOB, CYD = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cyd")
HOUSE = Player("house", None, "House", "expert")
VOID = Ending("void", None, None, (0, 0), 0)
WON = Ending("played", None, 0, (30, 0), 1)
FINISHED = FinishedDeal(0, "1S", True, (30, 0), 7)
BIG = 2**63 - 1


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


@pytest.fixture
async def rival(store, databases):
    """A second store on the same file, as a second process would have."""
    rival = await Store.open(databases())
    yield rival
    await rival.close()


async def challenge(store, channel=CHANNEL, opponent=BOB):
    return await store.challenges.add(NewChallenge(GUILD, channel, ANN, opponent), NOW, LATER)


async def begin(store, channel=CHANNEL, players=(ANN, BOB), challenge_id=None, at=SOON, guild=GUILD, length=6):
    seats = tuple(Player.of(player) if isinstance(player, Person) else player for player in players)
    new = NewMatch(Place(guild, channel), length, "chance", seats, 1, "deck one")
    return (await store.matches.begin(challenge_id, new, at)).id


def call(number, deal=0):
    return NewAct(number, deal, number % 2, "call", "1S")


async def unsettled(store):
    return [one.match_id for one in await store.matches.unsettled()]


async def everything(store):
    """All rows of all tables."""
    async with store._database.read() as connection:
        return {
            table.name: [tuple(row) for row in await connection.execute(sa.select(table))]
            for table in metadata.sorted_tables
        }


# Challenges


async def test_a_challenge_round_trips(store):
    made = await store.challenges.add(NewChallenge(BIG, BIG - 1, Person(BIG - 2, "Änn 🂡"), None), NOW, LATER)
    await store.challenges.set_message(made.id, BIG - 3)
    found = await store.challenges.get(made.id)
    assert found is not None
    assert (found.guild_id, found.channel_id, found.message_id) == (BIG, BIG - 1, BIG - 3)
    assert (found.challenger, found.opponent) == (Person(BIG - 2, "Änn 🂡"), None)
    assert (found.created_at, found.expires_at, found.state, found.match_id) == (NOW, LATER, "open", None)
    assert found.shown == "open"
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
    one, two, _elsewhere, closed = [await challenge(store, channel, None) for channel in (7, 7, 8, 7)]
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
    assert stored.match.players == (Player("person", 1, "Ann"), Player("person", 2, "Bob"))
    assert (stored.match.place, stored.match.started_at) == (Place(GUILD, CHANNEL), SOON)
    assert (stored.match.length, stored.match.decks) == (6, "chance")
    assert (stored.match.table, stored.match.settled, stored.match.suspended_at) == (None, None, None)
    assert stored.deals == [DealRow(0, 1, "deck one", None)]
    assert (stored.acts, stored.notices) == ([], [])
    assert await store.members.names(GUILD, [1, 2]) == {1: "Ann", 2: "Bob"}


async def test_ids_of_64_bits_round_trip(store):
    players = (Person(BIG, "Ann"), Person(BIG - 1, "Bob"))
    match_id = await begin(store, BIG - 2, players, guild=BIG - 3)
    await store.matches.set_table(match_id, Table(BIG - 4, 0, LATER, 0))
    match = await store.matches.get(match_id)
    assert match.players == tuple(map(Player.of, players))
    assert (match.place, match.table) == (Place(BIG - 3, BIG - 2), Table(BIG - 4, 0, LATER, 0))
    await store.matches.append(match_id, [call(1)], LATER, ending=WON)
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
    before = await everything(store)
    with pytest.raises(Conflict):
        await begin(store, players=(ANN, ANN))
    assert await everything(store) == before


async def test_what_begins_is_told_as_it_will_be_read(store):
    at = NOW.replace(microsecond=123_456)
    for channel, players in ((1, (Player.of(ANN), HOUSE)), (None, (HOUSE, Player.of(ANN)))):
        place = Place(None if channel is None else GUILD, channel)
        begun = await store.matches.begin(None, NewMatch(place, 2, "daily", players, 0, "deck"), at)
        assert begun == await store.matches.get(begun.id) == (await store.matches.load(begun.id)).match
        assert (begun.place, begun.players, begun.length, begun.decks) == (place, players, 2, "daily")
        assert begun.started_at == NOW


async def test_matches_without_a_channel_do_not_meet_and_no_name_is_kept_for_no_server(store):
    first = await begin(store, None, (ANN, HOUSE), guild=None)
    second = await begin(store, None, (ANN, HOUSE), guild=None)
    assert await store.matches.open_ids() == [first, second]
    assert (await everything(store))["members"] == []


async def test_the_house_and_two_forgotten_people_may_fill_both_seats(store):
    match_id = await begin(store, players=(ANN, BOB))
    async with store._database.write() as connection:
        await connection.execute(sa.update(seats).values(user_id=None, name="somebody"))
    match = await store.matches.get(match_id)
    assert match.players == (Player("person", None, "somebody"),) * 2
    assert (await store.matches.get(await begin(store, 7, (HOUSE, HOUSE)))).players == (HOUSE, HOUSE)
    assert await store.matches.open_of(ANN.user_id) == []
    with pytest.raises(Conflict, match="seats"):
        async with store._database.write() as connection:
            await connection.execute(sa.update(seats).values(user_id=5))


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
    columns = "guild_id, channel_id, length, decks, started_at"
    with pytest.raises(Conflict, match=r"(?i)unique"):
        async with store._database.write() as connection:
            await connection.exec_driver_sql(f"INSERT INTO matches ({columns}) SELECT {columns} FROM matches")


async def test_a_channel_is_free_again_and_ids_are_not_reused(store):
    first = await begin(store)
    await store.matches.append(first, [call(1)], SOON, ending=WON)
    assert await store.matches.open_in(CHANNEL) is None
    second = await begin(store)
    async with store._database.write() as connection:
        for table in ("deals", "seats", "matches"):
            await connection.exec_driver_sql(f"DELETE FROM {table} WHERE {'match_' * (table != 'matches')}id = 2")
    assert (first, second, await begin(store)) == (1, 2, 3)


# The record


async def test_a_record_round_trips_in_order(store):
    match_id = await begin(store)
    acts = [
        NewAct(1, 0, 1, "discard", "9S 4H"),
        NewAct(2, 0, 0, "call", "P"),
        NewAct(3, 1, None, "tick", ""),
        NewAct(4, 1, 1, "resign", ""),
    ]
    await store.matches.append(match_id, [acts[0]], NOW)
    await store.matches.append(match_id, [acts[1]], SOON, next_deal=NewDeal(0, "deck two"))
    await store.matches.append(match_id, [acts[2]], SOON)
    await store.matches.append(match_id, [acts[3]], LATER, ending=Ending("resigned", 1, 0, (0, 0), 0))
    stored = await store.matches.load(match_id)
    moments = (NOW, SOON, SOON, LATER)
    assert stored.acts == [
        ActRow(act.number, act.deal, act.seat, act.kind, act.value, at) for act, at in zip(acts, moments, strict=True)
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
        pytest.param(call(1), id="number taken"),
        pytest.param(call(3), id="a number left out"),
        pytest.param(call(0), id="before the first"),
        pytest.param(call(-1), id="below all"),
        pytest.param(call(2, deal=5), id="no such deal"),
    ],
)
async def test_an_act_in_a_wrong_place_conflicts_with_nothing_written(store, act):
    match_id = await begin(store)
    await store.matches.append(match_id, [call(1)], SOON)
    before = await everything(store)
    with pytest.raises(Conflict):
        await store.matches.append(match_id, [act], SOON, FINISHED, NewDeal(0, "deck two"), WON)
    assert await everything(store) == before


async def test_what_fails_late_in_a_transaction_undoes_what_came_before(store):
    match_id = await begin(store)
    await store.matches.append(match_id, [call(1)], SOON, FINISHED, NewDeal(0, "deck two"))
    before = await everything(store)
    with pytest.raises(Conflict):  # deal 1 is there already
        await store.matches.append(match_id, [call(2)], SOON, None, NewDeal(0, "deck two"), WON)
    assert await everything(store) == before


async def test_each_match_counts_its_own_acts(store):
    one, two = await begin(store, 1), await begin(store, 2)
    await store.matches.append(one, [call(1)], SOON, next_deal=NewDeal(0, "deck two"))
    await store.matches.append(one, [call(2, deal=1)], SOON)
    with pytest.raises(Conflict):
        await store.matches.append(two, [call(2)], SOON)
    await store.matches.append(two, [call(1)], SOON)


async def test_no_hole_is_filled_up_later(store):
    """Whatever happens to a file: what lost an act in the middle goes on at its end alone."""
    match_id = await begin(store)
    for number in (1, 2, 3, 4):
        await store.matches.append(match_id, [call(number)], SOON)
    async with store._database.write() as connection:
        await connection.execute(sa.delete(metadata.tables["acts"]).where(sa.text("number IN (2, 3)")))
    with pytest.raises(Conflict):
        await store.matches.append(match_id, [call(3)], SOON)
    await store.matches.append(match_id, [call(5)], SOON)


async def test_nothing_is_added_to_a_match_that_is_over_or_unknown(store):
    match_id = await begin(store)
    await store.matches.append(match_id, [call(1)], SOON, FINISHED, None, WON)
    before = await everything(store)
    for unfit, number in ((match_id, 2), (99, 1)):
        with pytest.raises(Conflict):
            await store.matches.append(unfit, [call(number)], LATER)
        with pytest.raises(Conflict):
            await store.matches.append(unfit, [call(number)], LATER, ending=WON)
        with pytest.raises(Conflict):
            await store.matches.end(unfit, WON, LATER)
    assert await everything(store) == before


async def test_of_two_processes_writing_one_act_one_succeeds(store, rival):
    match_id = await begin(store)
    for number in range(1, 21):
        tries = await asyncio.gather(
            store.matches.append(match_id, [call(number)], SOON),
            rival.matches.append(match_id, [call(number)], SOON),
            return_exceptions=True,
        )
        assert sorted(type(outcome) for outcome in tries if outcome is not None) == [Conflict]
    assert [act.number for act in (await store.matches.load(match_id)).acts] == list(range(1, 21))


async def test_of_many_clicks_at_once_one_succeeds(store):
    match_id = await begin(store)
    tries = await asyncio.gather(
        *(store.matches.append(match_id, [call(1)], SOON, FINISHED, None, WON) for _ in range(20)),
        return_exceptions=True,
    )
    assert tries.count(None) == 1
    assert len((await everything(store))["results"]) == 1


async def test_a_match_can_end_without_an_act(store):
    match_id = await begin(store)
    await store.matches.set_table(match_id, Table(9, 0, NOW, 0))
    await store.matches.end(match_id, VOID, LATER)
    match = await store.matches.get(match_id)
    assert (match.ended_how, match.ended_by, match.winner, match.ended_at) == ("void", None, None, LATER)
    assert match.table == Table(9, 0, NOW, 0)
    assert (await everything(store))["results"] == []


async def test_a_match_whose_place_is_gone_has_no_table_and_no_notices(store):
    here, gone = await begin(store, 1), await begin(store, 2)
    for match_id in (here, gone):
        await store.matches.set_table(match_id, Table(9, 0, NOW, 0))
        await store.matches.set_notice(match_id, 0, 0, 77, NOW)
        ending = Ending("void", None, None, (0, 0), 0, place_is_gone=match_id == gone)
        await store.matches.append(match_id, [NewAct(1, 0, None, "gone", "")], LATER, ending=ending)
    assert (await store.matches.get(gone)).table is None
    assert await store.matches.notices(gone) == []
    assert (await store.matches.get(here)).table == Table(9, 0, NOW, 0)
    assert len(await store.matches.notices(here)) == 1
    assert (await everything(store))["results"] == []
    assert await unsettled(store) == [here]


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


async def test_only_the_open_matches_of_a_server_rest(store):
    first, second = await begin(store, 1), await begin(store, 2)
    await begin(store, 3, guild=GUILD + 1)
    await begin(store, None, guild=None)
    await store.matches.end(second, WON, LATER)
    assert await store.matches.suspend(GUILD, LATER, 0) == [first]


# A server that was left


async def test_the_matches_of_a_server_that_was_left_rest_until_it_is_back(store):
    async def suspended(moment):
        return [one.match_id for one in await store.matches.suspended_before(moment)]

    one, two, over, elsewhere = [await begin(store, channel) for channel in range(3)] + [await begin(store, 9, guild=5)]
    await store.matches.end(over, WON, NOW)
    assert await store.matches.suspend(GUILD, NOW, 0) == [one, two]
    assert await store.matches.suspend(GUILD, LATER, 0) == [], "since when they rest stays"
    assert (await store.matches.get(one)).suspended_at == NOW
    assert [(await store.matches.get(match_id)).suspended_at for match_id in (over, elsewhere)] == [None, None]
    assert await suspended(NOW - timedelta(milliseconds=1)) == []
    assert await suspended(NOW) == await suspended(LATER) == [one, two]
    await store.matches.end(one, VOID, LATER)
    assert await suspended(LATER) == [two]
    assert await store.matches.resume(GUILD, 0) == [two]
    assert await store.matches.resume(GUILD, 0) == []
    assert (await store.matches.get(two)).suspended_at is None
    assert await store.matches.suspend(GUILD, LATER, 0) == [two]


# What is still to be told


async def test_an_open_match_is_unsettled_until_its_last_act_is(store):
    match_id = await begin(store)
    assert await store.matches.unsettled() == [Unsettled(match_id, GUILD)]
    await store.matches.note_told([Told(match_id, None, 0)])
    assert await unsettled(store) == []
    await store.matches.append(match_id, [call(1)], SOON)
    await store.matches.append(match_id, [call(2)], SOON)
    assert await unsettled(store) == [match_id]
    await store.matches.note_told([Told(match_id, 2, None)])
    assert await unsettled(store) == [match_id], "the table alone is not everybody"
    await store.matches.note_told([Told(match_id, None, 1)])
    assert await unsettled(store) == [match_id]
    await store.matches.note_told([Told(match_id, None, 2)])
    assert await unsettled(store) == []


async def test_what_is_settled_of_another_match_settles_nothing(store):
    """An act of number 0 or 1 in one of them is not taken for one of the other."""
    played, begun = await begin(store, 1), await begin(store, 2)
    await store.matches.append(played, [call(1)], SOON)
    await store.matches.note_told([Told(begun, None, 0), Told(played, None, 0)])
    assert await unsettled(store) == [played]


async def test_a_match_that_rests_is_told_later(store):
    match_id = await begin(store)
    await store.matches.suspend(GUILD, NOW, 0)
    assert await unsettled(store) == []
    await store.matches.resume(GUILD, 0)
    assert await unsettled(store) == [match_id]


async def test_an_ended_match_is_unsettled_until_its_result_is_shown_and_its_notices_are_gone(store):
    lacking, published, noticed, private = [await begin(store, channel) for channel in (1, 2, 3)] + [
        await begin(store, None, (ANN, HOUSE), guild=None)
    ]
    for match_id in (lacking, published, noticed, private):
        await store.matches.end(match_id, WON, LATER)
    for match_id in (published, noticed):
        await store.matches.set_result_message(match_id, 5)
    await store.matches.set_notice(noticed, 1, 0, 77, NOW)
    assert await store.matches.unsettled() == [
        Unsettled(lacking, GUILD),
        Unsettled(noticed, GUILD),
        Unsettled(private, None),
    ]
    await store.matches.drop_notice(noticed, 1)
    await store.matches.set_result_message(lacking, 6)
    assert await unsettled(store) == [private]


async def test_a_void_match_is_unsettled_only_where_its_table_stands(store):
    without, table, told = [await begin(store, channel) for channel in range(3)]
    for match_id in (table, told):
        await store.matches.set_table(match_id, Table(9, 0, NOW, 0))
    for match_id in (without, table, told):
        await store.matches.end(match_id, VOID, LATER)
    await store.matches.set_result_message(told, 9)
    assert await unsettled(store) == [table]
    await store.matches.set_table(table, None)
    assert await unsettled(store) == []


async def test_an_open_match_with_notices_is_named_once_and_one_that_is_settled_not_for_them(store):
    match_id = await begin(store)
    await store.matches.set_notice(match_id, 1, 0, 77, NOW)
    assert await unsettled(store) == [match_id]
    await store.matches.note_told([Told(match_id, None, 0)])
    assert await unsettled(store) == []


async def test_what_was_told_goes_forward_only_and_what_is_none_stays(store):
    one, two = await begin(store, 1), await begin(store, 2)
    await store.matches.set_table(one, Table(9, 0, NOW, 3))
    await store.matches.note_told([Told(one, 5, 4), Told(two, None, 1)])
    await store.matches.note_told([Told(one, 4, None), Told(two, None, None), Told(99, 7, 7)])
    await store.matches.note_told([Told(one, None, 2)])
    await store.matches.note_told([])
    match = await store.matches.get(one)
    assert (match.table, match.settled) == (Table(9, 0, NOW, 5), 4)
    assert (await store.matches.get(two)).settled == 1


async def test_of_two_notes_of_one_match_in_one_go_the_later_act_counts(store):
    match_id = await begin(store)
    await store.matches.note_told([Told(match_id, None, 3), Told(match_id, None, 2)])
    assert (await store.matches.get(match_id)).settled == 3


async def test_a_new_table_is_noted_with_what_it_shows_even_if_that_is_less(store):
    match_id = await begin(store)
    await store.matches.set_table(match_id, Table(9, 0, NOW, 5))
    await store.matches.set_table(match_id, Table(10, 1, SOON, 4))
    assert (await store.matches.get(match_id)).table == Table(10, 1, SOON, 4)


async def test_closed_challenges_whose_message_shows_another_state_are_untold(store):
    open_one, declined, without, taken = [await challenge(store, channel, None) for channel in range(4)]
    for one in (open_one, declined, taken):
        await store.challenges.set_message(one.id, one.id + 50)
    await store.challenges.close(declined.id, "declined")
    await store.challenges.close(without.id, "expired")
    await begin(store, 3, challenge_id=taken.id)
    assert [one.id for one in await store.challenges.untold()] == [declined.id, taken.id]
    assert [one.shown for one in await store.challenges.untold()] == ["open", "open"]
    await store.challenges.note_shown(declined.id, "declined")
    await store.challenges.note_shown(taken.id, "withdrawn")
    (left,) = await store.challenges.untold()
    assert (left.id, left.state, left.shown) == (taken.id, "accepted", "withdrawn")


# Messages


async def test_messages_are_remembered(store):
    match_id = await begin(store)
    await store.matches.append(match_id, [call(1)], SOON, FINISHED, NewDeal(0, "deck two"))
    await store.matches.set_deal_message(match_id, 0, 13)
    await store.matches.set_result_message(match_id, 14)
    stored = await store.matches.load(match_id)
    assert stored.match.result_message_id == 14
    assert [deal.result_message_id for deal in stored.deals] == [13, None]


async def test_one_notice_stands_for_each_player(store):
    match_id, other = await begin(store), await begin(store, 7)
    await store.matches.set_notice(match_id, 1, 4, 50, NOW)
    await store.matches.set_notice(match_id, 0, 3, 51, NOW)
    await store.matches.set_notice(match_id, 0, 5, 52, SOON)
    await store.matches.set_notice(other, 0, 1, 53, SOON)
    ann, bob = Notice(match_id, 0, 5, 52, SOON), Notice(match_id, 1, 4, 50, NOW)
    assert await store.matches.notices(match_id) == [ann, bob]
    assert (await store.matches.load(match_id)).notices == [ann, bob]
    await store.matches.drop_notice(match_id, 0)
    await store.matches.drop_notice(match_id, 0)
    assert await store.matches.notices(match_id) == [bob]


# Speed: what the database walks through, and how often its thread is gone to


PLANS = {
    "open_in": ("SEARCH matches USING INDEX uq_matches_open_channel", lambda store: store.matches.open_in(1)),
    "suspend": ("SEARCH matches USING INDEX ix_matches_open_guild", lambda store: store.matches.suspend(1, NOW, 0)),
    "open_of": ("ix_seats_user_id (user_id=?)", lambda store: store.matches.open_of(1)),
    "unsettled": ("ix_matches_unpublished", lambda store: store.matches.unsettled()),
    "untold": ("ix_challenges_untold", lambda store: store.challenges.untold()),
    "load": ("SEARCH acts USING PRIMARY KEY (match_id=?)", lambda store: store.matches.load(1)),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("question", PLANS)
async def test_a_question_is_answered_from_an_index(store, question):
    expected, ask = PLANS[question]
    await begin(store, 1)
    asked = []
    engine = store._database._engine.sync_engine
    sa.event.listen(
        engine, "before_cursor_execute", lambda _c, _cursor, sql, bound, *_: asked.append((sql, bound)), named=False
    )
    await ask(store)
    async with store._database.read() as connection:
        plans = [
            row[3]
            for sql, bound in asked.copy()
            for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", bound)
        ]
    assert any(expected in plan for plan in plans), plans
    assert not [plan for plan in plans if plan in ("SCAN matches", "SCAN acts", "SCAN seats", "SCAN challenges")], plans
