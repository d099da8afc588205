"""The bot as a whole: what all features share, and the features built on it."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from discord import app_commands

from bot.discord.core import Core
from bot.discord.dispatch import Dispatch
from bot.discord.feature import ANY_INSTALL, EVERYWHERE
from bot.features import FEATURES
from bot.store import StoreError
from bot.texts import ENGLISH

log = logging.getLogger(__name__)


class App:
    """Puts the features together: their buttons, their additions, their followers."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.features = [feature(core) for feature in FEATURES]
        self.dispatch = Dispatch(core, [verb for feature in self.features for verb in feature.verbs])
        core.servers.listen(self.server_changed)
        core.games.followers.add(core.house)  # first: what is shown of an act shows the house's reply too
        for feature in self.features:
            for spot, addition in feature.additions.items():
                core.spots.add(spot, addition)
            if (follower := feature.follower) is not None:
                core.games.followers.add(follower)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in hand, and nothing goes on beside."""
        return self.core.guard.is_idle and self.core.tasks.is_idle

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the commands of all features to the tree."""
        group = app_commands.Group(
            name="bridgette",
            description=ENGLISH("command-root"),
            allowed_contexts=EVERYWHERE,
            allowed_installs=ANY_INSTALL,
        )
        for feature in self.features:
            for command in feature.commands:
                group.add_command(command)
            for menu in feature.menus:
                tree.add_command(menu)
        tree.add_command(group)

    async def place_gone(self, channel_id: int) -> None:
        """Nothing is left open in a channel that is gone, so that nothing more is sent there."""
        for feature in self.features:
            try:
                await feature.place_gone(channel_id)
            except StoreError as error:
                # What is sent there next is refused, and then it is found out again.
                log.warning("a place is gone and not noted yet channel=%s reason=%s", channel_id, error)

    async def access_changed(self, guild_id: int) -> None:
        """What the bot may do on a server may have changed."""
        for feature in self.features:
            await feature.access_changed(guild_id)

    async def server_changed(self, guild_id: int) -> None:
        """A server has chosen other settings."""
        for feature in self.features:
            try:
                await feature.server_changed(guild_id)
            except StoreError as error:
                # The choice is stored; what follows from it for open matches is seen when their clocks are due.
                log.warning("settings not followed yet server=%s reason=%s", guild_id, error)

    async def clocks_shifted(self, by: timedelta) -> None:
        """The moments at which clocks run out are others than are shown."""
        for feature in self.features:
            await feature.clocks_shifted(by)

    async def end(self) -> None:
        """Write down what is only in memory, stop the work in the background, and let go of the database."""
        for feature in self.features:
            try:
                await feature.ending()
            except StoreError as error:
                log.warning("not written down at the end: %s", error)
        core = self.core
        await core.store.news.stop()
        core.tasks.cancel()
        core.pictures.stop()
        core.thinker.stop()
        await core.store.let_go()
