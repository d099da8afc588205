"""One deal: the cards, the exchange (R7 to R11), then the auction and the play."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from bridgette.auction import Auction
from bridgette.calls import Bid, Call, PlainCall
from bridgette.cards import DECK, Card, Group, Pair, Seat, sort_cards
from bridgette.errors import BadMatch, NotAllowed, Objection, Reason
from bridgette.play import Play
from bridgette.score import PASSED_OUT, Result, score_deal

HAND = 13
UP_CARD = 2 * HAND
"""The up-card's place in the deck: the top of the stock (R8)."""

NON_DEALER_DRAWS = 2
"""R9. Decision: the up-card is the first of the two."""

DEALER_DRAWS = {Group.SPOTS: 4, Group.FACES: 8, Group.ACES: 12}
"""R10: by the group of the up-card."""


_ALL_CARDS = frozenset(DECK)


class Phase(Enum):
    """Where a deal stands."""

    EXCHANGE = "exchange"
    AUCTION = "auction"
    PLAY = "play"
    OVER = "over"


class Discard(NamedTuple):
    """The choice of one seat in the exchange: the cards that go, in any order (R11)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "discard " + " ".join(map(str, self.cards))


Action: TypeAlias = Discard | Bid | PlainCall | Card


_NOBODY: frozenset[Seat] = frozenset()
_BOTH: frozenset[Seat] = frozenset((0, 1))
_ALONE: Pair[frozenset[Seat]] = (frozenset((0,)), frozenset((1,)))


class Deal(NamedTuple):
    """One deal, as far as it has come.

    ``deck`` is the order in which the cards come off the pack; ``drawn_hands`` what each seat holds before
    discarding (15 cards for the non-dealer, 17 to 25 for the dealer); ``discards`` what each put away, sorted,
    ``None`` while it has not chosen. ``auction`` and ``play`` are ``None`` before they begin.
    """

    dealer: Seat
    deck: tuple[Card, ...]
    drawn_hands: Pair[tuple[Card, ...]]
    discards: Pair[tuple[Card, ...] | None]
    auction: Auction | None
    play: Play | None

    @classmethod
    def begin(cls, dealer: Seat, deck: tuple[Card, ...]) -> Deal:
        """Deal the cards and let both draw (R7 to R10).

        Raises :class:`~bridgette.errors.BadMatch` unless the dealer is a seat and the deck holds each card once.
        """
        if dealer not in (0, 1):
            raise BadMatch("a dealer is 0 or 1")
        if len(deck) != len(DECK) or set(deck) != _ALL_CARDS:
            raise BadMatch("a deck holds each of the 55 cards once")
        drawn = UP_CARD + NON_DEALER_DRAWS
        others = deck[0:UP_CARD:2] + deck[UP_CARD:drawn]
        dealers = deck[1:UP_CARD:2] + deck[drawn : drawn + DEALER_DRAWS[deck[UP_CARD].group]]
        hands = (sort_cards(dealers), sort_cards(others))
        return cls(dealer, deck, hands if dealer == 0 else hands[::-1], (None, None), None, None)

    @property
    def up_card(self) -> Card:
        """The card that was turned up (R8)."""
        return self.deck[UP_CARD]

    @property
    def phase(self) -> Phase:
        """Where the deal stands."""
        if self.play is not None:
            return Phase.OVER if self.play.is_over else Phase.PLAY
        if self.auction is None:
            return Phase.EXCHANGE
        return Phase.OVER if self.auction.is_over else Phase.AUCTION

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that must act: both may choose at the same time in the exchange (R11)."""
        play, auction = self.play, self.auction
        if play is not None:
            return _ALONE[play.turn] if play.legal else _NOBODY
        if auction is not None:
            return _ALONE[auction.caller] if auction.legal else _NOBODY
        first, second = self.discards
        return _BOTH if first is second else _ALONE[1 if second is None else 0]

    @property
    def is_passed_out(self) -> bool:
        """Whether both passed and nobody had bid (R18)."""
        return self.auction is not None and self.auction.is_passed_out

    @property
    def result(self) -> Result | None:
        """How the deal came out (R18, R26 to R32); ``None`` while it goes on."""
        if self.is_passed_out:
            return PASSED_OUT
        if self.auction is None or self.play is None or not self.play.is_over:
            return None
        contract = self.auction.contract
        return None if contract is None else score_deal(contract, self.play.declarer, self.play.won)

    def step_of(self, seat: Seat) -> int:
        """The seat's next step in the deal, from 0; the exchange reserves 0 for the non-dealer and 1 for the dealer."""
        if self.auction is None:
            return int(seat == self.dealer)
        return 2 + len(self.auction.calls) + (len(self.play.plays) if self.play else 0)

    def to_discard(self, seat: Seat) -> int:
        """How many cards the seat drew, and so must discard (R9 to R11)."""
        return len(self.drawn_hands[seat]) - HAND

    def drawn(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat drew from the stock, in the order of drawing (R9, R10)."""
        start = UP_CARD if seat != self.dealer else UP_CARD + NON_DEALER_DRAWS
        return self.deck[start : start + self.to_discard(seat)]

    def kept(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's hand for auction and play, before any card of it is played; all it holds before discarding."""
        held, gone = self.drawn_hands[seat], frozenset(self.discards[seat] or ())
        return tuple([card for card in held if card not in gone]) if gone else held

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat holds now, in the order of listing."""
        return self.play.hands[seat] if self.play else self.kept(seat)

    def objection(self, seat: Seat, action: Action) -> Objection | None:
        """What forbids the action to the seat; ``None`` if nothing does."""
        if isinstance(action, Card):
            play = self.play
            if play is None or not play.legal:
                return self._untimely(action)
            if play.turn != seat:
                return Objection("R19", Reason.NOT_YOUR_TURN, action)
            return play.objection(action)
        if isinstance(action, Discard):
            return self._objection_to_discard(seat, action)
        if self.auction is None or self.auction.is_over:
            return self._untimely(action)
        if self.auction.caller != seat:
            return Objection("R12", Reason.NOT_YOUR_TURN, action)
        return self.auction.objection(action)

    def legal_calls(self, seat: Seat) -> tuple[Call, ...]:
        """The calls that the seat may make now: bids from low to high, then pass, double, redouble."""
        auction = self.auction
        return auction.legal if auction and auction.caller == seat else ()

    def legal_cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat may play now, in the order of listing."""
        play = self.play
        return play.legal if play and play.turn == seat else ()

    def after(self, seat: Seat, action: Action) -> Deal:
        """The deal after the action. Raises :class:`NotAllowed`, and then nothing has changed.

        What is listed as legal meets no objection, so the objection is worked out for a refusal alone.
        """
        dealer, deck, drawn_hands, discards, auction, play = self
        if isinstance(action, Card):
            if play is None or play.turn != seat or action not in play.legal:
                raise self._refusal(seat, action)
            return Deal(dealer, deck, drawn_hands, discards, auction, play.after(action))
        if isinstance(action, Discard):
            return self._after_discard(seat, action)
        if auction is None or auction.caller != seat or action not in auction.legal:
            raise self._refusal(seat, action)
        auction = auction.after(action)
        return Deal(dealer, deck, drawn_hands, discards, auction, self._play_after(auction))

    def after_all(self, calls: Sequence[Call], cards: Sequence[Card]) -> Deal:
        """The deal after these calls and then these cards, each by the seat whose turn it is, up to the first refused.

        For what is known beforehand, such as a deal that was stored: quicker than one action after the other.
        """
        auction, play = self.auction, self.play
        if auction is None:
            return self
        due = len(auction.calls) + len(calls)
        auction = auction.after_all(calls)
        play = play or self._play_after(auction)
        if play is not None and len(auction.calls) == due:
            play = play.after_all(cards)
        return self._replace(auction=auction, play=play)

    def _play_after(self, auction: Auction) -> Play | None:
        """The play that begins when the auction has ended with a contract (R17, R19); ``None`` before that."""
        if auction.legal or auction.standing is None or auction.bidder is None:
            return None
        return Play.begin(auction.bidder, auction.standing.strain.suit, (self.kept(0), self.kept(1)))

    def _refusal(self, seat: Seat, action: Action) -> NotAllowed:
        objection = self.objection(seat, action)
        if objection is None:
            raise AssertionError(f"{action} is not listed, yet nothing objects to it")
        return NotAllowed(objection)

    def _after_discard(self, seat: Seat, action: Discard) -> Deal:
        if (objection := self._objection_to_discard(seat, action)) is not None:
            raise NotAllowed(objection)
        gone = sort_cards(action.cards)
        discards = (gone, self.discards[1]) if seat == 0 else (self.discards[0], gone)
        dealer, deck, drawn_hands, *_ = self
        deal = Deal(dealer, deck, drawn_hands, discards, None, None)
        if discards[1 - seat] is None:
            return deal
        auction = Auction.begin(dealer, (deal.kept(0), deal.kept(1)))
        return Deal(dealer, deck, drawn_hands, discards, auction, None)

    def _objection_to_discard(self, seat: Seat, action: Discard) -> Objection | None:
        if seat not in (0, 1):
            return Objection("R5", Reason.NOT_YOUR_TURN, action)
        if self.auction is not None:
            return Objection("R11", Reason.EXCHANGE_OVER, action)
        if self.discards[seat] is not None:
            return Objection("R11", Reason.DISCARDED_ALREADY, action)
        if len(action.cards) != self.to_discard(seat):
            return Objection("R11", Reason.DISCARD_COUNT, action, self.to_discard(seat))
        left = set(self.drawn_hands[seat])
        if len(left.difference(action.cards)) == HAND:
            return None
        for card in action.cards:
            if card not in left:
                break
            left.remove(card)
        return Objection("R11", Reason.DISCARD_NOT_HELD, action, card)

    def _untimely(self, action: Call | Card) -> Objection:
        """The objection to a call or a card outside its phase."""
        if self.phase is Phase.EXCHANGE:
            return Objection("R11", Reason.EXCHANGE_OPEN, action)
        if self.is_passed_out:
            return Objection("R18", Reason.AUCTION_OVER, action)
        if isinstance(action, Card):
            if self.phase is Phase.AUCTION:
                return Objection("R17", Reason.AUCTION_OPEN, action)
            return Objection("R19", Reason.DEAL_OVER, action)
        return Objection("R17", Reason.AUCTION_OVER, action)
