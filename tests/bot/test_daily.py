"""The deal of the day: the same for everybody, one try each, sealed until the day is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.daily import Attempt, day_of
from bot.ids import ComponentId
from tests.support.seen import Seen
from tests.support.world import World

from .alone import play
from .conftest import NewWorld
from .scene import Scene, core_of

MIDNIGHT = datetime(2026, 1, 2, tzinfo=UTC)
"""The end of the day on which every world begins."""

DAY, NEXT = "2026-01-01", "2026-01-02"


async def until(world: World, moment: datetime) -> None:
    """That moment comes, and the rounds after it. What would have happened meanwhile, did not."""
    world.env._move_clock(world.env._virtual_time + (moment - world.now()) / timedelta(seconds=1))
    await world.advance(1)


async def asked(world: World, member: Any, channel: Any = None) -> Seen:
    """What the command shows."""
    where = channel or world.channel
    world.assert_answered(await member.slash(where, "bridgette daily"))
    return world.panel(member, where)


async def begun(world: World, name: str = "alice", where: Any = None) -> Scene:
    """Somebody's try, just begun, by command and Start."""
    who, channel = where or (world[name], world.channel)
    await asked(world, who, channel)
    world.assert_answered(await world.press(who, "Start", channel=channel))
    attempt = await attempt_of(world, who)
    return Scene(world, attempt.match_id, (who, who), channel)


async def attempt_of(world: World, member: Any, day: str | None = None) -> Attempt:
    found = await core_of(world).store.dailies.attempt(day or day_of(world.now()), member.id)
    assert found is not None
    return found


async def finished(world: World, name: str = "alice", seed: int = 3, where: Any = None) -> Scene:
    """Somebody's try, played to its end by clicks."""
    scene = await begun(world, name, where)
    await play(scene, seed=seed)
    return scene


async def compared(scene: Scene) -> Seen:
    """What came of the day, from the end of a try."""
    await scene.world.advance(2)
    scene.world.assert_answered(await scene.world.press(scene.players[0], "Compare", on=scene.panel(0)))
    return scene.panel(0)


async def forged(world: World, member: Any, verb: str, subject: int = 0, at: int = 0, on: Seen | None = None) -> str:
    """A press of a button that was never shown, made up by a script; the answer."""
    message = on or world.panel(member)
    result = await world.forge(member, message, str(ComponentId(verb, subject, at)))
    world.assert_answered(result)
    return world.answer(result)


def labels(seen: Seen) -> list[str]:
    return [one.label for one in seen.buttons]


async def test_look(new_world: NewWorld) -> None:
    async with new_world() as world:
        scene = await begun(world)
        await until(world, MIDNIGHT - timedelta(seconds=10))
        print(world.now(), scene.panel(0).text)
        await until(world, MIDNIGHT + timedelta(seconds=10))
        seen = await asked(world, world["alice"])
        print(seen.text)
        await until(world, MIDNIGHT + timedelta(hours=1, seconds=20))
        print((await scene.match()).ended, scene.panel(0).text)
        print(await core_of(world).store.dailies.day(DAY))
        seen = await asked(world, world["alice"])
        print(seen.text, labels(seen))
        world.assert_answered(await world.press(world["alice"], "◀ 2026-01-01"))
        print(world.panel(world["alice"]).text, labels(world.panel(world["alice"])))
