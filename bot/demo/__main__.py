"""`python -m bot.demo`: builds the simulated Discord, wakes the bot in it, and serves its page."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import logging
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord

from bot.demo.clock import Clock
from bot.demo.faces import emoji_pictures
from bot.demo.kept import Address, file_of
from bot.demo.pages import Pages
from bot.demo.served import add_to_page
from bot.host.loop import on_signals
from bot.store import StoreError
from bot.texts import ENGLISH, HOST

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from simcord import ChannelHandle, Env, MemberActor

PORT, LAST_PORT = 8765, 65535
DATABASE = Path("data/demo.db")
NEEDED = ("simcord", "aiohttp", "markdown_it", "PIL")
PULSE = 0.2
"""Seconds between two looks at what the other person's page does not show yet; a page itself looks every 0.5."""
PATIENCE = 60.0
"""Seconds that the bot may take to come to rest after one act."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the demo until it is ended; the process's exit code."""
    options = _options(arguments)
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        return _refuse(HOST("demo-missing", command="pip install 'simcord[preview]'"))
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("discord").setLevel(logging.ERROR)  # not that voice is missing, twice
    logging.getLogger("bot.client").setLevel(logging.ERROR)  # nor that the first start makes a database
    database = options.database.resolve()
    database.parent.mkdir(parents=True, exist_ok=True)
    address = Address.read(file_of(database), PORT)
    port = options.port or address.port
    if not _is_free(port):
        if options.port:
            return _refuse(HOST("demo-port-busy", port=str(port)))
        busy, port = port, next(other for other in range(PORT, LAST_PORT + 1) if _is_free(other))
        _say(HOST("demo-port-other", busy=str(busy), port=str(port)))
    try:
        asyncio.run(_serve(database, replace(address, port=port)))
    except KeyboardInterrupt:  # where the loop takes no signal handlers, as on Windows
        _say(HOST("demo-ended"))
    except StoreError as error:
        return _refuse(str(error))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.demo", description=HOST("demo-about"))
    parser.add_argument("--port", type=int, help=HOST("demo-help-port", port=str(PORT)))
    parser.add_argument("--database", type=Path, default=DATABASE, help=HOST("demo-help-database", path=str(DATABASE)))
    return parser.parse_args(arguments)


async def _serve(database: Path, address: Address) -> None:
    from simcord import Env

    from bot.client import BridgetteClient
    from bot.settings import Settings

    # First a client that does nothing: the world is built, and moved to the present, before the bot wakes in it.
    env = Env(
        discord.AutoShardedClient(intents=discord.Intents(guilds=True)),
        shard_count=1,
        check_errors=False,
        settle_timeout=PATIENCE,
    )
    channel, people = _world(env)
    clock = Clock(env)
    client = BridgetteClient(Settings(token=None, database_url=f"sqlite:///{database}"), faces=True)
    ended = asyncio.Event()
    on_signals(ended.set)
    try:
        await env.start()
        await clock.move_on(clock.present())
        env.backend.create_message(channel.id, env.backend.bot_user.id, HOST("demo-greeting"))
        await env.restart_bot(client)
        await _bring_table(env, channel, people[0])
        # By now the bot has come to rest, and with it all emoji are uploaded.
        pictures = emoji_pictures(client.app.core.emoji.markup)
        preview = env.preview(channel, viewers=people, layout="channel", port=address.port, assets=pictures)
        add_to_page(preview, address.key)
        async with preview:
            pages = Pages(env, preview, clock)
            address.write(file_of(database))
            _say(HOST("demo-open", address=preview.url, database=str(database)))
            await _until_ended(_pulse(pages), preview.wait_closed(), ended.wait())
        _say(HOST("demo-ended"))
    finally:
        await client.close()
        await env.shutdown()


def _world(env: Env) -> tuple[ChannelHandle, list[MemberActor]]:
    """Server, channel and members, always made in this order: so their ids are the same in every run."""
    users = [env.create_user(name.lower(), global_name=name) for name in ("Alice", "Bob")]
    guild = env.create_guild(HOST("demo-server"), owner=users[0])
    channel = guild.create_text_channel("bridgette", topic=HOST("demo-topic"))
    people = [guild.add_member(user) for user in users]
    env.backend.bot_user.name = "Bridgette"
    return channel, people


async def _bring_table(env: Env, channel: ChannelHandle, player: MemberActor) -> None:
    """Let the table of a match that goes on come, as a player would: what an earlier run showed is gone."""
    told = await player.slash(channel, f"bridgette {ENGLISH('command-table')}")
    if told.response is not None:
        env.backend.delete_message(channel.id, told.response.id)


async def _until_ended(*ways: Coroutine[Any, Any, object]) -> None:
    """Run all until one of them ends, then stop the others. An error in any of them is raised."""
    tasks = [asyncio.create_task(way) for way in ways]
    done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    for task in done:
        task.result()


async def _pulse(pages: Pages) -> None:
    """Beat until the preview is closed."""
    while True:
        await asyncio.sleep(PULSE)
        if not await pages.beat():
            return


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
