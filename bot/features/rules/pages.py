"""The pages of the guide, and which of them belongs to what goes on."""

from __future__ import annotations

from enum import Enum

from bridgette import MatchView, Phase


class Page(Enum):
    """A page; the value is what texts and pictures know it by. The order is that of reading."""

    MINUTE = "minute"
    CARDS = "cards"
    EXCHANGE = "exchange"
    AUCTION = "auction"
    BIDS = "bids"
    PLAY = "play"
    COLONS = "colons"
    SCORE = "score"
    HERE = "here"


PAGES = tuple(Page)

_OF_PHASE = {Phase.EXCHANGE: Page.EXCHANGE, Phase.AUCTION: Page.AUCTION, Phase.PLAY: Page.PLAY, Phase.OVER: Page.SCORE}


def page_at(number: int) -> Page:
    """The page of a number, counted from 0; the last one for whatever lies beyond."""
    return PAGES[min(number, len(PAGES) - 1)]


def page_for(view: MatchView | None) -> Page:
    """The page that explains what goes on in a match: the first one where none has begun.

    While a suit is barred from the lead, that is the page of the colons (R23).
    """
    if view is None or not view.deals:
        return Page.MINUTE
    return Page.COLONS if view.deal.barred is not None else _OF_PHASE[view.deal.phase]
