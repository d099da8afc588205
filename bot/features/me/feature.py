"""What each person chooses for themselves, and whom they block: one panel, for their eyes alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import describe, rename

from bot.discord.dispatch import Chosen, chosen_in
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.me import verbs
from bot.features.me.screens import SWITCHES, me_screen
from bot.games import Refused, note_commit
from bot.ids import ComponentId
from bot.screens.names import shown_name
from bot.store import Person
from bot.texts import ENGLISH

MOST_BLOCKED = 100
"""People whom one person may block."""

ON_PANELS = ("words", "knows_game")
"""Settings that change what stands on a player's panel."""


class MeFeature(Feature):
    """Shows people their settings, and changes them. Whoever presses changes their own."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The buttons and the select of the panel."""
        return [
            Verb(verbs.SWITCH, self._switch),
            Verb(verbs.BLOCK, self._block_chosen),
            Verb(verbs.UNBLOCK, self._unblock),
            Verb(verbs.PAGE, self._turn),
        ]

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """``me``."""

        @rename(block=ENGLISH("command-me-block"))
        @describe(block=ENGLISH("command-me-block-about"))
        async def me(interaction: discord.Interaction, block: discord.User | None = None) -> None:
            await self.run(interaction, "me", lambda reply: self._me(reply, block))

        return [self.command("me", me)]

    # ------------------------------------------------------------------ what they do

    async def _me(self, reply: Reply, block: discord.User | discord.Member | None) -> None:
        """The command: the panel, after blocking somebody if one is named."""
        if block is None:
            await self._show(reply)
        else:
            name = block.display_name if self._is_on_server(reply) else block.global_name or block.name
            await self._block(reply, Chosen(Person(block.id, name), block.bot))

    async def _switch(self, reply: Reply, press: ComponentId) -> None:
        """A setting on or off, as the button said."""
        _check_own(reply, press)
        name, _, to = press.detail.partition(".")
        if name not in SWITCHES or to not in ("0", "1"):
            raise Refused("refused-unknown-button")
        # Whoever chooses knows: there is nothing left to be told.
        known = {"direct_failed": False} if name == "direct" else {}
        await self.core.store.persons.change(reply.user_id, **{SWITCHES[name]: to == "1"}, **known)
        note_commit()
        await self._show(reply, press.at)
        if SWITCHES[name] in ON_PANELS:
            self.core.redraw(reply.user_id)

    async def _block_chosen(self, reply: Reply, press: ComponentId) -> None:
        """Block whoever was chosen in the select."""
        _check_own(reply, press)
        chosen = chosen_in(reply, nick=self._is_on_server(reply))
        if chosen is None:
            raise Refused("refused-unknown-button")
        await self._block(reply, chosen, press.at)

    def _is_on_server(self, reply: Reply) -> bool:
        """Whether people come by the names of a server: of one that the bot is not on none is kept."""
        return self.core.servers.get(reply.guild_id) is not None

    async def _block(self, reply: Reply, chosen: Chosen, page: int = 0) -> None:
        person, persons = chosen.person, self.core.store.persons
        if person.user_id == reply.user_id:
            raise Refused("refused-block-oneself")
        if chosen.is_bot:
            raise Refused("refused-block-bot", name=person.name)
        if len(await persons.blocked_by(reply.user_id)) >= MOST_BLOCKED:
            raise Refused("refused-block-many", most=MOST_BLOCKED)
        await persons.block(reply.user_id, person.user_id, person.name, self.core.clock())
        note_commit()
        await self._show(reply, page, reply.texts("me-block-done", name=shown_name(person.name)))

    async def _unblock(self, reply: Reply, press: ComponentId) -> None:
        """Block somebody no longer."""
        _check_own(reply, press)
        if not re.fullmatch("[0-9a-f]{64}", press.detail):
            raise Refused("refused-unknown-button")
        await self.core.store.persons.unblock(reply.user_id, press.detail)
        note_commit()
        await self._show(reply, press.at)

    async def _turn(self, reply: Reply, press: ComponentId) -> None:
        """Another page of the block list."""
        _check_own(reply, press)
        await self._show(reply, press.at)

    async def _show(self, reply: Reply, page: int = 0, note: str | None = None) -> None:
        """The panel as things stand; ``note``: what was just done."""
        persons, t = self.core.store.persons, reply.texts
        settings = await persons.get(reply.user_id)
        screen = me_screen(t, settings, await persons.blocked_by(reply.user_id), page)
        await reply.private(screen if note is None else screen.with_note(note))
        if settings.direct_failed:
            await persons.change(reply.user_id, direct_failed=False)


def _check_own(reply: Reply, press: ComponentId) -> None:
    """Refuse a press that comes from no such panel: the answer edits the clicked message. Raises :class:`Refused`."""
    if not reply.is_on_private or not reply.shows(press.verb):
        raise Refused("refused-unknown-button")
