"""What ``python -m bridgette replay FILE`` prints: a record in words, or with ``--trace`` decision by decision."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bridgette.cards import Pair
from bridgette.cli.output import escape
from bridgette.deal import Deal
from bridgette.match import Ending, How, Match
from bridgette.record import Reading, parse_json, trace_record
from bridgette.score import Result


def trace_file(data: bytes) -> Iterator[str]:
    """The lines of the record's trace, as they come. Raises :class:`~bridgette.errors.BadRecord`, after lines too."""
    for line in trace_record(parse_json(data)):
        yield json.dumps(line)


def summary_of_file(data: bytes) -> Iterator[str]:
    """The record in words, as it is read: who plays, a line for each deal, the totals, how it ended.

    Raises :class:`~bridgette.errors.BadRecord`, after lines too.
    """
    reading = Reading(parse_json(data))
    names = (escape(reading.players[0]), escape(reading.players[1]))
    yield f"{names[0]} (seat 0) against {names[1]} (seat 1)"
    for read in reading:
        if read.fault is None:
            yield f"deal {read.index}: {_deal_in_words(read.deal, names)}"
    match = reading.finish()
    first, second = match.totals
    yield f"totals: {names[0]} {first}, {names[1]} {second}"
    yield _end_in_words(match, names)


def _deal_in_words(deal: Deal, names: Pair[str]) -> str:
    dealt = f"{names[deal.dealer]} dealt, up-card {deal.up_card}"
    result = deal.result
    if result is None:
        return f"{dealt}; {deal.phase.value} not finished"
    return f"{dealt}; {outcome(result, names)}"


def outcome(result: Result, names: Pair[str]) -> str:
    """How a deal came out, in words; ``names`` are the players' as they may be printed."""
    if result.contract is None or result.declarer is None:
        return "passed out"
    margin = result.margin
    how = "made exactly" if margin == 0 else f"made with {margin} over" if margin > 0 else f"{-margin} short"
    scorer = 0 if result.score[0] else 1
    return (
        f"{result.contract} by {names[result.declarer]}, {result.tricks[result.declarer]} tricks, {how}; "
        f"{result.score[scorer]} points for {names[scorer]}"
    )


def _end_in_words(match: Match, names: Pair[str]) -> str:
    ended = match.ended
    if ended is None:
        return f"in progress: {match.counted} of {match.format.deals} deals count so far"
    won = "" if ended.winner is None else f"; winner: {names[ended.winner]}"
    return f"ended: {_how_in_words(ended, names)}{won}"


def _how_in_words(ended: Ending, names: Pair[str]) -> str:
    by = "" if ended.by is None else names[ended.by]
    match ended.how:
        case How.PLAYED:
            return "played to the end"
        case How.RESIGNED:
            return f"resigned by {by}"
        case How.CLAIMED:
            return f"claimed, since {by} ran out of time"
        case How.AGREED:
            return "agreed by both to stop"
        case How.STOPPED:
            return "stopped by a moderator"
        case How.VOID:
            return "void, it counts for nobody"
