"""python -m bot move: everything or nothing, from SQLite to PostgreSQL; and nobody goes on with the old copy."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.client import BridgetteClient
from bot.settings import Settings
from bot.store import LeaseHeld, MovedAway, MoveUnsure, Store, StoreError
from bot.store import postgres as postgres_module
from bot.store.copier import STAYS, id_columns, moved_tables
from bot.store.move import Progress, _take, move_to
from bot.store.moved import MOVED, MOVED_HERE, MOVING
from bot.store.pieces import Pieces
from bot.store.schema import metadata
from tests.bot.alone import solo
from tests.bot.conftest import NewWorld, error_log, new_world
from tests.bot.house_scene import start_house
from tests.bot.scene import start as start_match
from tests.bot.test_daily import begun
from tests.bot.test_main import NAMES, ROOT, TOKEN, Run, one_line, run
from tests.reliability import stored
from tests.reliability.stored import half_a_match
from tests.reliability.test_host_commands import in_a_thread
from tests.reliability.test_lease import another_process, now, on_another_machine
from tests.support import moving
from tests.support.databases import Databases
from tests.support.postgres import ESCAPED, PASSWORD, Server
from tests.support.proxy import Proxy, proxy
from tests.test_store_database import OLD, make

__all__ = ["error_log", "new_world", "run"]


@pytest.fixture
def databases(tmp_path: Path) -> Databases:
    """What moves is a file, whatever the run is about."""
    return Databases(tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with half a match in it."""
    path = tmp_path / "a.db"
    in_a_thread(half_a_match(path))
    return path


@pytest.fixture
def url(postgres: Server) -> Iterator[str]:
    """An empty PostgreSQL database."""
    made = postgres.database()
    yield made
    postgres.drop(made)


@pytest.fixture
def between(postgres: Server) -> Iterator[Proxy]:
    with proxy(postgres.port) as found:
        yield found


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


def start(path: Path, *arguments: str) -> subprocess.Popen[str]:
    """The real process."""
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    environment |= {"PYTHONPATH": str(ROOT), "DATABASE_URL": sqlite_url(path)}
    command = [sys.executable, "-m", "bot", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=path.parent, env=environment, stdout=pipe, stderr=pipe, text=True)


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """What came of it. The password of the new database is never told."""
    out, err = process.communicate(timeout=60)
    check_secrecy(out + err)
    return process.returncode, out, err


def moved(path: Path, url: str) -> tuple[int, str, str]:
    return end(start(path, "move", url))


def check_secrecy(told: str) -> None:
    for secret in (PASSWORD, ESCAPED, "fan", "jack"):
        assert secret not in told


def export_of(run: Run, url: str) -> str:
    code, out, err = run("export", "-", DATABASE_URL=url)
    assert (code, err) == (0, "")
    return out


