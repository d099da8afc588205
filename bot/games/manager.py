"""The game manager: the open match of each channel, one act at a time, saved before anybody is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from weakref import WeakValueDictionary

from bot.games.game import RESIGN, Game, kind_of, rebuild, value_of, write_cards
from bot.games.refusals import Refused
from bot.store import Act, ChallengeClosed, ChannelBusy, Conflict, FinishedDeal, NewDeal, Person, Store
from bot.store import Ending as StoredEnding
from bridgette import Action, Ending, How, Match, Pair, Phase, Seat, shuffled_deck

log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """The game after an act, with the seat that acted."""

    game: Game
    seat: Seat


class GameManager:
    """Holds the open matches and drives the game package.

    ``below(n)`` is the source of all chance, a cryptographically secure one outside tests. A match that has
    ended is not held: it is read from the store when asked for.
    """

    def __init__(self, store: Store, below: Callable[[int], int]) -> None:
        self._store = store
        self._below = below
        self._games: dict[int, Game] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def held(self) -> tuple[Game, ...]:
        """The open games in memory."""
        return tuple(self._games.values())

    async def find(self, match_id: int) -> Game:
        """The game of a match, open or ended. Raises :class:`Refused` when there is none."""
        game = self._games.get(match_id)
        if game is not None:
            return game
        async with self._lock(match_id):
            return await self._load(match_id)

    async def in_channel(self, channel_id: int) -> Game | None:
        """The open game of a channel."""
        row = await self._store.matches.open_in(channel_id)
        return None if row is None else await self.find(row.id)

    async def of_player(self, user_id: int, guild_id: int) -> list[Game]:
        """A player's open games on a server, oldest first."""
        return [await self.find(row.id) for row in await self._store.matches.open_of(user_id, guild_id)]

    async def begin(
        self, challenge_id: int, players: Pair[Person], guild_id: int, channel_id: int, now: datetime
    ) -> Game:
        """Begin the match that a challenge agreed on, the first dealer and the deck drawn by chance (R5, R7).

        Raises :class:`Refused` when the challenge is not open any more or the channel is busy.
        """
        dealer = self._below(2)
        deck = write_cards(shuffled_deck(self._below))
        try:
            match_id = await self._store.matches.begin(challenge_id, guild_id, channel_id, players, dealer, deck, now)
        except ChallengeClosed as error:
            raise Refused(f"refused-challenge-{error.state or 'unknown'}") from None
        except ChannelBusy as error:
            busy = await self.find(error.match_id)
            raise Refused("refused-busy", first=busy.people[0].name, second=busy.people[1].name) from None
        return await self.find(match_id)

    async def act(
        self, match_id: int, user_id: int, action: Action, now: datetime, number: int | None = None
    ) -> Outcome:
        """Take a player's action and save it, with all that follows from it: a new deal, or the end.

        ``number`` is that of the decision for which the action was offered, ``None`` for one that was typed. Raises
        :class:`Refused`, ``NotAllowed`` by the rules, or ``StoreError``; then nothing has changed.
        """
        async with self._lock(match_id):
            game = await self._load(match_id)
            seat = self._seat(game, user_id)
            if number is not None:
                check_number(game, seat, number)
            match = game.match.after(seat, action)
            step = game.match.deals[-1].step_of(seat)
            return await self._save(game, match, seat, kind_of(action), value_of(action), step, now)

    async def resign(self, match_id: int, user_id: int, now: datetime) -> Outcome:
        """End the match as lost by the user. Raises :class:`Refused` or ``StoreError``; then nothing has changed."""
        async with self._lock(match_id):
            game = await self._load(match_id)
            seat = self._seat(game, user_id)
            if not game.is_open:
                raise Refused("refused-match-over")
            return await self._save(game, game.match.resign(seat), seat, RESIGN, "", None, now)

    async def void(self, match_id: int, now: datetime) -> Game | None:
        """End a match that can go on nowhere; ``None`` if it was over already. It counts for nobody."""
        async with self._lock(match_id):
            game = await self._load(match_id)
            if not game.is_open:
                return None
            ending = Ending(How.VOID)
            match = game.match.cut(ending)
            stored = StoredEnding(ending.how.value, None, None, match.totals, match.counted)
            try:
                await self._store.matches.end(match_id, stored, now)
            finally:
                self._games.pop(match_id, None)
            return replace(game, match=match)

    def _lock(self, match_id: int) -> asyncio.Lock:
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    async def _load(self, match_id: int) -> Game:
        """The game, from the store if it is not held. The match's lock must be held."""
        game = self._games.get(match_id)
        if game is None:
            stored = await self._store.matches.load(match_id)
            if stored is None:
                raise Refused("refused-no-such-match")
            game = rebuild(stored)
            if game.is_open:
                self._games[match_id] = game
        return game

    @staticmethod
    def _seat(game: Game, user_id: int) -> Seat:
        seat = game.seat_of(user_id)
        if seat is None:
            raise Refused("refused-not-a-player", first=game.people[0].name, second=game.people[1].name)
        return seat

    async def _save(
        self, game: Game, match: Match, seat: Seat, kind: str, value: str, step: int | None, now: datetime
    ) -> Outcome:
        number, deal_number = game.number + 1, len(match.deals) - 1
        deal = match.deals[-1]
        finished = None
        result = deal.result
        if step is not None and result is not None and result.contract and result.declarer is not None:
            finished = FinishedDeal(
                declarer=result.declarer,
                contract=str(result.contract),
                made=result.margin >= 0,
                points=result.score,
                tricks=result.tricks[result.declarer],
            )
        next_deal = None
        if match.needs_deck:
            match = match.begin_deal(shuffled_deck(self._below))
            new = match.deals[-1]
            next_deal = NewDeal(new.dealer, write_cards(new.deck))
        ended = match.ended
        ending = None
        if ended is not None:
            ending = StoredEnding(ended.how.value, ended.by, ended.winner, match.totals, match.counted)
        act = Act(number, deal_number, step, seat, kind, value)
        try:
            await self._store.matches.append(game.id, act, now, finished, next_deal, ending)
        except Conflict:
            # Another process was quicker: what is held here is out of date.
            self._games.pop(game.id, None)
            raise Refused("refused-out-of-date") from None
        except BaseException:
            # Whether it was saved is not certain (a cancelled task, say): the rows will tell.
            self._games.pop(game.id, None)
            raise
        place = (game.id, game.channel_id, number, deal_number, step)
        log.info("act match=%s channel=%s number=%s deal=%s step=%s", *place)
        game = game.after(match, number, now)
        if ended is None:
            self._games[game.id] = game
        else:
            self._games.pop(game.id, None)
        return Outcome(game, seat)


def check_number(game: Game, seat: Seat, number: int) -> None:
    """Refuse what was offered for a decision that is no longer, or not yet, the seat's."""
    if not game.is_open:
        raise Refused("refused-match-over")
    if number != game.decisions[seat]:
        raise Refused("refused-old-panel")
    if seat not in game.match.to_act:
        phase = game.match.deals[-1].phase
        raise Refused("refused-chosen-already" if phase is Phase.EXCHANGE else "refused-not-your-turn")
