"""Sampling players small enough for tests, which must run without the C form too, and deals to try them on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bridgette import Deal, Match, shuffled_deck, view
from bridgette.computer.players.baseline import Baseline
from bridgette.computer.players.levels import Draws, Level

CLUB = Level(
    card=3,
    call=3,
    discard=3,
    card_nodes=2000,
    call_nodes=30_000,
    discard_nodes=100_000,
    lead_nodes=4000,
    draws=Draws(1, 1),
    seconds=1.0,
)
EXPERT = CLUB._replace(draws=Draws(4, 8))


def decisions(seed: int) -> Iterator[tuple[Match, int]]:
    """Every state of a deal between two baselines, with a seat that is to act in it."""
    deal = Deal.begin(seed % 2, shuffled_deck(Random(seed).randrange))
    while deal.to_act:
        match = Match(("alice", "bob"), (deal,))
        seat = min(deal.to_act)
        yield match, seat
        deal = deal.after(seat, Baseline().choose(view(match, seat), Random(0)).action)


def guessed_tricks(position, budget=None) -> int:
    """In place of the solver, where a test asks what is made of its answers: seat 0's share of the high cards."""
    budget.spent += 100
    strength = [sum(max(0, (card.rank or 0) - 8) for card in hand) for hand in position.hands]
    trumps = (
        [sum(card.suit is position.trump for card in hand) for hand in position.hands] if position.trump else [0, 0]
    )
    return max(0, min(13, round(6.5 + (strength[0] - strength[1]) / 5 + (trumps[0] - trumps[1]) / 2)))
