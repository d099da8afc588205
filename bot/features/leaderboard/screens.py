"""The leaderboard of a server, and one player's figures."""

from __future__ import annotations

from bot.features.leaderboard import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, lines, screen
from bot.screens.names import shown_name
from bot.screens.symbols import contract_symbol
from bot.texts import Texts
from bot.values import BestDeal, Figures, Page, Standing
from bridgette import Contract, parse_call
from bridgette.calls import Bid

PAGE = 10
"""Players on a page of the leaderboard."""


def board_screen(t: Texts, page: Page, number: int) -> Screen:
    """A page of the leaderboard, ``number`` from 0."""
    pages = max(1, -(-page.total // PAGE))
    if not page.rows:
        return screen(Accent.RESULT, t("board-empty"))
    turn = None
    if pages > 1:
        turn = (
            Button(
                t("board-previous"), ComponentId(verbs.PAGE, at=max(0, number - 1), detail="b"), off=number == 0
            ),
            Button(t("board-next"), ComponentId(verbs.PAGE, at=number + 1, detail="n"), off=number + 1 >= pages),
        )
    return screen(
        Accent.RESULT,
        t("board-title"),
        lines(*(_line(t, row) for row in page.rows)),
        t("board-page", page=number + 1, pages=pages),
        turn,
    )


def figures_screen(t: Texts, name: str, figures: Figures | None) -> Screen:
    """One player's figures."""
    if figures is None:
        return screen(Accent.RESULT, t("stats-none", name=shown_name(name)))
    one = figures.standing
    against = [
        t("stats-opponent", name=shown_name(other.name), wins=other.wins, losses=other.losses)
        for other in figures.opponents
    ]
    return screen(
        Accent.RESULT,
        t("stats-title", name=shown_name(name)),
        lines(
            t(
                "stats-matches",
                rank=one.rank,
                matches=one.matches,
                wins=one.wins,
                losses=one.losses,
                share=_share(one),
            ),
            t(
                "stats-points",
                **{"for": one.points_for},
                against=one.points_against,
                average=round(one.average),
                deals=one.deals,
            ),
            t("stats-contracts", bid=figures.contracts_bid, made=figures.contracts_made),
            _best(t, figures.best_deal),
        ),
        lines(t("stats-opponents"), *against) if against else None,
    )


def _line(t: Texts, row: Standing) -> str:
    return t(
        "board-line",
        rank=row.rank,
        name=shown_name(row.name),
        wins=row.wins,
        losses=row.losses,
        matches=row.matches,
        share=_share(row),
        **{"for": row.points_for},
        against=row.points_against,
        average=round(row.average),
    )


def _share(row: Standing) -> int:
    """Matches won, in per cent."""
    return round(100 * row.wins / row.matches) if row.matches else 0


def _best(t: Texts, best: BestDeal | None) -> str | None:
    if best is None:
        return None
    bid = parse_call(best.contract.rstrip("X"))
    if not isinstance(bid, Bid):
        raise TypeError(best.contract)
    contract = contract_symbol(t, Contract(bid, best.contract.count("X")))
    key = "stats-best" if best.declared else "stats-best-defence"
    return t(key, points=best.points, contract=contract, name=shown_name(best.opponent))
