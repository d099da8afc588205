"""What kind of match a game is, and what follows from that: asked here, and nowhere else."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from bot.store import Place, Player
from bridgette import Pair

DAILY = "daily"
"""The source of decks (``MatchRow.decks``) of the match that everybody plays on one day."""

LESSON = "lesson"
"""The source of decks of the lesson."""


APART = (DAILY, LESSON)
"""The matches that are in nobody's figures."""


class Described(Protocol):
    """What the kind of a match is seen from: a game, a stored match."""

    @property
    def place(self) -> Place:
        """Where it is played."""

    @property
    def players(self) -> Pair[Player]:
        """Who holds the seats."""

    @property
    def decks(self) -> str:
        """Where its decks come from."""


class Kind(Enum):
    """What kind of match it is."""

    TABLE = "table"
    """Two people at a public table."""
    HOUSE_TABLE = "house table"
    """A person against the house at a public table."""
    SOLO = "solo"
    """A person against the house, seen by nobody else."""
    DAILY = "daily"
    """The one deal of a day, the same for everybody, against the house."""
    LESSON = "lesson"
    """A prepared deal for a newcomer."""

    @property
    def has_house(self) -> bool:
        """Whether the computer holds a seat: it claims nothing, and its time never runs out."""
        return self is not Kind.TABLE

    @property
    def is_public(self) -> bool:
        """Whether there is a table in a channel, with notices and results."""
        return self in (Kind.TABLE, Kind.HOUSE_TABLE)

    @property
    def has_clock(self) -> bool:
        """Whether a decision may take only so long; without one a match is void after 30 days without an act."""
        return self.is_public

    @property
    def counts(self) -> bool:
        """Whether it counts in the leaderboard of people. Figures against the house are kept apart."""
        return self is Kind.TABLE

    @property
    def may_take_back(self) -> bool:
        """Whether a move may be taken back, if the opponent agrees."""
        return self is Kind.TABLE

    @property
    def may_offer_stop(self) -> bool:
        """Whether stopping needs the other's consent. The house has no say: there a match stops at once."""
        return self is Kind.TABLE

    @property
    def may_hint(self) -> bool:
        """Whether its player may ask what the expert would do."""
        return self is Kind.SOLO

    @property
    def may_analyse(self) -> bool:
        """Whether a finished deal may be analysed; one of the day only once its secret is opened, as its part says."""
        return self is not Kind.LESSON

    @property
    def waits_for_day(self) -> bool:
        """Whether nothing of it may be told, analysed or taken away before its day is over."""
        return self is Kind.DAILY


def kind_of(match: Described) -> Kind:
    """What kind of match it is."""
    if match.decks == DAILY:
        return Kind.DAILY
    if match.decks == LESSON:
        return Kind.LESSON
    if not any(player.is_house for player in match.players):
        return Kind.TABLE
    return Kind.SOLO if match.place.guild_id is None else Kind.HOUSE_TABLE
