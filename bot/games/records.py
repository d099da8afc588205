"""The record of a match as everybody may have it: with its shuffle, and once it has ended with the secret of that."""

from __future__ import annotations

from typing import Any

from bot.games.game import Game
from bot.games.house_seats import house_seats
from bot.games.kinds import Kind, kind_of
from bot.store import Store
from bot.values import name_in_files
from bridgette.record import write_record
from bridgette.shuffle import Seal


async def record_of(store: Store, game: Game) -> dict[str, Any]:
    """The match's record, with people and the house by the names that files know. Raises ``StoreError``."""
    # In a lesson no computer player decides: what the house does is prepared.
    house = () if kind_of(game) is Kind.LESSON else house_seats(game.players)
    record = write_record(game.match, await seal_of(store, game.id), house)
    return record | {"players": [name_in_files(player.name) for player in game.players]}


async def seal_of(store: Store, match_id: int) -> Seal | None:
    """The shuffle of a match; ``None`` for one whose decks came from elsewhere. Raises ``StoreError``."""
    found = await store.shuffles.for_the_record(match_id)
    if found is None or found.public is None:
        return None
    return Seal(found.method, found.commitment, found.public, found.secret)
