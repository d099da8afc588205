"""``python -m bot migrate``: the step of a release that brings the database up to date before the new version runs."""

from __future__ import annotations

import asyncio

import discord

from bot.settings import Settings
from bot.store import HEAD, StoreError, bring_up_to_date, is_running, revision_of
from bot.texts import HOST


def migrate(settings: Settings) -> str:
    """Run the command; what was done, in a sentence. Raises ``StoreError``.

    Several may do it at once, and processes of the version before go on meanwhile, but not with SQLite: there is only
    one, which would be stopped for the new version anyway.
    """
    return asyncio.run(_migrate(settings.database_url))


async def _migrate(url: str) -> str:
    if is_running(url, discord.utils.utcnow()) and await revision_of(url) != HEAD:
        raise StoreError(HOST("migrate-running"))
    before = await bring_up_to_date(url)
    if before is None:
        return HOST("migrate-made", to=HEAD)
    return HOST("migrate-nothing", to=HEAD) if before == HEAD else HOST("migrate-done", before=before, to=HEAD)
