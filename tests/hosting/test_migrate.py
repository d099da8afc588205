"""`migrate`: the step before a release. It says what it did, and does no harm twice, or at once with others."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import HEAD, bring_up_to_date
from bot.store import postgres as postgres_module
from bot.store.locks import Lock
from tests.bot.test_main import ROOT, Run, one_line, run
from tests.reliability.test_lease import now
from tests.support.databases import beside
from tests.support.postgres import Server
from tests.test_store_database import make

__all__ = ["run"]

MADE = f"The database was made, with schema {HEAD}.\n"
NOTHING = f"The database is up to date, with schema {HEAD}: there was nothing to do.\n"
AT_ONCE = 4


def test_it_makes_a_database_and_then_has_nothing_to_do(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/a/new.db"
    assert run("migrate", DATABASE_URL=url) == (0, MADE, "")
    assert run("migrate", DATABASE_URL=url) == (0, NOTHING, "")


@pytest.mark.parametrize("revision", ["0001", "0005"])
def test_an_older_one_is_brought_up_to_date(revision: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    make(path, revision)
    done = f"The database was brought up to date, from schema {revision} to {HEAD}.\n"
    assert run("migrate", DATABASE_URL=f"sqlite:///{path}") == (0, done, "")
    assert "is up to date; 0 matches are open" in run("check", DATABASE_URL=f"sqlite:///{path}")[1]


def test_a_newer_one_is_left_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    assert run("migrate", DATABASE_URL=f"sqlite:///{path}")[0] == 0
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    code, out, err = run("migrate", DATABASE_URL=f"sqlite:///{path}")
    assert (code, out) == (1, "")
    assert "update the bot" in one_line(err)


def test_with_sqlite_a_bot_of_the_version_before_must_be_stopped_first(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    make(path, "0005")
    with closing(sqlite3.connect(path)) as connection, connection:
        until = int(now().timestamp() * 1000) + 60_000
        columns = [row[1] for row in connection.execute("PRAGMA table_info(lease)")]
        values = {"id": 1, "holder": "x", "host": "elsewhere", "pid": 7, "until": until, "born": "", "beat": 1}
        marks = ", ".join("?" * len(columns))
        connection.execute(f"INSERT INTO lease VALUES ({marks})", [values[name] for name in columns])
    code, out, err = run("migrate", DATABASE_URL=f"sqlite:///{path}")
    assert (code, out) == (1, "")
    assert "stop the bot first" in one_line(err)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0005",)


def test_a_database_that_is_not_there_is_one_line(run: Run) -> None:
    code, out, err = run("migrate", DATABASE_URL="sqlite:////proc/x/y.db")
    assert (code, out) == (1, "")
    assert "The database cannot be used" in one_line(err)


def several(url: str, folder: Path) -> list[tuple[int, str]]:
    """The same step in several processes at once: exit codes and what they say, in words of the alphabet's order."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": url}
    command = [sys.executable, "-m", "bot", "migrate"]
    processes = [
        subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(AT_ONCE)
    ]
    try:
        said = [process.communicate(timeout=120)[0].decode() for process in processes]
    finally:
        for process in processes:
            process.kill()
    return sorted((process.returncode, text) for process, text in zip(processes, said, strict=True))


def test_of_several_at_once_one_makes_the_schema(tmp_path: Path) -> None:
    assert several(f"sqlite:///{tmp_path}/a.db", tmp_path) == sorted([(0, MADE), *[(0, NOTHING)] * (AT_ONCE - 1)])


def test_of_several_at_once_one_makes_the_schema_of_a_server(postgres: Server, tmp_path: Path) -> None:
    url = postgres.database()
    assert several(url, tmp_path) == sorted([(0, MADE), *[(0, NOTHING)] * (AT_ONCE - 1)])
    with beside(url) as connection:
        assert connection.rows("SELECT version_num FROM alembic_version") == [{"version_num": HEAD}]


WAITS = """
SELECT extract(epoch FROM clock_timestamp() - query_start) AS seconds FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND datname = current_database()
"""


async def test_it_takes_the_time_that_a_large_database_needs(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Acts are given up after five seconds without an answer; a step of a release that rewrites a table is not."""
    monkeypatch.setattr(postgres_module, "ANSWER_WITHIN", 0.5)
    url = postgres.database()
    numbers = Lock.MIGRATE.numbers()
    with postgres.connect(url.rpartition("/")[2]) as before:
        before.execute("SELECT pg_advisory_lock(%s, %s)", numbers)
        task = asyncio.create_task(bring_up_to_date(url))
        for _ in range(600):
            if any(seconds > 1.5 for (seconds,) in before.execute(WAITS).fetchall()):
                break
            assert not task.done(), task.result()
            await asyncio.sleep(0.05)
        before.execute("SELECT pg_advisory_unlock(%s, %s)", numbers)
        assert await task is None
