"""How a match ended, in a line."""

from __future__ import annotations

from bot.screens.words import Words
from bridgette import How, MatchView


def ended_line(w: Words, view: MatchView) -> str:
    """Who won and by how much, or who resigned."""
    totals, ended = w.both("points", view.totals), view.ended
    if ended is None or ended.winner is None:
        return w.t("match-ended-plain", **totals)
    winner, loser = ended.winner, 1 - ended.winner
    if ended.how is How.RESIGNED:
        return w.t("match-resigned", winner=w.names[winner], loser=w.names[loser], **totals)
    points = {"winner-points": view.totals[winner], "loser-points": view.totals[loser]}
    return w.t("match-winner", winner=w.names[winner], **points)
