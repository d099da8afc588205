"""The leaderboard of a server, and one player's figures."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.leaderboard import verbs
from bot.ids import ComponentId
from bot.results import AgainstHouse, BestDeal, Figures, Page, Standing
from bot.screens.columns import WIDTH, bare_name, block, cut
from bot.screens.message import Accent, Button, Screen, lines, screen
from bot.screens.names import known_name, shown_name
from bot.screens.symbols import contract_symbol
from bot.texts import Texts
from bridgette import Contract, parse_call
from bridgette.calls import Bid

PAGE = 10
"""Players on a page of the leaderboard."""


def leaderboard_screen(t: Texts, shown: Page, page: int, *, can_show: bool) -> Screen:
    """A page of the leaderboard; ``page`` counts from 0. ``can_show``: there is a button that shows it to all."""
    pages = max(1, -(-shown.total // PAGE))
    if not shown.rows:
        return screen(Accent.RESULT, t("leaderboard-empty"))
    turn = []
    if pages > 1:
        turn = [
            Button(t("leaderboard-previous"), ComponentId(verbs.PAGE, at=max(0, page - 1), detail="b"), off=page == 0),
            Button(t("leaderboard-next"), ComponentId(verbs.PAGE, at=page + 1, detail="n"), off=page + 1 >= pages),
        ]
    show = [Button(t("leaderboard-show"), ComponentId(verbs.SHOW, at=page))] if can_show else []
    return screen(
        Accent.RESULT,
        t("leaderboard-title"),
        block(_columns_of(t, shown.rows)),
        lines(f"-# {t('leaderboard-page', page=page + 1, pages=pages)}", f"-# {t('leaderboard-order')}"),
        (*turn, *show),
    )


def figures_screen(
    t: Texts, name: str, figures: Figures | None, house: Sequence[AgainstHouse] = (), *, can_show: bool
) -> Screen:
    """One player's figures, and apart from them those against the house.

    ``can_show``: there is a button that shows them to all.
    """
    if figures is None:
        nothing = t("stats-none", name=shown_name(name))
        return screen(Accent.RESULT, lines(t("stats-title", name=shown_name(name)), nothing), _house(t, house))
    one = figures.standing
    against = [
        t("stats-opponent", name=shown_name(known_name(t, other.name)), wins=other.wins, losses=other.losses)
        for other in figures.opponents
    ]
    show = (Button(t("leaderboard-show"), ComponentId(verbs.SHOW_FIGURES, one.user_id)),) if can_show else None
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
        _house(t, house),
        show,
    )


def _columns_of(t: Texts, standings: Sequence[Standing]) -> list[str]:
    """The heads, and three lines for each: who, matches in columns, points. A wide name moves nothing."""
    labels = (t(f"leaderboard-column-{name}") for name in ("matches", "wins", "losses", "share"))
    width = max(3, *(len(str(row.rank)) for row in standings))
    found = [_who(width, t("leaderboard-column-rank"), t("leaderboard-column-player")), _line(*labels)]
    for row in standings:
        share = f"{round(100 * row.wins / row.matches) if row.matches else 0}%"
        found.append(_who(width, row.rank, bare_name(row.name)))
        found.append(_line(row.matches, row.wins, row.losses, share))
        found.append(f"{t('leaderboard-line-points', **_points(row)):>{WIDTH}}")
    return found


def _who(width: int, rank: str | int, name: str) -> str:
    """A rank of this width, and as much of a name as there is room for."""
    return f"{rank:>{width}} {cut(name, WIDTH - width - 1)}"


def _line(matches: str | int, wins: str | int, losses: str | int, share: str | int) -> str:
    """A line in columns."""
    return f"{matches:>9}{wins:>6}{losses:>6}{share:>5}"


def _matches(row: Standing) -> dict[str, int | float]:
    """What somebody's matches came to, as arguments of a text."""
    share = row.wins / row.matches if row.matches else 0.0
    return {"rank": row.rank, "matches": row.matches, "wins": row.wins, "losses": row.losses, "share": share}


def _points(row: Standing) -> dict[str, int]:
    """Somebody's points, as arguments of a text."""
    return {"points-for": row.points_for, "points-against": row.points_against, "average": round(row.average)}


def _house(t: Texts, figures: Sequence[AgainstHouse]) -> str | None:
    """What was played against the house, a line for each strength, and one for what was played with hints."""
    if not figures:
        return None
    keys = ("stats-house-line-hints" if one.has_hints else "stats-house-line" for one in figures)
    return lines(t("stats-house"), *(t(key, **_against(one)) for key, one in zip(keys, figures, strict=True)))


def _against(one: AgainstHouse) -> dict[str, str | int]:
    """The figures against one strength, as arguments of a text."""
    deals = max(1, one.deals)
    averages = {"average-for": round(one.points_for / deals), "average-against": round(one.points_against / deals)}
    return {"strength": one.strength, "matches": one.matches, "wins": one.wins, **averages}


def _best(t: Texts, best: BestDeal | None) -> str | None:
    if best is None:
        return None
    bid = parse_call(best.contract.rstrip("X"))
    if not isinstance(bid, Bid):
        raise TypeError(best.contract)
    contract = contract_symbol(t, Contract(bid, best.contract.count("X")))
    key = "stats-best" if best.declared else "stats-best-defence"
    return t(key, points=best.points, contract=contract, name=shown_name(known_name(t, best.opponent)))
