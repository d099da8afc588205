"""The baseline's play: rules of thumb that count only the cards that have not been seen.

Leading: masters and trumps while they draw the opponent's, else the longest suit. Following: win as cheaply as
possible, ruff low, give up the least valuable card, play the colon rather than lose an honour.
"""

from __future__ import annotations

from typing import NamedTuple

from bridgette.cards import COLON_OF, Card, Group, Rank, Seat, Suit
from bridgette.computer.guessing.evidence import SUIT_MASKS, Evidence
from bridgette.computer.guessing.holdings import mask_of
from bridgette.play import follower_wins

_GROUPS = {group: mask_of(card for card in COLON_OF if not card.is_colon and card.group is group) for group in Group}


class Table(NamedTuple):
    """The play as the player sees it: its hand, the cards that the opponent may hold as a mask, how many of how
    many unseen ones they hold, the trumps, whether the player declares."""

    hand: tuple[Card, ...]
    theirs: int
    share: float
    trump: Suit | None
    declares: bool

    def suit(self, suit: Suit | None) -> list[Card]:
        """The own cards of a suit, from the highest down."""
        return [card for card in self.hand if card.suit is suit]

    def beaters(self, card: Card) -> int:
        """How many cards that the opponent may hold rank above the card in its suit."""
        return 0 if card.suit is None else (self.theirs & SUIT_MASKS[card.suit] & ((1 << card.index) - 1)).bit_count()

    def expected(self, suit: Suit | None) -> float:
        """How many cards of the suit the opponent holds in the mean."""
        return 0.0 if suit is None else (self.theirs & SUIT_MASKS[suit]).bit_count() * self.share


def table_of(hand: tuple[Card, ...], evidence: Evidence, trump: Suit | None, declarer: Seat, seat: Seat) -> Table:
    """The play as the seat sees it."""
    theirs = (evidence.unseen | (evidence.drew_up_card & ~evidence.played)) & ~evidence.gone
    share = min(1.0, evidence.holds / max(1, theirs.bit_count()))
    return Table(hand, theirs, share, trump, declarer == seat)


def choose_card(table: Table, legal: tuple[Card, ...], lead: Card | None) -> Card:
    """A card to lead, or to play to the opponent's lead. The first of equals, in the order of listing."""
    if len(legal) == 1:
        return legal[0]
    if lead is None:
        return max(legal, key=lambda card: _worth_leading(table, card))
    winners = [card for card in legal if follower_wins(lead, card, table.trump)]
    losers = [card for card in legal if card not in winners]
    if winners:
        cheapest = min(winners, key=lambda card: (_cost_of_winning(table, card), -card.index))
        if not losers or _worth_winning(table, lead, cheapest, losers):
            return cheapest
    return min(losers, key=lambda card: (_cost_of_losing(table, lead, card), -card.index))


def _worth_leading(table: Table, card: Card) -> float:
    if card.suit is None:
        return _worth_leading_colon(table, card)
    trump, length = table.trump, len(table.suit(card.suit))
    master = table.beaters(card) == 0
    expected = table.expected(card.suit)
    trumps_out = table.expected(trump)
    high = card.rank or 0
    if card.suit is trump:
        if not trumps_out:
            return 20.0 + length - high / 100  # the opponent has none: they are tricks, and can wait
        if master:
            return 60.0 + high / 100 if table.declares or length > trumps_out else 15.0
        return 12.0 + length - high / 20 if table.declares and length >= trumps_out + 2 else 2.0 - high / 10
    if master:
        safe = not trumps_out or expected >= 1.5
        return (50.0 if safe else 18.0) + length + high / 100
    following = table.suit(card.suit)
    sequence = any(other.index == card.index + 1 for other in following) and high >= Rank.TEN
    best = following[0]
    worth = 10.0 + 1.5 * length - high / 10
    if sequence and card is best:
        worth += 3.0
    if best is not card and table.beaters(best) == 1 and length <= 3:
        worth -= 3.0  # away from a tenace or a guarded honour
    if trumps_out and length == 1 and not table.declares and table.suit(trump):
        worth += 3.0  # for a ruff
    return worth


def _worth_leading_colon(table: Table, card: Card) -> float:
    """A colon takes the trick unless the opponent has a card of its group or a trump (R25)."""
    group = (table.theirs & _GROUPS[card.group]).bit_count() * table.share
    trumps = table.expected(table.trump)
    if group + trumps == 0:
        return 55.0
    return 8.0 if card.group is not Group.SPOTS and group + trumps < 0.7 else 0.0


def _value(table: Table, card: Card) -> float:
    """How much a card is worth keeping, in tenths of a trick about."""
    if card.suit is None:
        return 1.0 if card.group is Group.SPOTS else 3.0
    beaters, suit = table.beaters(card), table.suit(card.suit)
    below = len(suit) - 1 - suit.index(card)
    rank = (card.rank or 0) / 10
    if card.suit is table.trump:
        return 8.0 + rank * 2
    if beaters == 0:
        return 9.0 + rank
    guarded = below >= beaters
    worth = 6.0 - beaters if guarded and card.rank and card.rank >= Rank.TEN else 0.0
    # A small card that guards an honour is worth a part of it.
    guards = any(
        table.beaters(other) and table.beaters(other) == len(suit) - 1 - suit.index(other)
        for other in suit
        if other.index < card.index and (other.rank or 0) >= Rank.JACK
    )
    return max(0.0, worth) + rank + (2.5 if guards else 0.0) + max(0, len(suit) - 3) * 0.5


def _cost_of_winning(table: Table, card: Card) -> float:
    return (card.rank or 0) + (20 if card.suit is table.trump else 0)


def _worth_winning(table: Table, lead: Card, winner: Card, losers: list[Card]) -> bool:
    """Whether to take the trick: always, but with an ace to a colon that nothing else of value goes to."""
    if lead.suit is None and winner.group is Group.ACES and winner.suit is not table.trump:
        return table.expected(table.trump) > 2 or len(table.hand) <= 3
    return True


def _cost_of_losing(table: Table, lead: Card, card: Card) -> float:
    """What it costs to give the card to a trick that is lost."""
    if card.suit is None:
        if card.group is lead.group and lead.suit is not None:
            # It bars the suit, and saves a card of it; best when the leader would go on with it.
            goes_on = table.expected(lead.suit)
            return 2.5 - min(goes_on, 2.0)
        return _value(table, card)
    return _value(table, card)
