"""Copies of a SQLite database: made while the bot runs, checked, and put back."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from datetime import datetime
from pathlib import Path

from .database import parse_url
from .errors import StoreError
from .migrate import known_revisions
from .private import FILE_MODE, beside, is_file, is_there, make_file, make_folder, new_file
from .process import Process, is_alive
from .schema import EPOCH, MILLISECOND

_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps in files beside a database's own."""


def backup(url: str, target: Path) -> None:
    """Write a consistent copy of the database, also while the bot runs. Raises StoreError; then nothing is written.

    The copy is written beside its place, checked, and only then put there.
    """
    source = _needed_file(url)
    try:
        if not is_file(source):
            raise StoreError(f"There is no database at {source}.")
        with new_file(target) as made:
            try:
                with contextlib.closing(connect(source)) as origin, contextlib.closing(sqlite3.connect(made)) as copy:
                    origin.backup(copy)
                    # A single file, without a log beside it.
                    copy.execute("PRAGMA journal_mode=DELETE")
                check(made, source)
            finally:
                _remove_logs(made)
    except FileExistsError as error:
        raise StoreError(f"{target} is there already; name another file.") from error
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"The copy could not be written to {target}: {_reason(error)}.") from error


def restore(url: str, source: Path, now: datetime) -> Path | None:
    """Put a copy in the database's place; the bot must not be running. Returns where the old file was put aside.

    Raises StoreError, and leaves everything as it was, when the copy is broken or newer than this code.
    """
    target = _needed_file(url)
    check(source)
    aside = target.with_name(f"{target.name}.before-{now:%Y%m%d-%H%M%S-%f}")
    fresh = None
    is_aside = False
    try:
        make_folder(target.parent)
        fresh = beside(target)
        with contextlib.closing(connect(source)) as origin, contextlib.closing(sqlite3.connect(fresh)) as copy:
            origin.backup(copy)
            # A lease in the copy is that of a process of then.
            if "lease" in {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}:
                copy.execute("DELETE FROM lease")
                copy.commit()
        check(fresh, source)
        if is_there(target):
            # There is never a moment without a database: a kill here must not make the next start begin a new one.
            _double(target, aside)
            is_aside = True
            _remove_logs(target)
        fresh.replace(target)
        if is_aside:
            _make_private(aside)
    except BaseException as error:  # Ctrl-C too
        if is_aside:
            _remove_logs(target)
            _move(aside, target)
        if isinstance(error, sqlite3.Error | OSError):
            raise StoreError(f"The copy could not be put in place: {_reason(error)}.") from error
        raise
    finally:
        if fresh is not None:
            _remove(fresh)
    return aside if is_aside else None


def check(path: Path, name: Path | None = None) -> None:
    """Raises StoreError unless the file is a whole database of the bot that this code can read.

    `name`: what the host knows it by, where that is another.
    """
    name = name or path
    try:
        if not is_file(path):
            raise StoreError(f"There is no file at {name}.")
        with contextlib.closing(connect(path)) as connection:
            if (found := connection.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                raise StoreError(f"{name} is damaged: {' '.join(found.split())}.")
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise StoreError(f"{name} is damaged: rows refer to others that are not there.")
    except sqlite3.Error as error:
        raise StoreError(f"{name} is no database of this bot: {error}.") from error
    except OSError as error:
        raise StoreError(f"{name} cannot be read: {error.strerror}.") from error
    if revision is None or revision[0] not in known_revisions():
        raise StoreError(f"{name} was made by a newer version of the bot: update the bot.")


def is_running(url: str, now: datetime) -> bool:
    """Whether a process serves the database, or may still write to it when it wakes up.

    On this machine that is known, however long it did not renew its lease; elsewhere the lease must have run out. The
    database may be newer than this code; one that cannot be read is idle. Nothing is made or changed.
    """
    path = file_of(url)
    try:
        if path is None or not is_file(path):
            return False
        with contextlib.closing(connect(path)) as connection:
            connection.row_factory = sqlite3.Row
            row = connection.execute("SELECT * FROM lease").fetchone()
    except (sqlite3.Error, OSError):
        return False
    if row is None:
        return False
    born = row["born"] if "born" in row.keys() else ""  # noqa: SIM118 (a row's own `in` looks at its values)
    alive = is_alive(Process(row["host"], row["pid"], born))
    return EPOCH + row["until"] * MILLISECOND > now if alive is None else alive


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; ``None`` for another kind. Raises StoreError when the URL is no good."""
    parsed = parse_url(url)
    return Path(str(parsed.database)) if parsed.get_backend_name() == "sqlite" else None


def connect(path: Path) -> sqlite3.Connection:
    """A connection that reads an existing file. Raises sqlite3.Error."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)


def _needed_file(url: str) -> Path:
    path = file_of(url)
    if path is None:
        raise StoreError("Only a SQLite database is copied here: use the database's own tools.")
    return path


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_logs(path)


def _remove_logs(path: Path) -> None:
    for suffix in _BESIDE:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _double(old: Path, new: Path) -> None:
    """Give a database a second name, together with the log beside it, which may hold the latest of it."""
    log = old.with_name(old.name + "-wal")
    if is_there(new):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new))
    if log.exists():
        _copy(log, new.with_name(new.name + "-wal"))
    try:
        new.hardlink_to(old)
    except OSError:  # a file system without second names
        _copy(old, new)


def _copy(old: Path, new: Path) -> None:
    """Copy a file to where nothing is, for its owner alone from the first moment on."""
    make_file(new)
    shutil.copyfile(old, new)


def _make_private(path: Path) -> None:
    """Give a database and what is beside it the mode of one that was made by the bot."""
    for suffix in ("", *_BESIDE):
        with contextlib.suppress(OSError):  # not there, another's, or on a file system without modes
            path.with_name(path.name + suffix).chmod(FILE_MODE)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _move(old: Path, new: Path) -> None:
    """Move a database with the log beside it."""
    for suffix in ("-wal", ""):
        part = old.with_name(old.name + suffix)
        if part.exists():
            part.replace(new.with_name(new.name + suffix))
            part.unlink(missing_ok=True)  # still there where both were names of one file
