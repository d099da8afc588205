"""How strong and how quick the computer players are: ``python -m bench.computer_play [SECTION ...] [--pairs N]``.

Each comparison is by duplicate: a deck is played twice, with the players' seats swapped, and a pair of deals gives one
figure, the points a deal that the first player gains on the second. Intervals are of 95 %. Seat 0 deals, so each
player deals once in a pair; a deal that is passed out counts 0.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random

from bench.computer_figures import AtScore, chances, doubles, sat, won
from bench.computer_figures import strength as strength_of
from bench.earlier import Earlier, NoHistory
from bench.report import Table, heading
from bridgette import Deal, Discard, Match, Phase, view
from bridgette.computer.guessing.bids import rate_calls, standing_of
from bridgette.computer.guessing.estimate import outlook, situation
from bridgette.computer.guessing.holdings import mask_of
from bridgette.computer.players import computer_player
from bridgette.computer.players.arena import Mean, decks, duplicate, mean_of, net, play_deal
from bridgette.computer.players.baseline import Baseline
from bridgette.computer.players.levels import PYTHON_NODES
from bridgette.computer.players.player import Decision, Form, Player, Strength, source


class RandomPlay(Baseline):
    """The baseline, but it plays any legal card."""

    def choose(self, view, rng):
        if view.deal.phase is Phase.PLAY:
            return Decision(rng.choice(view.deal.own.cards))
        return super().choose(view, rng)


class HighCards(Baseline):
    """The baseline, but it keeps the 13 highest cards, colons last."""

    def choose(self, view, rng):
        deal = view.deal
        if deal.phase is Phase.EXCHANGE:
            order = sorted(deal.own.hand, key=lambda card: (card.rank or 0, -card.index))
            return Decision(Discard(tuple(order[: deal.own.to_discard])))
        return super().choose(view, rng)


class Bidder(Baseline):
    """The baseline, but it bids as if each strain were worth so many tricks more: above 0 bold, below 0 timid."""

    def __init__(self, more: float) -> None:
        self.more = more

    def choose(self, view, rng):
        deal = view.deal
        if deal.phase is not Phase.AUCTION:
            return super().choose(view, rng)
        place = situation(deal.up_card.group, dealer=deal.dealer == view.seat)
        promise = outlook(mask_of(deal.own.hand), place)
        promise = promise._replace(declaring=tuple(tricks + self.more for tricks in promise.declaring))
        rated = rate_calls(promise, deal.own.calls, standing_of(deal.calls))
        return Decision(max(rated, key=lambda one: one[0])[1])


class ExpertPlay(Baseline):
    """The baseline's exchange and calls, the cards of a sampling player."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, view, rng):
        return (self.player if view.deal.phase is Phase.PLAY else super()).choose(view, rng)


def gain(pairs: Iterable[tuple[Deal, Deal]]) -> Mean:
    """Points a deal that the first player gains."""
    return mean_of((net(first, 0) + net(second, 1)) / 2 for first, second in pairs)


def auctions(seed: int, pairs: int) -> Iterator[Deal]:
    """Deals in which the baselines have bid, those that were passed out left out."""
    player = Baseline()
    for deck in decks(seed, pairs):
        match = Match(("0", "1"), (Deal.begin(0, deck),))
        while match.deals[-1].phase in (Phase.EXCHANGE, Phase.AUCTION):
            seat = min(match.to_act)
            match = match.after(seat, player.choose(view(match, seat), Random(0)).action)
        if match.deals[-1].phase is Phase.PLAY:
            yield match.deals[-1]


def play_phase(one: Player, two: Player, seed: int, pairs: int) -> Iterator[tuple[Deal, Deal]]:
    """The same hands and contracts, played with either in either seat."""
    for index, deal in enumerate(auctions(seed, pairs)):
        yield (
            play_deal(deal, (one, two), Random(f"{seed}/{index}")),
            play_deal(deal, (two, one), Random(f"{seed}/{index}")),
        )


