"""One line that explains what comes up, from a player's own view alone.

Nothing is remembered: whether something came up before in the deal is seen in the calls and tricks so far.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens.reader import is_new_call
from bot.screens.symbols import SUIT_KEYS, call_symbol, card_sign, card_symbol, strain_symbol
from bot.screens.words import GROUP_KEYS
from bot.texts import Texts
from bridgette import BIDS, Card, DealView, MatchView, OwnCards, Phase, Seat, Strain
from bridgette.cards import COLON_OF
from bridgette.deal import HAND


def lesson(t: Texts, view: MatchView) -> str | None:
    """What to explain to the player whose view it is; nothing while there is nothing to decide, or nothing new."""
    deal, seat = view.deal, view.seat
    if seat is None or deal.own is None or seat not in view.to_act:
        return None
    match deal.phase:
        case Phase.EXCHANGE:
            return _exchange(t, deal.own)
        case Phase.AUCTION:
            return _auction(t, deal, seat)
    return _follow(t, deal, deal.own, deal.lead, seat) if deal.lead else _lead(t, deal, deal.own, seat)


def _exchange(t: Texts, own: OwnCards) -> str:
    colons = _colons(t, own.hand)
    if not colons:
        return t("lesson-discard", count=own.to_discard)
    return t("lesson-discard-colon", count=own.to_discard, colons=colons)


def _auction(t: Texts, deal: DealView, seat: Seat) -> str | None:
    """What a level is, what another's bid means, what a double does: each when it comes up first."""
    bid = deal.standing
    if not is_new_call(deal, seat):
        return None
    if bid is None:
        return t("lesson-level", base=BIDS[0].goal, lowest=call_symbol(t, BIDS[0]))
    said = {"bid": call_symbol(t, bid)}
    if deal.bidder == seat:
        return t("lesson-doubled", **said)
    if deal.doubling:
        return t("lesson-redoubled", **said)
    key = "lesson-standing-no-trump" if bid.strain is Strain.NO_TRUMP else "lesson-standing"
    return t(key, **said, needed=bid.goal)


def _lead(t: Texts, deal: DealView, own: OwnCards, seat: Seat) -> str | None:
    """The first lead of the deal, the player's first one after that, and whatever is barred."""
    if deal.barred is not None and len(own.cards) < len(own.hand):
        return t("lesson-barred", suit=SUIT_KEYS[deal.barred])
    if not deal.tricks and deal.contract is not None:
        needed = deal.contract.bid.goal
        return t("lesson-first-lead", needed=needed, breaking=HAND + 1 - needed)
    if any(trick.leader == seat for trick in deal.tricks[1:]):
        return None
    colons = _colons(t, own.hand)
    return t("lesson-lead-colon", colons=colons) if colons else t("lesson-lead")


def _follow(t: Texts, deal: DealView, own: OwnCards, lead: Card, seat: Seat) -> str | None:
    """A colon that was led, or can catch; following suit, and having none of it, each when it comes up first."""
    if all(card.is_colon for card in own.hand):
        return None  # there is nothing to choose by
    if lead.suit is None:
        return t("lesson-colon-led", group=GROUP_KEYS[lead.group])
    said = {"suit": SUIT_KEYS[lead.suit]}
    if (colon := COLON_OF[lead]) in own.cards:
        group = GROUP_KEYS[lead.group]
        return t("lesson-catch", **said, colon=card_symbol(t, colon), lead=card_sign(t, lead), group=group)
    has_suit = any(card.suit is lead.suit for card in own.cards)
    if has_suit in _followed(deal, seat):
        return None
    if has_suit:
        return t("lesson-follow", **said)
    trump = None if deal.contract is None else deal.contract.bid.strain
    if trump is not None and any(card.suit is trump.suit for card in own.cards if card.suit):
        return t("lesson-ruff", **said, trump=strain_symbol(t, trump))
    return t("lesson-throw", **said)


def _followed(deal: DealView, seat: Seat) -> set[bool]:
    """Of the cards that the seat has played to a suit so far, colons apart: whether they were of that suit."""
    return {
        trick.follow.suit is trick.lead.suit
        for trick in deal.tricks
        if trick.leader != seat and trick.lead.suit and trick.follow and trick.follow.suit
    }


def _colons(t: Texts, hand: Iterable[Card]) -> str:
    """The colons held, each with the cards that it stands for; nothing where there are none."""
    held = (card for card in hand if card.is_colon)
    said = (t("lesson-colon", name=card_symbol(t, colon), group=GROUP_KEYS[colon.group]) for colon in held)
    return t("joiner-list").join(said)
