"""Bring the database to the schema of this code when it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from .errors import StoreError

if TYPE_CHECKING:
    from alembic.config import Config

# The newest revision in migrations/versions; a test holds them equal. At every start but the first after
# an update the database is there already, and Alembic, which is large, need not be loaded.
HEAD = "0009"

SCRIPTS = Path(__file__).parent / "migrations"


def bring_to_head(connection: sa.Connection) -> str | None:
    """Run the missing migrations inside the transaction of `connection`; returns the revision there was before.

    Raises StoreError when the database has a revision that this code does not know.
    """
    before = known_revision(connection)
    if before == HEAD:
        return before

    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return before


def known_revision(connection: sa.Connection) -> str | None:
    """The revision of the database, None for one without any. Raises StoreError when this code does not know it."""
    current = _revision(connection)
    if current not in (None, HEAD) and current not in known_revisions():
        raise StoreError(
            f"The database was made by a newer version of the bot (it has schema {current}, this version "
            f"knows {HEAD} at most): update the bot."
        )
    return current


def known_revisions() -> set[str]:
    """The revisions that this code can read."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return config


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
