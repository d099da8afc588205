"""The panel in the auction: which call (R12 to R18)."""

from __future__ import annotations

from bot.features.table import verbs
from bot.features.table.panel_parts import Drawn, back_row, bid_told, call_key
from bot.features.table.stakes import points, points_short, stakes_lines
from bot.screens.faces import suit_face
from bot.screens.message import Accent, Block, Button, Row, Screen, Style, lines, narrow_rows, screen
from bot.screens.reader import is_new_call
from bot.screens.symbols import bid_sign, call_label, contract_sign, suit_lines
from bridgette import Bid, Contract, PlainCall, Strain
from bridgette.auction import HIGHEST_LEVEL

AT_ONCE = 3
"""Levels whose bids can be pressed at once."""

SHORT = 3
"""Tricks short for which the price of a double stands beside it."""


def auction_panel(p: Drawn) -> Screen:
    """The bids of three levels with what they earn; pass; a double; last the ways to other levels.

    Whatever was pressed last, Refresh above all, stood at the end of the panel before: so a double never stands there.
    """
    bids = [call for call in p.own.calls if isinstance(call, Bid)]
    windows = _windows(bids[0].level) if bids else []
    number = _shown(windows, p.state.level)
    levels = windows[number] if windows else range(0)
    shown = [Bid(level, strain) for level in levels for strain in Strain if level or strain is Strain.NO_TRUMP]
    turners = _turners(p, windows, number, bids[-1].level if bids else 0)
    blocks: list[Block] = []
    for level in levels:
        blocks += narrow_rows(_bid_button(p, bid) for bid in shown if bid.level == level and bid.strain.suit)
    blocks += narrow_rows(_bid_button(p, bid) for bid in shown if bid.strain.suit is None)
    blocks.append((_plain_button(p, PlainCall.PASS, Style.PLAIN),))
    for call in (PlainCall.DOUBLE, PlainCall.REDOUBLE):
        if call in p.own.calls:
            blocks += [_double_line(p, call), (_plain_button(p, call, Style.GRAVE),)]
    if not bids:
        reasons = [p.t("panel-no-bid")]
    else:
        reasons = [*_reasons(p, shown), *([] if turners else [p.t("panel-all-bids")])]
    return screen(
        Accent.YOURS,
        lines(
            _called_line(p),
            suit_lines(p.t, p.own.hand),
            *(stakes_lines(p.t, levels, p.other) if bids else []),
            None if _is_told_more(p) else p.t("panel-calls", sentences=" ".join([*reasons, _pass_sentence(p)])),
        ),
        *blocks,
        *(turners or [(Button(p.t("panel-higher"), p.state.id(verbs.LEVEL, str(HIGHEST_LEVEL)), off=True),)]),
        *back_row(p),
    )


def _is_told_more(p: Drawn) -> bool:
    """Whether a note stands below, or an explanation: there is room for one of them."""
    return p.reader.noted or (p.reader.learns(p.view) and is_new_call(p.deal, p.seat))


def _windows(lowest: int) -> list[range]:
    """The levels in the portions in which they are shown, from the lowest that can be bid: that of 0NT is one more."""
    first = max(1, lowest)
    found = [
        range(level, min(level + AT_ONCE, HIGHEST_LEVEL + 1)) for level in range(first, HIGHEST_LEVEL + 1, AT_ONCE)
    ]
    return [range(lowest, found[0].stop), *found[1:]]


def _shown(windows: list[range], level: int | None) -> int:
    """Which portion is shown: the one with the level that was asked for, else the lowest."""
    return next((number for number, levels in enumerate(windows) if level in levels), 0)


def _turners(p: Drawn, windows: list[range], number: int, highest: int) -> list[Row]:
    """The ways to lower and to higher levels, as far as there is a bid at them."""
    found = []
    if number > 0:
        found.append(Button(p.t("panel-lower"), p.state.id(verbs.LEVEL, str(windows[number - 1][0]))))
    if number + 1 < len(windows) and windows[number + 1][0] <= highest:
        found.append(Button(p.t("panel-higher"), p.state.id(verbs.LEVEL, str(windows[number + 1][0]))))
    return narrow_rows(found)


# ------------------------------------------------------------------ what is said


def _called_line(p: Drawn) -> str:
    """What the opponent called, to which the player calls now."""
    calls = p.deal.calls
    return p.t("panel-called", call=call_key(calls[-1] if calls else None), name=p.other, bid=bid_told(p))


def _reasons(p: Drawn, shown: list[Bid]) -> list[str]:
    """Why bids that are shown are off (R13 to R15)."""
    t, own, standing = p.t, p.own, p.deal.standing
    held = [card.suit for card in own.hand]
    found, off = [], [bid for bid in shown if bid not in own.calls]
    above = [bid for bid in off if standing is None or bid > standing]
    if standing is not None and len(above) < len(off):
        found.append(t("panel-off-low", bid=bid_sign(t, standing)))
    if any(held.count(bid.strain.suit) < 2 for bid in above if bid.strain.suit):
        found.append(t("panel-off-few"))
    if any(held.count(bid.strain.suit) >= 2 for bid in above if bid.strain.suit):
        found.append(t("panel-off-jump"))
    if any(bid.strain.suit is None for bid in above):
        found.append(t("panel-off-missing"))
    return found


def _double_line(p: Drawn, call: PlainCall) -> str:
    """What a double or a redouble changes (R29 to R31)."""
    standing, deal = p.deal.standing, p.deal
    if standing is None:
        return ""
    then = Contract(standing, deal.doubling + 1)
    short = points_short(p.t, then, SHORT)
    key = "panel-double" if call is PlainCall.DOUBLE else "panel-redouble"
    return p.t(key, name=p.other, short=short, made=points(then, 0))


def _pass_sentence(p: Drawn) -> str:
    """What comes of a pass (R17, R18)."""
    deal = p.deal
    if deal.standing is not None and deal.bidder is not None:
        contract = contract_sign(p.t, Contract(deal.standing, deal.doubling))
        return p.t("panel-pass-contract", contract=contract, **p.who(deal.bidder))
    return p.t("panel-pass-out", **p.who(deal.dealer)) if deal.calls else p.t("panel-pass-open", name=p.other)


# ------------------------------------------------------------------ what is pressed


def _bid_button(p: Drawn, bid: Bid) -> Button:
    """A bid; the one that was pressed once and is asked about asks in its place."""
    off, label, suit = bid not in p.own.calls, call_label(p.t, bid, p.reader.words), bid.strain.suit
    if p.state.asks == str(bid):
        return Button(p.t("panel-really", bid=label), p.state.id(verbs.SURE, str(bid)), Style.GRAVE, off=off)
    at, style = p.state.id(verbs.CALL, str(bid)), Style.PLAIN if off else Style.MAIN
    if suit is None or p.reader.words:
        return Button(label, at, style, off=off)
    return Button(label, at, style, off=off, face=suit_face(suit), short=str(bid.level))


def _plain_button(p: Drawn, call: PlainCall, style: Style) -> Button:
    """A call that is no bid, which asks in its place as well."""
    off = call not in p.own.calls
    if p.state.asks == str(call):
        return Button(p.t(REALLY_KEYS[call]), p.state.id(verbs.SURE, str(call)), Style.GRAVE, off=off)
    return Button(call_label(p.t, call, p.reader.words), p.state.id(verbs.CALL, str(call)), style, off=off)


REALLY_KEYS = {
    PlainCall.PASS: "panel-really-pass",
    PlainCall.DOUBLE: "panel-really-double",
    PlainCall.REDOUBLE: "panel-really-redouble",
}
"""The texts that ask about a call that is no bid."""
