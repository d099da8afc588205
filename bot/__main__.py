"""The host's command line: ``python -m bot`` runs the bot, ``python -m bot --help`` lists what else there is."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import aiohttp
import discord

from bot.host import database
from bot.host.check import check, has_passing_disk
from bot.host.export import export
from bot.host.invite import application_from, invitation
from bot.host.logs import set_up_logging
from bot.settings import BadSettings, Settings, read_settings
from bot.store import StoreError, backup, is_running, restore
from bot.texts import HOST

log = logging.getLogger(__name__)

PRIVATE = 0o600
"""The mode of an export: it holds the hidden cards of open matches."""

LARGEST_ID = 2**63 - 1
"""Of what a database can hold."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; try --help\n".encode("unicode_escape").decode()[:-2] + "\n")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0 well, 1 it cannot be done, 2 wrong settings or use."""
    options = _parser().parse_args(arguments)
    try:
        settings = read_settings()
    except BadSettings as error:
        for complaint in error.complaints:
            _complain(complaint)
        return 2
    command: Callable[[Settings, argparse.Namespace], int] = options.command
    try:
        return command(settings, options)
    except StoreError as error:
        return _complain(HOST("cli-database", reason=str(error)), 1)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m bot", description=HOST("cli-about"))
    parser.set_defaults(command=_run)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)

    def add(name: str, command: Callable[[Settings, argparse.Namespace], int]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=HOST(f"cli-{name}"), description=HOST(f"cli-{name}"))
        added.set_defaults(command=command)
        return added

    add("run", _run)
    add("invite", _invite)
    add("check", _check).add_argument("--server", type=int, metavar="ID", help=HOST("cli-check-server"))
    add("backup", _backup).add_argument("file", type=Path, metavar="FILE", help=HOST("cli-file"))
    add("restore", _restore).add_argument("file", type=Path, metavar="FILE", help=HOST("cli-file"))
    add("export", _export).add_argument("file", metavar="FILE", help=HOST("cli-export-file"))
    add("void", _void).add_argument("match", type=_match, metavar="MATCH", help=HOST("cli-void-match"))
    add("adopt", _adopt).add_argument("--yes", action="store_true", help=HOST("cli-adopt-yes"))
    return parser


def _run(settings: Settings, _: argparse.Namespace) -> int:
    if settings.token is None:
        return _complain(HOST("settings-token-missing"), 2)
    set_up_logging(settings.log_level)
    if has_passing_disk(settings):
        log.warning(HOST("check-passing-disk"))
    try:
        asyncio.run(_serve(settings, settings.token))
    except discord.LoginFailure:
        return _complain(HOST("settings-token-refused"), 2)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        return _complain(HOST("cli-unreachable", reason=str(error) or type(error).__name__), 1)
    except KeyboardInterrupt:
        return 0
    return 0


async def _serve(settings: Settings, token: str) -> None:
    """Run until the process is told to stop; then everything is closed in order."""
    from bot.client import BridgetteClient  # none of the other commands needs the bot itself

    async with BridgetteClient(settings) as client:
        loop = asyncio.get_running_loop()
        running = asyncio.ensure_future(client.start(token))
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C works there as well
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, running.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await running
    if client.fault is not None:
        raise client.fault


def _invite(settings: Settings, _: argparse.Namespace) -> int:
    application = application_from(settings)
    if application is None:
        return _complain(HOST("settings-invite-missing"), 2)
    return _say(invitation(application))


def _check(settings: Settings, options: argparse.Namespace) -> int:
    async def findings() -> bool:
        all_well = True
        async for finding in check(settings, options.server):
            _say(HOST("check-well" if finding.is_well else "check-wrong", text=finding.text))
            all_well = all_well and finding.is_well
        return all_well

    return 0 if asyncio.run(findings()) else 1


def _backup(settings: Settings, options: argparse.Namespace) -> int:
    backup(settings.database_url, options.file)
    return _say(HOST("backup-done", file=str(options.file)))


def _restore(settings: Settings, options: argparse.Namespace) -> int:
    now = discord.utils.utcnow()
    if is_running(settings.database_url, now):
        return _complain(HOST("restore-running"), 1)
    aside = restore(settings.database_url, options.file, now)
    _say(HOST("restore-done", file=str(options.file)))
    return 0 if aside is None else _say(HOST("restore-aside", file=str(aside)))


def _export(settings: Settings, options: argparse.Namespace) -> int:
    if options.file == "-":
        found = asyncio.run(export(settings.database_url, sys.stdout))
    else:
        try:
            handle = os.open(options.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)
        except OSError as error:
            return _complain(HOST("export-fails", file=options.file, reason=error.strerror or str(error)), 1)
        try:
            with open(handle, "w", encoding="ascii") as file:
                found = asyncio.run(export(settings.database_url, file))
        except BaseException as error:
            # Part of the matches would look like all of them.
            Path(options.file).unlink(missing_ok=True)
            if not isinstance(error, OSError):
                raise
            return _complain(HOST("export-fails", file=options.file, reason=error.strerror or str(error)), 1)
        _say(HOST("export-done", count=found.written, file=options.file))
    if found.damaged:
        return _complain(HOST("export-damaged", ids=", ".join(map(str, found.damaged))), 1)
    return 0


def _void(settings: Settings, options: argparse.Namespace) -> int:
    wrong = asyncio.run(database.void(settings, options.match))
    return _say(HOST("void-done", id=str(options.match))) if wrong is None else _complain(wrong, 1)


def _adopt(settings: Settings, options: argparse.Namespace) -> int:
    new = application_from(settings)
    if new is None:
        return _complain(HOST("adopt-missing"), 2)
    stored = asyncio.run(database.application_stored(settings))
    if stored == new:
        return _say(HOST("adopt-already", new=str(new)))
    _say(HOST("adopt-none") if stored is None else HOST("adopt-stored", stored=str(stored)))
    if not options.yes:
        if not sys.stdin.isatty():
            return _complain(HOST("adopt-no-terminal"), 2)
        if not _agrees(HOST("adopt-question", new=str(new))):
            return _complain(HOST("adopt-left"), 1)
    asyncio.run(database.hand_over(settings, new))
    return _say(HOST("adopt-done", new=str(new)))


def _agrees(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except (EOFError, KeyboardInterrupt):
        return False


def _match(text: str) -> int:
    """The number of a match that a database can hold. Raises ``ValueError``, which argparse puts into words."""
    if not re.fullmatch(r"[0-9]{1,19}", text, re.ASCII) or int(text) > LARGEST_ID:
        raise ValueError(text)
    return int(text)


def _say(line: str) -> int:
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.write(line + "\n")
    return 0


def _complain(sentence: str, code: int = 2) -> int:
    sys.stderr.write(sentence + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
