"""A screen: the texts, buttons and selects of one message, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TypeAlias, TypeVar

from bot.ids import ComponentId

T = TypeVar("T")

ROW = 5
"""Buttons in a row (Discord's limit)."""

PHONE = 268
"""The width of a row of buttons on a phone of 390 pixels, in pixels."""

_LETTER, _EDGES, _FACE, _FACE_EDGES, _GAP = 8, 32, 20, 24, 8
"""Pixels of a button: a letter, both edges, a face and both edges where there is one; what lies between two things."""

_WIDE = re.compile("[♠♥♦♣✗]")
"""Signs that are as wide as two letters."""

MOST_COMPONENTS = 40
"""Components of a message, the frame and the rows among them (Discord's limit)."""


MOST_CHARACTERS = 4000
"""Characters of all texts of a message together (Discord's limit)."""

MOST_SAID = 1024
"""Characters of a picture's alternative text (Discord's limit)."""


class Style(Enum):
    """How a button looks."""

    PLAIN = "secondary"
    MAIN = "primary"
    GOOD = "success"
    GRAVE = "danger"


class Accent(Enum):
    """The colour at a screen's edge."""

    TABLE = 0x2E7D5B
    YOURS = 0xE0A526
    WAITING = 0x5B6472
    RESULT = 0x3B6FB6
    GRAVE = 0xB64242


@dataclass(frozen=True, slots=True)
class Button:
    """A button; one that is off says why in the screen's text.

    ``face``: the card or suit shown before the label, by its name in ``bot.screens.faces``; ``short``: the label beside
    it where it is shown as an emoji, which may be empty. ``label`` stands alone where there is no emoji.
    """

    label: str
    id: ComponentId
    style: Style = Style.PLAIN
    off: bool = False
    face: str | None = None
    short: str | None = None

    @property
    def width(self) -> int:
        """About how wide it is on a phone, in pixels, where its face is shown."""
        beside = self.label if self.face is None or self.short is None else self.short
        # What only says how a sign is drawn takes no room.
        letters = _LETTER * (len(beside.replace("\ufe0e", "")) + len(_WIDE.findall(beside)))
        if self.face is None:
            return _EDGES + letters
        return _FACE_EDGES + _FACE + (_GAP + letters if beside else 0)


Row: TypeAlias = tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a select."""

    label: str
    value: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A menu from which up to ``most`` options are chosen."""

    id: ComponentId
    placeholder: str
    options: tuple[Option, ...]
    most: int


class Listed(Enum):
    """What a menu lists that Discord fills."""

    CHANNELS = "channels"
    """Those that can be played in."""
    ROLES = "roles"


@dataclass(frozen=True, slots=True)
class ServerSelect:
    """A menu that Discord fills with what the server has, of which up to ``most`` are chosen, or none.

    ``chosen``: the ids of what is chosen beforehand; all of it must be there.
    """

    id: ComponentId
    placeholder: str
    listed: Listed
    chosen: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class PersonSelect:
    """A menu from which one person of the server is chosen."""

    id: ComponentId
    placeholder: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A line across the screen."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that comes with the message."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that comes with the message.

    ``said``: what it shows, in words, for those who do not see it; ``instead``: the text that stands in its place where
    the message has to go without it, if there is one.
    """

    name: str
    content: bytes
    said: str
    instead: str = ""


Block: TypeAlias = str | Row | Select | ServerSelect | PersonSelect | Divider | Attachment | Picture


@dataclass(frozen=True, slots=True)
class Screen:
    """One message."""

    blocks: tuple[Block, ...]
    accent: Accent = Accent.TABLE

    def with_note(self, note: str) -> Screen:
        """The same screen with a sentence near the finger: right above the buttons, or on top where there are none.

        It goes into one text with what stands there, for a full screen has no room.
        """
        rows = (place for place, block in enumerate(self.blocks) if isinstance(block, tuple))
        place = next(rows, 0)
        before, after = self.blocks[:place], self.blocks[place:]
        if before and isinstance(before[-1], str):
            return Screen((*before[:-1], f"{before[-1]}\n> {note}", *after), self.accent)
        if not before and isinstance(after[0], str):
            return Screen((f"> {note}\n{after[0]}", *after[1:]), self.accent)
        return Screen((*before, f"> {note}", *after), self.accent)

    @property
    def has_pictures(self) -> bool:
        """Whether there is a picture on it."""
        return any(isinstance(block, Picture) for block in self.blocks)

    def without_pictures(self) -> Screen:
        """The same screen with words in the place of its pictures."""
        blocks = (block.instead if isinstance(block, Picture) else block for block in self.blocks)
        return Screen(tuple(block for block in blocks if block != ""), self.accent)

    @property
    def components(self) -> int:
        """How many components the screen has, as Discord counts them."""
        return 1 + sum(map(_components, self.blocks))


def _components(block: Block) -> int:
    if isinstance(block, tuple):
        return 1 + len(block)
    return 2 if isinstance(block, Select | ServerSelect | PersonSelect | Picture) else 1


def screen(accent: Accent, *blocks: Block | None) -> Screen:
    """A screen of the blocks that there are."""
    return Screen(tuple(block for block in blocks if block is not None and block not in ("", ())), accent)


def lines(*texts: str | None) -> str:
    """The texts that there are, a line each."""
    return "\n".join(text for text in texts if text)


def rows(items: Sequence[T], length: int = ROW) -> list[tuple[T, ...]]:
    """The items in rows of at most ``length``, as even as can be."""
    count = -(-len(items) // length)
    if not count:
        return []
    size, longer = divmod(len(items), count)
    cuts = [0]
    for row in range(count):
        cuts.append(cuts[-1] + size + (row < longer))
    return [tuple(items[start:end]) for start, end in pairwise(cuts)]


def width(row: Row) -> int:
    """About how wide a row of buttons is on a phone, in pixels."""
    return sum(button.width for button in row) + _GAP * (len(row) - 1)


def narrow_rows(items: Iterable[Button]) -> list[Row]:
    """Buttons in their order, in rows that fit the width of a phone as far as one can tell; none stays empty."""
    found: list[Row] = []
    for button in items:
        row = (*found[-1], button) if found else ()
        if row and len(row) <= ROW and width(row) <= PHONE:
            found[-1] = row
        else:
            found.append((button,))
    return found


def buttons(items: Iterable[Button]) -> list[Row]:
    """Buttons in as many rows as they need."""
    return list(rows(tuple(items)))


def plain_screen(text: str) -> Screen:
    """A screen of one text."""
    return screen(Accent.WAITING, text)
