"""The process that is killed: the real store and game manager play one random match, with no Discord around them.

``python -m tests.reliability.driver URL SEED [--die-at N --counting all|writes]``

What happens next is derived from the seed and the number of the act alone, and so is its moment. A process that is
started again therefore goes on exactly as the killed one would have, and the same seed gives the same match always.
Whatever is saved is told on standard output, as a click is answered only once its act is saved.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.pool import Pool

from bot.games import Act, Agreement, Game, GameManager, Happened, Move, Resignation
from bot.games.decks import SHUFFLE
from bot.games.house import House
from bot.games.thinker import Thinker
from bot.store import NewChallenge, Person, Place, Player, Store
from bot.store.dialects import WRITES
from tests.game import playouts

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 1000, 2000
PEOPLE = (Person(2**62 + 1, "Ann"), Person(2**62 + 2, "Bob"))
RESULT_MESSAGE = 3000

HOUSE_FROM = 1000
"""From this seed on the second player is the house, which acts by itself whenever it is to."""

LONG = 60.0
"""Seconds for which the house may think: far more than it ever does."""

Tell = Callable[[str], None]


class Chance:
    """The bot's chance: drawn anew for each act, so that it does not depend on how often the process was started."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng = Random()
        self.turn("begin")

    def turn(self, what: object) -> None:
        self._rng = Random(f"{self._seed}/deck/{what}")

    def __call__(self, n: int) -> int:
        return self._rng.randrange(n)


class Teller:
    """A follower that tells of each act, the house's too, as soon as it is saved."""

    def __init__(self, done: Tell) -> None:
        self._done = done

    def happened(self, what: Happened) -> None:
        self._done("begin" if what.before is None else str(what.before.number + 1))

    async def catch_up(self, match_id: int) -> None:
        pass


