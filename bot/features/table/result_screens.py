"""What stays in the channel: the result of each deal, and of the match."""

from __future__ import annotations

import json
from dataclasses import replace

from bot.features.table import verbs
from bot.features.table.ending import ended_line
from bot.ids import ComponentId
from bot.screens.message import Accent, Attachment, Button, Picture, Screen, lines, rows, screen
from bot.screens.spoken import spoken
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.symbols import card_list, card_symbol, hand_line
from bot.screens.words import DOUBLING_KEYS, MARKS, Words
from bot.texts import Texts
from bridgette import DealView, MatchView, Pair, Result, Reveal, ScoreItem, Seat, Trick

TRICKS_IN_LINE = 4

_PARTS = {
    ScoreItem.CONTRACT: "score-contract",
    ScoreItem.EXACT: "score-exact",
    ScoreItem.THREE_OVER: "score-three-over",
    ScoreItem.DOUBLED: "score-doubled",
    ScoreItem.REDOUBLED: "score-redoubled",
}


def deal_screen(
    t: Texts, view: MatchView, index: int, added: Added = NOTHING_ADDED, picture: Picture | None = None
) -> Screen:
    """The result of a finished deal, or of one that was broken off: everything that was hidden is shown."""
    w, deal = Words.of(t, view), view.deals[index]
    reveal = deal.reveal
    if reveal is None:
        raise ValueError("the deal is not over")
    played = [w.auction(deal)]
    if deal.tricks:
        shown, joiner = [_trick(t, place, trick) for place, trick in enumerate(deal.tricks, 1)], t("joiner-parts")
        played.append(t("result-tricks", tricks="\n".join(joiner.join(row) for row in rows(shown, TRICKS_IN_LINE))))
    hands = lines(*(_hand(w, reveal, seat) for seat in (0, 1)))
    said = spoken(lines(w.deal_title(view, index), w.versus(), outcome_line(w, deal), hands))
    return screen(
        Accent.RESULT,
        lines(
            t("result-title", title=w.deal_title(view, index)), w.versus(), w.dealt_again(view, index), w.up_card(deal)
        ),
        lines(outcome_line(w, deal), score_line(w, deal.result)),
        None if picture is None else replace(picture, said=said),
        hands,
        lines(*played),
        w.totals(totals_after(view, index)),
        lines(*added.lines),
        *rows(added.buttons),
    )


def outcome_line(w: Words, deal: DealView) -> str:
    """How a deal ended and who scores what."""
    result = deal.result
    if result is None:
        return w.t("result-broken-off")
    if result.contract is None:
        return w.t("result-passed-out", name=w.names[deal.dealer])
    scorer = 0 if result.score[0] else 1
    return w.t("outcome-scores", outcome=w.outcome(result), scorer=w.names[scorer], points=result.score[scorer])


def score_line(w: Words, result: Result | None) -> str:
    """The score added up, line by line (R26 to R31)."""
    if result is None or result.contract is None:
        return ""
    t, items = w.t, result.lines
    if items[0].item is ScoreItem.SHORT:
        doubling = DOUBLING_KEYS[result.contract.doubling]
        return t("score-short", points=items[0].value, short=-result.margin, doubling=doubling)
    parts = [t(_PARTS[line.item], points=line.value) for line in items if line.item in _PARTS]
    if len(parts) == 1:
        return t("score-one", part=parts[0])
    total = {"parts": t("joiner-sum").join(parts), "points": max(result.score)}
    factor = next((line.value for line in items if line.item is ScoreItem.TIMES), None)
    return t("score-sum", **total) if factor is None else t("score-times", **total, factor=factor)


def match_screen(t: Texts, match_id: int, view: MatchView, winner: str | None, added: Added = NOTHING_ADDED) -> Screen:
    """The end of a match: who won, and deal by deal. ``winner`` is the winner's mention where it is to ping."""
    w = Words.of(t, view)
    record = Button(t("button-record"), ComponentId(verbs.RECORD, match_id))
    return screen(
        Accent.RESULT,
        lines(t("match-title"), w.versus()),
        ended_line(w, view, winner),
        lines(*_deal_lines(w, view)),
        lines(*added.lines),
        *rows((*added.buttons, record)),
    )


def record_screen(t: Texts, match_id: int, record: dict[str, object]) -> Screen:
    """The record of a match as a file."""
    content = json.dumps(record).encode("ascii")
    return screen(Accent.RESULT, t("match-record"), Attachment(f"bridgette-match-{match_id}.json", content))


def _deal_lines(w: Words, view: MatchView) -> list[str]:
    """A line for each deal; passed-out ones share one, since nothing limits their number."""
    found, passed_out, counted, totals = [], 0, 0, (0, 0)
    for dealt in view.deals:
        result = dealt.result
        if result is not None and result.contract is None:
            passed_out += 1
            continue
        counted += 1
        if passed_out:
            found.append(w.t("match-deal-passed-out", deal=counted, times=passed_out))
            passed_out = 0
        if result is None:
            found.append(w.t("match-deal-broken-off", deal=counted))
        else:
            totals = totals[0] + result.score[0], totals[1] + result.score[1]
            scorer = 0 if result.score[0] else 1
            said = {"outcome": w.outcome(result), "scorer": w.names[scorer], "points": result.score[scorer]}
            found.append(w.t("match-deal", deal=counted, **said, **w.both("points", totals)))
    return found


def totals_after(view: MatchView, index: int) -> Pair[int]:
    """The points up to a deal: the view's own totals are those of now."""
    scores = [deal.result.score for deal in view.deals[: index + 1] if deal.result]
    return sum(score[0] for score in scores), sum(score[1] for score in scores)


def _hand(w: Words, reveal: Reveal, seat: Seat) -> str:
    discards = reveal.discards[seat]
    return lines(
        w.t("result-hand", **w.seat(seat), hand=hand_line(w.t, reveal.hands[seat])),
        w.t("result-no-discards") if discards is None else w.t("result-discards", cards=card_list(w.t, discards)),
    )


def _trick(t: Texts, place: int, trick: Trick) -> str:
    """A trick in little room: the leader's card first, then the mark of who won it."""
    cards = []
    for seat, card in ((trick.leader, trick.lead), (1 - trick.leader, trick.follow)):
        if card is not None:
            symbol = f"{MARKS[seat]}{card_symbol(t, card)}"
            cards.append(f"**{symbol}**" if seat == trick.winner else symbol)
    if trick.winner is None:
        return t("result-trick-open", trick=place, cards=" ".join(cards))
    return t("result-trick", trick=place, cards=" ".join(cards), mark=MARKS[trick.winner])
