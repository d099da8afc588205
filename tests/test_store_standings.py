"""Leaderboards and figures: their order, their ranks, and that the sums kept are those of the results."""

import asyncio
import random
import tempfile
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import (
    AgainstHouse,
    BestDeal,
    Ending,
    FinishedDeal,
    NewAct,
    NewDeal,
    NewMatch,
    Opponent,
    Person,
    Place,
    Player,
    Standing,
    Store,
)
from bot.store.schema import results, standings

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GUILD, ELSEWHERE = 100, 101
NAMES = {1: "Ann", 2: "Bob", 3: "Cyd", 4: "Dee", 5: "Eve", 6: "Fay"}
HOUSE = Player("house", None, "House", "expert")
channels = count(1)


@pytest.fixture
async def store(databases):
    store = await Store.open(databases())
    yield store
    await store.close()


async def play(store, users, winner, points=(0, 0), deals=1, how="played", guild=GUILD, finished=(), counts=True):
    """A whole match: its finished deals one after the other, then its end. A user of 0 is the house.

    One that does not count is shorter than six deals.
    """
    match_id = await begin(store, users, guild)
    for index, deal in enumerate(finished):
        act = NewAct(index + 1, index, 0, "play", "AS")
        await store.matches.append(match_id, [act], NOW, deal, NewDeal(0, "deck"))
    ending = Ending(how, None, winner, points, deals, counts=counts)
    last = len(finished)
    await store.matches.append(match_id, [NewAct(last + 1, last, None, "end", "")], NOW, ending=ending)
    return match_id


async def begin(store, users, guild=GUILD):
    players = tuple(Player.of(Person(user, NAMES[user])) if user else HOUSE for user in users)
    place = Place(guild, next(channels))
    return (await store.matches.begin(None, NewMatch(place, 6, "chance", players, 0, "deck"), NOW)).id


async def put(store, *lines):
    """Lines straight into the standings, as (user, matches, wins, points for, deals)."""
    rows = [
        {
            "guild_id": GUILD,
            "user_id": user,
            "matches": matches,
            "wins": wins,
            "losses": matches - wins,
            "points_for": points,
            "points_against": 0,
            "deals": deals,
        }
        for user, matches, wins, points, deals in lines
    ]
    async with store._database.write() as connection:
        await connection.execute(sa.delete(standings))
        await connection.execute(sa.insert(standings), rows)
        people = [Person(user, f"Player {user}") for user, *_ in lines]
        await connection.execute(store.members.upsert(GUILD, people, NOW))


async def ranks(store, offset=0, limit=100):
    page = await store.standings.page(GUILD, offset, limit)
    return [(row.rank, row.user_id) for row in page.rows]


async def sums(store):
    async with store._database.read() as connection:
        return sorted(tuple(row) for row in await connection.execute(sa.select(standings)))


async def test_a_result_counts_for_both_players(store):
    await play(store, (1, 2), 0, (50, 20), 4)
    await play(store, (2, 1), 0, (10, 90), 2, "resigned")
    page = await store.standings.page(GUILD, 0, 10)
    assert page.total == 2
    assert page.rows == [
        Standing(1, 1, "Ann", 2, 1, 1, 140, 30, 6),
        Standing(2, 2, "Bob", 2, 1, 1, 30, 140, 6),
    ]
    assert page.rows[0].average == pytest.approx(140 / 6)


@pytest.mark.parametrize("how", ["agreed", "stopped"])
async def test_a_match_without_a_winner_is_neither_won_nor_lost(store, how):
    await play(store, (1, 2), None, (5, 3), 1, how)
    rows = (await store.standings.page(GUILD, 0, 10)).rows
    assert [(row.matches, row.wins, row.losses, row.points_for) for row in rows] == [(1, 0, 0, 5), (1, 0, 0, 3)]


async def test_a_void_match_counts_nowhere(store):
    await play(store, (1, 2), None, (50, 20), 1, "void", finished=[FinishedDeal(0, "4S", True, (50, 20), 10)])
    assert (await store.standings.page(GUILD, 0, 10)).total == 0
    assert await store.standings.figures(GUILD, 1) is None
    await store.standings.rebuild()
    assert await sums(store) == []
    await play(store, (1, 2), 0)
    figures = await store.standings.figures(GUILD, 1)
    assert (figures.contracts_bid, figures.best_deal) == (0, None)


