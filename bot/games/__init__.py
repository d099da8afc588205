"""Matches as use cases between Discord and the store: an act, one commit, what follows."""

from bot.games.acts import Act, Move, Resignation, Void
from bot.games.agreement import Agreement
from bot.games.commits import begin_work, has_committed, note_commit
from bot.games.followers import Follower, Followers, Happened, deal_between
from bot.games.game import DamagedMatch, Game, Mine, Shown
from bot.games.manager import GameManager
from bot.games.records import record_of, seal_of
from bot.games.refusals import Refused, Unsure

__all__ = [
    "Act",
    "Agreement",
    "DamagedMatch",
    "Follower",
    "Followers",
    "Game",
    "GameManager",
    "Happened",
    "Mine",
    "Move",
    "Refused",
    "Resignation",
    "Shown",
    "Unsure",
    "Void",
    "begin_work",
    "deal_between",
    "has_committed",
    "note_commit",
    "record_of",
    "seal_of",
]
