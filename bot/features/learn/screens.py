"""What the lesson says: above the newcomer's own buttons, and at its end."""

from __future__ import annotations

from bot.lesson.script import LESSON, NEWCOMER
from bot.lesson.steps import Step
from bot.screens.message import lines
from bot.screens.reader import Reader
from bot.texts import Texts
from bridgette import How, MatchView

_STEPS = tuple(step for step in LESSON.steps if step.seat == NEWCOMER)


def step_lines(t: Texts, view: MatchView, reader: Reader) -> str | None:
    """What the step explains to the newcomer whose view it is, and what to do now; nothing while the house acts.

    Why a press was not meant takes the place of what was explained before it, so that both fit a phone.
    """
    step = LESSON.due(view)
    if step is None or step.seat != NEWCOMER:
        return None
    return lines(
        t("learn-step", step=_number(step), steps=len(_STEPS)),
        *(map(t, step.ideas) if not reader.noted else ()),
        t(step.todo),
    )


def end_line(t: Texts, view: MatchView) -> str:
    """What the lesson came to."""
    was_played = view.ended is not None and view.ended.how is How.PLAYED
    return lines(t("learn-done"), t("learn-done-next")) if was_played else t("learn-stopped")


def _number(step: Step) -> int:
    return next(number for number, one in enumerate(_STEPS, 1) if one is step)
