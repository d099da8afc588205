"""What several pictures have: whose view they are drawn from, the players' boxes, the foot with the totals."""

from __future__ import annotations

from bot.pictures.board import Anchor, Board
from bot.pictures.palette import CREAM, DIM, GOLD, INK, PANEL
from bot.screens.words import which_deal
from bridgette import DealView, MatchView, Pair, Seat

WIDTH = 960
"""Of every picture, in pixels; a phone shows it 267 to 310 wide."""

MARGIN = 20
INNER = WIDTH - 2 * MARGIN
NUMBER = 44
"""How high a number is, in pixels."""

SMALLEST = 34
"""How high the smallest sign is, in pixels: 10 on a phone."""

DISC = 58
"""The side of a disc, whose number is then not smaller than that."""

DOUBLINGS = ("", "X", "XX")


def check_public(view: MatchView) -> MatchView:
    """The view, if it is that of everybody. Raises ``ValueError`` for a player's own."""
    if view.seat is not None:
        raise ValueError("pictures are drawn from what everybody may see")
    return view


def heads(board: Board, deal: DealView, said: Pair[str]) -> None:
    """A box for each seat, golden for whoever is to act: the seat, a ``D`` for the dealer, and something ``said``."""
    width = (INNER - MARGIN) // 2
    for seat in (0, 1):
        left, is_on = MARGIN + seat * (width + MARGIN), seat in deal.to_act
        board.box((left, 16), (width, 82), GOLD if is_on else PANEL, 18)
        board.seat(seat, (left + 52, 57), 62)
        if deal.dealer == seat:
            board.disc("D", (left + 124, 57), DISC)
        if said[seat]:
            board.write(said[seat], (left + width - 24, 57), NUMBER + 4, INK if is_on else CREAM, Anchor.END)


def foot(board: Board, view: MatchView, index: int, totals: Pair[int], top: int) -> None:
    """Which deal it is, of how many, and what both have by then."""
    middle = top + 37
    board.box((MARGIN, top), (INNER, 74), PANEL, 18)
    deal, deals = which_deal(view, index), view.format.deals
    said = f"{deal}/{deals}" if deal <= deals else f"{deals}+{deal - deals}"
    board.write(said, (MARGIN + 26, middle), NUMBER - 4, DIM)
    right = WIDTH - MARGIN - 26
    for seat in (1, 0):
        right -= board.write(str(totals[seat]), (right, middle), NUMBER, anchor=Anchor.END) + 20 + DISC // 2
        board.seat(seat, (right, middle), DISC)
        right -= DISC // 2 + 34


def totals_after(view: MatchView, index: int) -> Pair[int]:
    """The points up to a deal: the view's own totals are those of now."""
    scores = [deal.result.score for deal in view.deals[: index + 1] if deal.result]
    return sum(score[0] for score in scores), sum(score[1] for score in scores)


def scorer_of(deal: DealView) -> Seat | None:
    """Who scored in a deal; ``None`` where nobody did."""
    score = deal.result.score if deal.result is not None else (0, 0)
    return None if score == (0, 0) else int(score[1] > 0)
