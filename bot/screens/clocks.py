"""How long a decision may take, in words."""

from __future__ import annotations

from datetime import timedelta

from bot.texts import Texts

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def clock_said(clock: timedelta) -> dict[str, str | int]:
    """A clock as arguments of a text that has ``{ clock-length }`` in it; whole minutes."""
    if clock > _DAY and not clock % _DAY:
        return {"unit": "days", "count": clock // _DAY}
    if not clock % _HOUR:
        return {"unit": "hours", "count": clock // _HOUR}
    return {"unit": "minutes", "count": clock // _MINUTE}


def clock_words(t: Texts, clock: timedelta) -> str:
    """A clock by itself, such as "24 hours"."""
    return t("clock-length", **clock_said(clock))
