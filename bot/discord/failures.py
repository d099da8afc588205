"""What a request to Discord may end in, and what the bot makes of it."""

from __future__ import annotations

import asyncio
from enum import Enum

import aiohttp
import discord

DISCORD_FAILS = (discord.HTTPException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""Refused by Discord, or not arrived at all; discord.py has tried again already where that may help."""

UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10007, 10008, 10013
UNKNOWN_SERVER, NO_ACCESS = 10004, 50001
TOO_MANY_EDITS, ANSWERED_ALREADY = 30046, 40060
TOO_LARGE = 40005
"""The code of a request that brings more than the place takes."""
HAS_THREAD_ALREADY = 160004
CANNOT_WRITE_TO = 50007
"""The code of a direct message to somebody who takes none from the bot."""

BAD_REQUEST, INVALID_FORM = 400, 50035
"""The status and code of a message that Discord does not take as it is: for an emoji that is gone, say."""

ANSWERS_NO_MORE = frozenset((10062, ANSWERED_ALREADY))
"""Codes of an interaction that takes no answer any more: unknown, or answered already."""

REFUSALS = frozenset((40004, 50001, 50013, 50083, 160005))
"""Codes that mean: this place accepts nothing at the moment, for want of a permission or since it is closed."""


class Hope(Enum):
    """Whether trying again later may help."""

    SOON = "soon"
    """It failed on the way."""
    LATER = "later"
    """The place refuses."""
    NONE = "none"
    """The request as such is refused; in an hour the state that is shown may be another one."""


def name_of(error: BaseException) -> str:
    """The failure for logs and counters: Discord's code, else the HTTP status, else the error's type."""
    if isinstance(error, discord.HTTPException):
        return str(error.code or error.status)
    return type(error).__name__


def hope_for(error: BaseException) -> Hope:
    """Whether trying again later may help."""
    if not isinstance(error, discord.HTTPException):
        return Hope.SOON
    if error.status >= 500 or (error.status == 429 and error.code != TOO_MANY_EDITS):
        return Hope.SOON
    return Hope.LATER if error.status in (401, 403) or error.code in REFUSALS else Hope.NONE
