"""The panels whose heights are measured: typical ones and the highest."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.features.table.alone_screen import Below
from bot.features.table.panel_screen import panel_screen
from bot.screens.message import Screen
from bot.screens.panel import PanelState
from bot.texts import ENGLISH
from bot.values import HOUSE
from bridgette import Deal, Format, Match, Phase, view
from tests.game.notation import auction, dealt

LIMITS = {Phase.EXCHANGE: 520, Phase.AUCTION: 700, Phase.PLAY: 560}
"""Pixels that the panel of whoever is to act may take, name and note above it included, without an explanation."""

TABLE_ABOVE = 90
"""Pixels more that a panel may take which tells what the table of a match alone would."""


class Panel(NamedTuple):
    """A panel to be measured; ``limit``: how high it may be, if there is a limit."""

    name: str
    screen: Screen
    limit: int | None


def panels() -> list[Panel]:
    """Typical panels and the highest ones."""
    one, other = "AK2.QJ4.AT9.A65+L", "QJT.AK9.KQJ.KQJ+R"
    long, short = "A.AKQJ.AKQJ.AKQJ", "KQJT98765432.2.."
    fours, against = "AK32.AK32.AK32.2", "QJT9.QJT9.QJT9.A"
    high, rest = "AKQJT98.A.AKQJ.A", ".KQJT98.T987.KQJ"

    def shown(
        name: str, deal: Deal, seat: int, *, limited: bool = True, is_alone: bool = False, length: int = 6, **state: Any
    ) -> Panel:
        match = Match(("Alice", "Bob" if not is_alone else HOUSE), (deal,), format=Format(length))
        below = Below() if is_alone else None
        screen = panel_screen(ENGLISH, PanelState(1, 1, **state), view(match, seat), below=below)
        limit = LIMITS.get(deal.phase) if limited and seat in deal.to_act else None
        return Panel(name, screen, limit if limit is None or not is_alone else limit + TABLE_ABOVE)

    led = auction(fours, against, "1H Pass")
    led = led.after(1, next(card for card in led.legal_cards(1) if str(card) == "SQ"))
    begun = auction(one, other, "1H Pass")
    for card in ("RC", "S2"):
        seat = next(iter(begun.to_act))
        begun = begun.after(seat, next(each for each in begun.legal_cards(seat) if str(each) == card))
    calls = "1H X XX 1S X XX 2H X XX 2S X XX 3H X XX Pass"
    after_many_calls = auction("AK2.AKQJ.AK.AK92", "QJT98.T987.QJ.QJ", calls)
    over = begun
    while over.result is None:
        seat = next(iter(over.to_act))
        over = over.after(seat, over.legal_cards(seat)[0])
    return [
        shown("exchange of 2, one picked", dealt(one, other, dealer=1, stock="D7 S9"), 0, marked=1),
        shown("exchange of 4, all picked", dealt(one, other, dealer=0, stock="D7 S9"), 0, marked=0b1111),
        shown("exchange of 12", dealt(one, other, dealer=0, stock="GC S9"), 0),
        shown("exchange of 12, all picked", dealt(one, other, dealer=0, stock="GC S9"), 0, limited=False, marked=0xFFF),
        shown("auction, opening", auction(one, other), 0),
        shown("auction, over a bid", auction(one, other, "1H"), 1),
        shown("auction, doubled", auction(one, other, "1H X"), 0),
        shown("auction, levels 4 to 6", auction(long, short), 0, level=4),
        shown("auction, every reason", auction(high, rest, "3S"), 1),
        shown("play, to lead", begun, 1),
        shown("play, seven rows", led, 0),
        shown("waiting", auction(one, other, "1H"), 0),
        shown("alone, exchange of 12", dealt(one, other, dealer=0, stock="GC S9"), 0, is_alone=True),
        shown("alone, auction, opening", auction(one, other), 0, is_alone=True),
        shown("alone, auction, every reason", auction(high, rest, "3S"), 1, is_alone=True),
        shown("alone, play, seven rows", led, 0, is_alone=True),
        shown("alone, play after a long auction", after_many_calls, 0, is_alone=True),
        shown("alone, result of a deal", over, 0, is_alone=True, result=0),
        shown("alone, the end", over, 0, is_alone=True, length=1),
    ]
