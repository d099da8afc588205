"""Which process this is, and whether another one still lives."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Process:
    """A process, told apart from all others.

    `born` tells of its birth: the machine's start, the namespace that its number counts in, the moment. Two
    containers may have the same host name and both be number 1 of their own; a number may be given again. It is ''
    where the system does not say.
    """

    host: str
    pid: int
    born: str


def this_process() -> Process:
    """The process that asks."""
    pid = os.getpid()
    where = _where()
    moment = _moment(pid)
    return Process(platform.node(), pid, f"{where} {moment}" if where and moment else "")


def is_alive(process: Process) -> bool | None:
    """Whether the process lives; None where that cannot be known from here, as of one on another machine."""
    where, _, moment = process.born.rpartition(" ")
    if process.host != platform.node() or not where or where != _where():
        return None
    try:
        os.kill(process.pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass  # another user's
    found = _moment(process.pid)
    return None if found is None else found == moment


def _where() -> str:
    """This start of the machine and this process's namespace; '' where there is no such thing."""
    try:
        started = (PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
        namespace = os.readlink(PROC / "self/ns/pid")
    except (OSError, ValueError):
        return ""
    return f"{started} {namespace}"


def _moment(pid: int) -> str | None:
    """When the process with that number was born, in ticks since the machine's start; '' for one that has died."""
    try:
        # The name, in brackets, may hold anything.
        fields = (PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return None
    state, threads, moment = fields[0], fields[17], fields[19]
    # Killed, and its parent has not asked what became of it.
    return "" if state in "ZX" and int(threads) <= 1 else moment
