"""The worked examples of the guide, as values of the game: texts and pictures take from them all that they say."""

from __future__ import annotations

from typing import NamedTuple

from bridgette import Bid, Card, Contract, Result, Strain, Suit, parse_card, parse_cards, score_deal
from bridgette.auction import legal_calls, suit_lengths
from bridgette.play import barred_suit, follower_wins, legal_follows, legal_leads


def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


UP_CARD = parse_card("SK")
"""Of the exchange (R8)."""

SUIT_BID = Bid(1, Strain.SPADES)
"""A bid of which it is said what it promises."""

BIDDER = _cards("SA SQ S9 S3 HK H7 DJ D8 D5 CT C4 C2 RC")
"""A hand that may bid some things and others not (R14, R15)."""

TRIED = (
    Bid(0, Strain.NO_TRUMP),
    Bid(1, Strain.HEARTS),
    Bid(1, Strain.SPADES),
    Bid(1, Strain.NO_TRUMP),
    Bid(2, Strain.HEARTS),
    Bid(2, Strain.SPADES),
)
"""The bids that are looked at, as the first call; hearts twice, of which the second is a jump."""

JUMP = Bid(2, Strain.HEARTS)
"""The one that it may not make."""

STANDING = Bid(1, Strain.NO_TRUMP)
"""A bid after which :data:`JUMP` is none."""

TRUMP = Suit.SPADES
"""Of all tricks below."""


def may_bid(bid: Bid, standing: Bid | None = None) -> bool:
    """Whether that hand may make the bid: first of all, or over one that stands."""
    return bid in legal_calls(suit_lengths(BIDDER), standing)


class WholeTrick(NamedTuple):
    """A card that is led and one that is played to it."""

    lead: Card
    follow: Card

    @property
    def follower_wins(self) -> bool:
        """Who takes the trick (R22 to R25)."""
        return follower_wins(self.lead, self.follow, TRUMP)


def _pairs(text: str) -> tuple[WholeTrick, ...]:
    return tuple(WholeTrick(*parse_cards(pair.split("-"))) for pair in text.split())


TRICKS = _pairs("HK-HA HK-S2 HK-CA")
"""The lead of a suit: a higher card of it, a trump, and another suit (R24)."""

FOLLOWER = _cards("HA H4 S9 LC")
FOLLOWED = parse_card("H7")
"""Somebody's last cards, and the lead to which they are played."""

MAY_FOLLOW = legal_follows(FOLLOWER, FOLLOWED)
"""What may be played (R21, R22)."""

CAUGHT = WholeTrick(*parse_cards(("HK", "RC")))
LEADER = _cards("HA H4 S9")
"""A lead that a colon catches, and what its leader still holds."""

BARRED = next(suit for suit in Suit if suit is barred_suit(*CAUGHT))
MAY_LEAD = legal_leads(LEADER, BARRED)
"""What that leader may lead to the next trick (R23)."""

COLON_LED = _pairs("RC-DQ RC-S2 RC-DA")
"""The lead of a colon: a card of its group, a trump, and another card (R25)."""


class Played(NamedTuple):
    """A contract and the tricks that its declarer took."""

    contract: Contract
    tricks: int

    @property
    def result(self) -> Result:
        """What it scores, seat 0 being the declarer (R26 to R31)."""
        return score_deal(self.contract, 0, (self.tricks, 13 - self.tricks))


SCORES = (
    Played(Contract(Bid(1, Strain.HEARTS), 0), 10),
    Played(Contract(Bid(4, Strain.SPADES), 1), 10),
    Played(Contract(Bid(3, Strain.NO_TRUMP), 1), 6),
)
"""Three overtricks; exactly made and doubled; and short."""
