"""The commands of ``python -m bot``, their arguments and their exit codes."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import discord

from bot.host import database
from bot.host.alive import alive
from bot.host.check import check
from bot.host.export import Exported, export, export_to_file
from bot.host.invite import application_from, invitation, personal_invitation
from bot.host.migrate import migrate
from bot.host.shards import add_plan, add_run_options, shared_by
from bot.host.words import listed
from bot.settings import BadSettings, Settings, read_settings
from bot.store import StoreError, backup, copying, file_of, is_running, putting_back, restore
from bot.texts import HOST
from bridgette.cli.arguments import Parser, id_argument, number_argument
from bridgette.cli.output import CUT_OFF, Output, OutputLost, complain, reason_of, shown


def run(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit code. Raises OutputLost and SystemExit, which ``bridgette.cli.output`` knows."""
    options = _parser().parse_args(arguments)
    try:
        settings = read_settings()
    except BadSettings as error:
        for complaint in error.complaints:
            complain(complaint, 2)
        return 2
    command: Callable[[Settings, argparse.Namespace], int] = options.command
    try:
        return command(settings, options)
    except StoreError as error:
        return complain(HOST("cli-database", reason=shown(error)), 1)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m bot", description=HOST("cli-about"))
    parser.set_defaults(command=_run)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def add(name: str, command: Callable[[Settings, argparse.Namespace], int]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=HOST(f"cli-{name}"), description=HOST(f"cli-{name}"))
        added.set_defaults(command=command)
        return added

    add_run_options(add("run", _run))
    setting = add("shards", _shards).add_subparsers(metavar="set", parser_class=Parser)
    add_plan(setting.add_parser("set", help=HOST("cli-shards-set"), description=HOST("cli-shards-set")))
    add("migrate", _migrate)
    add("alive", lambda *_: alive())
    add("invite", _invite)
    an_id = id_argument(HOST("cli-id"))
    add("check", _check).add_argument("--server", type=an_id, metavar="ID", help=HOST("cli-check-server"))
    add("backup", _backup).add_argument("file", type=Path, metavar="FILE", help=HOST("cli-file"))
    add("restore", _restore).add_argument("file", type=Path, metavar="FILE", help=HOST("cli-file"))
    add("export", _export).add_argument("file", metavar="FILE", help=HOST("cli-export-file"))
    moving = add("move", _move)
    moving.add_argument("url", nargs="?", metavar="URL", help=HOST("cli-move-url"))
    moving.add_argument("--back", action="store_true", help=HOST("cli-move-back"))
    a_count = number_argument(HOST("cli-think-count"))
    add("think", _think).add_argument("--threads", type=a_count, metavar="N", help=HOST("cli-think-threads"))
    add("void", _void).add_argument("match", type=an_id, metavar="MATCH", help=HOST("cli-void-match"))
    add("adopt", _adopt).add_argument("--yes", action="store_true", help=HOST("cli-adopt-yes"))
    return parser


def _run(settings: Settings, options: argparse.Namespace) -> int:
    if settings.token is None:
        return complain(HOST("settings-token-missing"), 2)
    shared = shared_by(settings, options)
    if isinstance(shared, str):
        return complain(shared, 2)
    from bot.host.serve import serve  # none of the other commands needs the bot itself

    return serve(settings, settings.token, shared)


def _migrate(settings: Settings, _: argparse.Namespace) -> int:
    return _say(migrate(settings))


def _invite(settings: Settings, _: argparse.Namespace) -> int:
    application = application_from(settings)
    if application is None:
        return complain(HOST("settings-invite-missing"), 2)
    output = Output()
    output.line(HOST("invite-server", address=invitation(application)))
    output.line(HOST("invite-person", address=personal_invitation(application)))
    output.line(HOST("invite-switch"))
    return 0


