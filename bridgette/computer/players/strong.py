"""The sampling player, **club** and **expert**: it imagines hands of the opponent that fit all that it has seen, solves
each, and takes the choice with the best average."""

from __future__ import annotations

from random import Random

from bridgette.cards import Seat
from bridgette.computer.guessing.prospects import Prospects
from bridgette.computer.guessing.sampling import Impossible
from bridgette.computer.players import baseline
from bridgette.computer.players.levels import Level
from bridgette.computer.players.player import Clock, Decision, Note, Reasons, seat_to_act
from bridgette.computer.players.strong_calls import choose_call
from bridgette.computer.players.strong_cards import choose_card
from bridgette.computer.players.strong_exchange import choose_discard
from bridgette.deal import Phase
from bridgette.views import MatchView

_FROM = 3
"""After so many counted deals the chance of winning the match begins to count."""


def prospects_of(view: MatchView, seat: Seat) -> Prospects | None:
    """The state of the match for the seat; ``None`` while the points alone count."""
    if view.counted < _FROM:
        return None
    after = max(0, view.format.deals - view.counted - 1)
    return Prospects(view.totals[seat] - view.totals[1 - seat], after, view.deal.dealer == seat)


class Strong:
    """A player by sampling, with the budget of a level; ``clock`` is only for an emergency."""

    def __init__(self, level: Level, clock: Clock | None = None) -> None:
        self._level = level
        self._clock = clock

    def choose(self, view: MatchView, rng: Random) -> Decision:
        """A legal action for the seat of the view. Raises ``ValueError`` when it has none to take.

        When no hand of the opponent fits the view, or the view contradicts itself, which only a bug or a cheat can
        bring about, the baseline chooses.
        """
        seat, deal, own = seat_to_act(view)
        try:
            match deal.phase:
                case Phase.EXCHANGE:
                    return choose_discard(deal, own, seat, self._level, self._clock, rng)
                case Phase.AUCTION:
                    return choose_call(deal, own, seat, self._level, self._clock, rng, prospects_of(view, seat))
                case _:
                    return choose_card(deal, own, seat, self._level, self._clock, rng)
        except (Impossible, *baseline.CONTRADICTIONS):
            action = baseline.Baseline().choose(view, rng).action
            return Decision(action, Reasons((), frozenset((Note.IMPOSSIBLE, Note.FALLBACK))))
