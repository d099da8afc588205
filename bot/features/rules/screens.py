"""The rules on a page, and how to play here."""

from __future__ import annotations

from bot.screens.message import Accent, Screen, lines, screen
from bot.texts import Texts

_SECTIONS = ("rules-cards", "rules-exchange", "rules-auction", "rules-play", "rules-score")


def rules_screen(t: Texts) -> Screen:
    """The game, section by section, then the commands and buttons."""
    return screen(Accent.RESULT, lines(t("rules-title"), *(t(key) for key in _SECTIONS)), t("rules-here"))
