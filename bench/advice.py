"""Hints and analysis: what they cost, and whether a hint's chance of making is what happens."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from functools import partial
from math import sqrt
from random import Random
from statistics import median
from time import process_time

from bench.report import Section, Table
from bridgette import Deal, Match, Phase, view
from bridgette.computer.advice.hindsight import hindsight
from bridgette.computer.advice.hint import chance_of_making, hint
from bridgette.computer.advice.moments import moments
from bridgette.computer.advice.regret import HANDS, can_look, regrets
from bridgette.computer.players import Strength, computer_player
from bridgette.computer.players.arena import decks, play_deal

DEALS = 6
"""Deals in one run: 42 by default, 300 with ``--runs 50``."""
CLASSES = 10


def played(runs: int) -> Iterator[Match]:
    """Matches of one deal between two experts; what was passed out is left out."""
    player = computer_player(Strength.EXPERT)
    for number, deck in enumerate(decks(4001, DEALS * runs)):
        deal = play_deal(Deal.begin(number % 2, deck), (player, player), Random(number))
        if deal.play is not None:
            yield Match(("0", "1"), (deal,))


def analysis(runs: int) -> Iterator[Table]:
    """What it costs to analyse a deal, and what a hint does."""
    known, could, hints = [], [], defaultdict(list)
    deals = 0
    for match in played(runs):
        deals += 1
        known.append(_taken(partial(hindsight, view(match, None).deals[0])))
        if can_look():
            could.append(_taken(partial(deque, regrets(match, 0, 0), 0)))
        for moment in moments(match, 0):
            if moment.seat == 0:
                hints[moment.view.deal.phase].append(_taken(partial(hint, moment.view)))
    rows = [("a deal, all cards known", *_spread(known))]
    if could:
        rows.append((f"a deal by what one player could know, {HANDS} hands", *_spread(could)))
    rows += [(f"a hint: {phase.value}", *_spread(costs)) for phase, costs in hints.items()]
    yield Table(
        "Hints and analysis",
        ("what", "ms of processor, median", "p95", "most"),
        rows,
        [f"{deals} deals between two experts; --runs 50 takes 300."],
    )


def chances(runs: int) -> Iterator[Table]:
    """A hint's chance that the contract is made, against whether it was, by tenths, from the second trick on."""
    first, later = defaultdict(list), defaultdict(list)
    deals = 0
    for match in played(runs):
        deals += 1
        result = match.deals[0].result
        of_deal = defaultdict(list)
        for moment in moments(match, 0):
            if moment.view.deal.phase is Phase.PLAY and (said := chance_of_making(moment.view)) is not None:
                trick = sum(moment.view.deal.won)
                of_deal[trick > 0, min(CLASSES - 1, int(said * CLASSES))].append((said, float(result.margin >= 0)))
        for (is_later, place), pairs in of_deal.items():
            (later if is_later else first)[place].append(pairs)
    for title, classes in (("from the second trick on", later), ("in the first trick", first)):
        yield Table(
            f"The chance of making that hints tell, {title}",
            ("class", "hints", "deals", "said, %", "happened, %", "within"),
            [_class_of(place, classes[place]) for place in sorted(classes)],
            [f"{deals} deals between two experts; --runs 50 takes 300. Intervals of 95 %; within: it happened in it."],
        )


def _class_of(place: int, deals: list[list[tuple[float, float]]]) -> tuple[str, ...]:
    """A row: what was said and what happened over all hints, and how far apart these may be by chance.

    The contract of a deal is made or not for all of its hints at once, so a deal is one throw of a coin that counts as
    often as it has hints; how that coin falls is taken to be what was said.
    """
    said, real = (sum(pair[of] for pairs in deals for pair in pairs) for of in (0, 1))
    hints = sum(map(len, deals))
    spread = 0.0
    for pairs in deals:
        chance = sum(one for one, _ in pairs) / len(pairs)
        spread += len(pairs) ** 2 * chance * (1 - chance)
    margin = 1.96 * sqrt(spread)
    return (
        f"{100 * place // CLASSES} to {100 * (place + 1) // CLASSES} %",
        str(hints),
        str(len(deals)),
        f"{100 * said / hints:.0f} ±{100 * margin / hints:.0f}",
        f"{100 * real / hints:.0f}",
        "yes" if abs(real - said) <= margin else "no",
    )


def _taken(work) -> float:
    begun = process_time()
    work()
    return 1e3 * (process_time() - begun)


def _spread(values: list[float]) -> tuple[str, str, str]:
    order = sorted(values)
    return f"{median(order):.0f}", f"{order[len(order) * 95 // 100]:.0f}", f"{order[-1]:.0f}"


SECTIONS: dict[str, Section] = {"advice": analysis, "chances": chances}
