"""The panel in the exchange: what to discard (R9 to R11)."""

from __future__ import annotations

from bot.features.table import verbs
from bot.features.table.panel_parts import Drawn, card_button
from bot.screens.message import (
    MOST_COMPONENTS,
    Accent,
    Button,
    Option,
    Row,
    Screen,
    Select,
    Style,
    lines,
    narrow_rows,
    rows,
    screen,
)
from bot.screens.symbols import card_label, card_list, card_told, hand_symbols
from bridgette import Card

BESIDE_CARDS = 8
"""Components of the exchange's panel beside the cards: frame, text, menu and its row, two buttons each with its own."""

IN_WORDS = 13
"""Cards whose names in words are sure to fit on one panel together with a button that shows the others."""


def exchange_panel(p: Drawn) -> Screen:
    """A button a card, all at once in a menu, and what is picked so far. All texts are one, for components are rare."""
    t, own = p.t, p.own
    picked = marked_cards(own.hand, p.state.marked)
    # Discord refuses a select with more options chosen beforehand than it allows.
    shown = picked if len(picked) <= own.to_discard else ()
    options = [Option(card_label(t, card, p.reader.words), str(card), card in shown) for card in own.hand]
    confirm = Button(
        t("panel-confirm", count=own.to_discard),
        p.state.id(verbs.DISCARD, f"{p.state.marked:x}"),
        Style.GOOD,
        off=len(picked) != own.to_discard,
    )
    return screen(
        Accent.YOURS,
        lines(*_told(p, picked)),
        *_card_rows(p, picked),
        Select(p.state.id(verbs.PICK), t("panel-select", count=own.to_discard), tuple(options), own.to_discard),
        *narrow_rows((confirm, Button(t("panel-clear"), p.state.id(verbs.CLEAR), off=not picked))),
    )


def marked_cards(hand: tuple[Card, ...], marked: int) -> tuple[Card, ...]:
    """The cards of a hand whose places have their bit set."""
    return tuple(card for place, card in enumerate(hand) if marked >> place & 1)


def _told(p: Drawn, picked: tuple[Card, ...]) -> list[str | None]:
    """What was drawn, what would go and what would stay.

    About as long from the first pick to the last: the buttons below stay where they are under the finger.
    """
    t, own, deal = p.t, p.own, p.deal
    index, dealer, count = len(p.view.deals) - 1, deal.dealer, own.to_discard
    up_card = card_told(t, deal.up_card)
    if len(picked) > count:
        pick = t("panel-too-many", over=len(picked) - count, cards=card_list(t, picked))
    elif picked:
        pick = t("panel-pick", count=count, picked=len(picked), cards=card_list(t, picked))
    else:
        pick = t("panel-pick-none", count=count)
    staying = tuple(card for card in own.hand if card not in picked)
    return [
        p.w.dealt_again(p.view, index),
        t("panel-up-card", deal=p.w.deal_title(p.view, index), card=up_card, count=deal.drawn[dealer], **p.who(dealer)),
        t("panel-drawn", cards=card_list(t, own.drawn)),
        pick,
        t("panel-staying", cards=hand_symbols(t, staying)) if staying else None,
    ]


def _card_rows(p: Drawn, picked: tuple[Card, ...]) -> list[Row]:
    """The cards' buttons. Where their words need too much room, some of them, and one that shows the others."""
    hand, drawn = p.own.hand, frozenset(p.own.drawn)

    def button(place: int, card: Card) -> Button:
        """Pressing it says which way the card goes, so that a second press of the same button changes nothing."""
        is_picked = card in picked
        at = p.state.id(verbs.MARK, f"{p.state.marked:x}.{place}.{int(not is_picked)}")
        if not is_picked:
            return card_button(p, card, at, Style.MAIN if card in drawn else Style.PLAIN, bare=True)
        plain = card_button(p, card, at, Style.GRAVE, bare=True)
        label = p.t("panel-picked-mark", card=plain.label)
        return Button(label, at, plain.style, face=plain.face, short=plain.short)

    found = narrow_rows(button(place, card) for place, card in enumerate(hand))
    if BESIDE_CARDS + len(found) + len(hand) <= MOST_COMPONENTS:
        return found
    pages = rows(tuple(enumerate(hand)), IN_WORDS)
    now = next(number for number, page in enumerate(pages) if p.state.place <= page[-1][0])
    other = pages[(now + 1) % len(pages)]
    turner = Button(
        p.t("panel-others", count=len(other)), p.state.id(verbs.OTHERS, f"{p.state.marked:x}.{other[0][0]}")
    )
    return [*narrow_rows(button(place, card) for place, card in pages[now]), (turner,)]
