"""What a request to Discord may end in, and what the bot makes of it."""

from __future__ import annotations

import asyncio

import aiohttp
import discord

DISCORD_FAILS = (discord.HTTPException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""Refused by Discord, or not arrived at all; discord.py has tried again already where that may help."""

UNKNOWN_CHANNEL, TOO_MANY_EDITS = 10003, 30046
ANSWERS_NO_MORE = frozenset((10062, 40060))
"""Codes of an interaction that takes no answer any more: unknown, or answered already."""


def name_of(error: BaseException) -> str:
    """The failure for logs and counters: Discord's code, else the HTTP status, else the error's type."""
    if isinstance(error, discord.HTTPException):
        return str(error.code or error.status)
    return type(error).__name__


def may_pass(error: BaseException) -> bool:
    """Whether trying again later may help: not when Discord refused the request as such."""
    if not isinstance(error, discord.HTTPException):
        return True
    return error.status >= 500 or (error.status == 429 and error.code != TOO_MANY_EDITS)
