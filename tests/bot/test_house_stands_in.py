"""A player that fails: the match goes on all the same, and its record hides nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from bridgette import MatchView
from bridgette.__main__ import main
from bridgette.computer.players import Decision, Strength
from bridgette.record import MIXED

from .conftest import Club, ErrorLog, NewWorld
from .driver import RandomPlayer
from .house_scene import start_house
from .scene import Scene

Fails = Callable[[], Exception | None]


def failing(scene: Scene, monkeypatch: pytest.MonkeyPatch, fails: Fails) -> list[str]:
    """From now on what is decided by a player better than a novice may fail. By whom was decided, grows."""
    asked, decide = list[str](), scene.core.thinker.decide

    async def failing(view: MatchView, strength: str, source: random.Random, *, match_id: int = 0) -> Decision:
        asked.append(strength)
        if strength != Strength.NOVICE.value and (error := fails()) is not None:
            raise error
        return await decide(view, strength, source, match_id=match_id)

    monkeypatch.setattr(scene.core.thinker, "decide", failing)
    return asked


async def play_on(world: Club) -> None:
    """To the end, with as much time for the house as it needs when it has failed."""
    player = RandomPlayer(world, world["alice"], random.Random(5))
    for _ in range(200):
        if "The match is over" in player.panel().text:
            return
        if await player.act() is None:
            await world.advance(60)
    raise AssertionError("it hangs")


async def record_of(world: Club, scene: Scene) -> bytes:
    """The record that the button below the result gives."""
    world.assert_answered(await world.press(world["carol"], "Match record", channel=scene.channel))
    shown = world.panel(world["carol"])
    (attachment,) = json.loads(shown.raw.partition("\n")[0])["attachments"]
    return world.env.backend.cdn.get(attachment["url"]) or b""


async def test_a_player_that_always_fails_loses_no_match_and_nobody_is_told_that_its_record_can_be_checked(
    new_world: NewWorld,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    error_log: ErrorLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where its process dies, or thinks for ever and is ended, each time."""
    file = tmp_path / "match.json"
    async with new_world(shuffles=True) as world:
        scene = await start_house(world, strength="club", deals=1)
        asked = failing(scene, monkeypatch, lambda: BrokenExecutor("♠A S A"))
        await play_on(world)
        file.write_bytes(record := await record_of(world, scene))
        assert (await scene.stored()).ended is not None
    assert asked.count("novice") > 10
    (line,) = error_log.take()
    assert "somebody simpler" in line
    assert "♠A" not in line
    assert [seat["version"] for seat in json.loads(record)["house"]] == [MIXED]
    assert main(["verify", str(file)]) == 1
    assert "more than one version" in capsys.readouterr().err


async def test_a_player_that_fails_now_and_then_goes_on_itself_and_every_act_can_be_checked(
    new_world: NewWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, calls = tmp_path / "match.json", iter(range(1000))
    async with new_world(shuffles=True) as world:
        scene = await start_house(world, strength="club", deals=1)
        own = (await scene.game()).players[1].version
        asked = failing(scene, monkeypatch, lambda: ValueError("now and then") if next(calls) % 5 < 2 else None)
        await play_on(world)
        file.write_bytes(record := await record_of(world, scene))
    assert set(asked) == {"club"}
    assert [seat["version"] for seat in json.loads(record)["house"]] == [own]
    assert main(["verify", str(file)]) == 0
