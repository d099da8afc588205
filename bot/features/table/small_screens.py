"""Small screens: a resignation asked for, the list of one's matches, the notice of a turn."""

from __future__ import annotations

from bot.features.table import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Link, Screen, Style, rows, screen
from bot.screens.names import plain_name
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import MatchView, Phase, Seat

MOST_LINKS = 25
"""Matches in a list of one's own; more would not fit one message."""


def resign_screen(t: Texts, match_id: int, view: MatchView) -> Screen:
    """The one question before a resignation, from the view of whoever would resign; good for the deal in play."""
    w = Words.of(t, view)
    other = 1 - (view.seat or 0)
    deal = len(view.deals)
    return screen(
        Accent.GRAVE,
        t("resign-ask", name=w.names[other], **w.both("points", view.totals)),
        (
            Button(t("resign-yes"), ComponentId(verbs.RESIGN, match_id, deal), Style.GRAVE),
            Button(t("resign-no"), ComponentId(verbs.STAY, match_id, deal)),
        ),
    )


def matches_screen(t: Texts, matches: list[tuple[str, str]]) -> Screen:
    """Links to one's matches, each with the opponent's name and the address of its channel."""
    links = [Link(t("hand-list-link", name=plain_name(name)), url) for name, url in matches[:MOST_LINKS]]
    return screen(Accent.WAITING, t("hand-list"), *rows(links))


def notice_screen(t: Texts, match_id: int, view: MatchView, seat: Seat, mention: str) -> Screen:
    """The message that tells a seat that it is its turn, from a spectator's view; ``mention`` pings."""
    phase = view.deal.phase
    if phase is Phase.EXCHANGE:
        # The challenger, at seat 0, learns of the match by this.
        first_of_all = seat == 0 and len(view.deals) == 1 and not any(view.deal.chosen)
        key = "notice-start" if first_of_all else "notice-exchange"
    else:
        key = "notice-call" if phase is Phase.AUCTION else "notice-play"
    button = Button(t("button-hand"), ComponentId(verbs.HAND, match_id), Style.MAIN)
    return screen(Accent.YOURS, t(key, mention=mention), (button,))
