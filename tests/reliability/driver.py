"""The process that is killed: the real store and game manager play one random match, with no Discord around them.

``python -m tests.reliability.driver DATABASE SEED [--die-at N --counting all|writes]``

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
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import discord
from sqlalchemy import event
from sqlalchemy.pool import Pool

from bot.games import Challenges, Game, GameManager
from bot.store import Person, Store
from tests.game import playouts

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 1000, 2000
PEOPLE = (Person(2**62 + 1, "Ann"), Person(2**62 + 2, "Bob"))
RESULT_MESSAGE = 3000

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


async def play(store: Store, seed: int, tell: Tell, saved: Callable[[], None] = lambda: None) -> None:
    """Go on with the match of this seed, from wherever the database has it, to its end.

    ``saved`` is called after every change of the database, before ``tell``.
    """
    chance = Chance(seed)
    games = GameManager(store, chance)
    challenges = Challenges(store, games)

    def done(what: str) -> None:
        saved()
        tell(what)

    if not await store.matches.all_ids():
        here = await store.challenges.open_in(CHANNEL)
        if not here:
            here = [await challenges.offer(GUILD, CHANNEL, *PEOPLE, BEGIN)]
            done("challenge")
        await challenges.accept(here[0].id, PEOPLE[1], BEGIN)
        done("begin")
    (match_id,) = await store.matches.all_ids()
    temper = Random(f"{seed}/temper").choice(playouts.TEMPERS)
    resigns_at = Random(f"{seed}/resign").choice((None, None, None, 60))
    game = await games.find(match_id)
    while game.is_open:
        number = game.number + 1
        chance.turn(number)
        game = await act(games, game, Random(f"{seed}/act/{number}"), temper, resigns_at == number)
        done(str(number))
    # What the bot still owes the channel.
    for waiting in await store.matches.unpublished():
        await store.matches.set_result_message(waiting, RESULT_MESSAGE)
        done("published")


async def act(games: GameManager, game: Game, rng: Random, temper: playouts.Chooser, resigns: bool) -> Game:
    """The next act of the match."""
    number = game.number + 1
    now = BEGIN + timedelta(seconds=number)
    if resigns:
        return (await games.resign(game.id, PEOPLE[rng.randrange(2)].user_id, now)).game
    seat, action = playouts.action(rng, game.match.deals[-1], temper)
    outcome = await games.act(game.id, PEOPLE[seat].user_id, action, now, game.decisions[seat])
    return outcome.game


def die_at(count: int, *, writes_only: bool) -> None:
    """Kill this process before its ``count``-th SQL statement; BEGIN and COMMIT, PRAGMA and CREATE are statements.

    ``writes_only``: only statements of transactions that write count.
    """
    left, writing = count, False

    def before(statement: str) -> None:
        nonlocal left, writing
        writing = writing or statement == "BEGIN IMMEDIATE"
        if writing or not writes_only:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        if statement in ("COMMIT", "ROLLBACK"):
            writing = False

    @event.listens_for(Pool, "connect", insert=True)
    def on_connect(connection: Any, _record: Any) -> None:
        connection.run_async(lambda driver: driver.set_trace_callback(before))


async def main(database: str, seed: int, die: tuple[int, bool] | None) -> None:
    def tell(what: str) -> None:
        sys.stdout.write(what + "\n")
        sys.stdout.flush()

    if die is not None and not die[1]:
        die_at(die[0], writes_only=False)
    tell("ready")
    store = await Store.open(f"sqlite:///{database}")
    await store.lease.take(discord.utils.utcnow())
    if die is not None and die[1]:
        # Connections made so far are not traced: all of them are made anew.
        await store.close()
        die_at(die[0], writes_only=True)
        store = await open_quietly(database)
    await play(store, seed, tell)
    await store.close()


async def open_quietly(database: str) -> Store:
    """A store on a database that is up to date already, opened without a write."""
    from bot.store.database import Database

    return Store(Database(f"sqlite:///{database}"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("seed", type=int)
    parser.add_argument("--die-at", type=int)
    parser.add_argument("--counting", choices=("all", "writes"), default="all")
    options = parser.parse_args()
    death = None if options.die_at is None else (options.die_at, options.counting == "writes")
    with suppress(BrokenPipeError):
        asyncio.run(main(options.database, options.seed, death))
