"""The values that go into the store and come out of it. Pairs are indexed by seat; moments are aware, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from bot.clock import Clock, Stage
from bot.daily import DailyTry

ChallengeState = Literal["open", "accepted", "declined", "withdrawn", "expired"]
How = Literal["played", "resigned", "claimed", "agreed", "stopped", "void"]
PlayerKind = Literal["person", "house"]

NAMELESS = ""
"""In the place of the name of somebody who was forgotten: no name of Discord is empty."""

SOMEBODY = "somebody"
"""What a record file, which knows no language, calls them."""

HOUSE = " house"
"""In the place of a name at a seat of the house: no name of Discord begins with a space."""

NOWHERE = 0
"""In the place of a message's id: there is nowhere left to post that message, so that it need not be tried again."""


def name_in_files(name: str | None) -> str:
    """Whoever has this name, for a file, which knows no language."""
    return "house" if name == HOUSE else name or SOMEBODY


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server, with the name shown there."""

    user_id: int
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", kept_name(self.name))


def kept_name(name: str) -> str:
    """A name without the one sign that PostgreSQL cannot keep."""
    return name.replace("\0", "")


@dataclass(frozen=True, slots=True)
class Player:
    """Who holds a seat of a match: a person, or the house at some strength.

    `name` is the one at the time when the match began. `user_id` is None for the house, and for a person who asked to
    be forgotten, whose name is then NAMELESS; a match may hold two of those. `version` and `form` are those of the
    computer player that decides for the house, as a record names them: known once a match has begun.
    """

    kind: PlayerKind
    user_id: int | None
    name: str
    strength: str | None = None
    version: str | None = None
    form: str | None = None

    @classmethod
    def of(cls, person: Person) -> Player:
        """A person at a seat."""
        return cls("person", person.user_id, person.name)

    @classmethod
    def house(cls, strength: str) -> Player:
        """The house at a seat, in that strength: ``novice``, ``club`` or ``expert``."""
        return cls("house", None, HOUSE, strength)

    @property
    def is_house(self) -> bool:
        """Whether the computer holds the seat."""
        return self.kind == "house"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played: a channel of a server, or, with neither, a person's private message."""

    guild_id: int | None
    channel_id: int | None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; without an opponent, anybody may join. A challenge is always made in a channel of a server.

    `shown` is the state that its message shows, as far as is known. `length`: how many deals are proposed.
    `commitment`: the hash of the secret from which the decks will come; None where they come from elsewhere. `clock`:
    how long each decision may take; None: as long as the server says. `strength`: that of the house where it is the
    house that is challenged; None where it is a person, or anybody.
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
    clock: timedelta | None = None
    strength: str | None = None

    @property
    def is_of_house(self) -> bool:
        """Whether the house is challenged, which accepts at once: its challenger starts the match."""
        return self.strength is not None

    @property
    def is_for_anybody(self) -> bool:
        """Whether anybody may join."""
        return self.opponent is None and not self.is_of_house


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """A challenge to be made; without an opponent, anybody may join. `clock`: None: the server's.

    `strength`: that of the house, which is challenged then, and no person is.
    """

    guild_id: int
    channel_id: int
    challenger: Person
    opponent: Person | None
    length: int = 6
    is_rematch: bool = False
    clock: timedelta | None = None
    strength: str | None = None


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
    everybody has been told, notices included; None before the first such. `clock`: how long each decision may take, as
    the challenge chose; None: as long as the server says.
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
    clock: timedelta | None = None

    @property
    def is_open(self) -> bool:
        """Whether the match still goes on."""
        return self.ended_how is None


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to begin, with its first deal. `public`: what the press gives to the shuffle of its challenge, if any.

    `clock`: how long each decision may take; None: as long as the server says. `daily`: the day that it is a try of.
    """

    place: Place
    length: int
    decks: str
    players: tuple[Player, Player]
    dealer: int
    deck: str
    public: str | None = None
    clock: timedelta | None = None
    daily: DailyTry | None = None


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
    """A match with its whole record: deals and acts in order, the notices that stand, the clock of an open one."""

    match: MatchRow
    deals: list[DealRow]
    acts: list[ActRow]
    notices: list[Notice]
    clock: Clock | None = None


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
    """The message that told a player that it is their turn.

    `decision` is the number of the act that brought the turn up, `stage` the stage of the clock of which it tells.
    """

    match_id: int
    seat: int
    decision: int
    message_id: int
    posted_at: datetime
    stage: Stage = Stage.RUNNING
