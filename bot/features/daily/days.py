"""Days as they go on: made when somebody asks, tried once by each, opened when they are over."""

from __future__ import annotations

import logging
from datetime import datetime

from bot.daily import Day, day_of, is_closed, last_closed
from bot.games import Agreement, Game, GameManager, Unsure, note_commit
from bot.games.kinds import DAILY
from bot.store import DailyTry, Person, Place, Player, Store, StoreError, TriedAlready
from bridgette import Format, Pair
from bridgette.computer.players import Strength

NOWHERE = Place(None, None)
"""A try is played in its player's own message."""

STRENGTH = Strength.EXPERT.value
"""How well the house plays."""

log = logging.getLogger(__name__)


class Days:
    """Begins the matches of days, people's and the house's own, and closes days."""

    def __init__(self, store: Store, games: GameManager) -> None:
        self._store, self._games = store, games
        self._closed = ""
        """The day up to which there is nothing left to open."""
        self._left_alone = ""
        """The day up to which there is nothing left to do for the house, unless somebody asks for its deal."""

    async def today(self, now: datetime) -> Day:
        """The day, with its promise: whoever is first to ask brings it about."""
        day = day_of(now)
        found = await self._store.dailies.day(day)
        if found is None:
            found = await self._store.dailies.make_day(day, self._games.decks.new_day())
            note_commit()
            self._left_alone = ""
        return found

    async def begin(self, day: Day, person: Person, guild_id: int | None, now: datetime) -> Game:
        """Begin a person's try. Raises ``TriedAlready``, ``Refused`` and ``StoreError``."""
        players = (Player.of(person), Player.house(STRENGTH))
        return await self._begin(players, DailyTry(day.day, person.user_id, guild_id), now)

    async def _begin(self, players: Pair[Player], daily: DailyTry, now: datetime) -> Game:
        agreement = Agreement(players, NOWHERE, Format(1), DAILY, public=daily.day, daily=daily)
        return await self._games.begin(agreement, now)

    # ------------------------------------------------------------------ in the background

    async def let_house_play(self, now: datetime) -> None:
        """The house plays each day in everybody's seat too, once: against itself, as it plays against everybody."""
        today = day_of(now)
        if today == self._left_alone:
            return
        self._left_alone = today
        try:
            names = await self._store.dailies.unopened(today)
            for name in names:  # yesterday's too, if it was asked for at the last moment
                day = await self._store.dailies.day(name)
                if day is not None and day.house_match_id is None and not is_closed(name, now):
                    house = Player.house(STRENGTH)
                    try:
                        await self._begin((house, house), DailyTry(name), now)
                    except TriedAlready:
                        pass  # another process was quicker
                    except ValueError:
                        # Without the error, which may tell of the secret. It does not heal; the other days go on.
                        log.error("the shuffle of a day is damaged day=%s", name)
        except BaseException:
            self._left_alone = ""
            raise
        if self._store.lease.is_shared and today not in names:
            self._left_alone = ""  # somebody may ask another process for its deal

    async def close(self, now: datetime) -> None:
        """Open the days that are over, once nothing of them goes on: what is not finished by then is void."""
        until, is_done = last_closed(now), True
        if until == self._closed:
            return
        for day in await self._store.dailies.unopened(until):
            for match_id in await self._store.dailies.open_matches(day):
                try:
                    await self._games.void(match_id, now, place_is_gone=False)
                except (StoreError, Unsure) as error:
                    # The next round tries again; until then the day stays closed.
                    log.warning("a match of a day is not void yet match=%s reason=%s", match_id, type(error).__name__)
            if await self._store.dailies.open_day(day, now):
                log.info("opened day=%s", day)
            else:
                is_done = False
        self._closed = until if is_done else self._closed