async def play_the_house(store: Store, seed: int, tell: Tell, saved: Callable[[], None] = lambda: None) -> None:
    """The same as :func:`play` against the house: it acts first, wherever both could."""
    secret = Random(f"{seed}/secret").randbytes(32)
    games = GameManager(store, secret=lambda: secret)

    def now() -> datetime:
        held = games.held
        return BEGIN + timedelta(seconds=held[0].number + 1 if held else 0)

    def done(what: str) -> None:
        saved()
        tell(what)

    thinker, tasks = Thinker(apart=False), set[asyncio.Task[None]]()

    def spawn(work: Any, _what: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        tasks.add(task)
        return task

    house = House(store, games, thinker, spawn, now)
    games.followers.add(house)
    games.followers.add(Teller(done))
    if not await store.matches.all_ids():
        here = await store.challenges.open_in(CHANNEL)
        if not here:
            new = NewChallenge(GUILD, CHANNEL, PEOPLE[0], None, strength="novice")
            here = [await store.challenges.add(new, BEGIN, BEGIN + timedelta(hours=1), games.new_shuffle())]
            done("challenge")
        players = Player.of(PEOPLE[0]), Player.house("novice")
        place = Place(GUILD, CHANNEL)
        await games.begin(Agreement(players, place, decks=SHUFFLE, challenge_id=here[0].id, public="7"), BEGIN)
    (match_id,) = await store.matches.all_ids()
    temper = Random(f"{seed}/temper").choice(playouts.TEMPERS)
    await house.go_round()
    while True:
        await house.settled(match_id, LONG)
        game = await games.find(match_id)
        if not game.is_open:
            break
        number = game.number + 1
        doing = next_act(game, Random(f"{seed}/act/{number}"), temper, resigns=False)
        assert doing.seat == 0, "the house was to act, and has not"
        await games.do(match_id, doing, now(), decision=game.decisions[0])
    thinker.stop()
    await publish(store, done)


async def publish(store: Store, done: Tell) -> None:
    """What the bot still owes the channel."""
    for waiting in await store.matches.unsettled():
        await store.matches.set_result_message(waiting.match_id, RESULT_MESSAGE)
        done("published")


async def play(store: Store, seed: int, tell: Tell, saved: Callable[[], None] = lambda: None) -> None:
    """Go on with the match of this seed, from wherever the database has it, to its end.

    ``saved`` is called after every change of the database, before ``tell``.
    """
    if seed >= HOUSE_FROM:
        await play_the_house(store, seed, tell, saved)
        return
    chance = Chance(seed)
    games = GameManager(store, chance)

    def done(what: str) -> None:
        saved()
        tell(what)

    if not await store.matches.all_ids():
        here = await store.challenges.open_in(CHANNEL)
        if not here:
            here = [
                await store.challenges.add(NewChallenge(GUILD, CHANNEL, *PEOPLE), BEGIN, BEGIN + timedelta(hours=1))
            ]
            done("challenge")
        players = (Player.of(PEOPLE[0]), Player.of(PEOPLE[1]))
        await games.begin(Agreement(players, Place(GUILD, CHANNEL), challenge_id=here[0].id), BEGIN)
        done("begin")
    (match_id,) = await store.matches.all_ids()
    temper = Random(f"{seed}/temper").choice(playouts.TEMPERS)
    resigns_at = Random(f"{seed}/resign").choice((None, None, None, 60))
    game = await games.find(match_id)
    while game.is_open:
        number = game.number + 1
        chance.turn(number)
        # That very number may have gone to the last trick of a deal, which plays itself.
        resigns = resigns_at is not None and number >= resigns_at
        doing = next_act(game, Random(f"{seed}/act/{number}"), temper, resigns)
        now = BEGIN + timedelta(seconds=number)
        decision = game.decisions[doing.seat] if isinstance(doing, Move) else None
        game = (await games.do(match_id, doing, now, decision=decision)).after
        done(str(number))
    await publish(store, done)


def next_act(game: Game, rng: Random, temper: playouts.Chooser, resigns: bool) -> Act:
    """The next act of the match."""
    if resigns:
        return Resignation(rng.randrange(2))
    return Move(*playouts.action(rng, game.match.deals[-1], temper))


class Death:
    """Kills this process before its ``count``-th SQL statement; BEGIN, COMMIT and CREATE are statements too.

    With ``writes_only`` the counting begins with the match, and counts the transactions that write.
    """

    def __init__(self, count: int, *, writes_only: bool) -> None:
        self._left = count
        self._writes_only = writes_only
        self._is_writing = False
        self._is_playing = False
        event.listen(Pool, "connect", self._on_connect, insert=True)
        event.listen(Engine, "begin", lambda connection: self._statement(connection, "BEGIN"))
        event.listen(Engine, "commit", lambda connection: self._statement(connection, "COMMIT"))
        event.listen(Engine, "rollback", lambda connection: self._statement(connection, "ROLLBACK"))
        event.listen(Engine, "before_cursor_execute", lambda connection, _, sql, *__: self._statement(connection, sql))

    def play_begins(self) -> None:
        self._is_playing = True

    def _on_connect(self, connection: Any, _record: Any) -> None:
        if hasattr(connection.driver_connection, "set_trace_callback"):  # SQLite tells of each itself
            connection.run_async(lambda driver: driver.set_trace_callback(self._before))

    def _statement(self, connection: Any, statement: str) -> None:
        if connection.dialect.name != "sqlite":
            writes = statement == "BEGIN" and connection.get_execution_options().get(WRITES)
            self._before("BEGIN IMMEDIATE" if writes else statement)

    def _before(self, statement: str) -> None:
        self._is_writing = self._is_writing or statement == "BEGIN IMMEDIATE"
        if not self._writes_only or (self._is_playing and self._is_writing):
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        if statement in ("COMMIT", "ROLLBACK"):
            self._is_writing = False


async def main(url: str, seed: int, tell: Tell, death: Death | None = None) -> None:
    """What the process does from its start: open the database, take the lease, play to the end."""
    tell("ready")
    store = await Store.open(url)
    # As the bot does at its start; whatever was killed has left its lease behind.
    await store.lease.take(datetime.now(UTC))
    if death is not None:
        death.play_begins()
    await play(store, seed, tell)
    await store.close()


def forked(url: str, seed: int, said: Connection, die_at: int | None, writes_only: bool) -> None:
    """The same in a process that was forked from one with everything imported, which makes 500 starts bearable."""
    death = None if die_at is None else Death(die_at, writes_only=writes_only)
    asyncio.run(main(url, seed, said.send, death))


def write(what: str) -> None:
    sys.stdout.write(what + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("seed", type=int)
    parser.add_argument("--die-at", type=int)
    parser.add_argument("--counting", choices=("all", "writes"), default="all")
    options = parser.parse_args()
    planned = None if options.die_at is None else Death(options.die_at, writes_only=options.counting == "writes")
    asyncio.run(main(options.url, options.seed, write, planned))
