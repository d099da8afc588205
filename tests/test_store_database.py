"""Opening the database: its settings, its schema, and what is said when it cannot be opened."""

import asyncio
import re
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import aiosqlite
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.clock import Clock
from bot.store import (
    ActRow,
    ChannelBusy,
    Conflict,
    DatabaseGone,
    DealRow,
    Ending,
    FinishedDeal,
    NewAct,
    NewDeal,
    NewMatch,
    Notice,
    Person,
    Place,
    Player,
    Store,
    StoreError,
    StoreUnavailable,
    Table,
    migrate,
    revision_of,
    sqlite,
)
from bot.store.schema import Moment, metadata

NOW = datetime(2026, 3, 1, 12, 0, 0, 123000, tzinfo=UTC)
LATER = NOW + timedelta(minutes=10)
ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
NEW = NewMatch(Place(1, 2), 6, "chance", (Player.of(ANN), Player.of(BOB)), 0, "deck")


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(f"sqlite:///{tmp_path}/a.db")
    yield store
    await store.close()


async def test_pragmas_hold_on_every_connection_of_the_pool(store):
    async def settings(transaction):
        async with transaction() as connection:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            return [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in names]

    reads = [settings(store._database.read) for _ in range(sqlite.POOL_SIZE)]
    for found in await asyncio.gather(settings(store._database.write), *reads):
        assert found == ["wal", 2, 1, 5000]


async def test_a_write_locks_out_other_writers_from_its_first_moment(store, tmp_path):
    other = sqlite3.connect(tmp_path / "a.db", timeout=0, isolation_level=None)
    async with store._database.write():
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    async with store._database.read():
        other.execute("BEGIN IMMEDIATE")
    other.close()


@pytest.mark.parametrize("scheme", ["sqlite:///", "sqlite+aiosqlite:///"])
async def test_a_missing_folder_is_made(tmp_path, scheme):
    store = await Store.open(f"{scheme}{tmp_path}/new/folder/a.db")
    await store.meta.set("key", "value")
    await store.close()
    assert (tmp_path / "new/folder/a.db").stat().st_size > 0


async def test_a_second_opening_keeps_what_is_there_and_does_not_load_alembic(store, tmp_path):
    await store.meta.set("key", "value")
    program = (
        "import asyncio, sys\n"
        "from bot.store import Store\n"
        "async def main():\n"
        f"    store = await Store.open('sqlite:///{tmp_path}/a.db')\n"
        "    print(await store.meta.get('key'), 'alembic' in sys.modules, 'discord' in sys.modules)\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "value False False\n"


async def test_stores_opening_one_file_together_share_it(store, tmp_path):
    stores = await asyncio.gather(*(Store.open(f"sqlite:///{tmp_path}/a.db") for _ in range(3)))
    await store.meta.set("key", "value")
    assert [await other.meta.get("key") for other in stores] == ["value"] * 3
    for other in stores:
        await other.close()


async def test_an_update_that_two_processes_start_together_runs_once(store, tmp_path):
    await store.meta.set("key", "value")
    async with store._database.write() as connection:
        await connection.run_sync(metadata.drop_all)
        await connection.execute(sa.text("DELETE FROM alembic_version"))
    stores = await asyncio.gather(*(Store.open(f"sqlite:///{tmp_path}/a.db") for _ in range(2)))
    assert [await other.meta.get("key") for other in stores] == [None, None]
    for other in stores:
        await other.close()


async def refusal(url):
    with pytest.raises(StoreError) as caught:
        await Store.open(url)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


async def test_a_newer_database_is_refused_and_left_alone(store, tmp_path):
    async with store._database.write() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    sentence = await refusal(f"sqlite:///{tmp_path}/a.db")
    assert "newer version" in sentence
    assert "9999" in sentence
    async with store._database.read() as connection:
        assert await connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == "9999"


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path):
    (tmp_path / "a.db").write_bytes(b"Dear diary, " * 1000)
    assert "not a database" in await refusal(f"sqlite:///{tmp_path}/a.db")
    assert (tmp_path / "a.db").read_bytes().startswith(b"Dear diary")