def marks(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {key for (key,) in connection.execute("SELECT key FROM meta")} & {MOVED, MOVING}


def make_schema(url: str) -> None:
    async def work() -> None:
        await (await Store.open(url)).close()

    asyncio.run(work())


def check_equal(path: Path, postgres: Server, url: str) -> None:
    """Every table has the same rows in both; only the marks and what is about processes are their own."""
    old, new = moving.of_file(path), moving.of_server(postgres, url)
    assert old.keys() == new.keys() == metadata.tables.keys()
    own = {MOVED, MOVING, MOVED_HERE}
    for rows in (old, new):
        rows["meta"] = [row for row in rows["meta"] if row[0] not in own]
        for name in STAYS:
            rows.pop(name)
    assert old == new


def check_nothing_moved(path: Path, before: moving.Rows, postgres: Server, url: str) -> None:
    """The new database is as empty as it was, and a bot may go on with the old one."""
    assert moving.tables_of_server(postgres, url) == set() or not any(moving.of_server(postgres, url).values())
    assert marks(path) == set()
    assert {**moving.of_file(path), "lease": []} == {**before, "lease": []}


# The whole


async def test_everything_of_a_bot_that_was_played_with_goes_on_in_the_new_database(
    new_world: NewWorld, tmp_path: Path, postgres: Server, url: str, run: Run
) -> None:
    path = tmp_path / "bridgette.db"
    channels = ("bridge", "lounge", "attic")
    people = ("alice", "bob", "carol", "dave", "erin", "frank")
    async with new_world(shuffles=True, faces=True, members=people, channels=channels) as world:
        scene = await start_match(world, "alice", "bob", world.channels["bridge"])
        await scene.exchange()
        await world.advance(1)
        await start_house(world, "carol", world.channels["lounge"])
        await solo(world, "dave", strength="novice")
        await begun(world, "erin")
        attic = world.channels["attic"]
        world.assert_answered(await world["frank"].slash(attic, "bridgette challenge", clock=3600))
        world.assert_answered(await world["frank"].slash(attic, "bridgette me", block=world["alice"]))
        await world.advance(20)
    kinds = {row[4] for row in moving.of_file(path)["matches"]}
    assert len(moving.of_file(path)["matches"]) >= 5, kinds
    assert {"person", "house"} <= {row[2] for row in moving.of_file(path)["seats"]}

    code, out, err = await asyncio.to_thread(moved, path, url)
    assert (code, err) == (0, "")
    assert "Next: set DATABASE_URL to the new address" in out
    assert str(path) in out
    check_equal(path, postgres, url)
    for name in ("clocks", "days", "dailies", "shuffles", "solo_offers", "challenges", "blocks", "emoji", "meta"):
        assert moving.of_server(postgres, url)[name], name
    assert moving.of_server(postgres, url)["lease"] == []


def test_no_table_and_no_type_is_forgotten(file: Path) -> None:
    """A new table of the schema is moved with the others, or somebody has said why not."""
    assert {"lease", "shard_plan", "shard_lease", "identify", "session_starts"} == STAYS
    known = {table.name for table in moved_tables()} | STAYS
    assert moving.tables_of_file(file) - {"alembic_version", "sqlite_sequence"} == known
    with Pieces(file) as pieces:
        for table in metadata.sorted_tables:
            assert sum(map(len, pieces.read(table))) == pieces.count(table)  # a type that nobody knows raises
    with closing(sqlite3.connect(file)) as connection:
        remembered = {name for (name,) in connection.execute("SELECT name FROM sqlite_sequence")}
    assert remembered <= {column.table.name for column in id_columns()}


def test_half_a_match_its_export_and_its_end_are_the_same(file: Path, postgres: Server, url: str, run: Run) -> None:
    before = export_of(run, sqlite_url(file))
    code, out, err = run("move", url, DATABASE_URL=sqlite_url(file))
    assert (code, err) == (0, "")
    check_secrecy(out)
    assert "acts: 70 of 70" in out
    assert "Moved, with 1 match." in out
    check_equal(file, postgres, url)
    assert export_of(run, url) == before == export_of(run, sqlite_url(file)), "the old copy can still be read"

    assert run("move", "--back", DATABASE_URL=sqlite_url(file))[0] == 0
    for one in (url, sqlite_url(file)):

        async def go_on(one: str = one) -> None:
            store = await Store.open(one)
            await stored.play(store, 1)
            assert await stored.begin(store) == 2, "the ids go on"
            await store.close()

        asyncio.run(go_on())
    assert export_of(run, url) == export_of(run, sqlite_url(file))


def test_an_id_that_was_given_once_is_not_given_again(file: Path, postgres: Server, url: str) -> None:
    """Matches and challenges may be gone, and their numbers still stand in old messages."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE sqlite_sequence SET seq = 4000000000 WHERE name = 'matches'")
        connection.execute("DELETE FROM challenges")
        connection.execute("UPDATE sqlite_sequence SET seq = 77 WHERE name = 'challenges'")
    assert moved(file, url)[0] == 0

    async def begin() -> None:
        store = await Store.open(url)
        assert await stored.begin(store, place=stored.Place(1000, 3000)) == 4000000001
        await store.close()

    asyncio.run(begin())
    with postgres.connect(url.rpartition("/")[2]) as connection:
        assert connection.execute("SELECT nextval('challenges_id_seq')").fetchone() == (78,)
        assert connection.execute("SELECT nextval('shuffles_id_seq')").fetchone() == (1,), "none was ever given"


def test_rows_of_chance_in_every_table(tmp_path: Path, postgres: Server, url: str) -> None:
    empty, filled = tmp_path / "empty.db", set[str]()
    asyncio.run(_close(sqlite_url(empty)))
    make_schema(url)

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def moves(data: st.DataObject) -> None:
        path = tmp_path / "chance.db"
        shutil.copyfile(empty, path)
        moving.fill(path, data)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DELETE FROM lease")
        moving.clear(postgres, url)
        asyncio.run(_move(path, url))
        check_equal(path, postgres, url)
        filled.update(name for name, rows in moving.of_file(path).items() if rows)
        path.unlink()

    moves()
    assert filled >= metadata.tables.keys() - STAYS, "each table had rows at least once"


async def _close(url: str) -> None:
    await (await Store.open(url)).close()


async def _move(path: Path, url: str) -> None:
    assert await move_to(sqlite_url(path), url, now, lambda _: None)


@pytest.mark.parametrize("size", [1, 2, 3, 69, 70, 71])
def test_pieces_of_any_size_are_the_whole(file: Path, size: int) -> None:
    with Pieces(file) as pieces:
        for table in moved_tables():
            rows = [row for piece in pieces.read(table, size) for row in piece]
            assert sorted(rows, key=repr) == moving.of_file(file)[table.name] or table.name == "deal_results"
            assert len(set(rows)) == len(rows) == len(moving.of_file(file)[table.name])


async def test_the_lease_is_renewed_and_progress_is_told_meanwhile(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.move.RENEWAL", 0.0)
    beats, told = list[int](), list[Progress]()

    def tell(progress: Progress) -> None:
        told.append(progress)
        with closing(sqlite3.connect(file)) as connection:
            beats.extend(beat for (beat,) in connection.execute("SELECT beat FROM lease"))

    assert await move_to(sqlite_url(file), url, now, tell)
    assert beats == sorted(set(beats)), "a beat for each piece"
    assert Progress("acts", 70, 70) in told


# The old copy


def test_nobody_goes_on_with_the_old_copy_by_mistake(file: Path, url: str, postgres: Server, run: Run) -> None:
    assert moved(file, url)[0] == 0
    old = {"DATABASE_URL": sqlite_url(file)}
    with pytest.raises(MovedAway) as caught:
        asyncio.run(_serve(sqlite_url(file)))
    sentence = one_line(f"{caught.value}\n")
    assert "set DATABASE_URL to that database" in sentence
    for command in (("void", "1"), ("adopt", "--yes"), ("move", url)):
        code, _, err = run(*command, DISCORD_TOKEN=TOKEN, **old)
        assert code == 1
        assert str(caught.value) in one_line(err)
    code, out, _ = run("check", **old)
    assert (code, out.splitlines()[0]) == (1, f"WRONG: The database cannot be used: {caught.value}")

    assert run("move", "--back", **old)[0] == 0
    assert marks(file) == set()
    asyncio.run(_serve(sqlite_url(file)))
    assert run("move", "--back", **old)[0] == 1, "there is nothing to go back to"
    asyncio.run(_serve(url))


async def _serve(url: str) -> None:
    """A bot starts with the database, and ends."""
    async with BridgetteClient(Settings(database_url=url)) as client:
        await client.open_store()


# No


def test_what_cannot_be_moved_is_one_sentence(file: Path, url: str, postgres: Server, run: Run, tmp_path: Path) -> None:
    before = moving.of_file(file)
    here = sqlite_url(file)
    nothing = postgres.url("nothing")
    wrong = url.replace(ESCAPED, "wrong-word")
    away = url.replace(str(postgres.port), "1")
    for arguments, database, code, part in [
        (("move", here), here, 1, "one of SQLite"),
        (("move", sqlite_url(tmp_path / "b.db")), here, 1, "one of SQLite"),
        (("move", url), url, 1, "names no SQLite database"),
        (("move", here), url, 1, "names no SQLite database"),
        (("move", "--back"), url, 2, "set it to the SQLite file first"),
        (("move", url), sqlite_url(tmp_path / "none.db"), 1, "There is no database at"),
        (("move", nothing), here, 1, "does not exist"),
        (("move", wrong), here, 1, "password authentication failed"),
        (("move", away), here, 1, "Connect call failed"),
        (("move", f"{url}?sslmode=require"), here, 1, "it speaks no TLS"),
        (("move", "mysql://a:b@c/d"), here, 1, "sqlite:/// and postgresql:// alone"),
        (("move", "postgresql://a:b@c@d/e"), here, 1, "write %40 for @"),
        (("move",), here, 2, "Name the URL to move to, or --back"),
        (("move", url, "--back"), here, 2, "Name the URL to move to, or --back"),
        (("move", "a", url), here, 2, "unrecognized arguments: postgresql://…"),
        (("mvoe", url), here, 2, "invalid choice"),
        ((url,), here, 2, "invalid choice: 'postgresql://…"),
    ]:
        found, out, err = run(*arguments, DATABASE_URL=database)
        assert (found, out) == (code, ""), (arguments, out, err)
        assert part in one_line(err)
        check_secrecy(err)
        assert "wrong-word" not in err
    check_nothing_moved(file, before, postgres, url)
    assert not (tmp_path / "b.db").exists()
    assert not (tmp_path / "none.db").exists()


def test_the_new_database_must_be_empty_and_stays_as_it_was(file: Path, url: str, postgres: Server, run: Run) -> None:
    before = moving.of_file(file)

    async def take() -> None:
        store = await Store.open(url)
        await store.lease.take(now())
        await store.close()

    asyncio.run(take())
    there = moving.of_server(postgres, url)
    code, _, err = run("move", url, DATABASE_URL=sqlite_url(file))
    assert code == 1
    assert "There are rows in postgresql://…, in the table lease: name an empty database." in one_line(err)
    assert moving.of_server(postgres, url) == there
    assert marks(file) == set()
    assert {**moving.of_file(file), "lease": []} == before


@pytest.mark.parametrize(
    ("statement", "part"),
    [
        ("CREATE TABLE matches (x int)", "tables of something else"),
        ("CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('9999')", "newer"),
    ],
)
def test_a_database_of_something_else_or_of_a_newer_bot(
    statement: str, part: str, file: Path, url: str, postgres: Server, run: Run
) -> None:
    with postgres.connect(url.rpartition("/")[2]) as connection:
        connection.execute(statement)
    there = moving.tables_of_server(postgres, url)
    code, _, err = run("move", url, DATABASE_URL=sqlite_url(file))
    assert code == 1
    assert part in one_line(err)
    assert moving.tables_of_server(postgres, url) == there
    assert marks(file) == set()


def test_a_server_that_does_not_do(
    file: Path, url: str, postgres: Server, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with postgres.connect("postgres") as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        connection.execute("CREATE ROLE guest LOGIN PASSWORD 'guest-word'")
    latin = postgres.url("latin")
    guest = url.replace("bridgette:" + ESCAPED, "guest:guest-word")
    try:
        for one, part in [(latin, "has the encoding LATIN1"), (guest, "permission denied")]:
            code, _, err = run("move", one, DATABASE_URL=sqlite_url(file))
            assert code == 1
            assert part in one_line(err)
            assert "guest-word" not in err
        monkeypatch.setattr("bot.store.server.OLDEST", 99)
        code, _, err = run("move", url, DATABASE_URL=sqlite_url(file))
        assert code == 1
        assert "the bot needs" in one_line(err)
        assert marks(file) == set()
    finally:
        postgres.drop(latin)
        with postgres.connect("postgres") as connection:
            connection.execute("DROP ROLE guest")


def test_a_bot_that_runs_is_not_moved_and_a_lease_left_behind_elsewhere_is_no_obstacle(
    file: Path, url: str, postgres: Server, run: Run
) -> None:
    here = sqlite_url(file)
    with another_process(here):
        code, _, err = run("move", url, DATABASE_URL=here)
        assert code == 1
        assert "The bot is running with this database: stop it first." in one_line(err)
        assert moving.tables_of_server(postgres, url) == set()
        on_another_machine(here, now() + timedelta(seconds=30))
        code, _, err = run("move", url, DATABASE_URL=here)
        assert code == 1
        assert "The bot is running" in one_line(err)
        on_another_machine(here, now() - timedelta(seconds=1))
        assert run("move", url, DATABASE_URL=here)[0] == 0
    check_equal(file, postgres, url)


async def test_a_bot_that_starts_elsewhere_at_that_very_moment_keeps_its_lease(file: Path) -> None:
    with another_process(sqlite_url(file)):
        store = await Store.open(sqlite_url(file))
        on_another_machine(sqlite_url(file), now() + timedelta(seconds=30))
        with pytest.raises(LeaseHeld):
            await _take(store, now())
        await store.close()


def test_a_database_of_an_earlier_version_is_brought_up_to_date_first(
    tmp_path: Path, url: str, postgres: Server, run: Run
) -> None:
    path = tmp_path / "old.db"
    make(path, "0001")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD)
    code, out, err = run("move", url, DATABASE_URL=sqlite_url(path))
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "The database is of an earlier version, and is brought up to date first."
    check_equal(path, postgres, url)


# Damage


ACTS, MEMBERS, SEATS = (
    "of the table acts with match_id 1, ",
    "of the table members with guild_id 1000, ",
    "of the table seats with match_id 1, ",
)

DAMAGE = {
    "a text for a moment": ("UPDATE acts SET at = 'soon' WHERE number = 3", ACTS + "number 3 holds in at what"),
    "a part of a number": ("UPDATE matches SET started_at = 1.5", "of the table matches with id 1 holds in started_at"),
    "more than 32 bits": ("UPDATE matches SET length = 4294967296", "of the table matches with id 1 holds in length"),
    "a NUL": ("UPDATE members SET name = 'Mar' || char(0) || 'vin'", "holds in name what"),
    "no UTF-8": ("UPDATE members SET name = CAST(x'4d6172ff' AS TEXT)", "holds in name what"),
    "bytes": ("UPDATE seats SET name = x'4d6172' WHERE seat = 1", SEATS + "seat 1 holds in name what"),
    "neither true nor false": ("UPDATE deal_results SET made = 2", "match_id 1, deal 0 holds in made what"),
    "a text for a truth": ("UPDATE deal_results SET made = 'yes'", "match_id 1, deal 0 holds in made what"),
    "bytes in a key": ("UPDATE meta SET key = x'00'", "of the table meta with key b'\\x00' holds in key"),
    "nothing where something must be": (
        "UPDATE sqlite_master SET sql = replace(sql, 'kind TEXT NOT NULL', 'kind TEXT') WHERE name = 'acts'; "
        "/* then */ UPDATE acts SET kind = NULL WHERE number = 4",
        ACTS + "number 4 holds in kind what",
    ),
    "an orphan": ("INSERT INTO notices VALUES (99, 0, 1, 2, 3, 'running')", "99, seat 0 refers to one that is not"),
    "an orphan by two columns": ("UPDATE acts SET deal = 77 WHERE number = 5", ACTS + "number 5 refers to one"),
    "a third seat": ("UPDATE seats SET seat = 7 WHERE seat = 1", SEATS + "seat 7 breaks the rule ck_seats_seat_seat"),
    "two matches in a channel": (
        "DROP INDEX uq_matches_open_channel; INSERT INTO matches (channel_id, length, decks, started_at) "
        "SELECT channel_id, length, decks, started_at FROM matches",
        "of the table matches with id 2 breaks the rule uq_matches_open_channel",
    ),
}


def damage(path: Path, statements: str) -> None:
    for part in statements.split("/* then */"):
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(
                f"PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF; {part}"
            )


def as_bytes(path: Path) -> moving.Rows:
    """All rows, whatever is damaged in them."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        names = [table.name for table in moved_tables()]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_row_is_named_and_nothing_moves(what: str, file: Path, url: str, postgres: Server, run: Run) -> None:
    statements, part = DAMAGE[what]
    damage(file, statements)
    before = as_bytes(file)
    code, out, err = run("move", url, DATABASE_URL=sqlite_url(file))
    assert code == 1
    assert "The row " in one_line(err)
    assert part in err
    for value in ("soon", "Mar", "yes", "4294967296"):
        assert value not in err, "what is stored is not told"
    assert "Next" not in out
    check_secrecy(out + err)
    assert moving.tables_of_server(postgres, url) == set()
    assert marks(file) == set()
    assert as_bytes(file) == before


def test_what_postgresql_takes_is_moved_as_it_is(file: Path, url: str, postgres: Server, run: Run) -> None:
    """A match that cannot be read stays one; nobody need throw it away to move."""
    damage(file, "UPDATE matches SET started_at = 9223372036854775807; UPDATE acts SET value = '?' WHERE number = 9")
    assert moved(file, url)[0] == 0
    check_equal(file, postgres, url)
    assert run("export", "-", DATABASE_URL=url) == run("export", "-", DATABASE_URL=sqlite_url(file))


# Cut off


def test_killed_in_the_middle_it_leaves_nothing_there_and_everything_here(
    file: Path, url: str, postgres: Server, run: Run
) -> None:
    before = moving.of_file(file)
    make_schema(url)
    with moving.held(postgres, url, at="acts") as other:
        process = start(file, "move", url)
        moving.until_waiting(other)
        with pytest.raises(LeaseHeld):
            asyncio.run(_serve_at_once(sqlite_url(file)))
        process.send_signal(signal.SIGKILL)
        assert end(process)[0] == -signal.SIGKILL
    check_nothing_moved(file, before, postgres, url)
    asyncio.run(_serve(sqlite_url(file)))
    assert moved(file, url)[0] == 0
    check_equal(file, postgres, url)


async def _serve_at_once(url: str) -> None:
    """What a bot does that does not wait for another one."""
    store = await Store.open(url)
    try:
        await store.lease.take(now())
    finally:
        await store.close()


def test_no_bot_can_serve_the_new_database_before_all_is_there(
    file: Path, url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "ANSWER_WITHIN", 0.5)
    make_schema(url)

    async def work() -> None:
        early = await Store.open(url)
        with moving.held(postgres, url, at="acts") as other:
            process = start(file, "move", url)
            moving.until_waiting(other)
            with pytest.raises(StoreError, match="does not answer"):
                await early.lease.take(now())
            with pytest.raises(StoreError, match="does not answer"):
                await Store.open(url)
            await early.close()
            moving.let_go(other)
            assert end(process)[0] == 0

    asyncio.run(work())
    check_equal(file, postgres, url)


@contextmanager
def killed_at_commit(file: Path, url: str, postgres: Server) -> Iterator[Any]:
    """A move that is killed while the server commits it, which goes on when this ends."""
    make_schema(url)
    with moving.held(postgres, url, at="commit") as other:
        process = start(file, "move", url)
        moving.until_waiting(other)
        process.send_signal(signal.SIGKILL)
        end(process)
        yield other


def test_killed_while_it_is_committed_the_next_one_finds_out_that_it_was(
    file: Path, url: str, postgres: Server, run: Run
) -> None:
    with killed_at_commit(file, url, postgres):
        assert marks(file) == {MOVING}
    with pytest.raises(MoveUnsure) as caught:
        asyncio.run(_serve(sqlite_url(file)))
    assert "run python -m bot move with the same URL again" in str(caught.value)
    check_equal(file, postgres, url)
    code, out, err = moved(file, url)
    assert (code, err) == (0, "")
    assert out.startswith("The earlier move had come to its end: all is there, with 1 match.")
    assert marks(file) == {MOVING, MOVED}
    with pytest.raises(MovedAway):
        asyncio.run(_serve(sqlite_url(file)))


def test_killed_while_it_is_committed_and_undone_the_next_one_moves(file: Path, url: str, postgres: Server) -> None:
    with killed_at_commit(file, url, postgres) as other:
        moving.end_others(other)
    assert not any(moving.of_server(postgres, url).values())
    code, out, _ = moved(file, url)
    assert code == 0
    assert "Moved, with 1 match." in out
    check_equal(file, postgres, url)


def test_a_commit_that_fails_leaves_the_old_database_in_use(file: Path, url: str, postgres: Server) -> None:
    before = moving.of_file(file)
    make_schema(url)
    with moving.held(postgres, url, at="commit") as other:
        process = start(file, "move", url)
        moving.until_waiting(other)
        moving.end_others(other)
        code, _, err = end(process)
    assert code == 1
    assert "The database cannot be used now" in one_line(err)
    check_nothing_moved(file, before, postgres, url)
    asyncio.run(_serve(sqlite_url(file)))


def test_a_commit_whose_answer_is_lost_is_one(file: Path, url: str, postgres: Server, between: Proxy) -> None:
    between.lose_the_answer_to(b"COMMIT")
    code, out, err = moved(file, url.replace(str(postgres.port), str(between.port)))
    assert between.lost == 1
    assert (code, err) == (0, "")
    assert "Moved, with 1 match." in out
    assert marks(file) == {MOVING, MOVED}
    check_equal(file, postgres, url)


def test_a_commit_that_still_goes_on_when_its_connection_is_lost_is_waited_for(
    file: Path, url: str, postgres: Server, between: Proxy
) -> None:
    make_schema(url)
    with moving.held(postgres, url, at="commit") as other:
        process = start(file, "move", url.replace(str(postgres.port), str(between.port)))
        moving.until_waiting(other)
        between._drop()
        moving.until_waiting(other, 2)
        moving.let_go(other)
        code, out, err = end(process)
    assert (code, err) == (0, "")
    assert "Moved, with 1 match." in out
    check_equal(file, postgres, url)


def test_a_network_that_goes_while_it_is_committed_leaves_one_question_which_the_next_one_answers(
    file: Path, url: str, postgres: Server, between: Proxy
) -> None:
    make_schema(url)
    through = url.replace(str(postgres.port), str(between.port))
    with moving.held(postgres, url, at="commit") as other:
        process = start(file, "move", through)
        moving.until_waiting(other)
        between.cut()
        code, _, err = end(process)
        assert code == 1
        assert str(MoveUnsure()) in one_line(err)
    with pytest.raises(MoveUnsure):
        asyncio.run(_serve(sqlite_url(file)))
    between.open()
    code, out, _ = moved(file, through)
    assert code == 0
    assert "The earlier move had come to its end" in out
    check_equal(file, postgres, url)


# The host's other commands with PostgreSQL


def test_backup_and_restore_give_the_commands_that_do_it(
    file: Path, url: str, postgres: Server, run: Run, tmp_path: Path
) -> None:
    assert moved(file, url)[0] == 0
    copy = tmp_path / "a copy.dump"
    restored = f"{url}_restored"
    environment = os.environ | {"PGPASSWORD": PASSWORD, "PATH": f"{postgres._binaries}:{os.environ['PATH']}"}
    try:
        for command in ("backup", "restore"):
            code, out, err = run(command, str(copy), DATABASE_URL=f"{url}?sslmode=prefer&application_name=bot")
            assert (code, out) == (1, ""), "nothing was done yet"
            check_secrecy(one_line(err))
            typed = err[err.index("(umask" if command == "backup" else "createdb") :]
            subprocess.run(typed, shell=True, check=True, env=environment, capture_output=True, timeout=60)
        assert copy.stat().st_mode & 0o777 == 0o600
        assert moving.of_server(postgres, restored) == moving.of_server(postgres, url)
        assert export_of(run, restored) == export_of(run, url)
    finally:
        postgres.drop(restored)


def test_check_tells_of_the_server_and_of_who_uses_the_database(
    file: Path, url: str, postgres: Server, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = run("check", DATABASE_URL=url)[1].splitlines()
    assert lines[0].startswith("WRONG: The database cannot be used: There is no database of this bot at")
    assert lines[1].startswith("ok: the server has PostgreSQL ")
    assert moved(file, url)[0] == 0
    lines = run("check", DATABASE_URL=url)[1].splitlines()
    assert lines[:3] == [
        "ok: the database can be used and is up to date; 1 match is open",
        "ok: 1 match was ever begun",
        "ok: no bot is running with it",
    ]
    assert "not encrypted" in lines[3]
    assert "MB are free" not in "".join(lines)
    with another_process(url) as other:
        assert f"ok: the bot is running with it: process {other.pid} on" in run("check", DATABASE_URL=url)[1]
    with postgres.connect(url.rpartition("/")[2]) as connection:
        connection.execute("ALTER ROLE bridgette SET idle_session_timeout = '1h'")
        connection.execute("ALTER ROLE bridgette SET statement_timeout = '800ms'")
        connection.execute("ALTER ROLE bridgette SET lock_timeout = '30s'")
    try:
        code, out, err = run("check", DATABASE_URL=url)
    finally:
        with postgres.connect("postgres") as connection:
            connection.execute("ALTER ROLE bridgette RESET ALL")
    check_secrecy(out + err)
    assert code == 1
    assert "WRONG: The server has idle_session_timeout = 1h," in out
    assert "WRONG: The server has statement_timeout = 800ms," in out
    assert "lock_timeout" not in out
    monkeypatch.setattr("bot.store.server.OLDEST", 99)
    assert "WRONG: The server has PostgreSQL" in run("check", DATABASE_URL=url)[1]
