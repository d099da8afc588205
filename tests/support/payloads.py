"""What Discord sends, as far as discord.py needs it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import discord

Payload = dict[str, Any]

APPLICATION = 1
COMMAND, COMPONENT = 2, 3
"""Kinds of interactions."""

PRIVATE = 64
"""The flag of a message that one person alone sees."""

ALL = str(discord.Permissions.all().value)


def user(user_id: int, name: str) -> Payload:
    """Somebody's account."""
    return {"id": str(user_id), "username": name, "discriminator": "0", "avatar": None}


BOT = user(APPLICATION, "bot") | {"bot": True}


def application() -> Payload:
    """The bot's application."""
    return dict.fromkeys(("name", "description", "icon", "summary", "verify_key"), "") | {
        "id": str(APPLICATION),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(2, "host"),
        "team": None,
        "flags": 0,
    }


def channel(channel_id: int, guild_id: int) -> Payload:
    """A text channel."""
    return {"id": str(channel_id), "guild_id": str(guild_id), "type": 0, "name": "c", "position": 0} | {
        "permission_overwrites": [],
        "permissions": ALL,
    }


def guild(guild_id: int, channels: Sequence[int]) -> Payload:
    """A server where everybody may do everything."""
    numbers = dict.fromkeys(("position", "color", "flags"), 0) | {"colors": {"primary_color": 0}}
    everybody = {"id": str(guild_id), "name": "@everyone", "permissions": ALL, "hoist": False} | numbers
    return {"id": str(guild_id), "name": "Bridge Club", "owner_id": "2", "unavailable": False, "member_count": 3} | {
        "channels": [channel(one, guild_id) for one in channels],
        "roles": [everybody | {"managed": False, "mentionable": False}],
        "members": [member(BOT)],
        "threads": [],
    }


def member(who: Payload) -> Payload:
    """Somebody on a server."""
    return {"user": who, "roles": [], "joined_at": None, "permissions": ALL, "flags": 0, "deaf": False, "mute": False}


def message(
    message_id: int,
    channel_id: int | str,
    flags: int = 0,
    components: Sequence[Payload] = (),
    edited_at: datetime | None = None,
) -> Payload:
    """A message of the bot."""
    return {"id": str(message_id), "channel_id": str(channel_id), "author": BOT, "content": ""} | {
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None if edited_at is None else edited_at.isoformat(),
        "tts": False,
        "mention_everyone": False,
        "pinned": False,
        "type": 0,
        "flags": flags,
        "components": list(components),
        **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")},
    }


def interaction(
    interaction_id: int,
    token: str,
    who: Payload,
    channel_id: int,
    guild_id: int | None,
    data: Payload,
    pressed: Payload | None = None,
) -> Payload:
    """What somebody did: a command, or a component of the message that was ``pressed``.

    ``guild_id`` is ``None`` in the bot's own direct messages.
    """
    found: Payload = {
        "id": str(interaction_id),
        "application_id": str(APPLICATION),
        "type": COMMAND if pressed is None else COMPONENT,
        "token": token,
        "version": 1,
        "data": data,
        "channel_id": str(channel_id),
        "locale": "en-US",
        "app_permissions": ALL,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 10_000_000,
    }
    if pressed is not None:
        found["message"] = pressed
    if guild_id is None:
        direct = {"id": str(channel_id), "type": 1, "recipients": [who]}
        return found | {"user": who, "channel": direct, "context": 1}
    here = channel(channel_id, guild_id)
    return (
        found
        | {"member": member(who), "channel": here, "context": 0, "guild_id": str(guild_id)}
        | {"guild_locale": "en-US"}
    )
