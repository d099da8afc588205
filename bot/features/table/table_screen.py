"""The table: what everybody in the channel sees of a match."""

from __future__ import annotations

from bot.features.table import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Divider, Screen, Style, lines, screen
from bot.screens.names import shown_name
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import card_symbol, contract_symbol
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Phase


def table_screen(t: Texts, match_id: int, view: MatchView, added: Added = NOTHING_ADDED) -> Screen:
    """The table of the deal in play, from a spectator's view, with what features add to it."""
    w, deal = Words.of(t, view), view.deal
    heading = f"### {w.deal_title(view, len(view.deals) - 1)}\n{w.versus()}"
    return screen(
        Accent.TABLE,
        heading,
        lines(*_facts(w, deal)),
        Divider(),
        w.todo(deal),
        w.totals(view.totals),
        lines(*added.lines),
        (Button(t("button-hand"), ComponentId(verbs.HAND, match_id), Style.MAIN), *added.buttons),
    )


def _facts(w: Words, deal: DealView) -> list[str]:
    facts = [w.up_card(deal), w.t("exchange-drew", first=deal.drawn[0], second=deal.drawn[1])]
    if deal.phase is Phase.EXCHANGE:
        first, second = (w.t("exchange-state-chosen" if done else "exchange-state-choosing") for done in deal.chosen)
        return [*facts, w.pair("exchange-chosen", (first, second), "state")]
    return [*facts, w.auction(deal), *play_facts(w, deal)]


def play_facts(w: Words, deal: DealView) -> list[str]:
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
        w.pair("tricks-won", deal.won, "won"),
    ]
    finished = [trick for trick in tricks if trick.winner is not None]
    number = len(finished) + 1
    if deal.lead is not None:
        facts.append(t("trick-now", number=number, name=w.names[tricks[-1].leader], lead=card_symbol(t, deal.lead)))
    else:
        facts.append(t("trick-new", number=number))
    if finished:
        facts.append(t("trick-last", trick=w.trick(finished[-1])))
    if deal.barred is not None:
        (leader,) = deal.to_act
        facts.append(t("barred-line", name=w.names[leader], suit=w.suit(deal.barred)))
    return facts


def void_screen(t: Texts, first: str, second: str) -> Screen:
    """What is left of the table of a match that is void: no cards, no buttons. The names are plain."""
    return screen(Accent.WAITING, t("match-void", first=shown_name(first), second=shown_name(second)))
