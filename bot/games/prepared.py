"""A lesson takes the acts that are prepared for its newcomer, and explains every other one."""

from __future__ import annotations

from bot.games.acts import Act, Move
from bot.games.game import Game
from bot.games.kinds import Kind, kind_of
from bot.games.refusals import Refused
from bot.lesson.script import LESSON


def check_prepared(game: Game, act: Act) -> None:
    """Refuse, in a lesson, a move that the rules allow and the lesson does not mean, with the reason why."""
    if not isinstance(act, Move) or kind_of(game) is not Kind.LESSON:
        return
    act.apply(game.match)  # what the rules forbid is refused by them
    step = LESSON.due(game.view(act.seat))
    fault = None if step is None else step.fault(act.action)
    if fault is not None:
        raise Refused(fault)
