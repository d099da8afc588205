"""``my-data`` and ``forget-me``. Neither leaves the name of whoever asks behind."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import discord
from discord import app_commands

from bot.discord.core import Core
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.data import verbs
from bot.features.data.files import personal_file
from bot.features.data.forgetting import Forgetting
from bot.features.data.screens import again_screen, data_screen, forget_screen, mark_of
from bot.games import Refused, Unsure, note_commit
from bot.ids import ComponentId
from bot.screens.message import plain_screen
from bot.store import StoreError

PAUSE = timedelta(minutes=1)
"""Between two files for the same person."""

log = logging.getLogger(__name__)


class DataFeature(Feature):
    """Gives people what is stored about them, and forgets them."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._forgetting = Forgetting(core)
        self._asked: dict[int, datetime] = {}
        """When each person last asked for the file, by Discord's clock."""
        self._under_way: set[int] = set()
        """Who is being forgotten just now."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The answers to the question."""
        return [Verb(verbs.FORGET, self._forget), Verb(verbs.KEEP, self._keep)]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``my-data`` and ``forget-me``."""

        async def my_data(interaction: discord.Interaction) -> None:
            await self.run(interaction, "my-data", self._my_data)

        async def forget_me(interaction: discord.Interaction) -> None:
            await self.run(interaction, "forget-me", self._ask)

        return [self.command("my-data", my_data), self.command("forget-me", forget_me)]

    # ------------------------------------------------------------------ what is stored

    async def _my_data(self, reply: Reply) -> None:
        """All that is stored about whoever asks, as a file that nobody else sees."""
        reply.leaves_no_name = True
        with self._once_in_a_while(reply):
            file = await personal_file(self.core.store, reply.user_id, self.core.clock())
            if file.is_too_large:
                raise Refused("data-too-large")
            await reply.private(data_screen(reply.texts, file.name, file.content, file.damaged))

    @contextlib.contextmanager
    def _once_in_a_while(self, reply: Reply) -> Iterator[None]:
        """Refuse who got a file a moment ago; where it does not come, it can be asked for again at once."""
        user_id, now = reply.user_id, reply.interaction.created_at
        self._asked = {who: at for who, at in self._asked.items() if now - at < PAUSE}
        if user_id in self._asked:
            raise Refused("data-too-soon")
        self._asked[user_id] = now
        try:
            yield
        except BaseException:
            self._asked.pop(user_id, None)
            raise

    # ------------------------------------------------------------------ being forgotten

    async def _ask(self, reply: Reply) -> None:
        """The one question."""
        reply.leaves_no_name = True
        await reply.private(forget_screen(reply.texts, await self._forgetting.open_matches(reply.user_id)))

    async def _keep(self, reply: Reply, _press: ComponentId) -> None:
        reply.leaves_no_name = True
        await reply.private(plain_screen(reply.texts("forget-kept")))

    async def _forget(self, reply: Reply, press: ComponentId) -> None:
        """The question was answered with yes; an answer that is about other matches is asked for once more."""
        reply.leaves_no_name = True
        user_id = reply.user_id
        if user_id in self._under_way:
            raise Refused("forget-under-way")
        self._under_way.add(user_id)
        try:
            open_matches = await self._forgetting.open_matches(user_id)
            if mark_of(open_matches) != (press.at, press.detail):
                await self._ask_again(reply, open_matches)
                return
            await self._go_through(reply, open_matches)
        finally:
            self._under_way.discard(user_id)

    async def _go_through(self, reply: Reply, open_matches: list[int]) -> None:
        left = list(open_matches)
        try:
            for match_id in open_matches:
                await self._forgetting.leave(match_id, reply.user_id)
                left.remove(match_id)
            if not await self._forgetting.remove(reply.user_id):
                await self._ask_again(reply, await self._forgetting.open_matches(reply.user_id))
                return
        except (StoreError, Unsure) as error:
            self.core.counters.failed(type(error).__name__)
            log.warning("a person is not forgotten yet reason=%s", error)
            await reply.private(again_screen(reply.texts, left))
            return
        note_commit()
        self._asked.pop(reply.user_id, None)
        log.info("a person was forgotten")
        await reply.private(plain_screen(reply.texts("forget-done")))

    async def _ask_again(self, reply: Reply, open_matches: list[int]) -> None:
        await reply.private(forget_screen(reply.texts, open_matches).with_note(reply.texts("forget-changed")))
