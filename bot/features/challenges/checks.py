"""Where a challenge may be made, and to whom."""

from __future__ import annotations

import discord

from bot.discord.core import Core
from bot.discord.reply import Reply
from bot.discord.servers import NEEDED_FOR_THREADS, missing_permission, permission_name
from bot.games import Refused
from bot.preferences import STRENGTHS, USUAL_STRENGTH
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


def strength_asked(core: Core, opponent: discord.User | discord.Member | None, strength: str | None) -> str | None:
    """In which strength the house is challenged; ``None`` where a person is, or anybody.

    Whoever names a strength and nobody means the house. Refuses a strength for a person, and one that there is not.
    """
    user = core.client.user
    if opponent is not None and (user is None or opponent.id != user.id):
        if strength is not None:
            raise Refused("refused-strength-of-person", name=opponent.display_name)
        return None
    if strength is not None and strength not in STRENGTHS:
        raise Refused("refused-strength")
    return strength if opponent is None else strength or USUAL_STRENGTH


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
