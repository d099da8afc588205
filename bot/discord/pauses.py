"""When to try again: each pause is twice the one before, up to an hour."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from bot.discord.failures import Hope

K = TypeVar("K", bound=Hashable)

LONGEST_PAUSE = timedelta(hours=1)

FIRST_PAUSE = {Hope.SOON: timedelta(seconds=15), Hope.LATER: timedelta(minutes=30), Hope.NONE: LONGEST_PAUSE}
"""After a failure on the way, a refusal, and where it is the request itself that Discord does not like.

Too many refused requests get the host's address banned.
"""

SHORTEST_PAUSE = timedelta(minutes=1)
"""Between two attempts for which there is reason to believe that they will succeed."""


class _Pause(NamedTuple):
    failed_at: datetime
    length: timedelta
    hurried_at: datetime | None = None


class Pauses(Generic[K]):
    """What did not work, by key, and when each is to be tried again."""

    def __init__(self) -> None:
        self._pauses: dict[K, _Pause] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._pauses

    def __iter__(self) -> Iterator[K]:
        return iter(list(self._pauses))

    def failed(self, key: K, now: datetime, hope: Hope = Hope.SOON) -> None:
        """Note another failure. An early attempt, after a new act say, makes the pause no longer."""
        known = self._pauses.get(key)
        if known is not None and self.is_waiting(key, now):
            return
        length = FIRST_PAUSE[hope] if known is None else min(max(known.length * 2, FIRST_PAUSE[hope]), LONGEST_PAUSE)
        self._pauses[key] = _Pause(now, length, known.hurried_at if known is not None else None)

    def hurry(self, key: K, now: datetime) -> None:
        """Something has changed that makes success likely: it is time at once, but no oftener than may be."""
        known = self._pauses.get(key)
        if known is not None and (known.hurried_at is None or abs(now - known.hurried_at) >= SHORTEST_PAUSE):
            self._pauses[key] = known._replace(length=timedelta(0), hurried_at=now)

    def worked(self, key: K) -> None:
        """Let go of what has worked, or is of no account any more."""
        self._pauses.pop(key, None)

    def is_waiting(self, key: K, now: datetime) -> bool:
        """Whether it is not yet time to try that again."""
        known = self._pauses.get(key)
        # A clock that was set back must not make the pause longer than it was meant to be.
        return known is not None and known.failed_at <= now < known.failed_at + known.length

    def due(self, now: datetime) -> list[K]:
        """What is to be tried again now."""
        return [key for key in self._pauses if not self.is_waiting(key, now)]
