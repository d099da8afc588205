"""What has been agreed on before a match begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.games.decks import CHANCE
from bot.store import Place, Player
from bridgette import Format, Pair
from bridgette.format import USUAL


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two players agreed on before a match.

    ``challenge_id``: the challenge that was accepted, if any; ``offer_id``: the offer of a match alone, if it was one;
    ``public``: what the press gives to the shuffle of either; ``clock``: how long a decision may take, ``None`` where
    that is left to the server.
    """

    players: Pair[Player]
    place: Place
    format: Format = USUAL
    decks: str = CHANCE
    challenge_id: int | None = None
    public: str | None = None
    clock: timedelta | None = None
    offer_id: int | None = None
