"""Where a challenge may be made, and to whom."""

from __future__ import annotations

import discord

from bot.discord.core import Core
from bot.discord.reply import Reply
from bot.discord.servers import NEEDED_FOR_THREADS, missing_permission, permission_name
from bot.games import Refused
from bot.texts import Texts


def check_place(core: Core, reply: Reply) -> None:
    """Refuse where no match can be played: outside of servers, where the bot is not, or lacks a permission."""
    if not reply.guild_id:
        raise Refused("refused-place")
    if core.servers.get(reply.guild_id) is None:
        raise Refused("refused-not-here")
    in_thread = isinstance(reply.interaction.channel, discord.Thread)
    missing = missing_permission(reply.interaction.app_permissions, in_thread=in_thread)
    if missing is not None:
        raise Refused("refused-bot-permission", permission=permission_name(reply.texts, missing))


def check_opponent(reply: Reply, opponent: discord.User | discord.Member) -> None:
    """Refuse bots, and people who cannot see the channel."""
    if opponent.bot:
        raise Refused("refused-bot", name=opponent.display_name)
    if opponent.id == reply.user_id:
        return  # refused as such, with its own reason
    # Who is no member of the server comes as a plain user; of a member, Discord tells what they may do here.
    permissions = opponent.resolved_permissions if isinstance(opponent, discord.Member) else discord.Permissions.none()
    if permissions is not None and not permissions.view_channel:
        raise Refused("refused-cannot-see", name=opponent.display_name)


def thread_obstacle(t: Texts, interaction: discord.Interaction) -> str | None:
    """Why no thread can be opened here for a new match; ``None`` if it can."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        return t("reason-in-thread" if isinstance(channel, discord.Thread) else "reason-no-threads")
    for name in NEEDED_FOR_THREADS:
        if not getattr(interaction.app_permissions, name):
            return t("reason-bot-permission", permission=permission_name(t, name))
    for name in NEEDED_FOR_THREADS:
        if not getattr(interaction.permissions, name):
            return t("reason-user-permission", permission=permission_name(t, name))
    return None
