"""Challenges as use cases: made, accepted, declined, withdrawn or expired."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.features.challenges.limits import check_welcome, refusing_pings
from bot.games import Agreement, Game, GameManager, Refused, note_commit
from bot.games.decks import CHANCE, SHUFFLE
from bot.store import Challenge, NewChallenge, Person, Place, Player, Store
from bridgette import Format

LIFETIME = timedelta(minutes=15)
"""How long a challenge stays open."""

MOST_OPEN = 3
"""Open challenges that one person may have in a channel, so that nobody floods it."""

IsGone = Callable[[Challenge], Awaitable[bool]]
"""Tells whether the message of a challenge is gone, so that nobody can take it up."""

OpenPlace = Callable[[Challenge], Awaitable[Place]]
"""Opens the place for the match of a challenge that may be accepted. May raise :class:`Refused`."""


class Challenges:
    """The use cases around a challenge. All raise :class:`Refused`, and then nothing has changed."""

    def __init__(self, store: Store, games: GameManager, is_gone: IsGone) -> None:
        self._store = store
        self._games = games
        self._is_gone = is_gone
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def alone(self, challenge_id: int) -> asyncio.Lock:
        """Held while a challenge is accepted, declined or withdrawn: opening a place for a match may take a while."""
        return self._locks.setdefault(challenge_id, asyncio.Lock())

    async def make(self, new: NewChallenge, now: datetime, *, own_thread: bool = False) -> Challenge:
        """A new challenge, to one person or to anybody. ``own_thread``: its match needs no free channel."""
        channel_id, opponent = new.channel_id, new.opponent
        if opponent is not None and opponent.user_id == new.challenger.user_id:
            raise Refused("refused-oneself")
        if not own_thread:
            await self._games.check_free(channel_id)
        here = [one for one in await self._store.challenges.open_in(channel_id) if one.expires_at > now]
        try:
            _check(here, new)
        except Refused:
            # A challenge whose message somebody has deleted must block nobody.
            _check([one for one in here if not await self.let_go(one)], new)
        with refusing_pings(opponent):
            made = await self._store.challenges.add(new, now, now + LIFETIME, self._games.new_shuffle())
        note_commit()
        return made

    async def accept(
        self,
        challenge_id: int,
        person: Person,
        now: datetime,
        *,
        interaction_id: int,
        open_place: OpenPlace | None = None,
    ) -> Game:
        """Begin the match: the challenger is seat 0, whoever accepts, by that interaction, seat 1.

        The house has accepted already, and its challenger starts the match. It is played where it was agreed on, or
        where ``open_place`` says.
        """
        challenge = await self._find(challenge_id, now)
        players = Player.of(challenge.challenger), await self._accepting(challenge, person)
        here = Place(challenge.guild_id, challenge.channel_id)
        place = here if open_place is None else await open_place(challenge)
        # One from before there were shuffles promised nothing.
        decks, public = (CHANCE, None) if challenge.commitment is None else (SHUFFLE, str(interaction_id))
        length, clock = Format(challenge.length), challenge.clock
        agreement = Agreement(players, place, length, decks, challenge.id, public, clock)
        return await self._games.begin(agreement, now)

    async def _accepting(self, challenge: Challenge, person: Person) -> Player:
        """Who sits down opposite the challenger by that person's press. Raises :class:`Refused`."""
        is_own = person.user_id == challenge.challenger.user_id
        if challenge.strength is not None:
            if not is_own:
                raise Refused("refused-not-your-start", name=challenge.challenger.name)
            return Player.house(challenge.strength)
        if is_own:
            raise Refused("refused-own-challenge")
        if challenge.opponent is not None and person.user_id != challenge.opponent.user_id:
            raise Refused("refused-not-challenged", name=challenge.opponent.name)
        await check_welcome(self._store, challenge.challenger, person)
        return Player.of(person)

    async def decline(self, challenge_id: int, person: Person, now: datetime) -> Challenge:
        """The challenged person says no."""
        challenge = await self._find(challenge_id, now)
        if challenge.opponent is None or person.user_id != challenge.opponent.user_id:
            raise Refused("refused-not-challenged", name=(challenge.opponent or challenge.challenger).name)
        return _closed(challenge, await self._store.challenges.decline(challenge.id, now))

    async def withdraw(self, challenge_id: int, person: Person, now: datetime) -> Challenge:
        """The challenger takes it back."""
        challenge = await self._find(challenge_id, now)
        if person.user_id != challenge.challenger.user_id:
            raise Refused("refused-not-your-challenge", name=challenge.challenger.name)
        return _closed(challenge, await self._store.challenges.close(challenge.id, "withdrawn"))

    async def expire(self, now: datetime) -> None:
        """Close the challenges whose time is up."""
        for challenge in await self._store.challenges.expired(now):
            if self._store.lease.covers(challenge.guild_id):
                await self._store.challenges.close(challenge.id, "expired")

    async def _find(self, challenge_id: int, now: datetime) -> Challenge:
        challenge = await self._store.challenges.get(challenge_id)
        if challenge is None:
            raise Refused("refused-challenge-unknown")
        if challenge.state != "open":
            raise Refused(f"refused-challenge-{challenge.state}")
        if challenge.expires_at <= now:
            raise Refused("refused-challenge-expired")
        return challenge

    async def let_go(self, challenge: Challenge) -> bool:
        """Whether the message of an open challenge is gone; it is closed then, since nobody can take it up or back."""
        if not await self._is_gone(challenge):
            return False
        await self._store.challenges.close(challenge.id, "withdrawn")
        await self._store.challenges.note_shown(challenge.id, "withdrawn")
        return True


def _closed(challenge: Challenge, is_closed: bool) -> Challenge:
    if not is_closed:
        raise Refused("refused-challenge-closed")
    note_commit()
    return challenge


def _check(here: list[Challenge], new: NewChallenge) -> None:
    """Refuse what the open challenges of a channel leave no room for."""
    opponent, mine = new.opponent, [one for one in here if one.challenger.user_id == new.challenger.user_id]
    for one in here:
        if opponent and one.challenger.user_id == opponent.user_id and _asks(one) == new.challenger.user_id:
            raise Refused("refused-challenged-by", name=opponent.name)
    if any(_asks(one) == _asks(new) for one in mine):
        raise Refused("refused-challenged-already")
    if len(mine) >= MOST_OPEN:
        raise Refused("refused-too-many-challenges", most=MOST_OPEN)


def _asks(challenge: Challenge | NewChallenge) -> int | str | None:
    """Whom a challenge is for: a person's id, the strength of the house, or nobody in particular."""
    return challenge.strength if challenge.opponent is None else challenge.opponent.user_id
