"""check, backup, restore, export, void, adopt: what goes wrong at the terminal is one sentence, and loses nothing."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.host.invite import NEEDED, PERMISSIONS
from bot.store import HEAD, OtherApplication, Store, adopt, application_of_database, check_application
from bot.texts import ENGLISH, HOST
from bridgette.record import read_record
from tests.bot import test_main
from tests.bot.test_main import ROOT, TOKEN, Run, one_line, run, start
from tests.reliability import stored
from tests.reliability.stored import half_a_match
from tests.reliability.test_lease import another_process, change, now, on_another_machine, tell
from tests.test_store_database import OLD, make

__all__ = ["run", "start"]

GUILD_ID, BOT_ID = 111111111111111111, 222222222222222222


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with half a match in it."""
    path = tmp_path / "a.db"
    in_a_thread(half_a_match(path))
    return path


def in_a_thread(work: Coroutine[Any, Any, object]) -> None:
    thread = threading.Thread(target=asyncio.run, args=(work,))
    thread.start()
    thread.join()


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names if name != "lease"
        }


def leftovers(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir() if not one.name.endswith((".db", ".db-wal", ".db-shm"))}


def go_on(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Play the match of the database to its end; all that is there then."""

    async def play() -> None:
        store = await Store.open(url(path))
        await stored.play(store, 1)
        row = await store.matches.get(1)
        assert row is not None
        assert not row.is_open
        await store.close()

    in_a_thread(play())
    return everything(path)


# check


@contextmanager
def discord_answers(monkeypatch: pytest.MonkeyPatch, routes: dict[str, tuple[int, Any]]) -> Iterator[list[str]]:
    """A small Discord on this machine: what it answers by path; all else is unknown."""
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        status, body = routes.get(request.path, (404, {"code": 10004, "message": "Unknown Guild"}))
        # Without a charset: discord.py knows JSON by exactly this.
        return web.Response(body=json.dumps(body).encode(), status=status, headers={"Content-Type": "application/json"})

    loop, ready = asyncio.new_event_loop(), threading.Event()
    port: list[int] = []

    async def serve() -> None:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port.append(runner.addresses[0][1])
        ready.set()

    def work() -> None:
        loop.create_task(serve())
        loop.run_forever()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    ready.wait(10)
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port[0]}")
    try:
        yield asked
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


ME = {"id": str(BOT_ID), "username": "bridgette", "discriminator": "0000", "avatar": None, "bot": True}
APPLICATION = {
    "id": str(BOT_ID),
    "name": "bridgette",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "x",
    "flags": 0,
    "owner": ME,
}


def server(permissions: int) -> dict[str, tuple[int, Any]]:
    role = {
        "id": str(GUILD_ID),
        "name": "@everyone",
        "permissions": str(permissions),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    guild = {
        "id": str(GUILD_ID),
        "name": "Club",
        "owner_id": "5",
        "roles": [role],
        "emojis": [],
        "stickers": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_flags": 0,
        "afk_timeout": 60,
    }
    member = {
        "user": ME,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return {
        "/users/@me": (200, ME),
        "/oauth2/applications/@me": (200, APPLICATION),
        f"/guilds/{GUILD_ID}": (200, guild),
        f"/guilds/{GUILD_ID}/members/{BOT_ID}": (200, member),
    }


def test_all_is_well(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with discord_answers(monkeypatch, server(PERMISSIONS.value)):
        code, out, err = run("check", "--server", str(GUILD_ID), DISCORD_TOKEN=TOKEN, DATABASE_URL=url(file))
    assert (code, err) == (0, "")
    database, disk, token, permissions = out.splitlines()
    assert database == "ok: the database can be used and is up to date; 1 match is open"
    assert disk.startswith("ok: ")
    assert disk.endswith(" MB are free where the database is")
    assert token == "ok: Discord accepts the token, which belongs to bridgette#0000"
    assert permissions == "ok: the bot has all the permissions that it needs on that server"
    assert TOKEN not in out


def test_without_a_server_its_permissions_are_not_asked(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with discord_answers(monkeypatch, server(0)) as asked:
        code, out, _ = run("check", DISCORD_TOKEN=TOKEN, DATABASE_URL=url(file))
    assert code == 0
    assert not any("guilds" in path for path in asked)
    assert len(out.splitlines()) == 3


@pytest.mark.parametrize("name", NEEDED)
def test_each_missing_permission_is_named(name: str, file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    granted = discord.Permissions(PERMISSIONS.value)
    granted.update(**{name: False})
    with discord_answers(monkeypatch, server(granted.value)):
        code, out, _ = run("check", "--server", str(GUILD_ID), DISCORD_TOKEN=TOKEN, DATABASE_URL=url(file))
    assert code == 1
    wrong = [line for line in out.splitlines() if line.startswith("WRONG: ")]
    label = ENGLISH("permission-" + name.replace("_", "-"))
    assert wrong == [f"WRONG: The bot lacks permissions on that server: {label}. Invite it again, or grant them."]


@pytest.mark.parametrize(
    ("routes", "sentence"),
    [
        ({}, "The bot is not on that server, or no server has that id."),
        ({f"/guilds/{GUILD_ID}": (403, {"code": 50001, "message": "Missing Access"})}, "The bot is not on that server"),
    ],
)
def test_a_server_that_is_none_of_the_bots(
    routes: dict[str, Any], sentence: str, file: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {path: one for path, one in server(0).items() if "guilds" not in path} | routes
    with discord_answers(monkeypatch, answers):
        code, out, err = run("check", "--server", str(GUILD_ID), DISCORD_TOKEN=TOKEN, DATABASE_URL=url(file))
    assert (code, err) == (1, "")
    assert sentence in out.splitlines()[-1]


def test_a_token_that_discord_refuses(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with discord_answers(monkeypatch, {"/users/@me": (401, {"code": 0, "message": "401: Unauthorized"})}):
        code, out, err = run("check", DISCORD_TOKEN=TOKEN, DATABASE_URL=url(file))
    assert (code, err) == (1, "")
    assert out.splitlines()[-1].startswith("WRONG: Discord refuses this DISCORD_TOKEN")
    assert TOKEN not in out


def test_a_discord_that_cannot_be_reached(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(self: object, token: str) -> None:
        raise OSError("No route to host")

    monkeypatch.setattr(discord.Client, "login", unreachable)
    code, out, err = run("check", DISCORD_TOKEN=TOKEN, DATABASE_URL=url(file))
    assert (code, err) == (1, "")
    assert out.splitlines()[-1] == "WRONG: Discord cannot be reached: No route to host"


def test_a_check_without_a_token_tells_of_the_database_all_the_same(file: Path, run: Run) -> None:
    code, out, err = run("check", DATABASE_URL=url(file))
    assert (code, err) == (1, "")
    assert [line.split(":")[0] for line in out.splitlines()] == ["ok", "ok", "WRONG"]
    assert "DISCORD_TOKEN is not set" in out


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def broken(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@pytest.mark.parametrize(("spoil", "reason"), [(newer, "newer version"), (broken, "not a database")])
def test_a_database_that_cannot_be_used(spoil: Callable[[Path], None], reason: str, file: Path, run: Run) -> None:
    spoil(file)
    code, out, err = run("check", DATABASE_URL=url(file))
    assert (code, err) == (1, "")
    assert out.splitlines()[0].startswith("WRONG: The database cannot be used: ")
    assert reason in out.splitlines()[0]


def test_a_check_makes_no_database(run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "folder" / "a.db"
    code, out, err = run("check", DATABASE_URL=url(missing))
    assert (code, err) == (1, "")
    assert out.splitlines()[0] == f"WRONG: The database cannot be used: There is no database at {missing}."
    assert not missing.parent.exists()


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_a_check_migrates_nothing_and_says_that_the_next_start_will(revision: str, run: Run, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    older(old, revision)
    kept = old.read_bytes()
    _, out, err = run("check", DATABASE_URL=url(old))
    assert err == ""
    assert out.splitlines()[0] == (
        f"ok: the database is of an earlier version (schema {revision}): it will be brought up to date (to {HEAD}) at "
        "the next start"
    )
    assert old.read_bytes() == kept


def older(path: Path, revision: str) -> None:
    """A database of an earlier version, with something in every table."""
    make(path, revision)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD)


def damage(path: Path) -> None:
    """Give the database's match an act that the rules forbid."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE acts SET value = 'XX' WHERE match_id = 1 AND number = 3")


def test_a_check_names_the_open_matches_that_are_damaged(file: Path, run: Run) -> None:
    damage(file)
    code, out, err = run("check", DATABASE_URL=url(file))
    assert (code, err) == (1, "")
    assert out.splitlines()[:2] == [
        "ok: the database can be used and is up to date; 1 match is open",
        "WRONG: The records of these open matches are damaged, so that they cannot go on: 1. End them by "
        "python -m bot void, each with its number.",
    ]


def test_a_disk_that_is_nearly_full(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(file.parent)._replace(free=5 * 1024 * 1024)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    code, out, _ = run("check", DATABASE_URL=url(file))
    assert code == 1
    assert "WRONG: Only 5 MB are free where the database is." in out


NO_IDS = [
    *("", "club", "0", "00", "-1", "+5", "1_000", "1.5", "1e3", "0x10", " 5 ", "5 ", "\t5", "5\n", "5\0", "five"),
    *("²", "١٢٣", "１２", "\u200b5", "5\u0660", str(2**63), "9" * 19, "1" * 20, "9" * 5000, "0" * 5000 + "1"),
]
"""What is no number of Discord's or of a database's, however Python reads it."""


@pytest.mark.parametrize("number", NO_IDS, ids=lambda number: ascii(number[:20]))
@pytest.mark.parametrize("command", [("check", "--server={}"), ("void", "--", "{}")], ids=["check", "void"])
def test_an_id_is_typed_in_plain_digits_and_fits(command: tuple[str, ...], number: str, file: Path, run: Run) -> None:
    kept = everything(file)
    code, out, err = run(*(part.format(number) for part in command), DATABASE_URL=url(file))
    assert (code, out) == (2, "")
    assert "an id is a number from 1 to 9223372036854775807, in plain digits; try --help" in one_line(err)
    assert len(err) < 300
    assert everything(file) == kept


@pytest.mark.parametrize("number", ["1", "0012", str(2**63 - 1)])
def test_an_id_is_any_number_that_a_database_can_hold(number: str, file: Path, run: Run) -> None:
    code, _, err = run("check", "--server", number, DATABASE_URL=url(file))
    assert (code, err) == (1, "")
    assert run("void", number, DATABASE_URL=url(file))[0] == (0 if number == "1" else 1)


@pytest.mark.parametrize("token", ["two words", "line\nbreak", "tökén"])
def test_a_token_that_can_be_none_is_refused_and_not_shown(token: str, run: Run) -> None:
    code, out, err = run("check", DISCORD_TOKEN=token)
    assert (code, out) == (2, "")
    assert "DISCORD_TOKEN" in one_line(err)
    assert token not in err


# backup


def test_a_backup_is_the_database_and_for_the_host_alone(file: Path, run: Run, tmp_path: Path) -> None:
    before, wanted = leftovers(tmp_path), everything(file)
    copy = tmp_path / "copy.db"
    code, out, err = run("backup", str(copy), DATABASE_URL=url(file))
    assert (code, out, err) == (0, f"The copy is in {copy}.\n", "")
    assert everything(copy) == wanted
    assert copy.stat().st_mode & 0o777 == 0o600
    assert leftovers(tmp_path) == before
    assert not copy.with_name("copy.db-wal").exists()
    assert go_on(copy) == go_on(file)


def test_a_backup_while_the_bot_writes_is_of_one_moment(file: Path, run: Run, tmp_path: Path) -> None:
    """Another connection adds two rows in every transaction: each copy has both or neither."""
    stop = threading.Event()
    written: list[int] = []

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            number = 0
            while not stop.is_set() or number < 20:
                number += 1
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO meta VALUES (?, ?)", (f"one{number}", "x" * 3000))
                connection.execute("INSERT INTO meta VALUES (?, ?)", (f"two{number}", "x" * 3000))
                connection.execute("COMMIT")
                written.append(number)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for number in range(3):
            least = len(written)
            copy = tmp_path / f"copy{number}.db"
            assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
            with closing(sqlite3.connect(copy)) as connection:
                keys = {key for (key,) in connection.execute("SELECT key FROM meta")}
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            ones = {key[3:] for key in keys if key.startswith("one")}
            assert ones == {key[3:] for key in keys if key.startswith("two")}
            assert len(ones) >= least, "nothing that was saved before is missing"
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("there", ["file", "folder", "itself"])
def test_a_backup_overwrites_nothing(there: str, file: Path, run: Run, tmp_path: Path) -> None:
    copy = {"file": tmp_path / "mine.txt", "folder": tmp_path / "folder", "itself": file}[there]
    if there == "file":
        copy.write_text("mine")
    elif there == "folder":
        copy.mkdir()
    wanted, before = everything(file), leftovers(tmp_path)
    code, out, err = run("backup", str(copy), DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    assert "is there already; name another file." in one_line(err)
    assert everything(file) == wanted
    assert leftovers(tmp_path) == before
    assert there != "file" or copy.read_text() == "mine"


def test_a_backup_that_cannot_be_written_leaves_nothing(file: Path, run: Run, tmp_path: Path) -> None:
    before = leftovers(tmp_path)
    code, out, err = run("backup", str(tmp_path / "no" / "copy.db"), DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    assert "The copy could not be written" in one_line(err)
    assert leftovers(tmp_path) == before


@pytest.mark.parametrize("spoil", [newer, broken, Path.unlink])
def test_a_backup_of_what_is_no_good_leaves_nothing(
    spoil: Callable[[Path], None], file: Path, run: Run, tmp_path: Path
) -> None:
    spoil(file)
    before = leftovers(tmp_path)
    code, out, err = run("backup", str(tmp_path / "copy.db"), DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    one_line(err)
    assert not (tmp_path / "copy.db").exists()
    assert leftovers(tmp_path) == before
    assert file.exists() == (spoil is not Path.unlink), "no empty database is made"


# restore


def test_a_copy_is_put_back_and_the_match_goes_on(file: Path, run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
    wanted = everything(copy)
    later = go_on(file)
    code, out, err = run("restore", str(copy), DATABASE_URL=url(file))
    assert (code, err) == (0, "")
    done, aside = out.splitlines()
    assert done == f"The database was put back from {copy}."
    kept = Path(aside.removeprefix("The database that was there before is now ").removesuffix("."))
    assert everything(file) == wanted
    assert everything(copy) == wanted
    assert everything(kept) == later
    assert go_on(file) == later, "the restored match goes on"


def test_the_old_file_is_kept_with_what_is_only_in_its_log(file: Path, run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
    killed = tmp_path / "killed.db"
    open_one = sqlite3.connect(file, isolation_level=None)
    open_one.execute("PRAGMA wal_autocheckpoint=0")
    open_one.execute("INSERT INTO meta VALUES ('only', 'in the log')")
    for suffix in ("", "-wal"):  # as a killed process leaves them
        shutil.copy(f"{file}{suffix}", f"{killed}{suffix}")
    open_one.close()
    code, out, _ = run("restore", str(copy), DATABASE_URL=url(killed))
    assert code == 0
    kept = Path(out.splitlines()[1].removeprefix("The database that was there before is now ").removesuffix("."))
    assert ("only", "in the log") in everything(kept)["meta"]
    assert ("only", "in the log") not in everything(killed)["meta"]


def test_two_restores_at_one_moment_keep_both(file: Path, tmp_path: Path) -> None:
    from bot.store import backup, restore

    backup(url(file), tmp_path / "copy.db")
    at = now()
    asides = {restore(url(file), tmp_path / "copy.db", at.replace(microsecond=number)) for number in (1, 2)}
    assert len(asides) == 2
    assert all(one is not None and one.exists() for one in asides)


def test_a_copy_can_be_put_where_there_is_nothing(file: Path, run: Run, tmp_path: Path) -> None:
    new = tmp_path / "new" / "b.db"
    code, out, err = run("restore", str(file), DATABASE_URL=url(new))
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 1
    assert everything(new) == everything(file)
    assert leftovers(new.parent) == set()


def test_an_older_copy_is_brought_up_to_date_at_the_next_start(file: Path, run: Run, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    older(old, "0001")
    assert run("restore", str(old), DATABASE_URL=url(file))[0] == 0
    ids: list[int] = []

    async def start() -> None:
        store = await Store.open(url(file))
        ids.extend(await store.matches.all_ids())
        await store.close()

    in_a_thread(start())
    assert ids == [3, 4, 5, 7, 8]


def headless(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE alembic_version")


def torn(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 9000] = b"\x55" * 9000
    path.write_bytes(data)


def orphaned(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM deals WHERE deal = 0")


@pytest.mark.parametrize("spoil", [newer, broken, headless, torn, orphaned, Path.unlink])
def test_a_copy_that_is_no_good_is_refused_and_nothing_changes(
    spoil: Callable[[Path], None], file: Path, run: Run, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
    spoil(copy)
    wanted, before = everything(file), leftovers(tmp_path)
    code, out, err = run("restore", str(copy), DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    one_line(err)
    assert everything(file) == wanted
    assert leftovers(tmp_path) == before
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.parametrize("error", [OSError("the disk is full"), KeyboardInterrupt()], ids=["full", "Ctrl-C"])
def test_a_restore_that_fails_half_way_puts_everything_back(
    error: BaseException, file: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
    wanted, real = everything(file), Path.replace

    def fail(self: Path, target: Path) -> Path:
        if self.name.startswith(".bridgette-"):
            raise error
        return real(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    code, out, err = run("restore", str(copy), DATABASE_URL=url(file))
    if isinstance(error, OSError):
        assert (code, out) == (1, "")
        assert "the disk is full" in one_line(err)
    else:
        assert (code, out, err) == (130, "", "")
    assert leftovers(tmp_path) == set()
    assert everything(file) == wanted
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.parametrize("spoil", [None, newer])
def test_nothing_is_restored_under_a_running_bot(
    spoil: Callable[[Path], None] | None, file: Path, run: Run, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
    with another_process(url(file)):
        if spoil is not None:
            spoil(file)
        wanted = everything(file)
        code, out, err = run("restore", str(copy), DATABASE_URL=url(file))
        assert (code, out) == (1, "")
        assert one_line(err) == "The bot is running with this database: stop it first.\n"
        assert everything(file) == wanted
    assert run("restore", str(copy), DATABASE_URL=url(file))[0] == 0, "it was killed: it is gone"


def test_nothing_is_restored_under_a_process_that_did_not_renew_for_long(file: Path, run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
    with another_process(url(file)):
        change(url(file), until=0)
        assert run("restore", str(copy), DATABASE_URL=url(file))[0] == 1


def test_a_bot_elsewhere_is_running_until_its_lease_is_over(file: Path, run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), DATABASE_URL=url(file))[0] == 0
    with another_process(url(file)):
        pass
    on_another_machine(url(file))
    assert run("restore", str(copy), DATABASE_URL=url(file))[0] == 1
    on_another_machine(url(file), until=now())
    assert run("restore", str(copy), DATABASE_URL=url(file))[0] == 0


# export


def replays(text: str) -> list[Any]:
    matches = [read_record(line.encode()) for line in text.splitlines()]
    assert text == "" or text.endswith("\n")
    return matches


def test_every_match_is_exported_and_replays(file: Path, run: Run, tmp_path: Path) -> None:
    open_one = run("export", "-", DATABASE_URL=url(file))
    assert (open_one[0], open_one[2]) == (0, "")
    (match,) = replays(open_one[1])
    assert match.ended is None
    go_on(file)
    target = tmp_path / "all.jsonl"
    code, out, err = run("export", str(target), DATABASE_URL=url(file))
    assert (code, out, err) == (0, f"1 match was written to {target}.\n", "")
    assert replays(target.read_text())[0].ended is not None
    assert target.stat().st_mode & 0o777 == 0o600


def test_an_export_overwrites_nothing(file: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    target.write_text("mine")
    code, out, err = run("export", str(target), DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    assert "cannot be written: File exists." in one_line(err)
    assert target.read_text() == "mine"
    code, _, err = run("export", str(tmp_path / "no" / "all.jsonl"), DATABASE_URL=url(file))
    assert code == 1
    one_line(err)


def test_an_export_of_what_is_no_good_leaves_no_file(file: Path, run: Run, tmp_path: Path) -> None:
    newer(file)
    target = tmp_path / "all.jsonl"
    code, out, err = run("export", str(target), DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    assert "newer version" in one_line(err)
    assert not target.exists()


@pytest.mark.parametrize("command", ["export", "backup", "void", "adopt"])
@pytest.mark.parametrize("there", [None, b""])
def test_no_command_makes_a_database(there: bytes | None, command: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.db"
    if there is not None:
        path.parent.mkdir()
        path.write_bytes(there)
    before = set(tmp_path.rglob("*"))
    arguments = {"void": ["1"], "adopt": ["--yes"]}.get(command, [str(tmp_path / "out")])
    code, out, err = run(command, *arguments, DATABASE_URL=url(path), DISCORD_TOKEN=TOKEN)
    assert (code, out) == (1, "")
    assert "no database" in one_line(err)
    assert set(tmp_path.rglob("*")) == before
    assert there is None or path.read_bytes() == there


@pytest.mark.parametrize("command", ["export", "void", "adopt"])
def test_no_command_migrates_under_a_bot_of_the_version_before(command: str, run: Run, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    older(old, "0002")
    until = int(now().timestamp() * 1000) + 60_000
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("INSERT INTO lease VALUES (1, 'x', 'elsewhere', 7, ?)", (until,))
    kept = everything(old)
    arguments = {"void": ["3"], "adopt": ["--yes"]}.get(command, [str(tmp_path / "out")])
    code, out, err = run(command, *arguments, DATABASE_URL=url(old), DISCORD_TOKEN=TOKEN)
    assert (code, out) == (1, "")
    assert "stop the bot, and start this version first" in one_line(err)
    assert everything(old) == kept


def test_a_match_whose_rows_break_the_rules_is_named_and_the_others_are_written(
    file: Path, run: Run, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("matches", "seats", "deals", "acts"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "matches" else "match_id"
            other = {key: "2", "channel_id": "9"}
            chosen = ", ".join(other.get(column, column) for column in columns)
            connection.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table} WHERE {key} = 1")
    damage(file)
    code, out, err = run("export", "-", DATABASE_URL=url(file))
    assert code == 1
    assert one_line(err) == "These matches were left out, since what is stored of them breaks the rules: 1.\n"
    assert len(replays(out)) == 1


# void


def matches_of(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT id, ended_how, winner, ended_by, table_message_id FROM matches ORDER BY id"
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("is_damaged", [False, True])
@pytest.mark.parametrize("is_running", [False, True])
def test_an_open_match_is_ended_as_void_and_its_table_is_left_to_the_bot(
    is_running: bool, is_damaged: bool, file: Path, run: Run
) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE matches SET table_message_id = 9, table_deal = 0, table_posted_at = 0")
        if is_damaged:
            connection.execute("DELETE FROM acts WHERE number = 2")
            connection.execute("DELETE FROM seats WHERE seat = 1")
    kept = everything(file)

    def end() -> None:
        code, out, err = run("void", "1", DATABASE_URL=url(file))
        assert (code, out, err) == (0, "Match 1 is void.\n", "")

    if is_running:
        with another_process(url(file)) as bot:
            end()
            assert tell(bot, "renew") == "done", "its lease was not touched"
    else:
        end()
    assert matches_of(file) == [(1, "void", None, None, 9)]
    found = everything(file)
    assert found["results"] == []
    assert {name for name in kept if kept[name] != found[name]} == {"matches"}


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        ("2", "There is no match 2."),
        (str(2**63 - 1), f"There is no match {2**63 - 1}."),
        ("07", "There is no match 7."),
    ],
)
def test_a_match_that_is_none_cannot_be_ended(match: str, sentence: str, file: Path, run: Run) -> None:
    kept = everything(file)
    code, out, err = run("void", match, DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    assert one_line(err) == sentence + "\n"
    assert everything(file) == kept


def test_a_match_that_is_over_stays_as_it_ended(file: Path, run: Run) -> None:
    kept = go_on(file)
    code, out, err = run("void", "1", DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    assert one_line(err) == "Match 1 is over already.\n"
    assert everything(file) == kept


# adopt


def application(path: Path) -> str | None:
    return dict(everything(path)["meta"]).get("application")


def test_a_database_is_handed_over_once_it_is_agreed_to(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO meta VALUES ('application', '555')")
    settings = {"DATABASE_URL": url(file), "DISCORD_TOKEN": TOKEN}
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    asked: list[str] = []

    def answers(answer: str) -> None:
        def answered(question: str) -> str:
            asked.append(question)
            return answer

        monkeypatch.setattr("builtins.input", answered)

    for answer in ("no", "", "maybe"):
        answers(answer)
        code, out, err = run("adopt", **settings)
        assert (code, out) == (1, "The database belongs to the application 555.\n")
        assert one_line(err) == "Nothing was changed.\n"
        assert application(file) == "555"
    answers("yes")
    code, out, err = run("adopt", **settings)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"The database belongs to the application {test_main.APPLICATION} now."
    assert application(file) == str(test_main.APPLICATION)
    assert len(asked) == 4, "once each time"
    assert str(test_main.APPLICATION) in asked[0]
    code, out, err = run("adopt", **settings)
    assert (code, out, err) == (0, f"The database belongs to the application {test_main.APPLICATION} already.\n", "")
    assert len(asked) == 4


def test_a_question_that_is_not_answered_is_a_no(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for end, expected in ((EOFError, 1), (RuntimeError, 1), (OSError, 1), (KeyboardInterrupt, 130)):

        def gone(_: str, end: type[BaseException] = end) -> str:
            raise end

        monkeypatch.setattr("builtins.input", gone)
        code, _, err = run("adopt", DATABASE_URL=url(file), DISCORD_TOKEN=TOKEN)
        assert code == expected
        assert one_line(err) == "Nothing was changed.\n"
        assert application(file) is None


def test_without_a_terminal_it_must_be_said_beforehand(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    code, out, err = run("adopt", DATABASE_URL=url(file), DISCORD_TOKEN=TOKEN)
    assert (code, out) == (2, "The database belongs to no application yet.\n")
    assert one_line(err) == "There is no terminal to ask at: use --yes.\n"
    assert application(file) is None
    given = {"DATABASE_URL": url(file), "DISCORD_APPLICATION_ID": "777777777777777777"}
    code, out, err = run("adopt", "--yes", **given)
    assert (code, err) == (0, "")
    assert application(file) == "777777777777777777"


def test_no_database_is_handed_over_to_nobody(file: Path, run: Run) -> None:
    code, out, err = run("adopt", "--yes", DATABASE_URL=url(file))
    assert (code, out) == (2, "")
    assert "DISCORD_TOKEN" in one_line(err)


def test_a_database_is_claimed_by_its_first_application_and_refused_to_another(tmp_path: Path) -> None:
    async def use() -> None:
        store = await Store.open(url(tmp_path / "b.db"))
        assert await application_of_database(store) is None
        for _ in range(2):
            await check_application(store, 555)
        assert await application_of_database(store) == 555
        with pytest.raises(
            OtherApplication, match=r"^The database belongs to .* 555, .* 777: .*python -m bot adopt\.$"
        ):
            await check_application(store, 777)
        await adopt(store, 777)
        await check_application(store, 777)
        await store.close()

    in_a_thread(use())


def test_a_new_database_is_said_in_one_sentence() -> None:
    line = HOST("new-database", path="data/bridgette.db")
    assert "data/bridgette.db" in line
    assert "\n" not in line


@pytest.mark.parametrize("command", ["invite", "check", "backup", "export", "void", "adopt", "restore"])
def test_the_other_commands_do_not_load_the_bot(command: str, tmp_path: Path) -> None:
    program = (
        "import sys\nfrom bot.__main__ import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('bot.client', 'bot.games', 'simcord') if name in sys.modules])\n"
    )
    arguments = {"void": ["1"], "invite": [], "check": [], "adopt": ["--yes"]}.get(command, ["file"])
    ended = subprocess.run(
        [sys.executable, "-c", program, command, *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert ended.stdout.splitlines()[-1] == "[]", ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_only_a_file_is_copied_here(command: str, run: Run, tmp_path: Path) -> None:
    code, out, err = run(command, str(tmp_path / "x"), DATABASE_URL="postgresql://me:hunter2@host/db")
    assert (code, out) == (1, "")
    assert "hunter2" not in one_line(err)


@pytest.mark.parametrize("arguments", [("backup",), ("restore",), ("export",), ("void",), ("backup", "a", "b")])
def test_a_file_must_be_named(arguments: tuple[str, ...], run: Run) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "--help" in one_line(err)


def test_the_real_process_says_nothing_but_its_findings(file: Path) -> None:
    """Not the library's warnings, not a traceback."""
    program = (
        "import sys, discord\n"
        "from bot.__main__ import main\n"
        "discord.http.Route.BASE = 'http://127.0.0.1:9'\n"
        "discord.http.asyncio.sleep = lambda *_, real=discord.http.asyncio.sleep: real(0)\n"
        "sys.exit(main(['check']))\n"
    )
    environment = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": url(file), "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=file.parent, env=environment, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (1, "")
    assert [line.split(":")[0] for line in ended.stdout.splitlines()] == ["ok", "ok", "WRONG"]
    assert "Discord cannot be reached" in ended.stdout
    assert TOKEN not in ended.stdout