def test_a_refusal_leaves_no_thread_that_complains_to_the_host(tmp_path):
    (tmp_path / "a.db").write_bytes(b"Dear diary, " * 1000)
    program = (
        "import asyncio, sys\n"
        "from bot.store import Store, StoreError\n"
        "for _ in range(20):\n"
        "    try:\n"
        "        asyncio.run(Store.open('sqlite:///' + sys.argv[1]))\n"
        "    except StoreError as error:\n"
        "        print(error)\n"
    )
    command = [sys.executable, "-X", "dev", "-c", program, str(tmp_path / "a.db")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert len(done.stdout.splitlines()) == 20
    assert done.stderr == ""


@pytest.mark.parametrize("path", ["file/a.db", "folder"])
async def test_a_place_that_cannot_be_written_is_refused(tmp_path, path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    assert f"{tmp_path}/{path} cannot be written: " in await refusal(f"sqlite:///{tmp_path}/{path}")


@pytest.mark.parametrize("url", ["", "data/a.db", "nosuch://host/name", "sqlite://", "sqlite:///:memory:"])
async def test_a_bad_url_is_refused(url):
    assert "URL" in await refusal(url)


async def test_a_database_is_new_once(tmp_path):
    for is_new in (True, False):
        store = await Store.open(f"sqlite:///{tmp_path}/a.db")
        assert store.is_new is is_new
        await store.close()


@pytest.mark.parametrize("opens", [lambda url: Store.open(url, create=False), revision_of])
@pytest.mark.parametrize(
    ("there", "sentence"),
    [
        (None, "There is no database at {path}."),
        (b"", "There is no database of this bot at sqlite:///{path}: the bot makes it at its first start."),
    ],
)
async def test_where_nothing_may_be_made_nothing_is(tmp_path, opens, there, sentence):
    path = tmp_path / "folder" / "a.db"
    if there is not None:
        path.parent.mkdir()
        path.write_bytes(there)
    with pytest.raises(StoreError) as caught:
        await opens(f"sqlite:///{path}")
    assert str(caught.value) == sentence.format(path=path)
    assert list(tmp_path.rglob("*.db*")) == ([] if there is None else [path])
    assert path.parent.exists() == (there is not None)
    assert there is None or path.read_bytes() == there


async def test_somebody_elses_database_is_not_taken_for_the_bots_and_left_alone(tmp_path):
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    kept = (tmp_path / "a.db").read_bytes()
    with pytest.raises(StoreError, match="no database of this bot"):
        await Store.open(f"sqlite:///{tmp_path}/a.db", create=False)
    assert (tmp_path / "a.db").read_bytes() == kept


async def test_the_revision_is_told_without_migrating(tmp_path):
    make(tmp_path / "a.db", "0001")
    assert await revision_of(f"sqlite:///{tmp_path}/a.db") == "0001"
    assert await revision_of(f"sqlite:///{tmp_path}/a.db") == "0001"
    store = await Store.open(f"sqlite:///{tmp_path}/a.db", create=False)
    await store.close()
    assert await revision_of(f"sqlite:///{tmp_path}/a.db") == migrate.HEAD


# A file that was taken away under the running bot


def delete(path):
    path.unlink()


def replace(path):
    shutil.copy(path, path.with_name("other.db"))
    path.with_name("other.db").replace(path)


@pytest.mark.parametrize("take_away", [delete, replace])
async def test_a_file_that_is_gone_takes_no_writes_and_none_is_made_in_its_place(store, tmp_path, take_away):
    path = tmp_path / "a.db"
    await store.lease.take(NOW)
    take_away(path)
    for write in (store.lease.renew(LATER), store.meta.set("key", "value"), store.matches.begin(None, NEW, NOW)):
        with pytest.raises(DatabaseGone, match=r"^The database .*a\.db was deleted or replaced while .*\.$"):
            await write
    # Connections that the pool makes only now do not take the other file for the old one either.
    reads = [store.meta.get("key") for _ in range(sqlite.POOL_SIZE)]
    for outcome in await asyncio.gather(*reads, return_exceptions=True):
        assert outcome is None or isinstance(outcome, DatabaseGone)
    assert path.exists() == (take_away is replace)


async def test_a_refusal_does_not_show_a_password():
    assert "secret" not in await refusal("nosuch://user:secret@host/name")


async def test_a_locked_database_is_unavailable_and_works_again_afterwards(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "PRAGMAS", ("PRAGMA busy_timeout=0", *sqlite.PRAGMAS[1:]))
    store = await Store.open(f"sqlite:///{tmp_path}/a.db")
    other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.meta.set("key", "value")
    assert await store.meta.get("key") is None
    other.close()
    await store.meta.set("key", "value")
    assert await store.meta.get("key") == "value"
    await store.close()


async def test_a_full_database_is_unavailable_and_nothing_is_saved(store, tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "PRAGMA max_page_count=1"))
    limited = await Store.open(f"sqlite:///{tmp_path}/a.db")
    with pytest.raises(StoreUnavailable, match="full"):
        await limited.meta.set("key", "long" * 500_000)  # more than the pages that migrating freed
    await limited.close()
    assert await store.meta.get("key") is None


async def test_a_read_only_database_is_refused_at_once(store, tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "PRAGMA query_only=ON"))
    assert "readonly" in await refusal(f"sqlite:///{tmp_path}/a.db")


