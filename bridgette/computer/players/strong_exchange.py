"""The sampling player's choice of discards.

The candidates are the best hands by the estimate and small changes to them. Each is tried against hands of the
opponent: the baseline bids for both, the contract is solved. Candidates that fall behind are dropped half at a time.
"""

from __future__ import annotations

from random import Random

from bridgette.cards import Seat
from bridgette.computer.guessing.bids import NOTHING, Temper
from bridgette.computer.guessing.estimate import Outlook, outlook
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.holdings import cards_of, mask_of
from bridgette.computer.guessing.tempers import OURS
from bridgette.computer.players import baseline
from bridgette.computer.players.averages import Row, Weighed, candidates, is_settled, means_of
from bridgette.computer.players.contracts import Contracts
from bridgette.computer.players.effort import Effort
from bridgette.computer.players.guesses import guess_hands
from bridgette.computer.players.levels import Draws, Level
from bridgette.computer.players.player import Candidate, Clock, Decision, Note
from bridgette.computer.players.rollout import play_out
from bridgette.computer.players.strong_calls import ERRORS_ASKED, figures_of, pick
from bridgette.deal import Discard
from bridgette.views import DealView, OwnCards

_SWAPS = 3
"""How many single exchanges of a kept card for another are tried for each of the best hands."""
_BEST = 2
"""For how many of the best hands they are."""
_ROUNDS = (0.25, 0.5, 1.0)
"""The shares of the hands after which the field is halved, the last being all."""


def choose_discard(
    deal: DealView, own: OwnCards, seat: Seat, level: Level, clock: Clock | None, rng: Random
) -> Decision:
    """The discards with the best mean score; the baseline's unless others beat them beyond chance.

    Raises :class:`~bridgette.computer.guessing.sampling.Impossible` when the opponent can hold no hand.
    """
    effort = Effort(level.discard_nodes, clock, level.seconds)
    return pick_discard(weigh_discards(deal, own, seat, level, effort, rng))


def weigh_discards(deal: DealView, own: OwnCards, seat: Seat, level: Level, effort: Effort, rng: Random) -> Weighed:
    """The discards worth a thought over hands of the opponent, the baseline's first; the rows know those that stayed in
    the running to the end. Raises as :func:`choose_discard`."""
    evidence = gather(deal, own, seat)
    held = mask_of(own.hand)
    keeps = worth_a_thought(held, evidence.own_place)
    guess = guess_hands(deal, seat, evidence, level.discard, Draws(1, 1), effort, rng)
    field = _Field(deal, seat, held, keeps, evidence.own_place, effort)
    done = 0
    for share in _ROUNDS:
        upto = max(2, int(len(guess.hands) * share + 0.5))
        for hand, _, temper in guess.hands[done:upto]:
            if effort.is_over or field.is_settled:
                break
            field.meet(hand, evidence.place, temper)
        done = max(done, upto)
        if effort.notes & {Note.CLOCK, Note.BUDGET}:
            break
        if share < 1:
            field.halve()
    return field.weighed(guess.effective)


def pick_discard(weighed: Weighed) -> Decision:
    """The best discards, if they beat the baseline's, the first, beyond chance."""
    if not weighed.rows:
        return Decision(weighed.options[0], weighed.reasons((), Note.FALLBACK))
    chosen = weighed.options[pick(weighed.rows, [ERRORS_ASKED] * len(weighed.options))]
    found = sorted((*weighed.candidates, *weighed.dropped), key=lambda candidate: -candidate.points)
    return Decision(chosen, weighed.reasons(found))


def worth_a_thought(held: int, place: int) -> list[int]:
    """Hands worth a thought, as masks, the baseline's first."""
    keeps = sorted(baseline.keeps(held), key=lambda mask: (-baseline.hand_worth(mask, place), mask))
    found = dict.fromkeys(keeps)
    for keep in keeps[:_BEST]:
        changed = []
        for out in cards_of(keep):
            for back in cards_of(held & ~keep):
                other = keep & ~(1 << out.index) | 1 << back.index
                changed.append((-baseline.hand_worth(other, place), other))
        changed.sort()
        found.update(dict.fromkeys(mask for _, mask in changed[:_SWAPS]))
    return list(found)


class _Field:
    """The candidates still in the running; place 0 is the default and always stays."""

    def __init__(self, deal: DealView, seat: Seat, held: int, keeps: list[int], place: int, effort: Effort) -> None:
        self._deal, self._seat, self._held, self._effort = deal, seat, held, effort
        self._keeps = keeps
        self._outlooks = [outlook(keep, place) for keep in keeps]
        self._cards = [cards_of(keep) for keep in keeps]
        self._rows: list[Row] = []
        self._dropped: list[Candidate] = []

    def meet(self, hand: int, place: int, temper: Temper) -> None:
        """Try every candidate against a hand of the opponent; it does not count when the effort does not allow it."""
        theirs, cards = outlook(hand, place), cards_of(hand)
        row = []
        for mine, held in zip(self._outlooks, self._cards, strict=True):
            outlooks: tuple[Outlook, Outlook] = (mine, theirs) if self._seat == 0 else (theirs, mine)
            pair = (held, cards) if self._seat == 0 else (cards, held)
            tempers = (OURS, temper) if self._seat == 0 else (temper, OURS)
            outcome = play_out(NOTHING, self._deal.dealer, outlooks, None, tempers)
            figures = figures_of(outcome, self._seat, tempers, Contracts(pair, self._effort))
            if figures is None:
                return
            row.append(figures)
        self._rows.append(Row(1, row))

    @property
    def is_settled(self) -> bool:
        """Whether more hands would hardly change the choice."""
        return is_settled(self._rows)

    def halve(self) -> None:
        """Drop the worse half of the candidates, but never the default."""
        if not self._rows or len(self._keeps) < 3:
            return
        means = means_of(self._rows)
        order = sorted(range(1, len(means)), key=lambda place: -means[place].points)
        stay = sorted((0, *order[: max(1, len(order) // 2)]))
        figures = self._figures()
        self._dropped += [figures[place] for place in range(len(means)) if place not in stay]
        self._keeps = [self._keeps[place] for place in stay]
        self._outlooks = [self._outlooks[place] for place in stay]
        self._cards = [self._cards[place] for place in stay]
        self._rows = [Row(row.weight, [row.figures[place] for place in stay]) for row in self._rows]

    def _figures(self) -> list[Candidate]:
        return candidates([self._discard(keep) for keep in self._keeps], self._rows)

    def _discard(self, keep: int) -> Discard:
        return Discard(cards_of(self._held & ~keep))

    def weighed(self, effective: float) -> Weighed:
        """What is known of the candidates."""
        options = tuple(self._discard(keep) for keep in self._keeps)
        notes, spent = frozenset(self._effort.notes), self._effort.spent
        return Weighed(options, self._rows, effective, len(self._rows), notes, spent, tuple(self._dropped))