def baseline(pairs: int) -> Iterator[Table]:
    """The baseline's own worth."""
    player = Baseline()
    results = [play_deal(Deal.begin(0, deck), (player, player), Random(0)).result for deck in decks(1001, 2 * pairs)]
    played = [result for result in results if result is not None and result.contract is not None]
    made = mean_of(100.0 * (result.margin >= 0) for result in played)
    doubled = mean_of(100.0 * (result.contract.doubling > 0) for result in played)
    rows = [
        ("contracts made, %", f"{made.value:.1f} ±{made.margin:.1f} ({made.pairs} deals)"),
        ("contracts doubled, %", f"{doubled.value:.1f} ±{doubled.margin:.1f}"),
        ("against random play, same hands and contracts", str(gain(play_phase(player, RandomPlay(), 1002, pairs)))),
        ("against keeping the 13 highest cards", str(gain(duplicate(player, HighCards(), 1003, 4 * pairs)))),
    ]
    yield Table("The baseline", ("what", "figure"), rows)


def strength(pairs: int) -> Iterator[Table]:
    """The strengths against one another."""
    for one, two, seed in (("expert", "novice", 2001), ("club", "novice", 2002), ("expert", "club", 2003)):
        players = (computer_player(Strength(one)), computer_player(Strength(two)))
        yield strength_of(f"{one} against {two}", list(sat(*players, seed, pairs)))


def earlier(pairs: int) -> Iterator[Table]:
    """The expert against the first version of itself, and what its predictions were worth there."""
    title = "expert against the expert of the first version"
    try:
        with Earlier() as other:
            played = list(sat(computer_player(Strength.EXPERT), other, 6203, pairs))
    except NoHistory as missing:
        yield Table(title, ("what", "figure"), [], [str(missing)])
        return
    yield strength_of(title, played)
    yield doubles(played)
    yield from chances(played)


LEADS = (-2000, -1000, -400, 400, 1000, 2000)
"""Points ahead before the sixth deal."""


def sixth(pairs: int) -> Iterator[Table]:
    """Sixth deals won by an expert that calls for the match, and by one that calls for points alone."""
    expert = computer_player(Strength.EXPERT)
    shares: dict[int, list[tuple[float, float]]] = {lead: [] for lead in LEADS}
    for index, deck in enumerate(decks(2011, pairs)):
        for seat in (0, 1):

            def play(one: Player, seat: int = seat, deck=deck, index: int = index) -> Deal:
                players = (one, expert) if seat == 0 else (expert, one)
                return play_deal(Deal.begin(0, deck), players, source(f"2011/{index}"))

            plain = play(expert)
            for lead in LEADS:
                shares[lead].append((won(play(AtScore(expert, lead)), seat, lead), won(plain, seat, lead)))
    # Leads share their deals, so that over all of them a deal is one figure.
    total = [
        tuple(sum(one[part] for one in row) / len(LEADS) for part in (0, 1))
        for row in zip(*shares.values(), strict=True)
    ]
    rows = []
    for lead, results in (*shares.items(), ("all", total)):
        gain = mean_of(100 * (match - points) for match, points in results)
        means = [100 * sum(one[part] for one in results) / len(results) for part in (0, 1)]
        shown = (f"{means[0]:.1f}", f"{means[1]:.1f}", f"{gain.value:+.1f} ±{gain.margin:.1f}")
        rows.append((str(lead), str(len(results)), *shown))
    yield Table("Sixth deals won, %", ("lead", "deals", "for the match", "for points", "gain"), rows)


def others(pairs: int) -> Iterator[Table]:
    """The expert against opponents that it does not know: its picture of the opponent is the baseline."""
    expert = computer_player(Strength.EXPERT)
    yield _versus("expert against a bold bidder", expert, Bidder(0.7), 2004, pairs)
    yield _versus("expert against a timid bidder", expert, Bidder(-0.7), 2005, pairs)
    yield _versus("expert against one that keeps high cards", expert, HighCards(), 2006, pairs)


def python(pairs: int) -> Iterator[Table]:
    """The card play of the expert with the nodes that pure Python has time for."""
    player = computer_player(Strength.EXPERT, form=Form.PYTHON)
    rows = [
        (
            f"{PYTHON_NODES} nodes a card against the baseline",
            str(gain(play_phase(ExpertPlay(player), Baseline(), 2007, pairs))),
        )
    ]
    yield Table("Play phase within pure Python's budget", ("what", "points a deal"), rows)


