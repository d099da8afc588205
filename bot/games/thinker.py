"""Lets the computer players think, outside of the event loop, in fair order and never too much at once.

Child processes do the work: what the players do in Python, between two searches of the C form too, would keep the event
loop waiting in a thread. How much is thought is counted work, and never a matter of time.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from bot.games.lanes import Lane, TooMuch
from bot.thinking import decided, load
from bridgette import MatchView, Phase
from bridgette.computer.players import Decision, Form, Note, Strength, own_form

AT_ONCE = 2 if (os.cpu_count() or 1) > 2 else 1
"""Decisions that are worked out at once beside a bot: of two processors one is left for those who click."""

BESIDE_AT_ONCE = 1
"""The same of works that are no decisions of the house, such as hints and analyses: no decision waits for them."""

MOST = 500
"""Decisions that may wait for their turn, and no more: what comes then is refused."""

MOST_BESIDE = 50
"""The same of all else."""

USUAL_TIME = 0.3
"""Seconds that a forced reply waits in pure Python before it is known how long a considered one takes there."""

T = TypeVar("T")

__all__ = ["Thinker", "TooMuch"]


class Thinker:
    """Works out decisions, and beside them whatever else takes a while, such as hints.

    ``form``: by which form of the players; usually that which the solver here has. ``apart``: in child processes, which
    start when there is something for them; else in threads. ``at_once``: how many decisions are worked out at once,
    usually as many as leave the bot its share of the machine; ``beside``: how many of all else, usually as many, where
    that is said.
    """

    def __init__(
        self, form: Form | None = None, *, apart: bool = True, at_once: int | None = None, beside: int | None = None
    ) -> None:
        self.form = form or own_form()
        self.at_once = at_once or AT_ONCE
        self._apart = apart
        self._decisions = Lane(self.at_once, MOST, apart=apart)
        self._beside = Lane(beside or at_once or BESIDE_AT_ONCE, MOST_BESIDE, apart=apart)
        self._times: dict[Phase, float] = {}
        """Seconds that the last considered decision took in pure Python, by phase."""

    @property
    def in_hand(self) -> tuple[int, int]:
        """Decisions that wait or are worked out, and the same of all else."""
        return self._decisions.in_hand, self._beside.in_hand

    async def decide(self, view: MatchView, strength: str, source: Random, *, match_id: int = 0) -> Decision:
        """What the house does at the seat of the view; ``source`` is used up.

        The same view, strength, source and form give the same decision everywhere. Raises :class:`TooMuch`, what the
        player raises, and ``BrokenExecutor`` where it kills its process or never comes to an end.
        """
        if strength == Strength.NOVICE.value:  # by rule, in less than a millisecond
            return decided(view, Strength.NOVICE, source, self.form)[0]
        work = view, Strength(strength), source, self.form
        decision: Decision
        decision, seconds = await self._decisions.done(match_id, decided, *work)
        if self.form is Form.PYTHON:
            await self._be_even(view.deal.phase, decision, seconds)
        return decision

    async def run(self, function: Callable[..., T], *arguments: Any, match_id: int = 0) -> T:
        """Do some other work, beside the decisions: a function of a module, with arguments that can be sent along.

        Raises as :meth:`decide` does.
        """
        answer: T = await self._beside.done(match_id, function, *arguments)
        return answer

    async def warm_up(self) -> None:
        """Let a process start that decides, and load what it needs, before somebody waits for it."""
        if self._apart and not self._decisions.is_ready:
            with suppress(TooMuch, BrokenExecutor):
                await self._decisions.done(0, load, self.form)

    def stop(self) -> None:
        """Think no more; what is being thought is nobody's any more."""
        self._decisions.stop()
        self._beside.stop()

    async def _be_even(self, phase: Phase, decision: Decision, seconds: float) -> None:
        """A forced reply waits as long as a considered one took, so that the speed tells nobody that it was forced."""
        if Note.ONLY_CHOICE in decision.reasons.notes:
            await asyncio.sleep(max(0.0, self._times.get(phase, USUAL_TIME) - seconds))
        else:
            self._times[phase] = seconds
