"""One way out for everything that a person is told in answer, errors too."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable
from datetime import datetime
from typing import Any

import discord

from bot.games import Game, Refused
from bot.ids import ComponentId, Verb
from bot.screens.asides import plain_screen
from bot.screens.panel import PanelState, panel_screen
from bot.screens.screen import Screen
from bot.screens.words import objection_text, refusal
from bot.store import StoreError
from bot.texts import Texts, texts_for
from bot.ui.layout import NO_PINGS, layout
from bot.ui.panels import Panels
from bridgette import NotAllowed, Seat

log = logging.getLogger(__name__)


def texts_of(interaction: discord.Interaction) -> Texts:
    """The texts in the language of whoever asked."""
    return texts_for(interaction.locale.value)


def is_private(interaction: discord.Interaction) -> bool:
    """Whether the clicked message is seen by the clicker alone."""
    return interaction.message is not None and interaction.message.flags.ephemeral


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


async def answer_privately(interaction: discord.Interaction, screen: Screen) -> None:
    """Answer with a private screen: in place when the clicked message is private, else as a new message."""
    if is_private(interaction):
        await interaction.response.edit_message(view=layout(screen), allowed_mentions=NO_PINGS)
    else:
        await interaction.response.send_message(view=layout(screen), ephemeral=True, allowed_mentions=NO_PINGS)


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
    await answer_privately(interaction, screen.with_note(note) if note else screen)
    if game.is_open:
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


async def guarded(work: Awaitable[Any], interaction: discord.Interaction, what: str, now: datetime) -> None:
    """Do the work of an interaction; whatever goes wrong becomes a private sentence, a bug is logged with a code."""
    try:
        await work
    except discord.HTTPException as error:
        # The act, if there was one, is saved; only telling about it failed.
        log.warning("%s: Discord refused a request (status %s, code %s)", what, error.status, error.code)
    except Exception as error:
        t = texts_of(interaction)
        sentence = sentence_for(t, error)
        if sentence is None:
            code = f"{now:%m%d%H%M}-{secrets.token_hex(3)}"
            log.exception("%s: error %s", what, code)
            sentence = t("apology", code=code)
        elif isinstance(error, StoreError):
            log.error("%s: %s", what, error)
        await tell(interaction, sentence)


async def tell(interaction: discord.Interaction, sentence: str) -> None:
    """Tell a sentence in private, as the answer if there was none yet; failing that is logged, not raised."""
    view = layout(plain_screen(sentence))
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NO_PINGS)
        else:
            await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NO_PINGS)
    except discord.HTTPException as error:
        log.warning("an answer could not be given (status %s, code %s)", error.status, error.code)
