"""The decisions of a deal that was played, each with what its seat saw when it took it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bridgette.cards import Seat
from bridgette.deal import Action, Deal, Discard
from bridgette.match import Match
from bridgette.views import MatchView, view


class Moment(NamedTuple):
    """A decision that was taken: by whom, what the seat saw just before, and what it did.

    ``step`` is that of a trace, from 0 within the deal. In the exchange ``view`` is that in which nobody has chosen.
    """

    step: int
    seat: Seat
    view: MatchView
    action: Action


def moments(match: Match, index: int) -> Iterator[Moment]:
    """The decisions of one deal of the match, in their order, the non-dealer's discards first.

    ``index`` counts the deals from 0, passed-out ones too. The views are as they were then: later deals, and how the
    match ended, are in none of them.
    """
    played = match.deals[index]
    deal = Deal.begin(played.dealer, played.deck)
    before = Match(match.players, match.deals[:index], format=match.format)
    finished = view(before, None).deals

    def seen(seat: Seat) -> MatchView:
        return view(Match(match.players, (*before.deals, deal), format=match.format), seat, finished)

    exchange: list[Moment] = []
    for seat in (1 - deal.dealer, deal.dealer):
        discards = played.discards[seat]
        if discards is not None:
            exchange.append(Moment(deal.step_of(seat), seat, seen(seat), Discard(discards)))
    yield from exchange
    for moment in exchange:
        deal = deal.after(moment.seat, moment.action)
    for action in (*(played.auction.calls if played.auction else ()), *(played.play.plays if played.play else ())):
        seat = next(iter(deal.to_act))
        yield Moment(deal.step_of(seat), seat, seen(seat), action)
        deal = deal.after(seat, action)
