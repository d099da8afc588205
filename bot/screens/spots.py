"""Named places of the screens to which any feature may add a line or a button without being known there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from bot.screens.message import Button
from bot.screens.reader import PLAIN_READER, Reader
from bot.texts import Texts
from bridgette import MatchView


class Spot(Enum):
    """Where something can be added."""

    TABLE = "table"
    PANEL = "panel"
    DEAL_RESULT = "deal-result"
    MATCH_RESULT = "match-result"
    VOID = "void"
    CHALLENGE = "challenge"
    NOTICE = "notice"
    """The table, a player's panel, a deal's result, a match's result, what a void one leaves, an open challenge, the
    notice of a turn."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What the screen is about: the id of a match or a challenge, the view of the match that its reader has, and,
    where one person alone reads it, who that is. ``kind``: what kind of match it is, by its name in
    ``bot.games.kinds``, where a result is shown or one person reads it. ``for_anybody``: whether it is a challenge
    that anybody may join.
    """

    id: int
    view: MatchView | None = None
    reader: Reader = PLAIN_READER
    kind: str = ""
    for_anybody: bool = False


Piece: TypeAlias = str | Button
Addition: TypeAlias = Callable[[Texts, Subject], Piece | Iterable[Piece] | None]
"""What a feature adds: a line, a button, several of them, or nothing this time."""


class Added(NamedTuple):
    """What there is to add: lines of text, and buttons that stand after the screen's own."""

    lines: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()


NOTHING_ADDED = Added()


class Spots:
    """The additions of all features, in the order in which the features are listed."""

    def __init__(self) -> None:
        self._additions: dict[Spot, list[Addition]] = {spot: [] for spot in Spot}

    def add(self, spot: Spot, addition: Addition) -> None:
        """Add something to a place."""
        self._additions[spot].append(addition)

    def at(self, spot: Spot, t: Texts, subject: Subject) -> Added:
        """What all features add to that place now."""
        return _sorted(addition(t, subject) for addition in self._additions[spot])


def _sorted(found: Iterable[Piece | Iterable[Piece] | None]) -> Added:
    lines: list[str] = []
    buttons: list[Button] = []
    for added in found:
        for one in (added,) if isinstance(added, str | Button) else added or ():
            if isinstance(one, str):
                lines.append(one)
            else:
                buttons.append(one)
    return Added(tuple(lines), tuple(buttons))
