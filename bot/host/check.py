"""``python -m bot check``: what is wrong with the set-up, in plain lines."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import AsyncIterator
from typing import NamedTuple

import aiohttp
import discord

from bot.host.database import existing
from bot.host.disks import doubts
from bot.host.export import damaged_of
from bot.host.invite import NEEDED
from bot.host.words import listed
from bot.settings import Settings
from bot.store import ENCODING, HEAD, OLDEST, Store, StoreError, check_place, file_of, revision_of, server_of
from bot.texts import ENGLISH, HOST
from bridgette.cli.output import reason_of, shown

LEAST_FREE = 100 * 1024 * 1024
"""Bytes that should be free where the database is; thousands of matches take less."""


class Finding(NamedTuple):
    """One line: whether it is well, and what was found."""

    is_well: bool
    text: str


async def check(settings: Settings, server_id: int | None) -> AsyncIterator[Finding]:
    """Everything that a host can get wrong, one finding after another."""
    for finding in [*await _database(settings), *await _server(settings)]:
        yield finding
    for finding in _disk(settings):
        yield finding
    if settings.token is None:
        yield Finding(False, HOST("settings-token-missing"))
        return
    async for finding in _discord(settings.token, server_id):
        yield finding


async def _database(settings: Settings) -> list[Finding]:
    """What is there; nothing is made or migrated."""
    try:
        found = await revision_of(settings.database_url)
        if found != HEAD:
            return [Finding(True, HOST("check-older", found=found, wanted=HEAD))]
        async with existing(settings.database_url) as store:
            await check_place(store)
            open_ids = await store.matches.open_ids()
            damaged = await damaged_of(store, open_ids)
            more = await _shared(store) if file_of(settings.database_url) is None else []
    except StoreError as error:
        return [Finding(False, HOST("cli-database", reason=shown(error)))]
    well = [Finding(True, HOST("check-database", open=len(open_ids))), *more]
    return [*well, Finding(False, HOST("check-damaged", ids=listed(damaged)))] if damaged else well


async def _shared(store: Store) -> list[Finding]:
    """What one sees of a file at once, and not of a database elsewhere: whether it is the right one, and in use."""
    count = len(await store.matches.all_ids())
    return [Finding(True, HOST("check-matches", count=count)), await _use(store)]


async def _use(store: Store) -> Finding:
    """Who serves: one process, or several by shards, of which each that is missing leaves servers without a bot."""
    alone = await store.lease.serving_alone(discord.utils.utcnow())
    if alone is not None:
        return Finding(True, HOST("check-held", host=shown(alone.host), pid=str(alone.pid)))
    plan = await store.plans.get()
    if plan is None:
        return Finding(True, HOST("check-free"))
    holders, _ = await store.plans.holders(plan)
    serving = [holder for holder in holders.values() if not holder.is_overdue]
    if not serving:
        return Finding(True, HOST("check-free"))
    processes, missing = len({holder.process for holder in serving}), plan.ranges - len(serving)
    return Finding(not missing, HOST("check-shared", served=processes, ranges=plan.ranges, missing=missing))


async def _server(settings: Settings) -> list[Finding]:
    """What is to be known of PostgreSQL."""
    try:
        server = await server_of(settings.database_url)
    except StoreError:
        return []  # it was found before
    if server is None:
        return []
    if server.is_new_enough:
        encrypted = "yes" if server.is_encrypted else "no"
        found = [Finding(True, HOST("check-server", version=server.version, encrypted=encrypted))]
    else:
        found = [Finding(False, HOST("check-server-old", version=server.version, oldest=str(OLDEST)))]
    if server.encoding != ENCODING:
        found.append(Finding(False, HOST("check-encoding", encoding=server.encoding)))
    for name, value in sorted(server.limits.items()):
        found.append(Finding(False, HOST("check-limit", name=name, value=value)))
    return found


def _disk(settings: Settings) -> list[Finding]:
    found = []
    try:
        found += [Finding(False, doubt) for doubt in doubts(settings)]
        path = file_of(settings.database_url)
        if path is not None:
            folder = next(parent for parent in (path.parent, *path.absolute().parents) if os.path.isdir(parent))
            free = shutil.disk_usage(folder).free
            key = "check-disk" if free >= LEAST_FREE else "check-disk-full"
            found.append(Finding(free >= LEAST_FREE, HOST(key, free=free // (1024 * 1024))))
    except (StoreError, OSError):
        pass  # what is wrong with the database was found before
    return found


async def _discord(token: str, server_id: int | None) -> AsyncIterator[Finding]:
    """The token, and the permissions on a server, asked over HTTP alone: no session is begun."""
    # The library's warnings, about voice say, are no findings; without a handler they would go to standard error.
    logging.getLogger("discord").addHandler(logging.NullHandler())
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        await client.login(token)
        yield Finding(True, HOST("check-token", name=shown(client.user)))
        if server_id is not None:
            yield await _guild(client, server_id)
    except discord.LoginFailure:
        yield Finding(False, HOST("settings-token-refused"))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        yield Finding(False, HOST("cli-unreachable", reason=shown(reason_of(error))))
    finally:
        await client.close()


async def _guild(client: discord.Client, server_id: int) -> Finding:
    try:
        guild = await client.fetch_guild(server_id)
        member = await guild.fetch_member(client.user.id if client.user else 0)
    except (discord.NotFound, discord.Forbidden):
        return Finding(False, HOST("check-no-server"))
    granted = member.guild_permissions
    missing = [name for name in NEEDED if not getattr(granted, name)]
    if missing:
        names = ", ".join(ENGLISH("permission-" + name.replace("_", "-")) for name in missing)
        return Finding(False, HOST("check-permissions-missing", names=names))
    return Finding(True, HOST("check-permissions"))
