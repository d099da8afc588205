"""What matches came to: results, and the figures of leaderboards. Pairs are indexed by seat; moments are in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.values import How, Player


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match on a server; a void match has none.

    ``points`` are those of the finished deals. ``is_voided``: a moderator has decided that it counts nowhere.
    """

    match_id: int
    guild_id: int
    players: tuple[Player, Player]
    how: How
    winner: int | None
    points: tuple[int, int]
    ended_at: datetime
    is_voided: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line of a server's leaderboard. Matches without a winner are neither wins nor losses."""

    rank: int
    user_id: int
    name: str
    matches: int
    wins: int
    losses: int
    points_for: int
    points_against: int
    deals: int

    @property
    def average(self) -> float:
        """Points a finished deal; 0 without any."""
        return self.points_for / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a leaderboard; `total` counts all its lines."""

    rows: list[Standing]
    total: int


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The deal that brought a player most points; `declared` says whether the contract was theirs."""

    points: int
    contract: str
    declared: bool
    match_id: int
    deal: int
    opponent: str


@dataclass(frozen=True, slots=True)
class Opponent:
    """What happened against one opponent, from the player's side.

    Without a `user_id` it is all those together who asked to be forgotten.
    """

    user_id: int | None
    name: str
    matches: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class AgainstHouse:
    """What a person's matches against the house in one strength came to, of any length; `deals` are finished ones.

    What was played with hints stands apart from what was played without: `has_hints`. A match is one with hints if one
    of its deals is; points and deals are those of deals with a hint, or of deals without, whatever their match.
    """

    strength: str
    matches: int
    wins: int
    points_for: int
    points_against: int
    deals: int
    has_hints: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's own figures. `best_deal` is None for somebody who never scored."""

    standing: Standing
    contracts_bid: int
    contracts_made: int
    best_deal: BestDeal | None
    opponents: list[Opponent]
