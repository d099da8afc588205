"""``python -m bot alive``: whether the bot is well, by the age of the file that it touches as long as it is.

It is asked every half minute, so it loads nothing that takes a moment as long as all is well.
"""

from __future__ import annotations

import time

from bot.environment import alive_file, settings_given
from bridgette.cli.output import complain, reason_of, shown

OLD = 60.0
"""Seconds after which the last touch says nothing any more; there are four in that time."""


def alive() -> int:
    """Run the command: 0 if the bot is well; else the reason on standard error, and 1, or 2 for a bad ``.env``."""
    try:
        file = alive_file(settings_given())
    except (OSError, ValueError):
        return _bad_settings()
    try:
        age = time.time() - file.stat().st_mtime
    except FileNotFoundError:
        return _say("alive-none", file=shown(file))
    except OSError as error:
        return _say("alive-unreadable", file=shown(file), reason=shown(reason_of(error)))
    # Of a touch that lies ahead the machine's clock has been set back, and the next one is missing.
    return 0 if abs(age) < OLD else _say("alive-old", seconds=str(round(abs(age))))


def _bad_settings() -> int:
    from bot.settings import BadSettings, read_settings

    try:
        read_settings()
    except BadSettings as error:
        for complaint in error.complaints:
            complain(complaint, 2)
    return 2


def _say(key: str, **arguments: str) -> int:
    from bot.texts import HOST

    return complain(HOST(key, **arguments), 1)
