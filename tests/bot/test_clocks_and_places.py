"""What a clock does where its match cannot be played: it stands still, for thirty days at most."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from bot.clock import Stage
from bot.discord.servers import Server
from bridgette import How

from .conftest import NewWorld
from .scene import Scene, core_of, enabled, plain_deals, start
from .test_clocks import HALF, WHOLE, chosen, clock_of, passed, running, under_way
from .test_places import PUBLIC_THREAD, Invitation, thread

DAY = timedelta(days=1)


class Place:
    """Where a match is played, and how it can be closed and opened again."""

    def __init__(self, scene: Scene, how: str) -> None:
        self.scene, self.world, self.how = scene, scene.world, how
        self.meta = self.world.env.backend.channels[scene.channel.id]

    def close(self) -> None:
        """Nobody can play there any more."""
        if self.how == "locked":
            self.meta.thread_metadata.locked = True  # type: ignore[union-attr]
        else:
            path = f"/channels/{self.scene.channel.id}"
            self.world.env.inject_error("GET", path, status=403, code=50001, times=None)

    def open(self) -> None:
        """It is as before."""
        if self.how == "locked":
            self.meta.thread_metadata.locked = False  # type: ignore[union-attr]
        self.world.env.backend.faults.clear()


@pytest.fixture(params=["locked", "no access"])
async def place(request: Any, new_world: NewWorld) -> Any:
    """A match under way in a thread that can be closed, with a clock of five minutes."""
    async with new_world(below=plain_deals()) as world:
        await world.settle()
        await chosen(world)
        scene = await start(world, channel=thread(world, world.channel, PUBLIC_THREAD))
        await under_way(scene)
        yield Place(scene, request.param)


async def test_a_closed_place_stops_the_clock_and_an_open_one_lets_it_go_on(place: Place) -> None:
    scene, world = place.scene, place.world
    place.close()
    await world.advance(HALF + 10)
    clock = await clock_of(scene)
    assert clock.stopped_at is not None
    left = clock.due - clock.stopped_at
    await world.advance(3 * WHOLE)
    assert (await scene.match()).ended is None
    place.open()
    await passed(scene, timedelta(hours=1))
    clock = await clock_of(scene)
    assert clock.stopped_at is None
    assert clock.stage in (Stage.RUNNING, Stage.REMINDED)
    assert clock.due - running(world) == pytest.approx(left, abs=30_000), "as if no time had passed"


async def test_what_changes_at_the_server_is_looked_at_at_once(place: Place) -> None:
    scene, world = place.scene, place.world
    place.close()
    await world.advance(HALF + 10)
    place.open()
    with world.env._bot_scope():
        await world.client.app.access_changed(world.guild.id)  # type: ignore[attr-defined]
    await world.settle()
    assert (await clock_of(scene)).stopped_at is None


async def test_after_thirty_days_the_match_is_void(place: Place) -> None:
    scene, world = place.scene, place.world
    place.close()
    await world.advance(HALF + 10)
    for _ in range(29):
        await passed(scene, DAY)
    assert (await scene.match()).ended is None
    await passed(scene, DAY - timedelta(minutes=15))
    assert (await scene.match()).ended is None
    await passed(scene, timedelta(hours=2))
    ended = (await scene.stored()).ended
    assert ended is not None
    assert ended.how is How.VOID


async def test_an_archived_thread_stops_no_clock_and_is_opened_by_what_is_posted(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await world.settle()
        await chosen(world)
        scene = await start(world, channel=thread(world, world.channel, PUBLIC_THREAD))
        seat = await under_way(scene)
        meta: Any = world.env.backend.channels[scene.channel.id].thread_metadata
        meta.archived = True
        await world.advance(HALF + 2)
        assert (await clock_of(scene)).stage is Stage.REMINDED
        assert any("Time runs out" in one.text for one in scene.notices(seat))
        await world.advance(HALF)
        assert enabled(scene.table(), "claim")


async def test_a_missing_permission_stops_the_clock(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async with new_world(below=plain_deals()) as world:
        await chosen(world)
        scene = await start(world)
        await under_way(scene)
        monkeypatch.setattr(Server, "missing_permission", lambda self, channel_id: "send_messages")
        await world.advance(2 * WHOLE)
        assert (await clock_of(scene)).stopped_at is not None
        monkeypatch.undo()
        await passed(scene, timedelta(hours=1))
        assert (await clock_of(scene)).stopped_at is None


async def test_a_server_that_was_left_stops_the_clock(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await chosen(world)
        scene = await start(world)
        await under_way(scene)
        await world.advance(100)
        invitation = Invitation(world)
        invitation.remove()
        await world.settle()
        left = (await clock_of(scene)).due - running(world)
        await world.advance(10 * WHOLE)
        assert (await scene.match()).ended is None
        await invitation.invite()
        clock = await clock_of(scene)
        assert clock.stopped_at is None
        assert clock.due - running(world) == pytest.approx(left, abs=5_000)
        await world.advance(left / 1000 + 2)
        assert enabled(scene.table(), "claim")


async def test_a_match_whose_rows_are_damaged_keeps_no_other_from_its_clock(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        await chosen(world)
        one = await start(world)
        two = await start(world, "carol", "dave", channel=world.channels["lounge"])
        await under_way(two)
        client: Any = world.client
        path = client._settings.database_url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE clocks SET stage = 'nonsense' WHERE match_id = ?", (one.id,))
        await core_of(world).games.let_go([one.id])
        await world.advance(WHOLE + 2)
        assert (await clock_of(two)).stage is Stage.RUN_OUT
