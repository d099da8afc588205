"""``python -m bot`` as a shell uses it: pipes, full disks, odd names, Ctrl-C. One line at most, never a traceback."""

from __future__ import annotations

import base64
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.host.export import export
from bot.host.words import MOST, listed
from bot.settings import BadSettings, read_settings
from bot.store import Place, Store
from tests.bot.test_main import NAMES, ROOT, TOKEN, Run, one_line, run, start
from tests.reliability.stored import begin
from tests.reliability.test_host_commands import damage, everything, file, leftovers, url

__all__ = ["file", "run", "start"]

BUFFERED = pytest.mark.parametrize("buffering", ["", "1"], ids=["held back", "at once"])
"""Whether the system's refusal comes when a line is written, or when all are."""


def shell(
    arguments: str, folder: Path, buffering: str = "", database: str = "sqlite:///a.db", **more: Any
) -> tuple[int, str, str]:
    """Run `python -m bot` with these arguments in a shell: exit code, output, complaint."""
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": buffering, "DATABASE_URL": database}
    command = ["bash", "-o", "pipefail", "-c", f'"$0" -m bot {arguments}', sys.executable]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, **more)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@BUFFERED
def test_a_reader_that_has_enough_ends_an_export(buffering: str, file: Path) -> None:
    code, out, err = shell("export - | head -c 1", file.parent, buffering)
    assert (code, out, err) == (0, "{", "")


async def test_an_export_that_nobody_reads_on_goes_no_further(tmp_path: Path) -> None:
    store = await Store.open(url(tmp_path / "b.db"))
    for channel in (1, 2, 3):
        await begin(store, place=Place(1000, channel))
    await store.close()
    written: list[str] = []

    def write(line: str) -> bool:
        written.append(line)
        return len(written) < 2

    await export(url(tmp_path / "b.db"), write)
    assert len(written) == 2


