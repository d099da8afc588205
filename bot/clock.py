"""The clock of what is to be decided now in a match, as a value.

Its moments are milliseconds of the time for which the bot has been running (:mod:`bot.running`), so that no downtime
and no jump of the host's clock takes anything away from anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum

UNUSED = timedelta(days=30)
"""After this time a match without a clock, in which nobody acts, is void; so is one whose clock stands still."""

LOOK = timedelta(hours=1)
"""Between two looks at whether a clock that stands still can go on."""

GRACE = 60_000
"""Milliseconds that a reminder may come late without giving more time."""


class Stage(Enum):
    """How far a clock has come."""

    RUNNING = "running"
    REMINDED = "reminded"
    RUN_OUT = "run-out"


@dataclass(frozen=True, slots=True)
class Clock:
    """The time for one decision; in the exchange both seats have the same.

    ``length``: the whole time, ``None`` where there is no limit; ``due``: when it runs out, or without a limit when the
    match is void; ``next_at``: when something is to be done next; ``stopped_at``: since when it stands still.
    """

    length: timedelta | None
    due: int
    next_at: int
    stage: Stage = Stage.RUNNING
    stopped_at: int | None = None

    @classmethod
    def start(cls, length: timedelta | None, now: int) -> Clock:
        """A whole clock from now on: half of it until the reminder, half of it after."""
        if length is None:
            end = now + milliseconds(UNUSED)
            return cls(None, end, end)
        return cls(length, now + milliseconds(length), now + milliseconds(length) // 2)

    @property
    def whole(self) -> int:
        """The whole time in milliseconds."""
        return milliseconds(UNUSED if self.length is None else self.length)

    @property
    def is_run_out(self) -> bool:
        """Whether whoever had to act has had all the time, so that the opponent may claim the match."""
        return self.length is not None and self.stage is Stage.RUN_OUT and self.stopped_at is None

    @property
    def end(self) -> int:
        """When it ends the match by itself: as long after it has run out as it has run."""
        return self.due if self.length is None else self.due + self.whole

    def is_due(self, now: int) -> bool:
        """Whether something is to be done."""
        return now >= self.next_at

    def reminded(self, now: int) -> Clock:
        """After the reminder; one that came late still leaves half of the time, for a warning comes before any loss."""
        half_time = self.due - self.whole // 2  # ``next_at`` may have been put off
        due = self.due if now - half_time <= GRACE else now + self.whole // 2
        return replace(self, stage=Stage.REMINDED, due=due, next_at=due)

    def ran_out(self, now: int) -> Clock:
        """When it has run out, or somebody is known to be gone."""
        due = min(self.due, now) if now - self.due <= GRACE else now
        return replace(self, stage=Stage.RUN_OUT, due=due, next_at=due + self.whole)

    def moved(self, due: int) -> Clock:
        """With another end, since somebody cannot act until shortly before it."""
        return replace(self, stage=Stage.REMINDED, due=due, next_at=due)

    def later(self, now: int, pause: timedelta) -> Clock:
        """The same, to be looked at again after a pause."""
        return replace(self, next_at=now + milliseconds(pause))

    def stopped(self, now: int) -> Clock:
        """Standing still from now on, if it does not already."""
        if self.stopped_at is not None:
            return self.later(now, LOOK)
        return replace(self, stopped_at=now, next_at=now + milliseconds(LOOK))

    def resumed(self, now: int) -> Clock:
        """Going on as if no time had passed while it stood still."""
        if self.stopped_at is None:
            return self
        due = self.due + max(0, now - self.stopped_at)
        on = replace(self, stopped_at=None, due=due)
        match self.stage:
            case Stage.RUNNING if self.length is not None:
                return replace(on, next_at=due - self.whole // 2)
            case Stage.RUN_OUT:
                return replace(on, next_at=on.end)
        return replace(on, next_at=due)

    def is_given_up(self, now: int) -> bool:
        """Whether it has been standing still for so long that nobody waits any more."""
        return self.stopped_at is not None and now - self.stopped_at >= milliseconds(UNUSED)


def milliseconds(time: timedelta) -> int:
    """A time in whole milliseconds."""
    return time // timedelta(milliseconds=1)
