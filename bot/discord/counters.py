"""What a host sees in the log: figures at an interval. No names, no cards."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

INTERVAL = timedelta(minutes=10)
SLOW = 1.0
"""Seconds; an answer that takes longer is counted. Discord gives up after three."""

log = logging.getLogger("bot.counters")


class Counters:
    """Counts since the start of the process."""

    def __init__(self) -> None:
        self.actions = 0
        self.slow_answers = 0
        self.dropped = 0
        """Presses that were not answered, since their sender had too many under way."""
        self.failures: Counter[str] = Counter()
        """Requests that Discord refused, by its code, and errors by their type."""
        self.listener: Callable[[float], None] | None = None
        """Told of each interaction how many seconds it took, from the press at Discord until its work was done."""
        self._told_at: datetime | None = None

    def answered(self, seconds: float) -> None:
        """Note how long an interaction took, from the press at Discord until its work was done."""
        self.slow_answers += seconds > SLOW
        if self.listener is not None:
            self.listener(seconds)

    def failed(self, what: object) -> None:
        """Count a failure: Discord's code, or the name of an error."""
        self.failures[str(what)] += 1

    def tell(self, now: datetime, open_matches: int) -> None:
        """Log the figures, if it is time."""
        if self._told_at is None:
            self._told_at = now
        if abs(now - self._told_at) < INTERVAL:  # the clock may have been set back
            return
        self._told_at = now
        failures = ",".join(f"{what}:{count}" for what, count in sorted(self.failures.items())) or "none"
        log.info(
            "counters open_matches=%s actions=%s slow_answers=%s dropped=%s failures=%s",
            open_matches,
            self.actions,
            self.slow_answers,
            self.dropped,
            failures,
        )
