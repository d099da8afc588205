"""What can go wrong with the store. Every message is one sentence that a host can read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Self


class StoreError(Exception):
    """Base of every error that the store raises; also raised itself when a database cannot be opened."""


class StoreUnavailable(StoreError):
    """The database cannot do its work now: locked for too long, full, read-only, damaged. Nothing was saved."""

    reason: str | None = None
    """What the driver says of it, where it says something."""

    @classmethod
    def because(cls, reason: str) -> Self:
        """With what the driver says."""
        error = cls(f"The database cannot be used now ({reason}).")
        error.reason = reason
        return error


def not_opened(name: str, error: Exception) -> StoreError:
    """What is said where a database was to be opened."""
    reason = error.reason if isinstance(error, StoreUnavailable) else None
    return StoreError(f"Opening {name} failed: {error if reason is None else f'{reason}.'}")


class DamagedRow(StoreError):
    """A row holds what can never have been written: the file was damaged, or changed by somebody else."""


class Conflict(StoreError):
    """The record already holds something else in this place, or the match is over. Nothing was saved."""


@dataclass(frozen=True, slots=True)
class Held:
    """A lease as it was seen: who held it, and how often it had been renewed."""

    holder: str
    beat: int


class LeaseHeld(StoreError):
    """Another process serves this database.

    Who sees the same `held` again after waiting as long as a lease lasts may take it as abandoned. `until` is when it
    runs out by the clock of the process that holds it: for people to read.
    """

    def __init__(self, held: Held, until: datetime) -> None:
        super().__init__("Another process of the bot is running with this database: stop that one first.")
        self.held = held
        self.until = until


class LeaseLost(StoreError):
    """Another process serves this database by now. Nothing was saved, and this process can save nothing any more."""

    def __init__(self) -> None:
        super().__init__("Another process of the bot has taken this database over, so that this one must stop.")


class RangeLost(LeaseLost):
    """This process cannot be sure any more of the shards that it has served. Nothing was saved, and nothing can be."""

    def __init__(self) -> None:
        StoreError.__init__(
            self,
            "The connection by which this process holds its shards was lost, or another one has taken them: it must "
            "stop, and wait for its turn like any that is started.",
        )


class PlanChanged(LeaseLost):
    """The plan of the shards is another one than this process serves by."""

    def __init__(self) -> None:
        StoreError.__init__(self, "The plan of the shards was changed: start this process anew.")


class OtherPlan(StoreError):
    """The plan of the shards is another one than was asked for."""

    def __init__(self, shard_count: int, ranges: int) -> None:
        super().__init__(
            f"The plan is {shard_count} shards in {ranges} ranges: start with --shards auto, or change the plan by "
            "python -m bot shards set."
        )


class RangesHeld(StoreError):
    """Processes serve this database by shards."""

    def __init__(self) -> None:
        super().__init__("Shard processes of the bot are running with this database: stop them all first.")


class TooManyStarts(StoreError):
    """Discord would soon take the token away for too many session starts. `until`: when they are counted anew."""

    def __init__(self, remaining: int, until: datetime) -> None:
        super().__init__(
            f"Only {remaining} session starts are left until {until:%Y-%m-%d %H:%M} UTC, and Discord resets the token "
            "of a bot that has none left: find out why so many were used, and start again then."
        )
        self.until = until


class DatabaseGone(StoreError):
    """The file that was opened is no longer the one at its path. Nothing was saved."""

    def __init__(self, path: object) -> None:
        super().__init__(f"The database {path} was deleted or replaced while the bot was running with it.")


class OtherApplication(StoreError):
    """The database holds the matches of another application than the one that would serve it now."""

    def __init__(self, stored: int, new: int) -> None:
        super().__init__(
            f"The database belongs to the application {stored}, and this is {new}: give the token of that one, "
            "or hand the database over by python -m bot adopt."
        )
        self.stored = stored
        self.new = new


class MovedAway(StoreError):
    """The matches of this database go on in another one."""

    def __init__(self) -> None:
        super().__init__(
            "Its matches have moved to PostgreSQL and go on there: set DATABASE_URL to that database. (This old copy "
            "is taken up again by python -m bot move --back; what was played since the move is not in it.)"
        )


class MoveUnsure(StoreError):
    """Whether the matches of this database have moved is not known: the move was cut off while it was committed."""

    def __init__(self) -> None:
        super().__init__(
            "Its move to PostgreSQL was cut off at the very end: run python -m bot move with the same URL again, which "
            "finds out how it ended. (If you give that up, python -m bot move --back stays with this database.)"
        )


class ChannelBusy(StoreError):
    """The channel has an open match already."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"The channel has an open match already (match {match_id}).")
        self.match_id = match_id


class TriedAlready(StoreError):
    """Somebody has had their try of a day: in that match."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"There is a try of that day already (match {match_id}).")
        self.match_id = match_id


class ChallengeClosed(StoreError):
    """The challenge cannot be accepted any more. `state` says why; None means that there is no such challenge."""

    def __init__(self, state: str | None) -> None:
        super().__init__(f"The challenge is not open any more ({state or 'unknown'}).")
        self.state = state


class OfferGone(StoreError):
    """The offer of a match alone was taken before, or another one stands in its place. Nothing was saved."""

    def __init__(self) -> None:
        super().__init__("The offer is gone.")


class SoloOpen(StoreError):
    """Somebody plays alone already. Nothing was saved."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"A match alone is open already (match {match_id}).")
        self.match_id = match_id


PingReason = Literal["often", "many", "declined", "blocked", "unwelcome"]
"""Why somebody may not ping another one.

Three limits of one's own: that one too often, too many people, declined by that one a moment ago. One has blocked that
one oneself. Or it lies with the other one, of whom nothing is said.
"""


class PingRefused(StoreError):
    """Somebody may not ping another one now. Nothing was saved. `until`: the end of a limit of one's own."""

    def __init__(self, reason: PingReason, until: datetime | None = None) -> None:
        super().__init__(f"This challenge would ping somebody who must not be pinged now ({reason}).")
        self.reason: PingReason = reason
        self.until = until
