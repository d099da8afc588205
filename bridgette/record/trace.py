"""The trace of a record: a line for each decision, with what was legal before it was taken."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, TypeAlias

from bridgette.cards import Seat, sort_cards
from bridgette.deal import Action, Deal, Discard, Phase
from bridgette.match import Match
from bridgette.record.read import Reading
from bridgette.score import Result

Line: TypeAlias = dict[str, Any]
"""One line of a trace."""


def trace_record(document: Any) -> Generator[Line, None, Match]:
    """Play the record through the rules, giving a line for each decision before it is taken; returns the match.

    ``document`` is the record's JSON value. Raises :class:`BadRecord` at the first fault in the order of play, after
    the lines before it; a faulty ``ended`` comes after all lines.
    """
    reading = Reading(document)
    for read in reading:
        for state, seat, action in decisions(read.deal):
            yield _line(state, read.index, seat, action)
        if read.fault is None and (result := read.deal.result) is not None:
            yield _score(read.index, result)
    match = reading.match
    if (ended := match.ended) is not None:
        yield {"phase": "match", "totals": list(match.totals), "winner": ended.winner}
    return reading.finish()


def decisions(deal: Deal) -> Iterator[tuple[Deal, Seat, Action]]:
    """The decisions that brought a deal to where it stands, in the order of steps: the state before, whose, and what.

    In the exchange the non-dealer's stands first, whoever was first to choose.
    """
    state = Deal.begin(deal.dealer, deal.deck)
    for actor, action in _actions(deal):
        seat = min(state.to_act) if actor is None else actor
        yield state, seat, action
        state = state.after(seat, action)


def _actions(deal: Deal) -> Iterator[tuple[Seat | None, Action]]:
    """The actions in the order of play, the non-dealer's discards first; calls and cards name no seat."""
    for seat in (1 - deal.dealer, deal.dealer):
        if (gone := deal.discards[seat]) is not None:
            yield seat, Discard(gone)
    for action in (*(deal.auction.calls if deal.auction else ()), *(deal.play.plays if deal.play else ())):
        yield None, action


def _line(deal: Deal, index: int, seat: Seat, action: Action) -> Line:
    """The line of a decision in the state before it was taken."""
    legal: int | list[str]
    done: str | list[str] = str(action)
    match deal.phase:
        case Phase.EXCHANGE:
            legal = deal.to_discard(seat)
        case Phase.AUCTION:
            legal = [str(call) for call in deal.legal_calls(seat)]
        case _:
            legal = [str(card) for card in deal.legal_cards(seat)]
    if isinstance(action, Discard):
        done = [str(card) for card in sort_cards(action.cards)]
    phase = deal.phase.value
    return {"deal": index, "step": deal.step_of(seat), "phase": phase, "seat": seat, "legal": legal, "action": done}


def _score(index: int, result: Result) -> Line:
    """The line after the last step of a finished deal."""
    return {
        "deal": index,
        "phase": "score",
        "contract": None if result.contract is None else str(result.contract),
        "declarer": result.declarer,
        "tricks": list(result.tricks),
        "score": list(result.score),
    }
