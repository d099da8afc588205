"""A hint in a few lines, right above the buttons."""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens.symbols import call_symbol, card_list, card_told, hand_line, strain_symbol
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import Card, MatchView
from bridgette.computer.advice.hint import CallHint, CardHint, CardOption, Hint, KeepHint

NEXT_LINE = "\n> "
"""A note is a quotation, every line of it."""


def hint_note(t: Texts, view: MatchView, hint: Hint) -> str:
    """What the expert would do in the place of the view's seat."""
    w = Words.of(t, view)
    other = w.names[1 - (view.seat or 0)]
    match hint:
        case KeepHint(keep, discard, strain):
            return NEXT_LINE.join(
                (
                    t("hint-keep", strain=strain_symbol(t, strain), hand=hand_line(t, keep)),
                    t("hint-discard", cards=card_list(t, discard.cards)),
                )
            )
        case CallHint(call, expects):
            said = call_symbol(t, call)
            if expects is None:
                return t("hint-call", call=said)
            kind = {"size": expects.size.value, "strain": strain_symbol(t, expects.strain), "name": other}
            return t("hint-call-expects", call=said, who="you" if expects.mine else "other", **kind)
        case CardHint(options, declares):
            return NEXT_LINE.join(_option(t, other, place, option, declares) for place, option in enumerate(options))


def _option(t: Texts, other: str, place: int, option: CardOption, declares: bool) -> str:
    """A candidate: the first is what the expert would play, the others are measured against it."""
    cards = _either(t, option.cards)
    if option.cost is None or option.make is None:
        return t("hint-card-plain", cards=cards) if place == 0 else t("hint-card-other-plain", cards=cards)
    said = {"cards": cards, "make": option.make, "declares": "yes" if declares else "no"}
    if place == 0:
        return t("hint-card", **said, name=other)
    return t("hint-card-other", **said, cost=option.cost)


def _either(t: Texts, cards: Iterable[Card]) -> str:
    """One of the cards, whichever."""
    *others, last = [card_told(t, card) for card in cards]
    return t("hint-or", cards=t("joiner-list").join(others), last=last) if others else last
