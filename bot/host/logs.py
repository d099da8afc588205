"""The log: lines of words and ``key=value`` pairs, to standard error. No cards, no names, no tokens."""

from __future__ import annotations

import logging
import re

_TOKENS = re.compile(r"((?:webhooks|interactions)/\d+/)[\w.%-]+")
"""Discord's addresses carry the tokens of interactions, and its library names addresses in its warnings."""


class _Formatter(logging.Formatter):
    """Leaves tokens out."""

    def format(self, record: logging.LogRecord) -> str:
        return _TOKENS.sub(r"\1…", super().format(record))


def set_up_logging(level: str) -> None:
    """Log to standard error; below ``INFO`` only the bot's own logs.

    Libraries that debug log whole requests and statements: players' cards, their names and Discord's tokens.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler])
    logging.getLogger().setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    logging.getLogger("bot").setLevel(level)
    # Of a connection whose end fails, as without a network, the store itself tells, without a traceback.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
