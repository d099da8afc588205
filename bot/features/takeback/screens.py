"""A request to take a move back. Of discards nothing is told but that they are discards: they are secret (R11)."""

from __future__ import annotations

from bot.features.takeback import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, screen
from bot.screens.symbols import bid_sign, call_symbol, name_sign
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import Bid, DealView, MatchView, Phase, Seat


def request_line(t: Texts, view: MatchView, seat: Seat) -> str:
    """Who asks to take what back, in words for whoever has the view: a watcher, that player, or the opponent."""
    return t("back-request", **_people(t, view, seat), **_last_move(t, view.deal))


def kept_line(t: Texts, view: MatchView) -> str:
    """What was asked back stands, for whoever has asked."""
    return t("back-kept", **_last_move(t, view.deal))


def taken_line(t: Texts, view: MatchView, seat: Seat) -> str:
    """Who has taken a move back, until that player has moved anew, in words for whoever has the view."""
    kind = {Phase.EXCHANGE: "discards", Phase.AUCTION: "call"}.get(view.deal.phase, "card")
    return t("back-taken", **_people(t, view, seat), kind=kind)


def _people(t: Texts, view: MatchView, seat: Seat) -> dict[str, str]:
    """Both players and the reader as arguments of a text; ``seat``: whoever asks."""
    names = Words.of(t, view).names
    reader = "watcher" if view.seat is None else "asker" if view.seat == seat else "other"
    return {"reader": reader, "name": names[seat], "other": names[1 - seat]}


def _last_move(t: Texts, deal: DealView) -> dict[str, str]:
    """The last move of a deal as arguments of a text: what everybody has seen of it."""
    if deal.tricks:
        trick = deal.tricks[-1]
        return {"kind": "card", "move": name_sign(t, trick.lead if trick.follow is None else trick.follow)}
    if deal.calls:
        call = deal.calls[-1]
        return {"kind": "call", "move": bid_sign(t, call) if isinstance(call, Bid) else call_symbol(t, call)}
    return {"kind": "discards", "move": ""}


def ask_button(t: Texts, match_id: int, number: int) -> Button:
    """Asks to take back the move that is the act ``number``."""
    return Button(t("back-ask"), ComponentId(verbs.ASK, match_id, number))


def drop_button(t: Texts, match_id: int, number: int) -> Button:
    """Drops the request that the act ``number`` made, by whoever made it."""
    return Button(t("back-drop"), ComponentId(verbs.KEEP, match_id, number))


def answer_buttons(t: Texts, match_id: int, number: int) -> tuple[Button, Button]:
    """The answers to the request that the act ``number`` made."""
    return (
        Button(t("back-allow"), ComponentId(verbs.ALLOW, match_id, number)),
        Button(t("back-decline"), ComponentId(verbs.KEEP, match_id, number)),
    )


def answer_screen(t: Texts, match_id: int, number: int, view: MatchView) -> Screen:
    """The request, to the player who is to answer it."""
    said = request_line(t, view, 1 - (view.seat or 0))
    return screen(Accent.YOURS, said, answer_buttons(t, match_id, number))
