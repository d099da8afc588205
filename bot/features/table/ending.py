"""How a match ended, in a line."""

from __future__ import annotations

from bot.screens.words import Words
from bridgette import How, MatchView


def ended_line(w: Words, view: MatchView, mention: str | None = None) -> str:
    """Who won and by how much, who resigned, or that it counts for nobody.

    ``mention`` stands in the place of the winner's name where it is to ping.
    """
    totals, ended = w.both("name", w.names) | w.both("points", view.totals), view.ended
    if ended is not None and ended.how is How.VOID:
        return w.t("match-ended-void")
    if ended is None or ended.winner is None:
        key = "match-stopped" if ended is not None and ended.how is How.STOPPED else "match-agreed"
        return w.t(key, **totals)
    winner, loser = ended.winner, 1 - ended.winner
    name = mention or w.names[winner]
    if ended.how in (How.RESIGNED, How.CLAIMED):
        key = "match-resigned" if ended.how is How.RESIGNED else "match-claimed"
        return w.t(key, winner=name, loser=w.names[loser], **totals)
    points = {"winner-points": view.totals[winner], "loser-points": view.totals[loser]}
    return w.t("match-winner", winner=name, **points)
