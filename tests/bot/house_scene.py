"""What the tests of the house share: matches against it, and a house that thinks for as long as a test likes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.builders import UserHandle

from bot.discord.core import Core
from bridgette import MatchView
from bridgette.computer.players import Decision
from tests.support.world import World

from .conftest import Club
from .scene import Scene, core_of


def the_bot(world: World) -> MemberActor:
    """The bot, as somebody who can be challenged."""
    return MemberActor(world.env, world.guild, UserHandle(world.env, world.env.backend.bot_user))


async def challenge_house(
    world: World, member: MemberActor, channel: ChannelHandle | None = None, **options: Any
) -> InteractionResult:
    """Challenge the bot itself."""
    return await member.slash(channel or world.channel, "bridgette challenge", opponent=the_bot(world), **options)


async def start_house(
    world: Club, name: str = "alice", channel: ChannelHandle | None = None, strength: str = "novice", **options: Any
) -> Scene:
    """A match against the house, begun as people do it: the person is seat 0."""
    member, where = world[name], channel or world.channel
    world.assert_answered(await challenge_house(world, member, where, strength=strength, **options))
    world.assert_answered(await world.press(member, "Start", channel=where))
    game = await core_of(world).games.in_channel(where.id)
    assert game is not None
    return Scene(world, game.id, (member, member), where)


class Musing:
    """From now on the house thinks until it is let go on; ``views``: what it was given to think about.

    Until then nothing that waits for it comes to rest: use :func:`until`, and clicks that are not waited for.
    """

    def __init__(self, core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views: list[MatchView] = []
        self._is_over, self._is_dead = asyncio.Event(), False
        self._decide = core.thinker.decide
        monkeypatch.setattr(core.thinker, "decide", self.decide)
        monkeypatch.setattr(core.house, "settled", self._not_yet)  # the time that is waited is over at once

    def end(self) -> None:
        """It knows what to do."""
        self._is_over.set()

    def die(self) -> None:
        """What it thought is lost, as when its process is killed."""
        self._is_dead = True
        self._is_over.set()

    async def _not_yet(self, match_id: int, within: float | None = None) -> None:
        """In the place of the house's."""

    async def decide(self, view: MatchView, strength: str, source: Random, *, match_id: int = 0) -> Decision:
        """In the place of the thinker's."""
        self.views.append(view)
        await self._is_over.wait()
        if self._is_dead:
            raise asyncio.CancelledError
        return await self._decide(view, strength, source, match_id=match_id)


async def until(condition: Callable[[], object]) -> None:
    """Let the bot go on until it has come to that."""
    for _ in range(4000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come to that")
