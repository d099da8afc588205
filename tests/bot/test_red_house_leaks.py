"""What somebody must not learn of matches against the house, by presses that were never offered."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.features.analysis import verbs as analysis
from bot.features.hints import verbs as hints
from bot.features.table import verbs as table
from bot.ids import ComponentId
from bridgette import Phase
from tests.support.seen import Seen

from .alone import Direct, play, solo
from .conftest import Club, ErrorLog, NewWorld
from .house_scene import start_house
from .scene import Scene, controls, core_of, in_phase, public
from .test_daily import asked, begun, quickly

NASTY = "**@everyone** <@1> [x](http://x.y)"

CARDS = re.compile("[♠♥♦♣]")


async def press(world: Club, member: Any, channel: Any, verb: str, subject: int, at: int = 0, detail: str = "") -> str:
    await world.advance(2)
    seen: Seen = world.panel(member, channel)
    result = await world.forge(member, seen, str(ComponentId(verb, subject, at, detail)))
    world.assert_answered(result)
    return world.answer(result)


@pytest.mark.parametrize("direct", [False, True])
async def test_another_one_s_private_match_is_analysed_and_hinted_for_nobody(direct: bool, world: Club) -> None:
    scene = await solo(world, strength="novice", deals=2)
    await play(scene, lambda match: len(match.deals) == 2)
    carol: Any = Direct(world["carol"]) if direct else world["carol"]
    channel = carol.channel if direct else world.channel
    world.assert_answered(await carol.slash(channel, "bridgette solo"))
    for verb, at, detail in (
        (analysis.ANALYSE, 0, ""),
        (analysis.ANALYSIS_PAGE, 0, "1"),
        (analysis.ANALYSE, 1, ""),
        (hints.HINT, 0, ""),
        (hints.HINT, 1, ""),
        (table.SHOW, 0, "t"),
        (table.MARK, 1, "0.1.1"),
        (table.OTHERS, 1, "0.1"),
        (table.LEVEL, 1, "1"),
    ):
        told = await press(world, carol, channel, verb, scene.id, at, detail)
        assert not CARDS.search(told), (verb, told)
        assert "alice" not in told
    assert "advice" not in told
    # Nor does its own player get an analysis of what is in play, or of deals that there are not.
    for at in (1, 2, 999_999_999):
        told = await press(world, world["alice"], world.channel, analysis.ANALYSE, scene.id, at)
        assert "not over yet" in told
    assert public(world) == []


async def test_a_table_is_analysed_from_no_other_place(world: Club) -> None:
    scene = await start_house(world, deals=2)
    await play(scene, lambda match: len(match.deals) == 2)
    bob = Direct(world["bob"])
    await asked(world, bob, bob.channel)
    for verb in (analysis.ANALYSE, table.SHOW):
        told = await press(world, bob, bob.channel, verb, scene.id)
        assert not CARDS.search(told), verb
    for at in (1, 2):
        assert "not over yet" in await press(world, world["alice"], world.channel, analysis.ANALYSE, scene.id, at)
    told = await press(world, world["alice"], world.channel, hints.HINT, scene.id, 1)
    assert "Hint" in told
    assert "13 cards" not in told


async def test_no_name_becomes_a_mention_or_a_link_on_the_new_screens(new_world: NewWorld) -> None:
    async with new_world() as world:
        eve = world.guild.add_member(world.env.create_user("eve"), nick=NASTY[:32])
        world.members["eve"] = eve  # type: ignore[index]
        scene = await begun(world, "eve")
        await quickly(scene)
        seen = await asked(world, eve)
        for label in ("Share", "This server"):
            world.assert_answered(await world.press(eve, label, on=seen))
            await world.advance(2)
            seen = await asked(world, eve)
        every = "\n".join((*public(world), *(one.raw for one in world.sees(eve, world.channel))))
        assert "everyone" in every, "the name is shown"
        assert "**@everyone**" not in every
        assert "<@1>" not in every


async def test_no_log_tells_a_card_of_a_match_in_play(
    new_world: NewWorld, caplog: pytest.LogCaptureFixture, error_log: ErrorLog
) -> None:
    caplog.set_level("DEBUG", logger="bot")
    caplog.set_level("DEBUG", logger="bridgette")
    async with new_world(shuffles=True) as world:
        scene: Scene = await solo(world, strength="expert", deals=1)
        for phase in (Phase.AUCTION, Phase.PLAY):
            panel = scene.panel(0)
            if controls(panel, hints.HINT):
                await scene.press(0, hints.HINT)
            await play(scene, in_phase(phase))
        sealed = await core_of(world).store.shuffles.for_dealing(match_id=scene.id)
        deck = list(map(str, (await scene.match()).deals[-1].deck))
        assert sealed is not None
        said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("bot"))
        assert sealed.secret
        assert sealed.secret not in said
        words = set(re.findall(r"[A-Za-z0-9+]+", said))
        assert not [card for card in deck if card in words]
        assert not [one for one in ("because", "weights", "expects") if one in said]
    assert not error_log.take()
