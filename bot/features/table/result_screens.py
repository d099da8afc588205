"""What stays in the channel: the result of each deal, and of the match, in little height."""

from __future__ import annotations

import json
from dataclasses import replace

from bot.features.table import verbs
from bot.features.table.ending import ended_line
from bot.ids import ComponentId
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
from bot.screens.words import DOUBLING_KEYS, Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Pair, Result, ScoreItem

_TRICKS = {
    ScoreItem.CONTRACT: "score-contract",
    ScoreItem.EXACT: "score-exact",
    ScoreItem.THREE_OVER: "score-three-over",
}
_DOUBLED = {ScoreItem.DOUBLED: "score-doubled", ScoreItem.REDOUBLED: "score-redoubled"}


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
    hands = hand_lines(w, deal)
    show = Button(t("button-show-play"), ComponentId(verbs.SHOW, match_id, index))
    return screen(
        Accent.RESULT,
        f"### {outcome_line(w, deal)}",
        hands if picture is None else replace(picture, said=result_words(t, view, index), instead=hands),
        lines(score_lines(w, deal.result), result_after(w, view, index), *added.lines),
        *narrow_rows((show, *added.buttons)),
    )


def result_after(w: Words, view: MatchView, index: int) -> str:
    """Which deal is over, and the totals after it, in small print."""
    totals = w.both("points", totals_after(view, index))
    return "-# " + w.t("result-after", title=w.deal_title(view, index), **w.both("name", w.names), **totals)


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


def score_lines(w: Words, result: Result | None) -> str:
    """The score added up in small print (R26 to R31); nothing where there is none.

    One line is what the tricks bring, and another one what a double adds (R29) and by how much it multiplies (R30).
    """
    if result is None or result.contract is None:
        return ""
    t, doubling = w.t, DOUBLING_KEYS[result.contract.doubling]
    value = {line.item: line.value for line in result.lines}
    if (short := value.get(ScoreItem.SHORT)) is not None:
        return f"-# {t('score-short', points=short, short=-result.margin, doubling=doubling)}"
    tricks = [t(key, points=value[item]) for item, key in _TRICKS.items() if item in value]
    doubled = [
        t(key, points=value[item], factor=value[ScoreItem.TIMES]) for item, key in _DOUBLED.items() if item in value
    ]
    return lines(*(f"-# {line}" for line in (t("joiner-sum").join(tricks), *doubled)))


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
        lines(f"-# {t('match-title')}", ended_line(w, view, winner)),
        lines(*(f"-# {line}" for line in deal_lines(w, view))),
        lines(*added.lines),
        *narrow_rows((*added.buttons, record)),
    )


def record_screen(t: Texts, match_id: int, record: dict[str, object]) -> Screen:
    """The record of a match as a file."""
    content = json.dumps(record).encode("ascii")
    return screen(Accent.RESULT, t("match-record"), Attachment(f"bridgette-match-{match_id}.json", content))


def deal_lines(w: Words, view: MatchView) -> list[str]:
    """A short line for each deal; passed-out ones share one, since nothing limits their number."""
    found, passed_out, counted = [], 0, 0
    for dealt in view.deals:
        result = dealt.result
        if result is not None and result.contract is None:
            passed_out += 1
            continue
        counted += 1
        if passed_out:
            found.append(w.t("match-deal-passed-out", deal=counted, times=passed_out))
            passed_out = 0
        said = w.t("match-deal-broken-off", deal=counted) if result is None else _deal_line(w, counted, result)
        found.append(said)
    return found


def _deal_line(w: Words, deal: int, result: Result) -> str:
    """Who played what, and what it brought: to the declarer, or to the opponent."""
    if result.contract is None or result.declarer is None:
        return ""
    contract, name, points = contract_symbol(w.t, result.contract), w.names[result.declarer], max(result.score)
    said = {"deal": deal, "name": name, "contract": contract, "points": points}
    if (margin := result.margin) < 0:
        return w.t("match-deal-short", **said, short=-margin, scorer=w.names[1 - result.declarer])
    return w.t("match-deal-over", **said, over=margin) if margin else w.t("match-deal-exact", **said)


def totals_after(view: MatchView, index: int) -> Pair[int]:
    """The points up to a deal: the view's own totals are those of now."""
    scores = [deal.result.score for deal in view.deals[: index + 1] if deal.result]
    return sum(score[0] for score in scores), sum(score[1] for score in scores)
