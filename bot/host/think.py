"""``python -m bot think``: thinks for the bot in a process of its own, or in many, and needs no token of Discord's."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os

import discord

from bot.games import GameManager
from bot.games.elsewhere import kind_of_thinker
from bot.games.thinker import Thinker
from bot.games.works import Works
from bot.health import Health, of_store
from bot.host.heart import Heart
from bot.host.logs import set_up_logging
from bot.host.loop import prepare
from bot.settings import Settings
from bot.store import HEAD, Store, StoreError, check_place, file_of, revision_of
from bot.texts import HOST
from bridgette.cli.output import complain

log = logging.getLogger(__name__)


def think(settings: Settings, options: argparse.Namespace) -> int:
    """Run the command; its exit code. Raises ``StoreError`` where the database cannot be used at the start."""
    if file_of(settings.database_url) is not None:
        return complain(HOST("think-sqlite"), 2)
    set_up_logging(settings.log_level)
    try:
        from bot.store.thinkers import Thinkers
    except ImportError:
        return complain(HOST("think-extra"), 2)

    async def work() -> None:
        stop = asyncio.Event()
        prepare(stop.set)
        threads = options.threads or os.cpu_count() or 1
        store, thinker = await _opened(settings.database_url), Thinker(at_once=threads, beside=1)
        works = Works(store, GameManager(store), thinker, discord.utils.utcnow)
        kind = kind_of_thinker(thinker.form)
        try:
            await store.queue.prepare()
            await thinker.warm_up()
            log.info("thinking threads=%s kind=%s", threads, kind)
            async with Heart(settings.alive_file, Health(of_store(store)).ills).beating():
                await Thinkers(settings.database_url, store.queue, kind, threads, works.do).work(stop)
        finally:
            thinker.stop()
            await store.close()
        log.info("no more is thought here")

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(work())
    return 0


async def _opened(url: str) -> Store:
    """The store, to act beside the bot; it is not this process that brings it up to date. Raises ``StoreError``."""
    if await revision_of(url) != HEAD:
        raise StoreError(HOST("think-older"))
    store = await Store.open(url, create=False)
    store.stand_beside()
    try:
        await check_place(store)
    except BaseException:
        await store.close()
        raise
    return store
