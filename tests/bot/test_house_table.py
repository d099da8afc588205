"""A whole match against the house at a public table, from the challenge to the record that anybody can check."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor
from simcord.builders import UserHandle

from bridgette.__main__ import main
from tests.support.world import World

from .conftest import Club, NewWorld
from .driver import RandomPlayer
from .scene import Scene, core_of


def the_bot(world: World) -> MemberActor:
    """The bot, as somebody who can be challenged."""
    return MemberActor(world.env, world.guild, UserHandle(world.env, world.env.backend.bot_user))


async def challenge_house(world: World, member: MemberActor, **options: Any) -> InteractionResult:
    """Challenge the bot itself."""
    result = await member.slash(world.channel, "bridgette challenge", opponent=the_bot(world), **options)
    return world.assert_answered(result)


async def start_house(world: Club, name: str = "alice", **options: Any) -> Scene:
    """A match against the house, begun as people do it."""
    member = world[name]
    await challenge_house(world, member, **options)
    world.assert_answered(await world.press(member, "Start"))
    game = await core_of(world).games.in_channel(world.channel.id)
    assert game is not None
    return Scene(world, game.id, (member, member), world.channel)


@pytest.mark.parametrize("strength", ["novice", "club", "expert"])
async def test_a_whole_match_is_played_and_its_record_verifies(
    strength: str, new_world: NewWorld, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with new_world(shuffles=True) as world:
        scene = await start_house(world, strength=strength, deals=2)
        player = RandomPlayer(world, world["alice"], random.Random(5))
        while "The match is over" not in player.panel().text:
            assert await player.act() is not None, player.panel().text
        file = tmp_path / "match.json"
        world.assert_answered(await world.press(world["carol"], "Match record"))
        (attachment,) = json.loads(world.panel(world["carol"]).raw.partition("\n")[0])["attachments"]
        file.write_bytes(world.env.backend.cdn.get(attachment["url"]) or b"")
        record = json.loads(file.read_bytes())
        assert record["players"] == ["alice", "house"]
        assert [(one["seat"], one["strength"], one["form"]) for one in record["house"]] == [(1, strength, "c")]
        match = await scene.stored()
    assert match.ended is not None
    assert main(["verify", str(file)]) == 0, capsys.readouterr()
