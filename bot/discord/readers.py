"""What is known of the people who read private screens, and who are told something."""

from __future__ import annotations

import logging

from bot.screens.reader import PLAIN_READER, Reader
from bot.store import Store, StoreError

log = logging.getLogger(__name__)


class Readers:
    """Finds out how a person wants screens to be. Failing that harms nothing: the screen is the usual one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, user_id: int | None) -> Reader:
        """The reader; the usual one for a seat that no known person holds."""
        if user_id is None:
            return PLAIN_READER
        try:
            settings = await self._store.persons.get(user_id)
        except StoreError as error:
            log.warning("the usual screens for somebody reason=%s", error)
            return PLAIN_READER
        return Reader(words=settings.words)

    async def is_quiet(self, user_id: int) -> bool:
        """Whether what tells this person something in a channel is to come without a push."""
        try:
            return (await self._store.persons.get(user_id)).quiet
        except StoreError as error:
            log.warning("a push as usual for somebody reason=%s", error)
            return False
