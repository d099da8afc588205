"""The shapes of a record's keys: checked and their notation read, no rule of the game applied yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, NoReturn

from bridgette.calls import Call, parse_calls
from bridgette.cards import DECK, Card, Pair, Seat, parse_cards
from bridgette.errors import BadMatch, BadRecord, Unreadable
from bridgette.format import USUAL, Format
from bridgette.match import Ending, How

FORMAT = "bridgette-match/1"


class Head(NamedTuple):
    """What a record says beside its deals, which are still as they came from the JSON."""

    players: Pair[str]
    format: Format
    deals: list[Any]


def read_head(document: Any) -> Head:
    """The head of a record. Raises :class:`BadRecord` that names the key and no deal."""
    if not isinstance(document, dict):
        raise BadRecord("not a JSON object")
    if document.get("format") != FORMAT:
        raise BadRecord(f"format is not {FORMAT}")
    players = document.get("players")
    if not isinstance(players, list) or len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise BadRecord("players is not a list of two names")
    deals = document.get("deals")
    if not isinstance(deals, list):
        raise BadRecord("deals is not a list")
    try:
        agreed = Format(document["length"]) if "length" in document else USUAL
    except BadMatch:
        raise BadRecord("length is not 1, 2, 4 or 6") from None
    return Head((players[0], players[1]), agreed, deals)


def read_ending(value: Any) -> Ending:
    """What ``ended`` says, if it does not contradict itself. Raises :class:`BadRecord` with the rule ``ended``."""
    if not isinstance(value, dict):
        raise BadRecord("ended is not an object", rule="ended")
    for key in ("how", "by", "winner"):
        if key not in value:
            raise BadRecord(f"in ended, {key} is missing", rule="ended")
    try:
        return Ending(How(value["how"]), value["by"], value["winner"])
    except BadMatch as error:
        raise BadRecord(f"in ended, {error}", rule="ended") from None


class DealShape:
    """The keys of one deal. Raises :class:`BadRecord` for the first that has the wrong shape."""

    def __init__(self, item: Any, index: int) -> None:
        self._index = index
        if not isinstance(item, dict):
            self._fault("it is not a JSON object")
        if not _is_whole(item.get("dealer")) or item["dealer"] not in (0, 1):
            self._fault("dealer is not 0 or 1")
        self.dealer: Seat = item["dealer"]
        self.deck = self._read_deck(item.get("deck"))
        self.discards = self._read_discards(item.get("discards", []))
        self.calls: tuple[Call, ...] = self._read_words("calls", item.get("calls", []), parse_calls)
        self.plays = self._read_words("plays", item.get("plays", []), parse_cards)
        self.score = self._read_score(item["score"]) if "score" in item else None

    def _fault(self, what: str, rule: str = "format") -> NoReturn:
        raise BadRecord(what, rule=rule, deal=self._index)

    def _read_words(self, key: str, value: Any, parse: Callable[[Iterable[str]], tuple[Any, ...]]) -> tuple[Any, ...]:
        if not isinstance(value, list):
            self._fault(f"{key} is not a list")
        try:
            return parse(value)
        except Unreadable as error:
            self._fault(f"in {key}, {error}")

    def _read_deck(self, value: Any) -> tuple[Card, ...]:
        if not isinstance(value, list):
            self._fault("deck is not a list")
        if len(value) != len(DECK):
            self._fault(f"the deck has {len(value)} cards", "R1")
        deck = self._read_words("deck", value, parse_cards)
        if len(set(deck)) != len(DECK):
            self._fault("the deck holds a card twice", "R1")
        return deck

    def _read_discards(self, value: Any) -> Pair[tuple[Card, ...] | None]:
        if value == []:
            return (None, None)
        if not isinstance(value, list) or len(value) != 2:
            self._fault("discards is not a list for two seats")
        first, second = (None if cards is None else self._read_words("discards", cards, parse_cards) for cards in value)
        return first, second

    def _read_score(self, value: Any) -> Pair[int]:
        if not isinstance(value, list) or len(value) != 2 or not all(_is_whole(points) for points in value):
            self._fault("score is not two whole numbers")
        return value[0], value[1]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