def _check(settings: Settings, options: argparse.Namespace) -> int:
    output = Output()

    async def findings() -> bool:
        all_well = True
        async for finding in check(settings, options.server):
            output.line(HOST("check-well" if finding.is_well else "check-wrong", text=finding.text))
            all_well = all_well and finding.is_well
        return all_well

    return 0 if asyncio.run(findings()) else 1


def _backup(settings: Settings, options: argparse.Namespace) -> int:
    if file_of(settings.database_url) is None:
        return complain(HOST("backup-postgres", command=shown(copying(settings.database_url, options.file))), 1)
    backup(settings.database_url, options.file)
    return _say(HOST("backup-done", file=shown(options.file)))


def _restore(settings: Settings, options: argparse.Namespace) -> int:
    if file_of(settings.database_url) is None:
        command = shown(putting_back(settings.database_url, options.file))
        return complain(HOST("restore-postgres", command=command), 1)
    now = discord.utils.utcnow()
    if is_running(settings.database_url, now):
        return complain(HOST("restore-running"), 1)
    aside = restore(settings.database_url, options.file, now)
    _say(HOST("restore-done", file=shown(options.file)))
    return 0 if aside is None else _say(HOST("restore-aside", file=shown(aside)))


def _export(settings: Settings, options: argparse.Namespace) -> int:
    if options.file == "-":
        found = _export_to_output(settings)
    else:
        try:
            found = asyncio.run(export_to_file(settings.database_url, Path(options.file)))
        except (OSError, ValueError) as error:
            return complain(HOST("export-fails", file=shown(options.file), reason=shown(reason_of(error))), 1)
        _say(HOST("export-done", count=found.written, file=shown(options.file)))
    if found.sealed_until is not None:
        until = f"{found.sealed_until:%Y-%m-%d %H:%M} UTC"
        complain(HOST("export-sealed", ids=listed(found.sealed), until=until), 0)
    if found.damaged:
        return complain(HOST("export-damaged", ids=listed(found.damaged)), 1)
    return 0


def _export_to_output(settings: Settings) -> Exported:
    output = Output()
    if not output.is_open:
        raise OutputLost(HOST("export-closed"))

    def write(line: str) -> bool:
        output.line(line)
        return output.is_open

    return asyncio.run(export(settings.database_url, write))


def _move(settings: Settings, options: argparse.Namespace) -> int:
    from bot.host.move import move  # once in a bot's life

    return move(settings, options)


def _think(settings: Settings, options: argparse.Namespace) -> int:
    from bot.host.think import think  # which loads what thinks, and needs an extra

    return think(settings, options)


def _shards(settings: Settings, options: argparse.Namespace) -> int:
    from bot.host.plan import shards  # a small bot never asks

    return shards(settings, options)


def _void(settings: Settings, options: argparse.Namespace) -> int:
    wrong = asyncio.run(database.void(settings, options.match))
    return _say(HOST("void-done", id=str(options.match))) if wrong is None else complain(wrong, 1)


def _adopt(settings: Settings, options: argparse.Namespace) -> int:
    new = application_from(settings)
    if new is None:
        return complain(HOST("adopt-missing"), 2)
    stored = asyncio.run(database.application_stored(settings))
    if stored == new:
        return _say(HOST("adopt-already", new=str(new)))
    _say(HOST("adopt-none") if stored is None else HOST("adopt-stored", stored=str(stored)))
    if not options.yes:
        if sys.stdin is None or not sys.stdin.isatty():
            return complain(HOST("adopt-no-terminal"), 2)
        try:
            agrees = _agrees(HOST("adopt-question", new=str(new)))
        except KeyboardInterrupt:
            return complain(HOST("adopt-left"), CUT_OFF)
        if not agrees:
            return complain(HOST("adopt-left"), 1)
    asyncio.run(database.hand_over(settings, new))
    return _say(HOST("adopt-done", new=str(new)))


def _agrees(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except (EOFError, OSError, RuntimeError, UnicodeError):  # nobody answers, or nobody sees the question
        return False


def _say(line: str) -> int:
    Output().line(line)
    return 0
