"""The panel of somebody who waits for the opponent."""

from __future__ import annotations

from bot.features.table import verbs
from bot.features.table.panel_parts import (
    Drawn,
    bid_told,
    call_key,
    contract_line,
    discards_line,
    last_trick_line,
    status_line,
)
from bot.screens.message import Accent, Button, Screen, lines, screen
from bot.screens.symbols import card_told, suit_lines
from bridgette import Phase


def waiting_panel(p: Drawn) -> Screen:
    """Who is to act, what the player did last, and the hand."""
    return screen(
        Accent.WAITING,
        lines(
            last_trick_line(p.w, p.view, p.deal),
            None if p.deal.phase is Phase.PLAY else status_line(p),
            p.t("panel-waiting", name=p.other),
            _done_line(p),
            contract_line(p),
            suit_lines(p.t, p.own.hand),
            discards_line(p),
            p.t("panel-follows"),
        ),
        (Button(p.t("panel-refresh"), p.state.id(verbs.HAND)),),
    )


def _done_line(p: Drawn) -> str | None:
    """What the player did last, as far as the opponent has to answer it."""
    deal = p.deal
    if deal.phase is Phase.EXCHANGE:
        return p.t("panel-done-discard", name=p.other)
    if deal.phase is Phase.AUCTION:
        call = call_key(deal.calls[-1] if deal.calls else None)
        return p.t("panel-done-call", call=call, bid=bid_told(p), name=p.other)
    if deal.lead is None:
        return p.t("panel-done-trick", name=p.other, trick=sum(deal.won) + 1)
    return p.t("panel-done-lead", card=card_told(p.t, deal.lead), trick=sum(deal.won) + 1)
