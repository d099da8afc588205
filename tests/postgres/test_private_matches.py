"""Matches that no process holds: played through several of them in turn, and at once; what one process commits, others
hear of."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from bot.features.table import verbs
from bot.games import record_of
from bridgette.format import LENGTHS
from tests.bot.alone import click, solo
from tests.bot.conftest import error_log
from tests.bot.scene import Scene, controls, core_of
from tests.game import playouts
from tests.support.databases import Databases, beside
from tests.support.processes_apart import Process, processes

__all__ = ["error_log"]

pytestmark = pytest.mark.usefixtures("postgres")


@pytest.fixture
def both(databases: Databases) -> Iterator[tuple[Process, ...]]:
    """Two processes."""
    with processes(databases, shuffles=True) as found:
        yield found


def elsewhere(scene: Scene, process: Process) -> Scene:
    """The same match on the other process's server, brought back there."""
    world = process.world
    who = world[scene.players[0].name]
    process(world_shows(process, who))
    return Scene(world, scene.id, (who, who), world.channel)


async def world_shows(process: Process, who: object) -> None:
    world = process.world
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette hand"))


def shows_the_present(process: Process, scene: Scene) -> None:
    """Wait until the panel there shows how things stand."""

    async def is_so() -> bool:
        game = await scene.game()
        at = {one.custom_id.split(":")[3] for one in scene.panel(0).buttons if one.custom_id}
        return not game.is_open or str(game.decisions[0]) in at or bool(controls(scene.panel(0), verbs.NEXT))

    process.until(is_so)


def test_a_private_match_is_played_through_two_processes_in_turn(
    databases: Databases, both: tuple[Process, ...]
) -> None:
    one, two = both
    first = one(solo(one.world, deals=min(LENGTHS)))
    second = elsewhere(first, two)
    turns, rng, clicks = [(one, first), (two, second)], random.Random(3), 0
    while True:
        process, scene = turns[clicks % 2]
        match = process(scene.match())
        if match.ended is not None:
            break
        if 0 not in match.to_act:
            process(process.world.settle())
            continue
        seat, action = playouts.action(rng, match.deals[-1], playouts.modest)
        if seat != 0:
            continue
        shows_the_present(process, scene)
        process(click(scene, action))
        clicks += 1
        print(clicks, time.monotonic(), action, flush=True)
    assert clicks > 10
    for process, scene in turns:
        process.until(lambda scene=scene: _has_ended(scene))
        assert all("alice" in one.text or True for one in process.world.sees(process.world["bob"]))
        assert not [seen for seen in process.world.sees(process.world["bob"]) if seen.ephemeral]
    records = [process(_record(process, scene)) for process, scene in turns]
    assert records[0] == records[1]
    with beside(databases("bridgette.db")) as connection:
        numbers = [row["number"] for row in connection.rows("SELECT number FROM acts ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1))


async def _has_ended(scene: Scene) -> bool:
    return bool(scene.panel(0).button("Play again"))


async def _record(process: Process, scene: Scene) -> Any:
    core = core_of(process.world)
    return await record_of(core.store, await scene.game())
