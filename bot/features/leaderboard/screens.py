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


def leaderboard_screen(t: Texts, shown: Page, page: int) -> Screen:
    """A page of the leaderboard; ``page`` counts from 0."""
    pages = max(1, -(-shown.total // PAGE))
    if not shown.rows:
        return screen(Accent.RESULT, t("leaderboard-empty"))
    turn = None
    if pages > 1:
        turn = (
            Button(t("leaderboard-previous"), ComponentId(verbs.PAGE, at=max(0, page - 1), detail="b"), off=page == 0),
            Button(t("leaderboard-next"), ComponentId(verbs.PAGE, at=page + 1, detail="n"), off=page + 1 >= pages),
        )
    return screen(
        Accent.RESULT,
        t("leaderboard-title"),
        lines(*(_line(t, row) for row in shown.rows)),
        t("leaderboard-page", page=page + 1, pages=pages),
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
            t("stats-matches", **_matches(one)),
            t("stats-points", **_points(one), deals=one.deals),
            t("stats-contracts", bid=figures.contracts_bid, made=figures.contracts_made),
            _best(t, figures.best_deal),
        ),
        lines(t("stats-opponents"), *against) if against else None,
    )


def _line(t: Texts, row: Standing) -> str:
    return t("leaderboard-line", name=shown_name(row.name), **_matches(row), **_points(row))


def _matches(row: Standing) -> dict[str, int | float]:
    """What somebody's matches came to, as arguments of a text."""
    share = row.wins / row.matches if row.matches else 0.0
    return {"rank": row.rank, "matches": row.matches, "wins": row.wins, "losses": row.losses, "share": share}


def _points(row: Standing) -> dict[str, int]:
    """Somebody's points, as arguments of a text."""
    return {"points-for": row.points_for, "points-against": row.points_against, "average": round(row.average)}


def _best(t: Texts, best: BestDeal | None) -> str | None:
    if best is None:
        return None
    bid = parse_call(best.contract.rstrip("X"))
    if not isinstance(bid, Bid):
        raise TypeError(best.contract)
    contract = contract_symbol(t, Contract(bid, best.contract.count("X")))
    key = "stats-best" if best.declared else "stats-best-defence"
    return t(key, points=best.points, contract=contract, name=shown_name(best.opponent))
