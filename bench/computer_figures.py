"""What deals between players say beside their points: how wild they were, and what predictions were worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bench.report import Table
from bridgette import Deal, Phase, PlainCall
from bridgette.computer.players.arena import Mean, duplicate, mean_of, net
from bridgette.computer.players.player import Decision, Player

CAP = 1500
"""Points at which a deal is cut off in the capped figures: a redoubled contract counts no more than a good one."""


class Sat(NamedTuple):
    """A finished deal, the seat that a player had in it, and the decisions that it took."""

    deal: Deal
    seat: int
    decisions: Sequence[tuple[Phase, Decision]]

    @property
    def net(self) -> int:
        """The player's points less the other's."""
        return net(self.deal, self.seat)

    @property
    def is_made(self) -> bool | None:
        """Whether the contract was made; ``None`` where there was none."""
        result = self.deal.result
        return None if result is None or result.contract is None else result.margin >= 0


class Noting:
    """A player whose decisions are kept until they are taken."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._kept: list[tuple[Phase, Decision]] = []

    def choose(self, view, rng):
        decision = self.player.choose(view, rng)
        self._kept.append((view.deal.phase, decision))
        return decision

    def taken(self) -> Sequence[tuple[Phase, Decision]]:
        """The decisions since the last time."""
        kept, self._kept = self._kept, []
        return kept


class AtScore:
    """A player in the last deal of a match, with this lead."""

    def __init__(self, player: Player, lead: int) -> None:
        self.player, self.lead = player, lead

    def choose(self, view, rng):
        totals = (max(0, self.lead), max(0, -self.lead))
        shown = replace(view, counted=view.format.deals - 1, totals=totals if view.seat == 0 else totals[::-1])
        return self.player.choose(shown, rng)


def sat(one: Player, two: Player, seed: int, pairs: int) -> Iterator[tuple[Sat, Sat]]:
    """Duplicate deals with what the first player decided in them."""
    noting = Noting(one)
    for first, second in duplicate(noting, two, seed, pairs):
        taken = noting.taken()
        _, begun = [place for place, (phase, _) in enumerate(taken) if phase is Phase.EXCHANGE]
        yield Sat(first, 0, taken[:begun]), Sat(second, 1, taken[begun:])


def points(pairs: Iterable[tuple[Sat, Sat]], cap: int | None = None) -> Mean:
    """Points a deal that the player gains, each deal cut off at ``cap``."""
    return mean_of(sum(_capped(one.net, cap) for one in pair) / 2 for pair in pairs)


def _capped(value: int, cap: int | None) -> int:
    return value if cap is None else max(-cap, min(cap, value))


def strength(title: str, pairs: Sequence[tuple[Sat, Sat]]) -> Table:
    """What the player gains, and how wild it is."""
    whole, capped = points(pairs), points(pairs, CAP)
    deals = [one for pair in pairs for one in pair if one.is_made is not None]
    doubled = sum(one.deal.result.contract.doubling == 1 for one in deals)
    redoubled = [one for one in deals if one.deal.result.contract.doubling == 2]
    own = sum(one.deal.auction.bidder == one.seat for one in redoubled)
    rows = [
        ("points a deal", str(whole)),
        (f"points a deal, each deal capped at {CAP:,}", str(capped)),
        ("standard deviation of a pair", f"{whole.margin / 1.96 * len(pairs) ** 0.5:.0f}"),
        ("contracts doubled and not redoubled, %", f"{100 * doubled / len(deals):.1f}"),
        ("contracts redoubled by the first, %", f"{100 * own / len(deals):.1f}"),
        ("contracts redoubled by the other, %", f"{100 * (len(redoubled) - own) / len(deals):.1f}"),
    ]
    return Table(title, ("what", "figure"), rows)


def doubles(pairs: Sequence[tuple[Sat, Sat]]) -> Table:
    """The player's doubles and redoubles that became the contract: what it expected, and what came."""
    rows = []
    for call, doubling in ((PlainCall.DOUBLE, 1), (PlainCall.REDOUBLE, 2)):
        expected, worth, made, came = [], [], [], []
        for one in (one for pair in pairs for one in pair if one.is_made is not None):
            decision = next((d for phase, d in reversed(one.decisions) if phase is Phase.AUCTION), None)
            if one.deal.result.contract.doubling != doubling or decision is None or decision.action is not call:
                continue
            found = {candidate.action: candidate for candidate in decision.reasons.candidates}
            if call in found and PlainCall.PASS in found:
                expected.append(found[PlainCall.PASS].make)
                worth.append(found[call].points)
                made.append(one.is_made)
                came.append(one.net)
        if made:
            means = [sum(values) / len(values) for values in (expected, made, worth, came)]
            shown = (f"{100 * means[0]:.0f} %", f"{100 * means[1]:.0f} %", f"{means[2]:+.0f}", f"{means[3]:+.0f}")
            rows.append((call.value, str(len(made)), *shown))
    header = ("last call", "contracts", "made: predicted", "real", "points: predicted", "real")
    return Table("Doubles, predicted and real", header, rows)


def chances(pairs: Sequence[tuple[Sat, Sat]]) -> Iterator[Table]:
    """The chance that the contract is made, in ten classes, against what happened."""
    for phase, title in ((Phase.AUCTION, "calls"), (Phase.PLAY, "cards")):
        classes: list[list[tuple[float, bool]]] = [[] for _ in range(10)]
        for one in (one for pair in pairs for one in pair if one.is_made is not None):
            for when, decision in one.decisions:
                found = [c for c in decision.reasons.candidates if c.action == decision.action and c.make is not None]
                if when is phase and found:
                    classes[min(9, int(10 * found[0].make))].append((found[0].make, one.is_made))
        rows = []
        for place, seen in enumerate(classes):
            if seen:
                means = [100 * sum(one[part] for one in seen) / len(seen) for part in (0, 1)]
                rows.append((f"{10 * place} to {10 * place + 10}", str(len(seen)), *(f"{mean:.0f}" for mean in means)))
        yield Table(f"`make` of {title}, %", ("class", "decisions", "predicted", "real"), rows)


def won(deal: Deal, seat: int, lead: int) -> float:
    """Whether a match is won by its last deal: 1, 0, or a half for a tie."""
    total = lead + net(deal, seat)
    return 0.5 if total == 0 else float(total > 0)
