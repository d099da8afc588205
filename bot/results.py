"""What a match came to, as it stands in a server's list of results."""

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
