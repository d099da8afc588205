"""``python -m tests.support.start ADDRESS [ARGUMENT ...]``: ``python -m bot``, with Discord at that address."""

from __future__ import annotations

import sys

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.__main__ import main

if __name__ == "__main__":
    address, *arguments = sys.argv[1:]
    discord.http.Route.BASE = address
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway")
    sys.exit(main(arguments))
