"""A finished deal analysed, page by page: with all cards known, then by what the player who asks could know."""

from __future__ import annotations

from typing import NamedTuple

from bot.features.analysis import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Row, Screen, lines, screen
from bot.screens.symbols import bid_sign, call_symbol, card_told
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import Action, Card, Discard, MatchView, Seat
from bridgette.computer.advice.hindsight import Hindsight, Judged
from bridgette.computer.advice.regret import HANDS, Progress, Regret

ON_A_PAGE = 8
"""Cards that gave points away on a page: as many as there is room for, whatever the names and faces."""


class Told(NamedTuple):
    """What is known so far of a player's decisions by what could be known; ``has_failed``: no more will be."""

    progress: Progress | None
    has_failed: bool


class Analysed(NamedTuple):
    """A finished deal of a match, everybody's view of it, and what was found.

    ``seat``: that of whoever asks, ``None`` for a stranger; ``look`` is ``None`` where nobody looks at what could be
    known: for a stranger, and without the solver's C form.
    """

    match_id: int
    view: MatchView
    deal: int
    found: Hindsight
    seat: Seat | None
    look: Told | None


def analysis_screen(t: Texts, analysed: Analysed, page: int) -> Screen:
    """One of its pages, from 0; the last one for a number beyond."""
    w = Words.of(t, analysed.view)
    dear = [play for play in analysed.found.plays if play.points]
    chapters = [dear[start : start + ON_A_PAGE] for start in range(0, len(dear), ON_A_PAGE)] or [[]]
    pages = len(chapters) + (analysed.look is not None)
    page = min(page, pages - 1)
    head = f"### {t('analysis-title', title=w.deal_title(analysed.view, analysed.deal))}"
    place = f"-# {t('analysis-page', page=page + 1, pages=pages)}" if pages > 1 else None
    if page == len(chapters) and analysed.look is not None:
        blocks: tuple[str | None, ...] = (
            lines(head, f"-# {t('analysis-could-about', hands=HANDS)}"),
            _could(w, analysed, analysed.look),
        )
    else:
        blocks = (
            lines(head, f"-# {t('analysis-known-about')}"),
            _sums(w, analysed) if page == 0 else None,
            lines(*(_fault(w, analysed, play) for play in chapters[page])),
            _outlook(t, analysed) if page == 0 else None,
        )
    return screen(Accent.RESULT, *blocks, place, *([_turn(t, analysed, page, pages)] if pages > 1 else ()))


def _turn(t: Texts, analysed: Analysed, page: int, pages: int) -> Row:
    def button(key: str, to: int, *, off: bool) -> Button:
        return Button(t(key), ComponentId(verbs.ANALYSIS_PAGE, analysed.match_id, analysed.deal, str(to)), off=off)

    # Two buttons of a message never have the same id.
    return (
        button("analysis-previous", max(0, page - 1), off=page == 0),
        button("analysis-next", page + 1, off=page + 1 == pages),
    )


def _sums(w: Words, analysed: Analysed) -> str:
    """For each player the best contract, and what was given away."""
    found = []
    for seat in (0, 1):
        best, name = analysed.found.best[seat], _name(w, analysed, seat)
        faults = [play for play in analysed.found.plays if play.seat == seat and play.is_fault]
        dear = [play for play in faults if play.points]
        found.append(
            w.t("analysis-best-none", **name)
            if best is None
            else w.t("analysis-best", **name, bid=bid_sign(w.t, best.bid), tricks=best.tricks, points=best.points)
        )
        if analysed.view.deals[analysed.deal].tricks:
            points = sum(play.points for play in dear)
            found.append(w.t("analysis-sum", **name, points=points, cards=len(dear), free=len(faults) - len(dear)))
    return lines(*found)


def _fault(w: Words, analysed: Analysed, play: Judged) -> str:
    return w.t(
        "analysis-fault",
        trick=play.trick + 1,
        **_name(w, analysed, play.seat),
        card=card_told(w.t, play.card),
        best=card_told(w.t, play.best),
        how="many" if play.tricks < 0 else "lost",
        tricks=abs(play.tricks),
        points=play.points,
    )


def _outlook(t: Texts, analysed: Analysed) -> str | None:
    """What the last page tells, as far as it is known; or why there is none."""
    if analysed.seat is None:
        return None
    look = analysed.look
    if look is None:
        return f"-# {t('analysis-could-not')}"
    if look.progress is None or not look.progress.is_over:
        return f"-# {_state(t, look)}"
    return f"-# {t('analysis-could-found', count=len(look.progress.dearest))}"


def _state(t: Texts, look: Told) -> str:
    """How far it has come, while it is not over."""
    if look.has_failed:
        return t("analysis-failed")
    if look.progress is None:
        return t("analysis-waits")
    return t("analysis-looks", done=look.progress.done, of=look.progress.of)


def _could(w: Words, analysed: Analysed, look: Told) -> str:
    progress = look.progress
    is_over = progress is not None and progress.is_over
    dearest = () if progress is None else progress.dearest
    if is_over and not dearest:
        return w.t("analysis-regret-none")
    return lines(*(_regret(w, analysed, one) for one in dearest), None if is_over else f"-# {_state(w.t, look)}")


def _regret(w: Words, analysed: Analysed, regret: Regret) -> str:
    deal = analysed.view.deals[analysed.deal]
    said = {
        "chosen": _action(w.t, regret.chosen),
        "better": _action(w.t, regret.better),
        "points": regret.points,
    }
    if regret.trick is None or regret.make is None:
        return w.t("analysis-regret-call", **said)
    declares = "yes" if deal.declarer == analysed.seat else "no"
    chosen, better = regret.make
    same = "yes" if chosen == better else "no"
    return w.t(
        "analysis-regret-card",
        **said,
        trick=regret.trick + 1,
        declares=declares,
        same=same,
        make=chosen,
        then=better,
    )


def _action(t: Texts, action: Action) -> str:
    if isinstance(action, Card):
        return card_told(t, action)
    return "" if isinstance(action, Discard) else call_symbol(t, action)


def _name(w: Words, analysed: Analysed, seat: Seat) -> dict[str, str]:
    """Whose card or contract it was, as arguments of a text: ``who`` is ``you`` for whoever asks."""
    return {"who": "you" if seat == analysed.seat else "other", "name": w.names[seat]}
