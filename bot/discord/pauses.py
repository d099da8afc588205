"""When to try again: each pause is twice the one before, up to an hour."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from bot.discord.failures import Hope

K = TypeVar("K", bound=Hashable)

FIRST_PAUSE = {Hope.SOON: timedelta(seconds=15), Hope.LATER: timedelta(minutes=30)}
"""After a failure on the way, and after a refusal: many refused requests would have the host's address banned."""

LONGEST_PAUSE = timedelta(hours=1)


class _Pause(NamedTuple):
    again_at: datetime
    length: timedelta


class Pauses(Generic[K]):
    """What did not work, by key, and when each is to be tried again."""

    def __init__(self) -> None:
        self._pauses: dict[K, _Pause] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._pauses

    def __iter__(self) -> Iterator[K]:
        return iter(list(self._pauses))

    def failed(self, key: K, now: datetime, hope: Hope = Hope.SOON) -> None:
        """Note another failure. Without hope nothing is tried again by itself."""
        if hope is Hope.NONE:
            self._pauses.pop(key, None)
            return
        known = self._pauses.get(key)
        if known is not None and self.is_waiting(key, now):
            return  # tried before its time, because of a new act, say: that makes the pause no longer
        length = FIRST_PAUSE[hope] if known is None else min(max(known.length * 2, FIRST_PAUSE[hope]), LONGEST_PAUSE)
        self._pauses[key] = _Pause(now + length, length)

    def worked(self, key: K) -> None:
        """Let go of what has worked, or is of no account any more."""
        self._pauses.pop(key, None)

    def is_waiting(self, key: K, now: datetime) -> bool:
        """Whether it is not yet time to try that again."""
        known = self._pauses.get(key)
        # A clock that was set back must not make the pause longer than it was meant to be.
        return known is not None and now < known.again_at <= now + known.length

    def due(self, now: datetime) -> list[K]:
        """What is to be tried again now."""
        return [key for key in self._pauses if not self.is_waiting(key, now)]
