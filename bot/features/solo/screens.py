"""The offer of a match alone, which a press takes up."""

from __future__ import annotations

from bot.features.solo import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, Style, lines, screen
from bot.solo import Solo
from bot.texts import Texts


def offer_screen(t: Texts, offer: Solo) -> Screen:
    """What will be played, the promise of its shuffle in small print, and the one button."""
    promise = None if offer.commitment is None else t("solo-commitment", commitment=offer.commitment)
    return screen(
        Accent.TABLE,
        lines(t("solo-offer", strength=offer.strength, deals=offer.length), t("solo-how"), promise),
        (Button(t("solo-deal"), ComponentId(verbs.DEAL, offer.id), Style.GOOD),),
    )


def again_button(t: Texts, key: str, match_id: int) -> Button:
    """Another match like the one that is over; ``key``: of its label."""
    return Button(t(key), ComponentId(verbs.AGAIN, match_id), Style.GOOD)
