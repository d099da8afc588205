"""What a server's settings say of challenges: where, by whom, with which clock, and whether in their own threads."""

from __future__ import annotations

from datetime import timedelta

import discord

from bot.discord.core import Core
from bot.discord.reply import Reply
from bot.discord.servers import NEEDED_FOR_OWN_THREAD, base_channel_id, permission_name
from bot.games import Refused
from bot.preferences import clock_of, clock_within
from bot.screens.clocks import clock_said


async def check_channel(core: Core, reply: Reply) -> None:
    """Refuse where no match may begin, naming the channels that may be played in, as far as the member sees them."""
    server = core.servers.get(reply.guild_id)
    if server is None:
        raise Refused("refused-not-here")
    allowed = server.playable(await core.store.servers.get(reply.guild_id))
    if not allowed or base_channel_id(reply.interaction) in allowed:
        return
    member = reply.interaction.user
    seen = [one for one in allowed if isinstance(member, discord.Member) and _sees(server.guild, member, one)]
    if not seen:
        raise Refused("refused-channel-hidden")
    raise Refused("refused-channel", channels=reply.texts("joiner-parts").join(f"<#{one}>" for one in seen))


def _sees(guild: discord.Guild, member: discord.Member, channel_id: int) -> bool:
    channel = guild.get_channel(channel_id)
    return channel is not None and channel.permissions_for(member).view_channel


async def check_challenger(core: Core, reply: Reply) -> None:
    """Refuse the challenge of a member without the role that may challenge, naming it."""
    server = core.servers.get(reply.guild_id)
    role_id = None if server is None else server.challenge_role(await core.store.servers.get(reply.guild_id))
    member = reply.interaction.user
    if role_id is not None and not (isinstance(member, discord.Member) and any(r.id == role_id for r in member.roles)):
        raise Refused("refused-challenge-role", role=f"<@&{role_id}>")


async def chosen_clock(core: Core, guild_id: int, seconds: int | None) -> timedelta | None:
    """The clock that a challenge chooses, if it does. Refuses one that it may not choose on this server."""
    if seconds is None:
        return None
    clock = clock_of(seconds)
    if clock is None:
        raise Refused("refused-clock")
    longest = (await core.store.servers.get(guild_id)).clock
    if longest is None:
        raise Refused("refused-clock-off")
    if clock > longest:
        raise Refused("refused-clock-long", **clock_said(longest))
    return clock


async def kept_clock(core: Core, guild_id: int, clock: timedelta | None) -> timedelta | None:
    """A clock that was chosen before, as far as the server allows it now; ``None``: the server's own."""
    if clock is None:
        return None
    return clock_within(clock, (await core.store.servers.get(guild_id)).clock)


async def takes_own_thread(core: Core, reply: Reply) -> bool:
    """Whether the match of a challenge in this channel is to begin in a new thread of it.

    Refuses where it is and the bot lacks a permission for that. What is no channel with threads is played in itself.
    """
    if not (await core.store.servers.get(reply.guild_id)).own_threads:
        return False
    if not isinstance(reply.interaction.channel, discord.TextChannel):
        return False
    for name in NEEDED_FOR_OWN_THREAD:
        if not getattr(reply.interaction.app_permissions, name):
            raise Refused("refused-bot-permission", permission=permission_name(reply.texts, name))
    return True
