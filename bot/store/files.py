"""Copies of a SQLite database: made while the bot runs, checked, and put back."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from datetime import datetime
from pathlib import Path

from .database import parse_url
from .errors import StoreError
from .migrate import known_revisions

FILE_MODE = 0o600
"""A copy holds the hidden cards of open matches: it is for the host alone."""


def backup(url: str, target: Path) -> None:
    """Write a consistent copy of the database, also while the bot runs. Raises StoreError; then nothing is written.

    The copy is written beside its place, checked, and only then put there.
    """
    source = _needed_file(url)
    if not source.is_file():
        raise StoreError(f"There is no database at {source}.")
    if target.exists():
        raise StoreError(f"{target} is there already; name another file.")
    partial = target.with_name(f"{target.name}.partial")
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, FILE_MODE))
        with contextlib.closing(_connect(source)) as origin, contextlib.closing(sqlite3.connect(partial)) as copy:
            origin.backup(copy)
            # A single file, without a log beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
        check(partial)
        partial.rename(target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"The copy could not be written: {error}.") from error
    finally:
        partial.unlink(missing_ok=True)


def restore(url: str, source: Path, now: datetime) -> Path | None:
    """Put a copy in the database's place; the bot must not be running. Returns where the old file was put aside.

    Raises StoreError, and leaves everything as it was, when the copy is broken or newer than this code.
    """
    target = _needed_file(url)
    check(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f"{target.name}.restoring")
    aside = target.with_name(f"{target.name}.before-{now:%Y%m%d-%H%M%S}")
    try:
        with contextlib.closing(_connect(source)) as origin, contextlib.closing(sqlite3.connect(fresh)) as copy:
            origin.backup(copy)
            # A lease in the copy is that of a process of then.
            if "lease" in {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}:
                copy.execute("DELETE FROM lease")
                copy.commit()
        check(fresh)
        existed = target.exists()
        if existed:
            _move(target, aside)
        fresh.rename(target)
    except (sqlite3.Error, OSError) as error:
        if not target.exists() and aside.exists():
            _move(aside, target)
        raise StoreError(f"The copy could not be put in place: {error}.") from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)
    return aside if existed else None


def check(path: Path) -> None:
    """Raises StoreError unless the file is a whole database of the bot that this code can read."""
    if not path.is_file():
        raise StoreError(f"There is no file at {path}.")
    try:
        with contextlib.closing(_connect(path)) as connection:
            if (found := connection.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                raise StoreError(f"{path} is damaged: {found}.")
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise StoreError(f"{path} is damaged: rows refer to others that are not there.")
    except sqlite3.Error as error:
        raise StoreError(f"{path} is no database of this bot: {error}.") from error
    if revision is None or revision[0] not in known_revisions():
        raise StoreError(f"{path} was made by a newer version of the bot: update the bot.")


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; ``None`` for another kind. Raises StoreError when the URL is no good."""
    parsed = parse_url(url)
    return Path(str(parsed.database)) if parsed.get_backend_name() == "sqlite" else None


def _needed_file(url: str) -> Path:
    path = file_of(url)
    if path is None:
        raise StoreError("Only a SQLite database is copied here: use the database's own tools.")
    return path


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that reads an existing file."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)


def _move(old: Path, new: Path) -> None:
    """Move a database with the log beside it, which may hold the latest of it."""
    for suffix in ("", "-wal", "-shm"):
        part = old.with_name(old.name + suffix)
        if part.exists():
            part.rename(new.with_name(new.name + suffix))
