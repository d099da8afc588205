"""One decision weighed by the expert: what each choice comes to with each hand that the opponent may hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bridgette.calls import Bid, PlainCall
from bridgette.computer.guessing.bids import standing_of
from bridgette.computer.guessing.estimate import outlook
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.holdings import cards_of
from bridgette.computer.guessing.sampling import Impossible
from bridgette.computer.players import baseline, strong_calls, strong_cards
from bridgette.computer.players.averages import Row, Rows, means_of
from bridgette.computer.players.contracts import Contracts
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.guesses import guess_hands
from bridgette.computer.players.levels import LEVELS
from bridgette.computer.players.player import Strength, seat_to_act, source
from bridgette.computer.players.rollout import Outcome, play_out
from bridgette.computer.solver.solve import solve_cards
from bridgette.deal import Action, Phase
from bridgette.views import MatchView


class Weighed(NamedTuple):
    """A decision as the expert weighs it.

    ``options`` are the choices; ``rows`` what each came to, a row for each hand; ``chosen`` the place of what the
    expert would do.
    """

    options: Sequence[Action]
    rows: Rows
    chosen: int
    ends: Sequence[tuple[int, Sequence[Outcome]]] = ()

    def outcomes(self, place: int) -> list[tuple[Outcome, int]]:
        """For a call, how the auction ends after it with each hand, and how often that counts."""
        return [(ends[place], weight) for weight, ends in self.ends]


def weigh(view: MatchView, hands: int, nodes: int, also: Action | None = None) -> Weighed | None:
    """Weigh a call or a card over so many hands of the opponent, or as many as the solver's nodes allow.

    ``also`` is a choice that is looked at in any case. ``None`` where there is no choice, or where nothing can be said.
    """
    seat, deal, own = seat_to_act(view)
    level = LEVELS[Strength.EXPERT]
    rng = source("advice")
    effort = Effort(nodes, None, 0.0)
    if len(own.calls) + len(own.cards) < 2:
        return None
    evidence = gather(deal, own, seat)
    try:
        guessed = guess_hands(deal, seat, evidence, hands, level.draws, effort, rng)
    except Impossible:
        return None
    rows: list[Row] = []
    ends = []
    if deal.phase is Phase.AUCTION:
        mine = outlook(evidence.hand, evidence.own_place)
        standing = standing_of(deal.calls)
        options = strong_calls.worth_a_thought(mine, standing, own.calls)
        if also is not None and also not in options:
            options.append(also)
        for hand, weight in guessed:
            if effort.is_over:
                break
            theirs = outlook(hand, evidence.place)
            outlooks = (mine, theirs) if seat == 0 else (theirs, mine)
            pair = (own.hand, cards_of(hand)) if seat == 0 else (cards_of(hand), own.hand)
            figures = strong_calls._try_calls(standing, options, seat, outlooks, Contracts(pair, effort))
            if figures is not None:
                rows.append(Row(weight, figures))
                ends.append((weight, [play_out(standing, seat, outlooks, call) for call in options]))
        if not rows:
            return None
        margins = [0.0 if isinstance(c, Bid) or c is PlainCall.PASS else 60.0 for c in options]
        return Weighed(options, rows, strong_calls.pick(rows, margins), ends)
    targets = strong_cards._Targets(deal, seat, len(own.hand))
    for hand, weight in guessed:
        if effort.is_over:
            break
        position = strong_cards._position(deal, own.hand, cards_of(hand & ~evidence.played), seat)
        values = effort.search(lambda budget: solve_cards(position, targets.payoff, budget))
        if values is not None:
            rows.append(Row(weight, [targets.figures[values[card]] for card in own.cards]))
    if not rows:
        return None
    means = means_of(rows)
    by_rule = baseline.card(deal, own, seat).action
    order = sorted(
        range(len(means)),
        key=lambda n: (-means[n].points, -means[n].tricks, own.cards[n] is not by_rule, -own.cards[n].index),
    )
    return Weighed(own.cards, rows, order[0])
