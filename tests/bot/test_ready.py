"""READY comes again and again: background work exists once, and nothing grows."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from typing import Any

from bot.client import BridgetteClient
from bot.features import FEATURES
from bot.features.table.feature import TableFeature
from bridgette import Match
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import core_of, feature_of, plain_deal, public, start

RECONNECTS = 200


LOOPS = sorted(["beat", "catch up", "house", "house-acts", "renewal", *(feature.__name__ for feature in FEATURES)])
"""One for each feature, and those that serve all."""


def loops(client: BridgetteClient) -> list[str]:
    """The background loops that run."""
    return sorted(one._what for one in (*client._rounds, client._renewals) if one._loop.is_running())


def held(client: BridgetteClient) -> dict[str, int]:
    """How much the process holds that must not grow with new sessions."""
    views = client._connection._view_store
    core, publisher = client.app.core, feature_of(client, TableFeature).publisher
    gc.collect()
    kinds = Counter(type(one).__name__ for one in gc.get_objects())
    return {
        "tasks": len(asyncio.all_tasks()),
        "listeners": sum(map(len, client._listeners.values())),
        "views": len(views._views) + len(views._synced_message_views) + len(views._dynamic_items),
        "commands": len(client.tree.get_commands()),
        "games": len(core.games.held),
        "behind": len(list(publisher.behind)) + len(publisher._runs) + len(publisher._wanted),
        "noted": len(publisher._display._told) + len(publisher._without_table),
        "panels": len(core.panels._live) + len(core.panels._wanted),
        "work": len(core.tasks._tasks) + len(core.guard._in_hand),
        "channels": sum(len(guild.channels) for guild in client.guilds),
        "matches": kinds[Match.__name__],
        "loops": kinds["Loop"],
        "locks": kinds["Lock"],
        "interactions": kinds["Interaction"],
    }


async def test_two_hundred_new_sessions_leave_nothing_behind(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.to_play()
        await scene.show()
        client: Any = world.client
        caught_up = 0
        catch_up = client._catch_up.start

        async def counted() -> None:
            nonlocal caught_up
            caught_up += 1
            await catch_up()

        client._catch_up.start = counted
        for _ in range(10):
            await world.reconnect()
        begun, requests, shown = held(client), len(world.env.http_requests), public(world)
        objects = len(gc.get_objects())
        assert loops(client) == LOOPS
        for _ in range(RECONNECTS - 10):
            await world.reconnect()
        assert held(client) == begun
        assert loops(client) == LOOPS
        assert caught_up == 0, "this process has caught up at its start"
        assert len(gc.get_objects()) - objects < 40 * RECONNECTS, "SimCord's own log grows a little"
        assert len(world.env.http_requests) == requests, "a new session sends nothing"
        assert public(world) == shown
        await scene.press(1, Verb.PLAY, "DQ")
        assert "♦︎Q" in scene.table().text


async def test_background_work_is_done_once_after_many_sessions(world: World) -> None:
    """A challenge that expires is edited once, and a slow player is told once."""
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    for _ in range(5):
        await world.reconnect()
    scene = await start(world, channel=world.channels["lounge"])
    await scene.open_panels()
    before = len(world.env.http_requests)
    await world.advance(16 * 60)
    edits = [one for one in world.env.http_requests[before:] if one.method == "PATCH"]
    assert len([one for one in edits if f"/channels/{world.channel.id}/" in one.path]) == 1
    assert [len(scene.notices(seat)) for seat in (0, 1)] == [1, 1]


async def test_resumes_change_nothing(world: World) -> None:
    scene = await start(world)
    await scene.open_panels()
    client: Any = world.client
    begun, requests = held(client), len(world.env.http_requests)
    for _ in range(RECONNECTS):
        client.dispatch("resumed")
        client.dispatch("shard_resumed", 0)
        client.dispatch("shard_ready", 0)
        client.dispatch("ready")
        await asyncio.sleep(0)
    await world.settle()
    assert held(client) == begun
    assert loops(client) == LOOPS
    assert len(world.env.http_requests) == requests


async def test_a_new_session_while_the_first_catches_up(new_world: Any) -> None:
    """READY comes again before the first catching up is done: it goes on once."""
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.to_play()
        await scene.tell()
        await scene.plays("DQ")
        await world.restart(crash=True)
        before = len(world.env.http_requests)
        for _ in range(3):
            world.client.dispatch("ready")
        await world.settle()
        assert len(world.env.http_requests) == before
        assert len(scene.tables()) == 1
        assert core_of(world).games.held
