"""The bot with a thinker beside it, as people see it: they press, and a reply that another process commits is shown."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.games import elsewhere as elsewheres
from bot.games.house import House
from bot.hearing import Hearing
from tests.bot.conftest import NewWorld, error_log, new_world
from tests.bot.driver import RandomPlayer
from tests.bot.house_scene import start_house
from tests.bot.scene import core_of
from tests.reliability.several import shows_the_last_state
from tests.support.databases import Databases
from tests.support.thinkers import a_thinker, until

__all__ = ["error_log", "new_world"]

pytestmark = pytest.mark.usefixtures("postgres")


async def test_a_match_against_a_thinker_looks_as_any_other(
    new_world: NewWorld,
    databases: Databases,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.games.house.WITHIN", 20.0)  # however slow this machine is now
    monkeypatch.setattr(elsewheres, "PATIENCE", 30.0)
    begun: list[int] = []
    decided = House._decided

    async def here(*arguments: object) -> object:
        begun.append(1)
        return await decided(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(House, "_decided", here)
    async with new_world(shuffles=True) as world:
        core = core_of(world)
        with a_thinker(databases("bridgette.db"), tmp_path, "--threads", "1") as thinker:

            async def is_heard() -> bool:
                await Hearing(core, world.client._catch_up).look_for_thinkers()
                return core.elsewhere.is_there

            await until(is_heard)
            scene = await start_house(world, strength="club", deals=1)
            player = RandomPlayer(world, world["alice"], random.Random(5))
            while "The match is over" not in player.panel().text:
                assert await player.act() is not None, player.panel().text
                await world.settle()
                assert not (await scene.game()).is_open or await shows_the_last_state(scene)
            acts = [line for line in thinker.log.splitlines() if "act match=" in line]
    assert len(acts) > 10, thinker.log
    assert not begun, "the bot has thought of nothing itself"
