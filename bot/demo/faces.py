"""The cards' emoji in the demo: SimCord takes an upload and keeps no picture, so its page gets the pictures itself."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.discord.emoji_upkeep import picture_of

ADDRESS = "https://cdn.simcord.invalid/emojis/{}.png"
"""Where SimCord's page looks for the picture of an emoji, by its id."""


def emoji_pictures(markup: Mapping[str, str]) -> dict[str, tuple[str, bytes]]:
    """The pictures of the emoji that there are, each as a file with its name, by its address on the page."""
    return {
        ADDRESS.format(discord.PartialEmoji.from_str(text).id): (f"{face}.png", picture_of(face))
        for face, text in markup.items()
    }
