"""The house at a table: its acts, when they come, and what its opponent sees of them."""

from __future__ import annotations

from bot.games import Agreement
from bot.store import Person, Place, Player
from bridgette import Phase
from bridgette.format import Format

from .conftest import Club
from .scene import Scene, core_of


async def against_house(world: Club, strength: str = "novice", length: int = 1, name: str = "alice") -> Scene:
    """A match against the house in the channel, as the bot begins it."""
    member, channel = world[name], world.channel
    players = Player.of(Person(member.id, name)), Player.house(strength)
    place = Place(world.guild.id, channel.id)
    with world.env._bot_scope():
        game = await core_of(world).games.begin(Agreement(players, place, Format(length)), world.now())
    await world.settle()
    return Scene(world, game.id, (member, member), channel)


async def test_a_match(world: Club) -> None:
    scene = await against_house(world)
    world.assert_answered(await world.press(world["alice"], "My hand"))
    print(scene.panel(0).text)
    await scene.discard(0)
    print(scene.panel(0).text)
    match = await scene.match()
    assert match.deals[-1].phase is not Phase.EXCHANGE
