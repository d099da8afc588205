"""What ``python -m bridgette analyse FILE`` prints: what was right in each finished deal of a record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from bridgette.cards import Pair, Seat
from bridgette.cli.advice import best_contracts, fault_in_words, regret_in_words
from bridgette.cli.output import escape
from bridgette.cli.replay import outcome
from bridgette.computer.advice.hindsight import BestContract, Hindsight, Judged, hindsight
from bridgette.computer.advice.regret import Progress, Regret, can_look, regrets
from bridgette.deal import Phase
from bridgette.match import Match
from bridgette.record import read_record
from bridgette.views import DealView, view

_TOO_SLOW = "not looked at: without the solver's C form it takes too long"


class NoSuchDeal(Exception):
    """The record has no deal of the number that was asked for; the text says which it has."""


def analyse_file(data: bytes, number: int | None = None, *, as_json: bool = False) -> Iterator[str]:
    """The lines for a record file: of all its deals, or of deal ``number`` (from 0) alone; with ``as_json`` a JSON
    object a deal.

    Raises :class:`~bridgette.errors.BadRecord` and :class:`NoSuchDeal`.
    """
    match = read_record(data)
    count = len(match.deals)
    if number is not None and number >= count:
        has = "no deals" if not count else "deal 0 alone" if count == 1 else f"deals 0 to {count - 1}"
        raise NoSuchDeal(f"there is no deal {number}: the record has {has}")
    numbers = range(count) if number is None else (number,)
    if as_json:
        return (json.dumps(analysis_as_json(match, one)) for one in numbers)
    return _in_words(match, numbers)


def _in_words(match: Match, numbers: Iterable[int]) -> Iterator[str]:
    names = (escape(match.players[0]), escape(match.players[1]))
    yield f"{names[0]} (seat 0) against {names[1]} (seat 1)"
    for number in numbers:
        yield ""
        head = f"deal {number} ({number + 1} of {len(match.deals)})"
        yield from deal_in_words(match, number, head, names)


def deal_in_words(
    match: Match, number: int, head: str, names: Pair[str], seats: Iterable[Seat] = (0, 1)
) -> Iterator[str]:
    """Deal ``number`` (from 0) of the match analysed, as a page of its own, line by line as it is found.

    ``head`` is what the page begins with; ``names`` are the players' as they may be printed; ``seats``: of whom it is
    told what could be known.
    """
    deal = view(match, None).deals[number]
    if not is_open_to_all(deal):
        yield f"{head}: {match.deals[number].phase.value} not finished"
        return
    how = "broken off" if deal.result is None else outcome(deal.result, names)
    yield f"{head}: {how}"
    found = hindsight(deal)
    yield "  with all cards known"
    yield f"    best contracts: {best_contracts(found, names)}"
    for seat in (0, 1):
        yield from _faults_in_words(found.faults(seat), names[seat])
    yield "  by what could be known"
    if not can_look():
        yield f"    {_TOO_SLOW}"
        return
    for seat in seats:
        yield from _regrets_in_words(last_of(regrets(match, number, seat)), names[seat])


def last_of(steps: Iterator[Progress]) -> Progress:
    """Where a look at a deal ends."""
    *_, last = steps
    return last


def _regrets_in_words(found: Progress, name: str) -> Iterator[str]:
    if not found.dearest:
        yield f"    {name} gave away nothing"
        return
    yield f"    {name} gave away most by"
    for regret in found.dearest:
        yield f"      {regret_in_words(regret)}"


def _faults_in_words(faults: tuple[Judged, ...], name: str) -> Iterator[str]:
    """The cards of one player that cost points, and how many more cost tricks alone."""
    dear = [fault for fault in faults if fault.points]
    free = len(faults) - len(dear)
    if dear:
        yield f"    {name} gave away {sum(fault.points for fault in dear)} points by {_cards(len(dear))}"
        for fault in dear:
            yield f"      {fault_in_words(fault)}"
    else:
        yield f"    {name} gave away no points"
    if free:
        yield f"      {_cards(free)}{' more' if dear else ''} gave away tricks, but no points"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def is_open_to_all(deal: DealView) -> bool:
    """Whether everybody has been shown the cards of the deal, both having discarded: only then is it analysed."""
    return deal.phase is Phase.OVER and deal.reveal is not None and None not in deal.reveal.discards


def analysis_as_json(match: Match, number: int) -> dict[str, Any]:
    """One deal of the match analysed, as docs/record.md describes it."""
    deal = view(match, None).deals[number]
    head: dict[str, Any] = {"deal": number, "finished": is_open_to_all(deal)}
    if not is_open_to_all(deal):
        return head
    looks = [last_of(regrets(match, number, seat)) for seat in (0, 1)] if can_look() else None
    return head | {
        "hindsight": _hindsight_as_json(hindsight(deal)),
        "regret": None if looks is None else [[_regret_as_json(one) for one in look.dearest] for look in looks],
    }


def _hindsight_as_json(found: Hindsight) -> dict[str, Any]:
    return {
        "best": [_best_as_json(best) for best in found.best],
        "plays": [
            {
                "step": play.step,
                "seat": play.seat,
                "action": str(play.card),
                "best": str(play.best),
                "tricks": play.tricks,
                "points": play.points,
            }
            for play in found.plays
        ],
    }


def _best_as_json(best: BestContract | None) -> dict[str, Any] | None:
    return None if best is None else {"contract": str(best.bid), "tricks": best.tricks, "points": best.points}


def _regret_as_json(regret: Regret) -> dict[str, Any]:
    return {
        "step": regret.step,
        "action": str(regret.chosen),
        "better": str(regret.better),
        "points": regret.points,
        "make": None if regret.make is None else list(regret.make),
    }
