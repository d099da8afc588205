"""The queue in the database: made once, by whoever comes; who is asked, in which order; answers that do not stay."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from bot.store import Store, StoreError, StoreUnavailable, queue
from bot.store.database import parse_url
from bot.store.postgres import libpq_of
from bot.store.queue import Answer, Job, Work, new_answer
from tests.reliability.test_lease import ROOT
from tests.support.databases import Databases, beside
from tests.support.postgres import Server
from tests.support.thinkers import jobs

KIND, OTHER = "2/c/0008/1", "3/c/0008/1"

PREPARES = """
import asyncio, sys
from bot.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    await store.queue.prepare()
    await store.close()

asyncio.run(main())
"""

pytestmark = pytest.mark.usefixtures("postgres")


@pytest.fixture
def url(databases: Databases) -> str:
    return databases()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    found = await Store.open(url)
    yield found
    await found.close()


def decision(match_id: int, at: int = 0) -> Job:
    return Job(Work.DECISION, match_id, at, 1)


def test_of_many_that_make_it_at_once_one_does(url: str) -> None:
    command = [sys.executable, "-c", PREPARES, url]
    running = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(4)]
    assert [one.communicate(timeout=60)[1] for one in running] == [b""] * 4
    with beside(url) as connection:
        (mark,) = connection.execute("SELECT obj_description('procrastinate'::regnamespace)").fetchone()
    assert mark.startswith("bridgette 3.")


async def test_it_is_made_once_and_anew_when_it_is_of_an_older_version(store: Store, url: str) -> None:
    await store.queue.prepare()
    await store.queue.ask(decision(1), KIND)
    await store.queue.prepare()
    assert len(jobs(url)) == 1
    with beside(url) as connection:
        connection.execute("COMMENT ON SCHEMA procrastinate IS 'bridgette 3.9.9 1'")
    await store.queue.prepare()
    assert jobs(url) == []


async def test_a_newer_one_is_left_to_those_who_need_it(store: Store, url: str) -> None:
    await store.queue.prepare()
    await store.queue.ask(decision(1), KIND)
    with beside(url) as connection:
        connection.execute("COMMENT ON SCHEMA procrastinate IS 'bridgette 999.0.0 1'")
    await store.queue.prepare()
    assert len(jobs(url)) == 1


async def test_a_schema_of_somebody_else_is_left_alone(store: Store, url: str) -> None:
    with beside(url) as connection:
        connection.execute("CREATE SCHEMA procrastinate")
        connection.execute("CREATE TABLE procrastinate.theirs (a int)")
    with pytest.raises(StoreError, match="not this bot's"):
        await store.queue.prepare()
    assert not await store.queue.has_thinkers(KIND)
    with pytest.raises(StoreUnavailable):
        await store.queue.ask(decision(1), KIND)
    with beside(url) as connection:
        assert connection.execute("SELECT count(*) FROM procrastinate.theirs").fetchone() == (0,)


async def test_before_it_is_made_nobody_lives_and_nobody_can_be_asked(store: Store) -> None:
    assert store.queue.is_possible
    assert not await store.queue.has_thinkers(KIND)
    with pytest.raises(StoreUnavailable):
        await store.queue.ask(decision(1), KIND)


async def test_a_thinker_lives_by_its_beats_for_those_of_its_kind(store: Store, url: str) -> None:
    await store.queue.prepare()
    for _ in range(2):
        await store.queue.beat("one", KIND)
    assert await store.queue.has_thinkers(KIND)
    assert not await store.queue.has_thinkers(OTHER)
    with beside(url) as connection:
        connection.execute("UPDATE procrastinate.thinkers SET beat = beat - interval '9 seconds'")
    assert not await store.queue.has_thinkers(KIND), "it is taken for dead"
    await store.queue.beat("one", KIND)
    await store.queue.beat("two", KIND)
    await store.queue.leave("one")
    assert await store.queue.has_thinkers(KIND)
    await store.queue.leave("two")
    assert not await store.queue.has_thinkers(KIND)


async def test_what_waits_is_not_asked_twice_and_decisions_come_first(store: Store, url: str) -> None:
    await store.queue.prepare()
    look, hint = Job(Work.LOOK, 1, 0, 0, new_answer()), Job(Work.HINT, 1, 7, 0, new_answer())
    for job in (look, decision(1), hint, decision(1), decision(2), decision(1, 3)):
        await store.queue.ask(job, KIND)
    asked = [(one["args"]["match_id"], one["args"]["at"]) for one in jobs(url) if one["args"]["work"] == "decision"]
    assert asked == [(1, 0), (2, 0), (1, 3)]
    by_priority = sorted(jobs(url), key=lambda one: -one["priority"])
    assert [one["args"]["work"] for one in by_priority] == ["decision"] * 3 + ["hint", "look"]
    assert {one["queue_name"] for one in jobs(url)} == {f"decisions {KIND}", f"beside {KIND}"}
    assert max(len(f"procrastinate_queue_v1#{one['queue_name']}") for one in jobs(url)) < 64, "the name of a channel"


async def test_the_last_answer_goes_as_it_is_read(store: Store, url: str) -> None:
    await store.queue.prepare()
    mine = new_answer()
    assert await store.queue.answer_to(mine) is None
    await store.queue.put(mine, "some", is_last=False)
    for _ in range(2):
        assert await store.queue.answer_to(mine) == Answer("some", False)
    assert await store.queue.answer_to(new_answer()) is None
    await store.queue.put(mine, "all", is_last=True)
    assert await store.queue.answer_to(mine) == Answer("all", True)
    assert await store.queue.answer_to(mine) is None


async def test_what_nobody_waits_for_does_not_stay(store: Store, url: str) -> None:
    await store.queue.prepare()
    await store.queue.ask(decision(1), KIND)
    await store.queue.ask(decision(2), KIND)
    await store.queue.put("old", "", is_last=True)
    await store.queue.put("new", "", is_last=True)
    await store.queue.beat("one", KIND)
    with beside(url) as connection:
        connection.execute("UPDATE procrastinate.answers SET at = at - interval '3 minutes' WHERE id = 'old'")
        connection.execute(
            "UPDATE procrastinate.procrastinate_events SET at = at - interval '11 minutes' WHERE job_id = 1"
        )
        connection.execute("UPDATE procrastinate.thinkers SET beat = beat - interval '11 minutes'")
    await store.queue.tidy()
    assert [one["args"]["match_id"] for one in jobs(url)] == [2]
    with beside(url) as connection:
        assert connection.rows("SELECT id FROM procrastinate.answers") == [{"id": "new"}]
        assert connection.rows("SELECT id FROM procrastinate.thinkers") == []


async def test_many_who_ask_at_once_do_not_wait_for_each_other(store: Store, url: str) -> None:
    await store.queue.prepare()
    await asyncio.gather(*(store.queue.ask(decision(one % 5), KIND) for one in range(30)))
    assert len(jobs(url)) == 5


async def test_whoever_thinks_reaches_the_same_server(postgres: Server, url: str) -> None:
    import psycopg

    with psycopg.connect(**libpq_of(parse_url(url), search_path="procrastinate")) as connection:  # type: ignore[arg-type]
        row = connection.execute("SELECT current_database(), current_setting('search_path')").fetchone()
    assert row == (url.rpartition("/")[2], "procrastinate")


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("postgres://u:p%40w@h:5433/d", {"host": "h", "port": "5433", "user": "u", "password": "p@w", "dbname": "d"}),
        ("postgresql://h/d?sslmode=verify-full&sslrootcert=/c", {"sslmode": "verify-full", "sslrootcert": "/c"}),
        ("postgresql://h/d?ssl=require", {"sslmode": "require"}),
        ("postgresql:///d?host=/run/pg&user=u&database=e", {"host": "/run/pg", "user": "u", "dbname": "e"}),
        ("postgresql://h/d?options=-c%20a%3Db", {"options": "-c a=b -c search_path=s"}),
    ],
)
def test_an_address_as_postgresqls_own_library_takes_it(address: str, wanted: dict[str, str]) -> None:
    found = libpq_of(parse_url(address), search_path="s")
    assert wanted.items() <= found.items()
    assert not {"ssl", "database"} & found.keys()


async def test_sqlite_has_none(tmp_path: object) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/a.db")
    assert not store.queue.is_possible
    await store.close()


def test_the_tables_are_no_part_of_the_bots_own(url: str) -> None:
    """Those are migrated, moved and erased; these are none of it."""
    from bot.store import schema

    assert not {queue.thinkers, queue.answers} & set(schema.lease.metadata.tables.values())
    assert isinstance(queue.answers, sa.Table)
