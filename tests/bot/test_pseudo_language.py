"""No text for people escapes the catalogue, and all still fits where a language is a third longer than English."""

from __future__ import annotations

import random
import re

import pytest

from bot.features.challenges.verbs import ACCEPT
from bot.features.table import verbs
from bot.texts import Texts
from bridgette import Bid, Discard, Phase
from tests.game import playouts
from tests.support.seen import texts
from tests.support.world import World

from . import test_limits
from .conftest import NewWorld
from .pseudo import pseudo_texts, spoken
from .scene import Scene, controls, core_of, plain_deals

# What is no word of any language: names, commands, mentions and moments, addresses, names of files, a sign of bridge.
KEPT = re.compile(
    r"`[^`]*`|<[^>]*>|https?://\S+|\S+\.json|\b(?:alice|bob|carol|Bridgette)\b|bridge club|\bXX\b", re.IGNORECASE
)
BARE = re.compile(r"[A-Za-z]{2,}")


def check(world: World) -> None:
    """Nothing that anybody sees has a word in bare letters."""
    for who in ("alice", "bob", "carol"):
        for one in world.sees(world[who]):
            shown = "\n".join(texts(one.components))
            bare = BARE.findall(KEPT.sub(" ", shown))
            assert not bare, f"{bare} in:\n{shown}"


async def begin(world: World, t: Texts) -> Scene:
    """A match, begun by the buttons of the pseudo-language."""
    alice, bob = world["alice"], world["bob"]
    world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob))
    check(world)
    (button, *_) = controls(world.sees(bob)[-1], ACCEPT)
    world.assert_answered(await world.press(bob, button.custom_id))
    game = await core_of(world).games.in_channel(world.channel.id)
    assert game is not None
    return Scene(world, game.id, (alice, bob), world.channel)


async def test_no_text_of_a_deal_escapes_the_catalogue(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole deal by clicks, then the end of the match; everything that comes up is read."""
    with spoken(monkeypatch) as t:
        async with new_world(below=plain_deals()) as world:
            scene = await begin(world, t)
            check(world)
            while (match := await scene.match()).deals[-1].result is None:
                seat, action = playouts.action(scene._rng, match.deals[-1], playouts.modest)
                match action:
                    case Discard():
                        await scene.discard(seat)
                    case _:
                        verb = verbs.PLAY if match.deals[-1].phase is Phase.PLAY else verbs.CALL
                        await scene.press(seat, verb, str(action))
                check(world)
                if len(match.deals) > 1 and isinstance(action, Bid):
                    break
            await scene.until(lambda _: False)
            await scene.tell()
            check(world)


async def test_every_screen_of_a_match_fits_in_a_longer_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within Discord's limits, blocks of fixed width included, in every state of a random match with long names."""
    monkeypatch.setattr(test_limits, "T", pseudo_texts())
    names = test_limits.NAMES["plain"], test_limits.NAMES["combining"]
    seen = set()
    for number, match in enumerate(playouts.match_states(random.Random(3), playouts.modest)):
        if match.deals and (number % 7 == 0 or match.ended):
            for what, screen in test_limits.screens(test_limits.named(match, names)):
                test_limits.check(screen, what)
                seen.add(what)
    assert seen >= {"deal", "play", "match", "table", "notice", "typed", *(f"panel {phase.value}" for phase in Phase)}


@pytest.mark.parametrize(
    "command", ["hand", "table", "leaderboard", "stats", "rules", "me", "my-data", "forget-me", "resign", "stop"]
)
async def test_no_answer_to_a_command_escapes_the_catalogue(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """In a match, in an empty channel, and for somebody who plays nothing."""
    with spoken(monkeypatch) as t:
        async with new_world(below=plain_deals()) as world:
            world.assert_answered(await world["alice"].slash(world.channel, f"bridgette {command}"))
            check(world)
            scene = await begin(world, t)
            await scene.led()
            await scene.tell()
            for who in ("alice", "carol"):
                world.assert_answered(await world[who].slash(world.channel, f"bridgette {command}"))
                check(world)
