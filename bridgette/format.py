"""What the players agree on before a match: how many deals it has (R5)."""

from __future__ import annotations

from dataclasses import dataclass

from bridgette.errors import BadMatch

LENGTHS = (1, 2, 4, 6)
"""The numbers of deals that may be agreed on (R5)."""


@dataclass(frozen=True, slots=True)
class Format:
    """How long a match is: R5 and R6 read with ``deals`` in the place of six.

    ``deals`` counts the deals that are played; passed-out ones do not count (R18), and a tie after the last is broken
    by one more (R6). Raises :class:`~bridgette.errors.BadMatch`, a ``ValueError``, unless it is 1, 2, 4 or 6.
    """

    deals: int = 6

    def __post_init__(self) -> None:
        if type(self.deals) is not int or self.deals not in LENGTHS:
            raise BadMatch("a match has 1, 2, 4 or 6 deals")


USUAL = Format()
"""Six deals (R5): what holds if nothing else was agreed on."""
