"""The table: what everybody in the channel sees of a match."""

from __future__ import annotations

from bot.features.table import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Divider, Screen, Style, lines, rows, screen
from bot.screens.names import shown_name
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import card_name, contract_symbol
from bot.screens.words import SUIT_KEYS, Words
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
        *rows((Button(t("button-hand"), ComponentId(verbs.HAND, match_id), Style.MAIN), *added.buttons)),
    )


def heading(w: Words, view: MatchView) -> str:
    """Which deal is in play, and who plays, for table and panel."""
    index = len(view.deals) - 1
    return lines(f"### {w.deal_title(view, index)}", w.versus(), w.dealt_again(view, index))


def _facts(w: Words, deal: DealView) -> list[str]:
    facts = [w.up_card(deal), w.t("exchange-drew", **w.both("cards", deal.drawn))]
    if deal.phase is Phase.EXCHANGE:
        first, second = (
            w.t("exchange-state", name=name, chosen="yes" if chosen else "no")
            for name, chosen in zip(w.names, deal.chosen, strict=True)
        )
        return [*facts, w.t("exchange-line", **w.both("state", (first, second)))]
    return [*facts, w.auction(deal), *play_facts(w, deal)]


def last_trick(w: Words, deal: DealView) -> str | None:
    """The last whole trick of a deal and who won it, if there is one."""
    finished = [trick for trick in deal.tricks if trick.winner is not None]
    return w.t("trick-last", cards=w.trick(finished[-1])) if finished else None


def play_facts(w: Words, deal: DealView, *, with_last: bool = True) -> list[str]:
    """The contract and how the play stands, for table and panel; nothing before the play."""
    if deal.contract is None or deal.declarer is None:
        return []
    t, tricks = w.t, deal.tricks
    facts = [
        t(
            "contract-line",
            contract=contract_symbol(t, deal.contract),
            needed=deal.contract.bid.goal,
            **w.seat(deal.declarer),
        ),
        t("tricks-won", **w.both("name", w.names), **w.both("tricks", deal.won)),
    ]
    finished = sum(deal.won)
    if deal.lead is not None:
        leader = w.names[tricks[-1].leader]
        facts.append(t("trick-now", trick=finished + 1, name=leader, lead=card_name(t, deal.lead)))
    else:
        facts.append(t("trick-new", trick=finished + 1))
    last = last_trick(w, deal) if with_last else None
    if last is not None:
        facts.append(last)
    if deal.barred is not None:
        (seat,) = deal.to_act
        facts.append(t("barred-line", name=w.names[seat], suit=SUIT_KEYS[deal.barred]))
    return facts


def void_screen(t: Texts, match_id: int, first: str, second: str, added: Added = NOTHING_ADDED) -> Screen:
    """What is left of the table of a match that is void: no cards, but its record. The names are plain."""
    names = shown_name(first), shown_name(second)
    record = Button(t("button-record"), ComponentId(verbs.RECORD, match_id))
    said = lines(t("match-void", **Words.both("name", names)), *added.lines)
    return screen(Accent.WAITING, said, *rows((*added.buttons, record)))
