"""What ``python -m bridgette solve FILE`` prints: each deal of a record as it could have been played."""

from __future__ import annotations

from collections.abc import Iterator

from bridgette.calls import Strain
from bridgette.cards import Card, Pair
from bridgette.cli.output import escape
from bridgette.computer.advice.hindsight import declarers_tricks
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.solve import solve_tricks
from bridgette.deal import Deal, Phase
from bridgette.match import Match
from bridgette.play import Play
from bridgette.record import read_record


def solve_file(data: bytes) -> Iterator[str]:
    """The lines for a record file. Raises :class:`~bridgette.errors.BadRecord`."""
    match = read_record(data)
    first, second = match.players
    return solve_lines(match, (escape(first), escape(second)))


def solve_lines(match: Match, names: Pair[str]) -> Iterator[str]:
    """For each finished deal the tricks of best play on both sides, in each strain for each declarer, then the tricks
    that each card played gave away; ``names`` are the players' as they may be printed.
    """
    yield f"{names[0]} (seat 0) against {names[1]} (seat 1)"
    for index, deal in enumerate(match.deals):
        if deal.phase is not Phase.OVER:
            yield f"deal {index}: {deal.phase.value} not finished"
            continue
        yield f"deal {index}: {_outcome(deal, names)}"
        hands = (deal.kept(0), deal.kept(1))
        for declarer in (0, 1):
            tricks = [f"{strain} {declarers_tricks(declarer, strain, hands)}" for strain in Strain]
            yield f"  {names[declarer]} declares: {', '.join(tricks)}"
        if deal.play is not None:
            yield from _plays(deal.play, hands, names)


def tricks_lost(play: Play, hands: Pair[tuple[Card, ...]]) -> list[int]:
    """For each card played from these hands, how many tricks its player lost by it against best play."""
    now = Play.begin(play.declarer, play.trump, hands)
    before = solve_tricks(Position.of(now))
    lost = []
    for card in play.plays:
        seat, now = now.turn, now.after(card)
        after = now.won[0] + solve_tricks(Position.of(now))
        lost.append(before - after if seat == 0 else after - before)
        before = after
    return lost


def _outcome(deal: Deal, names: Pair[str]) -> str:
    result = deal.result
    if result is None or result.contract is None or result.declarer is None:
        return "passed out"
    return f"{result.contract} by {names[result.declarer]}, {result.tricks[result.declarer]} tricks"


def _plays(play: Play, hands: Pair[tuple[Card, ...]], names: Pair[str]) -> Iterator[str]:
    lost = tricks_lost(play, hands)
    total = [0, 0]
    for index, trick in enumerate(play.tricks()):
        words = []
        for place, (seat, card) in enumerate(((trick.leader, trick.lead), (1 - trick.leader, trick.follow))):
            gave = lost[2 * index + place]
            words.append(f"{names[seat]} {card}" + (f" (loses {gave})" if gave else ""))
            total[seat] += gave
        yield f"  trick {index + 1}: {', '.join(words)}"
    yield f"  tricks lost: {names[0]} {total[0]}, {names[1]} {total[1]}"
