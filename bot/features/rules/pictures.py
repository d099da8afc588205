"""The pictures of the guide: drawn once, without words, and kept as files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_FOLDER = files("bot").joinpath("art", "guide")


@cache
def picture(name: str) -> bytes | None:
    """The PNG of a page, by the page's name; ``None`` for one that has none."""
    file = _FOLDER.joinpath(f"{name}.png")
    return file.read_bytes() if file.is_file() else None
