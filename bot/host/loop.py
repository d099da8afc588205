"""What the commands that run until they are told to stop ask of their event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable
from typing import Any

LOST = frozenset({"OSError", "OperationalError", "InterfaceError", "PostgresConnectionError"})
"""Errors of a connection that is lost, by name: the drivers' own are of an extra."""

log = logging.getLogger(__name__)


def prepare(stop: Callable[[], None]) -> None:
    """Call ``stop`` when this process is told to end, and tell in a line of what is lost with a connection."""
    asyncio.get_running_loop().set_exception_handler(_note)
    on_signals(stop)


def on_signals(stop: Callable[[], None]) -> None:
    """Call ``stop`` when this process is told to end."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C works there as well
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop)


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody waited for has failed: a connection half made, or a job given back to a database that is away."""
    kinds = [kind.__name__ for kind in type(context.get("exception")).__mro__]
    if LOST.isdisjoint(kinds):
        loop.default_exception_handler(context)
    else:
        log.warning("something was not finished reason=%s", kinds[0])
