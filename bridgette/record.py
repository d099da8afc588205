"""The match record, ``bridgette-match/1``: written, read strictly, and traced (docs/record.md).

Reading plays the record through the rules, so that what was read is a match that obeys them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator
from typing import Any, NoReturn, TypeAlias

from bridgette.calls import Call, parse_call
from bridgette.cards import DECK, Card, Pair, Seat, parse_card
from bridgette.deal import Action, Deal, Discard, Phase
from bridgette.errors import BadRecord, NotAllowed, Unreadable
from bridgette.match import Ending, How, Match

FORMAT = "bridgette-match/1"
LONGEST_NUMBER = 18
"""Digits in the longest whole number that is read as one; the format's numbers have at most five."""
DEEPEST = 100
"""How deep a record may be nested, in keys of others too; its own keys go five deep."""

_QUOTED_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[]}]', re.DOTALL)

Line: TypeAlias = dict[str, Any]
"""One line of a trace."""


def write_record(match: Match) -> dict[str, Any]:
    """The match as the record's JSON object, ``ended`` included."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "players": list(match.players),
        "deals": [_write_deal(deal) for deal in match.deals],
    }
    if (ended := match.ended) is not None:
        record["ended"] = {"how": ended.how.value, "by": ended.by, "winner": ended.winner}
    return record


def _write_deal(deal: Deal) -> dict[str, Any]:
    def words(items: tuple[Card, ...] | tuple[Call, ...]) -> list[str]:
        return [str(item) for item in items]

    written: dict[str, Any] = {
        "dealer": deal.dealer,
        "deck": words(deal.deck),
        "discards": [None if gone is None else words(gone) for gone in deal.discards],
        "calls": words(deal.auction.calls if deal.auction else ()),
    }
    if deal.play is not None:
        written["plays"] = words(deal.play.plays)
    if (result := deal.result) is not None:
        written["score"] = list(result.score)
    return written


def parse_json(data: bytes) -> Any:
    """The JSON value in ``data``, UTF-8 without a byte-order mark. Raises :class:`BadRecord`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8: byte {error.start} cannot be read") from None
    if text.startswith("\ufeff"):
        raise BadRecord("the file begins with a byte-order mark")
    _refuse_deep_nesting(text)
    try:
        return json.loads(text, parse_constant=_no_constant, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None


def _refuse_deep_nesting(text: str) -> None:
    """Raise :class:`BadRecord` for what is nested too deeply: an interpreter's own limit is anywhere."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for match in _QUOTED_OR_BRACKET.finditer(text):
        mark = match[0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            raise BadRecord(f"not a record: nested more than {DEEPEST} deep")


def _no_constant(word: str) -> NoReturn:
    raise BadRecord(f"not JSON: {word} is not a number")


def _whole_number(digits: str) -> int | float:
    """The number, or a float for one that no key of the format can hold, so that it fails the shape check there."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else float("inf")


def read_record(data: bytes) -> Match:
    """The match in a record file, with its ``ended`` if that says how it was cut short. Raises :class:`BadRecord`."""
    document = parse_json(data)
    steps = trace_record(document)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            match: Match = done.value
            break
    return _cut_short(match, document.get("ended"))


def _cut_short(match: Match, ended: Any) -> Match:
    """The match with the ending that its record names."""
    if ended is None:
        return match
    try:
        ending = Ending(How(ended["how"]), ended.get("by"), ended.get("winner"))
    except (TypeError, KeyError, AttributeError, ValueError):
        raise BadRecord("ended is not an object that says how, by and winner") from None
    if not all(seat is None or _is_seat(seat) for seat in (ending.by, ending.winner)):
        raise BadRecord("ended names a seat that is not 0, 1 or null")
    if ending.how is How.PLAYED or match.ended is not None:
        if match.ended != ending:
            raise BadRecord("ended does not agree with the deals", rule="R6")
        return match
    return match.cut(ending)


def trace_record(document: Any) -> Generator[Line, None, Match]:
    """Play the record through the rules, giving a line for each decision before it is taken; returns the match.

    ``ended`` is taken no notice of. Raises :class:`BadRecord` at the first fault in the order of play.
    """
    players, deals = _read_head(document)
    match = Match(players)
    for number, item in enumerate(deals):
        match = yield from _trace_deal(match, number, item, is_last=number == len(deals) - 1)
    if (ended := match.ended) is not None:
        yield {"phase": "match", "totals": list(match.totals), "winner": ended.winner}
    return match


def _read_head(document: Any) -> tuple[Pair[str], list[Any]]:
    if not isinstance(document, dict):
        raise BadRecord("not a JSON object")
    if document.get("format") != FORMAT:
        raise BadRecord(f"format is not {FORMAT}")
    players = document.get("players")
    if not isinstance(players, list) or len(players) != 2 or not all(isinstance(p, str) for p in players):
        raise BadRecord("players is not a list of two names")
    deals = document.get("deals")
    if not isinstance(deals, list):
        raise BadRecord("deals is not a list")
    return (players[0], players[1]), deals


def _trace_deal(match: Match, number: int, item: Any, *, is_last: bool) -> Generator[Line, None, Match]:
    """Trace one deal; returns the match with it."""
    shape = _DealShape(item, number)
    if match.ended is not None:
        raise BadRecord("a deal after the end of the match", rule="R6", deal=number)
    if match.deals and shape.dealer != match.next_dealer:
        raise BadRecord("the wrong dealer (R18 after a passed-out deal)", rule="R5", deal=number)
    match = match.begin_deal(shape.deck, first_dealer=shape.dealer)
    for position, (seat, action) in enumerate(shape.actions()):
        deal = match.deals[-1]
        if isinstance(action, Discard):
            step = deal.step_of(seat)
        else:
            step = 2 + position - sum(1 for gone in shape.discards if gone is not None)
            seat = next(iter(deal.to_act), seat)
        try:
            after = match.after(seat, action)
        except NotAllowed as error:
            objection = error.objection
            what = str(error).removesuffix(f" ({objection.rule})")
            raise BadRecord(what, rule=objection.rule, deal=number, step=step) from None
        yield _line(deal, number, step, seat, action)
        match = after
    deal = match.deals[-1]
    result = deal.result
    if result is None:
        if shape.score is not None:
            raise BadRecord(f"a score before the end of the {deal.phase.value}", rule="R26", deal=number)
        if not is_last:
            raise BadRecord(f"another deal follows before the end of the {deal.phase.value}", rule="R5", deal=number)
        return match
    if shape.score is None and not is_last:
        raise BadRecord("the score is missing", deal=number)
    if shape.score is not None and shape.score != result.score:
        raise BadRecord(f"the score is {list(result.score)}, not {list(shape.score)}", rule="R26", deal=number)
    yield {
        "deal": number,
        "phase": "score",
        "contract": None if result.contract is None else str(result.contract),
        "declarer": result.declarer,
        "tricks": list(result.tricks),
        "score": list(result.score),
    }
    return match


def _line(deal: Deal, number: int, step: int, seat: Seat, action: Action) -> Line:
    """The trace line of a decision in the state before it was taken."""
    legal: int | list[str]
    done: str | list[str] = str(action)
    match deal.phase:
        case Phase.EXCHANGE:
            legal = deal.to_discard(seat)
        case Phase.AUCTION:
            legal = [str(call) for call in deal.legal_calls(seat)]
        case _:
            legal = [str(card) for card in deal.legal_cards(seat)]
    if isinstance(action, Discard):
        done = [str(card) for card in sorted(action.cards, key=lambda card: card.index)]
    phase = deal.phase.value
    return {"deal": number, "step": step, "phase": phase, "seat": seat, "legal": legal, "action": done}


class _DealShape:
    """The keys of one deal, their shapes checked and their notation read, but no rule applied yet."""

    def __init__(self, item: Any, number: int) -> None:
        self._number = number
        if not isinstance(item, dict):
            self._fault("it is not a JSON object")
        if not _is_seat(item.get("dealer")):
            self._fault("dealer is not 0 or 1")
        self.dealer: Seat = item["dealer"]
        self.deck = self._read_deck(item.get("deck"))
        self.discards = self._read_discards(item.get("discards", []))
        self.calls = self._read_list("calls", item.get("calls", []), parse_call)
        self.plays = self._read_list("plays", item.get("plays", []), parse_card)
        self.score = self._read_score(item["score"]) if "score" in item else None

    def actions(self) -> Iterator[tuple[Seat, Action]]:
        """The actions in the order of play, the non-dealer's discards first; calls and cards name no seat."""
        for seat in (1 - self.dealer, self.dealer):
            if (gone := self.discards[seat]) is not None:
                yield seat, Discard(gone)
        for action in (*self.calls, *self.plays):
            yield self.dealer, action

    def _fault(self, what: str, rule: str = "format") -> NoReturn:
        raise BadRecord(what, rule=rule, deal=self._number)

    def _read_list(self, key: str, value: Any, parse: Callable[[str], Any]) -> tuple[Any, ...]:
        if not isinstance(value, list):
            self._fault(f"{key} is not a list")
        try:
            return tuple([parse(text) for text in value])
        except Unreadable as error:
            self._fault(f"in {key}, {error}")

    def _read_deck(self, value: Any) -> tuple[Card, ...]:
        if not isinstance(value, list):
            self._fault("deck is not a list")
        if len(value) != len(DECK):
            self._fault(f"the deck has {len(value)} cards", "R1")
        deck = self._read_list("deck", value, parse_card)
        if len(set(deck)) != len(DECK):
            self._fault("the deck holds a card twice", "R1")
        return deck

    def _read_discards(self, value: Any) -> Pair[tuple[Card, ...] | None]:
        if value == []:
            return (None, None)
        if not isinstance(value, list) or len(value) != 2:
            self._fault("discards is not a list for two seats")
        first, second = (None if cards is None else self._read_list("discards", cards, parse_card) for cards in value)
        return first, second

    def _read_score(self, value: Any) -> Pair[int]:
        if not isinstance(value, list) or len(value) != 2 or not all(_is_whole(points) for points in value):
            self._fault("score is not two whole numbers")
        return value[0], value[1]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seat(value: Any) -> bool:
    return _is_whole(value) and value in (0, 1)
