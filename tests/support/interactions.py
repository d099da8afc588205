"""What becomes of a click at Discord, as tests see it from there."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field

MESSAGE, LATER, LATER_IN_PLACE, IN_PLACE = 4, 5, 6, 7
"""Kinds of first answers."""

ANSWER_IN = 3.0
"""Seconds in which Discord takes the first answer to an interaction."""
PATIENCE = 12.0
"""Seconds that tests give the answer to an interaction that was acknowledged."""

UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, ANSWERED = 10008, 10015, 10062, 40060


class Refusal(Exception):
    """Discord does not do it."""

    def __init__(self, status: int, code: int) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


@dataclass(eq=False)
class Interaction:
    """What somebody did, and what they saw of it."""

    id: int
    user_id: int
    channel_id: int
    original: int | None
    """The message that was pressed, then the one by which it was answered first."""
    begun: float
    reached: int = 0
    """Sessions that it came to."""
    kinds: list[int] = field(default_factory=list)
    """First answers that were taken."""
    refused: int = 0
    """First answers that came after another one, or too late."""
    message_id: int | None = None
    """The message that shows the answer."""
    answered_at: float | None = None
    taken: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def show(self, message_id: int | None, now: float) -> None:
        """Its answer can be seen."""
        self.message_id = message_id
        if self.answered_at is None:
            self.answered_at = now
            self.answered.set()

    @property
    def took(self) -> float:
        """Seconds until the answer."""
        assert self.answered_at is not None
        return self.answered_at - self.begun

    async def end(self) -> None:
        """Wait until it was answered, or has failed."""
        with contextlib.suppress(TimeoutError):
            if self.reached:
                await asyncio.wait_for(self.taken.wait(), ANSWER_IN)
                await asyncio.wait_for(self.answered.wait(), PATIENCE)
