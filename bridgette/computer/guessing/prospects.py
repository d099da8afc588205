"""The state of a match, and how likely it is won from there: what a lead is worth besides its points."""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

_SPREAD = 650.0
"""Points: the standard deviation of what a deal brings, each deal taken for 1,500 at most."""
_DEAL = 290.0
"""Points: what it is worth to deal."""
_SHARE = 0.5
"""How much the chance of winning the match counts; the points themselves count for the rest: far behind or ahead the
chance alone would see no difference between choices."""
_SCALE = 2600.0
"""Points that the whole match is worth beside those of the deal."""


class Prospects(NamedTuple):
    """Where a match stands for a player: its ``lead`` in points, how many deals are to go ``after`` the one in play,
    and whether it ``deals`` this one."""

    lead: int
    after: int
    deals: bool

    def winning(self, points: float) -> float:
        """The chance from 0 to 1 that the match is won if the deal in play brings so many points more than the
        opponent gets. Deals to come are spread normally, and dealers alternate (R5)."""
        lead = self.lead + points
        if self.after == 0:
            return 0.5 if lead == 0 else float(lead > 0)
        if self.after % 2:
            lead += -_DEAL if self.deals else _DEAL
        return (1 + erf(lead / (_SPREAD * sqrt(2 * self.after)))) / 2


@lru_cache(maxsize=4096)
def worth(points: float, prospects: Prospects | None) -> float:
    """What points in this deal are worth, in points: themselves, blended with the chance of winning the match where
    that counts. Rounded, so that another machine's last bit changes no choice."""
    if prospects is None:
        return points
    gain = _SCALE * (prospects.winning(points) - 0.5)
    return round((1 - _SHARE) * points + _SHARE * gain, 3)
