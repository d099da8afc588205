"""What each person may know of a match: a view holds no secret, so whoever is given one cannot leak it.

A view is built for a seat, or for a spectator (``None``). What is *legal* for a player follows from the
hand and is secret too, so only the player's own view holds it.
"""

from __future__ import annotations

from dataclasses import dataclass

from bridgette.calls import Bid, Call, Contract
from bridgette.cards import Card, Pair, Seat, Suit
from bridgette.deal import Deal, Phase
from bridgette.format import Format
from bridgette.match import Ending, Match
from bridgette.play import Trick
from bridgette.score import Result


@dataclass(frozen=True, slots=True)
class Reveal:
    """What everybody is shown once a deal is over (R11): by seat, the 13 cards played with and the discards.

    For a deal that was broken off, ``discards`` is ``None`` for a seat that had not chosen, and ``hands`` then
    holds all its cards.
    """

    hands: Pair[tuple[Card, ...]]
    discards: Pair[tuple[Card, ...] | None]


@dataclass(frozen=True, slots=True)
class OwnCards:
    """What a seat alone knows while a deal goes on.

    ``hand``: the cards held now; ``drawn``: those that came from the stock, in order; ``discards``: those put
    away, ``None`` before choosing; ``to_discard``: how many must go; ``calls`` and ``cards``: what is legal now.
    """

    hand: tuple[Card, ...]
    drawn: tuple[Card, ...]
    discards: tuple[Card, ...] | None
    to_discard: int
    calls: tuple[Call, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealView:
    """One deal as a viewer may see it.

    Public: ``drawn`` (how many cards each seat drew), ``chosen`` (who has discarded), the calls and what
    stands, the tricks, what is barred, who must act. ``own`` is ``None`` for a spectator and once the deal is
    over; ``reveal`` and ``result`` are there once it is over (``result`` not if it was broken off).
    """

    dealer: Seat
    up_card: Card
    phase: Phase
    to_act: frozenset[Seat]
    drawn: Pair[int]
    chosen: Pair[bool]
    calls: tuple[Call, ...]
    standing: Bid | None
    bidder: Seat | None
    doubling: int
    contract: Contract | None
    declarer: Seat | None
    tricks: tuple[Trick, ...]
    won: Pair[int]
    barred: Suit | None
    own: OwnCards | None
    reveal: Reveal | None
    result: Result | None

    @property
    def lead(self) -> Card | None:
        """The card led to the trick in play."""
        return self.tricks[-1].lead if self.tricks and self.tricks[-1].follow is None else None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as ``seat`` may see it, or a spectator (``None``); ``format.deals`` is how many were agreed on (R5)."""

    seat: Seat | None
    players: Pair[str]
    format: Format
    deals: tuple[DealView, ...]
    totals: Pair[int]
    counted: int
    to_act: frozenset[Seat]
    ended: Ending | None

    @property
    def is_under_way(self) -> bool:
        """Whether the opening lead of the first contract has been made."""
        return any(deal.tricks for deal in self.deals)

    @property
    def finished(self) -> tuple[DealView, ...]:
        """The finished deals, to be given to :func:`view` when the match is looked at again, for whatever seat."""
        over = bool(self.deals) and self.deals[-1].phase is Phase.OVER
        return self.deals if over else self.deals[:-1]

    @property
    def deal(self) -> DealView:
        """The last deal. Raises ``IndexError`` when none has begun."""
        return self.deals[-1]


def view(match: Match, seat: Seat | None, finished: tuple[DealView, ...] = ()) -> MatchView:
    """What ``seat``, or a spectator, may know of the match.

    A finished deal looks the same to everybody from then on, so its view need be made only once: ``finished`` are the
    views of the match's first deals, all of them finished, from an earlier view of the same match for any seat. What
    they should be is not checked.
    """
    ended = match.ended
    fresh = match.deals[len(finished) :]
    return MatchView(
        seat=seat,
        players=match.players,
        format=match.format,
        deals=(*finished, *[view_deal(deal, seat, broken_off=ended is not None) for deal in fresh]),
        totals=match.totals,
        counted=match.counted,
        to_act=match.to_act,
        ended=ended,
    )


def view_deal(deal: Deal, seat: Seat | None, *, broken_off: bool = False) -> DealView:
    """What ``seat``, or a spectator, may know of the deal; ``broken_off``: its match is over, so all is shown."""
    auction, play, over = deal.auction, deal.play, broken_off or deal.phase is Phase.OVER
    return DealView(
        dealer=deal.dealer,
        up_card=deal.up_card,
        phase=Phase.OVER if over else deal.phase,
        to_act=frozenset() if over else deal.to_act,
        drawn=(deal.to_discard(0), deal.to_discard(1)),
        chosen=(deal.discards[0] is not None, deal.discards[1] is not None),
        calls=auction.calls if auction else (),
        standing=auction.standing if auction else None,
        bidder=auction.bidder if auction else None,
        doubling=auction.doubling if auction else 0,
        contract=auction.contract if auction else None,
        declarer=play.declarer if play else None,
        tricks=play.tricks() if play else (),
        won=play.won if play else (0, 0),
        barred=play.barred if play and play.lead is None else None,
        own=None if over or seat is None else _own(deal, seat),
        reveal=Reveal((deal.kept(0), deal.kept(1)), deal.discards) if over else None,
        result=deal.result,
    )


def _own(deal: Deal, seat: Seat) -> OwnCards:
    return OwnCards(
        hand=deal.hand(seat),
        drawn=deal.drawn(seat),
        discards=deal.discards[seat],
        to_discard=deal.to_discard(seat),
        calls=deal.legal_calls(seat),
        cards=deal.legal_cards(seat),
    )
