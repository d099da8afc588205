"""Several matches at once, each in a channel of its own, and faults that come once or for a while."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from simcord import HttpLogEntry, MemberActor

from bot.store import StoreUnavailable
from tests.bot import scene as scenes
from tests.bot.conftest import Club
from tests.bot.scene import Scene
from tests.support.world import World

PAIRS = (("alice", "bob"), ("carol", "dave"), ("erin", "frank"), ("grace", "heidi"), ("ivan", "judy"))
"""Who plays, a match each; ``carol`` is also the onlooker."""

MEMBERS = tuple(name for pair in PAIRS for name in pair)
CHANNELS = ("bridge", "lounge", "attic", "cellar", "garden")

UNCHANGED = "nothing has changed"
"""Part of the sentence that may be told only where nothing was committed."""

ROUND = 16
"""Seconds after which every round has come once more."""

FAILS = StoreUnavailable("The database cannot be used now (a test).")


@asynccontextmanager
async def world_of(new_world: Any, count: int) -> AsyncIterator[Club]:
    """A world with room for so many matches."""
    below = scenes.plain_deals(count)
    async with new_world(below=below, members=MEMBERS, channels=CHANNELS) as world:
        with world.enforced_nonces():
            yield world


async def begin(world: World, count: int) -> list[Scene]:
    """So many matches, as people begin them; each one's second player has a live panel."""
    return [await scenes.start(world, *PAIRS[one], world.channels[CHANNELS[one]]) for one in range(count)]


async def in_play(world: World, count: int) -> list[Scene]:
    """So many matches before the first lead, in which seat 1 leads; all have live panels."""
    found = await begin(world, count)
    for scene in found:
        await scene.to_play()
        await scene.show()
    return found


@contextmanager
def failing(
    owner: Any, name: str, *, times: int | None = 1, when: Callable[..., bool] = lambda *_: True
) -> Iterator[list[Any]]:
    """A method of the store fails so many times (``None``: always) where ``when`` says so of its arguments.

    Gives the list of the calls that failed. ``owner`` is an object, or a class for all of its objects.
    """
    real: Callable[..., Awaitable[Any]] = getattr(owner, name)
    failed: list[Any] = []

    async def method(*arguments: Any, **options: Any) -> Any:
        if (times is None or len(failed) < times) and when(*arguments):
            failed.append(arguments)
            raise FAILS
        return await real(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, method)
        yield failed


def sent(world: World, since: int = 0) -> list[HttpLogEntry]:
    """What was sent to channels and private panels since that many requests."""
    return [
        one
        for one in world.env.http_requests[since:]
        if one.path.startswith("/webhooks/") or (one.path.startswith("/channels/") and "/messages" in one.path)
    ]


def to(world: World, scene: Scene, since: int) -> list[HttpLogEntry]:
    """What was sent to one match's channel since that many requests."""
    return [one for one in sent(world, since) if one.path.startswith(f"/channels/{scene.channel.id}/")]


def all_read(world: World, *members: MemberActor) -> str:
    """All that these members (by default everybody) can read anywhere, private answers included."""
    readers = members or tuple(world.members.values())
    return "\n".join(world.reads(one, channel) for one in readers for channel in world.channels.values())


async def shows_the_last_state(scene: Scene) -> bool:
    """Whether there is one table and it shows the match as it is."""
    tables = scene.tables()
    return len(tables) == 1 and tables[0].text == scenes.table_text(scene.core, await scene.game())
