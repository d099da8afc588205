"""A decision weighed by the expert, over more hands than it takes at the table: people ask about this one decision."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bridgette.calls import Call
from bridgette.cards import Card, Seat
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.sampling import Impossible
from bridgette.computer.players import baseline
from bridgette.computer.players.averages import Rows, Weighed
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.hopes import hopeful_card, is_hopeless
from bridgette.computer.players.levels import LEVELS, Level
from bridgette.computer.players.player import Strength, seat_to_act, source
from bridgette.computer.players.rollout import Outcome
from bridgette.computer.players.strong import prospects_of
from bridgette.computer.players.strong_calls import pick_call, weigh_calls
from bridgette.computer.players.strong_cards import pick_card, weigh_cards
from bridgette.deal import Action, Phase
from bridgette.views import DealView, MatchView, OwnCards

_SEED = "advice"
"""One for all: asking twice gives no second opinion."""


class Weighing(NamedTuple):
    """A call or card as the expert weighs it.

    ``options`` are the choices; ``rows`` what each came to, a row for each hand that was looked at; ``chosen`` the
    place of what the expert would do; ``effective``: how many equally likely hands the rows are worth; ``ends``: for
    calls, by row and option, how the auction was imagined to end.
    """

    options: Sequence[Action]
    rows: Rows
    chosen: int
    effective: float
    ends: Sequence[Sequence[Outcome]]


def weigh(view: MatchView, hands: int, nodes: int, also: Call | Card | None = None) -> Weighing | None:
    """Weigh a call or a card over so many hands of the opponent, or as many as the solver's nodes allow.

    The same view gives the same figures. ``also`` is a call that is looked at in any case. ``None`` where there is no
    choice, or where nothing can be said. Raises ``ValueError`` when the seat has nothing to do.
    """
    seat, deal, own = seat_to_act(view)
    if len(own.calls) + len(own.cards) < 2:
        return None
    level = LEVELS[Strength.EXPERT]._replace(card=hands, call=hands)
    effort, rng = Effort(nodes), source(_SEED)
    try:
        if deal.phase is Phase.AUCTION:
            call = None if isinstance(also, Card) else also
            prospects = prospects_of(view, seat)
            weighed = weigh_calls(deal, own, seat, level, effort, rng, prospects=prospects, settle=False, also=call)
            action = pick_call(weighed).action
        else:
            weighed, action = _weigh_cards(deal, own, seat, level, effort, rng)
    except (Impossible, *baseline.CONTRADICTIONS):
        return None
    if not weighed.rows:
        return None
    return Weighing(weighed.options, weighed.rows, weighed.options.index(action), weighed.effective, weighed.ends)


def _weigh_cards(
    deal: DealView, own: OwnCards, seat: Seat, level: Level, effort: Effort, rng: Random
) -> tuple[Weighed, Action]:
    """Every card, and the one that the expert would play."""
    weighed = weigh_cards(deal, own, seat, level, effort, rng, settle=False)
    hope = None
    if is_hopeless(weighed, deal, seat):
        hope = hopeful_card(weighed, deal, own, seat, gather(deal, own, seat), effort, rng)
    return weighed, pick_card(deal, own, seat, weighed, hope).action
