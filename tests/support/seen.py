"""What one member sees of one message: its words, its controls, and all that their client was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from simcord import Env, ResponseMessage
from simcord.backend import serializers
from simcord.components import walk_components

Payload = dict[str, Any]
Wanted = str | re.Pattern[str]
"""A button's label or custom_id; as a pattern, a part of one."""

BUTTON, STRING_SELECT = 2, 3
SELECTS = (3, 5, 6, 7, 8)
WRITTEN = {"content", "label", "placeholder", "description", "title", "value", "name", "text"}


@dataclass(frozen=True)
class Button:
    """One button as a member sees it."""

    label: str
    custom_id: str
    disabled: bool


@dataclass(frozen=True)
class Seen:
    """One message as one member sees it now.

    `text` is all that is written in it: content, texts, labels, options, embeds, descriptions, files. `raw` is all
    that the member's client was sent, ids and files included: what a curious member could find.
    """

    handle: ResponseMessage
    author_id: int
    ephemeral: bool
    text: str
    raw: str
    components: list[Payload] = field(repr=False)

    @property
    def id(self) -> int:
        """The message's id."""
        return self.handle.id

    @property
    def buttons(self) -> list[Button]:
        """The buttons in reading order."""
        return buttons(self.components)

    @property
    def selects(self) -> list[Payload]:
        """The select menus in reading order, as Discord was sent them."""
        return [part for part in walk_components(self.components) if part["type"] in SELECTS]

    def button(self, wanted: Wanted) -> Button | None:
        """The first button whose label or custom_id is (or, for a pattern, contains) what is wanted."""
        return next((one for one in self.buttons if _fits(wanted, one.label, one.custom_id)), None)


def buttons(components: Sequence[Payload]) -> list[Button]:
    """Every button in a component tree, in reading order."""
    return [
        Button(part.get("label") or "", part.get("custom_id") or "", bool(part.get("disabled")))
        for part in walk_components(list(components))
        if part["type"] == BUTTON
    ]


def texts(value: Any) -> Iterator[str]:
    """Every text for people in a message's components, embeds or modal, in reading order."""
    if isinstance(value, dict):
        for key, child in value.items():
            if not isinstance(child, str):
                yield from texts(child)
            elif key in WRITTEN and not (key == "value" and "label" in value):  # an option's value is not shown
                yield child
    elif isinstance(value, list):
        for child in value:
            yield from texts(child)


def seen(env: Env, message: Any) -> Seen:
    """A message of SimCord's store as its reader sees it."""
    backend = env.backend
    files = []
    for attachment in message.attachments:
        data = backend.cdn.get(attachment["url"]) or b""
        files.append(f"{attachment['filename']}\n{data.decode('utf-8', 'replace')}")
    written = [
        message.content,
        *texts(message.components),
        *texts(message.embeds),
        *(one["description"] for one in message.attachments if one.get("description")),
        *files,
    ]
    raw = json.dumps(serializers.message_payload(backend, message), ensure_ascii=False, default=str)
    return Seen(
        handle=ResponseMessage(env, message),
        author_id=message.author_id,
        ephemeral=message.is_ephemeral,
        text="\n".join(part for part in written if part),
        raw="\n".join([raw, *files]),
        components=message.components,
    )


def _fits(wanted: Wanted, *candidates: str) -> bool:
    if isinstance(wanted, str):
        return wanted in candidates
    return any(wanted.search(one) for one in candidates)
