"""What the tests of a server's settings share: somebody who manages the server, its panel, and what is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, RoleHandle

from bot.preferences import ServerSettings
from tests.support.seen import Seen
from tests.support.world import World

from .scene import core_of

CHANNEL_SELECT, ROLE_SELECT = 8, 6


async def stored(world: World) -> ServerSettings:
    """What is stored, whatever is kept in memory."""
    servers = core_of(world).store.servers
    servers.forget(world.guild.id)
    return await servers.get(world.guild.id)


async def choose(world: World, **settings: Any) -> None:
    """The server chooses; the rest stays as it was."""
    await core_of(world).store.servers.change(world.guild.id, lambda now: replace(now, **settings))


def give(world: World, name: str, role: RoleHandle) -> None:
    """A member gets a role."""
    world.env.backend.add_member_role(world.guild.id, world[name].id, role.id)


def take(world: World, name: str, role: RoleHandle) -> None:
    """A member has a role no more."""
    world.env.backend.remove_member_role(world.guild.id, world[name].id, role.id)


def managers(world: World, *names: str, permission: str = "manage_guild") -> RoleHandle:
    """A role that may manage the server, and who has it."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(**{permission: True}))
    for name in names:
        give(world, name, role)
    return role


async def open_panel(world: World, name: str = "alice", channel: ChannelHandle | None = None) -> Seen:
    """The settings, as a member sees them."""
    result = await world[name].slash(channel or world.channel, "bridgette settings")
    world.assert_answered(result)
    assert result.ephemeral
    assert result.response is not None
    return world.look(result.response)


async def pick(member: MemberActor, panel: Seen, kind: int, *chosen: Any) -> InteractionResult:
    """Choose in the panel's menu of channels or roles."""
    (menu,) = (one for one in panel.selects if one["type"] == kind)
    return await member.select(panel.handle, list(chosen), custom_id=menu["custom_id"])
