"""A finished deal with all cards known: what each card gave away, and the best contract that each side had.

What is right with all cards known need not be right for somebody who sees one hand: for that see
:mod:`bridgette.computer.advice.regret`.
"""

from __future__ import annotations

from typing import NamedTuple

from bridgette.auction import highest_level, suit_lengths
from bridgette.calls import BIDS, Bid, Contract, Strain
from bridgette.cards import Card, Pair, Seat
from bridgette.computer.guessing.points import TRICKS, payoff
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.solve import solve_cards, solve_tricks
from bridgette.play import Play
from bridgette.views import DealView

FIRST_CALL = 2
"""The step of a deal's first call in a trace: two come before it, the discards of both."""
_PER_POINT = 64
"""What is solved for counts a point so many times a trick: tricks break ties between points."""


class Judged(NamedTuple):
    """A card that was played, and what it gave away with all cards known.

    ``step`` is that of a trace and ``trick`` counts from 0; ``seat`` played ``card``. ``points`` and ``tricks`` are
    what its player lost by it against ``best`` when both play for points from there on, and for tricks where the
    points are the same. ``points`` is never below 0; ``tricks`` is where the card brings a trick too many, since the
    score does not always grow with the tricks (R27, R28), and never where ``points`` is 0. ``best`` is the card itself
    where none is better.
    """

    step: int
    trick: int
    seat: Seat
    card: Card
    best: Card
    tricks: int
    points: int

    @property
    def is_fault(self) -> bool:
        """Whether another card was better."""
        return self.best is not self.card


class BestContract(NamedTuple):
    """The contract in which a side scores most with all cards known, its tricks and its points (R26 to R28)."""

    bid: Bid
    tricks: int
    points: int


class Hindsight(NamedTuple):
    """What a deal could have been: by seat the best contract, ``None`` where it makes none; every card played."""

    best: Pair[BestContract | None]
    plays: tuple[Judged, ...]

    def faults(self, seat: Seat) -> tuple[Judged, ...]:
        """The cards by which the seat gave something away, the dearest first."""
        found = [play for play in self.plays if play.seat == seat and play.is_fault]
        return tuple(sorted(found, key=lambda play: (-play.points, -play.tricks, play.trick)))


def hindsight(deal: DealView) -> Hindsight:
    """Judge a deal that is over, also one that was broken off after the exchange, as far as it was played.

    Raises ``ValueError`` for a deal whose cards have not been shown, and for one in which somebody had not discarded.
    """
    if deal.reveal is None or None in deal.reveal.discards:
        raise ValueError("only a deal whose cards were all shown can be judged")
    hands = deal.reveal.hands
    return Hindsight((_best_contract(hands, 0), _best_contract(hands, 1)), _judged(deal, hands))


def _best_contract(hands: Pair[tuple[Card, ...]], seat: Seat) -> BestContract | None:
    """The best of the bids with which the seat might have opened (R13 to R15); of equals the lowest."""
    lengths, best = suit_lengths(hands[seat]), None
    tricks = [declarers_tricks(seat, strain, hands) for strain in Strain]
    for bid in BIDS:
        if bid.level > highest_level(bid.strain, lengths, None):
            continue
        points = payoff(Contract(bid, 0))[tricks[bid.strain]]
        if points > 0 and (best is None or points > best.points):
            best = BestContract(bid, tricks[bid.strain], points)
    return best


def declarers_tricks(declarer: Seat, strain: Strain, hands: Pair[tuple[Card, ...]]) -> int:
    """The tricks that the declarer takes with best play on both sides."""
    tricks = solve_tricks(Position(hands, strain.suit, turn=1 - declarer))
    return tricks if declarer == 0 else len(hands[0]) - tricks


def _judged(deal: DealView, hands: Pair[tuple[Card, ...]]) -> tuple[Judged, ...]:
    if deal.contract is None or deal.declarer is None:
        return ()
    now = Play.begin(deal.declarer, deal.contract.bid.strain.suit, hands)
    cards = [card for trick in deal.tricks for card in (trick.lead, trick.follow) if card is not None]
    found = []
    for step, card in enumerate(cards, FIRST_CALL + len(deal.calls)):
        found.append(_judge(now, card, step, deal.contract))
        now = now.after(card)
    return tuple(found)


def _judge(now: Play, card: Card, step: int, contract: Contract) -> Judged:
    seat, trick = now.turn, len(now.plays) // 2
    if len(now.legal) == 1:
        return Judged(step, trick, seat, card, card, 0, 0)
    position = Position.of(now)
    worth = {}  # by what is solved for: points and tricks of the deal for the seat
    goal = []
    for further in range(position.tricks_left + 1):
        tricks = (now.won[0] + further, TRICKS - now.won[0] - further)
        points = payoff(contract)[tricks[now.declarer]] * (1 if now.declarer == 0 else -1)
        goal.append(points * _PER_POINT + further)
        worth[goal[-1]] = (points if seat == 0 else -points, tricks[seat])
    found = {one: worth[value] for one, value in solve_cards(position, goal).items()}
    most = max(found.values())
    # Of equals the lowest, which gives the least away.
    best = card if found[card] == most else max(now.legal, key=lambda one: (found[one], one.index))
    return Judged(step, trick, seat, card, best, most[1] - found[card][1], most[0] - found[card][0])
