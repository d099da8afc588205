"""What people play alone, in the database: one row a person, an offer or an open match, and its shuffle."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.store import (
    Conflict,
    Ending,
    NewAct,
    NewMatch,
    NewShuffle,
    OfferGone,
    Person,
    Place,
    Player,
    Sealed,
    SoloOpen,
    Store,
)

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
METHOD, COMMITMENT, SECRET, PUBLIC = "bridgette-shuffle/1", "c0" * 32, "5e" * 32, "77"
NEW = NewShuffle(METHOD, COMMITMENT, SECRET)
OTHER = NewShuffle(METHOD, "c1" * 32, "5f" * 32)
VOID = Ending("void", None, None, (0, 0), 0)


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


def offer(store, person=ANN, strength="club", shuffle=NEW):
    return store.solos.offer(person.user_id, strength, 2, NOW, shuffle)


def begin(store, offer_id, person=ANN, public=PUBLIC):
    new = NewMatch(Place(None, None), 2, "shuffle", (Player.of(person), Player.house("club")), 0, "deck", public)
    return store.matches.begin(None, new, NOW, offer_id=offer_id)


async def write(store, statement):
    async with store._database.write() as connection:
        await connection.execute(statement)


async def rows(store, table):
    async with store._database.read() as connection:
        return list(await connection.execute(text(f"SELECT * FROM {table}")))


async def test_an_offer_is_found_and_shows_no_secret(store):
    made = await offer(store)
    assert (made.user_id, made.strength, made.length, made.made_at) == (1, "club", 2, NOW)
    assert (made.commitment, made.match_id) == (COMMITMENT, None)
    assert await store.solos.of(1) == made
    assert await store.solos.of(2) is None
    assert SECRET not in repr(made)
    assert await store.shuffles.for_dealing(offer_id=made.id) == Sealed(METHOD, COMMITMENT, None, SECRET)


async def test_another_offer_takes_its_place_and_the_unused_secret_goes(store):
    first = await offer(store)
    second = await offer(store, strength="expert", shuffle=OTHER)
    assert second.id > first.id, "an id stands in old messages"
    assert await store.solos.of(1) == second
    assert await store.shuffles.for_dealing(offer_id=first.id) is None
    assert len(await rows(store, "shuffles")) == 1
    with pytest.raises(OfferGone):
        await begin(store, first.id)
    assert not await rows(store, "matches")
    assert not await rows(store, "seats")


async def test_a_match_takes_the_offer_with_its_shuffle(store):
    made = await offer(store)
    match = await begin(store, made.id)
    taken = await store.solos.of(1)
    assert (taken.id, taken.match_id) == (made.id, match.id)
    assert await store.shuffles.for_dealing(match_id=match.id) == Sealed(METHOD, COMMITMENT, PUBLIC, SECRET)
    assert (await store.shuffles.for_the_record(match.id)).secret is None
    assert match.place == Place(None, None)
    assert not await rows(store, "members"), "whoever plays alone has no name on any server"


async def test_of_two_presses_one_begins_the_match(store):
    made = await offer(store)
    results = await asyncio.gather(*(begin(store, made.id, public=str(n)) for n in (1, 2)), return_exceptions=True)
    assert [type(one) for one in results].count(OfferGone) == 1
    assert len(await rows(store, "matches")) == 1
    (match_id,) = await store.matches.all_ids()
    assert (await store.solos.of(1)).match_id == match_id


async def test_nobody_is_offered_a_second_match_while_one_is_open(store):
    match = await begin(store, (await offer(store)).id)
    with pytest.raises(SoloOpen) as error:
        await offer(store, shuffle=OTHER)
    assert error.value.match_id == match.id
    assert len(await rows(store, "shuffles")) == 1
    other = await offer(store, BOB, shuffle=OTHER)
    assert (await begin(store, other.id, BOB)).id != match.id, "others play theirs"


async def test_two_offers_at_once_leave_one(store):
    await asyncio.gather(offer(store), offer(store, shuffle=OTHER))
    assert len(await rows(store, "solo_offers")) == len(await rows(store, "shuffles")) == 1


@pytest.mark.parametrize("by_an_act", [True, False])
async def test_the_end_of_the_match_leaves_its_player_free(store, by_an_act):
    match = await begin(store, (await offer(store)).id)
    if by_an_act:
        await store.matches.append(match.id, [NewAct(1, 0, None, "void", "")], NOW, ending=VOID)
    else:
        await store.matches.end(match.id, VOID, NOW)
    assert await store.solos.of(1) is None
    assert (await store.shuffles.for_the_record(match.id)).secret == SECRET
    assert (await offer(store, shuffle=OTHER)).match_id is None


async def test_without_a_shuffle_there_is_none(store):
    made = await offer(store, shuffle=None)
    assert made.commitment is None
    assert (await begin(store, made.id, public=None)).id
    assert not await rows(store, "shuffles")


async def test_that_a_match_has_lapsed_is_known_until_something_comes_after_it(store):
    assert not await store.solos.has_lapsed(1)
    match = await begin(store, (await offer(store)).id)
    assert not await store.solos.has_lapsed(1)
    await store.matches.append(match.id, [NewAct(1, 0, None, "lapse", "")], NOW, ending=VOID)
    assert await store.solos.has_lapsed(1)
    assert not await store.solos.has_lapsed(2)
    again = await begin(store, (await offer(store, shuffle=OTHER)).id)
    await store.matches.append(again.id, [NewAct(1, 0, 0, "resign", "")], NOW, ending=VOID)
    assert not await store.solos.has_lapsed(1), "the last one was left, and not forgotten about"


async def test_whoever_is_forgotten_leaves_no_offer(store):
    await offer(store)
    kept = await offer(store, BOB, shuffle=OTHER)
    assert await store.erasure.forget_person(1)
    assert await store.solos.of(1) is None
    assert await store.solos.of(2) == kept
    assert len(await rows(store, "shuffles")) == 1
    match = await begin(store, kept.id, BOB)
    assert not await store.erasure.forget_person(2), "not while the match is open"
    await store.matches.end(match.id, VOID, NOW + timedelta(days=1))
    assert await store.erasure.forget_person(2)
    assert (await store.matches.get(match.id)).players == (Player("person", None, ""), Player.house("club"))


async def test_a_person_is_given_what_is_offered(store):
    await offer(store)
    traces = await store.personal.of(1)
    assert (traces.solo["strength"], traces.solo["length"], traces.solo["match_id"]) == ("club", 2, None)
    assert (await store.personal.of(2)).solo is None
    assert SECRET not in repr(traces)


async def test_the_database_itself_keeps_two_rows_of_a_person_out(store):
    await offer(store)
    again = text("INSERT INTO solo_offers (user_id, strength, length, made_at) VALUES (1, 'club', 6, 0)")
    with pytest.raises(Conflict):
        await write(store, again)


async def test_what_is_played_apart_is_no_match_of_this_kind(store):
    match = await begin(store, (await offer(store)).id)
    await store.matches.append(match.id, [NewAct(1, 0, None, "lapse", "")], NOW, ending=VOID)
    lesson = NewMatch(Place(None, None), 1, "lesson", (Player.of(ANN), Player.house("novice")), 0, "deck")
    await store.matches.begin(None, lesson, NOW)
    assert await store.solos.has_lapsed(1, ("daily", "lesson"))
    assert not await store.solos.has_lapsed(1)
