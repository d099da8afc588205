"""Opening the database: its settings, its schema, and what is said when it cannot be opened."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.store import Person, Store, StoreError, StoreUnavailable, database, migrate
from bot.store.schema import Moment, metadata

NOW = datetime(2026, 3, 1, 12, 0, 0, 123000, tzinfo=UTC)
ANN, BOB = Person(1, "Ann"), Person(2, "Bob")


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

    reads = [settings(store._database.read) for _ in range(database.POOL_SIZE)]
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


@pytest.mark.parametrize("path", ["file/a.db", "folder"])
async def test_a_place_that_cannot_be_written_is_refused(tmp_path, path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    assert f"{tmp_path}/{path} cannot be written: " in await refusal(f"sqlite:///{tmp_path}/{path}")


@pytest.mark.parametrize("url", ["", "data/a.db", "nosuch://host/name", "sqlite://", "sqlite:///:memory:"])
async def test_a_bad_url_is_refused(url):
    assert "URL" in await refusal(url)


async def test_a_refusal_does_not_show_a_password():
    assert "secret" not in await refusal("nosuch://user:secret@host/name")


async def test_a_locked_database_is_unavailable_and_works_again_afterwards(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "PRAGMAS", ("PRAGMA busy_timeout=0", *database.PRAGMAS[1:]))
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
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "PRAGMA max_page_count=1"))
    limited = await Store.open(f"sqlite:///{tmp_path}/a.db")
    with pytest.raises(StoreUnavailable, match="full"):
        await limited.meta.set("key", "long" * 5000)
    await limited.close()
    assert await store.meta.get("key") is None


async def test_a_read_only_database_is_refused_at_once(store, tmp_path, monkeypatch):
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "PRAGMA query_only=ON"))
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
    return {
        name: sorted(re.sub(r"\s+", " ", line).strip(" ,") for line in sql.splitlines())
        for name, sql in connection.exec_driver_sql(query)
    }


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
    await store.matches.begin(None, 1, 2, (Person(ANN.user_id, "Nan"), BOB), 0, "deck", NOW)
    assert await store.members.names(1, [1, 2]) == {1: "Nan", 2: "Bob"}
    await store.members.see(1, ANN.user_id, "Ann", NOW)
    assert await store.members.names(1, [1]) == {1: "Ann"}
