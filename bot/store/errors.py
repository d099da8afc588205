"""What can go wrong with the store. Every message is one sentence that a host can read."""

from __future__ import annotations

from datetime import datetime


class StoreError(Exception):
    """Base of every error that the store raises; also raised itself when a database cannot be opened."""


class StoreUnavailable(StoreError):
    """The database cannot do its work now: locked for too long, full, read-only, damaged. Nothing was saved."""


class Conflict(StoreError):
    """The record already holds something else in this place, or the match is over. Nothing was saved."""


class LeaseHeld(StoreError):
    """Another process serves this database. `until` is when its lease runs out, unless it is renewed."""

    def __init__(self, until: datetime) -> None:
        super().__init__("Another process of the bot is running with this database: stop that one first.")
        self.until = until


class ChannelBusy(StoreError):
    """The channel has an open match already."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"The channel has an open match already (match {match_id}).")
        self.match_id = match_id


class ChallengeClosed(StoreError):
    """The challenge cannot be accepted any more. `state` says why; None means that there is no such challenge."""

    def __init__(self, state: str | None) -> None:
        super().__init__(f"The challenge is not open any more ({state or 'unknown'}).")
        self.state = state
