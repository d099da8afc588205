"""Where the decks of a match come from: a shuffle that both players can check, or chance.

A match names its source (``MatchRow.decks``); a new source is a new class here, and one line in the list of sources.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Protocol

from bot.games.game import DamagedMatch
from bot.games.kinds import DAILY, LESSON
from bot.lesson.script import LESSON as SCRIPT
from bot.store import NewShuffle, Sealed, Store
from bridgette import Card, Seat, shuffled_deck
from bridgette.shuffle import DAILY as DAILY_METHOD
from bridgette.shuffle import METHOD, SECRET_BYTES, Shuffle, commitment_of

CHANCE = "chance"
SHUFFLE = "shuffle"

_SHUFFLED = (SHUFFLE, DAILY)
"""Sources that anybody can check: of one match, and of all the matches of a day."""

_SEEDS = 2**62
"""How many seeds chance can choose among."""


class Decks(Protocol):
    """A source of first dealers and decks."""

    def first_dealer(self) -> Seat:
        """Who deals first (R5)."""

    def deck(self, deal: int) -> tuple[Card, ...]:
        """The deck of a deal, counted from 0, passed-out ones too (R7, R18)."""

    def house_seed(self, deal: int, step: int) -> int:
        """The seed of the house's decision at a step of a deal, both counted as in a trace."""


class Chance:
    """Everything is drawn at the moment when it is needed; ``below(n)`` is the source of all chance.

    So were the decks of all matches before there were shuffles to check.
    """

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def first_dealer(self) -> Seat:
        """Drawn (R5)."""
        return self._below(2)

    def deck(self, deal: int) -> tuple[Card, ...]:
        """Shuffled now (R7)."""
        return shuffled_deck(self._below)

    def house_seed(self, deal: int, step: int) -> int:
        """Drawn as well: nobody can check it."""
        return self._below(_SEEDS)


class Lesson:
    """The one deal of the lesson, whose house does what is prepared and needs no chance."""

    def first_dealer(self) -> Seat:
        """As prepared."""
        return SCRIPT.dealer

    def deck(self, deal: int) -> tuple[Card, ...]:
        """As prepared."""
        return SCRIPT.deck

    def house_seed(self, deal: int, step: int) -> int:
        """The same for everybody."""
        return step


def fresh_secret() -> bytes:
    """The secret of one challenge."""
    return secrets.token_bytes(SECRET_BYTES)


class Sources:
    """The list of sources. That of a shuffle is the match's or its day's, and its secret is read when a deck is due."""

    def __init__(
        self, store: Store, below: Callable[[int], int] | None = None, secret: Callable[[], bytes] = fresh_secret
    ) -> None:
        self._store = store
        self._is_chance = below is not None
        self._secret = secret
        self._same_for_all: dict[str, Decks] = {
            CHANCE: Chance(below or secrets.randbelow),
            LESSON: Lesson(),
        }

    def __contains__(self, name: str) -> bool:
        return name in _SHUFFLED or name in self._same_for_all

    def __setitem__(self, name: str, decks: Decks) -> None:
        self._same_for_all[name] = decks

    def new_shuffle(self) -> NewShuffle | None:
        """The shuffle of a new challenge; ``None`` where its decks are to come from ``below``."""
        return None if self._is_chance else self._new(METHOD)

    def new_day(self) -> NewShuffle:
        """The shuffle of a day, from which everybody's decks come."""
        return self._new(DAILY_METHOD)

    def _new(self, method: str) -> NewShuffle:
        secret = self._secret()
        return NewShuffle(method, commitment_of(secret), secret.hex())

    async def agreed(
        self, name: str, public: str | None, *, challenge_id: int | None = None, offer_id: int | None = None
    ) -> Decks:
        """The source of a match that is about to begin, from a challenge or from an offer.

        Raises ``StoreError``, and ``ValueError`` for a damaged one.
        """
        if name not in _SHUFFLED:
            return self._same_for_all[name]
        if name == DAILY:
            return _shuffle(await self._store.shuffles.for_dealing(day=public or ""), public)
        if offer_id is not None:
            return _shuffle(await self._store.shuffles.for_dealing(offer_id=offer_id), public)
        return _shuffle(await self._store.shuffles.for_dealing(challenge_id=challenge_id or 0), public)

    async def of_match(self, name: str, match_id: int) -> Decks:
        """The source of a match that goes on. Raises ``StoreError``, and ``DamagedMatch`` where its shuffle is."""
        if name not in _SHUFFLED:
            return self._same_for_all[name]
        found = await self._store.shuffles.for_dealing(match_id=match_id)
        try:
            return _shuffle(found, None if found is None else found.public)
        except ValueError:
            raise DamagedMatch(match_id, "shuffle") from None


def _shuffle(found: Sealed | None, public: str | None) -> Shuffle:
    if found is None or found.secret is None or public is None:
        raise ValueError("the shuffle is missing")
    return Shuffle(bytes.fromhex(found.secret), public, found.method)
