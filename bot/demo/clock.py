"""The simulated Discord's clock, which stands still unless it is moved, kept at the present."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from simcord import Env

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
"""Where SimCord's clock begins in every process."""


def _now() -> datetime:
    return datetime.now(UTC)


class Clock:
    """Moves the clock of one simulated Discord; whoever moves it has the turn (`Pages.turn`)."""

    def __init__(self, env: Env, now: Callable[[], datetime] = _now) -> None:
        self._env = env
        self._now = now

    def present(self) -> datetime:
        """This moment, as the simulated Discord counts time.

        Ids are made of the time, and those of an earlier run must not come again; so, on a machine whose clock is
        behind SimCord's, time is counted from 2020 on instead.
        """
        now = self._now()
        return now if now >= BEGIN else now + (BEGIN - datetime(2020, 1, 1, tzinfo=UTC))

    async def move_on(self, moment: datetime) -> None:
        """Let time pass until that moment, with all that the bot does meanwhile; never back."""
        lag = (moment - self._env.now()) / timedelta(seconds=1)
        with contextlib.suppress(TimeoutError):  # a long sleep of the machine is caught up with step by step
            await self._env.advance_time(max(lag, 0.0))
