"""What follows an act: one value after the commit, given to an ordered list of followers.

Whoever commits does not know who follows. A follower takes note at once and does its work in a task of its own; it can
also catch up with a match by itself, at the start or after something went wrong.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Protocol

from bot.games.acts import Act
from bot.games.game import Game

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Happened:
    """A commit: the match before and after it, and the act between. A match that began has neither before nor act."""

    before: Game | None
    act: Act | None
    after: Game

    @property
    def finished_deal(self) -> int | None:
        """The deal that the act has finished, counted from 0, if the match goes on after it."""
        return deal_between(self.before, self.after)


def deal_between(before: Game | None, after: Game) -> int | None:
    """The deal that has been finished between two states of a match, counted from 0, if the match goes on after it."""
    if before is None or len(after.match.deals) == len(before.match.deals):
        return None
    return len(before.match.deals) - 1


class Follower(Protocol):
    """Somebody who does something after an act."""

    def happened(self, what: Happened) -> None:
        """Take note of a commit. Must neither wait nor fail."""

    async def catch_up(self, match_id: int) -> None:
        """Do all that is still to be done for a match, whatever is known of it. Doing it twice does no harm."""


class Followers:
    """All followers, in their order."""

    def __init__(self) -> None:
        self._followers: list[Follower] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, follower: Follower) -> None:
        """The follower comes after those that are there."""
        self._followers.append(follower)

    def happened(self, what: Happened) -> None:
        """Tell everybody. One that fails keeps it from nobody else: what was committed stands."""
        for follower in self._followers:
            try:
                follower.happened(what)
            except Exception:
                log.exception("a follower failed match=%s follower=%s", what.after.id, type(follower).__name__)

    def lost_track(self, match_id: int) -> None:
        """Nobody knows what was committed in a match: its rows will tell, to everybody, in a task of its own."""
        task = asyncio.get_running_loop().create_task(self._look_again(match_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_again(self, match_id: int) -> None:
        try:
            await self.catch_up(match_id)
        except Exception as error:
            log.warning("not caught up match=%s error=%s", match_id, type(error).__name__)

    async def catch_up(self, match_id: int) -> None:
        """Let everybody catch up with a match, one after the other. Raises the first error, once all were asked."""
        failed: Exception | None = None
        for follower in self._followers:
            try:
                await follower.catch_up(match_id)
            except Exception as error:
                failed = failed or error
        if failed is not None:
            raise failed
