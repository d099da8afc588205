"""The perfect-information solver: right, how many nodes, how quick: ``python -m bench.computer_solver [SECTION ...]``.

Whole deals are after an exchange in which each seat keeps its best 13 cards for its best strain by the estimate of
``bridgette.computer``; the declarer is seat 0 and seat 1 in turn. Times are of this process's own processor time.
"""

from __future__ import annotations

import argparse
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from statistics import fmean, median
from time import process_time

from bench.report import Table, heading
from bridgette import Bid, Card, Contract, Deal, Strain, score_deal, shuffled_deck
from bridgette.computer.guessing.estimate import fixed_part, situation
from bridgette.computer.guessing.holdings import cards_of, mask_of
from bridgette.computer.guessing.keeping import best_keep
from bridgette.computer.solver import native, solve
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.search import search
from bridgette.computer.solver.solve import Budget, solve_cards, solve_payoff, solve_tricks

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]

FORMS: dict[str, native.Engine | None] = {"C": native.load(), "Python": search}


@cache
def hands(seed: int) -> Hands:
    """The hands of a deal after a sensible exchange."""
    deal = Deal.begin(seed % 2, shuffled_deck(Random(seed).randrange))
    return _kept(deal, 0), _kept(deal, 1)


def _kept(deal: Deal, seat: int) -> tuple[Card, ...]:
    held, place = mask_of(deal.hand(seat)), situation(deal.up_card.group, dealer=seat == deal.dealer)
    keeps = []
    for strain in Strain:
        keep = best_keep(held, strain)
        keeps.append((keep.worth + fixed_part(place, trump=strain.suit is not None, declaring=True), strain, keep.mask))
    return cards_of(max(keeps)[2])


def position(seed: int, strain: Strain) -> Position:
    """The start of the play of a deal."""
    return Position(hands(seed), strain.suit, turn=1 - seed % 2)


def points(bid: Bid, declarer: int, doubling: int = 0) -> list[int]:
    """What seat 0 scores net for each number of its tricks."""
    payoff = []
    for tricks in range(14):
        won = (tricks, 13 - tricks)
        first, second = score_deal(Contract(bid, doubling), declarer, won).score
        payoff.append(first - second)
    return payoff


def use(form: str) -> None:
    """Solve by the form."""
    engine = FORMS[form]
    assert engine is not None, "the extension was not built"
    solve.engine = lambda: engine


def forms() -> list[str]:
    """The forms that can be had."""
    return [form for form, engine in FORMS.items() if engine is not None]


def endings(count: int) -> Iterator[Table]:
    """Each form against a plain minimax written from the rules page, all legal cards."""
    from tests.computer.endings import minimax_cards, random_ending

    differences = dict.fromkeys(forms(), 0)
    for seed in range(count):
        ending, payoff = random_ending(Random(f"ending {seed}"))
        values = minimax_cards(ending, payoff)
        value = (max if ending.turn == 0 else min)(values.values())
        for form in differences:
            use(form)
            well = solve_cards(ending, payoff) == values and solve_payoff(ending, payoff) == value
            differences[form] += not well
    rows = [[form, f"{count:,}", str(differences[form])] for form in differences]
    note = (
        "Endings of 1 to 5 cards a side, 0 to 3 colons, with and without a bar or a card led; payoffs monotonic or not."
    )
    yield Table("Against a plain minimax", ("form", "endings", "differences"), rows, [note])


def equal(count: int) -> Iterator[Table]:
    """Both forms on whole deals: values and nodes, for tricks, points and each card."""
    differences = dict.fromkeys(("tricks", "points", "each card"), 0)
    for seed in range(count):
        strain = Strain(seed % 5)
        deal, payoff = position(seed, strain), points(Bid(1 + seed % 4, strain), seed % 2, seed % 3)
        kind = list(differences)[seed % 3]
        found = []
        for form in ("C", "Python"):
            use(form)
            budget = Budget()
            if kind == "tricks":
                value: object = solve_tricks(deal, budget)
            elif kind == "points":
                value = solve_payoff(deal, payoff, budget)
            else:
                value = list(solve_cards(deal, range(14), budget).items())
            found.append((value, budget.spent))
        differences[kind] += found[0] != found[1]
    rows = [[kind, f"{len(range(at, count, 3)):,}", str(n)] for at, (kind, n) in enumerate(differences.items())]
    yield Table("C against Python on whole deals, values and nodes", ("solved for", "deals", "differences"), rows)