@BUFFERED
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("command", ["export -", "check", "--help", "backup --help", "invite"])
def test_a_full_disk_is_one_line_and_exit_2(command: str, buffering: str, file: Path) -> None:
    if command == "invite":
        (file.parent / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    code, _, err = shell(f"{command} >/dev/full", file.parent, buffering)
    assert (code, err) == (2, "standard output cannot be written: No space left on device\n")


def test_what_was_asked_for_is_done_all_the_same(file: Path) -> None:
    code, _, err = shell("backup copy.db >&-", file.parent)
    assert (code, err) == (0, "")
    assert everything(file.with_name("copy.db")) == everything(file)


@pytest.mark.parametrize(
    ("command", "expected", "complaint"),
    [
        ("export -", 2, "standard output cannot be written: it is closed\n"),
        ("check", 1, ""),
        ("--help", 0, ""),
        ("void 7", 1, "There is no match 7.\n"),
    ],
)
def test_a_closed_output(command: str, expected: int, complaint: str, file: Path) -> None:
    assert shell(f"{command} >&-", file.parent) == (expected, "", complaint)


@pytest.mark.parametrize("way", ["2>&-", "2>/dev/full", "<&- 2>&-"])
def test_a_complaint_that_nobody_can_read_changes_no_exit_code(way: str, file: Path) -> None:
    if "full" not in way or Path("/dev/full").exists():
        assert shell(f"dance {way}", file.parent)[:2] == (2, "")
        assert shell(f"void 7 {way}", file.parent)[:2] == (1, "")


LONG = ["y" * 256, "y" * 3000, "/".join(["y" * 200] * 30), "y" * 250 + "/z"]


@pytest.mark.parametrize("name", LONG, ids=len)
@pytest.mark.parametrize("command", ["backup", "restore", "export"])
def test_a_name_that_is_too_long_is_one_line(command: str, name: str, file: Path, run: Run) -> None:
    kept = everything(file)
    code, out, err = run(command, name, DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    assert len(one_line(err)) < 2500
    code, out, err = run(command, "out", DATABASE_URL=f"sqlite:///{name}")
    assert (code, out) == (1, "")
    assert len(one_line(err)) < 2500
    assert everything(file) == kept
    assert leftovers(file.parent) == set()


@pytest.mark.parametrize("command", ["backup", "export"])
def test_the_longest_name_will_do(command: str, file: Path, run: Run) -> None:
    target = file.with_name("y" * 255)
    code, _, err = run(command, str(target), DATABASE_URL=url(file))
    assert (code, err) == (0, "")
    assert target.stat().st_size > 1000


def test_a_database_whose_name_leaves_no_room_is_left_as_it_is(file: Path, run: Run) -> None:
    """The name of the file that is put aside would be too long."""
    long = file.with_name("y" * 240)
    assert run("restore", str(file), DATABASE_URL=url(long))[0] == 0, "there was nothing to put aside"
    kept = everything(long)
    code, out, err = run("restore", str(file), DATABASE_URL=url(long))
    assert (code, out) == (1, "")
    assert "could not be put in place: File name too long" in one_line(err)
    assert everything(long) == kept


@pytest.mark.parametrize("name", ["new\nline", "\x1b[31mred", "a\tb", "\udcff"], ids=ascii)
def test_a_name_that_cannot_be_shown_is_escaped(name: str, file: Path, run: Run) -> None:
    for command in ("backup", "export"):
        (file.parent / command).mkdir()
        target = str(file.parent / command / name)
        code, out, err = run(command, target, DATABASE_URL=url(file))
        assert (code, err) == (0, "")
        assert one_line(out).rstrip("\n").isprintable()
        code, out, err = run(command, target, DATABASE_URL=url(file))
        assert (code, out) == (1, "")
        assert one_line(err).rstrip("\n").isprintable()


@pytest.mark.parametrize("there", ["pipe", "device"])
@pytest.mark.parametrize("command", ["backup", "export", "restore"])
def test_a_pipe_or_a_device_is_neither_written_to_nor_read_from(
    command: str, there: str, file: Path, run: Run, tmp_path: Path
) -> None:
    odd = Path(os.devnull) if there == "device" else tmp_path / "pipe"
    if there == "pipe":
        os.mkfifo(odd)
    for arguments, database in (([str(odd)], file), ([str(tmp_path / "out")], odd)):
        code, out, err = run(command, *arguments, DATABASE_URL=url(database))
        assert (code, out) == (1, "")
        one_line(err)
    assert not (tmp_path / "out").exists()
    assert not odd.is_file()


@pytest.mark.parametrize("there", ["pipe", "device"])
def test_a_pipe_or_a_device_is_no_database(there: str, run: Run, tmp_path: Path) -> None:
    odd = Path(os.devnull) if there == "device" else tmp_path / "pipe"
    if there == "pipe":
        os.mkfifo(odd)
    for command in (["check"], ["void", "1"], ["adopt", "--yes"]):
        _, out, err = run(*command, DATABASE_URL=url(odd), DISCORD_APPLICATION_ID="1" * 18)
        assert f"The database file {odd} cannot be written: it is no file." in (out + err).splitlines()[0]


CAPABILITIES = "-dac_override,-dac_read_search"
"""What lets root read and write everything."""


def as_anybody() -> list[str]:
    """What runs a program so that a folder can be closed to it."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may read everything")
    return ["setpriv", f"--inh-caps={CAPABILITIES}", f"--bounding-set={CAPABILITIES}"]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs users")
@pytest.mark.parametrize(
    ("command", "database", "expected"),
    [
        ("backup closed/copy.db", "a.db", "closed/copy.db: Permission denied."),
        ("restore closed/copy.db", "a.db", "closed/copy.db cannot be read: Permission denied."),
        ("export closed/all", "a.db", "closed/all cannot be written: Permission denied."),
        ("export -", "closed/a.db", "closed/a.db cannot be written: Permission denied."),
        ("backup copy.db", "closed/a.db", "Permission denied."),
        ("void 1", "closed/a.db", "Permission denied."),
    ],
)
def test_a_folder_without_permission_is_one_line(command: str, database: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    done = subprocess.run(
        [*as_anybody(), sys.executable, "-m", "bot", *command.split()],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "DATABASE_URL": f"sqlite:///{database}"},
        capture_output=True,
        text=True,
        check=False,
    )
    closed.chmod(0o700)
    assert (done.returncode, done.stdout) == (1, "")
    assert expected in one_line(done.stderr)


# .env


def test_an_env_that_is_a_folder_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    code, out, err = run("invite")
    assert (code, out, err) == (2, "", "The file .env cannot be read: Is a directory.\n")


def test_an_env_that_is_not_in_utf_8_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=t\xf6ken\n")
    code, out, err = run("invite")
    assert (code, out, err) == (2, "", "The file .env cannot be read: it is not in UTF-8.\n")


def test_an_env_that_some_editors_write_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfDISCORD_TOKEN=abc\r\n")
    assert read_settings({}, tmp_path / ".env").token == "abc"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
def test_an_env_without_an_end_is_refused() -> None:
    with pytest.raises(BadSettings, match="cannot be read: File too large"):
        read_settings({}, Path("/dev/zero"))


def test_a_nul_in_an_env_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DATABASE_URL=sqlite:///a\0b.db\n")
    code, out, err = run("export", "-")
    assert (code, out) == (1, "")
    assert "there is a NUL in it" in one_line(err)
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=a\0b\n")
    assert "DISCORD_TOKEN" in one_line(run("invite")[2])


@pytest.mark.parametrize("digits", ["9" * 6000, "1" * 21, "9" * 20, "1" * 14, "0" * 18])
def test_a_token_that_holds_no_application_s_id(digits: str, run: Run) -> None:
    for token in (digits, base64.urlsafe_b64encode(digits.encode()).decode().rstrip("=") + ".x.y"):
        code, out, err = run("invite", DISCORD_TOKEN=token)
        assert (code, out) == (2, "")
        assert "DISCORD_APPLICATION_ID" in one_line(err)


# Ctrl-C


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize(
    "program", [["bot", "invite"], ["bridgette", "replay", ".env"]], ids=lambda program: program[0]
)
def test_ctrl_c_is_exit_130_without_a_word(program: list[str], tmp_path: Path) -> None:
    """While it reads from a pipe that nobody writes to."""
    os.mkfifo(tmp_path / ".env")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", *program]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with (
        subprocess.Popen(command, cwd=tmp_path, env=environment, **pipes) as process,
        (tmp_path / ".env").open("wb"),  # which waits until it is read
    ):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_ctrl_c_while_it_is_being_loaded(tmp_path: Path) -> None:
    (tmp_path / "discord.py").write_text("raise KeyboardInterrupt\n")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "check"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_in_the_middle_leaves_nothing(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    kept = everything(file)
    monkeypatch.setattr("bot.store.files.check", interrupted)
    monkeypatch.setattr("bot.host.export._record", interrupted)
    monkeypatch.setattr(discord.Client, "login", interrupted)
    for command in ("backup", "export", "restore"):
        assert run(command, str(file.with_name("out")), DATABASE_URL=url(file)) == (130, "", "")
    code, _, err = run("check", DATABASE_URL=url(file), DISCORD_TOKEN=TOKEN)
    assert (code, err) == (130, "")
    assert everything(file) == kept
    assert leftovers(file.parent) == set()


# Many ids


@pytest.mark.parametrize(
    ("count", "end"),
    [(1, "1"), (MOST, ", 20"), (MOST + 1, ", 20 and 1 more"), (MOST + 2, ", 20 and 2 more"), (1234, " and 1,214 more")],
)
def test_of_many_ids_the_first_are_named(count: int, end: str) -> None:
    told = listed(list(range(1, count + 1)))
    assert told.startswith("1")
    assert told.endswith(end)
    assert told.count(",") == min(count, MOST) - 1 + (count == 1234)


def test_hundreds_of_damaged_matches_are_one_line(file: Path, run: Run) -> None:
    damage(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("matches", "seats", "deals", "acts"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "matches" else "match_id"
            other = {key: "100000000000000000 + n", "channel_id": "9 + n"}
            chosen = ", ".join(other.get(column, column) for column in columns)
            numbers = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)"
            select = f"{numbers} SELECT {chosen} FROM {table}, numbers WHERE {key} = 1"
            connection.execute(f"INSERT INTO {table} {select}")
    first = ", ".join(["1", *(str(10**17 + number) for number in range(1, MOST))])
    sentence = f"breaks the rules: {first} and 381 more."
    for target in ("-", str(file.with_name("out"))):
        code, _, err = run("export", target, DATABASE_URL=url(file))
        assert code == 1
        assert one_line(err).endswith(sentence + "\n")
    _, out, err = run("check", DATABASE_URL=url(file))
    assert err == ""
    assert f"cannot go on: {first} and 381 more. End them by" in out.splitlines()[1]


def test_what_the_system_refuses_and_nobody_foresaw_is_one_line(
    file: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "some\nthing")

    monkeypatch.setattr("bot.host.commands.invitation", refuse)
    code, out, err = run("invite", DISCORD_APPLICATION_ID="1" * 18)
    assert (code, out, err) == (1, "", "some\\nthing: Permission denied\n")
