"""How a match ended, in a line."""

from __future__ import annotations

from bot.screens.words import Words
from bridgette import How, MatchView


def ended_line(w: Words, view: MatchView) -> str:
    """Who won and by how much, or who resigned."""
    first, second = view.totals
    ended = view.ended
    if ended is None or ended.winner is None:
        return w.t("match-ended-plain", first=first, second=second)
    winner, loser = w.names[ended.winner], w.names[1 - ended.winner]
    if ended.how is How.RESIGNED:
        return w.t("match-resigned", winner=winner, loser=loser, first=first, second=second)
    won, lost = view.totals[ended.winner], view.totals[1 - ended.winner]
    return w.t("match-winner", name=winner, won=won, lost=lost)
