"""The record of a match as everybody may have it: with its shuffle, and once it has ended with the secret of that."""

from __future__ import annotations

from typing import Any

from bot.games.game import Game
from bot.games.house_seats import house_seats
from bot.games.kinds import Kind, kind_of
from bot.games.refusals import Refused
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


async def check_told(store: Store, game: Game, user_id: int, channel_id: int | None = None) -> None:
    """Refuse to somebody what is kept of a match beside its result: its record, its play, any analysis of it.

    A match with a table is told of in its channel, where ``channel_id`` says that somebody asks in one. A private match
    is its player's alone, and the house's against itself is everybody's; but of a day, whose deal is the same for all,
    nobody is told anything before it is opened. Raises :class:`Refused`, ``StoreError``.
    """
    if not game.is_private:
        if channel_id not in (None, game.place.channel_id):
            raise Refused("refused-no-such-match")
    elif not all(player.is_house for player in game.players):
        game.own_seat(user_id)
    if kind_of(game).waits_for_day and not await store.dailies.is_opened(game.id):
        raise Refused("refused-day-sealed")


async def seal_of(store: Store, match_id: int) -> Seal | None:
    """The shuffle of a match; ``None`` for one whose decks came from elsewhere. Raises ``StoreError``."""
    found = await store.shuffles.for_the_record(match_id)
    if found is None or found.public is None:
        return None
    return Seal(found.method, found.commitment, found.public, found.secret)
