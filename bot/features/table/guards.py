"""Keeps pictures from standing in the way of words: where one is slow or refused, the message goes without."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TypeVar

import discord

from bot.discord.failures import DISCORD_FAILS, TOO_LARGE, TOO_MANY_EDITS, Hope, hope_for, name_of
from bot.screens.message import Screen

T = TypeVar("T")

SLOW = timedelta(seconds=2)
"""An edit that takes longer holds back the moves after it."""

REST = timedelta(minutes=5)
"""For how long a match's table then goes without pictures."""

FORBIDDEN, NOT_ALLOWED = 403, 50013
"""The status and code of a message that the bot may not send so: it may not attach files, say."""

log = logging.getLogger(__name__)


class Guards:
    """Which matches and channels go without pictures for now, and until when."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._resting: dict[int, datetime] = {}
        """Since when, by match."""
        self._closed: set[int] = set()
        """Channels that took none, until the next start."""

    def allow_table(self, match_id: int, channel_id: int) -> bool:
        """Whether a match's table may have a picture."""
        since = self._resting.get(match_id)
        if since is not None and not since <= self._clock() < since + REST:  # a clock set back makes no rest longer
            del self._resting[match_id]
            since = None
        return since is None and self.allow_result(channel_id)

    def allow_result(self, channel_id: int) -> bool:
        """Whether a result may have a picture."""
        return channel_id not in self._closed

    def forget(self, match_id: int) -> None:
        """Keep nothing more of a match that is over."""
        self._resting.pop(match_id, None)

    async def sent(self, match_id: int, channel_id: int, screen: Screen, send: Callable[[Screen], Awaitable[T]]) -> T:
        """Send a screen; once more without its picture, where it may be the picture that kept it from arriving.

        Raises what the last attempt raises.
        """
        if not screen.has_pictures:
            return await send(screen)
        began = self._clock()
        try:
            done = await send(screen)
        except DISCORD_FAILS as error:
            if not self._was_the_picture(match_id, channel_id, error):
                raise
            log.warning("no picture match=%s channel=%s failure=%s", match_id, channel_id, name_of(error))
            return await send(screen.without_pictures())
        if self._clock() - began > SLOW:
            log.info("no pictures for a while match=%s", match_id)
            self._resting[match_id] = self._clock()
        return done

    def _was_the_picture(self, match_id: int, channel_id: int, error: BaseException) -> bool:
        """Whether a failure may be that of the picture, and what follows for the next ones."""
        if isinstance(error, discord.HTTPException):
            if error.status == 404 or error.code == TOO_MANY_EDITS:
                return False
            if error.code == TOO_LARGE or (error.status == FORBIDDEN and error.code == NOT_ALLOWED):
                self._closed.add(channel_id)
                return True
            if hope_for(error) is Hope.LATER:
                return False
        self._resting[match_id] = self._clock()
        return True
