"""One way in and one way out for the work of every interaction.

Whatever goes wrong becomes a private sentence; a bug is logged and answered with a code. Work that takes long is
acknowledged before Discord gives up. Nobody may keep more than a few works in hand. A process that is told to stop lets
the work in hand finish.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime

import discord

from bot.discord.counters import Counters
from bot.discord.failures import DISCORD_FAILS, name_of
from bot.discord.latency import Latency
from bot.discord.reply import ACKNOWLEDGE_AFTER, Reply
from bot.discord.send import Sender
from bot.games import DamagedMatch, Refused, Unsure, begin_work, has_committed
from bot.screens.words import objection_text, refusal
from bot.store import StoreError
from bot.texts import Texts
from bridgette import NotAllowed

MOST_IN_HAND = 4
"""Works of one person that may be under way at once."""

MOST_WAITING = 8
"""And those that are told so; what comes on top of that is dropped, for telling costs as much as doing."""

log = logging.getLogger(__name__)


class Guard:
    """Runs the work of interactions, and knows how much is in hand."""

    def __init__(self, clock: Callable[[], datetime], counters: Counters, latency: Latency, sender: Sender) -> None:
        self._clock = clock
        self._counters = counters
        self._latency = latency
        self._sender = sender
        self._in_hand: Counter[int] = Counter()
        self._is_closing = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in hand."""
        return not self._in_hand

    def stop_taking(self) -> None:
        """Take no more work; what comes in is told to come again."""
        self._is_closing = True

    async def run(
        self,
        interaction: discord.Interaction,
        what: str,
        work: Callable[[Reply], Awaitable[object]],
        *,
        in_place: bool = False,
    ) -> None:
        """Do the work of an interaction. ``in_place``: its answer edits the clicked message, public as it may be."""
        late = self._latency.heard(interaction.created_at, self._clock())
        reply = Reply(interaction, self._sender)
        user_id = interaction.user.id
        if self._in_hand[user_id] >= MOST_WAITING:
            self._counters.dropped += 1
            return
        self._in_hand[user_id] += 1
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            if self._is_closing:
                await reply.tell(reply.texts("refused-restarting"))
            elif self._in_hand[user_id] > MOST_IN_HAND:
                await reply.tell(reply.texts("refused-too-fast"))
            else:
                await self._do(reply, what, work, ACKNOWLEDGE_AFTER - late, in_place=in_place)
        finally:
            reply.stop_timer()
            self._in_hand[user_id] -= 1
            if not self._in_hand[user_id]:
                del self._in_hand[user_id]
            self._counters.answered(loop.time() - begun + late)

    async def _do(
        self, reply: Reply, what: str, work: Callable[[Reply], Awaitable[object]], patience: float, *, in_place: bool
    ) -> None:
        begin_work()
        reply.acknowledge_in(patience, in_place=in_place)
        try:
            await work(reply)
        except DISCORD_FAILS as error:
            # The act, if there was one, is saved; only telling about it failed.
            self._counters.failed(name_of(error))
            log.warning("answer failed work=%r failure=%s", what, name_of(error))
            await reply.tell_failed(error, reply.texts("refused-discord"))
        except Exception as error:
            await self._tell_error(reply, what, error)

    async def _tell_error(self, reply: Reply, what: str, error: Exception) -> None:
        t = reply.texts
        sentence = sentence_for(t, error)
        if sentence is None:
            code = f"{self._clock():%m%d%H%M}-{secrets.token_hex(3)}"
            log.error("bug work=%r error=%s", what, code, exc_info=error)
            self._counters.failed(type(error).__name__)
            sentence = t("apology", code=code)
        elif isinstance(error, Unsure):
            log.error("perhaps not saved work=%r", what)
            self._counters.failed(type(error).__name__)
        elif isinstance(error, StoreError):
            log.error("%s work=%r reason=%s", "not told" if has_committed() else "not saved", what, error)
            self._counters.failed(type(error).__name__)
            if has_committed():
                sentence = t("refused-saved")
        elif isinstance(error, DamagedMatch):
            log.warning("damaged work=%r match=%s", what, error.match_id)
        await reply.tell(sentence)


def sentence_for(t: Texts, error: Exception) -> str | None:
    """What a person is told about an error, ``None`` when it is a bug."""
    if isinstance(error, Refused):
        return refusal(t, error.key, error.arguments)
    if isinstance(error, NotAllowed):
        return objection_text(t, error.objection)
    if isinstance(error, Unsure):
        return t("refused-unsure")
    if isinstance(error, DamagedMatch):
        return t("refused-damaged-match", match=str(error.match_id))
    if isinstance(error, StoreError):
        return t("refused-store")
    return None
