"""No act by accident: the second half of a double click must not make the next decision."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.discord.reply import Reply
from bot.games import Refused

TOO_QUICK = timedelta(seconds=0.7)
"""After an act of the same person, or a change of what they look at, in which no act of theirs is taken."""

REMEMBERED = 1000
"""People whose last act is kept; the oldest go first."""


class Pace:
    """When each person last acted.

    All moments are Discord's: how late a click arrives, or what the host's clock says, makes no difference.
    """

    def __init__(self) -> None:
        self._last: dict[int, datetime] = {}

    def check(self, reply: Reply, changed_at: datetime | None = None) -> None:
        """Refuse what was done too soon after the same person's last act, or after a change under their finger."""
        moment = reply.interaction.created_at
        for before in (self._last.get(reply.user_id), changed_at):
            if before is not None and timedelta(0) <= moment - before < TOO_QUICK:
                raise Refused("refused-quick")

    def note(self, reply: Reply) -> None:
        """An act was taken, a question asked, or another panel shown in the place of the one that was pressed."""
        moment = reply.interaction.created_at
        self._last[reply.user_id] = max(moment, self._last.pop(reply.user_id, moment))
        if len(self._last) > REMEMBERED:
            del self._last[next(iter(self._last))]

    def forget_person(self, user_id: int) -> None:
        """Keep nothing of somebody."""
        self._last.pop(user_id, None)