@pytest.mark.parametrize("how", ["played", "resigned"])
async def test_a_shorter_match_is_neither_won_nor_lost_and_its_deals_count(store, how):
    finished = [FinishedDeal(0, "4S", True, (420, 0), 10)]
    await play(store, (1, 2), 0, (420, 0), 1, how, finished=finished, counts=False)
    rows = [Standing(1, 1, "Ann", 0, 0, 0, 420, 0, 1), Standing(2, 2, "Bob", 0, 0, 0, 0, 420, 1)]
    assert (await store.standings.page(GUILD, 0, 10)).rows == rows
    figures = await store.standings.figures(GUILD, 1)
    assert figures.standing == rows[0]
    assert (figures.contracts_bid, figures.contracts_made) == (1, 1)
    assert figures.best_deal == BestDeal(420, "4S", True, 1, 0, "Bob")
    kept = await sums(store)
    await store.standings.rebuild()
    assert await sums(store) == kept
    await play(store, (2, 1), 0, (100, 50), 6)
    assert (await store.standings.page(GUILD, 0, 10)).rows == [
        Standing(1, 2, "Bob", 1, 1, 0, 100, 470, 7),
        Standing(2, 1, "Ann", 1, 0, 1, 470, 100, 7),
    ]
    assert (await store.standings.figures(GUILD, 1)).opponents == [Opponent(2, "Bob", 1, 0, 1)]


async def test_who_has_met_somebody_in_shorter_matches_alone_has_not_won_or_lost_against_them(store):
    await play(store, (1, 2), 0, (420, 0), 1, counts=False)
    await play(store, (1, 3), 0, (420, 0), 6)
    figures = await store.standings.figures(GUILD, 1)
    assert figures.opponents[0] == Opponent(3, "Cyd", 1, 1, 0)
    assert [(one.wins, one.losses) for one in figures.opponents if one.user_id == 2] in ([], [(0, 0)])


async def test_a_server_sees_its_own_matches_only(store):
    await play(store, (1, 2), 0)
    await play(store, (3, 2), 0, guild=ELSEWHERE)
    assert await ranks(store) == [(1, 1), (2, 2)]
    assert await store.standings.figures(GUILD, 3) is None
    assert (await store.standings.figures(GUILD, 2)).standing.matches == 1


async def test_a_match_without_a_server_counts_on_none(store):
    await play(store, (1, 2), 0, (50, 20), guild=None)
    await play(store, (1, 0), 0, (50, 20), guild=None)
    assert await sums(store) == []
    await store.standings.rebuild()
    assert await sums(store) == []
    async with store._database.read() as connection:
        assert [row.guild_id for row in await connection.execute(sa.select(results))] == [None, None]


async def test_matches_against_the_house_stand_in_no_leaderboard_and_apart_by_strength(store):
    finished = [FinishedDeal(0, "4S", True, (50, 20), 10)]
    won = await play(store, (1, 0), 0, (50, 20), 4, finished=finished)
    await play(store, (0, 1), 0, (10, 0), 1)
    await play(store, (0, 0), 1)
    await play(store, (1, 0), 1, (7, 9), 2, guild=None)
    await play(store, (1, 0), None, (3, 0), 1, guild=ELSEWHERE)
    assert await sums(store) == []
    await store.standings.rebuild()
    assert await sums(store) == []
    assert await store.standings.figures(GUILD, 1) is None
    assert await store.results.against_house(1, GUILD) == [AgainstHouse("expert", 2, 1, 50, 30, 5)]
    assert await store.results.against_house(1, None) == [AgainstHouse("expert", 3, 1, 60, 39, 8)]
    assert await store.results.against_house(1, None, ("chance",)) == []
    assert await store.results.against_house(2, None) == []
    assert await store.results.void(GUILD, won, is_voided=True)
    assert await store.results.against_house(1, GUILD) == [AgainstHouse("expert", 1, 0, 0, 10, 1)]


async def test_what_was_played_with_hints_stands_apart_from_what_was_played_without(store):
    finished = [FinishedDeal(0, "4S", True, (50, 20), 10), FinishedDeal(1, "1S", True, (3, 40), 7)]
    mixed = await play(store, (1, 0), 0, (53, 60), 2, finished=finished, guild=None)
    house = await play(store, (0, 1), 0, (53, 60), 2, finished=finished, guild=None)
    begun = await play(store, (1, 0), 1, (0, 0), 0, "resigned", guild=None)
    assert await store.results.against_house(1, None) == [AgainstHouse("expert", 3, 1, 113, 113, 4)]
    await store.hints.note(mixed, 1, 0)
    without = AgainstHouse("expert", 2, 0, 110, 73, 3)
    assert await store.results.against_house(1, None) == [without, AgainstHouse("expert", 1, 1, 3, 40, 1, True)]
    # At whichever seat; a hint in a deal that nobody finished is one in that match.
    await store.hints.note(house, 0, 1)
    await store.hints.note(begun, 0, 0)
    apart = AgainstHouse("expert", 3, 1, 23, 90, 2, True)
    assert await store.results.against_house(1, None) == [AgainstHouse("expert", 0, 0, 90, 23, 2), apart]
    # With a hint in each deal there is nothing left without.
    await store.hints.note(mixed, 0, 0)
    await store.hints.note(house, 1, 1)
    assert await store.results.against_house(1, None) == [AgainstHouse("expert", 3, 1, 113, 113, 4, True)]


