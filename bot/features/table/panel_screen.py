"""The panel: what a player alone sees, the hand and what can be done now."""

from __future__ import annotations

from bot.features.table import verbs
from bot.features.table.ending import ended_line
from bot.features.table.result_screens import outcome_line, result_after, score_lines
from bot.features.table.table_screen import heading, last_trick, play_facts, trick_facts
from bot.screens.message import (
    MOST_COMPONENTS,
    ROW,
    Accent,
    Block,
    Button,
    Divider,
    Option,
    Row,
    Screen,
    Select,
    Style,
    buttons,
    lines,
    screen,
)
from bot.screens.panel import PanelState
from bot.screens.reader import PLAIN_READER, Reader
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import call_symbol, card_list, card_name, card_symbol, suit_lines
from bot.screens.words import DOUBLING_KEYS, SUIT_KEYS, Words
from bot.texts import Texts
from bridgette import Bid, Card, DealView, MatchView, OwnCards, Phase, PlainCall, Strain, Suit


def panel_screen(
    t: Texts,
    state: PanelState,
    view: MatchView,
    reader: Reader = PLAIN_READER,
    added: Added = NOTHING_ADDED,
) -> Screen:
    """A player's panel, from that player's own view, in any state of the match, with what features add to it."""
    shown = _panel(t, state, view)
    first, *others = shown.blocks
    # An exchange of 25 cards leaves room for one more row with one more button.
    room = max(0, MOST_COMPONENTS - shown.components - 1)
    top = lines(first, *added.lines) if isinstance(first, str) else first
    return screen(shown.accent, top, *others, added.buttons[: min(room, ROW)])


def _panel(t: Texts, state: PanelState, view: MatchView) -> Screen:
    w = Words.of(t, view)
    if view.ended is not None:
        return _over(w, view)
    if state.result is not None:
        return _result(w, state, view, state.result)
    deal, seat = view.deal, view.seat
    if seat is None or deal.own is None:
        raise ValueError("a panel needs a player's own view")
    if seat not in view.to_act:
        return _waiting(w, state, view, deal, deal.own)
    match deal.phase:
        case Phase.EXCHANGE:
            return _exchange(w, state, view, deal, deal.own)
        case Phase.AUCTION:
            return _auction(w, state, view, deal, deal.own)
    return _play(w, state, view, deal, deal.own)


def _result(w: Words, state: PanelState, view: MatchView, index: int) -> Screen:
    """What a deal came to, until the player goes on to the next."""
    deal = view.deals[index]
    return screen(
        Accent.RESULT,
        lines(
            last_trick(w, deal),
            f"### {outcome_line(w, deal)}",
            score_lines(w, deal.result),
            result_after(w, view, index),
        ),
        (Button(w.t("panel-next-deal"), state.id(verbs.NEXT), Style.MAIN),),
    )


def _over(w: Words, view: MatchView) -> Screen:
    """The end of the match, and what its last deal came to."""
    deal = view.deals[-1]
    was_played = deal.result is not None
    return screen(
        Accent.WAITING,
        lines(last_trick(w, deal), outcome_line(w, deal) if was_played else None),
        w.t("panel-over", outcome=ended_line(w, view)),
    )


def _head(w: Words, view: MatchView, deal: DealView) -> str:
    """The last trick, so that it is seen before it is gone; and what is needed now of what everybody knows.

    The table, which stands above, tells the rest.
    """
    title = heading(w, view)
    if deal.phase is Phase.EXCHANGE:
        return lines(title, w.up_card(deal), w.totals(view.totals))
    # What was led, and what is barred, the panel of whoever is to play says beside the cards.
    trick = [] if view.seat in view.to_act else trick_facts(w, deal)
    return lines(last_trick(w, deal), title, w.auction(deal), *play_facts(w, deal), *trick)


def _waiting(w: Words, state: PanelState, view: MatchView, deal: DealView, own: OwnCards) -> Screen:
    t = w.t
    (other,) = deal.to_act or (0,)
    name = w.names[other]
    return screen(
        Accent.WAITING,
        _head(w, view, deal),
        Divider(),
        suit_lines(t, own.hand),
        lines(
            _gone(w, own),
            t("panel-waiting-discard", name=name) if deal.phase is Phase.EXCHANGE else None,
            t("panel-waiting", name=name),
        ),
        (Button(t("panel-refresh"), state.id(verbs.HAND)),),
    )


