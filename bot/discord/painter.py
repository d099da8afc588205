"""Draws the pictures of matches in a thread of its own, and says where there are none.

Nothing here is worth a message's delay: where a picture is not wanted, not drawn in time or not drawn at all, there is
none, and the words go alone.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from enum import Enum

from bot.preferences import Pictures, pictures_within
from bot.screens.message import Picture
from bot.store import Store, StoreError
from bridgette import MatchView

PATIENCE = 2.0
"""Seconds that a picture may take, those before it included: usually it takes a few hundredths of one."""

REST = timedelta(minutes=5)
"""For how long nothing is drawn after a picture has taken longer."""

log = logging.getLogger(__name__)


class _Kind(Enum):
    TABLE = "table"
    LOW = "low"
    TALL = "tall"


class Painter:
    """Pictures of matches, for servers that have them, from the view of everybody.

    ``most``: where the bot draws at the most, as its host says.
    """

    def __init__(self, store: Store, most: Pictures, clock: Callable[[], datetime]) -> None:
        self.most = most
        self._store, self._clock = store, clock
        self._thread = ThreadPoolExecutor(1, "pictures")
        self._rests_until: datetime | None = None

    def start(self) -> None:
        """Get ready: what pictures are made of is read before the first one is wanted."""
        if self.most is not Pictures.NONE:
            self._thread.submit(_get_ready)

    def stop(self) -> None:
        """Draw nothing more; what is being drawn is nobody's any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def table(self, guild_id: int | None, view: MatchView) -> Picture | None:
        """The table of the last deal."""
        if await self._mode(guild_id) is not Pictures.ALL:
            return None
        return await self._drawn(_Kind.TABLE, view, len(view.deals) - 1)

    async def low_result(self, guild_id: int | None, view: MatchView, index: int) -> Picture | None:
        """The result of a finished deal, in little height."""
        return await self._result(_Kind.LOW, guild_id, view, index)

    async def tall_result(self, guild_id: int | None, view: MatchView, index: int) -> Picture | None:
        """The result of a finished deal with all its tricks."""
        return await self._result(_Kind.TALL, guild_id, view, index)

    async def _result(self, kind: _Kind, guild_id: int | None, view: MatchView, index: int) -> Picture | None:
        if await self._mode(guild_id) is Pictures.NONE:
            return None
        return await self._drawn(kind, view, index)

    async def _mode(self, guild_id: int | None) -> Pictures:
        """Where the bot draws on a server; nowhere as long as that is not known."""
        if guild_id is None or self.most is Pictures.NONE:
            return self.most
        try:
            chosen = (await self._store.servers.get(guild_id)).pictures
        except StoreError as error:
            log.warning("no picture reason=%s", error)
            return Pictures.NONE
        return pictures_within(chosen, self.most)

    async def _drawn(self, kind: _Kind, view: MatchView, index: int) -> Picture | None:
        now = self._clock()
        if self._rests_until is not None and self._rests_until - REST <= now < self._rests_until:
            return None
        try:
            drawing = asyncio.get_running_loop().run_in_executor(self._thread, _draw, kind, view, index)
            content = await asyncio.wait_for(drawing, PATIENCE)
        except TimeoutError:
            log.warning("a picture took too long kind=%s", kind.value)
            self._rests_until = self._clock() + REST
            return None
        except Exception as error:  # a mistake of ours, no Pillow, no thread: the words do without
            # Not the error itself, which may name a card.
            where = traceback.extract_tb(error.__traceback__)[-1]
            failure = f"{type(error).__name__} in {where.name}:{where.lineno}"
            log.error("no picture kind=%s failure=%s", kind.value, failure)
            return None
        return Picture(f"{kind.value}.png", content, "")


def _draw(kind: _Kind, view: MatchView, index: int) -> bytes:
    """In the thread; Pillow is loaded by the first picture."""
    from bot.pictures.results import low_result, tall_result
    from bot.pictures.table import table_picture

    if kind is _Kind.TABLE:
        return table_picture(view).png()
    return (low_result if kind is _Kind.LOW else tall_result)(view, index).png()


def _get_ready() -> None:
    """Draw a picture that nobody sees."""
    from bridgette import DECK, Deal, Match
    from bridgette import view as view_of

    _draw(_Kind.TABLE, view_of(Match(("", ""), (Deal.begin(0, DECK),)), None), 0)
