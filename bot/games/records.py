"""The record of a match as everybody may have it: with its shuffle, and once it has ended with the secret of that."""

from __future__ import annotations

from typing import Any

from bot.games.game import Game
from bot.games.kinds import kind_of
from bot.games.refusals import Refused
from bot.store import Store
from bot.values import SOMEBODY
from bridgette.record import write_record
from bridgette.shuffle import Seal


async def record_of(store: Store, game: Game) -> dict[str, Any]:
    """The match's record, in which whoever was forgotten is ``SOMEBODY``. Raises ``StoreError``."""
    record = write_record(game.match, await seal_of(store, game.id))
    return record | {"players": [name or SOMEBODY for name in record["players"]]}


async def check_told(store: Store, game: Game) -> None:
    """Refuse whatever tells more of a match than its players have seen, as long as its day is not opened.

    Its record, its play and any analysis: everybody plays the same deal. Raises :class:`Refused`, ``StoreError``.
    """
    if kind_of(game).waits_for_day and await store.dailies.is_sealed(game.id):
        raise Refused("refused-day-sealed")


async def seal_of(store: Store, match_id: int) -> Seal | None:
    """The shuffle of a match; ``None`` for one whose decks came from elsewhere. Raises ``StoreError``."""
    found = await store.shuffles.for_the_record(match_id)
    if found is None or found.public is None:
        return None
    return Seal(found.method, found.commitment, found.public, found.secret)
