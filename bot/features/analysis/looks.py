"""Deals that are being looked at by what a player could know, and those that were, for a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.discord.background import Tasks
from bot.features.analysis.growing import Growing
from bot.games import Game
from bot.games.elsewhere import Elsewhere
from bot.games.thinker import Thinker
from bot.games.works import EVERY
from bridgette import Seat
from bridgette.computer.advice.hindsight import Hindsight, hindsight
from bridgette.computer.advice.regret import Progress, can_look, regret_of, to_look_at
from bridgette.computer.players import Form

REMEMBERED = 100
"""Deals and looks that are kept in memory, each; the oldest go first."""

log = logging.getLogger(__name__)

_Key: TypeAlias = tuple[int, int, Seat]


@dataclass(slots=True)
class Look:
    """How far the look at one player's decisions has come; ``progress`` is ``None`` as long as it has not begun.

    ``growing``: what is told now and then, and at the end, that more is known; by message.
    """

    progress: Progress | None = None
    has_failed: bool = False
    growing: dict[int, Growing] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes."""
        return self.has_failed or (self.progress is not None and self.progress.is_over)

    def stir(self) -> None:
        """More is known."""
        for growing in self.growing.values():
            growing.stir()
        if self.is_over:
            self.growing.clear()


class Looks:
    """Looks at each deal once, however many ask and however often, outside of the event loop and behind the house."""

    def __init__(self, thinker: Thinker, elsewhere: Elsewhere, tasks: Tasks) -> None:
        self._thinker, self._elsewhere, self._tasks = thinker, elsewhere, tasks
        self._judged: dict[tuple[int, int], Hindsight] = {}
        self._looks: dict[_Key, Look] = {}
        self._last: dict[int | None, asyncio.Task[None]] = {}
        """What is done for each person; what is asked for meanwhile comes after it, so that one waits for oneself."""

    async def judged(self, game: Game, deal: int) -> Hindsight:
        """A finished deal of a match with all cards known. Raises :class:`~bot.games.thinker.TooMuch`."""
        key = game.id, deal
        if key not in self._judged:
            found = await self._elsewhere.judged(game, deal)
            if found is None:
                found = await self._thinker.run(hindsight, game.view(None).deals[deal], match_id=game.id)
            self._judged[key] = found
            _let_the_oldest_go(self._judged)
        return self._judged[key]

    def of(self, game: Game, deal: int, seat: Seat) -> Look | None:
        """The look at a player's decisions in a finished deal, begun unless it was; ``None`` where that is too slow."""
        if self._thinker.form is not Form.C or not can_look():
            return None
        key = game.id, deal, seat
        look = self._looks.get(key)
        if look is None or look.has_failed:
            look = self._looks[key] = Look()
            _let_the_oldest_go(self._looks)
            who = game.players[seat].user_id
            before = self._last.get(who)
            work = self._go(look, self._steps(look, game, deal, seat), before)
            self._last[who] = task = self._tasks.spawn(work, f"analysis {game.id}")
            task.add_done_callback(lambda _: self._last.pop(who) if self._last.get(who) is task else None)
        return look

    @staticmethod
    async def _go(look: Look, steps: Coroutine[Any, Any, None], before: asyncio.Task[None] | None) -> None:
        try:
            if before is not None:
                await asyncio.wait({before})
            await steps
        except Exception as error:
            # Not the error itself, which may name a card.
            look.has_failed = True
            log.warning("a deal was not analysed reason=%s", type(error).__name__)
        look.stir()

    async def _steps(self, look: Look, game: Game, deal: int, seat: Seat) -> None:
        async for look.progress in self._elsewhere.look_at(game, deal, seat):
            look.stir()
        if look.is_over:
            return
        due = await self._thinker.run(to_look_at, game.match, deal, seat, match_id=game.id)
        look.progress = Progress(len(due))
        for moment in due:
            regret = await self._thinker.run(regret_of, moment, match_id=game.id)
            look.progress = look.progress.after(regret)
            if look.progress.done % EVERY == 0:
                look.stir()


def _let_the_oldest_go(kept: dict[Any, Any]) -> None:
    while len(kept) > REMEMBERED:
        del kept[next(iter(kept))]
