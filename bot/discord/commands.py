"""Telling Discord of the commands, where it does not know them as they are."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from discord import app_commands

from bot.discord.failures import DISCORD_FAILS, name_of
from bot.store import Store, StoreError

SYNC_PAUSE = timedelta(hours=1)
"""Between two attempts to tell Discord of the commands."""

log = logging.getLogger(__name__)


class Commands:
    """Sends the commands of a tree, or tries again later: with those that Discord knows already, matches can go on."""

    def __init__(self, tree: app_commands.CommandTree[Any], store: Store, clock: Callable[[], datetime]) -> None:
        self._tree, self._store, self._clock = tree, store, clock
        self._sync_at: datetime | None = None  # when to try again, where that failed

    async def go_round(self) -> None:
        """Try again, if it is time."""
        # No later than in one pause, even if the clock is set back.
        if self._sync_at is not None and not timedelta(0) < self._sync_at - self._clock() <= SYNC_PAUSE:
            await self.sync()

    async def sync(self) -> None:
        """Sync them now; a failure is noted, and raised to nobody."""
        self._sync_at = None
        try:
            await self._sync()
        except (*DISCORD_FAILS, StoreError) as error:
            reason = error if isinstance(error, StoreError) else name_of(error)
            log.warning("the commands were not sent to Discord failure=%s", reason)
            self._sync_at = self._clock() + SYNC_PAUSE

    async def _sync(self) -> None:
        """Send the commands to Discord if they differ from what it was sent last, or has lost."""
        local = [command.to_dict(self._tree) for command in self._tree.get_commands(type=None)]
        fingerprint = hashlib.sha256(json.dumps(local, sort_keys=True).encode()).hexdigest()
        there = {command.name for command in await self._tree.fetch_commands()}
        known = await self._store.meta.get("commands")
        if known == fingerprint and there == {str(command["name"]) for command in local}:
            return
        await self._tree.sync()
        await self._store.meta.set("commands", fingerprint)
        log.info("the commands were sent to Discord")
