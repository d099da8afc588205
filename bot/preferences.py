"""What the people of a server, and each person, have chosen for themselves, and between which limits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

USUAL_CLOCK = timedelta(hours=24)
"""How long a decision may take where nobody has chosen anything else."""

SHORTEST_CLOCK, LONGEST_CLOCK = timedelta(minutes=5), timedelta(days=14)
"""Between what a server, or a challenge, may choose."""

CLOCKS = tuple(
    timedelta(minutes=minutes) for minutes in (5, 15, 60, 3 * 60, 12 * 60, 24 * 60, 3 * 1440, 7 * 1440, 14 * 1440)
)
"""The clocks that screens and commands offer, the shortest first."""


STRENGTHS = ("novice", "club", "expert")
"""How well the house may play, from weak to strong."""

USUAL_STRENGTH = "club"
"""How well it plays if nobody says anything else."""


class Pictures(Enum):
    """Where the bot draws what it says."""

    ALL = "all"
    """At tables, and below results."""
    RESULTS = "results"
    NONE = "none"


USUAL_PICTURES = Pictures.ALL
"""Where the bot draws if its host says nothing."""

_MORE_AND_MORE = (Pictures.NONE, Pictures.RESULTS, Pictures.ALL)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server has chosen.

    ``clock``: how long each decision may take, at most and where a challenge says nothing; ``None``: as long as anybody
    likes. ``channels``: where matches may begin, threads by their channels; empty: everywhere. ``own_threads``: each
    match gets a thread of its own. ``challenge_role``: whose members may challenge; ``None``: everybody.
    ``has_leaderboard``: whether the leaderboard is shown. ``pictures``: where the bot draws; ``None``: as its host
    says.
    """

    clock: timedelta | None = USUAL_CLOCK
    channels: frozenset[int] = frozenset()
    own_threads: bool = False
    challenge_role: int | None = None
    has_leaderboard: bool = True
    pictures: Pictures | None = None


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person has chosen, for all servers.

    ``reminders``: whether the clock's reminder pings; ``direct``: turn notices also by direct message; ``asks``: each
    card and call is asked about once; ``is_challengeable``: whether others may challenge this person.
    ``direct_failed``: Discord did not deliver one of those messages, so that they are off, and this person has not been
    told so yet. ``words``: buttons say the cards in words; ``knows_game``: the panel explains nothing; ``quiet``: what
    tells this person something is posted without a push.
    """

    reminders: bool = True
    direct: bool = False
    asks: bool = False
    is_challengeable: bool = True
    direct_failed: bool = False
    words: bool = False
    knows_game: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Blocked:
    """One whom a person has blocked: a keyed hash of the id, and the name; ``None`` once that one is forgotten."""

    hash: str
    name: str | None


def clock_of(seconds: int) -> timedelta | None:
    """Of the clocks that are offered the one of so many seconds, ``None`` if there is none."""
    return next((clock for clock in CLOCKS if clock.total_seconds() == seconds), None)


def pictures_within(chosen: Pictures | None, most: Pictures) -> Pictures:
    """Where the bot draws on a server that has chosen something, or nothing: never more than its host allows."""
    return most if chosen is None else min(chosen, most, key=_MORE_AND_MORE.index)


def pictures_up_to(most: Pictures) -> tuple[Pictures, ...]:
    """What a server may choose, the least first."""
    return _MORE_AND_MORE[: _MORE_AND_MORE.index(most) + 1]


def clock_within(chosen: timedelta | None, longest: timedelta | None) -> timedelta | None:
    """The clock of a decision: what a match has chosen, up to what its server allows; ``None`` where that is off."""
    if longest is None or chosen is None:
        return longest
    return min(chosen, longest)
