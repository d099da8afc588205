"""Where the settings stand: the environment, which goes first, and the file ``.env``.

It loads nothing that takes a moment, so that a look at the bot's health costs little.
"""

from __future__ import annotations

import errno
import io
import os
import tempfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

from dotenv import dotenv_values

ENV_FILE = Path(".env")
DEFAULT_DATABASE = "sqlite:///data/bridgette.db"
LARGEST_FILE = 1024 * 1024
"""Characters of a ``.env``, which has a few hundred."""

SQLITE = "sqlite:///"

Setting = Callable[[str], str | None]
"""The value of a setting by its name; ``None`` where it is not set, or empty."""


def settings_given(environment: Mapping[str, str] | None = None, env_file: Path = ENV_FILE) -> Setting:
    """What is set. Raises OSError for a file that cannot be read, and ValueError for one that is no text."""
    in_file = dotenv_values(stream=io.StringIO(_read(env_file)))
    given = {**in_file, **(os.environ if environment is None else environment)}
    return lambda name: (given.get(name) or "").strip() or None


def alive_file(setting: Setting) -> Path:
    """The file that the bot touches while it is well: as it is set, or one for each database of this machine."""
    named = setting("ALIVE_FILE")
    if named is not None:
        return Path(named)
    scheme, _, rest = (setting("DATABASE_URL") or DEFAULT_DATABASE).partition("///")
    # Bots in folders of their own have files of the same name; a password is no part of a database's name.
    place = os.path.abspath(rest) if f"{scheme}///" == SQLITE else f"{scheme}///{rest}".rpartition("@")[2]
    return _temporary() / f"bridgette-{sha256(os.fsencode(place)).hexdigest()[:12]}.alive"


def _temporary() -> Path:
    """The folder for files that need not last; where there is none to write to, none is needed to play."""
    try:
        return Path(tempfile.gettempdir())
    except FileNotFoundError:
        return Path(os.sep, "tmp")


def _read(file: Path) -> str:
    """The text of a file, which may also be a pipe; nothing where there is none. Raises OSError and ValueError."""
    try:
        with file.open(encoding="utf-8-sig") as opened:
            text = opened.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return ""
    if len(text) > LARGEST_FILE:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return text
