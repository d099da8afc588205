"""A person is forgotten: first their open matches end, each by itself, then everything goes at once."""

from __future__ import annotations

from bot.discord.core import Core
from bot.games import DamagedMatch, Refused, Resignation


class Forgetting:
    """What is done for one who is to be forgotten."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def open_matches(self, user_id: int) -> list[int]:
        """The open matches of a person, on all servers, oldest first. Raises ``StoreError``."""
        return [row.id for row in await self._core.store.matches.open_of(user_id)]

    async def leave(self, match_id: int, user_id: int) -> None:
        """End an open match of a person by resigning it; one that is damaged is void. Raises ``StoreError``, Unsure."""
        games, now = self._core.games, self._core.clock()
        try:
            game = await games.find(match_id)
            await games.do(match_id, Resignation(game.own_seat(user_id)), now)
        except DamagedMatch:
            await games.void(match_id, now, place_is_gone=False)
        except Refused:
            pass  # it ended meanwhile; if not, the person is not forgotten

    async def remove(self, user_id: int) -> bool:
        """Remove a person; ``False``, with nothing changed, as long as a match of theirs is open.

        Raises ``StoreError``.
        """
        is_removed = await self._core.store.erasure.forget_person(user_id)
        if is_removed:
            self._core.forget_person(user_id)
        return is_removed
