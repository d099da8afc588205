"""What a step of the lesson is, and the script as a whole: who does what, in the order of the deal's trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from bridgette import Action, Call, Card, DealView, Discard, MatchView, Phase, Seat

Item: TypeAlias = Call | Card
"""What a click is about: a call, a card played, each of the cards discarded."""


class Wrong(NamedTuple):
    """What is said when a click is about one of these: what it would do, and why another one is meant."""

    key: str
    items: frozenset[Item]


class Step(NamedTuple):
    """One act of the lesson.

    ``right``: the acts that are taken, the one that the text names first; all of them lead on equally well. ``ideas``:
    the keys of what is explained now since it matters now, at most two sentences each; ``todo``: of the sentence that
    says what to do. ``wrong``: special explanations, the first that fits counts; ``otherwise``: of all other clicks.
    What the house does has neither ideas nor wrong clicks.
    """

    seat: Seat
    right: tuple[Action, ...]
    ideas: tuple[str, ...] = ()
    todo: str = ""
    wrong: tuple[Wrong, ...] = ()
    otherwise: str = ""

    def fault(self, action: Action) -> str | None:
        """The key of the explanation why another act is meant; ``None`` for one that is taken."""
        if any(_is_same(action, one) for one in self.right):
            return None
        about = _about(action)
        return next((wrong.key for wrong in self.wrong if about & wrong.items), self.otherwise)


class Script(NamedTuple):
    """A lesson: who deals, the order of the pack, and every step by its place in the deal's trace.

    The last trick plays itself, and is no step.
    """

    dealer: Seat
    deck: tuple[Card, ...]
    steps: tuple[Step, ...]

    def due(self, view: MatchView) -> Step | None:
        """The step of the seat whose view it is; ``None`` where it has nothing to do."""
        if view.seat is None or view.ended is not None or view.seat not in view.to_act:
            return None
        place = _place(view.deal, view.seat)
        step = self.steps[place] if place < len(self.steps) else None
        return step if step is not None and step.seat == view.seat else None

    def answer(self, view: MatchView) -> Action:
        """The prepared act of the seat whose view it is. Raises ``ValueError`` where none is prepared."""
        step, own = self.due(view), view.deal.own if view.deals else None
        if step is None or own is None:
            raise ValueError("nothing is prepared for this point")
        legal: Sequence[Action] = own.cards if view.deal.phase is Phase.PLAY else own.calls
        return next(one for one in step.right if isinstance(one, Discard) or one in legal)


def _place(deal: DealView, seat: Seat) -> int:
    """Where the seat's next act stands in the deal's trace: the exchange takes places 0 and 1."""
    if deal.phase is Phase.EXCHANGE:
        return int(seat == deal.dealer)
    cards = sum(1 if trick.follow is None else 2 for trick in deal.tricks)
    return 2 + len(deal.calls) + cards


def _about(action: Action) -> frozenset[Item]:
    return frozenset(action.cards) if isinstance(action, Discard) else frozenset((action,))


def _is_same(one: Action, other: Action) -> bool:
    """Whether two acts come to the same: discards are a choice of cards, in any order."""
    if isinstance(one, Discard) and isinstance(other, Discard):
        return set(one.cards) == set(other.cards)
    return one == other
