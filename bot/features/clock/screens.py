"""What is said of a match's clock at its table, on its panels and notices."""

from __future__ import annotations

from bot.clock import Clock, Stage
from bot.features.clock import verbs
from bot.ids import ComponentId
from bot.screens.message import Button, Style
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import MatchView, Pair


def clock_line(t: Texts, clock: Clock, view: MatchView, due: str, end: str, is_void: bool = False) -> str | None:
    """When the decision must have been taken, or what follows now that it was not.

    ``due``, ``end``: the moments when it runs out, and when it ends the match by itself, as countdowns. ``is_void``:
    the match is void as soon as it runs out, for the house claims nothing.
    """
    if clock.length is None:
        return None
    if clock.stopped_at is not None:
        return t("clock-stands-still")
    if clock.stage is not Stage.RUN_OUT:
        return t("clock-runs", when=due)
    names = Words.of(t, view).names
    absent = view.deal.to_act
    if len(absent) == 2:
        return t("clock-out-both", when=end)
    (seat,) = absent
    key = "clock-out" if view.is_under_way else "clock-out-void"
    return t(key, name=names[seat], other=names[1 - seat], when=end)


def reminder_line(t: Texts, clock: Clock, view: MatchView, due: str, end: str, is_void: bool = False) -> str | None:
    """The same on a notice: before it runs out, also what follows then."""
    line = clock_line(t, clock, view, due, end, is_void)
    if line is None or clock.is_run_out or clock.stopped_at is not None:
        return line
    key = "clock-warning" if view.is_under_way and len(view.deal.to_act) == 1 else "clock-warning-void"
    if is_void:
        key = "clock-warning-house"
    return t("clock-half", line=line, warning=t(key))


def clock_buttons(t: Texts, clock: Clock, view: MatchView, match_id: int) -> Pair[Button] | tuple[()]:
    """What the opponent may do about a clock that has run out."""
    if not clock.is_run_out or len(view.deal.to_act) != 1:
        return ()
    claim = t("clock-claim" if view.is_under_way else "clock-claim-void")
    return (
        Button(t("clock-more"), ComponentId(verbs.MORE, match_id), Style.GOOD),
        Button(claim, ComponentId(verbs.CLAIM, match_id), Style.GRAVE),
    )
