"""Records to break: of whole matches and of matches cut off at a known place."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from bridgette import BadRecord, Match, Phase
from bridgette.record import parse_json, trace_record, write_record
from tests.game import playouts


@cache
def whole(seed: int = 3) -> Match:
    """A match that was played to its end, with a passed-out deal."""
    *_, match = playouts.match_states(Random(seed), playouts.TEMPERS[seed % 5])
    return match


@cache
def _cut_off(phase: Phase, deals: int, least: int) -> Match:
    for match in playouts.match_states(Random(8), playouts.modest):
        if len(match.deals) == deals and match.deals[-1].phase is phase:
            deal = match.deals[-1]
            done = [gone for gone in deal.discards if gone]
            acts = (
                len(done)
                + (len(deal.auction.calls) if deal.auction else 0)
                + (len(deal.play.plays) if deal.play else 0)
            )
            if acts >= least:
                return match
    raise AssertionError("no such state")


def record(phase: Phase | None = None, *, deals: int = 2, least: int = 0) -> dict[str, Any]:
    """A fresh record: of a whole match, or of one cut off in a phase of its last deal, after ``least`` acts of it."""
    match = whole() if phase is None else _cut_off(phase, deals, least)
    return json.loads(json.dumps(write_record(match)))


def trace(source: object) -> list[dict[str, Any]]:
    """The trace of a record, given as bytes or as the object."""
    data = source if isinstance(source, bytes) else json.dumps(source).encode()
    return list(trace_record(parse_json(data)))


def fault(source: object) -> BadRecord | None:
    """What is wrong with a record; its text is one short line that says what its attributes say."""
    try:
        trace(source)
    except BadRecord as found:
        bad = found
    else:
        return None
    text = str(bad)
    assert "\n" not in text
    assert len(text) < 400
    assert text.endswith(f"({bad.rule})")
    assert text.startswith(f"deal {bad.deal}") == (bad.deal is not None)
    assert (f"step {bad.step}:" in text) == (bad.step is not None)
    return bad


def place(source: object) -> tuple[str, int | None, int | None] | None:
    """The rule, deal and step of the fault, ``None`` if there is none."""
    found = fault(source)
    return None if found is None else (found.rule, found.deal, found.step)


def written(match: Match) -> bytes:
    """The record of a match, as the bytes of a file."""
    return json.dumps(write_record(match)).encode()
