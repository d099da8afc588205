"""The game manager: the open match of each channel, one act at a time, saved before anybody is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.clock import Clock
from bot.games.acts import Act, Void, forced_moves, write_cards
from bot.games.agreement import Agreement
from bot.games.asides import Aside
from bot.games.commits import log_acts, note_commit
from bot.games.days import check_day
from bot.games.decks import Sources, fresh_secret
from bot.games.followers import Followers, Happened
from bot.games.game import DamagedMatch, Game, Mine, Shown, rebuild
from bot.games.house_seats import sitting_down
from bot.games.kinds import Described, kind_of
from bot.games.memory import Memory
from bot.games.outcomes import ending_of, finished_of
from bot.games.prepared import check_prepared
from bot.games.refusals import OutOfDate, Refused, Unsure
from bot.preferences import clock_within
from bot.running import RunningTime
from bot.store import (
    ChallengeClosed,
    ChannelBusy,
    Conflict,
    DamagedRow,
    MatchRow,
    NewAct,
    NewDeal,
    NewMatch,
    NewShuffle,
    OfferGone,
    Store,
    StoreError,
)
from bot.store import Ending as StoredEnding
from bridgette import How

log = logging.getLogger(__name__)


class GameManager:
    """Keeps the open matches and drives the game package.

    Decks come from shuffles that the players can check, with ``secret()`` for each; but where ``below(n)`` is given, as
    by tests, from that chance instead. A match that has ended is not kept: it is read from the store when asked for.
    """

    def __init__(
        self,
        store: Store,
        below: Callable[[int], int] | None = None,
        secret: Callable[[], bytes] = fresh_secret,
        running: RunningTime | None = None,
    ) -> None:
        self._store = store
        self.running = running or RunningTime()
        self.decks = Sources(store, below, secret)
        self._games = Memory(lambda guild_id: store.lease.holds(guild_id))
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._shown: WeakValueDictionary[int, Shown] = WeakValueDictionary()
        self.followers = Followers()

    @property
    def held(self) -> tuple[Game, ...]:
        """The open games in memory."""
        return self._games.all

    def peek(self, match_id: int) -> Game | None:
        """The game of an open match if it is in memory, as it was last seen."""
        return self._games.last_seen(match_id)

    async def find(self, match_id: int) -> Game:
        """The game of a match, open or ended.

        Raises :class:`Refused` when there is none, ``DamagedMatch`` when its rows cannot be read, ``StoreError``.
        """
        game = self._games.current(match_id)
        if game is not None:
            return game
        async with self._lock(match_id):
            return await self._load(match_id)

    async def in_channel(self, channel_id: int) -> Game | None:
        """The open game of a channel."""
        row = await self._store.matches.open_in(channel_id)
        return None if row is None else await self.find(row.id)

    async def of_player(self, user_id: int, guild_id: int | None) -> Mine:
        """A player's open games, oldest first: on a server with the private ones, or, without one, all of them."""
        games, damaged = [], []
        for row in await self._store.matches.open_of(user_id, guild_id):
            try:
                game = await self.find(row.id)
            except DamagedMatch:
                damaged.append(row.id)
                continue
            if game.is_open and (seat := game.seat_of(user_id)) is not None:
                games.append((game, seat))
        return Mine(games, damaged)

    async def check_free(self, channel_id: int) -> None:
        """Refuse when the channel has an open match, saying whose."""
        busy = await self._store.matches.open_in(channel_id)
        if busy is not None:
            raise _busy(busy)

    def new_shuffle(self) -> NewShuffle | None:
        """The shuffle to be promised with a new challenge; ``None`` where decks come from elsewhere."""
        return self.decks.new_shuffle()

    async def begin(self, agreement: Agreement, now: datetime) -> Game:
        """Begin a match with its first deal (R5, R7), and tell the followers.

        Raises :class:`Refused` when its challenge is not open any more, its offer gone or the channel busy;
        ``TriedAlready`` when it is a second try of a day; ``StoreError``.
        """
        decks = await self.decks.agreed(
            agreement.decks, agreement.public, challenge_id=agreement.challenge_id, offer_id=agreement.offer_id
        )
        dealer, deck = decks.first_dealer(), write_cards(decks.deck(0))
        place, clock = agreement.place, await self._new_clock(agreement, agreement.clock)
        length, source, public = agreement.format.deals, agreement.decks, agreement.public
        players, doubts = sitting_down(agreement.players), self._games.doubts
        new = NewMatch(place, length, source, players, dealer, deck, public, agreement.clock, agreement.daily)
        try:
            row = await self._store.matches.begin(agreement.challenge_id, new, now, clock, offer_id=agreement.offer_id)
        except ChallengeClosed as error:
            raise Refused(f"refused-challenge-{error.state or 'unknown'}") from None
        except OfferGone:
            raise Refused("refused-solo-offer") from None
        except ChannelBusy as error:
            busy = await self._store.matches.get(error.match_id)
            raise (_busy(busy) if busy is not None else Refused("refused-challenge-closed")) from None
        note_commit()
        game = self._games.last_seen(row.id)  # somebody may have acted in it before this goes on
        if game is None:
            self._games.keep(game := Game.begin(row, dealer, deck, clock), doubts)
        self._shown.setdefault(game.id, game.shown)
        log.info("begin match=%s channel=%s", game.id, game.place.channel_id)
        self.followers.happened(Happened(None, None, game))
        return game

    async def do(self, match_id: int, act: Act, now: datetime, *, decision: int | None = None) -> Happened:
        """Do an act: lock, load, check, commit, with all that follows by the rules: a new deal, or the end.

        ``decision`` is the one for which the act was offered, ``None`` for one that was typed. Raises
        :class:`Refused`, ``NotAllowed`` by the rules, ``DamagedMatch``, or ``StoreError``; then nothing has changed.
        Only after :class:`Unsure` something may have. The followers are told.
        """
        async with self._lock(match_id):
            try:
                happened = await self._do(match_id, act, now, decision)
            except OutOfDate:
                if act.seat is None:
                    raise  # what nobody at the table asked for is looked at again by whoever found it right
                # Another process was quicker. Perhaps what was asked for still fits what it has left.
                happened = await self._do(match_id, act, now, decision)
        self.followers.happened(happened)
        return happened

    async def _do(self, match_id: int, act: Act, now: datetime, decision: int | None) -> Happened:
        """The match's lock must be held. Raises as :meth:`do`, and :class:`OutOfDate`."""
        before = await self._load(match_id)
        if decision is not None and act.seat is not None:
            before.check_decision(act.seat, decision)
        if isinstance(act, Aside):
            act.check(before, self.running.now)
        check_prepared(before, act)
        await check_day(self._store, before, act, now)
        return Happened(before, act, await self._commit(before, act, now))

    async def void(self, match_id: int, now: datetime, *, place_is_gone: bool) -> bool:
        """End a match that can go on nowhere, damaged or not; ``False`` if it was over. Raises ``StoreError``."""
        channel_id = None
        try:
            channel_id = (await self.do(match_id, Void(place_is_gone), now)).after.place.channel_id
        except Refused:
            return False
        except DamagedMatch:
            ending = StoredEnding(How.VOID.value, None, None, (0, 0), 0, place_is_gone)
            try:
                await self._store.matches.end(match_id, ending, now)
            except Conflict:
                return False
        log.info("void match=%s channel=%s", match_id, channel_id)
        return True

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def lose_track(self, match_id: int) -> None:
        """Something else may have been committed in a match than is known here: its rows are looked at again."""
        self._games.doubt(match_id)
        self.followers.lost_track(match_id)

    def trust_nothing(self) -> None:
        """Anything may have been committed meanwhile: whatever is looked at next is loaded."""
        self._games.doubt_all()

    async def _load(self, match_id: int) -> Game:
        """The game, from the store if it is not held. The match's lock must be held."""
        game, doubts = self._games.current(match_id), self._games.doubts
        if game is None:
            try:
                stored = await self._store.matches.load(match_id)
            except DamagedRow:
                raise DamagedMatch(match_id, "row") from None
            if stored is None:
                raise Refused("refused-no-such-match")
            try:
                game = rebuild(stored)
            except DamagedMatch:
                if stored.match.ended_how == How.VOID.value:
                    raise Refused("refused-match-over") from None  # whoever asks need call nobody any more
                raise
            # Whoever is still showing the match, and has lost track of it meanwhile, shows it by the same notes.
            game = replace(game, shown=self._shown.setdefault(match_id, game.shown))
            if game.is_open and game.decks not in self.decks:
                raise DamagedMatch(match_id, "decks")
            if self._games.keep(game, doubts) and not game.is_open:
                self.followers.lost_track(match_id)  # it ended elsewhere; of what is kept no more no news are heard
        return game

    async def _commit(self, game: Game, act: Act, now: datetime) -> Game:
        """Do an act, with the moves that play themselves after it, and save all of it at once.

        The match's lock must be held. Raises as :meth:`do`.
        """
        match = act.apply(game.match)
        acts: list[Act] = [act, *(forced_moves(match) if match.ended is None else ())]
        rows, after = [], game
        for one in acts:
            match = match if one is act else one.apply(match)
            rows.append(NewAct(after.number + 1, len(match.deals) - 1, one.seat, one.kind, one.value))
            finished = finished_of(match.deals[-1])
            if match.needs_deck:
                decks = await self.decks.of_match(game.decks, game.id)
                match = match.begin_deal(decks.deck(len(match.deals)))
            after = after.after(match, one, now)
        clock = await self._clock_after(game, act, after)
        next_deal = None
        if len(match.deals) > len(game.match.deals):
            new = match.deals[-1]
            next_deal = NewDeal(new.dealer, write_cards(new.deck))
        ending = ending_of(match, place_is_gone=isinstance(act, Void) and act.place_is_gone)
        try:
            place, doubts = game.place.guild_id, self._games.doubts
            await self._store.matches.append(game.id, rows, now, finished, next_deal, ending, clock=clock, place=place)
        except Conflict:
            self.lose_track(game.id)
            raise OutOfDate from None
        except StoreError:
            # It may have been saved all the same, and then nobody may be told that nothing has changed.
            try:
                is_saved = await self._store.matches.has_act(game.id, rows[0])
            except StoreError:
                self.lose_track(game.id)
                raise Unsure from None
            if not is_saved:
                self.lose_track(game.id)
                raise
        except BaseException:
            # A cancelled task, say: whether it was saved is not certain.
            self.lose_track(game.id)
            raise
        note_commit()
        log_acts(game, acts, rows)
        if clock is not None:
            after = replace(after, clock=clock)
        self._games.keep(after, doubts)
        return after

    async def _new_clock(self, match: Described, chosen: timedelta | None) -> Clock:
        """The clock of a decision that begins now."""
        if not kind_of(match).has_clock:
            return Clock.start(None, self.running.now)
        allowed = (await self._store.servers.get(match.place.guild_id)).clock
        return Clock.start(clock_within(chosen, allowed), self.running.now)

    async def _clock_after(self, game: Game, act: Act, after: Game) -> Clock | None:
        """What the clock has become by an act; ``None`` where it goes on as it was, and in a match that is over."""
        if not after.is_open:
            return None
        if after.has_new_decision(game):
            return await self._new_clock(game, game.chosen_clock)
        clock = act.wind(game.clock, self.running.now) if isinstance(act, Aside) else game.clock
        return None if clock == game.clock else clock

    async def wind(self, match_id: int, seen: Clock, clock: Clock) -> bool:
        """Put another clock in the place of the one that was seen, by no act; ``False`` if it is another one already.

        Raises as :meth:`find`.
        """
        async with self._lock(match_id):
            game, doubts = await self._load(match_id), self._games.doubts
            if not game.is_open or game.clock != seen or not await self._store.clocks.set(match_id, clock, seen):
                return False
            self._games.keep(replace(game, clock=clock), doubts)
            return True

    async def let_go(self, match_ids: Iterable[int]) -> None:
        """The rows of these matches have changed by no act: after one that is being saved they are looked at anew."""
        for match_id in match_ids:
            async with self._lock(match_id):
                self._games.drop(match_id)


def _busy(row: MatchRow) -> Refused:
    return Refused("refused-busy", first=row.players[0].name, second=row.players[1].name)
