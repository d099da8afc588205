"""Matches that no process holds: played through several of them in turn, and at once; what one process commits, others
hear of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.features.table import verbs
from bot.games import record_of
from bridgette.format import LENGTHS
from tests.bot.alone import click, solo
from tests.bot.conftest import error_log
from tests.bot.scene import Scene, button_id, controls, core_of, start
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
    assert clicks > 10
    for process, scene in turns:
        process.until(lambda scene=scene: _has_ended(scene))
        assert not process.world.sees(process.world["bob"]), "nobody else sees anything of it"
    records = [process(_record(process, scene)) for process, scene in turns]
    assert records[0] == records[1]
    assert numbers(databases) == list(range(1, len(numbers(databases)) + 1))


def numbers(databases: Databases) -> list[int]:
    """Of all acts."""
    with beside(databases("bridgette.db")) as connection:
        return [row["number"] for row in connection.rows("SELECT number FROM acts ORDER BY number")]


async def _has_ended(scene: Scene) -> bool:
    return bool(scene.panel(0).button("Play again"))


async def _record(process: Process, scene: Scene) -> Any:
    core = core_of(process.world)
    return await record_of(core.store, await scene.game())


def test_two_clicks_at_once_in_two_processes_are_one_act(databases: Databases, both: tuple[Process, ...]) -> None:
    one, two = both
    first = one(solo(one.world, deals=min(LENGTHS)))
    second = elsewhere(first, two)
    game = one(first.game())
    hand = game.match.deals[-1].hand(0)
    bits = f"{sum(1 << place for place, card in enumerate(hand) if card in game.match.deals[-1].drawn(0)):x}"
    custom_id = button_id(verbs.DISCARD, first.id, game.decisions[0], bits)
    clicks = [
        process.begin(process.world.forge(scene.players[0], scene.panel(0), custom_id))
        for process, scene in ((one, first), (two, second))
    ]
    answers = [process.world.answer(click.result()) for process, click in zip(both, clicks, strict=True)]
    with beside(databases("bridgette.db")) as connection:
        assert len(connection.rows("SELECT number FROM acts WHERE seat = 0 AND number <= 2")) == 1
    assert sum("refused" in answer or "old" in answer or "already" in answer for answer in answers) <= 1
    assert numbers(databases) == list(range(1, len(numbers(databases)) + 1))


def test_what_is_played_on_the_server_of_another_process_is_left_alone(
    databases: Databases, both: tuple[Process, ...]
) -> None:
    one, two = both
    scene = one(start(one.world))
    one(scene.open_panels())
    before = states(databases)
    since = len(two.world.env.http_requests)
    two(two.world.restart())
    for _ in range(2):
        two(two.world.advance(8 * 60))
        two(two.world.settle())
    assert states(databases) == before
    there = str(one.world.guild.id), *(str(channel.id) for channel in one.world.channels.values())
    asked = [entry.path for entry in two.world.env.http_requests[since:]]
    assert not [path for path in asked if any(one in path for one in there)]


def states(databases: Databases) -> list[dict[str, Any]]:
    """What is stored of matches, their clocks and notices."""
    with beside(databases("bridgette.db")) as connection:
        return [
            row
            for table in ("matches", "clocks", "notices", "challenges", "servers")
            for row in connection.rows(f"SELECT * FROM {table}")
        ]
