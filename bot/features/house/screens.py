"""What is said of the house at a table and on its opponent's panel: what it has done, but never what it holds."""

from __future__ import annotations

from bot.screens.words import Words
from bot.texts import Texts
from bridgette import MatchView, Phase, PlainCall, Seat


def strength_line(t: Texts, strength: str) -> str:
    """How well the house plays, in small print."""
    return t("house-plays", strength=strength)


def thinking_line(t: Texts) -> str:
    """The house is to act, and takes a moment."""
    return t("house-thinks")


def done_line(t: Texts, view: MatchView, seat: Seat) -> str | None:
    """What the house at the seat has done as far as the panel does not say so by itself.

    That it has chosen its discards, never which; and the pass that ended the auction.
    """
    deal, name = view.deal, Words.of(t, view).names[seat]
    if deal.phase is Phase.EXCHANGE and deal.chosen[seat]:
        return t("house-chose", name=name)
    last = (deal.dealer + len(deal.calls) - 1) % 2
    is_first_trick = deal.phase is Phase.PLAY and not any(deal.won)
    if is_first_trick and last == seat and deal.calls[-1] is PlainCall.PASS:
        return t("house-passed", name=name)
    return None
