"""Whether a process does what it is there for: what is not well is forgiven for a while, for much heals by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Protocol

from bot.store import Store, StoreError

FORGIVEN = 60.0
"""Seconds for which something may be not well."""

SLOWEST = 60.0
"""Seconds that Discord may take to answer a shard's heartbeat."""

Look = Callable[[], Awaitable[Mapping[str, bool]]]
"""Gives what there is, by name, and whether it is well at this moment."""


class Health:
    """What several looks at a process find; ``now`` gives seconds that only grow."""

    def __init__(self, *looks: Look, now: Callable[[], float] = perf_counter) -> None:
        self._looks = looks
        self._now = now
        self._well_at: dict[str, float] = {}

    async def ills(self) -> list[str]:
        """The names of what has not been well for longer than is forgiven, none when all is well."""
        found: dict[str, bool] = {}
        for look in self._looks:
            found |= await look()
        now = self._now()
        self._well_at = {what: now if is_well else self._well_at.get(what, now) for what, is_well in found.items()}
        return sorted(what for what, at in self._well_at.items() if now - at > FORGIVEN)


def of_store(store: Store) -> Look:
    """Whether the database answers."""

    async def look() -> dict[str, bool]:
        try:
            await store.ping()
        except StoreError:
            return {"database": False}
        return {"database": True}

    return look


class Shard(Protocol):
    """A shard, as Discord's library has it."""

    @property
    def latency(self) -> float:
        """Seconds that the last heartbeat took; infinite or no number before the first."""

    def is_closed(self) -> bool:
        """Whether there is no connection at the moment."""


def of_shards(shards: Callable[[], Mapping[int, Shard]]) -> Look:
    """Whether each of a process's shards hears of Discord."""

    async def look() -> dict[str, bool]:
        return {f"shard {number}": not one.is_closed() and one.latency < SLOWEST for number, one in shards().items()}

    return look
