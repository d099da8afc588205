"""The table: what everybody in the channel sees of a match. Its words are complete without its picture."""

from __future__ import annotations

from dataclasses import replace

from bot.features.table import verbs
from bot.features.table.auction import MOST_ROWS, auction_lines, auction_said
from bot.ids import ComponentId
from bot.screens.faces import with_labels
from bot.screens.message import MOST_SAID, Accent, Button, Picture, Screen, Style, lines, narrow_rows, rows, screen
from bot.screens.names import known_name, plain_name, shown_name
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import SUIT_KEYS, name_sign
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Phase


def table_screen(
    t: Texts, match_id: int, view: MatchView, added: Added = NOTHING_ADDED, picture: Picture | None = None
) -> Screen:
    """The table of the deal in play, from a spectator's view, with what features add to it, and its picture."""
    w = Words.of(t, view)
    return screen(
        Accent.TABLE,
        heading(w, view),
        None if picture is None else replace(picture, said=table_words(t, view)),
        lines(
            f"**{w.todo(view.deal)}**",
            *_facts(w, view),
            auction_lines(w, view.deal, MOST_ROWS),
            *(f"-# {line}" for line in _origins(w, view)),
        ),
        lines(*added.lines),
        *narrow_rows((Button(t("button-hand"), ComponentId(verbs.HAND, match_id), Style.MAIN), *added.buttons)),
    )


def table_words(t: Texts, view: MatchView) -> str:
    """What the table says, as plain text without markup and emoji: what its picture shows, for who does not see it.

    At most ``MOST_SAID`` characters; a long auction loses its beginning.
    """
    w, said = Words.of(t, view, plain_name), ""
    for most in range(MOST_ROWS, -1, -1):
        facts = *_facts(w, view), auction_said(w, view.deal, most), *_origins(w, view)
        said = with_labels(lines(*_title(w, view), w.todo(view.deal), *facts))
        if len(said) <= MOST_SAID:
            break
    return said[:MOST_SAID]


def heading(w: Words, view: MatchView) -> str:
    """Which deal is in play, and who plays, for table and panel."""
    return f"### {lines(*_title(w, view))}"


def _title(w: Words, view: MatchView) -> list[str | None]:
    index = len(view.deals) - 1
    return [w.deal_title(view, index), w.versus(), w.dealt_again(view, index)]


def _facts(w: Words, view: MatchView) -> list[str | None]:
    """How things stand, in the order in which somebody who comes to the table wants to know it."""
    deal = view.deal
    if deal.phase is Phase.EXCHANGE:
        return [w.up_card(deal), *_exchange(w, deal)]
    return [*trick_facts(w, deal), *play_facts(w, deal), last_trick(w, deal)]


def _origins(w: Words, view: MatchView) -> list[str]:
    """What was before: the totals; and once it is over, the exchange."""
    deal, totals = view.deal, w.totals(view.totals)
    if deal.phase is Phase.EXCHANGE:
        return [totals]
    return [totals, w.up_card(deal), w.t("exchange-over", **w.both("name", w.names), **w.both("cards", deal.drawn))]


def _exchange(w: Words, deal: DealView) -> list[str]:
    """How many cards each drew, and whether they have chosen what goes, never what (R11)."""
    return [
        w.t("exchange-state", name=name, cards=cards, chosen="yes" if chosen else "no")
        for name, cards, chosen in zip(w.names, deal.drawn, deal.chosen, strict=True)
    ]


def last_trick(w: Words, deal: DealView) -> str | None:
    """The last whole trick of a deal and who won it, if there is one."""
    finished = [trick for trick in deal.tricks if trick.winner is not None]
    return w.t("trick-last", said=w.trick(finished[-1])) if finished else None


def play_facts(w: Words, deal: DealView) -> list[str]:
    """The contract and the tricks won, for table and panel; nothing before the play."""
    if deal.contract is None or deal.declarer is None:
        return []
    declared = {"contract": w.contract(deal.contract), "name": w.names[deal.declarer]}
    return [
        w.t("contract-line", **declared, needed=deal.contract.bid.goal),
        w.t("tricks-won", **w.both("name", w.names), **w.both("tricks", deal.won)),
    ]


def trick_facts(w: Words, deal: DealView) -> list[str | None]:
    """The trick in play, and a suit that a colon bars from the lead; nothing before the play."""
    if deal.contract is None:
        return []
    t, trick, barred = w.t, sum(deal.won) + 1, None
    if deal.lead is not None:
        leader = w.names[deal.tricks[-1].leader]
        now = t("trick-now", trick=trick, name=leader, lead=name_sign(t, deal.lead))
    else:
        now = t("trick-new", trick=trick)
    if deal.barred is not None:
        (seat,) = deal.to_act
        barred = t("barred-line", name=w.names[seat], suit=SUIT_KEYS[deal.barred])
    return [now, barred]


def void_screen(t: Texts, match_id: int, first: str, second: str, added: Added = NOTHING_ADDED) -> Screen:
    """What is left of the table of a match that is void: no cards, but its record. The names are plain."""
    names = shown_name(known_name(t, first)), shown_name(known_name(t, second))
    record = Button(t("button-record"), ComponentId(verbs.RECORD, match_id))
    said = lines(t("match-void", **Words.both("name", names)), *added.lines)
    return screen(Accent.WAITING, said, *rows((*added.buttons, record)))
