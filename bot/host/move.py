"""``python -m bot move``: from a SQLite database to a PostgreSQL one, and back to the old copy."""

from __future__ import annotations

import argparse
import asyncio
import contextlib

import discord

from bot.host.database import existing
from bot.settings import Settings
from bot.store import HEAD, file_of, move_back, revision_of
from bot.store.move import Progress, move_to
from bot.texts import HOST
from bridgette.cli.output import Output, OutputLost, complain, shown


def move(settings: Settings, options: argparse.Namespace) -> int:
    """Run the command; its exit code. Raises ``StoreError``."""
    if options.back == (options.url is not None):
        return complain(HOST("move-what"), 2)
    return asyncio.run(_back(settings) if options.back else _move(settings, options.url))


async def _move(settings: Settings, url: str) -> int:
    old = settings.database_url
    if file_of(old) is not None and await revision_of(old) != HEAD:
        _say(HOST("move-older"))
    is_new = await move_to(old, url, discord.utils.utcnow, _tell)
    async with existing(url) as new:
        count = len(await new.matches.all_ids())
    _say(HOST("move-done" if is_new else "move-was-done", count=count))
    _say(HOST("move-next"))
    _say(HOST("move-old-file", file=shown(file_of(old))))
    return 0


async def _back(settings: Settings) -> int:
    if file_of(settings.database_url) is None:
        return complain(HOST("move-back-where"), 2)
    async with existing(settings.database_url) as old:
        if not await move_back(old):
            return complain(HOST("move-back-none"), 1)
    _say(HOST("move-back-done"))
    return 0


def _tell(progress: Progress) -> None:
    _say(HOST("move-progress", **progress._asdict()))


def _say(line: str) -> None:
    """Say it at once. Nobody must be listening for the move to go on."""
    output = Output()
    with contextlib.suppress(OutputLost):
        output.line(line)
        output.finish()
