"""The invitation: scopes and the least permissions that the bot needs."""

from __future__ import annotations

import base64
import binascii

import discord

from bot.settings import Settings, snowflake

NEEDED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "read_message_history",
    "attach_files",
)
"""To post, also in threads, to open one, also of a challenge's message, and to attach the match's record."""

PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDED, True))

COMMANDS = "applications.commands"
SCOPES = ("bot", COMMANDS)

FOR_A_PERSON = "&integration_type=1"
"""What asks Discord to install an application for one person."""


def invitation(application: int) -> str:
    """The address that adds the bot to a server."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)


def personal_invitation(application: int) -> str:
    """The address by which people add the bot for themselves, so that they can play alone wherever they are.

    It asks for no permissions: there the bot can do nothing but answer.
    """
    return discord.utils.oauth_url(application, scopes=(COMMANDS,)) + FOR_A_PERSON


def application_from(settings: Settings) -> int | None:
    """The application's id as far as the settings tell it."""
    return settings.application_id or application_of(settings.token or "")


def application_of(token: str) -> int | None:
    """The application's id, which is the first part of a bot's token in base64; ``None`` if it is not one."""
    first = token.split(".")[0]
    try:
        digits = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return snowflake(digits)
