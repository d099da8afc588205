"""The shuffle of a match that is over: what was promised, what keeps the promise, and how to compare them."""

from __future__ import annotations

from bot.screens.message import Accent, Screen, lines, plain_screen, screen
from bot.texts import Texts
from bridgette.shuffle import Seal


def shuffle_screen(t: Texts, seal: Seal | None) -> Screen:
    """The seal, broken, and what to do with it; ``None`` for a match that has none."""
    if seal is None or seal.secret is None:
        return plain_screen(t("shuffle-none"))
    return screen(
        Accent.RESULT,
        t("shuffle-about"),
        lines(
            t("shuffle-commitment", commitment=seal.commitment),
            t("shuffle-secret", secret=seal.secret),
            t("shuffle-public", public=seal.public),
        ),
        t("shuffle-how"),
    )
