"""An offer to stop, and a moderator's question."""

from __future__ import annotations

from bot.features.stopping import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, Style, lines, screen
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import MatchView, Seat


def offer_line(t: Texts, view: MatchView, seat: Seat) -> str:
    """Who offers to stop, for everybody."""
    names = Words.of(t, view).names
    return t("stop-offer", name=names[seat], other=names[1 - seat])


def offer_buttons(t: Texts, match_id: int, number: int) -> tuple[Button, Button]:
    """The answers to the offer that the act ``number`` made."""
    return (
        Button(t("stop-agree"), ComponentId(verbs.AGREE, match_id, number)),
        Button(t("stop-decline"), ComponentId(verbs.DROP, match_id, number)),
    )


def own_offer_screen(t: Texts, match_id: int, number: int, name: str) -> Screen:
    """What whoever has offered sees; ``name``: the opponent's, ready for a message."""
    return screen(
        Accent.WAITING,
        t("stop-offered", name=name),
        (Button(t("stop-take-back"), ComponentId(verbs.DROP, match_id, number)),),
    )


def answer_screen(t: Texts, match_id: int, number: int, view: MatchView) -> Screen:
    """The offer, to the one who is to answer it."""
    return screen(
        Accent.YOURS,
        offer_line(t, view, 1 - (view.seat or 0)),
        offer_buttons(t, match_id, number),
    )


def alone_screen(t: Texts, match_id: int, deals: int) -> Screen:
    """The one question before somebody stops a match against the house; good for the deal in play."""
    return screen(
        Accent.GRAVE,
        t("stop-ask-alone"),
        (Button(t("stop-yes"), ComponentId(verbs.ALONE, match_id, deals), Style.GRAVE),),
    )


def moderator_screen(t: Texts, match_id: int, view: MatchView) -> Screen:
    """The one question before a moderator stops a match, from a spectator's view; good for the deal in play."""
    w = Words.of(t, view)
    return screen(
        Accent.GRAVE,
        lines(t("stop-ask", **w.both("name", w.names)), w.totals(view.totals)),
        (
            Button(t("stop-yes"), ComponentId(verbs.STOP, match_id, len(view.deals)), Style.GRAVE),
            Button(t("stop-no"), ComponentId(verbs.LEAVE, match_id, len(view.deals))),
        ),
    )
