"""Show the play: all of a deal that is over, in words, for whoever asks."""

from __future__ import annotations

from dataclasses import replace

from bot.features.table import verbs
from bot.features.table.auction import auction_lines
from bot.features.table.result_screens import outcome_line, result_after, result_words, score_lines
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Picture, Row, Screen, lines, screen
from bot.screens.symbols import card_list, card_sign
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Reveal, Seat, Trick

TURNED = "t"
"""The detail of a button that turns to another deal."""


def play_screen(t: Texts, view: MatchView, index: int, picture: Picture | None = None, turners: Row = ()) -> Screen:
    """Hands, discards, auction and tricks. Raises ``ValueError`` for a deal that is not over.

    ``turners``: the ways to the deals before and after it, if it has any.
    """
    w, deal = Words.of(t, view), view.deals[index]
    if deal.reveal is None:
        raise ValueError("the deal is not over")
    return screen(
        Accent.RESULT,
        f"### {outcome_line(w, deal)}",
        None if picture is None else replace(picture, said=result_words(t, view, index)),
        lines(*(_hand(w, deal.reveal, seat) for seat in (0, 1)), w.up_card(deal)),
        auction_lines(w, deal),
        lines(*_tricks(w, deal)),
        lines(score_lines(w, deal.result), result_after(w, view, index)),
        turners,
    )


def turn_row(t: Texts, match_id: int, view: MatchView, index: int) -> Row:
    """The ways to the deals before and after this one, as far as they are over."""
    found = []
    if index > 0:
        found.append(Button(t("play-before"), ComponentId(verbs.SHOW, match_id, index - 1, TURNED)))
    if index + 1 < len(view.deals) and view.deals[index + 1].reveal is not None:
        found.append(Button(t("play-after"), ComponentId(verbs.SHOW, match_id, index + 1, TURNED)))
    return tuple(found)


def _hand(w: Words, reveal: Reveal, seat: Seat) -> str:
    discards, name = reveal.discards[seat], w.names[seat]
    return lines(
        w.t("result-hand", name=name, hand=card_list(w.t, reveal.hands[seat])),
        w.t("play-no-discards", name=name)
        if discards is None
        else w.t("play-discards", name=name, cards=card_list(w.t, discards)),
    )


def _tricks(w: Words, deal: DealView) -> list[str]:
    """A line for each trick: the card led, the other one, the winner. Who leads follows from who won (R19)."""
    if not deal.tricks:
        return []
    head = w.t("play-tricks", name=w.names[deal.tricks[0].leader])
    return [head, *(_trick(w, number, trick) for number, trick in enumerate(deal.tricks, 1))]


def _trick(w: Words, number: int, trick: Trick) -> str:
    said = {"trick": number, "lead": card_sign(w.t, trick.lead)}
    if trick.follow is None or trick.winner is None:
        return w.t("play-trick-open", **said)
    return w.t("play-trick", **said, follow=card_sign(w.t, trick.follow), name=w.names[trick.winner])
