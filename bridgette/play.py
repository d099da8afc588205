"""The play of the cards (R19 to R25)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bridgette.cards import COLON_OF, Card, Pair, Seat, Suit
from bridgette.errors import Objection, Reason


class Trick(NamedTuple):
    """One trick as everybody saw it; ``follow`` and ``winner`` are ``None`` while it is in play."""

    leader: Seat
    lead: Card
    follow: Card | None = None
    winner: Seat | None = None


class Play(NamedTuple):
    """The play so far.

    ``hands`` are the cards still held, ``plays`` the cards played in their order, ``won`` the tricks taken,
    ``turn`` who plays next, ``barred`` the suit that may not be led to this trick (R23), ``legal`` the cards
    that the player whose turn it is may play, in the order of listing; none once all 13 tricks were played.
    """

    declarer: Seat
    trump: Suit | None
    hands: Pair[tuple[Card, ...]]
    turn: Seat
    plays: tuple[Card, ...]
    won: Pair[int]
    barred: Suit | None
    legal: tuple[Card, ...]

    @classmethod
    def begin(cls, declarer: Seat, trump: Suit | None, hands: Pair[tuple[Card, ...]]) -> Play:
        """The start of the play: the declarer's opponent leads, any card (R19, R20)."""
        leader = 1 - declarer
        return cls(declarer, trump, hands, leader, (), (0, 0), None, hands[leader])

    @property
    def is_over(self) -> bool:
        """Whether all 13 tricks were played."""
        return not self.legal

    @property
    def lead(self) -> Card | None:
        """The card led to the trick in play, ``None`` when a new trick is to be led."""
        return self.plays[-1] if len(self.plays) % 2 else None

    def objection(self, card: Card) -> Objection | None:
        """What forbids the card to the player whose turn it is; ``None`` if nothing does."""
        if card in self.legal:
            return None
        hand, lead = self.hands[self.turn], self.lead
        if card not in hand:
            return Objection("R19", Reason.CARD_NOT_HELD, card)
        if lead is None:
            return Objection("R23", Reason.SUIT_BARRED, card, self.barred)
        if not card.is_colon:
            return Objection("R21", Reason.MUST_FOLLOW, card, lead)
        if all(held.is_colon for held in hand):
            return Objection("R22", Reason.COLON_MUST_MATCH, card, lead)
        return Objection("R22", Reason.COLON_DOES_NOT_MATCH, card, lead)

    def after(self, card: Card) -> Play:
        """The play with one more card, which must be a legal one."""
        declarer, trump, hands, turn, plays, won, barred, _ = self
        hand = hands[turn]
        place = hand.index(card)
        kept = hand[:place] + hand[place + 1 :]
        hands = (kept, hands[1]) if turn == 0 else (hands[0], kept)
        other = 1 - turn
        if len(plays) % 2 == 0:
            follows = legal_follows(hands[other], card)
            return Play(declarer, trump, hands, other, (*plays, card), won, barred, follows)
        lead = plays[-1]
        winner = turn if follower_wins(lead, card, trump) else other
        won = (won[0] + 1, won[1]) if winner == 0 else (won[0], won[1] + 1)
        barred = barred_suit(lead, card)
        leads = legal_leads(hands[winner], barred)
        return Play(declarer, trump, hands, winner, (*plays, card), won, barred, leads)

    def after_all(self, cards: Iterable[Card]) -> Play:
        """The play after these cards, up to the first that is not legal."""
        play = self
        for card in cards:
            if card not in play.legal:
                break
            play = play.after(card)
        return play

    def tricks(self) -> tuple[Trick, ...]:
        """All tricks in their order, the one in play last."""
        found = []
        leader = 1 - self.declarer
        for lead, follow in zip(self.plays[::2], self.plays[1::2], strict=False):
            winner = 1 - leader if follower_wins(lead, follow, self.trump) else leader
            found.append(Trick(leader, lead, follow, winner))
            leader = winner
        if self.lead is not None:
            found.append(Trick(leader, self.lead))
        return tuple(found)


def legal_leads(hand: tuple[Card, ...], barred: Suit | None) -> tuple[Card, ...]:
    """The cards that may be led (R20, R23). Decision: a leader who holds nothing but the barred suit may lead it."""
    if barred is None:
        return hand
    return tuple([card for card in hand if card.suit is not barred]) or hand


def legal_follows(hand: tuple[Card, ...], lead: Card) -> tuple[Card, ...]:
    """The cards that may be played to a lead (R21, R22, R25).

    Decision in R22: a hand of nothing but colons plays the one that matches, and without it any of them.
    """
    suit = lead.suit
    if suit is None:
        return hand
    cards = [card for card in hand if card.suit is suit] or [card for card in hand if card.suit is not None]
    matching = COLON_OF[lead]
    if matching in hand:
        cards.append(matching)
    return tuple(cards) or hand


def follower_wins(lead: Card, follow: Card, trump: Suit | None) -> bool:
    """Whether the follower takes the trick (R22 to R25)."""
    if follow.suit is None or follow.rank is None:
        return False  # a colon that follows never wins
    if follow.suit is trump and lead.suit is not trump:
        return True
    if lead.rank is None:
        return follow.group is lead.group  # a colon was led
    return follow.suit is lead.suit and follow.rank > lead.rank


def barred_suit(lead: Card, follow: Card) -> Suit | None:
    """The suit that the trick bars from the next lead: a matching colon was played to it (R23)."""
    return lead.suit if follow.suit is None and follow.group is lead.group else None
