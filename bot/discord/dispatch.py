"""The one dispatch of buttons and selects, by their ``custom_id``; it works for messages of any age."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast

import discord

from bot.discord.core import Core
from bot.discord.feature import Verb
from bot.discord.reply import Reply, State
from bot.games import DamagedMatch, Refused
from bot.ids import ComponentId
from bot.store import Person
from bridgette import NotAllowed

IDS_OF_DISCORD = 2**32
"""Discord's own ids are larger; the numbers of matches and challenges are not."""


class Dispatch:
    """Finds what a click asks for among the verbs of all features, and has it answered exactly once."""

    def __init__(self, core: Core, verbs: Iterable[Verb]) -> None:
        self._core = core
        self._verbs: dict[str, Verb] = {}
        for verb in verbs:
            if verb.name in self._verbs:
                raise ValueError(f"two features answer {verb.name}")
            self._verbs[verb.name] = verb

    async def __call__(self, interaction: discord.Interaction) -> None:
        """Answer a click or a choice."""
        # What came with the click is from a stranger's client, so it may have any shape.
        data = cast(Mapping[str, Any], interaction.data or {})
        press = ComponentId.parse(str(data.get("custom_id", "")))
        verb = None if press is None else self._verbs.get(press.verb)
        what = "unknown component" if press is None else _named(press)

        async def work(reply: Reply) -> None:
            try:
                await self._handle(reply, press, verb)
            finally:
                await self._core.see(reply)

        await self._core.guard.run(interaction, what, work, in_place=verb is not None and verb.in_place)

    @staticmethod
    async def _handle(reply: Reply, press: ComponentId | None, verb: Verb | None) -> None:
        if press is None or verb is None:
            raise Refused("refused-unknown-button")
        refused: Exception | None = None
        try:
            await verb.handle(reply, press)
        except (Refused, NotAllowed, DamagedMatch) as error:
            if verb.refuse is None or reply.state is State.ANSWERED:
                raise
            refused = error
        # Not while the refusal is being handled: it may name cards, and a bug found here would bring it into the log.
        if refused is not None and verb.refuse is not None:
            await verb.refuse(reply, press, refused)


def _named(press: ComponentId) -> str:
    """A press for the log; what it is about is told where that is a number of ours, for a person's id is none of it."""
    subject = str(press.subject) if press.subject < IDS_OF_DISCORD else "somebody"
    return f"{press.verb} {subject} at {press.at}"


def values_of(reply: Reply) -> list[str]:
    """The values chosen in a select; none for what has another shape."""
    values = cast(Mapping[str, Any], reply.interaction.data or {}).get("values")
    return list(map(str, values)) if isinstance(values, list) else []


def ids_of(reply: Reply) -> list[int]:
    """The ids chosen in a select of channels or roles. Raises :class:`Refused` for what is no id."""
    values = values_of(reply)
    if not all(_ID.fullmatch(value) for value in values):
        raise Refused("refused-unknown-button")
    return list(map(int, values))


_ID = re.compile("[0-9]{1,20}", re.ASCII)


class Chosen(NamedTuple):
    """Somebody whom a person has chosen, in a select or an option."""

    person: Person
    is_bot: bool


def chosen_in(reply: Reply, *, nick: bool = True) -> Chosen | None:
    """Who was chosen in a select of people, as Discord tells of that one; ``None`` for what has another shape.

    ``nick``: by the name on the server where that was done.
    """
    try:
        (chosen,) = values_of(reply)
        resolved = cast(Mapping[str, Any], reply.interaction.data or {})["resolved"]
        user, member = resolved["users"][chosen], resolved.get("members", {}).get(chosen, {})
        name = (nick and member.get("nick")) or user.get("global_name") or user["username"]
        is_bot = bool(user.get("bot"))
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    if not re.fullmatch("[0-9]{1,19}", chosen, re.ASCII) or int(chosen) >= 2**63:
        return None
    return Chosen(Person(int(chosen), str(name)), is_bot)
