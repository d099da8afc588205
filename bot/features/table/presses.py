"""What the buttons of the table spell, read back. It comes from strangers: reading it proves nothing but its shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from bot.features.table.panel_exchange import marked_cards
from bot.games import Refused
from bot.ids import ComponentId
from bot.screens.panel import PanelState
from bridgette import Action, Bid, Call, Card, Discard, PlainCall, Unreadable, parse_call, parse_card

COSTLY_LEVEL = 5
"""From this level on a bid is asked about once."""

T = TypeVar("T")


def read(parse: Callable[[str], T], text: str) -> T:
    """A call or a card in notation. Raises :class:`Refused` for anything else."""
    try:
        return parse(text)
    except Unreadable:
        raise Refused("refused-old-panel") from None


def read_discard(text: str, hand: tuple[Card, ...]) -> Discard:
    """The cards picked to go, from the bits of their places in the hand. Raises :class:`Refused`."""
    if not re.fullmatch(r"[0-9a-f]{1,7}", text) or int(text, 16) >> len(hand):
        raise Refused("refused-old-panel")
    return Discard(marked_cards(hand, int(text, 16)))


def read_action(text: str, hand: tuple[Card, ...]) -> Action:
    """Any act, as a question about it spells it: ``d.`` and bits, ``c.`` and a call, ``p.`` and a card.

    Raises :class:`Refused`.
    """
    kind, _, value = text.partition(".")
    match kind:
        case "d":
            return read_discard(value, hand)
        case "c":
            return read(parse_call, value)
        case "p":
            return read(parse_card, value)
    raise Refused("refused-old-panel")


def is_costly(call: Call) -> bool:
    """Whether a call by mistake would be dear: a double, a redouble, a bid of level 5 or more."""
    return call in (PlainCall.DOUBLE, PlainCall.REDOUBLE) or (isinstance(call, Bid) and call.level >= COSTLY_LEVEL)


def asking(press: ComponentId, action: Call | Card) -> PanelState:
    """The panel that asks once more about a call or a card."""
    level = action.level if isinstance(action, Bid) else None
    return PanelState(press.subject, press.at, level=level, asks=str(action))
