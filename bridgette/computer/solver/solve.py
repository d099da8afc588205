"""The perfect-information solver: the best that both seats can do with both hands in sight.

Every value is for seat 0; seat 1 does its best to keep it low. The work is done by the C form if it was built, else
by the pure Python one: both give the same values and count the same nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bridgette.cards import Card, Suit
from bridgette.computer.solver.native import Engine, choose
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.search import Found, search

MOST_TRICKS = 13
_PLACES = {suit: place for place, suit in enumerate(Suit)}


@cache
def engine() -> Engine:
    """The form of the search that does the work here; it is looked for once, at the first use."""
    return choose()


def is_native() -> bool:
    """Whether the C form does the work."""
    return engine() is not search


class OutOfNodes(Exception):
    """The budget was used up before the answer was found."""


class Budget:
    """How many nodes may be looked at, over any number of calls; ``limit`` ``None`` sets no bound but counts.

    A node is a position at the start of a trick that the search came to, also where it knew the answer at once.
    ``spent`` grows with every call; a call that would pass the limit
    leaves it equal to the limit and raises :class:`OutOfNodes`. Same calls, same count, in either form.
    """

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self.spent = 0

    @property
    def left(self) -> int | None:
        """The nodes still to be had, ``None`` for no bound."""
        return None if self.limit is None else self.limit - self.spent


def solve_tricks(position: Position, budget: Budget | None = None) -> int:
    """How many further tricks seat 0 takes, the one in play included, when both want as many as they can get.

    Raises :class:`OutOfNodes`, and ``ValueError`` for hands that do not fit together.
    """
    return solve_payoff(position, range(position.tricks_left + 1), budget)


def solve_payoff(position: Position, payoff: Sequence[int], budget: Budget | None = None) -> int:
    """The payoff that seat 0 can make sure of, and seat 1 can hold it to.

    ``payoff[t]`` is what seat 0 gets for taking ``t`` further tricks, from none to all that are left, the one in
    play included; it need not grow with the tricks (R27, R28). Raises as :func:`solve_tricks`.
    """
    values, targets = _targets(position, payoff)
    return values[_search(position, targets, False, budget)[0][1]]


def solve_cards(position: Position, payoff: Sequence[int], budget: Budget | None = None) -> dict[Card, int]:
    """The payoff that :func:`solve_payoff` would give after each legal card of the player to move, in the hand's order.

    Empty when the play is over. Raises as :func:`solve_tricks`.
    """
    values, targets = _targets(position, payoff)
    if not position.tricks_left:
        return {}
    found = dict(_search(position, targets, True, budget))
    return {card: values[found[card.index]] for card in position.legal}


def _targets(position: Position, payoff: Sequence[int]) -> tuple[list[int], list[int]]:
    """The different payoffs in ascending order, and for each the set of trick counts (bit t: t) that give as much."""
    if len(payoff) != position.tricks_left + 1:
        raise ValueError(f"{position.tricks_left} tricks are left, but there are {len(payoff)} payoffs")
    values = sorted(set(payoff))
    return values, [sum(1 << tricks for tricks, paid in enumerate(payoff) if paid >= value) for value in values]


def _search(position: Position, targets: list[int], each: bool, budget: Budget | None) -> Found:
    """Pairs of a card's index (-1: the position itself) and the place of its value among the targets."""
    hands, trump, turn, lead, barred = position
    first, second = _mask(hands[0]), _mask(hands[1])
    led = 0 if lead is None else 1 << lead.index
    of_turn, of_other = (first, second | led) if turn == 0 else (second, first | led)
    if first & second or led & (first | second) or of_turn.bit_count() != of_other.bit_count():
        raise ValueError("these hands do not make a point of the play")
    if len(hands[turn]) > MOST_TRICKS or len(hands[turn]) != of_turn.bit_count():
        raise ValueError(f"a hand holds up to {MOST_TRICKS} cards, each once")
    limit = -1 if budget is None or budget.limit is None else max(0, budget.limit - budget.spent)
    found, nodes = engine()(
        first,
        second,
        -1 if trump is None else _PLACES[trump],
        turn,
        -1 if lead is None else lead.index,
        -1 if barred is None or lead is not None else _PLACES[barred],
        targets,
        each,
        limit,
    )
    if budget is not None:
        budget.spent += nodes
    if found is None:
        raise OutOfNodes("the budget of nodes is used up")
    return found


def _mask(cards: tuple[Card, ...]) -> int:
    return sum([1 << card.index for card in cards])
