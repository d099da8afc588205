"""What a day has come to for somebody: the try, all others', the house's, the streak."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.daily import GRACE, Attempt, Day, Field, Streak, day_of, streak_of
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Outcome:
    """A day, looked back on by one person.

    ``attempt``: that person's try, ``None`` without one; ``field``: how it compares, ``None`` unless it was played out.
    ``house``: what the house has made of it in that seat, as far as it has. ``before``: the day before it that there
    was a deal on.
    """

    day: Day
    attempt: Attempt | None
    field: Field | None
    house: Attempt | None
    streak: Streak
    before: str | None

    @property
    def lead(self) -> int | None:
        """By how many points the person did better than the house; ``None`` where one of both has not finished."""
        mine = None if self.attempt is None else self.attempt.net
        other = None if self.house is None else self.house.net
        return None if mine is None or other is None else mine - other


async def outcome_of(store: Store, day: Day, user_id: int, now: datetime) -> Outcome:
    """What is known now. Raises ``StoreError``."""
    dailies = store.dailies
    attempt = await dailies.attempt(day.day, user_id)
    net = None if attempt is None else attempt.net
    field = None if attempt is None or net is None else await dailies.field(day.day, attempt.match_id, net)
    # What was begun yesterday may still be finished, so nothing has broken a streak by then.
    streak = streak_of(await dailies.finished_days(user_id), day_of(now - GRACE))
    return Outcome(day, attempt, field, await dailies.house_attempt(day.day), streak, await dailies.before(day.day))
