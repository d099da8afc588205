"""Files that are for the host alone: they hold the hidden cards of open matches."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_folder(folder: Path) -> None:
    """Make the folder, and those above it, as far as they are missing. Raises OSError."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        with contextlib.suppress(FileExistsError):
            os.mkdir(one, FOLDER_MODE)


def make_file(path: Path) -> None:
    """Make an empty file where there is none. Raises OSError, FileExistsError for anything that is there already."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))


def beside(path: Path) -> Path:
    """Make an empty file in the same folder, under a name that nobody had. Raises OSError.

    The name has nothing of the file's own, which may leave no room for more.
    """
    made = path.with_name(f".bridgette-{secrets.token_hex(16)}")
    make_file(made)
    return made


def put_new(made: Path, name: Path) -> None:
    """Give a file its name, if nothing has that name. Raises OSError, FileExistsError for a name that is taken."""
    try:
        os.link(made, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names: first take the name, then fill it
        make_file(name)
        try:
            os.replace(made, name)
        except OSError:
            name.unlink()
            raise


@contextmanager
def new_file(name: Path) -> Iterator[Path]:
    """A file to be written to, which gets the name once it is whole: at the end of the block, if nothing has it then.

    When the block raises nothing is left. Raises OSError, FileExistsError for a name that is taken: at the start too.
    """
    if is_there(name):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name))
    made = beside(name)
    try:
        yield made
        put_new(made, name)
    finally:
        made.unlink(missing_ok=True)


def is_there(path: Path) -> bool:
    """Whether anything has that name, be it a link that leads nowhere. Raises OSError when the system does not tell."""
    return _mode(path, follow=False) is not None


def is_file(path: Path) -> bool:
    """Whether a file is there, and no folder, device or pipe. Raises OSError when the system does not tell."""
    mode = _mode(path, follow=True)
    return mode is not None and stat.S_ISREG(mode)


def _mode(path: Path, *, follow: bool) -> int | None:
    try:
        return os.stat(path, follow_symlinks=follow).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
