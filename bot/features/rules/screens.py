"""The guide: a page of it, with the buttons that lead to the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.features.rules import examples, verbs
from bot.features.rules.pages import PAGES, Page
from bot.features.rules.pictures import picture
from bot.features.rules.score_page import score_text
from bot.features.rules.tables import fixed, paragraphs
from bot.ids import ComponentId
from bot.screens.faces import card_face, sign
from bot.screens.message import Accent, Button, Picture, Screen, Style, lines, narrow_rows, screen
from bot.screens.symbols import SUIT_KEYS, call_symbol, card_list, card_name, card_sign, strain_symbol
from bot.screens.words import GROUP_KEYS
from bot.texts import Texts
from bridgette import BIDS, DECK, Card, Strain, Suit
from bridgette.cards import COLON_OF
from bridgette.deal import DEALER_DRAWS, HAND, NON_DEALER_DRAWS
from bridgette.format import USUAL

BASE = BIDS[0].goal
"""Tricks that a bid of level 0 promises (R13)."""

_COLONS = {card.group: card for card in DECK if card.is_colon}


def guide_screen(t: Texts, page: Page, *, with_pictures: bool = True) -> Screen:
    """A page of the guide. The words are complete without the picture."""
    place = PAGES.index(page)
    content = picture(page.value) if with_pictures else None
    shown = Picture(f"{page.value}.png", content, t(f"guide-{page.value}-picture")) if content else None
    return screen(
        Accent.RESULT,
        t(f"guide-{page.value}-title"),
        shown,
        _TEXTS[page](t),
        t("guide-page", page=place + 1, pages=len(PAGES)),
        (_turn(t("guide-previous"), place - 1), _turn(t("guide-next"), place + 1)),
        *narrow_rows(_leap(t, number, one, page) for number, one in enumerate(PAGES)),
    )


def _turn(label: str, to: int) -> Button:
    """To the page before or after; off where there is none. Ids in a message differ, also from those of the pages."""
    is_there = 0 <= to < len(PAGES)
    return Button(label, ComponentId(verbs.TURN, 0, max(0, to), "step"), Style.MAIN, off=not is_there)


def _leap(t: Texts, number: int, page: Page, shown: Page) -> Button:
    """To that page; the one that is shown is off."""
    return Button(t(f"guide-go-{page.value}"), ComponentId(verbs.TURN, 0, number), off=page is shown)


# ---------------------------------------------------------------------------------- the pages


def _minute(t: Texts) -> str:
    parts = lines(t("guide-minute-exchange", hand=HAND), t("guide-minute-auction"), t("guide-minute-play", tricks=HAND))
    return paragraphs(t("guide-minute"), parts, t("guide-minute-match", deals=USUAL.deals))


def _cards(t: Texts) -> str:
    king, spades = examples.UP_CARD, [card for card in DECK if card.suit is Suit.SPADES]
    colons = [
        # Where there is no emoji the name is enough.
        t("guide-cards-colon", name=card_name(t, colon), face=sign(card_face(colon), "·"), group=GROUP_KEYS[group])
        for group, colon in _COLONS.items()
    ]
    return paragraphs(
        t("guide-cards", count=len(DECK), ranks=card_list(t, spades)),
        lines(t("guide-cards-colons"), *colons),
        t("guide-cards-example", card=card_sign(t, king), name=card_name(t, COLON_OF[king])),
        t("guide-cards-order", strains=_strains(t)),
    )


def _exchange(t: Texts) -> str:
    up = examples.UP_CARD
    draws = [
        t("guide-exchange-draws", group=GROUP_KEYS[group], name=card_name(t, _COLONS[group]), count=count)
        for group, count in DEALER_DRAWS.items()
    ]
    drawn = {"dealers": DEALER_DRAWS[up.group], "others": NON_DEALER_DRAWS}
    return paragraphs(
        t("guide-exchange", hand=HAND),
        lines(t("guide-exchange-dealer", count=NON_DEALER_DRAWS), *draws),
        t("guide-exchange-example", up=card_sign(t, up), **drawn),
        t("guide-exchange-discard", hand=HAND),
        t("guide-exchange-keep"),
    )


def _auction(t: Texts) -> str:
    lowest, goals = BIDS[0], {bid.level: bid.goal for bid in BIDS}
    table = [[t("guide-level"), *map(str, goals)], [t("guide-tricks"), *map(str, goals.values())]]
    bid = examples.SUIT_BID
    return paragraphs(
        t("guide-auction"),
        lines(t("guide-auction-level", base=BASE, bid=call_symbol(t, bid), needed=bid.goal), fixed(table)),
        t("guide-auction-lowest", lowest=call_symbol(t, lowest), base=BASE),
        t("guide-auction-order", strains=_strains(t)),
        t("guide-auction-end"),
    )


def _bids(t: Texts) -> str:
    may = [bid for bid in examples.TRIED if examples.may_bid(bid)]
    example = {
        "hand-cards": card_list(t, examples.BIDDER),
        "may": t("joiner-list").join(call_symbol(t, bid) for bid in may),
        "may-not": call_symbol(t, examples.JUMP),
    }
    standing, bid = call_symbol(t, examples.STANDING), call_symbol(t, examples.JUMP)
    return paragraphs(
        lines(*(t(f"guide-bids-{what}") for what in ("suit", "no-trump", "jump", "colons"))),
        lines(t("guide-bids-example", **example), t("guide-bids-no-jump", standing=standing, bid=bid)),
        t("guide-bids-double"),
    )


def _play(t: Texts) -> str:
    lead, may = card_sign(t, examples.FOLLOWED), _cards_said(t, examples.FOLLOWER, examples.MAY_FOLLOW)
    return paragraphs(
        lines(t("guide-play-lead"), t("guide-play-follow"), t("guide-play-wins")),
        lines(t("guide-play-examples", suit=SUIT_KEYS[examples.TRUMP]), *_tricks(t, examples.TRICKS)),
        t("guide-play-may", lead=lead, **may),
        t("guide-play-last", tricks=HAND),
    )


def _colons(t: Texts) -> str:
    lead, follow = (card_sign(t, card) for card in examples.CAUGHT)
    suit, left = SUIT_KEYS[examples.BARRED], _cards_said(t, examples.LEADER, examples.MAY_LEAD)
    return paragraphs(
        t("guide-colons-catch"),
        t("guide-colons-example", lead=lead, follow=follow, suit=suit, **left),
        t("guide-colons-else"),
        t("guide-colons-lead"),
        lines(t("guide-play-examples", suit=SUIT_KEYS[examples.TRUMP]), *_tricks(t, examples.COLON_LED)),
    )


def _here(t: Texts) -> str:
    return paragraphs(*(t(f"guide-here{part}") for part in ("-start", "-lessons", "-buttons", "-commands")))


_TEXTS: dict[Page, Callable[[Texts], str]] = {
    Page.MINUTE: _minute,
    Page.CARDS: _cards,
    Page.EXCHANGE: _exchange,
    Page.AUCTION: _auction,
    Page.BIDS: _bids,
    Page.PLAY: _play,
    Page.COLONS: _colons,
    Page.SCORE: score_text,
    Page.HERE: _here,
}


def _strains(t: Texts) -> str:
    """The strains from low to high (R4)."""
    return " ".join(strain_symbol(t, strain) for strain in Strain)


def _tricks(t: Texts, tricks: Iterable[examples.WholeTrick]) -> list[str]:
    """Tricks, a line each, and which card wins."""
    return [
        t(
            "guide-trick",
            lead=card_sign(t, trick.lead),
            follow=card_sign(t, trick.follow),
            winner="follow" if trick.follower_wins else "lead",
        )
        for trick in tricks
    ]


def _cards_said(t: Texts, hand: tuple[Card, ...], may: tuple[Card, ...]) -> dict[str, str]:
    """A hand and what of it may be played, as arguments of a text."""
    return {"hand-cards": card_list(t, hand), "may-cards": card_list(t, may)}
