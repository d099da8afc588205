"""The pictures of a deal that is over: a low one, and a tall one that has its tricks too."""

from __future__ import annotations

from bot.pictures.board import Anchor, Board
from bot.pictures.palette import CREAM, DIM, DONE, GOLD, PANEL, SHORT
from bot.pictures.parts import (
    DISC,
    DOUBLINGS,
    INNER,
    MARGIN,
    NUMBER,
    SMALLEST,
    WIDTH,
    check_public,
    foot,
    scorer_of,
    totals_after,
)
from bridgette import Card, DealView, MatchView, Seat, Trick, sort_cards

CARDS = 13
"""Cards in a row: what a hand holds. A deal that was broken off in the exchange may leave more in one."""

_HAND, _ROW, _CARD = 112, 96, 62
_STEP = 64.4
"""Of hands: the height of a box for one row and of each further one, the width of a card, from card to card."""

_TRICK_STEP, _TRICK_CARD, _TRICK_LEFT = 63.6, 58, 106


def low_result(view: MatchView, index: int) -> Board:
    """What a finished deal came to, and both hands as they were played.

    Raises ``ValueError`` for a player's own view, and for a deal that is not over.
    """
    deal = _finished(view, index)
    board = Board(WIDTH, _low_height(deal))
    _draw_low(board, deal)
    return board


def tall_result(view: MatchView, index: int) -> Board:
    """The same, then all tricks in their order, and the totals after the deal."""
    deal = _finished(view, index)
    low = _low_height(deal)
    tricks = 288 if deal.tricks else 0
    board = Board(WIDTH, low + tricks + 86)
    _draw_low(board, deal)
    if deal.tricks:
        _tricks(board, deal.tricks, low)
    foot(board, view, index, totals_after(view, index), low + tricks)
    return board


def _finished(view: MatchView, index: int) -> DealView:
    deal = check_public(view).deals[index]
    if deal.reveal is None:
        raise ValueError("the deal is not over")
    return deal


def _rows(deal: DealView, seat: Seat) -> list[tuple[Card, ...]]:
    held = sort_cards(deal.reveal.hands[seat]) if deal.reveal is not None else ()
    return [held[start : start + CARDS] for start in range(0, len(held), CARDS)]


def _hand_height(deal: DealView, seat: Seat) -> int:
    return _HAND + _ROW * (len(_rows(deal, seat)) - 1)


def _low_height(deal: DealView) -> int:
    """368 where each hand has 13 cards: 119 pixels on a phone that shows it 310 wide."""
    return 124 + sum(_hand_height(deal, seat) + 10 for seat in (0, 1))


def _draw_low(board: Board, deal: DealView) -> None:
    _headline(board, deal)
    top = 122
    for seat in (0, 1):
        height = _hand_height(deal, seat)
        board.box((MARGIN, top), (INNER, height), DONE if seat == scorer_of(deal) else PANEL)
        board.seat(seat, (MARGIN + 38, top + height // 2), DISC)
        for number, row in enumerate(_rows(deal, seat)):
            for place, card in enumerate(row):
                board.card(card, (MARGIN + 76 + round(place * _STEP), top + 12 + number * _ROW), _CARD)
        top += height + 10


def _headline(board: Board, deal: DealView) -> None:
    """Contract, doubling, declarer, tricks won of those needed; on the right who scored how much."""
    middle, contract, declarer = 65, deal.contract, deal.declarer
    board.box((MARGIN, 16), (INNER, 98), PANEL, 18)
    left = MARGIN + 26
    if contract is None or declarer is None:
        board.disc("D", (left + DISC // 2, middle), DISC)
        board.seat(deal.dealer, (left + DISC + 46, middle), DISC)
        for place, seat in enumerate((deal.dealer, 1 - deal.dealer)):
            board.seat(seat, (WIDTH // 2 + place * 190, middle), DISC)
            board.write("-", (WIDTH // 2 + 44 + place * 190, middle), NUMBER, DIM)
        return
    left += board.bid(contract.bid, (left, middle), 66) + 26
    if contract.doubling:
        left += board.write(DOUBLINGS[contract.doubling], (left, middle), 48, GOLD) + 26
    board.seat(declarer, (left + DISC // 2, middle), DISC)
    left += DISC + 22
    won, goal = deal.won[declarer], contract.bid.goal
    is_short = deal.result is not None and won < goal
    board.write(f"{won}/{goal}", (left, middle), NUMBER, SHORT if is_short else CREAM)
    scorer = scorer_of(deal)
    if scorer is not None and deal.result is not None:
        points = f"+{deal.result.score[scorer]}"
        width = board.write(points, (WIDTH - MARGIN - 26, middle), 56, GOLD, Anchor.END)
        board.seat(scorer, (WIDTH - MARGIN - 26 - width - 24 - DISC // 2, middle), DISC)


def _tricks(board: Board, tricks: tuple[Trick, ...], top: int) -> None:
    """All tricks from left to right, a row for each seat: the winner's card framed, a bar at the card that was led."""
    board.box((MARGIN, top - 2), (INNER, 278), PANEL, 18)
    rows = top + 78, top + 176
    for seat in (0, 1):
        board.seat(seat, (MARGIN + 42, rows[seat] + 41), DISC)
    for place, trick in enumerate(tricks):
        left = _TRICK_LEFT + round(place * _TRICK_STEP)
        middle = left + _TRICK_CARD // 2
        board.write(str(place + 1), (middle, top + 30), SMALLEST, DIM, Anchor.MIDDLE)
        for seat, card in ((trick.leader, trick.lead), (1 - trick.leader, trick.follow)):
            if card is None:
                continue
            row, is_won = rows[seat], seat == trick.winner
            if is_won:
                board.box((left - 3, row - 4), (_TRICK_CARD + 6, 91), GOLD, 11)
            board.card(card, (left, row), _TRICK_CARD, veiled=trick.winner is not None and not is_won)
        bar = rows[0] - 15 if trick.leader == 0 else rows[1] + 90
        board.box((middle - 17, bar), (34, 7), CREAM, 3)
