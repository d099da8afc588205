"""What deals and matches came to, as the store keeps it."""

from __future__ import annotations

from bot.store import Ending, FinishedDeal
from bridgette import Deal, Match
from bridgette.format import USUAL


def finished_of(deal: Deal) -> FinishedDeal | None:
    """What a deal that was played to its end came to, ``None`` for any other."""
    result = deal.result
    if result is None or result.contract is None or result.declarer is None:
        return None
    return FinishedDeal(
        declarer=result.declarer,
        contract=str(result.contract),
        made=result.margin >= 0,
        points=result.score,
        tricks=result.tricks[result.declarer],
    )


def ending_of(match: Match, *, place_is_gone: bool) -> Ending | None:
    """How a match has ended, ``None`` while it goes on. ``place_is_gone``: there is nowhere left to say so."""
    ended = match.ended
    if ended is None:
        return None
    # A shorter match is neither won nor lost in the leaderboard; its deals count all the same. And before the opening
    # lead of the first contract nobody has played for anything.
    counts = match.format == USUAL and match.is_under_way
    return Ending(ended.how.value, ended.by, ended.winner, match.totals, match.counted, place_is_gone, counts)
