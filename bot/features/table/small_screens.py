"""Small screens: a resignation asked for, the list of one's matches, the notice of a turn."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.features.table import verbs
from bot.features.table.panel_parts import own_points
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, Style, lines, narrow_rows, screen
from bot.screens.names import known_name, shown_name
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import call_symbol, card_list, card_name
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import Action, Card, Discard, MatchView, Phase, Seat
from bridgette.format import USUAL

PAGE = 20
"""Matches on a page of one's own list: as many as there is room for, whatever their names and links."""

VOID = "v"
"""The detail of a resignation of which the question said that it makes the match void."""


def resign_screen(
    t: Texts, match_id: int, view: MatchView, channel: str | None = None, *, counts: bool = True
) -> Screen:
    """The one question before a resignation, from the view of whoever would resign; good for the deal in play.

    ``channel``: a link to the match's, where the question is asked elsewhere; ``counts``: it is won or lost in the
    leaderboard, if it is a whole one.
    """
    w = Words.of(t, view)
    other = 1 - (view.seat or 0)
    deal, outcome = len(view.deals), "" if view.is_under_way else VOID
    key = "resign-ask" if counts and view.format == USUAL else "resign-ask-short"
    question = t(key, name=w.names[other], **own_points(view))
    where = None if channel is None else t("elsewhere-resign", name=w.names[other], channel=channel)
    return screen(
        Accent.GRAVE,
        lines(where, question if view.is_under_way else t("resign-ask-void")),
        (
            Button(t("resign-yes"), ComponentId(verbs.RESIGN, match_id, deal, outcome), Style.GRAVE),
            Button(t("resign-no"), ComponentId(verbs.STAY, match_id, deal)),
        ),
    )


class Turn(Enum):
    """Whose turn it is in a match, for one of its players."""

    MINE = "mine"
    OTHERS = "others"
    NOBODYS = "nobodys"
    """It rests, since the bot is not on its server."""


class Listed(NamedTuple):
    """One of somebody's matches: its id, the opponent's name, a link to its channel, and whose turn it is.

    One that is played in private has no link: a button leads to it. ``kind`` says what it is, by its name in
    ``bot.games.kinds``.
    """

    id: int
    name: str
    where: str | None
    turn: Turn
    kind: str = ""


def matches_screen(t: Texts, matches: list[Listed], page: int) -> Screen:
    """All of one's matches, each with its channel, a link, and the opponent's name; ``page`` counts from 0."""
    pages = -(-len(matches) // PAGE) or 1
    page = min(page, pages - 1)
    shown = matches[page * PAGE : (page + 1) * PAGE]
    ways = narrow_rows(
        Button(t("private-match", kind=one.kind), ComponentId(verbs.HAND, one.id), Style.MAIN)
        for one in shown
        if one.where is None
    )
    said = lines(*(_listed(t, one) for one in shown))
    if pages == 1:
        return screen(Accent.WAITING, t("hand-list"), said, *ways)
    turn = (
        Button(t("hand-list-previous"), ComponentId(verbs.LIST, at=max(0, page - 1), detail="b"), off=page == 0),
        Button(t("hand-list-next"), ComponentId(verbs.LIST, at=page + 1, detail="n"), off=page + 1 == pages),
    )
    return screen(Accent.WAITING, t("hand-list"), said, t("hand-list-page", page=page + 1, pages=pages), *ways, turn)


def _listed(t: Texts, one: Listed) -> str:
    if one.where is None:
        return t("hand-list-private", kind=one.kind, turn=one.turn.value)
    return t("hand-list-match", channel=one.where, name=shown_name(known_name(t, one.name)), turn=one.turn.value)


def elsewhere_screen(t: Texts, match_id: int, decision: int, view: MatchView, action: Action, channel: str) -> Screen:
    """The question before an act that was typed in another channel than the match's, which it names."""
    said = {"name": Words.of(t, view).names[1 - (view.seat or 0)], "channel": channel}
    if isinstance(action, Discard):
        hand = view.deal.own.hand if view.deal.own else ()
        marked = sum(1 << place for place, card in enumerate(hand) if card in action.cards)
        question, detail = t("elsewhere-discard", **said, cards=card_list(t, action.cards)), f"d.{marked:x}"
    elif isinstance(action, Card):
        question, detail = t("elsewhere-play", **said, card=card_name(t, action)), f"p.{action}"
    else:
        question, detail = t("elsewhere-call", **said, call=call_symbol(t, action)), f"c.{action}"
    yes = Button(t("elsewhere-yes"), ComponentId(verbs.THERE, match_id, decision, detail), Style.MAIN)
    return screen(Accent.YOURS, question, (yes, Button(t("elsewhere-no"), ComponentId(verbs.STAY, match_id, decision))))


def did_screen(t: Texts, match_id: int, said: str) -> Screen:
    """What a player has just done by typing it; should the panel not be there any more, a button brings it."""
    return screen(Accent.WAITING, said, (Button(t("button-hand"), ComponentId(verbs.HAND, match_id)),))


def did(t: Texts, action: Action) -> str:
    """What a player has just done, in a sentence for that player alone."""
    if isinstance(action, Discard):
        return t("typed-did-discard", cards=card_list(t, action.cards))
    if isinstance(action, Card):
        return t("typed-did-play", card=card_name(t, action))
    return t("typed-did-call", call=call_symbol(t, action))


def direct_screen(t: Texts, view: MatchView, seat: Seat, link: str) -> Screen:
    """The direct message that tells a seat of its turn, from a spectator's view; ``link`` leads to the match."""
    name = Words.of(t, view).names[1 - seat]
    match view.deal.phase:
        case Phase.EXCHANGE:
            told = t("direct-exchange", name=name, link=link)
        case Phase.AUCTION:
            told = t("direct-call", name=name, link=link)
        case _:
            told = t("direct-play", name=name, link=link)
    return screen(Accent.YOURS, told, t("direct-why"))


def notice_screen(
    t: Texts, match_id: int, view: MatchView, seat: Seat, mention: str, added: Added = NOTHING_ADDED
) -> Screen:
    """The message that tells a seat that it is its turn, from a spectator's view; ``mention`` pings."""
    phase = view.deal.phase
    if phase is Phase.EXCHANGE:
        # The challenger, at seat 0, learns of the match by this.
        first_of_all = seat == 0 and len(view.deals) == 1 and not any(view.deal.chosen)
        key = "notice-start" if first_of_all else "notice-exchange"
    else:
        key = "notice-call" if phase is Phase.AUCTION else "notice-play"
    button = Button(t("button-hand"), ComponentId(verbs.HAND, match_id), Style.MAIN)
    said = lines(t(key, mention=mention), *added.lines)
    return screen(Accent.YOURS, said, *narrow_rows((button, *added.buttons)))
