"""What of the rules a match made use of, found in its record."""

from __future__ import annotations

from collections.abc import Iterator

from bridgette import Card, Deal, Match, Play
from bridgette.cards import COLON_OF

EXCHANGES = frozenset(f"the dealer exchanges {count} (R10)" for count in (4, 8, 12))
AUCTIONS = frozenset(
    (
        "passed out (R18)",
        "undoubled contract",
        "doubled contract (R16)",
        "redoubled contract (R16)",
        "dealer passes first",
    )
)
SCORES = frozenset(
    ("made exactly (R27)", "three over (R28)", "short (R31)", "made doubled (R29)", "made redoubled (R29)")
)
COLONS = frozenset(
    (
        "matching colon while holding the suit (R22)",
        "matching colon without the suit (R22)",
        "a suit barred from the next lead (R23)",
        "a barred trump suit (R23)",
        "nothing but the barred suit left to lead (R23)",
        "barred suit and a colon: the colon is led (R23)",
        "nothing but colons, none of which matches (R22)",
        "nothing but colons, one of which matches (R22)",
        "colon led, won by a trump (R25)",
        "colon led, won by a card of its group (R25)",
        "colon led, kept by the leader (R25)",
        "colon led, another colon played (R25)",
    )
)
MATCHES = frozenset(("a tie and a seventh deal (R6)", "decided in six (R5)"))
ALL = EXCHANGES | AUCTIONS | SCORES | COLONS | MATCHES


def features(match: Match) -> frozenset[str]:
    """The features, among ``ALL``, of a finished match."""
    found = {"a tie and a seventh deal (R6)" if match.counted == 7 else "decided in six (R5)"}
    for deal in match.deals:
        found.add(f"the dealer exchanges {deal.to_discard(deal.dealer)} (R10)")
        found.update(_of_auction(deal))
        found.update(_of_play(deal))
    return frozenset(found)


def _of_auction(deal: Deal) -> Iterator[str]:
    result, auction = deal.result, deal.auction
    if result is None or auction is None:
        return
    if result.contract is None:
        yield "passed out (R18)"
        return
    doubling = result.contract.doubling
    yield ("undoubled contract", "doubled contract (R16)", "redoubled contract (R16)")[doubling]
    if str(auction.calls[0]) == "Pass":
        yield "dealer passes first"
    if result.margin == 0:
        yield "made exactly (R27)"
    if result.margin == 3:
        yield "three over (R28)"
    if result.margin < 0:
        yield "short (R31)"
    elif doubling:
        yield ("made doubled (R29)", "made redoubled (R29)")[doubling - 1]


def _of_play(deal: Deal) -> Iterator[str]:
    if deal.play is None:
        return
    play = Play.begin(deal.play.declarer, deal.play.trump, (deal.kept(0), deal.kept(1)))
    for card in deal.play.plays:
        lead, hand = play.lead, play.hands[play.turn]
        if lead is None:
            yield from _of_lead(play, hand)
        elif lead.is_colon:
            yield _of_colon_led(play, lead, card)
        else:
            yield from _of_follow(hand, lead, card)
        play = play.after(card)


def _of_lead(play: Play, hand: tuple[Card, ...]) -> Iterator[str]:
    barred = [card for card in hand if card.suit is play.barred and not card.is_colon]
    if not barred:
        return
    others = [card for card in hand if card not in barred]
    if not others:
        yield "nothing but the barred suit left to lead (R23)"
        return
    yield "a suit barred from the next lead (R23)"
    if play.barred is play.trump:
        yield "a barred trump suit (R23)"
    if all(card.is_colon for card in others):
        yield "barred suit and a colon: the colon is led (R23)"


def _of_follow(hand: tuple[Card, ...], lead: Card, card: Card) -> Iterator[str]:
    matching = COLON_OF[lead]
    if all(held.is_colon for held in hand):
        if matching not in hand:
            yield "nothing but colons, none of which matches (R22)"
        elif len(hand) > 1:
            yield "nothing but colons, one of which matches (R22)"
    elif card is matching:
        holds = any(held.suit is lead.suit for held in hand)
        yield f"matching colon {'while holding' if holds else 'without'} the suit (R22)"


def _of_colon_led(play: Play, lead: Card, card: Card) -> str:
    if card.is_colon:
        return "colon led, another colon played (R25)"
    if card.suit is play.trump:
        return "colon led, won by a trump (R25)"
    return f"colon led, {'won by a card of its group' if card.group is lead.group else 'kept by the leader'} (R25)"
