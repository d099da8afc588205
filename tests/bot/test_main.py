"""The command line: settings that are missing or wrong, the invitation, and that the token stays a secret."""

from __future__ import annotations

import base64
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.__main__ import main
from bot.host.disks import HOSTS
from bot.host.invite import PERMISSIONS, application_of
from bot.settings import BadSettings, Settings, read_settings

ROOT = Path(__file__).resolve().parents[2]
APPLICATION = 1234567890123456789
TOKEN = base64.urlsafe_b64encode(str(APPLICATION).encode()).decode().rstrip("=") + ".GaBcDe.secretsecretsecretsecret"
NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "DISCORD_APPLICATION_ID", "METRICS_PORT", "METRICS_HOST")

Start = Callable[..., Any]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in this process, in an empty folder, with these settings only."""

    def call(*arguments: str, **settings: str) -> tuple[int, str, str]:
        monkeypatch.chdir(tmp_path)
        for name in (*NAMES, *HOSTS):
            monkeypatch.delenv(name, raising=False)
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        try:
            code = main(list(arguments))
        except SystemExit as ended:
            code = int(ended.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Start], None]]:
    """Let the client start in this way; the levels of the logs are put back."""
    logs = [logging.getLogger(), logging.getLogger("bot")]
    levels = [one.level for one in logs]
    yield lambda way: monkeypatch.setattr(discord.AutoShardedClient, "start", way)
    for one, level in zip(logs, levels, strict=True):
        one.setLevel(level)


def one_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize("arguments", [(), ("run",)])
def test_without_a_token_one_line_says_what_to_do(arguments: tuple[str, ...], run: Run) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    line = one_line(err)
    assert "DISCORD_TOKEN" in line
    assert "https://discord.com/developers/applications" in line
    assert "make demo" in line


@pytest.mark.parametrize("token", ["", "   "])
def test_an_empty_token_is_a_missing_one(token: str, run: Run) -> None:
    code, _, err = run(DISCORD_TOKEN=token)
    assert code == 2
    assert "DISCORD_TOKEN" in one_line(err)


def test_the_real_process_says_so_too(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    environment["PYTHONPATH"] = str(ROOT)
    ended = subprocess.run([sys.executable, "-m", "bot"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ended.returncode == 2
    assert "DISCORD_TOKEN" in one_line(ended.stderr)
    assert ended.stdout == ""
    assert list(tmp_path.iterdir()) == [], "nothing is made before the settings are right"


def test_importing_the_bot_needs_no_token(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    environment["PYTHONPATH"] = str(ROOT)
    modules = "bot.client, bot.__main__, bot.demo, bot.features, bot.store"
    ended = subprocess.run(
        [sys.executable, "-c", f"import {modules}"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_all_complaints_come_together(run: Run) -> None:
    code, out, err = run(DISCORD_TOKEN=TOKEN, LOG_LEVEL="chatty", DISCORD_APPLICATION_ID="my bot")
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 2
    assert "LOG_LEVEL" in err
    assert "DISCORD_APPLICATION_ID" in err
    assert TOKEN not in err


@pytest.mark.parametrize(
    "number",
    [
        *("12", "x", "١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦", "-123456789012345678", "+123456789012345678", "123456789012345678 9"),
        *("1" * 14, "1" * 21, "0" * 18, str(2**63), "9" * 20, "9" * 5000, "²" * 18, "1_000_000_000_000_000", "１" * 18),
    ],
    ids=lambda number: number[:24],
)
def test_a_bad_application_id_is_refused(number: str, run: Run) -> None:
    code, out, err = run("invite", DISCORD_APPLICATION_ID=number)
    assert (code, out) == (2, "")
    assert one_line(err) == (
        "DISCORD_APPLICATION_ID must be a number of 15 to 20 digits, and at most 9223372036854775807.\n"
    )


@pytest.mark.parametrize("number", ["1" * 15, str(2**63 - 1), "0" + "1" * 19])
def test_a_good_application_id_is_taken(number: str, run: Run) -> None:
    code, out, err = run("invite", DISCORD_APPLICATION_ID=number)
    assert (code, err) == (0, "")
    assert f"client_id={int(number)}&" in out


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "sqlite://",
        "sqlite:///:memory:",
        "mongodb://somewhere/db",
        "sqlite:////proc/x/y.db",
        "postgresql://127.0.0.1:9/b",
    ],
)
def test_a_bad_database_is_one_line(url: str, run: Run, start: Callable[[Start], None]) -> None:
    async def only_setup(self: Any, token: str, **options: object) -> None:
        await self.setup_hook()

    start(only_setup)
    code, out, err = run(DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
    assert (code, out) == (1, "")
    assert one_line(err).startswith("The database cannot be used: ")
    assert "cannot be used now" not in err, "it is said already"
    assert TOKEN not in err


@pytest.mark.parametrize("by", ["token", "id"])
def test_the_invitation_has_the_scopes_and_the_least_permissions(by: str, run: Run) -> None:
    settings = {"DISCORD_TOKEN": TOKEN} if by == "token" else {"DISCORD_APPLICATION_ID": str(APPLICATION)}
    code, out, err = run("invite", **settings)
    assert (code, err) == (0, "")
    query = asked_by(out.splitlines()[0])
    assert query["client_id"] == [str(APPLICATION)]
    assert set(query["scope"][0].split()) == {"bot", "applications.commands"}
    assert "integration_type" not in query
    asked = discord.Permissions(int(query["permissions"][0]))
    assert asked == PERMISSIONS
    assert asked == discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        read_message_history=True,
        attach_files=True,
    )
    assert TOKEN not in out


def test_the_second_invitation_is_for_one_person_and_asks_for_no_permission(run: Run) -> None:
    code, out, err = run("invite", DISCORD_APPLICATION_ID=str(APPLICATION))
    assert (code, err) == (0, "")
    _, personal, switch = out.splitlines()
    query = asked_by(personal)
    assert query == {
        "client_id": [str(APPLICATION)],
        "scope": ["applications.commands"],
        "integration_type": ["1"],
    }
    assert "“User Install”" in switch
    assert "“Installation”" in switch


def asked_by(line: str) -> dict[str, list[str]]:
    """What the address at the end of a line asks of Discord."""
    address = urlsplit(line.split()[-1])
    assert (address.scheme, address.netloc, address.path) == ("https", "discord.com", "/oauth2/authorize")
    return parse_qs(address.query)


def test_an_invitation_needs_to_know_the_application(run: Run) -> None:
    code, out, err = run("invite")
    assert (code, out) == (2, "")
    assert "DISCORD_APPLICATION_ID" in one_line(err)
    for nonsense in ("nonsense", "é.x.y", "..", "MTIz.x.y", "Zm9v.x.y"):
        assert run("invite", DISCORD_TOKEN=nonsense)[0] == 2
        assert application_of(nonsense) is None


@pytest.mark.parametrize("arguments", [("dance",), ("run", "fast"), ("--nonsense",), ("invite", "me")])
def test_wrong_arguments_are_one_line(arguments: tuple[str, ...], run: Run) -> None:
    code, out, err = run(*arguments, DISCORD_TOKEN=TOKEN)
    assert (code, out) == (2, "")
    assert "--help" in one_line(err)
    assert TOKEN not in err


def test_help_ends_well(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert "invite" in out


def test_no_token_in_what_settings_show() -> None:
    settings = Settings(token=TOKEN, database_url="postgresql://me:hunter2@host/db")
    for text in (repr(settings), str(settings), f"{settings}", str([settings])):
        assert TOKEN not in text
        assert "hunter2" not in text


def test_a_token_that_discord_refuses_is_one_line(run: Run, start: Callable[[Start], None]) -> None:
    async def refused(self: object, token: str, **options: object) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    start(refused)
    code, out, err = run(DISCORD_TOKEN=TOKEN)
    assert (code, out) == (2, "")
    assert "DISCORD_TOKEN" in err.splitlines()[-1]
    assert TOKEN not in err


def test_settings_come_from_a_file_and_the_environment_goes_first(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=from-file\nLOG_LEVEL=debug\nDATABASE_URL=sqlite:///x.db\n", "utf-8")
    settings = read_settings({"DISCORD_TOKEN": "from-environment"}, file)
    assert settings.token == "from-environment"
    assert settings.log_level == "DEBUG"
    assert settings.database_url == "sqlite:///x.db"
    assert read_settings({}, tmp_path / "none").token is None
    file.write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(BadSettings, match=r"\.env cannot be read"):
        read_settings({}, file)


@pytest.mark.parametrize(("typed", "seconds"), [("0", 0), ("90", 90), ("", 8), ("900", 900)])
def test_how_long_a_process_waits_to_be_replaced_is_a_number_of_seconds(
    typed: str, seconds: int, tmp_path: Path
) -> None:
    assert read_settings({"HAND_OVER": typed}, tmp_path / "none").hand_over == seconds
    for wrong in ("-1", "901", "8.5", "soon"):
        with pytest.raises(BadSettings, match="HAND_OVER must be a number of seconds from 0 to 900"):
            read_settings({"HAND_OVER": wrong}, tmp_path / "none")


def test_sharing_a_bot_needs_postgresql_and_says_so_in_one_line(run: Run) -> None:
    for arguments in (("run", "--shards", "auto"), ("shards",), ("shards", "set", "4", "2")):
        code, out, err = run(*arguments, DISCORD_TOKEN=TOKEN)
        assert (code, out) == (2, "")
        assert err.startswith("Processes can share the bot with PostgreSQL alone")
        assert len(err.splitlines()) == 1
    for arguments in (
        ("run", "--shards", "some"),
        ("run", "--shards", "auto", "--ranges", "21"),
        ("shards", "set", "4", "0"),
    ):
        code, _, err = run(*arguments, DISCORD_TOKEN=TOKEN)
        assert (code, len(err.splitlines())) == (2, 1)
