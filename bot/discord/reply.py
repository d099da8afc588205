"""How an interaction is answered: once, in private or in public, also after it had to be acknowledged first."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
from discord import InteractionResponseType

from bot.games import Game, Refused
from bot.ids import ComponentId, Verb
from bot.screens.asides import plain_screen
from bot.screens.panel import PanelState, panel_screen
from bot.screens.screen import Screen
from bot.screens.words import objection_text, refusal
from bot.store import StoreError
from bot.texts import Texts, texts_for
from bot.ui.failures import ANSWERS_NO_MORE, DISCORD_FAILS, name_of
from bot.ui.layout import NO_PINGS, layout
from bot.ui.panels import ORIGINAL, Panels
from bridgette import NotAllowed, Seat

ACKNOWLEDGE_AFTER = 1.5
"""Seconds after which an interaction is acknowledged, its answer to follow; Discord gives up after three."""

_LATE, _ANSWERED = "late", "answered"
"""Keys of what is noted with an interaction."""

log = logging.getLogger(__name__)


def texts_of(interaction: discord.Interaction) -> Texts:
    """The texts in the language of whoever asked."""
    return texts_for(interaction.locale.value)


def is_private(interaction: discord.Interaction) -> bool:
    """Whether the clicked message is seen by the clicker alone."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_answered(interaction: discord.Interaction) -> bool:
    """Whether the person has been answered, more than by an acknowledgement."""
    return _ANSWERED in interaction.extras


def shows(interaction: discord.Interaction, verb: Verb) -> bool:
    """Whether the clicked message, as Discord tells it, has a component with that verb."""
    parts: list[Any] = list(interaction.message.components) if interaction.message is not None else []
    while parts:
        part = parts.pop()
        parts.extend(getattr(part, "children", ()))
        found = ComponentId.parse(getattr(part, "custom_id", None) or "")
        if found is not None and found.verb is verb:
            return True
    return False


class Late:
    """Acknowledges an interaction whose answer takes long."""

    def __init__(self, interaction: discord.Interaction, *, in_place: bool) -> None:
        self._interaction = interaction
        self._in_place = in_place
        self._is_asking = False
        self._task = asyncio.create_task(self._acknowledge())
        interaction.extras[_LATE] = self

    async def settle(self) -> None:
        """Before an answer: no acknowledgement any more, or wait for the one that is on its way."""
        if self._is_asking:
            await self._task
        else:
            self.cancel()

    def cancel(self) -> None:
        """No acknowledgement any more."""
        self._task.cancel()

    async def _acknowledge(self) -> None:
        await asyncio.sleep(ACKNOWLEDGE_AFTER)
        self._is_asking = True
        try:
            await acknowledge(self._interaction, in_place=self._in_place)
        except DISCORD_FAILS as error:
            log.warning("an acknowledgement failed failure=%s", name_of(error))


async def acknowledge(interaction: discord.Interaction, *, in_place: bool = False) -> None:
    """Tell Discord that the answer will come; a private one unless the clicked message itself is to be edited."""
    if interaction.response.is_done():
        return
    if in_place or is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def answer_privately(interaction: discord.Interaction, screen: Screen) -> str:
    """Answer with a private screen: in place when the clicked message is private, else as a new message.

    Returns by what name the message can be edited with the interaction's token.
    """
    view = layout(screen)
    if await _was_acknowledged(interaction):
        if interaction.response.type is InteractionResponseType.deferred_message_update and not is_private(interaction):
            return await _follow_up(interaction, view)
        await interaction.edit_original_response(view=view, allowed_mentions=NO_PINGS)
    elif is_private(interaction):
        await interaction.response.edit_message(view=view, allowed_mentions=NO_PINGS)
    else:
        await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NO_PINGS)
    interaction.extras[_ANSWERED] = True
    return ORIGINAL


async def answer_in_place(interaction: discord.Interaction, screen: Screen) -> None:
    """Answer by editing the clicked message, which may be public: the caller has made sure that it is the right one."""
    if await _was_acknowledged(interaction):
        await interaction.edit_original_response(view=layout(screen), allowed_mentions=NO_PINGS)
    else:
        await interaction.response.edit_message(view=layout(screen), allowed_mentions=NO_PINGS)
    interaction.extras[_ANSWERED] = True


