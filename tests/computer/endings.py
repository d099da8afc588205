"""Random endings, and their worth by a plain minimax from the rules page, which shares no code with the game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bridgette import Card, Suit, parse_card, sort_cards
from bridgette.computer.solver.position import Position
from tests.game import oracle


def random_ending(rng: Random, most: int = 5) -> tuple[Position, list[int]]:
    """A position of up to ``most`` cards a side, with up to three colons, and a payoff, monotonic or not."""
    cards = rng.randint(1, most)
    colons = rng.sample(oracle.COLONS, min(rng.randint(0, 3), 2 * cards))
    # Few suits and mixed groups, so that cards meet.
    suits = rng.sample("SHDC", rng.randint(1, 4) if cards <= 6 else 4)
    ranks = oracle.RANKS if rng.random() < 0.5 or len(suits) < 3 else rng.sample(oracle.RANKS, 7)
    deck = [suit + rank for suit in suits for rank in ranks]
    held = rng.sample(deck, 2 * cards - len(colons)) + colons
    rng.shuffle(held)
    hands = (held[:cards], held[cards:])
    trump = rng.choice([None, *Suit])
    turn = rng.randrange(2)
    barred = rng.choice([None, None, *Suit])
    lead = None
    if rng.random() < 0.4:
        lead = rng.choice(sorted(oracle.legal_leads(hands[turn], barred and str(barred))))
        hands[turn].remove(lead)
        turn, barred = 1 - turn, None
    first, second = (sort_cards(map(parse_card, hand)) for hand in hands)
    position = Position((first, second), trump, turn, lead and parse_card(lead), barred)
    return position, random_payoff(rng, position.tricks_left)


def random_payoff(rng: Random, tricks: int) -> list[int]:
    """Tricks, tricks not wanted, points that jump up and down, or nothing but yes and no."""
    kind = rng.randrange(4)
    if kind == 0:
        return list(range(tricks + 1))
    if kind == 1:
        return list(range(0, -tricks - 1, -1))
    return [rng.randint(-3, 3) if kind == 2 else rng.randint(0, 1) for _ in range(tricks + 1)]


def minimax_cards(position: Position, payoff: Sequence[int]) -> dict[Card, int]:
    """What it is worth after each legal card."""
    hands = tuple(frozenset(map(str, hand)) for hand in position.hands)
    lead = position.lead and str(position.lead)
    search = _Minimax(position.trump and str(position.trump), payoff)
    values = search.values(hands, position.turn, lead, position.barred and str(position.barred), 0)
    return {parse_card(card): value for card, value in values.items()}


class _Minimax:
    def __init__(self, trump, payoff):
        self.trump, self.payoff = trump, payoff
        self.known = {}

    def value(self, hands, turn, lead, barred, taken):
        if not hands[turn]:
            return self.payoff[taken]
        key = (hands, turn, lead, barred, taken)
        if key not in self.known:
            values = self.values(*key).values()
            self.known[key] = max(values) if turn == 0 else min(values)
        return self.known[key]

    def values(self, hands, turn, lead, barred, taken):
        hand = hands[turn]
        if not hand:
            return {}
        legal = oracle.legal_leads(hand, barred) if lead is None else oracle.legal_follows(hand, lead)
        found = {}
        for card in legal:
            left = tuple(held - {card} for held in hands)
            if lead is None:
                found[card] = self.value(left, 1 - turn, card, None, taken)
            else:
                winner = turn if oracle.follower_wins(lead, card, self.trump) else 1 - turn
                bar = oracle.bars(lead, card)
                found[card] = self.value(left, winner, None, bar, taken + (winner == 0))
        return found
