"""The sampling player's choice of a call.

For each hand that the opponent may hold, in the temper that it may have, and for each call worth a thought, the rest of
the auction is imagined, and the contract that comes of it is solved. The means favour the call that was lucky (the
optimiser's curse), so another call than the baseline's must be better by a margin; a double or redouble needs besides a
contract that is unlikely, or likely, to be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random

from bridgette.calls import Bid, Call, Contract, PlainCall
from bridgette.cards import Pair, Seat
from bridgette.computer.guessing.bids import Standing, Temper, rate_calls, standing_of
from bridgette.computer.guessing.estimate import Outlook, outlook
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.holdings import cards_of
from bridgette.computer.guessing.prospects import Prospects
from bridgette.computer.guessing.tempers import OURS
from bridgette.computer.players.averages import Figures, Row, Rows, Weighed, difference, is_settled, means_of
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
_FEWEST = 6
"""Hands that must have been looked at before another choice than the default is taken."""
ERRORS_ASKED = 0.7
"""Standard errors by which another choice must be better than the baseline's; a double need only be better, since it is
bounded by how likely the contract is made."""
_REDOUBLE_FROM = 0.6
"""How likely the contract must be made, by the own figures, for a redouble."""
_DOUBLE_UPTO = 0.3
"""How likely it may be made, by the own figures, for a double."""
_STAYS = 0.8
"""How often somebody who is doubled stays, whatever would be called in an imagined auction: experts, who do not see the
other hand, hardly ever found the better contract or the redouble that the imagined opponent finds."""


def choose_call(
    deal: DealView,
    own: OwnCards,
    seat: Seat,
    level: Level,
    clock: Clock | None,
    rng: Random,
    prospects: Prospects | None = None,
) -> Decision:
    """The call that is worth most in the mean, with a margin for the baseline's.

    ``prospects``: the state of the match, where it counts beside the points. Raises
    :class:`~bridgette.computer.guessing.sampling.Impossible` when the opponent can hold no hand.
    """
    if len(own.calls) == 1:
        return Decision(own.calls[0], Reasons((), frozenset((Note.ONLY_CHOICE,))))
    effort = Effort(level.call_nodes, clock, level.seconds)
    return pick_call(weigh_calls(deal, own, seat, level, effort, rng, prospects=prospects))


def weigh_calls(
    deal: DealView,
    own: OwnCards,
    seat: Seat,
    level: Level,
    effort: Effort,
    rng: Random,
    *,
    prospects: Prospects | None = None,
    settle: bool = True,
    also: Call | None = None,
) -> Weighed:
    """Every call worth a thought over the hands that the opponent may hold, the baseline's first.

    ``settle``: stop as soon as more hands would hardly change the choice; ``also``: a call to look at in any case.
    Raises as :func:`choose_call`.
    """
    evidence = gather(deal, own, seat)
    mine = outlook(evidence.hand, evidence.own_place)
    standing = standing_of(deal.calls)
    options = worth_a_thought(mine, standing, own.calls)
    if also is not None and also not in options:
        options.append(also)
    guess = guess_hands(deal, seat, evidence, level.call, level.draws, effort, rng)
    rows: list[Row] = []
    ends: list[Sequence[Outcome]] = []
    different = set()
    for index, (hand, weight, temper) in enumerate(guess.hands):
        if effort.is_over or (settle and index % _LOOKS == 0 and is_settled(rows)):
            break
        theirs = outlook(hand, evidence.place)
        outlooks = (mine, theirs) if seat == 0 else (theirs, mine)
        tempers = (OURS, temper) if seat == 0 else (temper, OURS)
        pair = (own.hand, cards_of(hand)) if seat == 0 else (cards_of(hand), own.hand)
        outcomes = [play_out(standing, seat, outlooks, call, tempers) for call in options]
        contracts = Contracts(pair, effort, prospects)
        figures = _figures(outcomes, seat, tempers, contracts)
        if figures is not None and PlainCall.DOUBLE in options:
            place = options.index(PlainCall.DOUBLE)
            figures[place] = _doubled(figures[place], standing, seat, tempers, contracts)
        if figures is not None:
            rows.append(Row(weight, figures))
            ends.append(outcomes)
            different.add(hand)
    notes = frozenset(effort.notes)
    return Weighed(tuple(options), rows, guess.effective, len(different), notes, effort.spent, ends=ends)


def pick_call(weighed: Weighed) -> Decision:
    """The call that is worth most and beats the baseline's, the first, beyond chance; when no hand was looked at the
    baseline's, but no redouble, which is never made by rule."""
    options = weighed.options
    if not weighed.rows:
        by_rule = next(call for call in options if call is not PlainCall.REDOUBLE)
        return Decision(by_rule, weighed.reasons((), Note.FALLBACK))
    means = means_of(weighed.rows)
    asked = [0.0 if call is PlainCall.DOUBLE else ERRORS_ASKED for call in options]
    # What the standing contract comes to: nothing is gained by hoping that the opponent runs.
    makes = means[options.index(PlainCall.PASS)].made
    if PlainCall.REDOUBLE in options and makes < _REDOUBLE_FROM:
        asked[options.index(PlainCall.REDOUBLE)] = inf
    if PlainCall.DOUBLE in options and makes > _DOUBLE_UPTO:
        asked[options.index(PlainCall.DOUBLE)] = inf
    order = sorted(range(len(options)), key=lambda place: -means[place].worth)
    found = weighed.candidates
    chosen = options[pick(weighed.rows, asked, weighed.effective)]
    return Decision(chosen, weighed.reasons([found[place] for place in order]))


