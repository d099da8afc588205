"""The values that go into the store and come out of it. Pairs are indexed by seat; moments are aware, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ChallengeState = Literal["open", "accepted", "declined", "withdrawn", "expired"]
How = Literal["played", "resigned", "claimed", "agreed", "stopped", "void"]
PlayerKind = Literal["person", "house"]

NAMELESS = ""
"""In the place of the name of somebody who was forgotten: no name of Discord is empty."""

SOMEBODY = "somebody"
"""What a record file, which knows no language, calls them."""

NOWHERE = 0
"""In the place of a message's id: there is nowhere left to post that message, so that it need not be tried again."""


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server, with the name shown there."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    """Who holds a seat of a match: a person, or the house at some strength.

    `name` is the one at the time when the match began. `user_id` is None for the house, and for a person who asked to
    be forgotten, whose name is then NAMELESS; a match may hold two of those.
    """

    kind: PlayerKind
    user_id: int | None
    name: str
    strength: str | None = None

    @classmethod
    def of(cls, person: Person) -> Player:
        """A person at a seat."""
        return cls("person", person.user_id, person.name)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played: a channel of a server, or, with neither, a person's private message."""

    guild_id: int | None
    channel_id: int | None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; without an opponent, anybody may join. A challenge is always made in a channel of a server.

    `shown` is the state that its message shows, as far as is known. `length`: how many deals are proposed.
    `commitment`: the hash of the secret from which the decks will come; None where they come from elsewhere.
    """

    id: int
    guild_id: int
    channel_id: int
    challenger: Person
    opponent: Person | None
    created_at: datetime
    expires_at: datetime
    message_id: int | None
    state: ChallengeState
    shown: ChallengeState
    match_id: int | None
    length: int
    is_rematch: bool
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """A challenge to be made; without an opponent, anybody may join."""

    guild_id: int
    channel_id: int
    challenger: Person
    opponent: Person | None
    length: int = 6
    is_rematch: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The message that is the table of a match: the deal that it is for and the number of the act that it shows."""

    message_id: int
    deal: int
    posted_at: datetime
    act: int


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match without its record. `ended_how`, and all that belongs to the end, is None while it is open.

    `length`: the deals agreed on. `decks`: where its decks come from. `suspended_at`: since when its server has been
    left. `table` is None before the first and where the place is gone. `settled`: the number of the last act of which
    everybody has been told, notices included; None before the first such.
    """

    id: int
    place: Place
    length: int
    decks: str
    players: tuple[Player, Player]
    started_at: datetime
    suspended_at: datetime | None
    ended_how: How | None
    ended_by: int | None
    winner: int | None
    ended_at: datetime | None
    table: Table | None
    settled: int | None
    result_message_id: int | None

    @property
    def is_open(self) -> bool:
        """Whether the match still goes on."""
        return self.ended_how is None


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to begin, with its first deal. `public`: what the press gives to the shuffle of its challenge, if any."""

    place: Place
    length: int
    decks: str
    players: tuple[Player, Player]
    dealer: int
    deck: str
    public: str | None = None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal of a match, counted from 0, and the message that shows its result."""

    deal: int
    dealer: int
    deck: str
    result_message_id: int | None


@dataclass(frozen=True, slots=True)
class NewAct:
    """What somebody did, to be recorded.

    `number` counts the acts of a match from 1, without holes. `deal` is the deal in play; `seat` is None for what no
    player did. `kind` and `value` say what it was, in the notation of the acts.
    """

    number: int
    deal: int
    seat: int | None
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class ActRow(NewAct):
    """An act as recorded, with its moment."""

    at: datetime


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with its whole record: the deals in order, the acts in order, the notices that stand."""

    match: MatchRow
    deals: list[DealRow]
    acts: list[ActRow]
    notices: list[Notice]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A match of which something may still have to be told."""

    match_id: int
    guild_id: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """How far people have been told of a match: the act that its table shows, and the last act settled."""

    match_id: int
    table_act: int | None
    settled: int | None


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
    `deals` are those of the finished deals only. `place_is_gone`: nothing can be shown where it was played. `counts`:
    whether it is won or lost in the leaderboard, and not only its points count.
    """

    how: How
    by: int | None
    winner: int | None
    points: tuple[int, int]
    deals: int
    place_is_gone: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Notice:
    """The message that told a player that it is their turn; `decision` is the number of the act that brought it up."""

    match_id: int
    seat: int
    decision: int
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
    """What happened against one opponent, from the player's side.

    Without a `user_id` it is all those together who asked to be forgotten.
    """

    user_id: int | None
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
