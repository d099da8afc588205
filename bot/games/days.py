"""The deal of a day goes on until the day is closed, and not a moment longer."""

from __future__ import annotations

from datetime import datetime

from bot.daily import is_closed
from bot.games.acts import Act, Move
from bot.games.game import Game
from bot.games.kinds import kind_of
from bot.games.refusals import Refused
from bot.store import Store

DAY_OVER = "refused-day-over"
"""Why nothing more is done in the deal of a day."""


async def check_day(store: Store, game: Game, act: Act, now: datetime) -> None:
    """Refuse, in the deal of a day, every move from the day's close on, whoever makes it and however late the round is.

    Giving the match up, and ending it as void, is possible still. Raises :class:`Refused`, ``StoreError``.
    """
    if not isinstance(act, Move) or not kind_of(game).waits_for_day:
        return
    day = await store.dailies.day_of(game.id)
    if day is None or is_closed(day, now):
        raise Refused(DAY_OVER)
