"""The table: what everybody in the channel sees of a match."""

from __future__ import annotations

from bot.features.table import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Divider, Screen, Style, lines, narrow_rows, rows, screen
from bot.screens.names import known_name, shown_name
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import SUIT_KEYS, card_name, contract_symbol
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Phase


def table_screen(t: Texts, match_id: int, view: MatchView, added: Added = NOTHING_ADDED) -> Screen:
    """The table of the deal in play, from a spectator's view, with what features add to it."""
    w, deal = Words.of(t, view), view.deal
    return screen(
        Accent.TABLE,
        heading(w, view),
        lines(*_facts(w, deal)),
        Divider(),
        w.todo(deal),
        w.totals(view.totals),
        lines(*added.lines),
        *narrow_rows((Button(t("button-hand"), ComponentId(verbs.HAND, match_id), Style.MAIN), *added.buttons)),
    )


def heading(w: Words, view: MatchView) -> str:
    """Which deal is in play, and who plays, for table and panel."""
    index = len(view.deals) - 1
    return lines(f"### {w.deal_title(view, index)}", w.versus(), w.dealt_again(view, index))


def _facts(w: Words, deal: DealView) -> list[str | None]:
    facts: list[str | None] = [w.up_card(deal), w.t("exchange-drew", **w.both("cards", deal.drawn))]
    if deal.phase is Phase.EXCHANGE:
        first, second = (
            w.t("exchange-state", name=name, chosen="yes" if chosen else "no")
            for name, chosen in zip(w.names, deal.chosen, strict=True)
        )
        return [*facts, w.t("exchange-line", **w.both("state", (first, second)))]
    return [*facts, w.auction(deal), *play_facts(w, deal), *trick_facts(w, deal, last_trick(w, deal))]


def last_trick(w: Words, deal: DealView) -> str | None:
    """The last whole trick of a deal and who won it, if there is one."""
    finished = [trick for trick in deal.tricks if trick.winner is not None]
    return w.t("trick-last", cards=w.trick(finished[-1])) if finished else None


def play_facts(w: Words, deal: DealView) -> list[str]:
    """The contract and the tricks won, for table and panel; nothing before the play."""
    if deal.contract is None or deal.declarer is None:
        return []
    contract, needed = contract_symbol(w.t, deal.contract), deal.contract.bid.goal
    return [
        w.t("contract-line", contract=contract, needed=needed, **w.seat(deal.declarer)),
        w.t("tricks-won", **w.both("name", w.names), **w.both("tricks", deal.won)),
    ]


def trick_facts(w: Words, deal: DealView, last: str | None = None) -> list[str | None]:
    """The trick in play, ``last`` and a suit that a colon bars from the lead; nothing before the play."""
    if deal.contract is None:
        return []
    t, trick, barred = w.t, sum(deal.won) + 1, None
    if deal.lead is not None:
        leader = w.names[deal.tricks[-1].leader]
        now = t("trick-now", trick=trick, name=leader, lead=card_name(t, deal.lead))
    else:
        now = t("trick-new", trick=trick)
    if deal.barred is not None:
        (seat,) = deal.to_act
        barred = t("barred-line", name=w.names[seat], suit=SUIT_KEYS[deal.barred])
    return [now, last, barred]


def void_screen(t: Texts, match_id: int, first: str, second: str, added: Added = NOTHING_ADDED) -> Screen:
    """What is left of the table of a match that is void: no cards, but its record. The names are plain."""
    names = shown_name(known_name(t, first)), shown_name(known_name(t, second))
    record = Button(t("button-record"), ComponentId(verbs.RECORD, match_id))
    said = lines(t("match-void", **Words.both("name", names)), *added.lines)
    return screen(Accent.WAITING, said, *rows((*added.buttons, record)))
