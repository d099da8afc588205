"""The one message of a match that has no table: what a table would tell, above its player's panel, and the results."""

from __future__ import annotations

from typing import NamedTuple

from bot.features.table import verbs
from bot.features.table.ending import ended_line
from bot.features.table.panel_parts import Drawn, last_trick_line, own_points, status_line, who
from bot.features.table.result_screens import deal_lines, hand_lines, outcome_line, result_after, score_lines
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, Style, lines, narrow_rows, screen
from bot.screens.panel import PanelState
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import call_symbol, card_sign
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import DealView, How, MatchView, Phase

MOST_CALLS = 12
"""The last calls that are shown of an auction; those before them are counted."""


class Below(NamedTuple):
    """What stands below the results of a deal and of the match, where both stand on the panel's own message.

    ``deal`` and ``match``: what features add; ``is_told``: whether play and record may be had there.
    """

    deal: Added = NOTHING_ADDED
    match: Added = NOTHING_ADDED
    is_told: bool = True


def table_lines(p: Drawn) -> list[str | None]:
    """What the table of the deal in play would tell, as far as the panel itself does not."""
    deal = p.deal
    if deal.phase is Phase.EXCHANGE:
        chosen = "yes" if deal.chosen[1 - p.seat] else "no"
        return (
            [p.t("alone-exchange", chosen=chosen, name=p.other, **own_points(p.view))] if p.seat in deal.to_act else []
        )
    drawn = {"count": deal.drawn[deal.dealer], "card": card_sign(p.t, deal.up_card)}
    # Whoever waits in the auction is told the points anyway.
    is_told = deal.phase is Phase.AUCTION and p.seat not in deal.to_act
    return [
        None if is_told else status_line(p),
        p.t("alone-up-card", **drawn, **p.who(deal.dealer)),
        _auction(p) if deal.calls else None,
    ]


def _auction(p: Drawn) -> str:
    """The calls so far, on one line, in their order."""
    deal = p.deal
    calls = [
        p.t("alone-call", call=call_symbol(p.t, call), **p.who((deal.dealer + place) % 2))
        for place, call in enumerate(deal.calls)
    ]
    left_out, said = len(calls[:-MOST_CALLS]), p.t("joiner-parts").join(calls[-MOST_CALLS:])
    return p.t("alone-auction-before", before=left_out, calls=said) if left_out else p.t("alone-auction", calls=said)


def result_alone(w: Words, state: PanelState, view: MatchView, index: int, below: Below) -> Screen:
    """What a deal came to, with both hands, until the player goes on to the next."""
    deal = view.deals[index]
    show = [Button(w.t("button-show-play"), ComponentId(verbs.SHOW, state.match_id, index))] if below.is_told else []
    return screen(
        Accent.RESULT,
        lines(last_trick_line(w, view, deal), f"### {outcome_line(w, deal)}"),
        _hands(w, deal),
        lines(score_lines(w, deal.result), result_after(w, view, index), *below.deal.lines),
        (Button(w.t("panel-next-deal"), state.id(verbs.NEXT), Style.MAIN),),
        *narrow_rows((*show, *below.deal.buttons)),
    )


def over_alone(w: Words, state: PanelState, view: MatchView, below: Below) -> Screen:
    """The end of the match: who won, what its last deal came to, and deal by deal."""
    deal, t = view.deals[-1], w.t
    played = deal.result is not None
    told = deal_lines(w, view) if len(view.deals) > 1 else []
    kept = kept_buttons(t, state.match_id, view) if below.is_told else []
    return screen(
        Accent.RESULT,
        lines(
            last_trick_line(w, view, deal),
            f"### {outcome_line(w, deal)}" if played else None,
            _hands(w, deal),
            score_lines(w, deal.result),
            *below.deal.lines,
        ),
        lines(f"-# {t('match-title')}", _ended(w, view)),
        lines(*(f"-# {line}" for line in told), *below.match.lines),
        *narrow_rows((*below.match.buttons, *kept, *below.deal.buttons)),
    )


def kept_buttons(t: Texts, match_id: int, view: MatchView) -> list[Button]:
    """What there is to have of a match that is over, beside its result: the play of its last deal, its record."""
    record, index = Button(t("button-record"), ComponentId(verbs.RECORD, match_id)), len(view.deals) - 1
    if view.deals[index].reveal is None:
        return [record]
    return [Button(t("button-show-play"), ComponentId(verbs.SHOW, match_id, index)), record]


def _ended(w: Words, view: MatchView) -> str:
    """Who won, in words to the player who alone reads them."""
    ended, seat = view.ended, view.seat or 0
    if ended is None or ended.winner is None:
        return ended_line(w, view)
    if ended.how is How.RESIGNED:  # the house never does
        return w.t("alone-resigned", name=w.names[1 - seat], **own_points(view))
    points = {"winner-points": view.totals[ended.winner], "loser-points": view.totals[1 - ended.winner]}
    return w.t("alone-won", **who(w, view, ended.winner), **points)


def _hands(w: Words, deal: DealView) -> str | None:
    return None if deal.reveal is None else hand_lines(w, deal)