async def test_a_match_against_the_house_is_not_among_the_figures_of_those_against_people(store):
    finished = [FinishedDeal(0, "4S", True, (500, 0), 10)]
    await play(store, (1, 0), 0, (500, 0), 4, finished=finished)
    await play(store, (1, 2), 0, (50, 20), 4, finished=[FinishedDeal(0, "4S", True, (50, 20), 10)])
    figures = await store.standings.figures(GUILD, 1)
    assert figures.standing.matches == 1
    assert (figures.contracts_bid, figures.best_deal.points) == (1, 50)
    assert [one.user_id for one in figures.opponents] == [2]


async def test_who_was_forgotten_stands_nowhere_and_the_other_keeps_the_match(store):
    finished = [FinishedDeal(0, "4S", True, (50, 20), 10)]
    await play(store, (1, 2), 0, (50, 20), 4, finished=finished)
    await play(store, (1, 3), 1, (0, 20), 1)
    assert await store.erasure.forget_person(2)
    kept = await sums(store)
    await store.standings.rebuild()
    assert await sums(store) == kept
    assert await ranks(store) == [(1, 3), (2, 1)]
    figures = await store.standings.figures(GUILD, 1)
    assert figures.standing.matches == 2
    assert figures.opponents == [Opponent(None, "", 1, 1, 0), Opponent(3, "Cyd", 1, 0, 1)]
    assert figures.best_deal.opponent == ""
    assert await store.standings.figures(GUILD, 2) is None


async def test_order_by_wins_then_share_then_average(store):
    await put(store, (1, 4, 3, 0, 1), (2, 9, 4, 0, 1), (3, 3, 3, 0, 1), (4, 4, 3, 1, 3), (5, 4, 3, 1, 2))
    assert await ranks(store) == [(1, 2), (2, 3), (3, 5), (4, 4), (5, 1)]


async def test_equals_share_a_rank_and_the_next_is_skipped(store):
    # 1/3 and 2/6 a deal are equal; without a win the number of matches does not matter.
    await put(
        store, (4, 2, 1, 1, 3), (3, 2, 1, 2, 6), (2, 5, 0, 0, 7), (1, 9, 0, 0, 0), (5, 3, 2, 0, 1), (6, 1, 0, -1, 1)
    )
    everybody = [(1, 5), (2, 3), (2, 4), (4, 1), (4, 2), (6, 6)]
    assert await ranks(store) == everybody
    for offset in range(7):
        assert await ranks(store, offset, 2) == everybody[offset : offset + 2]
    for rank, user in everybody:
        assert (await store.standings.figures(GUILD, user)).standing.rank == rank


async def test_a_page_past_the_end_is_empty_and_knows_the_total(store):
    await play(store, (1, 2), 0)
    page = await store.standings.page(GUILD, 10, 10)
    assert (page.rows, page.total) == ([], 2)


