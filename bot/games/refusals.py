"""The one form of a no from a use case."""

from __future__ import annotations

from typing import Any


class Unsure(Exception):
    """Saving failed, and so did looking whether it was saved all the same."""


class Refused(Exception):
    """What was asked cannot be done, and nothing has changed.

    ``key`` and ``arguments`` name the sentence in the catalogue. Names of people among the arguments are plain
    strings; whoever shows the sentence makes them harmless.
    """

    def __init__(self, key: str, **arguments: Any) -> None:
        super().__init__(key)
        self.key, self.arguments = key, arguments


class OutOfDate(Refused):
    """Another process committed first: what this one knew of the match is no longer so."""

    def __init__(self) -> None:
        super().__init__("refused-out-of-date")
