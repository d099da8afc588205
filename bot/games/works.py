"""What a thinker elsewhere does with a job: it loads the rows, thinks, and commits an act or leaves an answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from bot.games import answers
from bot.games.acts import Move
from bot.games.deciding import decided, seat_of_house
from bot.games.game import DamagedMatch, Game
from bot.games.house_seats import relieved
from bot.games.kinds import Kind, kind_of
from bot.games.manager import GameManager
from bot.games.refusals import Refused
from bot.games.thinker import Thinker
from bot.store import Store, StoreError
from bot.store.queue import Job, Later, Work
from bridgette.computer.advice.hindsight import hindsight
from bridgette.computer.advice.hint import hint
from bridgette.computer.advice.regret import Progress, regret_of, to_look_at

EVERY = 4
"""Decisions after which a look tells how far it has come: about a second's work, so that there are a few edits."""

NOTHING = answers.write(None)
"""The answer that says that there is none."""

log = logging.getLogger(__name__)


class Works:
    """Does jobs for the bot; ``clock`` gives the present moment. It keeps nothing: the rows are the truth."""

    def __init__(self, store: Store, games: GameManager, thinker: Thinker, clock: Callable[[], datetime]) -> None:
        self._store, self._games, self._thinker, self._clock = store, games, thinker, clock

    async def do(self, job: Job) -> None:
        """Do a job, or leave it where it is not to be done any more. Raises ``Later`` where the database is away."""
        try:
            if job.work is Work.DECISION:
                await self._decide(job)
            else:
                await self._answer(job)
        except StoreError as error:
            log.warning("a job waits work=%s match=%s reason=%s", job.work.value, job.match_id, type(error).__name__)
            raise Later from None
        except Exception as error:
            # Not the error itself, which may name a card.
            reason = error.key if isinstance(error, Refused) else type(error).__name__
            log.info("a job is left work=%s match=%s reason=%s", job.work.value, job.match_id, reason)

    async def _decide(self, job: Job) -> None:
        game = await self._games.find(job.match_id)
        seat = seat_of_house(game)
        if seat != job.seat or game.decisions[seat] != job.at or kind_of(game) is Kind.LESSON:
            return
        player = game.players[seat]
        if relieved(player) != player:
            return  # the bot says first who decides from now on
        action = await decided(self._games, self._thinker, game, seat, player.strength or "")
        now = self._clock()
        await self._games.running.follow(self._store, now)
        await self._games.do(job.match_id, Move(seat, action), now, decision=job.at)

    async def _answer(self, job: Job) -> None:
        try:
            game = await self._games.find(job.match_id)
            if job.work is Work.LOOK:
                await self._look(job, game)
                return
            await self._put(job, answers.write(await self._found(job, game)))
        except (DamagedMatch, StoreError):
            raise
        except Exception:
            await self._put(job, NOTHING)  # the bot need not wait
            raise

    async def _found(self, job: Job, game: Game) -> object:
        if job.work is Work.HINT:
            if not kind_of(game).may_hint:
                raise Refused("refused-hint")
            game.check_decision(job.seat, job.at)
            return await self._thinker.run(hint, game.view(job.seat), match_id=game.id)
        return await self._thinker.run(hindsight, game.view(None).deals[job.at], match_id=game.id)

    async def _look(self, job: Job, game: Game) -> None:
        due = await self._thinker.run(to_look_at, game.match, job.at, job.seat, match_id=game.id)
        progress = Progress(len(due))
        for moment in due:
            if progress.done % EVERY == 0:
                await self._put(job, answers.write(progress), is_last=False)
            progress = progress.after(await self._thinker.run(regret_of, moment, match_id=game.id))
        await self._put(job, answers.write(progress))

    async def _put(self, job: Job, value: str, *, is_last: bool = True) -> None:
        await self._store.queue.put(job.answer, value, is_last=is_last)
