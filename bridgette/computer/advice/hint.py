"""A hint: what the expert would do, from a player's own view and nothing else."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import NamedTuple, TypeAlias

from bridgette.calls import Bid, Call, PlainCall, Strain
from bridgette.cards import Card
from bridgette.computer.advice.figures import about, tenths
from bridgette.computer.advice.weighing import Weighing, weigh
from bridgette.computer.guessing.bids import NOTHING, best_call
from bridgette.computer.guessing.estimate import outlook, situation
from bridgette.computer.guessing.holdings import mask_of
from bridgette.computer.players.averages import Figures, difference, means_of, weight_of
from bridgette.computer.players.by_strength import computer_player
from bridgette.computer.players.player import Strength, seat_to_act, source
from bridgette.computer.solver.solve import is_native
from bridgette.deal import Action, Discard, Phase
from bridgette.score import contract_points
from bridgette.views import DealView, MatchView, OwnCards

ENOUGH = 128
"""Hands of the opponent that figures come from, at least; with fewer none are given."""
HANDS = 192
"""Those that are looked at: some may take too many nodes."""
NODES = 5_000_000
"""Solver nodes for a hint, at the most."""
PYTHON_NODES = 60_000
"""The same without the solver's C form: about a second and a half."""
MOST_CARDS = 3
"""Candidates that are named."""
_GAME, _SLAM = 750, 1500
"""The points of R26 from which a contract is called so."""


class CardOption(NamedTuple):
    """A card to play, with those that are as good: the same with every hand that was looked at, lowest first.

    ``cost`` is about how many points it costs against the best one, 0 where the two cannot be told apart; ``make`` in
    how many of ten hands the contract is made then, whoever declares it. Both are ``None`` where too few hands were
    looked at.
    """

    cards: tuple[Card, ...]
    cost: int | None
    make: int | None


class CardHint(NamedTuple):
    """The best candidates, what the expert would play first. ``declares``: whether the contract is the player's own."""

    options: tuple[CardOption, ...]
    declares: bool


class Size(Enum):
    """What a contract is worth, roughly: the figures of R26 in three."""

    PART = "part"
    GAME = "game"
    SLAM = "slam"


class Expected(NamedTuple):
    """The kind of contract that most often comes of a call. ``mine``: the player declares; ``strain``: in what."""

    mine: bool
    strain: Strain
    size: Size


class CallHint(NamedTuple):
    """The call that the expert would make; ``expects`` is ``None`` where it mostly ends passed out, or nobody knows."""

    call: Call
    expects: Expected | None


class KeepHint(NamedTuple):
    """The 13 cards that the expert would keep, what goes then, and the strain for which they are kept."""

    keep: tuple[Card, ...]
    discard: Discard
    strain: Strain


Hint: TypeAlias = KeepHint | CallHint | CardHint


def hint(view: MatchView) -> Hint:
    """What the expert would do in the place of the view's seat; the same view always gives the same hint.

    Raises ``ValueError`` when the seat has nothing to do.
    """
    seat, deal, own = seat_to_act(view)
    if deal.phase is Phase.EXCHANGE:
        return _keep_hint(view, deal, own)
    weighed = weigh(view, HANDS, NODES if is_native() else PYTHON_NODES)
    if deal.phase is Phase.AUCTION:
        return _call_hint(view, weighed)
    return CardHint(_card_options(view, weighed), declares=deal.declarer == seat)


def chance_of_making(view: MatchView) -> float | None:
    """The chance, from 0 to 1, that the contract is made after the card that the expert would play.

    A hint tells it in tenths; ``None`` where it tells none. Raises as :func:`hint`.
    """
    weighed = weigh(view, HANDS, NODES if is_native() else PYTHON_NODES)
    if weighed is None or weight_of(weighed.rows) < ENOUGH:
        return None
    return means_of(weighed.rows)[weighed.chosen].made


def _by_the_expert(view: MatchView) -> Action:
    """What it does where nothing can be weighed, such as an only choice."""
    return computer_player(Strength.EXPERT).choose(view, source("hint")).action


def _keep_hint(view: MatchView, deal: DealView, own: OwnCards) -> KeepHint:
    discard = _by_the_expert(view)
    if not isinstance(discard, Discard):
        raise AssertionError("the exchange is a matter of discards")
    keep = tuple([card for card in own.hand if card not in discard.cards])
    promise = outlook(mask_of(keep), situation(deal.up_card.group, dealer=deal.dealer == view.seat))
    opening = best_call(promise, NOTHING)
    strain = opening.strain if isinstance(opening, Bid) else max(Strain, key=promise.declaring.__getitem__)
    return KeepHint(keep, discard, strain)


def _call_hint(view: MatchView, weighed: Weighing | None) -> CallHint:
    call = _by_the_expert(view) if weighed is None else weighed.options[weighed.chosen]
    if not isinstance(call, Bid | PlainCall):
        raise AssertionError("the auction is a matter of calls")
    return CallHint(call, None if weighed is None else _expected(view, weighed))


def _expected(view: MatchView, weighed: Weighing) -> Expected | None:
    """The most frequent kind of contract; of equals the first that was met."""
    counts: Counter[Expected | None] = Counter()
    for (weight, _), ends in zip(weighed.rows, weighed.ends, strict=True):
        contract, declarer = ends[weighed.chosen]
        kind = contract and Expected(declarer == view.seat, contract.bid.strain, size_of(contract.bid))
        counts[kind] += weight
    return counts.most_common(1)[0][0] if counts else None


def size_of(bid: Bid) -> Size:
    """How large a contract is, by what it is worth when it is made (R26)."""
    points = contract_points(bid)
    return Size.SLAM if points >= _SLAM else Size.GAME if points >= _GAME else Size.PART


def _card_options(view: MatchView, weighed: Weighing | None) -> tuple[CardOption, ...]:
    """The best cards, those that came to the same with every hand as one."""
    if weighed is None:
        action = _by_the_expert(view)
        return (CardOption((action,), None, None),) if isinstance(action, Card) else ()
    alike: dict[tuple[Figures, ...], list[int]] = {}
    for place in range(len(weighed.options)):
        alike.setdefault(tuple(row.figures[place] for row in weighed.rows), []).append(place)
    means = means_of(weighed.rows)
    ordered = sorted(
        alike.values(),
        key=lambda places: (weighed.chosen not in places, -means[places[0]].worth, -means[places[0]].tricks),
    )
    return tuple([_option(weighed, places, means[places[0]]) for places in ordered[:MOST_CARDS]])


def _option(weighed: Weighing, places: list[int], mean: Figures) -> CardOption:
    cards = [card for place in reversed(places) if isinstance(card := weighed.options[place], Card)]
    if weight_of(weighed.rows) < ENOUGH:
        return CardOption(tuple(cards), None, None)
    cost = about(*difference(weighed.rows, weighed.chosen, places[0], weighed.effective))
    return CardOption(tuple(cards), cost, tenths(mean.made))
