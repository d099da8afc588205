"""The house's decisions decided again, so that anybody can see that it knew only what its seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from bridgette.cards import Card, Seat, sort_cards
from bridgette.computer.players.player import Player, source
from bridgette.deal import Action, Deal, Discard
from bridgette.match import Match
from bridgette.record import decisions
from bridgette.shuffle import Shuffle
from bridgette.views import view


class Judged(NamedTuple):
    """A decision of the house: where, what it did, and what it does from that view with that random source."""

    deal: int
    step: int
    seat: Seat
    did: Action
    would: Action

    @property
    def holds(self) -> bool:
        """Whether the two are one."""
        return self.did == self.would


def judge(match: Match, index: int, players: Mapping[Seat, Player], shuffle: Shuffle) -> Iterator[Judged]:
    """The decisions of the house in a deal of a match, as they are worked out; ``players`` says who holds which seat.

    A card that the rules force is no decision: the last trick, for one, plays itself.
    """
    deal = match.deals[index]
    before = replace(match, deals=match.deals[:index], cut_short=None)
    begun = Deal.begin(deal.dealer, deal.deck)
    for state, seat, did in decisions(deal):
        player = players.get(seat)
        if player is None or (isinstance(did, Card) and len(state.legal_cards(seat)) == 1):
            continue
        seen = begun if isinstance(did, Discard) else state  # nobody's discards depend on the other's having chosen
        step = state.step_of(seat)
        shown = view(replace(before, deals=(*before.deals, seen)), seat)
        would = player.choose(shown, source(shuffle.house_seed(index, step))).action
        yield Judged(index, step, seat, _sorted(did), _sorted(would))


def _sorted(action: Action) -> Action:
    """The action, discards in the order of listing, as their order means nothing."""
    return Discard(sort_cards(action.cards)) if isinstance(action, Discard) else action
