"""The settings, read once from the environment or a ``.env`` file; all complaints come together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.environment import DEFAULT_DATABASE, ENV_FILE, alive_file, settings_given
from bot.preferences import USUAL_PICTURES, Pictures
from bot.texts import HOST
from bridgette.cli.arguments import whole_number
from bridgette.cli.output import reason_of, shown

METRICS_HOST = "127.0.0.1"
"""Where figures are to be had unless a host says otherwise: on this machine alone."""

LAST_PORT = 65535

USUAL_HAND_OVER, LONGEST_HAND_OVER = 8, 900
"""Seconds: many hosts kill a process ten seconds after they have told it to stop."""

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
PICTURES = tuple(choice.value for choice in Pictures)


class BadSettings(Exception):
    """The settings do not do; ``complaints`` holds one sentence each."""

    def __init__(self, complaints: list[str]) -> None:
        super().__init__(" ".join(complaints))
        self.complaints = complaints


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a host may set.

    ``token``: the bot's token, never shown nor logged; ``database_url``: where matches are kept;
    ``log_level``: one of ``LOG_LEVELS``; ``application_id``: only needed to print an invitation without a token;
    ``pictures``: where the bot draws, at the most; ``hand_over``: seconds that a shard process which is told to stop
    goes on, at the most, until another one listens to its shards; ``alive_file``: what the bot touches while it is
    well, ``None`` for nothing; ``metrics_port``: where figures are to be had, ``None`` for nowhere, and
    ``metrics_host`` from where.
    """

    token: str | None = None
    database_url: str = DEFAULT_DATABASE
    log_level: str = "INFO"
    application_id: int | None = None
    pictures: Pictures = USUAL_PICTURES
    hand_over: int = USUAL_HAND_OVER
    alive_file: Path | None = None
    metrics_port: int | None = None
    metrics_host: str = METRICS_HOST

    def __repr__(self) -> str:
        return f"Settings(token={'set' if self.token else 'missing'}, log_level={self.log_level})"


def read_settings(environment: Mapping[str, str] | None = None, env_file: Path = ENV_FILE) -> Settings:
    """The settings from the environment, which goes before the file. Raises :class:`BadSettings`."""
    try:
        setting = settings_given(environment, env_file)
    except OSError as error:
        raise BadSettings([HOST("settings-file", name=env_file.name, reason=shown(reason_of(error)))]) from None
    except ValueError:
        raise BadSettings([HOST("settings-file-not-text", name=env_file.name)]) from None
    complaints = []
    level = (setting("LOG_LEVEL") or "INFO").upper()
    if level not in LOG_LEVELS:
        complaints.append(HOST("settings-log-level", levels=", ".join(LOG_LEVELS)))
    token = setting("DISCORD_TOKEN")
    if token is not None and not re.fullmatch(r"[!-~]+", token):
        complaints.append(HOST("settings-token-refused"))
    application = setting("DISCORD_APPLICATION_ID")
    if application is not None and snowflake(application) is None:
        complaints.append(HOST("settings-application-id"))
    pictures = (setting("PICTURES") or USUAL_PICTURES.value).lower()
    if pictures not in PICTURES:
        complaints.append(HOST("settings-pictures-bad", choices=", ".join(PICTURES)))
    hand_over = _seconds(setting("HAND_OVER") or str(USUAL_HAND_OVER))
    if hand_over is None:
        complaints.append(HOST("settings-hand-over", longest=str(LONGEST_HAND_OVER)))
    port = setting("METRICS_PORT")
    if port is not None and whole_number(port, largest=LAST_PORT) is None:
        complaints.append(HOST("settings-metrics-port"))
    if complaints:
        raise BadSettings(complaints)
    return Settings(
        token=token,
        database_url=setting("DATABASE_URL") or DEFAULT_DATABASE,
        log_level=level,
        application_id=snowflake(application or ""),
        pictures=Pictures(pictures),
        hand_over=USUAL_HAND_OVER if hand_over is None else hand_over,
        alive_file=alive_file(setting),
        metrics_port=None if port is None else int(port),
        metrics_host=setting("METRICS_HOST") or METRICS_HOST,
    )


def _seconds(text: str) -> int | None:
    """How long a hand-over may take at the most, from 0 on; None for anything else."""
    return 0 if text == "0" else whole_number(text, largest=LONGEST_HAND_OVER)


def snowflake(text: str) -> int | None:
    """An id as Discord gives them to people and applications, of 15 to 20 ASCII digits; None for anything else."""
    return whole_number(text, digits=20) if len(text) >= 15 else None
