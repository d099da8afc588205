"""Deals between players: to measure one against another, each deck twice with seats swapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from random import Random
from typing import NamedTuple

from bridgette.cards import Card, Pair, Seat, shuffled_deck
from bridgette.computer.players.player import Decision, Player, source
from bridgette.deal import Deal, Phase
from bridgette.match import Match
from bridgette.views import view

Watcher = Callable[[Seat, Phase, Decision], None]
"""Told of every decision: whose, in which phase, and what."""


def play_deal(deal: Deal, players: Pair[Player], rng: Random, watcher: Watcher | None = None) -> Deal:
    """The deal played to its end from where it stands, each seat by its player, which sees its own view alone."""
    match = Match(("0", "1"), (deal,))
    while match.to_act:
        seat = min(match.to_act)
        decision = players[seat].choose(view(match, seat), source(rng.getrandbits(64)))
        if watcher is not None:
            watcher(seat, match.deals[-1].phase, decision)
        match = match.after(seat, decision.action)
    return match.deals[-1]


def net(deal: Deal, seat: Seat) -> int:
    """The points of the seat less the opponent's in a finished deal; 0 if it was passed out."""
    result = deal.result
    return 0 if result is None else result.score[seat] - result.score[1 - seat]


class Mean(NamedTuple):
    """A mean with the half-width of its 95 % interval, over how many pairs."""

    value: float
    margin: float
    pairs: int

    def __str__(self) -> str:
        return f"{self.value:+.0f} ±{self.margin:.0f} ({self.pairs} pairs)"


def mean_of(values: Iterable[float]) -> Mean:
    """The mean of independent values with its 95 % interval; an infinite one for fewer than two values."""
    found = list(values)
    count = len(found)
    middle = sum(found) / count if count else 0.0
    if count < 2:
        return Mean(middle, float("inf"), count)
    variance = sum((value - middle) ** 2 for value in found) / (count - 1)
    return Mean(middle, 1.96 * sqrt(variance / count), count)


def decks(seed: int, count: int) -> Iterator[tuple[Card, ...]]:
    """The decks of a seed."""
    rng = source(seed)
    for _ in range(count):
        yield shuffled_deck(rng.randrange)


def duplicate(
    one: Player, two: Player, seed: int, pairs: int, watcher: Watcher | None = None
) -> Iterator[tuple[Deal, Deal]]:
    """Each deck twice: first with ``one`` in seat 0, then with ``two`` there; seat 0 deals. A pair's figure for ``one``
    is ``(net(first, 0) + net(second, 1)) / 2`` points a deal."""
    for index, deck in enumerate(decks(seed, pairs)):
        start = Deal.begin(0, deck)
        yield (
            play_deal(start, (one, two), source(f"{seed}/{index}"), watcher),
            play_deal(start, (two, one), source(f"{seed}/{index}"), watcher),
        )