async def test_a_cancelled_write_is_kept_or_not_and_blocks_nobody(store):
    for yields in range(60):
        task = asyncio.create_task(store.meta.set("key", str(yields)))
        for _ in range(yields):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await store.meta.set("after", str(yields))
        assert await store.meta.get("after") == str(yields)


@pytest.mark.parametrize("cuts", [1, 2, 3])
async def test_a_transaction_that_was_cut_off_is_undone_whole_and_leaves_no_lock(store, tmp_path, cuts):
    """Cancelled at every one of its turns, and again while it ends."""
    other = sqlite3.connect(tmp_path / "a.db", timeout=5, isolation_level=None)
    match_id = (await store.matches.begin(None, NEW, NOW)).id
    kept = 0
    for yields in range(50):
        ending = Ending("void", None, None, (0, 0), 0)
        act = NewAct(kept + 1, 0, 0, "call", "1S")
        task = asyncio.create_task(store.matches.append(match_id, [act], NOW, next_deal=NewDeal(0, "deck")))
        for _ in range(yields):
            await asyncio.sleep(0)
        for _ in range(cuts):
            task.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(task, return_exceptions=True)
        other.execute("BEGIN IMMEDIATE")  # waits for a commit or rollback that is still on its way
        (acts,) = other.execute("SELECT count(*) FROM acts").fetchone()
        (deals,) = other.execute("SELECT count(*) FROM deals").fetchone()
        assert acts == deals - 1, "both or none"
        assert acts - kept in (0, 1)
        other.execute("DELETE FROM acts")
        other.execute("DELETE FROM deals WHERE deal > 0")
        other.execute("COMMIT")
        assert (await store.matches.get(match_id)).is_open
        with pytest.raises(Conflict):
            await store.matches.append(99, [act], NOW, ending=ending)
    other.close()


async def half(store):
    async with store._database.write() as connection:
        await connection.execute(sa.text("INSERT INTO meta VALUES ('half', 'done')"))
        raise RuntimeError("by the block")


async def test_a_transaction_that_failed_in_its_middle_leaves_its_connection_free(store, tmp_path):
    other = sqlite3.connect(tmp_path / "a.db", timeout=0, isolation_level=None)
    for _ in range(2 * sqlite.POOL_SIZE):
        with pytest.raises(RuntimeError, match="by the block"):
            await half(store)
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    assert await store.meta.get("half") is None
    other.close()


