"""What players do, as use cases between Discord and the store: challenges, and the games that come of them."""

from bot.games.challenges import Challenges
from bot.games.game import Game
from bot.games.manager import GameManager, Outcome
from bot.games.refusals import Refused

__all__ = ["Challenges", "Game", "GameManager", "Outcome", "Refused"]
