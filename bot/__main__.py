"""The host's command line: ``python -m bot`` runs the bot, ``python -m bot invite`` prints its invitation."""

from __future__ import annotations

import argparse
import asyncio
import base64
import binascii
import contextlib
import logging
import signal
import sys
from typing import NoReturn

import aiohttp
import discord

from bot.client import BridgetteClient
from bot.settings import BadSettings, Settings, read_settings
from bot.store import StoreError
from bot.texts import ENGLISH

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
)
"""The least that the bot needs: to post, also in threads, to open one, and to attach the match's record."""

SCOPES = ("bot", "applications.commands")


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; try --help\n")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0 well, 1 the bot cannot run, 2 wrong settings or use."""
    parser = _Parser(prog="python -m bot", description=ENGLISH("cli-about"))
    parser.add_argument(
        "command", nargs="?", choices=("run", "invite"), default="run", help=ENGLISH("cli-command-about")
    )
    options = parser.parse_args(arguments)
    try:
        settings = read_settings()
    except BadSettings as error:
        for complaint in error.complaints:
            _complain(complaint)
        return 2
    return _invite(settings) if options.command == "invite" else _run(settings)


def _invite(settings: Settings) -> int:
    application = settings.application_id or application_of(settings.token or "")
    if application is None:
        return _complain(ENGLISH("settings-invite-missing"), 2)
    sys.stdout.write(discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES) + "\n")
    return 0


def application_of(token: str) -> int | None:
    """The application's id, which is the first part of a bot's token in base64; ``None`` if it is not one."""
    first = token.split(".")[0]
    try:
        digits = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return int(digits) if digits.isdecimal() and len(digits) >= 15 else None


def _run(settings: Settings) -> int:
    if settings.token is None:
        return _complain(ENGLISH("settings-token-missing"), 2)
    set_up_logging(settings.log_level)
    try:
        asyncio.run(_serve(settings, settings.token))
    except discord.LoginFailure:
        return _complain(ENGLISH("settings-token-refused"), 2)
    except StoreError as error:
        return _complain(ENGLISH("cli-database", reason=str(error)), 1)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        return _complain(ENGLISH("cli-unreachable", reason=str(error) or type(error).__name__), 1)
    except KeyboardInterrupt:
        return 0
    return 0


def set_up_logging(level: str) -> None:
    """Log to standard error; below ``INFO`` only the bot's own logs.

    Libraries that debug log whole requests and statements: players' cards, their names and Discord's tokens.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger().setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    logging.getLogger("bot").setLevel(level)


async def _serve(settings: Settings, token: str) -> None:
    """Run until the process is told to stop; then everything is closed in order."""
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


def _complain(sentence: str, code: int = 2) -> int:
    sys.stderr.write(sentence + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
