"""The sampling player's choice of a call.

For each hand that the opponent may hold and each call worth a thought, the baseline bids the rest of the auction for
both, and the contract that comes of it is solved. The means favour the call that was lucky (the optimiser's
curse), so another call than the baseline's must be better by a margin, and a double by a larger one.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bridgette.calls import Bid, Call, PlainCall
from bridgette.cards import Pair, Seat
from bridgette.computer.guessing.bids import Standing, rate_calls, standing_of
from bridgette.computer.guessing.estimate import Outlook, outlook
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.holdings import cards_of
from bridgette.computer.guessing.points import TRICKS
from bridgette.computer.players.averages import Figures, Row, Rows, Weighed, difference, is_settled
from bridgette.computer.players.contracts import Contracts
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.guesses import guess_hands
from bridgette.computer.players.levels import Level
from bridgette.computer.players.player import Clock, Decision, Note, Reasons
from bridgette.computer.players.rollout import Outcome, play_out
from bridgette.views import DealView, OwnCards

_WORTH_A_THOUGHT = 350.0
"""Points: how far behind the best a call may be by the baseline's reckoning and still be looked at."""
_MOST = 9
"""The most calls that are looked at."""
_LOOKS = 4
"""After so many hands it is asked whether the choice is settled."""
_ERRORS_ASKED = 0.7
"""Standard errors by which another call must be better than the baseline's."""
_DOUBLE_MARGIN = 60.0
"""Points by which a double or redouble must be better besides."""


def choose_call(deal: DealView, own: OwnCards, seat: Seat, level: Level, clock: Clock | None, rng: Random) -> Decision:
    """The call with the best mean score, with a margin for the baseline's.

    Raises :class:`~bridgette.computer.guessing.sampling.Impossible` when the opponent can hold no hand.
    """
    if len(own.calls) == 1:
        return Decision(own.calls[0], Reasons((), frozenset((Note.ONLY_CHOICE,))))
    effort = Effort(level.call_nodes, clock, level.seconds)
    return pick_call(weigh_calls(deal, own, seat, level, effort, rng))


def weigh_calls(
    deal: DealView,
    own: OwnCards,
    seat: Seat,
    level: Level,
    effort: Effort,
    rng: Random,
    *,
    settle: bool = True,
    also: Call | None = None,
) -> Weighed:
    """Every call worth a thought over the hands that the opponent may hold, the baseline's first.

    ``settle``: stop as soon as more hands would hardly change the choice. ``also`` is looked at in any case. Raises as
    :func:`choose_call`.
    """
    evidence = gather(deal, own, seat)
    mine = outlook(evidence.hand, evidence.own_place)
    standing = standing_of(deal.calls)
    options = worth_a_thought(mine, standing, own.calls)
    if also is not None and also not in options:
        options.append(also)
    guess = guess_hands(deal, seat, evidence, level.call, level.draws, effort, rng)
    rows: list[Row] = []
    for index, (hand, weight) in enumerate(guess.hands):
        if effort.is_over or (settle and index % _LOOKS == 0 and is_settled(rows)):
            break
        theirs = outlook(hand, evidence.place)
        outlooks = (mine, theirs) if seat == 0 else (theirs, mine)
        pair = (own.hand, cards_of(hand)) if seat == 0 else (cards_of(hand), own.hand)
        figures = _try_calls(standing, options, seat, outlooks, Contracts(pair, effort))
        if figures is not None:
            rows.append(Row(weight, figures))
    return Weighed(tuple(options), rows, guess.effective, len(rows), frozenset(effort.notes), effort.spent)


def pick_call(weighed: Weighed) -> Decision:
    """The call with the best mean after its margin; the baseline's, the first one, when no hand was looked at."""
    if not weighed.rows:
        return Decision(weighed.options[0], Reasons((), weighed.notes | {Note.FALLBACK}, weighed.nodes))
    margins = [0.0 if isinstance(call, Bid) or call is PlainCall.PASS else _DOUBLE_MARGIN for call in weighed.options]
    chosen = weighed.options[pick(weighed.rows, margins)]
    found = sorted(weighed.candidates, key=lambda candidate: -candidate.points)
    return Decision(chosen, Reasons(tuple(found), weighed.notes, weighed.nodes))


def worth_a_thought(mine: Outlook, standing: Standing, legal: Sequence[Call]) -> list[Call]:
    """The calls to look at, the baseline's first; a pass and a double or redouble are always among them."""
    rated = sorted(rate_calls(mine, legal, standing), key=lambda one: -one[0])
    best = rated[0][0]
    plain = [call for _, call in rated if not isinstance(call, Bid)]
    bids = [call for points, call in rated if isinstance(call, Bid) and points >= best - _WORTH_A_THOUGHT]
    chosen = {*plain, *bids[: _MOST - len(plain)], rated[0][1]}
    return [call for _, call in rated if call in chosen]


def _try_calls(
    standing: Standing, options: Sequence[Call], seat: Seat, outlooks: Pair[Outlook], contracts: Contracts
) -> list[Figures] | None:
    """What each call comes to; ``None`` when the effort is used up."""
    row = []
    for call in options:
        figures = figures_of(play_out(standing, seat, outlooks, call), seat, contracts)
        if figures is None:
            return None
        row.append(figures)
    return row


def figures_of(outcome: Outcome, seat: Seat, contracts: Contracts) -> Figures | None:
    """What the end of an auction is worth to the seat; ``None`` when the effort is used up."""
    contract, declarer = outcome
    if contract is None:
        return Figures(0.0, 0.0, 0.0)
    tricks = contracts.tricks(contract.bid.strain, declarer)
    points = contracts.points(contract, declarer)
    if tricks is None or points is None:
        return None
    made = float(tricks >= contract.bid.goal)
    if declarer != seat:
        return Figures(-points, made, TRICKS - tricks)
    return Figures(points, made, tricks)


def pick(rows: Rows, margins: Sequence[float]) -> int:
    """The choice with the best mean points after its margin, if it beats the first one, the default, beyond chance."""
    best, ahead = 0, 0.0
    for place in range(1, len(margins)):
        gain, error = difference(rows, place, 0)
        lead = gain - _ERRORS_ASKED * error - max(0.0, margins[place] - margins[0])
        if lead > ahead:
            best, ahead = place, lead
    return best
