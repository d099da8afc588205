"""What is known of a private message that shows a player's panel, and what a panel shows at the beginning."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias, TypeVar

from bot.discord.reply import Reply, Sent
from bot.games import Game
from bot.screens.message import Screen
from bot.screens.panel import PanelState
from bot.screens.reader import Reader
from bot.texts import Texts
from bridgette import Seat

K = TypeVar("K")
V = TypeVar("V")

TOKEN_LIFE = timedelta(minutes=15)

REMEMBERED = 1000
"""Tokens of people who have challenged somebody, and messages that are taken away; the oldest go first."""

Draw: TypeAlias = Callable[[Texts, PanelState, Game, Seat, Reader], Screen]
"""Draws a seat's panel, from the view that this seat may have, for its player's eyes."""

UNKNOWN = -1
"""The decision shown by a panel of which it is not known what it shows."""


@dataclass(frozen=True, slots=True)
class Token:
    """An interaction's token, whose language it speaks, and since when it lives.

    ``since`` is by the host's clock: Discord's, which the token has its moment from, may differ.
    """

    text: str
    locale: str
    since: datetime

    def lives(self, now: datetime) -> bool:
        """Whether Discord still takes it."""
        return now - self.since < TOKEN_LIFE


class Answering:
    """The panels with which a click is about to be answered: nothing else edits them, for the answer shows it all."""

    def __init__(self) -> None:
        self._count: Counter[tuple[int, Seat]] = Counter()

    def __contains__(self, panel: tuple[int, Seat]) -> bool:
        return self._count[panel] > 0

    @contextmanager
    def about(self, match_id: int, seat: Seat) -> Iterator[None]:
        """While the answer to a click is on its way."""
        self._count[match_id, seat] += 1
        try:
            yield
        finally:
            self._count[match_id, seat] -= 1
            self._count += Counter()  # lets go of what is at nought


@dataclass(frozen=True, slots=True)
class LivePanel:
    """Where a player's panel can be edited until its token dies, and the act, decision and deal that it shows.

    ``state`` is what its player has chosen so far; ``deal`` is counted from 0; while ``is_result``, what it came to is
    shown, until the player goes on. ``is_seen``: its player clicked to see it. ``works``: its last edit did.
    ``changed_at``: when it last changed without a click, by Discord's clock.
    """

    token: Token
    sent: Sent
    act: int
    decision: int
    state: PanelState
    deal: int
    is_seen: bool = True
    works: bool = True
    changed_at: datetime | None = None

    @property
    def is_result(self) -> bool:
        """Whether it shows what a deal came to."""
        return self.state.result is not None


@dataclass(slots=True)
class Expected:
    """The first panel of whoever has just accepted: it comes once that was answered, and not much later."""

    seat: Seat
    token: Token
    timer: asyncio.TimerHandle
    is_answered: bool = False


def keep(kept: dict[K, V], key: K, value: V) -> None:
    """Remember something as the latest; of too many the oldest goes."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > REMEMBERED:
        del kept[next(iter(kept))]


def as_it_stands(game: Game, seat: Seat) -> PanelState:
    """A panel as things stand."""
    return PanelState(game.id, game.decisions[seat])


def shown_panel(token: Token, sent: Sent, game: Game, seat: Seat, state: PanelState) -> LivePanel:
    """The panel that was just shown."""
    deal = last_deal(game) if state.result is None else state.result
    return LivePanel(token, sent, game.number, game.decisions[seat], state, deal)


def last_deal(game: Game) -> int:
    """The deal in play, counted from 0."""
    return len(game.match.deals) - 1


def token_of(reply: Reply, now: datetime) -> Token:
    """The token of an interaction that has just come."""
    return Token(reply.interaction.token, reply.interaction.locale.value, now)
