"""The file in which ``play`` keeps its record: made where there was none, and whole at every moment."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Callable
from itertools import count
from typing import Self

from bridgette.match import Match
from bridgette.record import write_record

_Put = Callable[[str, str], None]
"""Gives a file, the first, the name of the second."""

FOLDER = "bridgette-matches"
"""In the current folder: where records go that were given no name."""


class RecordFile:
    """The file of a match under way. All its methods raise ``OSError``, with the name of the file."""

    def __init__(self, name: str, match: Match) -> None:
        """Make the file. Raises ``FileExistsError`` when something has that name already, and leaves that alone."""
        self.name = name
        self._made_folder = False
        self._write(match, _put_new)

    @classmethod
    def unnamed(cls, seed: int, match: Match) -> Self:
        """Make a file under a free name in a folder of the command's own, which is made where it is missing."""
        made_folder = not os.path.isdir(FOLDER)
        if made_folder:
            with contextlib.suppress(FileExistsError):  # that cannot be a folder is found below
                os.mkdir(FOLDER)
        for number in count(1):
            name = f"match-{seed}.json" if number == 1 else f"match-{seed}-{number}.json"
            with contextlib.suppress(FileExistsError):
                made = cls(os.path.join(FOLDER, name), match)
                made._made_folder = made_folder
                return made
        raise AssertionError  # there are more numbers than files

    def save(self, match: Match) -> None:
        """Write the match as it now stands, beside the file and then in its place."""
        self._write(match, os.replace)

    def remove(self) -> None:
        """Take the file away again, and the folder that was made for it."""
        os.remove(self.name)
        if self._made_folder:
            with contextlib.suppress(OSError):  # something else is in it by now
                os.rmdir(FOLDER)

    def _write(self, match: Match, put: _Put) -> None:
        # The name is short and nobody's: that of the file may leave no room for more.
        beside = os.path.join(os.path.dirname(self.name), f".bridgette-{secrets.token_hex(8)}")
        try:
            with open(beside, "x", encoding="utf-8") as out:
                try:
                    json.dump(write_record(match), out)
                    out.write("\n")
                    out.close()
                    put(beside, self.name)
                finally:
                    with contextlib.suppress(OSError):  # it has its place by now
                        os.remove(beside)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from None


def _put_new(beside: str, name: str) -> None:
    """Give the file its name, if it is nobody's. Raises ``FileExistsError``."""
    try:
        os.link(beside, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names: first take the name, then fill it
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        try:
            os.replace(beside, name)
        except OSError:
            os.remove(name)
            raise
