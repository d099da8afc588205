"""What a host's commands do with the database: they never make one, and never disturb the bot that runs with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.settings import Settings
from bot.store import (
    HEAD,
    Conflict,
    Ending,
    Store,
    StoreError,
    adopt,
    application_of_database,
    check_place,
    is_running,
    revision_of,
)
from bot.texts import HOST


@asynccontextmanager
async def existing(url: str) -> AsyncIterator[Store]:
    """The store, if there is one, without its lease. Raises StoreError.

    A bot of the version before that still runs would be lost after a migration: it must be stopped first.
    """
    if await revision_of(url) != HEAD and is_running(url, discord.utils.utcnow()):
        raise StoreError(HOST("older-running"))
    store = await Store.open(url, create=False)
    try:
        yield store
    finally:
        await store.close()


async def void(settings: Settings, match_id: int) -> str | None:
    """End an open match as void, whatever its record holds. Returns what is wrong if it is not open.

    Its table stays noted: the bot, running or at its next start, takes the buttons off.
    """
    async with existing(settings.database_url) as store:
        await check_place(store)
        try:
            ending = Ending("void", None, None, (0, 0), 0)
            await store.matches.end(match_id, ending, discord.utils.utcnow())
        except Conflict:
            is_known = match_id in await store.matches.all_ids()  # a damaged match may not be found otherwise
            return HOST("void-over" if is_known else "void-unknown", id=str(match_id))
    return None


async def application_stored(settings: Settings) -> int | None:
    """The id of the application that the database belongs to, None before any. Raises StoreError."""
    async with existing(settings.database_url) as store:
        return await application_of_database(store)


async def hand_over(settings: Settings, application: int) -> None:
    """Make the database that of another application. Raises StoreError."""
    async with existing(settings.database_url) as store:
        await check_place(store)
        await adopt(store, application)