def _gone(w: Words, own: OwnCards) -> str | None:
    """The player's own discards, once chosen."""
    return w.t("panel-my-discards", cards=card_list(w.t, own.discards)) if own.discards else None


def _exchange(w: Words, state: PanelState, view: MatchView, deal: DealView, own: OwnCards) -> Screen:
    t, hand, count = w.t, own.hand, own.to_discard
    picked = marked_cards(hand, state.marked)
    staying = tuple(card for card in hand if card not in picked)
    drawn = frozenset(own.drawn)
    drawn_line = t("panel-drawn", cards=card_list(t, own.drawn))

    def button(place: int, card: Card) -> Button:
        """Pressing it says which way the card goes, so that a second press of the same button changes nothing."""
        is_picked = card in picked
        symbol = card_symbol(t, card)
        return Button(
            t("panel-picked-mark", card=symbol) if is_picked else symbol,
            state.id(verbs.MARK, f"{state.marked:x}.{place}.{int(not is_picked)}"),
            Style.GRAVE if is_picked else Style.MAIN if card in drawn else Style.PLAIN,
        )

    # Discord refuses a select with more options chosen beforehand than it allows.
    shown = picked if len(picked) <= count else ()
    options = [Option(card_symbol(t, card), str(card), card in shown) for card in hand]
    confirm = Button(
        t("panel-confirm", count=count),
        state.id(verbs.DISCARD, f"{state.marked:x}"),
        Style.GOOD,
        off=len(picked) != count,
    )
    choice = lines(
        t("panel-too-many", over=len(picked) - count) if len(picked) > count else None,
        t("panel-would-go", cards=card_list(t, picked)) if picked else None,
        t("panel-would-stay", cards=card_list(t, staying)) if picked and staying else None,
    )
    pick = t("panel-pick", count=count, picked=len(picked))
    return screen(
        Accent.YOURS,
        lines(_head(w, view, deal), drawn_line, suit_lines(t, hand, drawn), pick),
        *buttons(button(place, card) for place, card in enumerate(hand)),
        choice,  # below the cards, which stay where they are under the finger
        Select(state.id(verbs.PICK), t("panel-select", count=count), tuple(options), count),
        (confirm, Button(t("panel-clear"), state.id(verbs.CLEAR), off=not picked)),
    )


def marked_cards(hand: tuple[Card, ...], marked: int) -> tuple[Card, ...]:
    """The cards of a hand whose places have their bit set."""
    return tuple(card for place, card in enumerate(hand) if marked >> place & 1)


def _auction(w: Words, state: PanelState, view: MatchView, deal: DealView, own: OwnCards) -> Screen:
    t = w.t
    bids = [call for call in own.calls if isinstance(call, Bid)]
    level = state.level if state.level is not None else bids[0].level if bids else None
    standing = None
    if deal.standing is not None and deal.bidder is not None:
        bid, name = call_symbol(t, deal.standing), w.names[deal.bidder]
        standing = t("panel-standing", bid=bid, name=name, doubling=DOUBLING_KEYS[deal.doubling])
    blocks: list[Block] = []
    if level is not None:
        blocks += buttons(_level_button(state, one, level, bids) for one in range(8))
        blocks.append(t("panel-level-chosen", level=level))
        strains = [Strain.NO_TRUMP] if level == 0 else list(Strain)
        blocks.append(tuple(_call_button(t, state, Bid(level, strain), own, Style.GOOD) for strain in strains))
    blocks.append((_call_button(t, state, PlainCall.PASS, own, Style.PLAIN),))
    for call in (PlainCall.DOUBLE, PlainCall.REDOUBLE):
        if call in own.calls:
            blocks.append(t(f"panel-{call.name.lower()}"))
            blocks.append((_call_button(t, state, call, own, Style.GRAVE),))
    blocks += _back(t, state)
    return screen(
        Accent.YOURS,
        _head(w, view, deal),
        Divider(),
        suit_lines(t, own.hand),
        lines(
            _gone(w, own),
            standing,
            t("panel-to-call" if bids else "panel-to-call-plain"),
            t("panel-calls-off") if bids else None,
        ),
        *blocks,
    )