async def test_a_commit_that_fails_is_undone(store, tmp_path):
    """A constraint that is looked at only by the commit makes SQLite keep the transaction open."""
    async with store._database.write() as connection:
        await connection.exec_driver_sql("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
        reference = "REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED"
        await connection.exec_driver_sql(f"CREATE TABLE children (parent INTEGER {reference})")
    other = sqlite3.connect(tmp_path / "a.db", timeout=0, isolation_level=None)
    for _ in range(2 * sqlite.POOL_SIZE):
        with pytest.raises(Conflict):
            async with store._database.write() as connection:
                await connection.exec_driver_sql("INSERT INTO children VALUES (1)")
        other.execute("BEGIN IMMEDIATE")
        assert other.execute("SELECT count(*) FROM children").fetchone() == (0,)
        other.execute("ROLLBACK")
    other.close()


CLOCK = Clock.start(timedelta(hours=1), 0)

# How often a piece of work goes to the thread of its connection: each time costs some 0.1 ms of the bot's own

HOPS = {
    # BEGIN IMMEDIATE, whether the lease is still this process's, the act, the clock of what follows, COMMIT
    "an act": (5, lambda store: store.matches.append(1, [NewAct(1, 0, 0, "call", "1S")], NOW, clock=CLOCK)),
    # the further acts together
    "an act with two that follow by themselves": (
        6,
        lambda store: store.matches.append(
            1, [NewAct(number, 0, 0, "play", "AS") for number in (1, 2, 3)], NOW, clock=CLOCK
        ),
    ),
    # and the deal's result, the next deal, the match's end, neither clock nor watchers any more, the match's result,
    # who plays, both sums
    "an act that ends the match": (
        12,
        lambda store: store.matches.append(
            1,
            [NewAct(1, 0, 0, "play", "AS")],
            NOW,
            FinishedDeal(0, "1S", True, (30, 0), 7),
            NewDeal(1, "deck"),
            Ending("played", None, 0, (30, 0), 1),
        ),
    ),
    # the match, its seats, its deal, its clock, two names, between BEGIN, the lease and COMMIT
    "a match begun": (8, lambda store: store.matches.begin(None, NEW_ELSEWHERE, NOW, CLOCK)),
    "a channel asked for its match": (2, lambda store: store.matches.open_in(2)),
    # match with seats, deals, acts, notices, clock
    "a match loaded": (6, lambda store: store.matches.load(1)),
    "what is to be told": (4, lambda store: store.matches.unsettled()),
    "a name seen again": (0, lambda store: store.members.see(1, 1, "Ann", NOW)),
}
NEW_ELSEWHERE = NewMatch(Place(1, 3), 6, "chance", (Player.of(ANN), Player.of(BOB)), 0, "deck")


@pytest.mark.parametrize("work", HOPS)
async def test_how_often_the_thread_is_gone_to(store, work, monkeypatch):
    expected, do = HOPS[work]
    await store.matches.begin(None, NEW, NOW)
    await store.lease.take(NOW)
    hops, execute = [], aiosqlite.Connection._execute

    async def counted(self, function, *arguments, **options):
        hops.append(arguments[:1] or function)
        return await execute(self, function, *arguments, **options)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await do(store)
    assert len(hops) == expected, hops


# Migrations


def config(connection=None):
    found = Config()
    found.set_main_option("script_location", str(migrate.SCRIPTS))
    found.attributes["connection"] = connection
    return found


def make(file, revision):
    """A database as the version of that revision made it, or brings an older one up to date."""
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(config(connection), revision)
    engine.dispose()


MATCH = "guild_id, channel_id, user0, user1, name0, name1, started_at"
OLD = f"""
INSERT INTO matches (id, {MATCH}, table_message_id, table_deal, table_posted_at)
    VALUES (3, 100, 200, 1, 2, 'Ann', 'Bob', 1000, 71, 1, 1500);
INSERT INTO matches (id, {MATCH}, ended_how, ended_by, winner, ended_at, result_message_id)
    VALUES (4, 100, 200, 2, 1, 'Bob', 'Ann', 1000, 'resigned', 0, 1, 2000, 72);
INSERT INTO matches (id, {MATCH}, ended_how, ended_at, table_message_id, table_deal, table_posted_at)
    VALUES (5, 100, 201, 1, 3, 'Ann', 'Cyd', 1000, 'void', 2000, 73, 0, 1500);
INSERT INTO matches (id, {MATCH}, ended_how, winner, ended_at, table_message_id, table_deal, table_posted_at)
    VALUES (7, 101, 202, 3, 1, 'Cyd', 'Ann', 1000, 'played', 1, 2000, 74, 0, 1500);
INSERT INTO matches (id, {MATCH}, ended_how, ended_at, result_message_id)
    VALUES (8, 100, 203, 1, 2, 'Ann', 'Bob', 1000, 'agreed', 2000, 75);
INSERT INTO deals VALUES (3, 0, 1, 'deck one', 81), (3, 1, 0, 'deck two', NULL), (4, 0, 0, 'deck', NULL),
    (7, 0, 1, 'deck', 82), (8, 0, 1, 'deck', NULL);
INSERT INTO actions VALUES (3, 1, 0, 0, 0, 'discard', 'S9 H4', 1100), (3, 2, 0, 1, 1, 'call', 'Pass', 1200),
    (3, 3, 1, 0, 1, 'play', 'SA', 1300), (4, 1, 0, NULL, 0, 'resign', '', 2000), (7, 1, 0, 5, 1, 'play', 'SA', 2000),
    (8, 1, 0, NULL, 1, 'stop', '', 2000);
INSERT INTO deal_results VALUES (3, 0, 1, '4SX', 0, 10, 0, 9), (7, 0, 0, '1C', 1, 20, 5, 7);
INSERT INTO results VALUES (4, 100, 'resigned', 1, 2, 2, 1, 5, 6, 0, 2000),
    (7, 101, 'played', 1, 3, 3, 1, 20, 30, 1, 2000), (8, 100, 'agreed', NULL, NULL, 1, 2, 1, 2, 0, 2000);
INSERT INTO standings VALUES (100, 1, 2, 1, 0, 7, 7, 0), (100, 2, 2, 0, 1, 7, 7, 0), (101, 1, 1, 1, 0, 30, 20, 1),
    (101, 3, 1, 0, 1, 20, 30, 1);
INSERT INTO members VALUES (100, 1, 'Ann', 900), (100, 2, 'Bob', 900), (101, 1, 'Ann', 900), (101, 3, 'Cyd', 900);
INSERT INTO notices VALUES (3, 1, 3, 91, 1400), (7, 0, 1, 92, 1400);
INSERT INTO challenges VALUES (1, 100, 200, 1, 'Ann', 2, 'Bob', 500, 9000, 61, 'accepted', 3),
    (2, 100, 200, 1, 'Ann', NULL, NULL, 500, 9000, 62, 'open', NULL),
    (6, 100, 200, 1, 'Ann', 2, 'Bob', 500, 9000, 63, 'declined', NULL);
INSERT INTO meta VALUES ('commands', 'fingerprint');
"""
AFTER = {
    "seats": [
        (3, 0, "person", 1, "Ann", None, None, None),
        (3, 1, "person", 2, "Bob", None, None, None),
        (4, 0, "person", 2, "Bob", None, None, None),
        (4, 1, "person", 1, "Ann", None, None, None),
        (5, 0, "person", 1, "Ann", None, None, None),
        (5, 1, "person", 3, "Cyd", None, None, None),
        (7, 0, "person", 3, "Cyd", None, None, None),
        (7, 1, "person", 1, "Ann", None, None, None),
        (8, 0, "person", 1, "Ann", None, None, None),
        (8, 1, "person", 2, "Bob", None, None, None),
    ],
    "matches": [
        # guild, channel, length, decks, started, suspended; the end's four; the table's four; settled, result, clock
        (3, 100, 200, 6, "chance", 1000, None, None, None, None, None, 71, 1, 1500, None, None, None, None),
        (4, 100, 200, 6, "chance", 1000, None, "resigned", 0, 1, 2000, None, None, None, None, None, 72, None),
        (5, 100, 201, 6, "chance", 1000, None, "void", None, None, 2000, None, None, None, None, None, None, None),
        (7, 101, 202, 6, "chance", 1000, None, "played", None, 1, 2000, 74, 0, 1500, None, None, None, None),
        (8, 100, 203, 6, "chance", 1000, None, "agreed", None, None, 2000, None, None, None, None, None, 75, None),
    ],
    "acts": [
        (3, 1, 0, 0, "discard", "S9 H4", 1100),
        (3, 2, 0, 1, "call", "Pass", 1200),
        (3, 3, 1, 1, "play", "SA", 1300),
        (4, 1, 0, 0, "resign", "", 2000),
        (7, 1, 0, 1, "play", "SA", 2000),
        (8, 1, 0, 1, "stop", "", 2000),
    ],
    "results": [
        (4, 100, "resigned", 1, 5, 6, 0, 2000, 1, 0),
        (7, 101, "played", 1, 20, 30, 1, 2000, 1, 0),
        (8, 100, "agreed", None, 1, 2, 0, 2000, 1, 0),
    ],
    "challenges": [
        (1, 100, 200, 1, "Ann", 2, "Bob", 500, 9000, 61, "accepted", "accepted", 3, 6, 0, None, None),
        (2, 100, 200, 1, "Ann", None, None, 500, 9000, 62, "open", "open", None, 6, 0, None, None),
        (6, 100, 200, 1, "Ann", 2, "Bob", 500, 9000, 63, "declined", "declined", None, 6, 0, None, None),
    ],
    "notices": [(3, 1, 3, 91, 1400, "running"), (7, 0, 1, 92, 1400, "running")],
    # A whole day for each match that is open, from the first moment for which this version runs.
    "clocks": [(3, 86_400, "running", 86_400_000, 43_200_000, None)],
}
SAME = ("deals", "deal_results", "standings", "members", "meta")


def rows(path, table):
    connection = sqlite3.connect(path)
    found = sorted(connection.execute(f"SELECT * FROM {table}"), key=repr)
    connection.close()
    return found


@pytest.fixture(params=["0001", "0002", "0003", "0004", "0005"])
def old(request, tmp_path):
    """A database of an earlier version, with something in every table."""
    path = tmp_path / "old.db"
    make(path, min(request.param, "0002"))
    connection = sqlite3.connect(path)
    connection.executescript(OLD)
    if request.param != "0001":
        connection.execute("INSERT INTO lease VALUES (1, 'somebody', 'elsewhere', 7, 5000)")
        connection.commit()
    connection.close()
    make(path, request.param)
    return path


async def test_a_database_of_every_earlier_version_keeps_all_that_it_has(old):
    same = {table: rows(old, table) for table in SAME}
    has_lease = await revision_of(f"sqlite:///{old}") != "0001"
    store = await Store.open(f"sqlite:///{old}")
    for table, wanted in (same | AFTER).items():
        assert rows(old, table) == sorted(wanted, key=repr), table
        assert wanted, table
    assert rows(old, "lease") == ([(1, "somebody", "elsewhere", 7, "", 0, 5000)] if has_lease else [])
    assert not store.is_new
    assert rows(old, "shuffles") == [], "nothing was promised then"
    connection = sqlite3.connect(old)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'old%'").fetchall() == []
    connection.close()
    kept = rows(old, "standings")
    await store.standings.rebuild()
    assert rows(old, "standings") == kept
    await store.close()


async def test_the_matches_of_an_earlier_version_are_the_same_and_go_on(old):
    store = await Store.open(f"sqlite:///{old}")
    loaded = await store.matches.load(3)
    moment = Moment().process_result_value
    assert loaded.match.players == (Player.of(ANN), Player.of(BOB))
    assert loaded.match.table == Table(71, 1, moment(1500, None), -1)
    assert loaded.deals == [DealRow(0, 1, "deck one", 81), DealRow(1, 0, "deck two", None)]
    assert loaded.acts[:2] == [
        ActRow(1, 0, 0, "discard", "S9 H4", moment(1100, None)),
        ActRow(2, 0, 1, "call", "Pass", moment(1200, None)),
    ]
    assert loaded.notices == [Notice(3, 1, 3, 91, moment(1400, None))]
    # The open one and those ended that lack their message or hold a notice are brought up to date, and once.
    assert [one.match_id for one in await store.matches.unsettled()] == [3, 7]
    assert await store.challenges.untold() == []
    # Nothing was promised with any of them, and nothing is made up afterwards.
    assert [(await store.challenges.get(number)).commitment for number in (1, 2, 6)] == [None, None, None]
    for number in (3, 4, 7):
        assert await store.shuffles.for_the_record(number) is None
        assert await store.shuffles.for_dealing(match_id=number) is None
    with pytest.raises(ChannelBusy):
        await store.matches.begin(None, NewMatch(Place(100, 200), 6, "chance", NEW.players, 0, "deck"), NOW)
    await store.matches.append(3, [NewAct(4, 1, 0, "play", "SK")], NOW, ending=Ending("played", None, 1, (0, 9), 1))
    assert (await store.standings.page(100, 0, 9)).total == 2
    assert (await store.matches.begin(None, NEW, NOW)).id == 9, "ids are not given again"
    await store.close()


@pytest.mark.parametrize("old", ["0001", "0002"], indirect=True)
async def test_an_upgrade_that_fails_in_its_middle_leaves_the_old_database_as_it_was(old, monkeypatch):
    connection = sqlite3.connect(old)
    connection.execute("UPDATE matches SET ended_at = NULL, ended_how = NULL WHERE id = 8")
    connection.execute("DROP INDEX uq_matches_open_channel")
    connection.execute("UPDATE matches SET channel_id = 200 WHERE id = 8")  # what the new table will not take
    connection.commit()
    connection.close()
    kept = {table: rows(old, table) for table in ("matches", "actions", "results", "alembic_version", "sqlite_master")}
    with pytest.raises(StoreError):
        await Store.open(f"sqlite:///{old}")
    assert {table: rows(old, table) for table in kept} == kept


async def test_the_head_in_the_code_is_the_newest_migration():
    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))
    assert ScriptDirectory.from_config(config).get_heads() == [migrate.HEAD]


