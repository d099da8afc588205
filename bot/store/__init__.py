"""The bot's memory: challenges, matches and their records, leaderboards. It knows neither game nor Discord."""

from bot.values import (
    Act,
    ActRow,
    BestDeal,
    Challenge,
    ChallengeState,
    DealRow,
    Ending,
    Figures,
    FinishedDeal,
    How,
    MatchRow,
    NewDeal,
    Notice,
    Opponent,
    Page,
    Person,
    Standing,
    StoredMatch,
)

from .errors import ChallengeClosed, ChannelBusy, Conflict, LeaseHeld, StoreError, StoreUnavailable
from .files import backup, file_of, is_running, restore
from .store import Store

__all__ = [
    "Act",
    "ActRow",
    "BestDeal",
    "Challenge",
    "ChallengeClosed",
    "ChallengeState",
    "ChannelBusy",
    "Conflict",
    "DealRow",
    "Ending",
    "Figures",
    "FinishedDeal",
    "How",
    "LeaseHeld",
    "MatchRow",
    "NewDeal",
    "Notice",
    "Opponent",
    "Page",
    "Person",
    "Standing",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "StoredMatch",
    "backup",
    "file_of",
    "is_running",
    "restore",
]
