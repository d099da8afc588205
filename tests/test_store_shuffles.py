"""The shuffles of challenges and matches: kept with the challenge, taken over by its match, closed until the end."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.store import (
    ChallengeClosed,
    Conflict,
    Ending,
    NewChallenge,
    NewMatch,
    NewShuffle,
    Person,
    Place,
    Player,
    Sealed,
    Store,
    StoreError,
)

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=15)
ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
METHOD, COMMITMENT, SECRET, PUBLIC = "bridgette-shuffle/1", "c0" * 32, "5e" * 32, "77"
NEW = NewShuffle(METHOD, COMMITMENT, SECRET)


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


def challenge(store, channel=2, shuffle=NEW):
    return store.challenges.add(NewChallenge(1, channel, ANN, BOB), NOW, LATER, shuffle)


def begin(store, challenge_id, channel=2, public=PUBLIC):
    players = (Player.of(ANN), Player.of(BOB))
    new = NewMatch(Place(1, channel), 6, "shuffle", players, 0, "deck", public)
    return store.matches.begin(challenge_id, new, NOW)


async def test_a_challenge_shows_its_commitment_and_nothing_else(store):
    made = await challenge(store)
    for found in (made, await store.challenges.get(made.id), *await store.challenges.open_in(2)):
        assert found.commitment == COMMITMENT
        assert SECRET not in repr(found)
    without = await challenge(store, 3, None)
    assert without.commitment is None
    assert await store.challenges.get(without.id) == without
    assert await store.shuffles.for_dealing(challenge_id=without.id) is None


async def test_the_secret_is_there_for_dealing_before_and_after_the_match_began(store):
    made = await challenge(store)
    assert await store.shuffles.for_dealing(challenge_id=made.id) == Sealed(METHOD, COMMITMENT, None, SECRET)
    match = await begin(store, made.id)
    assert await store.shuffles.for_dealing(match_id=match.id) == Sealed(METHOD, COMMITMENT, PUBLIC, SECRET)
    assert await store.shuffles.for_dealing(match_id=match.id + 1) is None


@pytest.mark.parametrize("how", ["played", "resigned", "claimed", "agreed", "stopped", "void"])
async def test_the_record_has_the_secret_only_after_the_end_however_that_came(store, how):
    match = await begin(store, (await challenge(store)).id)
    assert await store.shuffles.for_the_record(match.id) == Sealed(METHOD, COMMITMENT, PUBLIC, None)
    await store.matches.end(match.id, Ending(how, None, None, (0, 0), 0), NOW)
    assert await store.shuffles.for_the_record(match.id) == Sealed(METHOD, COMMITMENT, PUBLIC, SECRET)


async def test_each_challenge_has_its_own(store):
    first = await challenge(store)
    match = await begin(store, first.id)
    await store.matches.end(match.id, Ending("agreed", None, None, (0, 0), 0), NOW)
    other = NewShuffle(METHOD, "c1" * 32, "5f" * 32)
    again = await challenge(store, shuffle=other)
    rematch = await begin(store, again.id, public="78")
    assert (await store.shuffles.for_dealing(match_id=match.id)).secret == SECRET
    assert await store.shuffles.for_dealing(match_id=rematch.id) == Sealed(METHOD, "c1" * 32, "78", "5f" * 32)


async def test_of_two_presses_at_once_one_gives_its_number_to_the_shuffle(store):
    made = await challenge(store)
    found = await asyncio.gather(*(begin(store, made.id, public=str(n)) for n in range(5)), return_exceptions=True)
    (match,) = (one for one in found if not isinstance(one, Exception))
    assert sum(isinstance(one, ChallengeClosed) for one in found) == 4
    assert (await store.shuffles.for_dealing(match_id=match.id)).public == str(found.index(match))


async def test_a_match_that_could_not_begin_leaves_the_shuffle_as_it_was(store):
    await begin(store, None, public=None)
    made = await challenge(store)
    with pytest.raises(StoreError, match="open match already"):
        await begin(store, made.id)
    assert (await store.shuffles.for_dealing(challenge_id=made.id)).public is None


async def test_neither_values_nor_errors_show_the_secret(store, monkeypatch):
    made = await challenge(store)
    await begin(store, made.id)
    shown = [repr(NEW), str(NEW), repr(await store.shuffles.for_dealing(challenge_id=made.id))]
    assert not [text for text in shown if SECRET in text]
    # Whatever the database refuses, its words and those of all errors behind it hold no parameters.
    from bot.store.shuffles import keep_shuffle

    for number, kind in ((made.id, Conflict), (999, Conflict)):
        with pytest.raises(kind) as refused:
            async with store._database.write() as connection:
                await keep_shuffle(connection, NEW, challenge_id=number)
        error, said = refused.value, []
        while error is not None:
            said.append(f"{error!r} {error}")
            error = error.__cause__ or error.__context__
        assert len(said) > 1
        assert not [text for text in said if SECRET in text]
