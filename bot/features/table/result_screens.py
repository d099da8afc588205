"""What stays in the channel: the result of each deal, and of the match, in little height."""

from __future__ import annotations

import json

from bot.features.table import verbs
from bot.features.table.ending import ended_line
from bot.ids import ComponentId
from bot.screens.columns import block, left, name_cell, right
from bot.screens.faces import with_labels
from bot.screens.message import (
    MOST_SAID,
    Accent,
    Attachment,
    Button,
    Picture,
    Screen,
    lines,
    narrow_rows,
    screen,
)
from bot.screens.names import plain_name
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import card_list, contract_symbol
from bot.screens.words import DOUBLING_KEYS, MARKS, Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Pair, Result, ScoreItem

LABEL, POINTS = 23, 9
"""Columns of a score: what the points are for, and the points."""

DEAL, CONTRACT, MARGIN, EARNED = 2, 6, 3, 9
"""Columns of a match: which deal, its contract, by how much it was made or not, and what each player earned."""

_PARTS = {
    ScoreItem.CONTRACT: "score-contract",
    ScoreItem.EXACT: "score-exact",
    ScoreItem.THREE_OVER: "score-three-over",
    ScoreItem.DOUBLED: "score-doubled",
    ScoreItem.REDOUBLED: "score-redoubled",
}


def deal_screen(
    t: Texts,
    match_id: int,
    view: MatchView,
    index: int,
    added: Added = NOTHING_ADDED,
    picture: Picture | None = None,
) -> Screen:
    """The result of a finished deal, or of one that was broken off, with both hands.

    ``picture`` shows the hands; without one they stand there in words.
    """
    w, deal = Words.of(t, view), view.deals[index]
    show = Button(t("button-show-play"), ComponentId(verbs.SHOW, match_id, index))
    return screen(
        Accent.RESULT,
        result_head(w, view, index),
        picture or hand_lines(w, deal),
        lines(score_table(w, deal.result), w.totals(totals_after(view, index))),
        lines(*added.lines),
        *narrow_rows((show, *added.buttons)),
    )


def result_head(w: Words, view: MatchView, index: int) -> str:
    """Which deal is over, and how it came out: above every result."""
    said = w.t("result-title", title=w.deal_title(view, index))
    return lines(f"-# {said}", w.dealt_again(view, index), f"### {outcome_line(w, view.deals[index])}")


def outcome_line(w: Words, deal: DealView) -> str:
    """How a deal ended and who scores what."""
    result = deal.result
    if result is None:
        return w.t("result-broken-off")
    if result.contract is None:
        return w.t("result-passed-out", name=w.names[deal.dealer])
    said, points = w.outcome(result), max(result.score)
    if result.margin >= 0:
        return w.t("outcome-made", outcome=said, points=points)
    return w.t("outcome-lost", outcome=said, points=points, scorer=w.names[0 if result.score[0] else 1])


def score_table(w: Words, result: Result | None) -> str:
    """The score added up, line by line (R26 to R31); nothing where there is none."""
    if result is None or result.contract is None:
        return ""
    t, doubling = w.t, DOUBLING_KEYS[result.contract.doubling]
    found = []
    for item, points in result.lines:
        if item is ScoreItem.SHORT:
            found.append((t("score-short", short=-result.margin, doubling=doubling), points))
        elif item is ScoreItem.TIMES:  # R30: the whole sum, which is what is scored
            found.append((t("score-times", factor=points), max(result.score)))
        else:
            found.append((t(_PARTS[item]), points))
    return block(left(label, LABEL) + right(t("score-points", points=points), POINTS) for label, points in found)


def hand_lines(w: Words, deal: DealView) -> str:
    """Both hands as they were played with. Raises ``ValueError`` for a deal that is not over."""
    if deal.reveal is None:
        raise ValueError("the deal is not over")
    hands = zip(w.names, deal.reveal.hands, strict=True)
    return lines(*(w.t("result-hand", name=name, hand=card_list(w.t, hand)) for name, hand in hands))


def result_words(t: Texts, view: MatchView, index: int) -> str:
    """How a deal came out and both hands, as plain text: what the pictures of a result show, for who does not see them.

    At most ``MOST_SAID`` characters.
    """
    w, deal = Words.of(t, view, plain_name), view.deals[index]
    return with_labels(lines(w.deal_title(view, index), outcome_line(w, deal), hand_lines(w, deal)))[:MOST_SAID]


def match_screen(t: Texts, match_id: int, view: MatchView, winner: str | None, added: Added = NOTHING_ADDED) -> Screen:
    """The end of a match: who won, and deal by deal. ``winner`` is the winner's mention where it is to ping."""
    w = Words.of(t, view)
    record = Button(t("button-record"), ComponentId(verbs.RECORD, match_id))
    return screen(
        Accent.RESULT,
        lines(f"### {t('match-title')}", ended_line(w, view, winner), w.versus()),
        lines(block(_match_rows(w, view)), f"-# {t('match-signs')}"),
        lines(*added.lines),
        *narrow_rows((*added.buttons, record)),
    )


def record_screen(t: Texts, match_id: int, record: dict[str, object]) -> Screen:
    """The record of a match as a file."""
    content = json.dumps(record).encode("ascii")
    return screen(Accent.RESULT, t("match-record"), Attachment(f"bridgette-match-{match_id}.json", content))


def _match_rows(w: Words, view: MatchView) -> list[str]:
    """A row for each deal; passed-out ones share one, since nothing limits their number; then the totals."""
    t, before = w.t, DEAL + 1 + CONTRACT + 1 + 2 + MARGIN
    names = (f"{MARKS[seat]} {name_cell(w.known[seat], EARNED - 2)}" for seat in (0, 1))
    found, passed_out, counted = [" " * (before + 2) + "  ".join(names)], 0, 0
    for dealt in view.deals:
        result = dealt.result
        if result is not None and result.contract is None:
            passed_out += 1
            continue
        counted += 1
        if passed_out:
            found.append(_numbered(counted, t("match-passed-out", times=passed_out)))
            passed_out = 0
        if result is None or result.contract is None or result.declarer is None:
            found.append(_numbered(counted, t("match-broken-off")))
            continue
        margin = f"{result.margin:+}" if result.margin else "="
        said = left(contract_symbol(t, result.contract), CONTRACT) + " " + MARKS[result.declarer]
        found.append(_numbered(counted, f"{said} {right(margin, MARGIN)}") + _points(w, result.score))
    found.append(left(t("match-totals"), before) + _points(w, view.totals))
    return found


def _numbered(deal: int, said: str) -> str:
    return f"{deal:>{DEAL}} {said}"


def _points(w: Words, points: Pair[int]) -> str:
    """What each earned, below the names."""
    return "".join("  " + right(w.t("score-points", points=one), EARNED) for one in points)


def totals_after(view: MatchView, index: int) -> Pair[int]:
    """The points up to a deal: the view's own totals are those of now."""
    scores = [deal.result.score for deal in view.deals[: index + 1] if deal.result]
    return sum(score[0] for score in scores), sum(score[1] for score in scores)