def nodes(count: int) -> Iterator[Table]:
    """Nodes and times of whole deals in each strain, by the faster form."""
    form = forms()[0]
    use(form)
    rows, all_nodes, all_times = [], [], []
    for strain in Strain:
        spent, times = [], []
        for seed in range(count):
            deal, budget = position(seed, strain), Budget()
            began = process_time()
            solve_tricks(deal, budget)
            times.append((process_time() - began) * 1000)
            spent.append(budget.spent)
        all_nodes += spent
        all_times += times
        rows.append([str(strain), *_spread(spent, ",.0f"), *_spread(times, ".2f")])
    rows.append(["all", *_spread(all_nodes, ",.0f"), *_spread(all_times, ".2f")])
    header = [
        "strain",
        *(f"{what} {unit}" for unit in ("nodes", "ms") for what in ("median", "mean", "p90", "p99", "most")),
    ]
    yield Table(f"Whole deals, 13 cards, {count:,} deals, {form}", header, rows)
    rows = []
    for cards in (12, 11, 10, 9, 8, 7, 6, 5):
        spent, times = [], []
        for seed in range(count):
            ending, budget = _shortened(seed, cards), Budget()
            began = process_time()
            solve_tricks(ending, budget)
            times.append((process_time() - began) * 1000)
            spent.append(budget.spent)
        rows.append([str(cards), *_spread(spent, ",.0f"), *_spread(times, ".3f")])
    yield Table(f"Endings, {form}", ["cards", *header[1:]], rows, ["Cards taken at random from the same hands."])


def _shortened(seed: int, cards: int) -> Position:
    rng = Random(seed)
    first, second = (tuple(rng.sample(hand, cards)) for hand in hands(seed))
    return Position((first, second), Strain(seed % 5).suit, turn=seed % 2)


def _spread(numbers: Sequence[float], form: str) -> list[str]:
    ordered = sorted(numbers)
    p90, p99 = (ordered[int(len(ordered) * share)] for share in (0.9, 0.99))
    return [format(figure, form) for figure in (median(ordered), fmean(ordered), p90, p99, ordered[-1])]


def speed(count: int) -> Iterator[Table]:
    """The two forms on the same whole deals, side by side."""
    times = dict.fromkeys(forms(), 0.0)
    budget = Budget()
    for seed in range(count):
        deal = position(seed, Strain(seed % 5))
        for form in times:
            use(form)
            began = process_time()
            solve_tricks(deal, budget)
            times[form] += process_time() - began
    each = budget.spent / len(times)
    rows = [[form, f"{1000 * spent / count:.2f}", f"{1e6 * spent / each:.2f}"] for form, spent in times.items()]
    notes = [f"C is {times['Python'] / times['C']:.0f} times as fast."] if "C" in times else []
    yield Table(f"Both forms on {count} whole deals", ("form", "mean ms", "microseconds a node"), rows, notes)


PROCESS = """
import pickle, sys
import bridgette

def peak():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

before = peak()
from bridgette.computer.solver import search, solve
from bridgette.computer.solver.native import load
engine = load() if sys.argv[1] == "C" else search.search
solve.engine = lambda: engine
for position in pickle.load(sys.stdin.buffer):
    solve.solve_cards(position, range(14))
print((peak() - before) / 1024)
"""
"""Solves what it is given; prints the growth of its peak of resident memory, in MB. Needs Linux."""


def memory(count: int) -> Iterator[Table]:
    """What solving adds, code and tables, to a process that has loaded the game package."""
    rows = []
    deals = pickle.dumps([position(seed, Strain(seed % 5)) for seed in range(count)])
    for form, aim in (("C", "at most 20"), ("Python", "at most 40")):
        if form in forms():
            command = [sys.executable, "-c", PROCESS, form]
            done = subprocess.run(command, check=True, capture_output=True, input=deals)
            rows.append([form, f"{float(done.stdout):.1f}", aim])
    yield Table(f"Memory, each card of {count} whole deals", ("form", "MB over the game package", "aim"), rows)


SECTIONS: dict[str, tuple[Callable[[int], Iterator[Table]], int]] = {
    "nodes": (nodes, 1000),
    "speed": (speed, 200),
    "equal": (equal, 500),
    "memory": (memory, 100),
    "endings": (endings, 20_000),
}
"""By name, what measures and over how many deals or endings."""


def main() -> int:
    """Measure the sections that were asked for, all without a name, and print their tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.computer_solver", description="The solver's figures.")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}; all by default")
    parser.add_argument("--count", type=int, metavar="N", help="deals or endings, instead of each section's own number")
    options = parser.parse_args()
    if unknown := set(options.sections) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    if options.count is not None and options.count < 1:
        parser.error("it takes at least one deal")
    print(heading())
    for name in options.sections or SECTIONS:
        section, count = SECTIONS[name]
        for table in section(options.count or count):
            print("", table.markdown(), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