async def test_averages_are_compared_exactly(store):
    """The order and the ranks are those of exact fractions, also among nearly equal ones."""
    draw = random.Random(7)
    lines = []
    for user in range(1, 400):
        deals = draw.choice([0, 1, 2, 3, 6, 7, 49, 99_999, 100_000])
        points = draw.choice([draw.randrange(-3, 9), deals // 3, deals // 7, 33_333_333, 33_333_334])
        wins = draw.randrange(3)
        lines.append((user, wins + draw.randrange(3), wins, points, deals))
    await put(store, *lines)

    def key(line):
        _, matches, wins, points, deals = line
        return (wins, Fraction(wins, matches) if matches else 0, Fraction(points, deals) if deals else 0)

    keys = [key(line) for line in lines]
    expected = sorted((1 + sum(other > key(line) for other in keys), line[0]) for line in lines)
    assert await ranks(store, 0, 1000) == expected
    assert await ranks(store, 150, 20) == expected[150:170]


async def test_departed_people_keep_the_name_they_were_last_seen_with(store):
    await play(store, (1, 2), 0)
    await store.members.see(GUILD, 2, "Robert", NOW + timedelta(days=1))
    await store.members.see(ELSEWHERE, 1, "Somebody", NOW + timedelta(days=1))
    assert [row.name for row in (await store.standings.page(GUILD, 0, 10)).rows] == ["Ann", "Robert"]
    assert (await store.standings.figures(GUILD, 1)).opponents[0].name == "Robert"


async def test_figures(store):
    ours = [
        FinishedDeal(0, "2H", True, (70, 0), 8),
        FinishedDeal(0, "4SX", False, (0, 100), 7),
        FinishedDeal(1, "1N", False, (100, 0), 5),
    ]
    await play(store, (1, 2), 0, (170, 100), 3, finished=ours)
    theirs = [FinishedDeal(1, "6C", True, (0, 100), 12), FinishedDeal(0, "1C", True, (20, 0), 7)]
    await play(store, (3, 1), 0, (20, 100), 2, finished=theirs)
    await play(store, (2, 1), 0)
    await play(store, (1, 2), None, how="agreed")
    figures = await store.standings.figures(GUILD, 1)
    assert figures.standing == Standing(3, 1, "Ann", 4, 1, 2, 270, 120, 7)
    assert (figures.contracts_bid, figures.contracts_made) == (3, 2)
    assert figures.best_deal == BestDeal(100, "1N", False, 1, 2, "Bob")
    assert figures.opponents == [Opponent(2, "Bob", 3, 1, 1), Opponent(3, "Cyd", 1, 0, 1)]


async def test_the_open_match_of_a_player_does_not_show_in_the_figures(store):
    await play(store, (1, 2), 0)
    match_id = await begin(store, (1, 2))
    finished = FinishedDeal(0, "4S", True, (100, 0), 10)
    await store.matches.append(match_id, [NewAct(1, 0, 0, "play", "AS")], NOW, finished)
    figures = await store.standings.figures(GUILD, 1)
    assert (figures.standing.matches, figures.contracts_bid, figures.best_deal) == (1, 0, None)


async def test_ten_opponents_are_named(store):
    for other in range(2, 15):
        NAMES.setdefault(other, f"Player {other}")
        await play(store, (1, other), 0)
    opponents = (await store.standings.figures(GUILD, 1)).opponents
    assert [opponent.user_id for opponent in opponents] == list(range(2, 12))


outcomes = st.tuples(
    st.sampled_from([GUILD, ELSEWHERE]),
    st.permutations(range(6)).map(lambda users: tuple(users[:2])),
    st.sampled_from(
        [
            ("played", 0),
            ("played", 1),
            ("resigned", 0),
            ("claimed", 1),
            ("agreed", None),
            ("stopped", None),
            ("void", None),
        ]
    ),
    st.tuples(st.integers(-50, 500), st.integers(-50, 500)),
    st.integers(0, 8),
    st.booleans(),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(outcomes, max_size=12))
def test_the_sums_kept_are_those_rebuilt_from_the_results(matches):
    async def check(folder):
        store = await Store.open(f"sqlite:///{folder}/a.db")
        expected = {}
        for guild, users, (how, winner), points, deals, counts in matches:
            await play(store, users, winner, points, deals, how, guild, counts=counts)
            for seat in (0, 1) if how != "void" and 0 not in users and (counts or deals) else ():
                line = expected.setdefault((guild, users[seat]), [0] * 6)
                won, lost = counts and winner == seat, counts and winner == 1 - seat
                for index, more in enumerate((counts, won, lost, points[seat], points[1 - seat], deals)):
                    line[index] += more
        kept = await sums(store)
        assert kept == sorted((*key, *line) for key, line in expected.items())
        await store.standings.rebuild()
        assert await sums(store) == kept
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(check(folder))


@pytest.mark.sqlite
async def test_no_page_and_no_player_of_a_large_server_is_looked_up_by_walking_all_results(store):
    await play(store, (1, 2), 0, finished=[FinishedDeal(0, "4S", True, (50, 20), 10)])
    asked = []
    engine = store._database._engine.sync_engine
    sa.event.listen(engine, "before_cursor_execute", lambda _c, _cursor, sql, bound, *_: asked.append((sql, bound)))
    await store.standings.page(GUILD, 0, 10)
    await store.standings.figures(GUILD, 1)
    async with store._database.read() as connection:
        plans = [
            row[3]
            for sql, bound in asked.copy()
            for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", bound)
        ]
    assert len(asked) >= 8
    scanned = {plan for plan in plans if plan.startswith("SCAN")}
    assert not scanned & {f"SCAN {name}" for name in ("results", "seats", "mine", "deal_results", "matches")}, plans


async def test_a_rebuild_repairs_wrong_sums(store):
    await play(store, (1, 2), 0, (50, 20), 4)
    right = await sums(store)
    await put(store, (1, 9, 9, 9, 9), (3, 1, 1, 1, 1))
    await store.standings.rebuild()
    assert await sums(store) == right
