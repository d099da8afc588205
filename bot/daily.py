"""The deal of the day, as values: days, tries, how they compare. Days are those of UTC, written ``2027-01-31``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

GRACE = timedelta(hours=1)
"""For so long after the day's end what was begun may be finished; then the day is closed."""

_ONE_DAY = timedelta(days=1)


def day_of(moment: datetime) -> str:
    """The day on which a moment falls."""
    return moment.astimezone(UTC).date().isoformat()


def end_of(day: str) -> datetime:
    """The moment at which no try can begin any more."""
    return datetime.combine(date.fromisoformat(day) + _ONE_DAY, time(tzinfo=UTC))


def close_of(day: str) -> datetime:
    """The moment at which no try can be finished any more, and from which on the day's secret may be shown."""
    return end_of(day) + GRACE


def last_closed(moment: datetime) -> str:
    """The latest day that is closed at a moment."""
    return day_of(moment - GRACE - _ONE_DAY)


def is_closed(day: str, moment: datetime) -> bool:
    """Whether a day is closed at a moment: nothing of it may go on, and once nothing does its secret may be shown."""
    return day <= last_closed(moment)


@dataclass(frozen=True, slots=True)
class Day:
    """A day's deal: the promise of its secret, the match in which the house plays both seats, since when it is open.

    ``house_match_id`` is ``None`` until that match has begun, ``opened_at`` as long as the secret is kept.
    """

    day: str
    commitment: str
    house_match_id: int | None
    opened_at: datetime | None


@dataclass(frozen=True, slots=True)
class DailyTry:
    """What a match of the day is to whoever plays it: ``user_id`` is ``None`` for the house, in both seats.

    ``guild_id``: the server where it was begun, whose list it stands in; ``None`` elsewhere.
    """

    day: str
    user_id: int | None = None
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try as it stands.

    ``how`` its match ended, in the words of the record, ``None`` while it goes on; ``points``: those of both seats,
    ``None`` unless it was played out.
    """

    day: str
    match_id: int
    guild_id: int | None
    how: str | None
    points: tuple[int, int] | None

    @property
    def net(self) -> int | None:
        """What the deal brought: the points of seat 0 less those of the house; ``None`` unless it was played out."""
        return None if self.points is None else self.points[0] - self.points[1]


@dataclass(frozen=True, slots=True)
class Field:
    """All tries of a day beside one's own: how many were played out, and how many of those brought less or the same.

    ``unfinished``: those that were not played out, or not yet.
    """

    finished: int
    less: int
    same: int
    unfinished: int

    @property
    def rank(self) -> int:
        """One's own place among all that were played out, from 1; who brought the same shares it."""
        return 1 + self.finished - self.less - self.same

    @property
    def beaten(self) -> float | None:
        """The share of those who finished that brought less, from 0 to 1; ``None`` where nobody else did."""
        return self.less / self.finished if self.finished else None


ListState = Literal["finished", "playing", "unfinished"]


@dataclass(frozen=True, slots=True)
class ListedTry:
    """A line of a server's list of a day; ``rank`` and ``net`` are ``None`` unless it was played out."""

    rank: int | None
    user_id: int
    name: str
    net: int | None
    state: ListState


@dataclass(frozen=True, slots=True)
class ServerList:
    """A part of a server's list of a day; ``total`` counts all its lines."""

    rows: list[ListedTry]
    total: int


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row that somebody has finished: the run that is not broken yet, and the longest ever."""

    current: int
    longest: int


def streak_of(days: Iterable[str], today: str) -> Streak:
    """The streak of somebody who has finished on these days; a day that is not over breaks nothing yet."""
    finished = sorted({date.fromisoformat(day) for day in days})
    run, longest = 0, 0
    for place, day in enumerate(finished):
        run = run + 1 if place and day - finished[place - 1] == _ONE_DAY else 1
        longest = max(longest, run)
    is_unbroken = bool(finished) and finished[-1] >= date.fromisoformat(today) - _ONE_DAY
    return Streak(run if is_unbroken else 0, longest)
