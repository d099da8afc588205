"""One way in and one way out for the work of every interaction.

Whatever goes wrong becomes a private sentence; a bug is logged and answered with a code. Work that takes long is
acknowledged before Discord gives up. A process that is told to stop lets the work in hand finish.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime

import discord

from bot.store import StoreError
from bot.ui.answers import Late, sentence_for, tell, tell_failed, texts_of
from bot.ui.counters import SLOW, Counters
from bot.ui.failures import DISCORD_FAILS, name_of

log = logging.getLogger(__name__)


class Work:
    """Runs the work of interactions, and knows how much is in hand."""

    def __init__(self, clock: Callable[[], datetime], counters: Counters) -> None:
        self._clock = clock
        self._counters = counters
        self._in_hand = 0
        self._closing = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in hand."""
        return self._in_hand == 0

    def stop_taking(self) -> None:
        """Take no more work; what comes in is told to come again."""
        self._closing = True

    async def run(
        self,
        interaction: discord.Interaction,
        what: str,
        work: Callable[[], Awaitable[object]],
        *,
        in_place: bool = False,
    ) -> None:
        """Do the work of an interaction. ``in_place``: its answer edits the clicked message, public as it may be."""
        if self._closing:
            await tell(interaction, texts_of(interaction)("refused-restarting"))
            return
        self._in_hand += 1
        loop = asyncio.get_running_loop()
        begun = loop.time()
        late = Late(interaction, in_place=in_place)
        try:
            await work()
        except DISCORD_FAILS as error:
            # The act, if there was one, is saved; only telling about it failed.
            self._counters.failed(name_of(error))
            log.warning("answer failed work=%r failure=%s", what, name_of(error))
            await tell_failed(interaction, error)
        except Exception as error:
            await self._tell_error(interaction, what, error)
        finally:
            late.cancel()
            self._in_hand -= 1
            if loop.time() - begun > SLOW:
                self._counters.slow_answers += 1

    async def _tell_error(self, interaction: discord.Interaction, what: str, error: Exception) -> None:
        t = texts_of(interaction)
        sentence = sentence_for(t, error)
        if sentence is None:
            code = f"{self._clock():%m%d%H%M}-{secrets.token_hex(3)}"
            log.error("bug work=%r error=%s", what, code, exc_info=error)
            self._counters.failed(type(error).__name__)
            sentence = t("apology", code=code)
        elif isinstance(error, StoreError):
            log.error("not saved work=%r reason=%s", what, error)
            self._counters.failed(type(error).__name__)
        await tell(interaction, sentence)