async def test_migrations_make_exactly_the_schema(store, tmp_path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        migrated = definitions(connection)
    engine.dispose()

    # Alembic compares neither checks nor the conditions of indexes; the database's own text has both.
    engine = sa.create_engine(f"sqlite:///{tmp_path}/b.db")
    metadata.create_all(engine)
    with engine.connect() as connection:
        assert migrated == definitions(connection)
    engine.dispose()


def definitions(connection):
    query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'"
    return {name: clauses(sql) for name, sql in connection.exec_driver_sql(query)}


def clauses(sql):
    """What a statement says, in no order: a column that was added later comes last, in a line of its own or in none."""
    head, _, body = re.sub(r"\s+", " ", sql).partition("(")
    body, _, tail = body.rpartition(")")
    found, depth = [""], 0
    for char in body:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return head.strip(), sorted(one.strip() for one in found), tail.strip()


def test_a_moment_comes_back_in_utc_to_the_millisecond():
    moment, dialect = Moment(), sa.create_mock_engine("sqlite://", lambda *_: None).dialect
    east = NOW.astimezone(timezone(timedelta(hours=5)))
    for at in (NOW, east, datetime(1969, 12, 31, 23, 59, 59, 999000, tzinfo=UTC)):
        back = moment.process_result_value(moment.process_bind_param(at, dialect), dialect)
        assert back == at
        assert back.tzinfo is UTC
    with pytest.raises(ValueError, match="time zone"):
        moment.process_bind_param(datetime(2026, 3, 1), dialect)


async def test_meta_holds_the_last_value(store):
    assert await store.meta.get("key") is None
    await store.meta.set("key", "one")
    await store.meta.set("key", "two")
    assert await store.meta.get("key") == "two"


async def test_members_are_known_by_their_last_name_in_each_server(store):
    await store.members.see(1, 10, "Old", NOW)
    await store.members.see(1, 10, "New", NOW)
    await store.members.see(2, 10, "Elsewhere", NOW)
    assert await store.members.names(1, [10, 11]) == {10: "New"}
    assert await store.members.names(2, [10]) == {10: "Elsewhere"}
    assert await store.members.names(2, []) == {}


async def test_the_same_name_again_is_not_written_again(store, monkeypatch):
    await store.members.see(1, 10, "Ann", NOW)

    def no_write():
        raise AssertionError("wrote")

    monkeypatch.setattr(store._database, "write", no_write)
    await store.members.see(1, 10, "Ann", NOW)


async def test_the_names_remembered_are_bounded_and_the_oldest_are_written_again(store, monkeypatch):
    monkeypatch.setattr("bot.store.members.CACHE_SIZE", 3)
    for user in range(5):
        await store.members.see(1, user, "Name", NOW)
    assert list(store.members._seen) == [(1, 2), (1, 3), (1, 4)]
    await store.members.see(1, 0, "Other", NOW)
    assert (await store.members.names(1, range(5)))[0] == "Other"


async def test_a_name_seen_after_a_match_began_under_another_is_written(store):
    await store.members.see(1, ANN.user_id, "Ann", NOW)
    players = (Player.of(Person(ANN.user_id, "Nan")), Player.of(BOB))
    await store.matches.begin(None, NewMatch(Place(1, 2), 6, "chance", players, 0, "deck"), NOW)
    assert await store.members.names(1, [1, 2]) == {1: "Nan", 2: "Bob"}
    await store.members.see(1, ANN.user_id, "Ann", NOW)
    assert await store.members.names(1, [1]) == {1: "Ann"}
