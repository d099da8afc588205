"""Small screens: the rules, a resignation asked for, the list of one's matches, the notice of a turn."""

from __future__ import annotations

from bot.ids import ComponentId, Verb
from bot.screens.names import plain_name
from bot.screens.screen import Accent, Button, Link, Screen, Style, rows, screen
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import MatchView, Phase

MOST_LINKS = 25
"""Matches in a list of one's own; more would not fit one message."""


def rules_screen(t: Texts) -> Screen:
    """The game on a page, and how to play it here."""
    return screen(Accent.RESULT, t("rules-page"), t("rules-here"))


def resign_screen(t: Texts, match_id: int, view: MatchView) -> Screen:
    """The one question before a resignation, from the view of whoever would resign; good for the deal in play."""
    w = Words.of(t, view)
    other = 1 - (view.seat or 0)
    first, second = view.totals
    number = len(view.deals)
    return screen(
        Accent.GRAVE,
        t("resign-ask", name=w.names[other], first=first, second=second),
        (
            Button(t("resign-yes"), ComponentId(Verb.RESIGN, match_id, number), Style.GRAVE),
            Button(t("resign-no"), ComponentId(Verb.STAY, match_id, number)),
        ),
    )


def plain_screen(text: str) -> Screen:
    """A screen of one text."""
    return screen(Accent.WAITING, text)


def matches_screen(t: Texts, matches: list[tuple[str, str]]) -> Screen:
    """Links to one's matches, each with the opponent's name and the address of its channel."""
    links = [Link(t("hand-list-link", name=plain_name(name)), url) for name, url in matches[:MOST_LINKS]]
    return screen(Accent.WAITING, t("hand-list"), *rows(links))


def notice_screen(t: Texts, match_id: int, view: MatchView, mention: str) -> Screen:
    """The message that tells a player that it is their turn; ``mention`` pings them."""
    phase = view.deal.phase
    if phase is Phase.EXCHANGE:
        first_of_all = len(view.deals) == 1 and not any(view.deal.chosen)
        key = "notice-start" if first_of_all else "notice-exchange"
    else:
        key = "notice-call" if phase is Phase.AUCTION else "notice-play"
    button = Button(t("button-hand"), ComponentId(Verb.HAND, match_id), Style.MAIN)
    return screen(Accent.YOURS, t(key, mention=mention), (button,))


def thread_screen(t: Texts, sentence: str, opponent_id: int) -> Screen:
    """A refusal because the channel is busy, with the way out of it; ``opponent_id`` 0: anybody."""
    button = Button(t("thread-open"), ComponentId(Verb.THREAD, opponent_id), Style.MAIN)
    return screen(Accent.WAITING, sentence, (button,))