def _versus(title: str, one: Player, two: Player, seed: int, pairs: int) -> Table:
    return Table(title, ("what", "points a deal"), [(title, str(gain(duplicate(one, two, seed, pairs))))])


def times(pairs: int) -> Iterator[Table]:
    """What a decision costs, in this process's own time and in nodes, between two players of a strength."""
    for name in ("club", "expert"):
        player = _Timed(computer_player(Strength(name), time.monotonic))
        for deck in decks(3001, pairs):
            play_deal(Deal.begin(0, deck), (player, player), Random(0))
        rows = [
            (phase.value, str(len(costs)), *_spread([1e3 * cost for cost, _ in costs]), *_spread([n for _, n in costs]))
            for phase, costs in player.costs.items()
            if costs
        ]
        header = ("decision", "decisions", "ms median", "p95", "most", "nodes median", "p95", "most")
        yield Table(f"Cost of a decision, {name}", header, rows, [f"{player.clocked} decisions were cut by the clock."])


class _Timed:
    """A player whose decisions are timed, but for those that were the only choice."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.costs: dict[Phase, list[tuple[float, int]]] = {phase: [] for phase in Phase}
        self.clocked = 0

    def choose(self, view, rng):
        begun = time.process_time()
        decision = self.player.choose(view, rng)
        if decision.reasons.candidates:
            self.costs[view.deal.phase].append((time.process_time() - begun, decision.reasons.nodes))
        self.clocked += any(note.name == "CLOCK" for note in decision.reasons.notes)
        return decision


def _spread(values: list[float]) -> tuple[str, str, str]:
    order = sorted(values)
    return f"{order[len(order) // 2]:.0f}", f"{order[len(order) * 95 // 100]:.0f}", f"{order[-1]:.0f}"


_MEMORY = """
import resource, sys, time
import bridgette
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
from random import Random
from bridgette.computer import players
from bridgette.computer.players import arena, player
from bridgette.computer.solver import search, solve
if sys.argv[1] == "pure Python":
    solve.engine = lambda: search.search
elif not solve.is_native():
    sys.exit("the C form was not built")
computer = players.computer_player(player.Strength.EXPERT, time.monotonic)
for deck in arena.decks(3002, int(sys.argv[2])):
    arena.play_deal(bridgette.Deal.begin(0, deck), (computer, computer), Random(0))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
"""A process of its own, because the most memory that a process ever took never falls."""


def memory(pairs: int) -> Iterator[Table]:
    """What the expert adds to a process that has the game package loaded, at the most, under the clock."""
    rows = []
    for form, deals in (("C", pairs), ("pure Python", max(1, pairs // 10))):
        command = [sys.executable, "-c", _MEMORY, form, str(deals)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        rows.append((form, f"{float(done.stdout):.1f}" if not done.returncode else done.stderr.strip()[-60:]))
    yield Table("Memory over the game package", ("form", "MB at most"), rows)


SECTIONS: dict[str, tuple[Callable[[int], Iterator[Table]], int]] = {
    "baseline": (baseline, 1000),
    "strength": (strength, 500),
    "earlier": (earlier, 1000),
    "sixth": (sixth, 60),
    "others": (others, 200),
    "python": (python, 400),
    "times": (times, 40),
    "memory": (memory, 10),
}
"""By name, what measures and over how many pairs or deals."""


def main() -> int:
    """Measure the sections that were asked for, all without a name, and print their tables."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.computer_play", description="Strength and cost of the computer."
    )
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}; all by default")
    parser.add_argument("--pairs", type=int, metavar="N", help="pairs of deals, instead of each section's own number")
    options = parser.parse_args()
    if unknown := set(options.sections) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    if options.pairs is not None and options.pairs < 2:
        parser.error("it takes at least two pairs")
    print(heading())
    for name in options.sections or SECTIONS:
        section, count = SECTIONS[name]
        for table in section(options.pairs or count):
            print("", table.markdown(), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
