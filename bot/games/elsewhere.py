"""Asks thinkers in other processes, where such live; what they do not do in time the bot does itself.

Whether they live is looked at now and then and not for each question. What they think for the house is an act like any
other, committed by them: whoever is first commits, and whoever comes late is refused, by the number of the act.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

from bot.games import answers
from bot.games.acts import read_act
from bot.games.followers import Happened
from bot.games.game import Game
from bot.games.manager import GameManager
from bot.store import HEAD, Store, StoreError
from bot.store.queue import REVISION, Job, Work, new_answer
from bridgette import BridgetteError, Seat
from bridgette.computer.players import VERSION, Form

LOOK_FOR_THINKERS = 3.0
"""Seconds between two looks whether thinkers live."""

TIDY = 20
"""Looks for thinkers between two looks at what nobody waits for any more."""

PATIENCE = 10.0
"""Seconds for which nothing must come before the bot thinks itself."""

LOOK_PATIENCE = 60.0
"""The same of a look at a deal, for which nobody has to wait: others may be looked at before it."""

LOOK = 1.0
"""Seconds between two looks whether a decision was committed: usually news say so, but those may be lost."""

ANSWER = 0.1
"""Seconds between two looks at an answer that somebody waits for."""

GROWTH = 0.5
"""Seconds between two looks at one that grows."""

log = logging.getLogger(__name__)


def kind_of_thinker(form: Form) -> str:
    """What a thinker must be like to think the same as this process: one of another release is asked nothing."""
    return f"{VERSION}/{form.value}/{HEAD}/{REVISION}"


class Elsewhere:
    """The thinkers of a store that think as this process does, by ``form``."""

    def __init__(self, store: Store, games: GameManager, form: Form) -> None:
        self._store, self._games = store, games
        self._kind = kind_of_thinker(form)
        self._waiting: dict[int, asyncio.Event] = {}
        self.is_there = False
        """Whether such thinkers live, as far as is known."""
        self._looks = 0
        self._has_asked = False

    async def look(self) -> None:
        """Look whether thinkers live."""
        was_there = self.is_there
        try:
            self.is_there = self._store.queue.is_possible and await self._store.queue.has_thinkers(self._kind)
            self._looks += 1
            if self._has_asked and self._looks % TIDY == 0:
                await self._store.queue.tidy()  # answers that nobody has waited for, where no thinker lives any more
        except StoreError:
            self.is_there = False  # nobody can be asked
        if self.is_there != was_there:
            log.info("thinkers live=%s", self.is_there)
        if self.is_there and not self._store.lease.is_shared:
            self._store.lease.is_shared = True  # from now on others commit too, and their news are heard

    def heard(self, match_id: int) -> bool:
        """Something was committed in a match by another process; whether just that is waited for here."""
        waiting = self._waiting.get(match_id)
        if waiting is not None:
            waiting.set()
        return waiting is not None

    # ------------------------------------------------------------------ decisions of the house

    async def is_decided(self, game: Game, seat: Seat) -> bool:
        """Let a thinker decide for the house, and commit that; the followers are told.

        ``False``: it is still to be decided, here. Raises what :meth:`GameManager.find` does.
        """
        if not self.is_there:
            return False
        number = game.decisions[seat]
        woken = self._waiting[game.id] = asyncio.Event()
        try:
            await self._store.queue.ask(Job(Work.DECISION, game.id, number, seat), self._kind)
            for _ in range(int(PATIENCE / LOOK)):
                is_woken = await _within(woken, LOOK)
                if await self._has_gone_on(game.id, seat, number):
                    return True
                if is_woken:  # by something else than an act, such as an end that the host has written
                    self._games.lose_track(game.id)
                    return True
                if not self.is_there:
                    break
        except StoreError as error:
            log.info("no thinker is asked match=%s reason=%s", game.id, type(error).__name__)
            return False
        finally:
            del self._waiting[game.id]
        log.warning("no thinker has decided match=%s number=%s", game.id, number)
        return False

    async def _has_gone_on(self, match_id: int, seat: Seat, number: int) -> bool:
        """Whether the seat is not at that decision any more; what another process has done is caught up with."""
        known = self._games.peek(match_id)
        if known is None or known.decisions[seat] != number or seat not in known.match.to_act:
            return True
        row = await self._store.matches.act(match_id, known.number + 1)
        if row is None:
            return False
        await self._games.let_go([match_id])
        after = await self._games.find(match_id)
        if after.number > known.number:
            self._games.followers.happened(Happened(known, read_act(row.seat, row.kind, row.value), after))
        return True

    # ------------------------------------------------------------------ hints and analyses

    async def hint(self, game: Game, seat: Seat) -> Any:
        """What the expert would do at the seat's decision; ``None`` where that is to be thought here."""
        return await self._answer(Job(Work.HINT, game.id, game.decisions[seat], seat, new_answer()))

    async def judged(self, game: Game, deal: int) -> Any:
        """A finished deal with all cards known; ``None`` where that is to be worked out here."""
        return await self._answer(Job(Work.HINDSIGHT, game.id, deal, 0, new_answer()))

    async def _answer(self, job: Job) -> Any:
        found = [one async for one in self._answers(job, ANSWER, PATIENCE)]
        return found[-1] if found else None

    async def look_at(self, game: Game, deal: int, seat: Seat) -> AsyncIterator[Any]:
        """How far the look at a player's decisions has come, again and again; it may end anywhere."""
        async for progress in self._answers(Job(Work.LOOK, game.id, deal, seat, new_answer()), GROWTH, LOOK_PATIENCE):
            yield progress

    async def _answers(self, job: Job, pause: float, patience: float) -> AsyncIterator[Any]:
        """What is answered to a question, as far as it is; nothing more once nothing new has come for too long."""
        if not self.is_there:
            return
        last, quiet = "", 0.0
        try:
            self._has_asked = True
            await self._store.queue.ask(job, self._kind)
            while quiet < patience and self.is_there:
                await asyncio.sleep(pause)
                quiet += pause
                found = await self._store.queue.answer_to(job.answer)
                if found is None or found.value == last:
                    continue
                last, quiet = found.value, 0.0
                if (value := answers.read(found.value)) is not None:
                    yield value
                if found.is_last:
                    return
        except (StoreError, BridgetteError, ValueError, LookupError, TypeError) as error:
            # Not the error itself, which may name a card.
            log.info("no thinker answers match=%s reason=%s", job.match_id, type(error).__name__)
            return
        log.warning("no thinker has answered match=%s work=%s", job.match_id, job.work.value)


async def _within(woken: asyncio.Event, seconds: float) -> bool:
    """Wait so long, or until woken; whether that came."""
    waiting = asyncio.ensure_future(woken.wait())
    try:
        await asyncio.wait({waiting}, timeout=seconds)
    finally:
        waiting.cancel()
    return woken.is_set()
