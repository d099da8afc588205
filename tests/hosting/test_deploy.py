"""Dockerfile, compose file, systemd unit and Procfile say what the code does: commands, settings, times, rights."""

from __future__ import annotations

import argparse
import fnmatch
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bot import client
from bot.host import heart
from bot.host.alive import OLD
from bot.host.commands import _parser
from bot.store import LIFE

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
UNIT = ROOT / "deploy" / "bridgette.service"
COMING = {"think", "run --shards auto"}
"""Commands of other branches."""

SETTINGS = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
SHUTDOWN = client.LAST_WORK + client.GOODBYE + client.LET_GO
"""Seconds that the bot itself takes to end, at the most."""

PYTHON = {"PYTHONUNBUFFERED"}
SECONDS = {"": 1, "s": 1, "m": 60, "min": 60}


def seconds(text: object) -> float:
    found = re.fullmatch(r"(\d+)(s|m|min|)", str(text))
    assert found is not None, text
    return int(found[1]) * SECONDS[found[2]]


def check_command(arguments: list[str]) -> None:
    """It is one of ``python -m bot``'s."""
    if " ".join(arguments) in COMING:
        return
    try:
        assert isinstance(_parser().parse_args(arguments), argparse.Namespace)
    except SystemExit:
        pytest.fail(f"python -m bot {' '.join(arguments)} is no command")


def of_module(words: list[str]) -> list[str]:
    """The arguments behind ``python -m bot``."""
    assert words[0].endswith("python")
    assert words[1:3] == ["-m", "bot"]
    return words[3:]


def test_settings_are_those_that_the_code_reads() -> None:
    read = set()
    for name in ("settings.py", "environment.py"):
        read |= set(re.findall(r'setting\("([A-Z_]+)"\)', (ROOT / "bot" / name).read_text()))
    assert read == SETTINGS
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    assert {name for name in SETTINGS if f"| `{name}` |" not in hosting} == set()


# ------------------------------------------------------------------------------------ Procfile


def test_the_procfile_names_commands() -> None:
    lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
    assert lines["worker"] == "python -m bot"
    assert lines["release"] == "python -m bot migrate"
    for line in lines.values():
        check_command(of_module(shlex.split(line)))


# ------------------------------------------------------------------------------------ Docker


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, in their order."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", DOCKERFILE, flags=re.MULTILINE))
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in joined.splitlines()) if name]


def last(name: str) -> str:
    return [rest for one, rest in instructions() if one == name][-1]


def copied() -> list[str]:
    return [name for one, rest in instructions() if one == "COPY" for name in rest.split()[:-1]]


def test_the_image_is_of_two_stages_and_no_compiler_is_in_the_second() -> None:
    names = [name for name, _ in instructions()]
    assert names.count("FROM") == 2
    second = instructions()[len(names) - names[::-1].index("FROM") :]
    assert not [rest for name, rest in second if name == "RUN" and re.search(r"apt-get|gcc", rest)]
    assert "--no-index" in next(rest for name, rest in second if name == "RUN")


def test_the_image_runs_without_root_and_hears_sigterm() -> None:
    assert int(last("USER")) > 0
    assert last("STOPSIGNAL") == "SIGTERM"
    check_command(of_module(json.loads(last("ENTRYPOINT"))))  # the form without a shell is JSON
    assert not [rest for name, rest in instructions() if name == "CMD"]


def test_the_image_looks_whether_the_bot_is_well() -> None:
    options, _, command = last("HEALTHCHECK").partition(" CMD ")
    check_command(of_module(json.loads(command)))
    start = re.search(r"--start-period=(\w+)", options)
    assert start is not None
    assert seconds(start[1]) > LIFE.total_seconds() + 60
    assert heart.BEAT * 3 < OLD


def test_all_that_the_image_needs_is_sent_to_the_builder_and_nothing_else() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*", "what is not named stays here: .env, data"
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert kept == set(copied())
    assert all((ROOT / name).exists() for name in kept)
    assert not any(fnmatch.fnmatch(name, line) for name in (".env", "data", ".git") for line in kept)


def test_what_the_image_is_built_from_is_what_the_package_needs() -> None:
    """The wheel itself is built from exactly this in .ci/wheels."""
    assert 'grep "^COPY" Dockerfile' in (ROOT / ".ci" / "wheels").read_text()
    extras = re.findall(r"'\.\[(.+)\]'", DOCKERFILE)
    assert extras == re.findall(r"'bridgette\[(.+)\]'", DOCKERFILE) == ["postgres,metrics"]


