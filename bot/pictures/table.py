"""The picture of the table: the deal in play as everybody may see it."""

from __future__ import annotations

from bot.pictures.board import Anchor, Board
from bot.pictures.palette import CREAM, DIM, DONE, FELT, GOLD, LIGHT_SUITS, PANEL, SEATS, SHORT
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
    heads,
    scorer_of,
)
from bridgette import Bid, Call, DealView, MatchView, Phase, PlainCall, Seat, Suit, Trick

HEIGHT = 540
TRICKS = 13
ROWS = 4
"""Rows of calls that fit; the newest stand there."""

_WAITING = 56
"""How high the signs around the dots of an empty place would be."""

_TOP, _MIDDLE = 142, 306
"""Where what is between heads and foot begins, and how high it is."""


def table_picture(view: MatchView) -> Board:
    """The last deal of a match. Raises ``ValueError`` for a player's own view."""
    deal = check_public(view).deal
    board = Board(WIDTH, HEIGHT)
    match deal.phase:
        case Phase.EXCHANGE:
            _exchange(board, deal)
        case Phase.AUCTION:
            _auction(board, deal)
        case _:
            _play(board, deal)
    foot(board, view, len(view.deals) - 1, view.totals, HEIGHT - 16 - 74)
    return board


def _exchange(board: Board, deal: DealView) -> None:
    """The up-card; for each seat the backs of as many cards as it draws, and whether it has chosen its discards."""
    heads(board, deal, ("", ""))
    board.card(deal.up_card, (WIDTH // 2 - 75, 170))
    for seat in (0, 1):
        middle, count = 215 + seat * 530, deal.drawn[seat]
        board.seat(seat, (middle - 56, 152), DISC)
        board.write(f"+{count}", (middle - 12, 152), NUMBER)
        step = min(40, 230 // max(1, count - 1))
        left = middle - (66 + step * (count - 1)) // 2
        for place in range(count):
            board.card(None, (left + place * step, 200), 66)
        done = deal.chosen[seat]
        board.box((middle - 85, 318), (170, 84), DONE if done else FELT, 16, 0 if done else 4)
        if done:
            board.write("✓", (middle, 360), 48, anchor=Anchor.MIDDLE)
        else:
            board.write(f"-{count}", (middle, 360), NUMBER, GOLD, Anchor.MIDDLE)


# ------------------------------------------------------------------------------ auction


def _auction(board: Board, deal: DealView) -> None:
    """The up-card, and the calls in a column for each seat, the newest last; a golden place waits for the next."""
    heads(board, deal, ("", ""))
    board.card(deal.up_card, (66, 128))
    board.disc("D", (82, 392), DISC)
    board.write(f"+{deal.drawn[deal.dealer]}", (126, 392), NUMBER, DIM)
    board.box((262, 112), (WIDTH - MARGIN - 262, 326), PANEL, 18)
    for seat in (0, 1):
        board.seat(seat, (_column(seat), 148), DISC)
    rows = _call_rows(deal)
    if len(rows) > ROWS:
        board.write("…", ((_column(0) + _column(1)) // 2, 148), _WAITING, DIM, Anchor.MIDDLE)
    for number, row in enumerate(rows[-ROWS:]):
        for seat, call in enumerate(row):
            middle = _column(seat), 216 + number * 64
            if call is not None:
                _call(board, call, middle)
            elif seat in deal.to_act and number == len(rows[-ROWS:]) - 1:
                board.box((middle[0] - 115, middle[1] - 30), (230, 60), FELT, 14, 4)
                board.write("…", middle, _WAITING, GOLD, Anchor.MIDDLE)


def _column(seat: Seat) -> int:
    return 440 + seat * 330


def _call_rows(deal: DealView) -> list[list[Call | None]]:
    """The calls by rows and seats, with the empty place of the one who is to call."""
    rows: list[list[Call | None]] = []
    callers: list[tuple[Seat, Call | None]] = [
        ((deal.dealer + place) % 2, call) for place, call in enumerate(deal.calls)
    ]
    callers += [(seat, None) for seat in deal.to_act]
    for place, (seat, call) in enumerate(callers):
        if seat == 0 or place == 0:
            rows.append([None, None])
        rows[-1][seat] = call
    return rows


def _call(board: Board, call: Call, middle: tuple[int, int]) -> None:
    if isinstance(call, Bid):
        board.bid(call, middle, NUMBER, CREAM, Anchor.MIDDLE)
        return
    sign, ink = {
        PlainCall.PASS: ("-", DIM),
        PlainCall.DOUBLE: ("X", SHORT),
        PlainCall.REDOUBLE: ("XX", LIGHT_SUITS[Suit.DIAMONDS]),
    }[call]
    board.write(sign, middle, NUMBER, ink, Anchor.MIDDLE)


# ------------------------------------------------------------------------------ play


def _play(board: Board, deal: DealView) -> None:
    """Contract, race, the trick on the table and the one before; of a deal that is over, what it came to."""
    declarer, contract = deal.declarer, deal.contract
    if contract is None or declarer is None:
        heads(board, deal, ("", ""))
        board.card(deal.up_card, (WIDTH // 2 - 75, 180))
        return
    goal = contract.bid.goal
    needed = [TRICKS + 1 - goal, TRICKS + 1 - goal]
    needed[declarer] = goal
    heads(board, deal, (f"{deal.won[0]}/{needed[0]}", f"{deal.won[1]}/{needed[1]}"))
    _race(board, deal, declarer, goal)
    board.box((MARGIN, _TOP), (250, _MIDDLE - 10), PANEL, 18)
    doubling = DOUBLINGS[contract.doubling]
    board.bid(contract.bid, (145, 214 if doubling else 244), 92, anchor=Anchor.MIDDLE)
    if doubling:
        board.write(doubling, (145, 306), 56, GOLD, Anchor.MIDDLE)
    board.seat(declarer, (145, 386), 66)
    finished = [trick for trick in deal.tricks if trick.winner is not None]
    if deal.phase is Phase.OVER:
        _over(board, deal)
    else:
        _trick(board, deal, sum(deal.won) + 1)
    board.box((WIDTH - MARGIN - 250, _TOP), (250, _MIDDLE - 10), PANEL, 18)
    if finished:
        _last(board, finished[-1], len(finished))
    else:
        board.card(deal.up_card, (WIDTH - MARGIN - 125 - 75, 184))


def _race(board: Board, deal: DealView, declarer: Seat, goal: int) -> None:
    """A cell for each trick: those of seat 1 from the left, those of seat 2 from the right; a mark at the goal."""
    step = (INNER + 5) / TRICKS
    for cell in range(TRICKS):
        fill = SEATS[0] if cell < deal.won[0] else SEATS[1] if cell >= TRICKS - deal.won[1] else PANEL
        board.box((round(MARGIN + cell * step), 110), (round(step) - 5, 20), fill, 7)
    edge = MARGIN + (goal if declarer == 0 else TRICKS - goal) * step - 2.5
    board.box((round(edge - 6), 104), (12, 32), GOLD, 4)


def _trick(board: Board, deal: DealView, number: int) -> None:
    """What lies on the table, and the golden place of the card to come; a suit that may not be led beside it."""
    left = 405, 555
    board.write(str(number), (480, 164), SMALLEST, DIM, Anchor.MIDDLE)
    (seat,) = deal.to_act
    place = 0
    if deal.lead is not None:
        board.card(deal.lead, (left[0] - 67, 190), 134)
        board.seat(deal.tricks[-1].leader, (left[0], 412), DISC)
        place = 1
    board.box((left[place] - 67, 190), (134, 188), FELT, 14, 4)
    board.write("…", (left[place], 284), _WAITING, GOLD, Anchor.MIDDLE)
    board.seat(seat, (left[place], 412), DISC)
    if deal.barred is not None:
        board.barred(deal.barred, (left[1], 284), 130)


def _last(board: Board, trick: Trick, number: int) -> None:
    """The last whole trick, the leader's card first; the winner's is framed."""
    middle = WIDTH - MARGIN - 125
    board.write(str(number), (middle, 166), SMALLEST, DIM, Anchor.MIDDLE)
    if trick.follow is None:
        return
    for place, (seat, card) in enumerate(((trick.leader, trick.lead), (1 - trick.leader, trick.follow))):
        left = middle - 108 + place * 112
        if seat == trick.winner:
            board.box((left - 7, 201), (118, 160), GOLD, 16)
        board.card(card, (left, 208), 104)
        board.seat(seat, (left + 52, 402), DISC)


def _over(board: Board, deal: DealView) -> None:
    scorer = scorer_of(deal)
    if scorer is not None and deal.result is not None:
        board.seat(scorer, (480, 214), 66)
        board.write(f"+{deal.result.score[scorer]}", (480, 300), NUMBER, GOLD, Anchor.MIDDLE)
