"""What somebody is offered to play alone, as the store keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Solo:
    """What somebody is offered to play alone against the house, or, with a `match_id`, their open match of that kind.

    `length`: how many deals; `commitment`: the hash of the secret from which the decks come, None where they come from
    elsewhere.
    """

    id: int
    user_id: int
    strength: str
    length: int
    made_at: datetime
    commitment: str | None = None
    match_id: int | None = None
