"""One's own settings on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.me import verbs
from bot.ids import ComponentId
from bot.preferences import Blocked, PersonSettings
from bot.screens.message import Accent, Button, Divider, PersonSelect, Screen, lines, rows, screen
from bot.screens.names import plain_name
from bot.texts import Texts

PAGE = 5
"""Blocked people on a page, each with a button of its own."""

SWITCHES = {
    "reminders": "reminders",
    "direct": "direct",
    "quiet": "quiet",
    "asks": "asks",
    "words": "words",
    "knows": "knows_game",
    "challengeable": "is_challengeable",
}
"""What the buttons and texts call the settings that are on or off."""

PER_ROW = 2
"""Buttons that stand side by side on a phone."""


def me_screen(t: Texts, settings: PersonSettings, blocked: Sequence[Blocked], page: int) -> Screen:
    """All that a person has chosen, with what changes it; ``page`` counts from 0, beyond the last one that is shown."""
    pages = -(-len(blocked) // PAGE) or 1
    page = min(page, pages - 1)
    shown = blocked[page * PAGE : (page + 1) * PAGE]
    states = {name: bool(getattr(settings, field)) for name, field in SWITCHES.items()}
    return screen(
        Accent.WAITING,
        t("me-title"),
        lines(
            *(t(f"me-{name}", state=_word(is_on)) for name, is_on in states.items()),
            t("direct-failed") if settings.direct_failed else None,
        ),
        *rows([_switch(t, name, is_on, page) for name, is_on in states.items()], PER_ROW),
        Divider(),
        lines(
            t("me-blocked", count=len(blocked)),
            t("me-blocked-page", page=page + 1, pages=pages) if pages > 1 else None,
        ),
        *((_unblock(t, one, page),) for one in shown),
        _turn(t, page, pages),
        PersonSelect(ComponentId(verbs.BLOCK, at=page), t("me-block")),
    )


def _word(is_on: bool) -> str:
    """What the texts know a setting's state by."""
    return "on" if is_on else "off"


def _switch(t: Texts, name: str, is_on: bool, page: int) -> Button:
    """The button says what pressing it does, so that a second press of the same one changes nothing."""
    label = t(f"me-{name}-off" if is_on else f"me-{name}-on")
    return Button(label, ComponentId(verbs.SWITCH, at=page, detail=f"{name}.{int(not is_on)}"))


def _unblock(t: Texts, one: Blocked, page: int) -> Button:
    label = t("me-unblock-somebody") if one.name is None else t("me-unblock", name=plain_name(one.name))
    return Button(label, ComponentId(verbs.UNBLOCK, at=page, detail=one.hash))


def _turn(t: Texts, page: int, pages: int) -> tuple[Button, ...]:
    if pages == 1:
        return ()
    return (
        Button(t("me-previous"), ComponentId(verbs.PAGE, at=max(0, page - 1), detail="b"), off=page == 0),
        Button(t("me-next"), ComponentId(verbs.PAGE, at=page + 1, detail="n"), off=page + 1 == pages),
    )
