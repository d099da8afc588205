"""The heart of a process: it touches a file while all is well, and tells systemd that the event loop goes round.

Of a bot and of a process that only thinks alike: what is well is asked of whoever starts it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

BEAT = 15.0
"""Seconds between two beats; four fit into the age at which the file is old."""

log = logging.getLogger(__name__)

Ills = Callable[[], Awaitable[Sequence[str]]]
"""Gives the names of what is not well, none when all is."""


class Heart:
    """Beats for one process. ``file``: what it touches, ``None`` for nothing; ``tell``: what it tells systemd by."""

    def __init__(self, file: Path | None, ills: Ills, tell: Callable[[str], None] | None = None) -> None:
        self._file = file
        self._ills = ills
        self._tell = tell or notify
        self._told: Sequence[str] = ()
        self._was_well = False
        self._is_touching = True
        self._claimed: int | None = None

    async def beat(self) -> None:
        """Tell that the event loop goes round; if all is well, touch the file.

        systemd ends what does not beat. It is told of a beat that finds something not well too: no new process helps
        against an outage, and each costs the bot one of its thousand sessions a day with Discord.
        """
        self._tell("WATCHDOG=1")
        ills = await self._ills()
        if ills != self._told:
            self._told = ills
            log.log(logging.WARNING if self._was_well else logging.INFO, "well=%s", ",".join(ills) or "yes")
            self._tell(f"STATUS={', '.join(ills) or 'well'}")
        if ills:
            return
        if not self._was_well:
            self._was_well = True
            self._tell("READY=1")
        self._touch()

    def stop(self) -> None:
        """The process ends as it was told to."""
        self._tell("STOPPING=1")
        self._release()
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink()

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        """Beat within, and stop at the end."""
        task = asyncio.create_task(self._beats())
        try:
            yield
        finally:
            task.cancel()
            self.stop()

    async def _beats(self) -> None:
        while True:
            try:
                await self.beat()
            except Exception:
                log.exception("a beat failed")
            await asyncio.sleep(pause())

    def _touch(self) -> None:
        """Touch the file, which is nobody else's: others may write to the folder of temporary files too."""
        if self._file is None:
            return
        try:
            number = os.open(self._file, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
            try:
                os.utime(number if os.utime in os.supports_fd else self._file)
                self._claim(number)
            finally:
                os.close(number)
        except OSError as error:
            if self._is_touching:
                log.warning("the file of ALIVE_FILE cannot be touched reason=%s", error.strerror)
            self._is_touching = False
        else:
            self._is_touching = True

    def _claim(self, number: int) -> None:
        """Notice another process that touches the same open file: nobody could tell which of them is well."""
        if fcntl is None or (self._claimed is not None and os.path.samestat(os.fstat(self._claimed), os.fstat(number))):
            return
        self._release()
        self._claimed = os.dup(number)  # which has the lock as long as it is open
        try:
            fcntl.flock(self._claimed, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            log.warning(
                "another process touches the same ALIVE_FILE, so that one may hide how the other is: give each its own"
            )
        except OSError as error:
            log.debug("no lock is had of the file of ALIVE_FILE reason=%s", error.strerror)  # there are such disks

    def _release(self) -> None:
        if self._claimed is not None:
            os.close(self._claimed)
            self._claimed = None


def pause() -> float:
    """Seconds to the next beat: at most half of those after which systemd ends what is silent."""
    watchdog = os.environ.get("WATCHDOG_USEC", "")
    return min(BEAT, int(watchdog) / 2_000_000) if watchdog.isascii() and watchdog.isdigit() else BEAT


def notify(text: str) -> None:
    """Tell systemd something, where it has started this process: https://www.freedesktop.org/software/systemd/man/sd_notify.html"""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        one.setblocking(False)
        one.connect("\0" + address[1:] if address.startswith("@") else address)
        one.send(text.encode())
