"""What is known of the people who read private screens, and who are told something."""

from __future__ import annotations

import logging

from bot.games import Game
from bot.games.kinds import LESSON, kind_of
from bot.screens.reader import FIRST_DEALS, PLAIN_READER, Reader
from bot.store import Store, StoreError
from bridgette import Seat

log = logging.getLogger(__name__)

CACHE_SIZE = 5000
"""People of whom it is remembered how many deals they have played."""


class Readers:
    """Finds out how a person wants screens to be. Failing that harms nothing: the screen is the usual one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._left: dict[int, int] = {}
        """How many of the first deals each person had left when the last match of theirs ended.

        Where other processes play matches too, only those are kept who have none left: that does not change any more.
        """
        self._forgotten = 0
        """How often something was forgotten, so that what was read before is not remembered afterwards."""

    async def of(self, game: Game, seat: Seat) -> Reader:
        """The reader at a seat of a match; the usual one where no known person sits there.

        What a match came to is not explained, so that after the last act nothing is looked up but whether hints helped.
        """
        user_id = game.players[seat].user_id
        if user_id is None:
            return PLAIN_READER
        try:
            settings = await self._store.persons.get(user_id)
        except StoreError as error:
            log.warning("the usual screens for somebody reason=%s", error)
            return PLAIN_READER
        learns = game.is_open and not settings.knows_game
        lessons = await self._lessons(user_id) if learns else 0
        return Reader(words=settings.words, lessons=lessons, hinted=await self._hinted(game, seat))

    async def is_quiet(self, user_id: int) -> bool:
        """Whether what tells this person something in a channel is to come without a push."""
        try:
            return (await self._store.persons.get(user_id)).quiet
        except StoreError as error:
            log.warning("a push as usual for somebody reason=%s", error)
            return False

    def forget(self, user_id: int) -> None:
        """A match of that person's is over, or the person was forgotten: what is remembered is no longer so."""
        self._left.pop(user_id, None)
        self._forgotten += 1

    def forget_all(self) -> None:
        """Anybody may have been forgotten."""
        self._left.clear()
        self._forgotten += 1

    async def _hinted(self, game: Game, seat: Seat) -> int:
        if game.is_open or not kind_of(game).may_hint:
            return 0
        try:
            return len(await self._store.hints.of(game.id, seat))
        except StoreError as error:
            log.warning("nothing is said of hints reason=%s", error)
            return 0

    async def _lessons(self, user_id: int) -> int:
        known = self._left.get(user_id)
        if known is not None:
            return known
        before = self._forgotten
        try:
            left = FIRST_DEALS - await self._store.results.deals_of(user_id, FIRST_DEALS, (LESSON,))
        except StoreError as error:
            log.warning("nothing is explained to somebody reason=%s", error)
            return 0
        if self._forgotten == before and (left <= 0 or not self._store.lease.is_shared):
            self._left[user_id] = left
            if len(self._left) > CACHE_SIZE:
                del self._left[next(iter(self._left))]
        return left
