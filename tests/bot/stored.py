"""The bot's database file, read from beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from tests.support.world import World

PASSING = ("lease", "meta")
"""Tables that say nothing of people or servers."""


def database(world: World) -> sqlite3.Connection:
    """A connection of its own."""
    client: Any = world.client
    return sqlite3.connect(client._settings.database_url.removeprefix("sqlite:///"))


def everything(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that holds something of people or servers."""
    with closing(database(world)) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(file.execute(f"SELECT * FROM {name}"), key=str)
            for name in sorted(names)
            if name not in PASSING and not name.startswith(("sqlite_", "alembic"))
        }
