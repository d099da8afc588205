"""Tables whose edit waits: until nobody needs the turns of requests more, and once a trick while both play fast.

They wait by match, the oldest goes first, and what is shown in the end is the newest state: a table is drawn when its
turn has come. Nothing else of a match waits for its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord.background import Spells
from bot.discord.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Callable

LOOK: Final = 0.01
"""Seconds between two looks whether there is room; with each, one table may go."""

REST: Final = 0.5
"""Seconds between two looks at the most while all that wait rest."""

FAST: Final = 2.0
"""Seconds since a table's last edit in which the first card of a trick is not shown by itself: the next one comes."""


class LateTables:
    """Which tables may be edited now, and whose turn it is next.

    ``publish_soon(match_id)`` brings a match's channel up to date as it is then.
    """

    def __init__(self, budget: Budget, publish_soon: Callable[[int], None]) -> None:
        self._budget, self._publish_soon = budget, publish_soon
        self._since: dict[int, float] = {}
        """The matches that wait, and since when; whoever has waited longest is first."""
        self._rests: dict[int, float] = {}
        """Until when those of them rest whatever room there is."""
        self._called: set[int] = set()
        """The matches whose turn has come."""
        self._edited: dict[int, float] = {}
        self._rounds = Spells(self._call_next, "late tables")

    def __len__(self) -> int:
        return len(self._since)

    @property
    def age(self) -> float:
        """Seconds for which the table that has waited longest is behind."""
        oldest = next(iter(self._since.values()), None)
        return 0.0 if oldest is None else self._budget.now() - oldest

    def may_edit(self, match_id: int, *, amid_trick: bool) -> bool:
        """Whether the table of a match may be edited at once; if not, the match is published when its turn has come.

        ``amid_trick``: whether what there is to show is the first card of a trick.
        """
        now = self._budget.now()
        rests_until = self._edited.get(match_id, float("-inf")) + FAST if amid_trick else now
        is_next = rests_until <= now and self._budget.has_room and self._next(now) in (None, match_id)
        if is_next or match_id in self._called:
            self.done(match_id)
            self._edited[match_id] = now
            return True
        self._since.setdefault(match_id, now)
        self._rests[match_id] = rests_until
        self._rounds.start()
        return False

    def done(self, match_id: int) -> None:
        """Wait for a match no longer: its table is right, or another message, or there is none."""
        self._since.pop(match_id, None)
        self._rests.pop(match_id, None)
        self._called.discard(match_id)

    def forget(self, match_id: int) -> None:
        """Keep nothing more of a match that is over."""
        self.done(match_id)
        self._edited.pop(match_id, None)

    def stop(self) -> None:
        """Let none go any more: the bot ends, and the next start finds out which tables are behind."""
        self._rounds.stop()

    def _next(self, now: float) -> int | None:
        return next((one for one in self._since if self._rests[one] <= now), None)

    async def _call_next(self) -> float | None:
        """Let the first one go, if there is room; seconds until the next look, while others wait."""
        now = self._budget.now()
        match_id = self._next(now)
        if match_id is None:
            return min((REST, *(until - now for until in self._rests.values()))) if self._rests else None
        if self._budget.has_room:
            self.done(match_id)
            self._called.add(match_id)
            self._publish_soon(match_id)
        return LOOK if self._since else None
