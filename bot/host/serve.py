"""``python -m bot run``: the bot in this process, from its start until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable, Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.client import BridgetteClient
from bot.health import Health, of_shards, of_store
from bot.host.disks import doubts
from bot.host.heart import Heart, Ills
from bot.host.logs import set_up_logging
from bot.host.loop import prepare
from bot.settings import Settings
from bot.tenure import SharedTenure
from bot.texts import HOST
from bridgette.cli.output import complain, reason_of, shown

if TYPE_CHECKING:
    from bot.app import App
    from bot.host.shards import Shared
    from bot.metrics import Metrics

ROUNDS, A_ROUND = 5, 1.0
"""How often, at the end, tasks that are still under way are told to end, and the seconds that they have for it."""

log = logging.getLogger(__name__)


class _NoMetrics(Exception):
    """The figures cannot be served, for the reason that is its text."""


def serve(settings: Settings, token: str, shared: Shared | None = None) -> int:
    """Run the bot, which others may share; the exit code once it has ended. Raises ``StoreError``."""
    set_up_logging(settings.log_level)
    for doubt in doubts(settings):
        log.warning(doubt)
    try:
        asyncio.run(_whole(_serve(settings, token, shared)))
    except ImportError as error:
        if settings.metrics_port is None or error.name != "prometheus_client":
            raise
        return complain(HOST("metrics-missing"), 2)
    except _NoMetrics as error:
        address = f"{settings.metrics_host}:{settings.metrics_port}"
        return complain(HOST("metrics-port", address=shown(address), reason=shown(error)), 1)
    except discord.LoginFailure:
        return complain(HOST("settings-token-refused"), 2)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        return complain(HOST("cli-unreachable", reason=shown(reason_of(error))), 1)
    except KeyboardInterrupt:
        return 0
    return 0


async def _whole(work: Awaitable[None]) -> None:
    """Do all that, and leave nothing under way, such as clicks that wait for a database that is out of reach."""
    try:
        await work
    finally:
        for _ in range(ROUNDS):  # what is cancelled may begin something else
            left = asyncio.all_tasks() - {asyncio.current_task()}
            for task in left:
                task.cancel()
            if left:
                await asyncio.wait(left, timeout=A_ROUND)


async def _serve(settings: Settings, token: str, shared: Shared | None) -> None:
    """Run until the process is told to stop; then everything is closed in order."""
    async with AsyncExitStack() as stack:
        metrics = await _metrics(settings, stack)

        def opened(app: App) -> None:
            if metrics is not None:
                metrics.watch(app, lambda: client.shards)

        tenure = None if shared is None else SharedTenure(shared)
        bot = BridgetteClient(settings, faces=True, tenure=tenure, opened=opened)
        client = await stack.enter_async_context(bot)
        await stack.enter_async_context(Heart(settings.alive_file, _ills_of(client)).beating())
        prepare(client.stop)
        try:
            await _run(client, token)
        finally:
            await client.close()
    if client.fault is not None:
        raise client.fault


async def _run(client: BridgetteClient, token: str) -> None:
    """Connect and stay connected until the bot gives that up, or Discord's library does. Raises what it raises."""
    running = asyncio.ensure_future(client.start(token))
    told = asyncio.ensure_future(client.disconnects.wait())
    try:
        await asyncio.wait({running, told}, return_when=asyncio.FIRST_COMPLETED)
        if told.done():
            running.cancel()  # it may wait for shards to connect, or for its turn to serve
        with contextlib.suppress(asyncio.CancelledError):
            await running
    finally:
        running.cancel()
        told.cancel()


async def _metrics(settings: Settings, stack: AsyncExitStack) -> Metrics | None:
    """The figures, served until the end, if they are asked for."""
    if settings.metrics_port is None:
        return None
    from bot.metrics import Metrics  # of an extra

    metrics = Metrics()
    try:
        await stack.enter_async_context(metrics.served(settings.metrics_host, settings.metrics_port))
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0
        raise _NoMetrics(os.strerror(number) if number > 0 else reason_of(error)) from None
    return metrics


def _ills_of(client: BridgetteClient) -> Ills:
    """What is not well with a bot. One that stands by is well, and so is one that connects after that."""
    has_begun = False

    async def lease() -> dict[str, bool]:
        return {"lease": client.is_renewed}

    async def database() -> Mapping[str, bool]:
        try:
            store = client.app.core.store
        except RuntimeError:  # it stands by, which it could not without the database
            return {}
        return await of_store(store)()

    health = Health(lease, database, of_shards(lambda: client.shards))

    async def ills() -> list[str]:
        nonlocal has_begun
        has_begun = has_begun or client.is_ready() or client.stands_by
        return await health.ills() if has_begun and not client.is_closed() else ["start"]

    return ills
