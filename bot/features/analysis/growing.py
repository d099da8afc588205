"""A private answer that grows: edited by the token of its click whenever more is known."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.reply import Sent
from bot.screens.message import Screen

log = logging.getLogger(__name__)


class Growing:
    """One answer. ``token`` is the click's, ``sent`` the answer, ``shown`` what it shows; ``drawn`` draws it anew."""

    def __init__(self, core: Core, token: str, sent: Sent, shown: Screen, drawn: Callable[[], Screen]) -> None:
        self._core, self._token, self._sent = core, token, sent
        self._shown, self._drawn = shown, drawn
        self._is_running = False
        self.is_over = False
        """Whether it grows no more: another page has taken its place, or Discord takes no edit."""

    def stir(self) -> None:
        """More is known. Edits never overlap: what comes up during one is shown by the next."""
        if not self._is_running and not self.is_over:
            self._is_running = True
            self._core.tasks.spawn(self._edit(), "analysis grows")

    async def _edit(self) -> None:
        try:
            while not self.is_over and (screen := self._drawn()) != self._shown:
                await self._core.sender.edit_by_token(self._token, self._sent.name, screen)
                self._shown = screen
        except DISCORD_FAILS as error:
            self.is_over = True
            log.info("an analysis does not grow failure=%s", name_of(error))
        finally:
            self._is_running = False