def _level_button(state: PanelState, level: int, chosen: int, bids: list[Bid]) -> Button:
    legal = any(bid.level == level for bid in bids)
    style = Style.MAIN if level == chosen else Style.PLAIN
    return Button(str(level), state.id(verbs.LEVEL, str(level)), style, off=not legal)


def _call_button(t: Texts, state: PanelState, call: Bid | PlainCall, own: OwnCards, style: Style) -> Button:
    """A call; the one that was pressed once and is asked about asks in its place."""
    if state.asks == str(call):
        label = t("panel-really", bid=call_symbol(t, call)) if isinstance(call, Bid) else t(REALLY_KEYS[call])
        return Button(label, state.id(verbs.SURE, str(call)), Style.GRAVE, off=call not in own.calls)
    return Button(call_symbol(t, call), state.id(verbs.CALL, str(call)), style, off=call not in own.calls)


REALLY_KEYS = {
    PlainCall.PASS: "panel-really-pass",
    PlainCall.DOUBLE: "panel-really-double",
    PlainCall.REDOUBLE: "panel-really-redouble",
}
"""The texts that ask about a call that is no bid."""


def _back(t: Texts, state: PanelState) -> list[Row]:
    """The way back from a question."""
    if state.asks is None:
        return []
    level = "" if state.level is None else str(state.level)
    return [(Button(t("panel-back"), state.id(verbs.BACK, level)),)]


def _play(w: Words, state: PanelState, view: MatchView, deal: DealView, own: OwnCards) -> Screen:
    t, lead, trick = w.t, deal.lead, sum(deal.won) + 1
    if lead is None:
        todo = t("panel-to-lead", trick=trick)
    else:
        name = w.names[deal.tricks[-1].leader]
        todo = t("panel-to-follow", trick=trick, name=name, lead=card_name(t, lead))
    off = [card for card in own.hand if card not in own.cards]
    return screen(
        Accent.YOURS,
        _head(w, view, deal),
        Divider(),
        suit_lines(t, own.hand),
        lines(
            _gone(w, own),
            todo,
            *_reasons(t, deal, own, off),
        ),
        *_card_rows(t, state, own),
        *_back(t, state),
    )


def _card_rows(t: Texts, state: PanelState, own: OwnCards) -> list[Row]:
    """A button a card, each suit in rows of its own, the colons last."""
    found: list[Row] = []
    for suit in (*Suit, None):
        found += buttons(_card_button(t, state, card, own) for card in own.hand if card.suit is suit)
    return found


def _card_button(t: Texts, state: PanelState, card: Card, own: OwnCards) -> Button:
    """A card; the one that was pressed once and is asked about asks in its place."""
    symbol, off = card_symbol(t, card), card not in own.cards
    if state.asks == str(card):
        return Button(t("panel-really-card", card=symbol), state.id(verbs.SURE_PLAY, str(card)), Style.GRAVE, off=off)
    return Button(symbol, state.id(verbs.PLAY, str(card)), Style.MAIN, off=off)


def _reasons(t: Texts, deal: DealView, own: OwnCards, off: list[Card]) -> list[str]:
    """Why the cards that are off are off (R21 to R23)."""
    lead, reasons = deal.lead, []
    if lead is None:
        if off and deal.barred is not None:
            reasons.append(t("panel-off-barred", suit=SUIT_KEYS[deal.barred]))
        return reasons
    if lead.suit is not None and any(not card.is_colon for card in off):
        may_colon = any(card.is_colon for card in own.cards)
        key = "panel-off-follow-or-colon" if may_colon else "panel-off-follow"
        reasons.append(t(key, suit=SUIT_KEYS[lead.suit]))
    if any(card.is_colon for card in off):
        only_colons = all(card.is_colon for card in own.hand)
        reasons.append(t("panel-off-colon-must" if only_colons else "panel-off-colon"))
    return reasons