async def answer_publicly(
    interaction: discord.Interaction, screen: Screen, mentions: discord.AllowedMentions = NO_PINGS
) -> int | None:
    """Answer with a public message, whose mentions ping; returns its id."""
    view = layout(screen)
    if await _was_acknowledged(interaction):
        # What fills in an acknowledgement is an edit and pings nobody, so the message itself comes after it.
        note = plain_screen(texts_of(interaction)("late-answer"))
        await interaction.edit_original_response(view=layout(note), allowed_mentions=NO_PINGS)
        message = await interaction.followup.send(view=view, allowed_mentions=mentions, wait=True)
        interaction.extras[_ANSWERED] = True
        return message.id
    response = await interaction.response.send_message(view=view, allowed_mentions=mentions)
    interaction.extras[_ANSWERED] = True
    return response.message_id


async def answer_with_panel(
    interaction: discord.Interaction,
    panels: Panels,
    game: Game,
    seat: Seat,
    *,
    state: PanelState | None = None,
    note: str | None = None,
) -> None:
    """Answer with a player's panel as things stand, or with a choice half made; ``note`` is a sentence on top."""
    state = state or PanelState(game.id, game.decisions[seat])
    screen = panel_screen(texts_of(interaction), state, game.view(seat))
    message = await answer_privately(interaction, screen.with_note(note) if note else screen)
    if game.is_open:
        panels.keep(interaction, game, seat, message)


async def add_panel(interaction: discord.Interaction, panels: Panels, game: Game, seat: Seat) -> None:
    """Show a player's panel in a private message of its own, after the interaction was answered."""
    screen = panel_screen(texts_of(interaction), PanelState(game.id, game.decisions[seat]), game.view(seat))
    panels.keep(interaction, game, seat, await _follow_up(interaction, layout(screen)))


async def answer_apart(interaction: discord.Interaction, panels: Panels, game: Game, seat: Seat) -> None:
    """Answer with a player's panel in a private message of its own, whatever message was clicked."""
    screen = panel_screen(texts_of(interaction), PanelState(game.id, game.decisions[seat]), game.view(seat))
    await interaction.response.send_message(view=layout(screen), ephemeral=True, allowed_mentions=NO_PINGS)
    interaction.extras[_ANSWERED] = True
    panels.keep(interaction, game, seat)


def sentence_for(t: Texts, error: Exception) -> str | None:
    """What a person is told about an error, ``None`` when it is a bug."""
    if isinstance(error, Refused):
        return refusal(t, error.key, error.arguments)
    if isinstance(error, NotAllowed):
        return objection_text(t, error.objection)
    if isinstance(error, StoreError):
        return t("refused-store")
    return None


async def tell(interaction: discord.Interaction, sentence: str) -> None:
    """Tell a sentence in private, as the answer if there was none yet; failing that is logged, not raised."""
    screen = plain_screen(sentence)
    try:
        acknowledged = await _was_acknowledged(interaction)
        if is_answered(interaction) or interaction.response.type is InteractionResponseType.deferred_message_update:
            await _follow_up(interaction, layout(screen))
        elif acknowledged:
            await answer_privately(interaction, screen)
        else:
            # A message of its own, even on a private panel: that one stays.
            await interaction.response.send_message(view=layout(screen), ephemeral=True, allowed_mentions=NO_PINGS)
            interaction.extras[_ANSWERED] = True
    except DISCORD_FAILS as error:
        log.warning("an answer could not be given failure=%s", name_of(error))


async def tell_failed(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell that Discord did not take the answer, where it may take another one."""
    if not is_answered(interaction) and getattr(error, "code", None) not in ANSWERS_NO_MORE:
        await tell(interaction, texts_of(interaction)("refused-discord"))


async def _was_acknowledged(interaction: discord.Interaction) -> bool:
    """Whether an acknowledgement went ahead of the answer; from here on none will."""
    late = interaction.extras.get(_LATE)
    if isinstance(late, Late):
        await late.settle()
    return interaction.response.is_done()


async def _follow_up(interaction: discord.Interaction, view: discord.ui.LayoutView) -> str:
    message = await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NO_PINGS, wait=True)
    interaction.extras[_ANSWERED] = True
    return str(message.id)
