"""What is said where a channel is busy: who plays there, and the way out."""

from __future__ import annotations

from bot.discord.core import Core
from bot.discord.guard import sentence_for
from bot.discord.reply import Reply
from bot.features.challenges.checks import thread_obstacle
from bot.features.challenges.screens import thread_screen
from bot.games import DamagedMatch, Refused
from bot.screens.message import Screen, plain_screen
from bot.screens.words import refusal
from bot.store import NewChallenge


async def busy_screen(core: Core, reply: Reply, error: Refused, new: NewChallenge) -> Screen:
    """A busy channel: a button opens a thread, or the reason why none can be opened."""
    screen, note = _way_out(reply, error, new), await _note_of_damage(core, reply)
    return screen if note is None else screen.with_note(note)


def _way_out(reply: Reply, error: Refused, new: NewChallenge) -> Screen:
    t = reply.texts
    reason = thread_obstacle(t, reply.interaction)
    if reason is not None:
        return plain_screen(refusal(t, "refused-busy-no-thread", error.arguments | {"reason": reason}))
    return thread_screen(t, refusal(t, error.key, error.arguments), new)


async def _note_of_damage(core: Core, reply: Reply) -> str | None:
    """What somebody who plays in this channel is told if their match there is damaged and keeps it busy."""
    busy = await core.store.matches.open_in(reply.channel_id)
    if busy is None or all(player.user_id != reply.user_id for player in busy.players):
        return None
    try:
        await core.games.find(busy.id)
    except DamagedMatch as error:
        return sentence_for(reply.texts, error)
    return None
