"""``python -m bot run``: the bot in this process, from its start until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal

import aiohttp
import discord

from bot.client import BridgetteClient
from bot.host.check import has_passing_disk
from bot.host.logs import set_up_logging
from bot.settings import Settings
from bot.texts import HOST
from bridgette.cli.output import complain, reason_of, shown

log = logging.getLogger(__name__)


def serve(settings: Settings, token: str) -> int:
    """Run the bot; the exit code once it has ended. Raises ``StoreError``."""
    set_up_logging(settings.log_level)
    if has_passing_disk(settings):
        log.warning(HOST("check-passing-disk"))
    try:
        asyncio.run(_serve(settings, token))
    except discord.LoginFailure:
        return complain(HOST("settings-token-refused"), 2)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        return complain(HOST("cli-unreachable", reason=shown(reason_of(error))), 1)
    except KeyboardInterrupt:
        return 0
    return 0


async def _serve(settings: Settings, token: str) -> None:
    """Run until the process is told to stop; then everything is closed in order."""
    async with BridgetteClient(settings, faces=True) as client:
        loop = asyncio.get_running_loop()
        running = asyncio.ensure_future(client.start(token))
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C works there as well
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, running.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await running
    if client.fault is not None:
        raise client.fault