# ------------------------------------------------------------------------------------ compose


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="PyYAML reads compose.yaml: it is in the extra dev")
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def ours(compose: dict[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in compose["services"].items() if "build" in one}


def test_by_default_compose_starts_the_bot_and_its_database(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert {name for name, one in services.items() if "profiles" not in one} == {"db", "migrate", "bot"}
    assert {name: one["profiles"] for name, one in services.items() if "profiles" in one} == {
        "shard": ["shards"],
        "thinker": ["thinkers"],
    }


def test_each_service_has_a_command_of_the_bot_and_settings_that_it_knows(compose: dict[str, Any]) -> None:
    for name, one in ours(compose).items():
        check_command(one.get("command", []))
        assert set(one["environment"]) <= SETTINGS, name
        assert one["environment"]["DATABASE_URL"].startswith("postgresql://bridgette:${DB_PASSWORD:?}@db/")
    assert "DISCORD_TOKEN" not in compose["services"]["thinker"]["environment"]
    assert "DISCORD_TOKEN" not in compose["services"]["migrate"]["environment"]


def test_no_password_stands_in_the_file(compose: dict[str, Any]) -> None:
    for one in compose["services"].values():
        for name, value in one["environment"].items():
            assert not re.search("TOKEN|PASSWORD", name) or re.fullmatch(r"\$\{[A-Z_]+:\?\}", value), name


def test_all_wait_until_the_database_is_there_and_migrated(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["migrate"]["depends_on"]["db"] == {"condition": "service_healthy"}
    assert services["migrate"]["restart"] == "no"
    for name in ("bot", "shard", "thinker"):
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
        assert services[name]["restart"] == "unless-stopped"


def test_all_that_run_are_looked_at_and_have_time_to_end(compose: dict[str, Any]) -> None:
    for name in ("bot", "shard", "thinker"):
        one = compose["services"][name]
        assert one["healthcheck"]["test"][0] == "CMD"
        check_command(of_module(one["healthcheck"]["test"][1:]))
        assert seconds(one["stop_grace_period"]) > 2 * SHUTDOWN
        assert one["read_only"] is True
        assert "/tmp" in one["tmpfs"], "the file that is touched lies there"
    assert compose["services"]["db"]["healthcheck"]["test"][1] == "pg_isready"


# ------------------------------------------------------------------------------------ systemd


def unit() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text().splitlines():
        if line and not line.startswith(("#", "[")):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_the_unit_starts_a_command_with_settings_that_it_knows() -> None:
    check_command(of_module(unit()["ExecStart"][0].split()))
    assert {value.partition("=")[0] for value in unit()["Environment"]} - PYTHON <= SETTINGS


def test_the_unit_s_times_fit_the_bot() -> None:
    (watchdog,), (stop,), (begin,) = unit()["WatchdogSec"], unit()["TimeoutStopSec"], unit()["TimeoutStartSec"]
    assert unit()["Type"] == ["notify"]
    assert seconds(watchdog) > 4 * heart.BEAT
    assert seconds(stop) > 2 * SHUTDOWN
    assert seconds(begin) > 2 * LIFE.total_seconds()


def test_the_unit_does_not_start_again_with_wrong_settings() -> None:
    assert unit()["RestartPreventExitStatus"] == ["2"]
    assert unit()["Restart"] == ["on-failure"]


def test_the_unit_has_no_more_rights_than_it_needs() -> None:
    assert unit()["NoNewPrivileges"] == unit()["ProtectHome"] == unit()["PrivateTmp"] == ["yes"]
    assert unit()["ProtectSystem"] == ["strict"]
    # With a folder for temporary files of its own, the file that is touched is to be found elsewhere.
    (file,) = (value for value in unit()["Environment"] if value.startswith("ALIVE_FILE="))
    assert file == f"ALIVE_FILE=/run/{unit()['RuntimeDirectory'][0]}/alive"
    (database,) = (value for value in unit()["Environment"] if value.startswith("DATABASE_URL="))
    assert database == f"DATABASE_URL=sqlite:////var/lib/{unit()['StateDirectory'][0]}/bridgette.db"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze checks the unit")
def test_systemd_understands_the_unit() -> None:
    done = subprocess.run(["systemd-analyze", "verify", UNIT], capture_output=True, text=True, timeout=60)
    said = [line for line in done.stderr.splitlines() if "bridgette" in line]
    assert all("/opt/bridgette/.venv/bin/python is not executable" in line for line in said), done.stderr
