"""Commands outside of the bot's servers: in its direct messages, between people, on servers that it is not on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.store import NewMatch, Person, Place, Player
from tests.support.world import World

from .alone import ELSEWHERE, Direct, between_people, installed_by, on_another_server, solo
from .conftest import NewWorld
from .scene import core_of, rows, start

ON_SERVERS = {
    "table": {},
    "stop": {},
    "takeback": {},
    "leaderboard": {},
    "stats": {},
    "settings": {},
    "void-result": {"match": "1"},
}
"""The commands that make sense only on a server that the bot is on, with what they need."""

MENU = "Challenge to Bridgette"
PLACES = ("direct", "another server", "group")


@contextmanager
def at(place: str, world: World, name: str = "alice") -> Iterator[tuple[Any, Any]]:
    """Who acts there, and in which channel."""
    member = world[name]
    if place == "direct":
        direct = Direct(member)
        yield direct, direct.channel
        return
    change = on_another_server if place == "another server" else between_people
    with installed_by(world, member, change):
        yield member, world.channels["lounge"]


async def test_the_root_is_for_servers_and_persons_everywhere_and_the_menu_for_servers(world: World) -> None:
    backend = world.env.backend
    sent = [backend.find_command(name, None, type=kind) for name, kind in (("bridgette", 1), (MENU, 2))]
    for command in sent:
        assert command is not None
        is_menu = command.get("type", 1) != 1
        assert command["contexts"] == ([0] if is_menu else [0, 1, 2])
        assert command["integration_types"] == ([0] if is_menu else [0, 1])


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", ON_SERVERS)
async def test_what_needs_a_server_says_so_in_one_sentence(place: str, command: str, world: World) -> None:
    before = rows(world)
    with at(place, world) as (who, channel):
        result = await who.slash(channel, f"bridgette {command}", **ON_SERVERS[command])
        said = world.answer(world.assert_answered(result))
    assert said == "This works on servers that I am on: ask for it in a channel there."
    assert result.ephemeral
    assert rows(world) == before
    assert await core_of(world).store.members.names(int(ELSEWHERE), [world["alice"].id]) == {}


@pytest.mark.parametrize("place", PLACES)
async def test_challenges_are_for_servers_and_lead_to_a_match_alone(place: str, world: World) -> None:
    before = rows(world)
    with at(place, world) as (who, channel):
        result = await who.slash(channel, "bridgette challenge")
        said = world.answer(world.assert_answered(result))
    wanted = "I am not on this server myself" if place == "another server" else "there is `/bridgette solo`"
    assert wanted in said
    assert rows(world) == before


@pytest.mark.parametrize("place", PLACES)
async def test_what_is_a_person_s_own_works_everywhere(place: str, world: World) -> None:
    with at(place, world) as (who, channel):
        for command, said in (
            ("rules", "two"),
            ("me", "Reminders"),
            ("hand", "You have no open match here"),
            ("resign", "You have no open match here"),
            ("my-data", "bridgette-my-data.json"),
            ("forget-me", "Shall I forget you?"),
        ):
            result = world.assert_answered(await who.slash(channel, f"bridgette {command}"))
            assert said in world.answer(result), command
            assert result.ephemeral
    assert await core_of(world).store.members.names(int(ELSEWHERE), [world["alice"].id]) == {}


# ------------------------------------------------------------------------------------ where one's matches are


@pytest.mark.parametrize("place", PLACES)
async def test_hand_lists_all_of_ones_matches_with_whose_turn_it_is(place: str, new_world: NewWorld) -> None:
    async with new_world() as world:
        table = await start(world)
        await table.exchange()
        await table.calls("1S")
        seat = await table.turn()
        name, other = table.players[seat].name, table.players[1 - seat].name
        alone = await solo(world, name)
        core = core_of(world)
        far = Place(int(ELSEWHERE), 5)
        players = Player.of(Person(table.players[seat].id, name)), Player.of(Person(77, "Zoe"))
        stored = await core.store.matches.load(table.id)
        assert stored is not None
        await core.store.matches.begin(None, NewMatch(far, 6, "chance", players, 0, stored.deals[0].deck), world.now())
        with at(place, world, name) as (who, channel):
            result = world.assert_answered(await who.slash(channel, "bridgette hand"))
            said = world.answer(result).splitlines()
            link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
            assert f"{link} · against ⁨{other}⁩ · **your turn**" in said
            assert "Alone against the house · **your turn**" in said
            assert (
                f"https://discord.com/channels/{ELSEWHERE}/5 · against ⁨Zoe⁩ · rests, since I am not on that server"
                in said
            )
            world.assert_answered(await world.press(who, "Alone against the house", channel=channel))
            assert "Pick" in world.panel(who, channel).text
            assert (await core.games.find(alone.id)).is_open


async def test_on_a_server_hand_lists_that_server_s_matches_and_the_private_ones(new_world: NewWorld) -> None:
    async with new_world() as world:
        await start(world)
        await solo(world)
        lounge = world.channels["lounge"]
        said = world.answer(await world["alice"].slash(lounge, "bridgette hand"))
        assert f"<#{world.channel.id}> · against ⁨bob⁩ · **your turn**" in said
        assert "Alone against the house" in said
        here = world.answer(await world["alice"].slash(world.channel, "bridgette hand"))
        assert "⁨bob⁩" in here
        assert "Alone" not in here, "this channel's match comes first"


async def test_the_only_match_of_all_is_shown_wherever_it_is(new_world: NewWorld) -> None:
    async with new_world() as world:
        scene = await start(world)
        await scene.tell()
        direct = Direct(world["alice"])
        said = world.answer(await direct.slash(None, "bridgette hand"))
        assert "Pick" in said
        assert "⁨bob⁩" in said


@pytest.mark.parametrize("by_option", [True, False])
async def test_of_another_server_no_name_is_kept_of_whoever_is_blocked(by_option: bool, world: World) -> None:
    dave = world.join("dave", nick="Dave of that server")
    with at("another server", world) as (who, channel):
        if by_option:
            result = await who.slash(channel, "bridgette me", block=dave)
        else:
            panel = world.look((await who.slash(channel, "bridgette me")).response)  # type: ignore[arg-type]
            (menu,) = (one for one in panel.selects if one["type"] == 5)
            result = await who.select(panel.handle, [dave], custom_id=menu["custom_id"])
        said = world.answer(world.assert_answered(result))
    assert "of that server" not in said
    blocked = await core_of(world).store.persons.blocked_by(world["alice"].id)
    assert [one.name for one in blocked] == ["dave"]
