"""The file with a person's data, and the question before that person is forgotten."""

from __future__ import annotations

from bot.features.data import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Attachment, Button, Screen, Style, lines, screen
from bot.texts import Texts


def data_screen(t: Texts, name: str, content: bytes, damaged: int) -> Screen:
    """The file; ``damaged``: the matches whose record it lacks."""
    lacks = t("data-damaged", matches=damaged) if damaged else None
    return screen(Accent.RESULT, lines(t("data-file"), lacks), Attachment(name, content))


def forget_screen(t: Texts, open_matches: list[int]) -> Screen:
    """The one question, and what follows. The answer is good for these open matches alone."""
    return screen(
        Accent.GRAVE,
        t("forget-ask"),
        lines(t("forget-matches", matches=len(open_matches)), t("forget-challenges"), t("forget-opponents")),
        t("forget-stays"),
        (forget_button(t, open_matches), Button(t("forget-no"), ComponentId(verbs.KEEP))),
    )


def again_screen(t: Texts, open_matches: list[int]) -> Screen:
    """Something failed before everything was removed; ``open_matches``: those that are still to be resigned."""
    return screen(Accent.GRAVE, t("forget-failed"), (forget_button(t, open_matches),))


def forget_button(t: Texts, open_matches: list[int]) -> Button:
    """The answer to the question, which holds how many matches are open and the newest of them."""
    return Button(t("forget-yes"), ComponentId(verbs.FORGET, 0, *mark_of(open_matches)), Style.GRAVE)


def mark_of(open_matches: list[int]) -> tuple[int, str]:
    """What tells whether somebody's open matches are still the same: the newest has the highest number."""
    return len(open_matches), str(max(open_matches)) if open_matches else ""
