"""The values that go into the store and come out of it. Pairs are indexed by seat; moments are aware, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ChallengeState = Literal["open", "accepted", "declined", "withdrawn", "expired"]
How = Literal["played", "resigned", "claimed", "agreed", "stopped", "void"]


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server, with the name shown there."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; without an opponent, anybody may join."""

    id: int
    guild_id: int
    channel_id: int
    challenger: Person
    opponent: Person | None
    created_at: datetime
    expires_at: datetime
    message_id: int | None
    state: ChallengeState
    match_id: int | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match without its record. `ended_how`, and all that belongs to the end, is None while it is open."""

    id: int
    guild_id: int
    channel_id: int
    players: tuple[Person, Person]
    started_at: datetime
    ended_how: How | None
    ended_by: int | None
    winner: int | None
    ended_at: datetime | None
    table_message_id: int | None
    table_deal: int | None
    table_posted_at: datetime | None
    result_message_id: int | None

    @property
    def is_open(self) -> bool:
        """Whether the match still goes on."""
        return self.ended_how is None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal of a match, counted from 0, and the message that shows its result."""

    deal: int
    dealer: int
    deck: str
    result_message_id: int | None


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody did. `number` counts the acts of a match, `step` those of a deal (None: no step of a deal)."""

    number: int
    deal: int
    step: int | None
    seat: int
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class ActRow(Act):
    """An act as recorded, with its moment."""

    at: datetime


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with its whole record: the deals in order, the acts in order."""

    match: MatchRow
    deals: list[DealRow]
    acts: list[ActRow]


@dataclass(frozen=True, slots=True)
class NewDeal:
    """The deal that follows the one just finished."""

    dealer: int
    deck: str


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """What a deal that was played to its end came to (never a passed-out one). `tricks` are declarer's."""

    declarer: int
    contract: str
    made: bool
    points: tuple[int, int]
    tricks: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended.

    `by` is the seat whose act ended it, if any; `winner` a seat, or None when nobody won. `points` and
    `deals` are those of the finished deals only.
    """

    how: How
    by: int | None
    winner: int | None
    points: tuple[int, int]
    deals: int


@dataclass(frozen=True, slots=True)
class Notice:
    """The message that told a player that it is their turn; `number` is the act it asked for."""

    match_id: int
    seat: int
    number: int
    message_id: int
    posted_at: datetime


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
    """What happened against one opponent, from the player's side."""

    user_id: int
    name: str
    matches: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's own figures. `best_deal` is None for somebody who never scored."""

    standing: Standing
    contracts_bid: int
    contracts_made: int
    best_deal: BestDeal | None
    opponents: list[Opponent]