def worth_a_thought(mine: Outlook, standing: Standing, legal: Sequence[Call]) -> list[Call]:
    """The calls to look at, the baseline's first; a pass and a double or redouble are always among them."""
    rated = sorted(rate_calls(mine, legal, standing), key=lambda one: -one[0])
    best = rated[0][0]
    plain = [call for _, call in rated if not isinstance(call, Bid)]
    bids = [call for points, call in rated if isinstance(call, Bid) and points >= best - _WORTH_A_THOUGHT]
    chosen = {*plain, *bids[: _MOST - len(plain)], rated[0][1]}
    return [call for _, call in rated if call in chosen]


def _figures(
    outcomes: Sequence[Outcome], seat: Seat, tempers: Pair[Temper], contracts: Contracts
) -> list[Figures] | None:
    """What each outcome comes to; ``None`` when the effort is used up."""
    row = []
    for outcome in outcomes:
        figures = figures_of(outcome, seat, tempers, contracts)
        if figures is None:
            return None
        row.append(figures)
    return row


def _doubled(imagined: Figures, standing: Standing, seat: Seat, tempers: Pair[Temper], contracts: Contracts) -> Figures:
    """What a double comes to: what was ``imagined``, but mostly that the opponent stays."""
    if standing.bid is None:
        return imagined
    stays = figures_of(Outcome(Contract(standing.bid, 1), 1 - seat), seat, tempers, contracts)
    if stays is None:
        return imagined
    return Figures(*[one + _STAYS * (other - one) for one, other in zip(imagined, stays, strict=True)])


def figures_of(outcome: Outcome, seat: Seat, tempers: Pair[Temper], contracts: Contracts) -> Figures | None:
    """What the end of an auction is worth to the seat; ``None`` when the effort is used up."""
    contract, declarer = outcome
    if contract is None:
        return contracts.nothing
    return contracts.figures(contract, declarer, seat, (tempers[0].sharp, tempers[1].sharp))


def pick(rows: Rows, asked: Sequence[float], effective: float = inf) -> int:
    """The choice that is worth most in the mean, if it beats the first, the default, beyond chance.

    ``asked``: by how many standard errors each must be better than the default, infinite for one that is ruled out; a
    default that is ruled out is beaten by any other. The less the hands are worth, the more it takes, and few prove
    nothing.
    """
    if len(rows) < _FEWEST and asked[0] < inf:
        return 0
    allowed = [place for place, errors in enumerate(asked) if errors < inf]
    best, ahead = allowed[0], 0.0 if allowed[0] == 0 else -inf
    for place in allowed:
        gain, error = difference(rows, place, 0, effective)
        lead = gain - asked[place] * error if asked[place] else gain
        if place and lead > ahead:
            best, ahead = place, lead
    return best
