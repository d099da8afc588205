"""What a seat has seen of the opponent's cards in one deal, and what follows from it for certain."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.auction import Lengths, lowest_level
from bridgette.calls import Bid, Call, Strain
from bridgette.cards import Card, Seat, Suit
from bridgette.computer.guessing.estimate import situation
from bridgette.computer.guessing.holdings import COLONS, FULL, GRAND, LITTLE, ROYAL, SLOTS, SUIT_BITS, mask_of
from bridgette.play import Trick, barred_suit
from bridgette.views import DealView, OwnCards

_COLON = {"GC": GRAND, "RC": ROYAL, "LC": LITTLE}
SUIT_MASKS = {suit: SUIT_BITS << slot for suit, slot in SLOTS.items()}


class Evidence(NamedTuple):
    """What is certain about the opponent's cards. All sets are masks, see :mod:`bridgette.computer.guessing.holdings`.

    ``hand``: the own cards held now; ``kept``: the own 13; ``unseen``: every card whose place the seat does not know;
    ``played``: those that the opponent played; ``drew_up_card``: the up-card if it went there, else 0; ``pool``: how
    many cards the opponent held before discarding; ``gone``: unseen cards that cannot be there now; ``holds``: how many
    are there now; ``shortest``: by suit from clubs up, the least length at the start that the bids need (R14, R15);
    ``place`` and ``own_place``: the situations of both for the estimate.
    """

    hand: int
    kept: int
    unseen: int
    played: int
    drew_up_card: int
    pool: int
    gone: int
    holds: int
    shortest: Lengths
    place: int
    own_place: int

    def fits(self, kept: int) -> bool:
        """Whether the opponent's 13 cards, a mask, are as the bids and the play need them."""
        clubs, diamonds, hearts, spades = self.shortest
        return (
            (kept >> 39 & SUIT_BITS).bit_count() >= clubs
            and (kept >> 26 & SUIT_BITS).bit_count() >= diamonds
            and (kept >> 13 & SUIT_BITS).bit_count() >= hearts
            and (kept & SUIT_BITS).bit_count() >= spades
            and self.played & ~kept == 0
            and kept & self.gone == 0
        )


def gather(deal: DealView, own: OwnCards, seat: Seat) -> Evidence:
    """What the seat has seen of the opponent's cards. Raises ``ValueError`` when its own cards do not add up."""
    other = 1 - seat
    hand, gone = mask_of(own.hand), mask_of(own.discards or ())
    mine = mask_of(_played_by(deal.tricks, seat))
    held = 13 if own.discards is not None else 13 + own.to_discard
    if len(own.hand) != hand.bit_count() or (hand | mine).bit_count() != held:
        raise ValueError("the seat's own cards do not add up")
    played = mask_of(_played_by(deal.tricks, other))
    up_card = 1 << deal.up_card.index
    drew_up_card = up_card if deal.dealer == seat else 0
    unseen = FULL & ~(hand | gone | mine | played | drew_up_card)
    return Evidence(
        hand=hand,
        kept=hand | mine,
        unseen=unseen,
        played=played,
        drew_up_card=drew_up_card,
        pool=13 + deal.drawn[other],
        gone=ruled_out(deal.tricks, other) & (unseen | drew_up_card) & ~played,
        holds=13 - played.bit_count(),
        shortest=shortest_lengths(deal.calls, deal.dealer, other),
        place=situation(deal.up_card.group, dealer=deal.dealer == other),
        own_place=situation(deal.up_card.group, dealer=deal.dealer == seat),
    )


def _played_by(tricks: tuple[Trick, ...], seat: Seat) -> list[Card]:
    cards = [trick.lead if trick.leader == seat else trick.follow for trick in tricks]
    return [card for card in cards if card is not None]


def ruled_out(tricks: tuple[Trick, ...], seat: Seat) -> int:
    """The cards that the seat cannot hold any more after what it played, as a mask that may hold other cards too.

    It followed a suit with another: it has none of it (R21). It followed with a colon that does not match: it has only
    colons, and not the one that matches (R22). It led a barred suit: it has nothing else (R23).
    """
    gone = 0
    barred: Suit | None = None
    for trick in tricks:
        lead, follow = trick.lead, trick.follow
        if trick.leader == seat:
            if barred is not None and lead.suit is barred:
                gone |= FULL & ~SUIT_MASKS[barred]
        elif follow is not None and lead.suit is not None and follow.suit is not lead.suit:
            if follow.suit is not None:
                gone |= SUIT_MASKS[lead.suit]
            elif follow.group is not lead.group:
                gone |= (FULL & ~COLONS) | _COLON[lead.group.value]
        if follow is not None:
            barred = barred_suit(lead, follow)
    return gone


def shortest_lengths(calls: tuple[Call, ...], dealer: Seat, seat: Seat) -> Lengths:
    """The least suit lengths that the seat's bids need, from clubs up (R14, R15)."""
    least = [0, 0, 0, 0]
    standing: Bid | None = None
    for index, call in enumerate(calls):
        if not isinstance(call, Bid):
            continue
        if (dealer + index) % 2 == seat:
            if call.strain is Strain.NO_TRUMP:
                least = [max(1, length) for length in least]
            else:
                needed = 4 if call.level > lowest_level(call.strain, standing) else 2
                least[call.strain] = max(least[call.strain], needed)
        standing = call
    return least[0], least[1], least[2], least[3]
