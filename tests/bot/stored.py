"""The bot's database file, read from beside it."""

from __future__ import annotations

import sqlite3
from typing import Any

from tests.support import databases
from tests.support.world import World


def database(world: World) -> sqlite3.Connection:
    """A connection of its own."""
    client: Any = world.client
    return sqlite3.connect(client._settings.database_url.removeprefix("sqlite:///"))


def everything(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that holds something of people or servers."""
    client: Any = world.client
    return databases.everything(client._settings.database_url)
