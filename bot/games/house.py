"""The house at the table: a follower that decides for the seats of the computer, and commits what it has decided.

Its acts are acts like anybody's, one commit each, decided from the view of its own seat. It claims nothing and offers
nothing. Whatever happens meanwhile, it looks again: an act for a decision that is no longer its own is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

from bot.games.acts import Move
from bot.games.days import DAY_OVER
from bot.games.deciding import decided, seat_of_house
from bot.games.elsewhere import Elsewhere
from bot.games.followers import Happened
from bot.games.game import DamagedMatch, Game
from bot.games.house_seats import relieved
from bot.games.kinds import Kind, kind_of
from bot.games.manager import GameManager
from bot.games.refusals import Refused
from bot.games.thinker import Thinker, TooMuch
from bot.lesson.script import LESSON
from bot.store import Store, StoreError
from bridgette import Action, Seat
from bridgette.computer.players import Strength
from bridgette.record import MIXED

WITHIN = 1.5
"""Seconds for which what is shown of a person's act waits for the house's reply."""

MOST_REFUSED = 5
"""Refusals in a row after which a match is left alone for a while: something is wrong there."""

ELSEWHERE = timedelta(seconds=30)
"""How long the house may think in another process, before it is taken to have died with that."""

LONGEST_PAUSE = 64
"""Rounds between two attempts at most; each pause is twice the one before."""

HELPED_AFTER = 4
"""Rounds of a pause after which somebody simpler decides: the player has failed three times by then."""

Spawn = Callable[[Coroutine[Any, Any, object], str], "asyncio.Task[None]"]

log = logging.getLogger(__name__)


class House:
    """Acts for the house in every match in which it is to act, and never twice.

    ``spawn`` begins a task beside all else; ``clock`` gives the present moment; ``elsewhere`` asks the thinkers of
    other processes, where such live.
    """

    def __init__(
        self,
        store: Store,
        games: GameManager,
        thinker: Thinker,
        spawn: Spawn,
        clock: Callable[[], datetime],
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self._store, self._games, self._thinker = store, games, thinker
        self._elsewhere = elsewhere or Elsewhere(store, games, thinker.form)
        self._spawn, self._clock = spawn, clock
        self._runs: dict[int, asyncio.Task[None]] = {}
        self._failed: dict[int, tuple[int, int]] = {}
        """Where it did not work: the length of the pause, in rounds, and how many of them are left."""
        self._helped: set[int] = set()
        """The matches in which a player failed again and again, and is not waited for any more."""
        self._has_looked = False
        """Whether the database was asked, since the start, where the house is to act."""

    def expect_somebody(self) -> None:
        """Be ready to think: somebody is about to sit down with the house."""
        self._spawn(self._thinker.warm_up(), "house-ready")

    # ------------------------------------------------------------------ when something has happened

    def happened(self, what: Happened) -> None:
        """Act where it is the house's turn now."""
        guild_id = what.after.place.guild_id
        if seat_of_house(what.after) is not None and (guild_id is None or self._store.lease.holds(guild_id)):
            self._begin(what.after.id)

    async def catch_up(self, match_id: int) -> None:
        """Act where it is the house's turn, if it does not already; what has failed waits for its round.

        In a match that this process does not hold the house acts where its opponent did. If nothing comes of that,
        since that process died, it acts where what is played in private is looked after.
        """
        if match_id in self._failed:
            return
        game = await self._games.find(match_id)
        lease, guild_id = self._store.lease, game.place.guild_id
        is_late = not timedelta(0) <= self._clock() - game.since < ELSEWHERE
        if seat_of_house(game) is not None and (lease.holds(guild_id) or (lease.covers(guild_id) and is_late)):
            self._begin(match_id)

    async def settled(self, match_id: int, within: float | None = None) -> None:
        """Wait until the house has done what it has to do in a match, but only so many seconds, usually ``WITHIN``."""
        run = self._runs.get(match_id)
        if run is not None:
            await asyncio.wait({run}, timeout=WITHIN if within is None else within)

    async def replied(self, game: Game) -> Game:
        """The match with the house's reply to what was just done in it, if that comes soon."""
        if game.id not in self._runs:
            return game
        await self.settled(game.id)
        try:
            return await self._games.find(game.id)
        except (Refused, DamagedMatch, StoreError) as error:
            log.info("the house's reply is not shown match=%s reason=%s", game.id, type(error).__name__)
            return game

    async def go_round(self) -> None:
        """Look once where the house was to act before the start, and try again what did not work."""
        if not self._has_looked:
            try:
                await self._look()
                self._has_looked = True
            except StoreError as error:
                log.warning("the house has not looked yet reason=%s", error)
        for match_id, (pause, left) in list(self._failed.items()):
            self._failed[match_id] = pause, left - 1
            if left <= 1:
                self._begin(match_id)

    async def _look(self) -> None:
        """Find the open matches in which the house is to act. Raises ``StoreError``."""
        for match_id, guild_id in await self._store.matches.open_with_house():
            if not self._store.lease.covers(guild_id):
                continue
            is_held = self._games.peek(match_id) is not None
            try:
                is_due = seat_of_house(await self._games.find(match_id)) is not None
            except (Refused, DamagedMatch) as error:
                log.info("the house does not act match=%s reason=%s", match_id, type(error).__name__)
                continue
            if is_due:
                self._begin(match_id)
            elif not is_held:
                await self._games.let_go([match_id])

    # ------------------------------------------------------------------ acting

    def _begin(self, match_id: int) -> None:
        if match_id not in self._runs:
            self._runs[match_id] = self._spawn(self._play(match_id), f"house {match_id}")

    async def _play(self, match_id: int) -> None:
        try:
            await self._act_as_long_as_due(match_id)
            self._failed.pop(match_id, None)
        except (Refused, DamagedMatch) as error:
            self._failed.pop(match_id, None)  # there is no such match any more, or none that can go on
            log.info("the house does not act match=%s reason=%s", match_id, type(error).__name__)
        except Exception as error:
            # Not the error itself, which may name a card.
            log.warning("the house has not acted match=%s reason=%s", match_id, type(error).__name__)
            pause = min(2 * self._failed.get(match_id, (0, 0))[0] or 1, LONGEST_PAUSE)
            self._failed[match_id] = pause, pause
        finally:
            del self._runs[match_id]

    async def _act_as_long_as_due(self, match_id: int) -> None:
        """Act until it is somebody else's turn. Raises whatever goes wrong."""
        refused = 0
        while True:
            game = await self._games.find(match_id)
            seat = seat_of_house(game)
            if seat is None:
                if not game.is_open:
                    self._helped.discard(match_id)
                return
            if (player := relieved(game.players[seat])) != game.players[seat]:
                await self._store.matches.set_version(match_id, seat, player.version)
                await self._games.let_go([match_id])
                continue
            if self._may_ask(game, seat) and await self._elsewhere.is_decided(game, seat):
                continue
            try:
                action = await self._decided(game, seat)
                await self._games.do(match_id, Move(seat, action), self._clock(), decision=game.decisions[seat])
                refused = 0
            except Refused as error:
                # The match ended, or went on otherwise, while the house thought: it looks again.
                log.info("the house's act came too late match=%s reason=%s", match_id, error.key)
                if error.key == DAY_OVER:
                    return  # the round that ends the match is on its way
                refused += 1
                if refused == MOST_REFUSED:
                    raise Stuck from None

    def _may_ask(self, game: Game, seat: Seat) -> bool:
        """Whether a decision takes so long that others are asked: prepared ones and those by rule take no time."""
        is_quick = kind_of(game) is Kind.LESSON or game.players[seat].strength == Strength.NOVICE.value
        return not is_quick and game.id not in self._helped

    async def _decided(self, game: Game, seat: Seat) -> Action:
        if kind_of(game) is Kind.LESSON:
            return LESSON.answer(game.view(seat))
        try:
            return await decided(self._games, self._thinker, game, seat, game.players[seat].strength or "")
        except TooMuch:
            raise
        except Exception as error:
            if game.id not in self._helped and self._failed.get(game.id, (0, 0))[0] < HELPED_AFTER:
                raise
            return await self._help(game, seat, error)

    async def _help(self, game: Game, seat: Seat, error: Exception) -> Action:
        """What the simplest player does, where the seat's own one fails again and again; the seat says so."""
        if game.id not in self._helped:
            # Not the error itself, which may name a card.
            log.error("somebody simpler acts for the house match=%s reason=%s", game.id, type(error).__name__)
            self._helped.add(game.id)
        await self._store.matches.set_version(game.id, seat, MIXED)
        await self._games.let_go([game.id])
        return await decided(self._games, self._thinker, game, seat, Strength.NOVICE.value)


class Stuck(Exception):
    """The house's act is refused again and again."""
