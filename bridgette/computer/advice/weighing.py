"""A decision weighed by the expert, over more hands than it takes at the table: people ask about this one decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bridgette.calls import Call
from bridgette.cards import Card
from bridgette.computer.guessing.bids import standing_of
from bridgette.computer.guessing.estimate import outlook
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.sampling import Impossible
from bridgette.computer.players import baseline
from bridgette.computer.players.averages import Rows
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.guesses import guess_hands
from bridgette.computer.players.levels import LEVELS
from bridgette.computer.players.player import Strength, seat_to_act, source
from bridgette.computer.players.rollout import Outcome, play_out
from bridgette.computer.players.strong_calls import pick_call, weigh_calls
from bridgette.computer.players.strong_cards import pick_card, weigh_cards
from bridgette.deal import Action, Phase
from bridgette.views import MatchView


class Weighing(NamedTuple):
    """A call or card as the expert weighs it.

    ``options`` are the choices; ``rows`` what each came to, a row for each hand that was looked at; ``chosen`` the
    place of what the expert would do.
    """

    options: Sequence[Action]
    rows: Rows
    chosen: int


def weigh(view: MatchView, hands: int, nodes: int, also: Call | Card | None = None) -> Weighing | None:
    """Weigh a call or a card over so many hands of the opponent, or as many as the solver's nodes allow.

    The same view gives the same figures. ``also`` is a call that is looked at in any case. ``None`` where there is no
    choice, or where nothing can be said. Raises ``ValueError`` when the seat has nothing to do.
    """
    seat, deal, own = seat_to_act(view)
    if len(own.calls) + len(own.cards) < 2:
        return None
    level = LEVELS[Strength.EXPERT]._replace(card=hands, call=hands)
    effort, rng = Effort(nodes, None, 0.0), source(_SEED)
    try:
        if deal.phase is Phase.AUCTION:
            call = also if not isinstance(also, Card) else None
            weighed = weigh_calls(deal, own, seat, level, effort, rng, settle=False, also=call)
            action = pick_call(weighed).action
        else:
            weighed = weigh_cards(deal, own, seat, level, effort, rng, settle=False)
            action = pick_card(deal, own, seat, weighed).action
    except (Impossible, *baseline.CONTRADICTIONS):
        return None
    return Weighing(weighed.options, weighed.rows, weighed.options.index(action)) if weighed.rows else None


def endings(view: MatchView, call: Call, hands: int) -> list[tuple[Outcome, int]]:
    """How the auction ends after the call with each of so many hands of the opponent, as the expert imagines it.

    Each with how often it counts; nothing where no hand fits. Raises as :func:`weigh`.
    """
    seat, deal, own = seat_to_act(view)
    level = LEVELS[Strength.EXPERT]
    try:
        evidence = gather(deal, own, seat)
        guess = guess_hands(deal, seat, evidence, hands, level.draws, Effort(0, None, 0.0), source(_SEED))
    except (Impossible, *baseline.CONTRADICTIONS):
        return []
    mine, standing = outlook(evidence.hand, evidence.own_place), standing_of(deal.calls)
    found = []
    for hand, weight, _ in guess.hands:
        theirs = outlook(hand, evidence.place)
        outlooks = (mine, theirs) if seat == 0 else (theirs, mine)
        found.append((play_out(standing, seat, outlooks, call), weight))
    return found


_SEED = "advice"
"""One for all: asking twice gives no second opinion."""
