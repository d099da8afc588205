"""Show the play: all of a deal that is over, in words, for whoever asks."""

from __future__ import annotations

from dataclasses import replace

from bot.features.table.auction import auction_lines
from bot.features.table.result_screens import outcome_line, result_after, result_words, score_lines
from bot.screens.message import Accent, Picture, Screen, lines, screen
from bot.screens.symbols import card_list, card_sign
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Reveal, Seat, Trick


def play_screen(t: Texts, view: MatchView, index: int, picture: Picture | None = None) -> Screen:
    """Hands, discards, auction and tricks. Raises ``ValueError`` for a deal that is not over."""
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
    )


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
