"""The auction (R12 to R18)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from bridgette.calls import BIDS, Bid, Call, Contract, PlainCall, Strain
from bridgette.cards import Card, Pair, Seat, Suit
from bridgette.errors import Objection, Reason

Lengths = tuple[int, int, int, int]
"""How many cards of each suit a hand holds, from clubs up to spades; colons count for none (R2, R14)."""

HIGHEST_LEVEL = 7
NO_LEVEL = -1
"""Below every level: for a strain that may not be bid at all."""

_HIGHER: dict[Bid | None, tuple[Bid, ...]] = {None: BIDS} | {bid: BIDS[n:] for n, bid in enumerate(BIDS, 1)}
"""The bids that rank above a standing one (R13)."""

_ASKED = (0, 1, 2, 2, *[4] * 10)
"""By the length of a suit, as much of it as any rule asks for (R14, R15)."""

_STRAINS = tuple(Strain)
_SUITS_UPWARD = tuple(strain.suit for strain in Strain if strain.suit is not None)


class Auction(NamedTuple):
    """The calls so far, what stands, and what the caller may say.

    ``caller`` is whose call comes next; ``lengths`` are the suit lengths of both hands; ``standing`` is the
    standing bid, ``bidder`` who made it, ``doubling`` how often it was doubled (0, 1 or 2); ``legal`` are the
    caller's calls without objection, bids from low to high, then pass, double, redouble; none once the auction
    is over.
    """

    caller: Seat
    lengths: Pair[Lengths]
    calls: tuple[Call, ...]
    standing: Bid | None
    bidder: Seat | None
    doubling: int
    legal: tuple[Call, ...]

    @classmethod
    def begin(cls, dealer: Seat, hands: Pair[tuple[Card, ...]]) -> Auction:
        """The start of an auction between these hands; the dealer calls first (R12)."""
        lengths = (suit_lengths(hands[0]), suit_lengths(hands[1]))
        return cls(dealer, lengths, (), None, None, 0, legal_calls(lengths[dealer], None))

    @property
    def is_over(self) -> bool:
        """Whether a pass over a bid ended the auction (R17), or two passes passed the deal out (R18)."""
        return not self.legal

    @property
    def is_passed_out(self) -> bool:
        """Whether both passed and nobody had bid (R18)."""
        return self.standing is None and len(self.calls) == 2

    @property
    def contract(self) -> Contract | None:
        """The contract (R17), once the auction is over and was not passed out."""
        return Contract(self.standing, self.doubling) if self.standing and self.is_over else None

    def objection(self, call: Call) -> Objection | None:
        """What forbids the call to the caller; ``None`` if nothing does."""
        if call in self.legal:
            return None
        if call is PlainCall.DOUBLE:
            return Objection("R16", Reason.NOTHING_TO_DOUBLE, call)
        if call is PlainCall.REDOUBLE:
            return Objection("R16", Reason.NOTHING_TO_REDOUBLE, call)
        if not isinstance(call, Bid):
            return Objection("R17", Reason.AUCTION_OVER, call)
        return self._objection_to_bid(call)

    def after(self, call: Call) -> Auction:
        """The auction with one more call, which must be a legal one; calls alternate (R12)."""
        caller, lengths, calls, standing, bidder, doubling, _ = self
        calls, other = (*calls, call), 1 - caller
        if isinstance(call, Bid):
            legal = legal_calls(lengths[other], call, may_double=True)
            return Auction(other, lengths, calls, call, caller, 0, legal)
        if call is PlainCall.PASS:
            # A pass ends the auction over a bid (R17) and after another pass (R18).
            ends = standing is not None or len(calls) == 2
            legal = () if ends else legal_calls(lengths[other], None)
        else:
            doubling += 1
            legal = legal_calls(lengths[other], standing, may_redouble=doubling == 1)
        return Auction(other, lengths, calls, standing, bidder, doubling, legal)

    def after_all(self, calls: Iterable[Call]) -> Auction:
        """The auction after these calls, up to the first that is not legal."""
        auction = self
        for call in calls:
            if call not in auction.legal:
                break
            auction = auction.after(call)
        return auction

    def _objection_to_bid(self, bid: Bid) -> Objection:
        """Which rule keeps a bid out of the legal ones."""
        if self.standing is not None and bid <= self.standing:
            return Objection("R13", Reason.BID_TOO_LOW, bid, self.standing)
        lengths, suit = self.lengths[self.caller], bid.strain.suit
        if suit is None:
            missing = next(suit for suit in Suit if not lengths[_SUITS_UPWARD.index(suit)])
            return Objection("R14", Reason.SUIT_MISSING, bid, missing)
        if lengths[bid.strain] < 2:
            return Objection("R14", Reason.SUIT_TOO_SHORT, bid, suit)
        return Objection("R15", Reason.JUMP_TOO_SHORT, bid, suit)


def suit_lengths(hand: tuple[Card, ...]) -> Lengths:
    """How many cards of each suit the hand holds."""
    suits = [card.suit for card in hand]
    clubs, diamonds, hearts, spades = map(suits.count, _SUITS_UPWARD)
    return clubs, diamonds, hearts, spades


def legal_calls(
    lengths: Lengths, standing: Bid | None, *, may_double: bool = False, may_redouble: bool = False
) -> tuple[Call, ...]:
    """What a player with these suit lengths may call over the standing bid, from low to high (R12 to R17).

    The one place that decides it. ``may_double``: the bid is the opponent's and not doubled; ``may_redouble``:
    it is one's own and doubled (R16).
    """
    clubs, diamonds, hearts, spades = lengths
    bids = _legal_bids((_ASKED[clubs], _ASKED[diamonds], _ASKED[hearts], _ASKED[spades]), standing)
    if may_double:
        return (*bids, PlainCall.PASS, PlainCall.DOUBLE)
    if may_redouble:
        return (*bids, PlainCall.PASS, PlainCall.REDOUBLE)
    return (*bids, PlainCall.PASS)


@lru_cache(maxsize=4096)
def _legal_bids(lengths: Lengths, standing: Bid | None) -> tuple[Bid, ...]:
    """The bids over the standing one that these lengths allow; remembered, for there are not many of either."""
    highest = [highest_level(strain, lengths, standing) for strain in _STRAINS]
    return tuple([bid for bid in _HIGHER[standing] if bid.level <= highest[bid.strain]])


def highest_level(strain: Strain, lengths: Lengths, standing: Bid | None) -> int:
    """The highest level at which a hand may bid the strain, ``NO_LEVEL`` for none (R14, R15).

    Decision in R15: a jump in no trump needs only what R14 asks.
    """
    if strain is Strain.NO_TRUMP:
        return HIGHEST_LEVEL if all(lengths) else NO_LEVEL
    if lengths[strain] < 2:
        return NO_LEVEL
    return HIGHEST_LEVEL if lengths[strain] >= 4 else lowest_level(strain, standing)


def lowest_level(strain: Strain, standing: Bid | None) -> int:
    """The lowest level at which a bid of a suit would be high enough: a higher one is a jump (R15)."""
    return 1 if standing is None else standing.level + (strain <= standing.strain)
