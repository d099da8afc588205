"""Does what is due about the clocks of matches, sleeping until the next one is.

What is due is found by an index, never by looking through all matches. Each step is an act of its own, refused if
something else came first; what Discord or the database does not answer now is asked again a little later, and until
then nobody loses anything.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from bot.clock import LOOK, Clock, Stage, milliseconds
from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.servers import Presence, Reach
from bot.games import DamagedMatch, Game, Happened, Refused
from bot.games.asides import Abandoned, ClockStep, Lapse, Moved, Reminder, RunOut
from bot.games.kinds import kind_of
from bot.store import StoreError

MOST = 50
"""Matches that are looked at in one go."""

AGAIN = timedelta(minutes=1)
"""After a question that was not answered."""

LONGEST_SLEEP = 600.0
"""Seconds. Running time is never ahead of the sleep; where it stood still meanwhile, the rest is slept after it."""

SHORTEST_SLEEP = 0.05

log = logging.getLogger(__name__)


class Timekeeper:
    """Wakes up when a clock wants something. A follower, so that it knows of every new clock."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._next: int | None = None
        """When it wakes up next, in running time."""
        self._alarm: asyncio.Task[None] | None = None
        self._in_hand: set[int] = set()
        self._room = asyncio.Semaphore(8)
        """Places that are edited at once after a shift."""

    # ------------------------------------------------------------------ when to wake up

    def happened(self, what: Happened) -> None:
        """A clock may have begun that is due earlier than all others."""
        if isinstance(what.act, Moved):
            what.after.shown.is_wrong()
        if what.after.is_open:
            self._wake_at(what.after.clock.next_at)

    async def catch_up(self, match_id: int) -> None:
        """What is due is found by itself; but the clock may be another one than was known."""
        game = self._core.games.peek(match_id)
        if game is not None and game.is_open:
            self._wake_at(game.clock.next_at)

    @property
    def is_due(self) -> bool:
        """Whether it is time to look, as far as is known: the alarm may have been missed, or a look have failed."""
        return self._next is None or self._core.games.running.now >= self._next

    async def look(self) -> None:
        """Do what is due now, and sleep until the next. Raises ``StoreError``."""
        now = self._core.games.running.now
        covers = self._core.store.lease.covers
        due = [one for one in await self._core.store.clocks.due(now) if covers(one.guild_id)][:MOST]
        for one in due:
            if one.match_id not in self._in_hand:
                self._begin(one.match_id)
        self._next = None
        if len(due) == MOST:
            self._wake_at(now + milliseconds(timedelta(seconds=1)))
        following = await self._core.store.clocks.next(now)
        self._wake_at(now + milliseconds(LOOK) if following is None else following)

    def stop(self) -> None:
        """Wake up no more."""
        if self._alarm is not None:
            self._alarm.cancel()

    def _wake_at(self, at: int) -> None:
        if self._next is not None and self._next <= at:
            return
        self._next = at
        self._set_alarm()

    def _set_alarm(self) -> None:
        self.stop()
        wait = ((self._next or 0) - self._core.games.running.now) / 1000
        pause = min(max(wait, SHORTEST_SLEEP), LONGEST_SLEEP)
        self._alarm = asyncio.create_task(self._sleep(pause))

    async def _sleep(self, pause: float) -> None:
        await asyncio.sleep(pause)
        self._alarm = None
        if self._next is not None and self._core.games.running.now < self._next:
            self._set_alarm()
        else:
            self._core.tasks.spawn(self._logged_look(), "clocks")

    async def _logged_look(self) -> None:
        try:
            await self.look()
        except StoreError as error:
            log.warning("the clocks were not looked at: %s", error)
            self._next = None  # the next round looks

    # ------------------------------------------------------------------ one match

    def _begin(self, match_id: int) -> None:
        self._in_hand.add(match_id)
        self._core.tasks.spawn(self._handle(match_id), f"clock {match_id}")

    async def _handle(self, match_id: int) -> None:
        pause = AGAIN
        try:
            game = await self._core.games.find(match_id)
            if not game.is_open:
                return
            if game.clock.is_due(self._core.games.running.now):
                await self._step(game)
                return
            pause = timedelta(milliseconds=game.clock.next_at - self._core.games.running.now)
        except Refused:
            return  # something else came first, and has its own clock
        except DamagedMatch as error:
            log.warning("no clock: %s", error)
            pause = LOOK
        except StoreError as error:
            log.warning("no clock match=%s reason=%s", match_id, error)
        except DISCORD_FAILS as error:
            self._core.counters.failed(name_of(error))
            log.warning("no clock match=%s failure=%s", match_id, name_of(error))
        finally:
            self._in_hand.discard(match_id)
        await self._put_off(match_id, pause)

    async def _put_off(self, match_id: int, pause: timedelta) -> None:
        now = self._core.games.running.now
        at = now + milliseconds(pause)
        try:
            await self._core.store.clocks.put_off(match_id, now, at)
        except StoreError as error:
            log.warning("no clock match=%s reason=%s", match_id, error)
        self._wake_at(at)

    async def _step(self, game: Game) -> None:
        """What is due in a match. Raises what the lookups and the commit raise."""
        core, clock, now, kind = self._core, game.clock, self._core.games.running.now, kind_of(game)
        if not kind.is_public:
            await core.games.do(game.id, Lapse(clock), core.clock())  # there is no place that could be closed
            return
        settings = await core.store.servers.get(game.place.guild_id)
        if clock.length is not None and settings.clock is None:
            await self._wind(game, Clock.start(None, now))
            return
        reach = await core.servers.reach(game.place.guild_id, game.place.channel_id)
        if reach is Reach.GONE or (reach is Reach.CLOSED and clock.is_given_up(now)):
            await core.games.void(game.id, core.clock(), place_is_gone=True)
        elif reach is Reach.CLOSED:
            await self._wind(game, clock.stopped(now))
        elif clock.stopped_at is not None:
            await self._wind(game, clock.resumed(now))
        elif clock.length is None:
            await core.games.do(game.id, Lapse(clock), core.clock())
        elif all(game.players[seat].is_house for seat in game.match.to_act):
            await self._wind(game, Clock.start(clock.length, now))  # the house never runs out of time
        elif clock.stage is Stage.RUNNING:
            gone = Abandoned(clock) if kind.has_house else RunOut(clock, has_left=True)
            await core.games.do(game.id, gone if await self._has_left(game) else Reminder(clock), core.clock())
        else:
            await self._run_out(game, clock, now)

    async def _run_out(self, game: Game, clock: Clock, now: int) -> None:
        """The end of a clock, or of the time after it; but nobody loses who is kept from acting."""
        core, until = self._core, await self._silent_for(game)
        if until > 0:
            act: ClockStep = Moved(clock, now + until + clock.whole // 2)
        elif kind_of(game).has_house:
            act = Abandoned(clock)
        else:
            act = RunOut(clock) if clock.stage is Stage.REMINDED else Lapse(clock)
        await core.games.do(game.id, act, core.clock())

    async def _has_left(self, game: Game) -> bool:
        """Whether somebody who must act is no member of the server any more."""
        return not all(one.is_member for one in await self._absent(game))

    async def _silent_for(self, game: Game) -> int:
        """For how many milliseconds yet a member who must act is in time-out; 0 where nobody is."""
        # Discord's own time: the host's clock may be wrong.
        now = self._core.latency.discord_time
        moment = max(now, self._core.clock()) if now is not None else self._core.clock()
        ends = [one.silent_until for one in await self._absent(game) if one.silent_until is not None]
        return max((milliseconds(end - moment) for end in ends), default=0)

    async def _absent(self, game: Game) -> list[Presence]:
        """What Discord says of those who must act."""
        guild_id = game.place.guild_id
        ids = [game.players[seat].user_id for seat in sorted(game.match.to_act)]
        if guild_id is None:
            return []
        return [await self._core.servers.presence(guild_id, user_id) for user_id in ids if user_id is not None]

    async def _wind(self, game: Game, clock: Clock) -> None:
        if await self._core.games.wind(game.id, game.clock, clock):
            self._wake_at(clock.next_at)
            await self.show(game.id)

    # ------------------------------------------------------------------ what has changed meanwhile

    def look_again(self, guild_id: int) -> None:
        """The places of a server may be open again: clocks that stand still are looked at."""
        for game in self._core.games.held:
            if game.place.guild_id == guild_id and game.clock.stopped_at is not None and game.id not in self._in_hand:
                self._core.tasks.spawn(self._resume(game), f"clock {game.id}")

    async def _resume(self, game: Game) -> None:
        try:
            if await self._core.servers.reach(game.place.guild_id, game.place.channel_id) is Reach.OPEN:
                await self._wind(game, game.clock.resumed(self._core.games.running.now))
        except (Refused, DamagedMatch, StoreError, *DISCORD_FAILS) as error:
            log.info("a clock stands still match=%s failure=%s", game.id, type(error).__name__)

    async def settings_changed(self, guild_id: int) -> None:
        """Where a server has no clock any more, running deadlines end. Raises ``StoreError``."""
        if (await self._core.store.servers.get(guild_id)).clock is not None:
            return  # which holds from the next decision on
        now = self._core.games.running.now
        ended = await self._core.store.clocks.change_in(
            guild_id, lambda clock: clock if clock.length is None else Clock.start(None, now)
        )
        await self._core.games.let_go(ended)
        self.show_soon(ended)

    async def shifted(self, by: timedelta, parts: int) -> None:
        """Show the moments anew where they are wrong by that part of the clock. Raises ``StoreError``."""
        wrong = await self._core.store.clocks.not_longer(by * parts)
        self.show_soon([one.match_id for one in wrong if self._core.store.lease.covers(one.guild_id)])

    def show_soon(self, match_ids: list[int]) -> None:
        """Show these matches as they are, a few at a time."""
        for match_id in match_ids:
            self._core.tasks.spawn(self._show_in_room(match_id), f"clock shown {match_id}")

    async def _show_in_room(self, match_id: int) -> None:
        async with self._room:
            await self.show(match_id)

    async def show(self, match_id: int) -> None:
        """Let the table tell what is so of the clock now, though nobody has acted."""
        try:
            (await self._core.games.find(match_id)).shown.is_wrong()
            await self._core.games.followers.catch_up(match_id)
        except (Refused, DamagedMatch, StoreError, *DISCORD_FAILS) as error:
            log.info("a clock is not shown match=%s failure=%s", match_id, type(error).__name__)
