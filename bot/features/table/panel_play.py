"""The panel in the play: which card (R19 to R25)."""

from __future__ import annotations

from bot.features.table import verbs
from bot.features.table.panel_parts import (
    Drawn,
    back_row,
    card_button,
    contract_line,
    discards_line,
    last_trick_line,
)
from bot.screens.message import Accent, Button, Row, Screen, Style, lines, narrow_rows, screen
from bot.screens.symbols import SUIT_KEYS, card_label, card_name, card_told
from bridgette import Card, Suit


def play_panel(p: Drawn) -> Screen:
    """The trick first, then a button a card: they are the hand."""
    t, lead, trick = p.t, p.deal.lead, sum(p.deal.won) + 1
    if lead is None:
        todo = t("panel-to-lead", trick=trick)
    else:
        todo = t("panel-to-follow", trick=trick, name=p.other, lead=card_told(t, lead))
    return screen(
        Accent.YOURS,
        lines(
            last_trick_line(p.w, p.view, p.deal),
            todo,
            contract_line(p),
            discards_line(p),
            *_reasons(p),
        ),
        *_card_rows(p),
        *back_row(p),
    )


def _card_rows(p: Drawn) -> list[Row]:
    """A button a card, each suit in rows of its own, the colons last."""
    found: list[Row] = []
    for suit in (*Suit, None):
        found += narrow_rows(_card_button(p, card) for card in p.own.hand if card.suit is suit)
    return found


def _card_button(p: Drawn, card: Card) -> Button:
    """A card; the one that was pressed once and is asked about asks in its place."""
    off = card not in p.own.cards
    if p.state.asks == str(card):
        label = p.t("panel-really-card", card=card_label(p.t, card, p.reader.words))
        return Button(label, p.state.id(verbs.SURE_PLAY, str(card)), Style.GRAVE, off=off)
    return card_button(p, card, p.state.id(verbs.PLAY, str(card)), Style.PLAIN if off else Style.MAIN, off=off)


def _reasons(p: Drawn) -> list[str]:
    """Why the cards that are off are off (R21 to R23)."""
    t, deal, own, lead = p.t, p.deal, p.own, p.deal.lead
    off, reasons = [card for card in own.hand if card not in own.cards], []
    if lead is None:
        if off and deal.barred is not None:
            reasons.append(t("panel-off-barred", suit=SUIT_KEYS[deal.barred]))
        return reasons
    if lead.suit is not None and any(not card.is_colon for card in off):
        colon: Card | None = next((card for card in own.cards if card.is_colon), None)
        suit = SUIT_KEYS[lead.suit]
        if colon is None:
            reasons.append(t("panel-off-follow", suit=suit))
        else:
            reasons.append(t("panel-off-follow-or-colon", suit=suit, colon=card_name(t, colon)))
    if any(card.is_colon for card in off):
        only_colons = all(card.is_colon for card in own.hand)
        reasons.append(t("panel-off-colon-must" if only_colons else "panel-off-colon"))
    return reasons
