"""What watchers see: the answers to their buttons, and the message that tells them of a deal."""

from __future__ import annotations

from collections.abc import Iterable

from bot.features.watching import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, lines, screen
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import MatchView


def follow_button(t: Texts, match_id: int) -> Button:
    """Follows a match, or does so no more."""
    return Button(t("watch-follow"), ComponentId(verbs.FOLLOW, match_id))


def followed_screen(t: Texts, match_id: int, view: MatchView) -> Screen:
    """What following does, with the way out of it."""
    said = t("watch-followed", **Words.both("name", Words.of(t, view).names))
    return screen(Accent.WAITING, said, (Button(t("watch-unfollow"), ComponentId(verbs.UNFOLLOW, match_id)),))


def deal_begins_screen(t: Texts, view: MatchView, link: str, user_ids: Iterable[int]) -> Screen:
    """A deal starts, from a spectator's view; ``link`` leads to its table. The mentions ping."""
    w = Words.of(t, view)
    told = t("watch-deal", title=w.deal_title(view, len(view.deals) - 1), link=link, **Words.both("name", w.names))
    return screen(Accent.TABLE, lines(told, " ".join(f"<@{user_id}>" for user_id in user_ids)))
